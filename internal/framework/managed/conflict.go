package managed

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
)

// noteObject notes what an instance does with an object, and warns of others that it cannot be
// reconciled with.
func (r *Resource) noteObject(
	object tftypes.Value, instance ledger.Instance, role ledger.Role, subject apidiag.Subject,
) diag.Diagnostics {
	key, isKnown := r.ledgerKey(object)
	if !isKnown {
		return nil
	}
	others := r.Ledger.AddRole(key, instance, role)
	return ConflictOf(instance, role, others).Warnings(subject, "")
}

// conflictKind is a kind of conflict. The order is that of gravity: what a release does comes last.
type conflictKind int

const (
	noConflict conflictKind = iota
	// managedTwice means that two instances keep or create the object.
	managedTwice
	// resembled means that one instance releases the object, and another creates another one of its
	// name.
	resembled
	// keptEntry means that a map that stays releases the object, and another instance keeps it.
	keptEntry
	// movedEntry means that the object moves from a map that stays to another instance; moved, that
	// it moves from an instance that is destroyed.
	movedEntry
	moved
)

// Conflict is a conflict between a plan and another instance with the same object.
type Conflict struct {
	kind conflictKind
	// from is the type that releases an object, and to is the type that creates or keeps it.
	from, to string
	// managedBy is the type of the other instance if the object is managed twice.
	managedBy string
}

// ConflictOf returns the gravest conflict between the roles of an instance and those of the others.
func ConflictOf(instance ledger.Instance, role ledger.Role, others map[ledger.Instance]ledger.Role) (gravest Conflict) {
	for other, otherRole := range others {
		found := conflictBetween(instance.Type, role, other.Type, otherRole)
		if found.isGraverThan(gravest) {
			gravest = found
		}
	}
	return gravest
}

// conflictBetween compares the roles of instances of two types.
func conflictBetween(own string, ownRole ledger.Role, other string, otherRole ledger.Role) Conflict {
	found := Conflict{from: own, to: other}
	if otherRole.HasAny(ledger.Releases) {
		found = Conflict{from: other, to: own}
	}
	switch {
	case haveBetween(ownRole, otherRole, ledger.Releases, ledger.Wants|ledger.Keeps):
		found.kind = moveKind(ownRole | otherRole)
	case haveBetween(ownRole, otherRole, ledger.Releases, ledger.Resembles):
		found.kind = resembled
	case haveBetween(ownRole, otherRole, ledger.Keeps, ledger.Keeps|ledger.Wants|ledger.Tainted):
		return Conflict{kind: managedTwice, managedBy: other}
	default:
		return Conflict{}
	}
	return found
}

// moveKind returns the kind of a conflict between a release and an instance that keeps or wants the
// object, from the roles of both.
func moveKind(both ledger.Role) conflictKind {
	switch {
	case !both.HasAny(ledger.Stays):
		return moved
	case both.HasAny(ledger.Wants):
		return movedEntry
	}
	return keptEntry
}

// haveBetween reports whether one of two roles has any of some, and the other one any of others.
func haveBetween(role, otherRole, some, others ledger.Role) bool {
	isOneWay := role.HasAny(some) && otherRole.HasAny(others)
	isOtherWay := role.HasAny(others) && otherRole.HasAny(some)
	return isOneWay || isOtherWay
}

// isGraverThan compares kinds. Among equals, the type that comes first is the gravest, so that the
// order of the instances does not matter.
func (c Conflict) isGraverThan(other Conflict) bool {
	return cmp.Or(
		cmp.Compare(c.kind, other.kind), strings.Compare(other.from, c.from), strings.Compare(other.to, c.to),
		strings.Compare(other.managedBy, c.managedBy),
	) > 0
}

// Exists reports whether there is a conflict.
func (c Conflict) Exists() bool { return c.kind != noConflict }

// Warnings returns warnings that name the next step. They are never errors, because users could not
// remove an error that depends on other instances. Their summaries are the same for all objects, so
// that engines merge them. Lost names values that a state loses; "" for none.
func (c Conflict) Warnings(subject apidiag.Subject, lost string) (diags diag.Diagnostics) {
	if lost != "" {
		lost = " " + lost
	}
	switch c.kind {
	case resembled:
		diags.AddWarning("Moved without a moved block", subject.WithIDs(fmt.Sprintf(
			"This plan destroys %s at one address, "+
				"and creates another object with its name at a second address.\n\n%s", subject, movedAdvice(c.from, c.to))))
	case keptEntry:
		diags.AddWarning("Moved without a moved block", subject.WithIDs(fmt.Sprintf(
			"This plan removes %s from a map, and another address manages it. "+
				"The apply leaves it to that address, unless the plan also says that it deletes it.%s", subject, lost)))
	case movedEntry:
		diags.AddWarning("Moved without a moved block", subject.WithIDs(fmt.Sprintf(
			"This plan moves %s from a map to another address. The apply may create it again, with a new id.%s\n\n"+
				"To keep it with its id, apply the new address first:\n\nterraform apply -target=%s.new_name",
			subject, lost, c.to)))
	case moved:
		diags.AddWarning("Moved without a moved block", subject.WithIDs(fmt.Sprintf(
			"This plan moves %s to another address. "+
				"The apply may delete it, and create it again with a new id.%s\n\n%s", subject, lost, movedAdvice(c.from, c.to))))
	case managedTwice:
		diags.AddWarning("Managed at two addresses", subject.WithIDs(fmt.Sprintf(
			"Two resources manage %s, and each overwrites the values of the other. Keep one of them. "+
				"To take the other out of the state, remove its block and add:\n\n%s",
			subject, removedBlock(c.managedBy))))
	case noConflict:
	}
	return diags
}

// movedAdvice says how to move an object to another type, or to another address of the same.
func movedAdvice(from, to string) string {
	if from == to {
		return fmt.Sprintf(
			"To keep it with its id, add:\n\nmoved {\n  from = %s.old_name\n  to   = %s.new_name\n}", from, to)
	}
	return fmt.Sprintf("To keep it with its id, add:\n\n%s\n\nimport {\n  to = %s.new_name\n  id = \"ID\"\n}", removedBlock(from), to)
}

func removedBlock(resource string) string {
	return fmt.Sprintf("removed {\n  from = %s.old_name\n  lifecycle {\n    destroy = false\n  }\n}", resource)
}
