package managedbrand

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Plan gathers what the plan of one instance does with brands, and warns of it in as few diagnostics as there are kinds.
type Plan struct {
	Account videoindexer.AccountRef
	// twice are brands that another instance manages as well, moved those that go from one instance to another, and left
	// those that stay in the service as they are.
	twice, moved, left []int32
	// HandedOver are the ids of moved brands whose destroy must write nothing.
	HandedOver []string
}

// Manage notes that the instance manages a brand when the run is over. Before is the instance that it was, if it is
// replaced.
func (p *Plan) Manage(b Brand, before adoption.Instance) {
	if b.object.PlanManage(before) {
		p.twice = append(p.twice, b.ID)
	}
	if b.object.ChangesHands() {
		p.moved = append(p.moved, b.ID)
	}
}

// Hold notes that an instance of the state holds a brand, which stays with it.
func (p *Plan) Hold(b Brand) { b.object.SeenInState(b.instance) }

// Release notes that the instance no longer manages a brand.
func (p *Plan) Release(b Brand, policy deletion.Policy) {
	if b.object.PlanDestroy(b.instance) {
		p.HandedOver = append(p.HandedOver, fmt.Sprint(b.ID))
	}
	switch {
	case b.object.ChangesHands() || slices.Contains(p.HandedOver, fmt.Sprint(b.ID)):
		p.moved = append(p.moved, b.ID)
	case policy == deletion.Abandon:
		p.left = append(p.left, b.ID)
	}
}

// Warnings are what a reviewer should know of the plan.
func (p *Plan) Warnings() diag.Diagnostics {
	var diags diag.Diagnostics
	if len(p.twice) > 0 {
		diags.AddWarning("Brand managed twice",
			fmt.Sprintf("More than one resource, or entry of videoindexer_brands, manages %s. They will overwrite each other's values at every apply: remove all but one.", p.subject(p.twice)))
	}
	if len(p.moved) > 0 {
		diags.AddWarning("Brand moves to another resource",
			fmt.Sprintf("One instance stops managing %s and another one adopts it in the same run, as after a changed for_each key or resource name. "+
				"Where the first one's destroy comes later, it writes nothing, so that it cannot undo the other. %s", p.subject(p.moved), adviseMoved))
	}
	if len(p.left) > 0 {
		diags.Append(deletion.WillAbandon(p.subject(p.left), NoDeletion))
	}
	return diags
}

func (p *Plan) subject(ids []int32) apidiag.Subject { return Subject(ids, p.Account) }

const adviseMoved = "To keep the object and what is known of it, write a block `moved { from = <old address>, to = <new address> }`."

// NoDeletion is what the warnings of a destroy that leaves brands say about it.
const NoDeletion = "The service has no call that deletes a brand. deletion_policy \"disable\" or \"restore\" changes what destroy does."

// TakenOver is the warning of a destroy that wrote nothing, because another instance has taken the brand over.
// Overwritten are the values of the first instance, which cannot reach the other one any more.
func TakenOver(b Brand, overwritten types.Object) diag.Diagnostic {
	detail := fmt.Sprintf("Another instance has taken over %s in this run, so that its destroy wrote nothing. %s", b.Subject(), adviseMoved)
	if values := DescribeValues(overwritten); values != "" {
		detail += fmt.Sprintf(" The other instance does not know the values that Terraform had overwritten before: %s.", values)
	}
	return diag.NewWarningDiagnostic("Brand left to another resource", detail)
}

// named is how many brands a sentence names.
const named = 50

// List names brands, and counts those for which there is no room.
func List(ids []int32) string {
	ids = slices.Sorted(slices.Values(ids))
	texts := make([]string, 0, named)
	for _, id := range ids[:min(len(ids), named)] {
		texts = append(texts, fmt.Sprint(id))
	}
	text := strings.Join(texts, ", ")
	if len(ids) > named {
		text += fmt.Sprintf(" and %d more", len(ids)-named)
	}
	return text
}

// Subject names one brand or several in messages.
func Subject(ids []int32, account videoindexer.AccountRef) apidiag.Subject {
	noun := "brand"
	if len(ids) > 1 {
		noun = "brands"
	}
	return apidiag.Subject{Noun: noun, ID: List(ids), Account: account}
}
