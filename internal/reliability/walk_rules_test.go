//go:build unix

package reliability

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// kind is a type of resource in a walk.
type kind struct {
	name                    string // without the provider's
	needsExtended, isSingle bool
	policies                []string
	// draw makes arguments for a new resource, nil if there is nothing to manage. change changes some of one.
	draw   func(w *walk) args
	change func(w *walk, d *declared)
	// objects are what an instance holds, by its values in the state, and the entry of each in it.
	objects func(values map[string]any) map[string]string
	// wants are the fields of an object that a declared instance manages; nil if it does not manage the object.
	wants func(d *declared, entry string) fields
}

// part is what an instance of a plan does with an object.
type part struct {
	inprocess.Change
	kind             *kind
	entry            string
	isHeld, isWanted bool // before, and according to the plan
	declared         *declared
}

// stops reports whether the instance stops managing the object.
func (p part) stops() bool {
	return p.isHeld && (p.Action == "delete" || p.Action == "replace" || !p.isWanted)
}

// policies are the values of deletion_policy that count for an object which an instance stops managing.
func (p part) policies() []string {
	var found []string
	for _, values := range []map[string]any{p.Before, p.After} {
		if policy, ok := values["deletion_policy"].(string); ok {
			found = append(found, policy)
		}
	}
	return found
}

// parts are what a plan does, by object; no-ops are included. Later are the values of each instance after the apply.
func (w *walk) parts(plan *inprocess.Plan, configured composition) map[string][]part {
	all := map[string][]part{}
	for _, c := range plan.Changes() {
		k := w.kindOf(c.Type)
		p := part{Change: c, kind: k, declared: configured.at(c.Address)}
		objects := map[string]*part{}
		at := func(object, entry string) *part {
			if objects[object] == nil {
				here := p
				here.entry = entry
				objects[object] = &here
			}
			return objects[object]
		}
		if c.Before != nil {
			for object, entry := range k.objects(c.Before) {
				at(object, entry).isHeld = true
			}
		}
		if c.After != nil {
			for object, entry := range k.objects(c.After) {
				here := at(object, entry)
				here.entry, here.isWanted = entry, true // the plan's, where others have renamed the object
			}
			for object, entry := range k.objects(w.dir.Values(c.Address)) { // which may have an id only since the apply
				if objects[object] == nil || entriesAt(c.After, "brands")[entry] != nil {
					at(object, entry).isWanted = true
				}
			}
		}
		for object, here := range objects {
			all[object] = append(all[object], *here)
		}
	}
	return all
}

// judge holds what an apply did to what its plan said.
func (w *walk) judge(plan *inprocess.Plan, configured composition, before, after holdings, requests []walkedRequest, failed error) {
	parts := w.parts(plan, configured)
	for _, object := range slices.Sorted(maps.Keys(after)) {
		if _, existed := before[object]; !existed {
			if failed == nil && !slices.ContainsFunc(parts[object], func(p part) bool { return p.isWanted && p.Action != "no-op" }) {
				w.broken("created, and in no planned state: %s %v", object, after[object])
			}
		}
	}
	for _, object := range slices.Sorted(maps.Keys(before)) {
		now, remains := after[object]
		if !remains {
			w.judgeDeletion(plan, object, before[object], parts[object])
			continue
		}
		changed := before[object].changes(now)
		for _, name := range changed {
			isUnseen := w.isUnseen && object == "settings" && name == "use_built_in" // which is written with enabled
			if !isUnseen && !slices.ContainsFunc(parts[object], func(p part) bool { return p.mayChange(name) }) {
				w.broken("changed, and not managed: %s of %s from %#v to %#v", name, object, before[object][name], now[name])
			}
		}
		if failed == nil {
			w.judgeRelease(object, now, parts[object])
		}
	}
	for _, r := range requests {
		if object := objectOf(r); object != "" && !slices.ContainsFunc(parts[object], func(p part) bool { return p.Action != "no-op" }) && !w.isUnlisted(plan, before[object]) {
			w.broken("written, and nothing is planned for it: %s %s %s", object, r.method, r.path)
		}
	}
}

// mayChange reports whether the plan of an instance may change a field of an object.
func (p part) mayChange(name string) bool {
	if p.Action == "no-op" {
		return false
	}
	if p.declared != nil && p.isWanted {
		if _, isManaged := p.kind.wants(p.declared, p.entry)[name]; isManaged {
			return true
		}
	}
	if !p.stops() {
		return false
	}
	for _, policy := range p.policies() {
		switch policy {
		case "disable":
			if name == "enabled" {
				return true
			}
		case "restore":
			if overwritten(p.Before, p.entry)[name] != nil {
				return true
			}
		}
	}
	return false
}

// overwritten are the values that a state says Terraform has replaced.
func overwritten(values map[string]any, entry string) map[string]any {
	all, _ := values["overwritten"].(map[string]any)
	if entry != "" {
		all, _ = all[entry].(map[string]any)
	}
	return all
}

func (w *walk) judgeDeletion(plan *inprocess.Plan, object string, was fields, parts []part) {
	if w.isUnlisted(plan, was) {
		return
	}
	for _, p := range parts {
		isExclusive := p.Before["exclusive"] == true || p.After["exclusive"] == true
		adopted, _ := p.Before["adopted"].([]any)
		switch {
		case !p.stops():
		case len(p.kind.policies) > 0 && !slices.Contains(p.policies(), "delete") && !isExclusive:
		case slices.Contains(adopted, any(p.entry)) && !isExclusive:
		default:
			return
		}
	}
	w.broken("deleted, and no plan said so: %s %v", object, was)
}

// isUnlisted reports whether a plan shows a brand among those that a dictionary deletes because it becomes exclusive.
func (w *walk) isUnlisted(plan *inprocess.Plan, was fields) bool {
	name, _ := was["name"].(string)
	return slices.ContainsFunc(plan.Changes(), func(c inprocess.Change) bool {
		return c.After["exclusive"] == true && c.Action != "no-op" && overwritten(c.After, cty.NormalizeString(name)) != nil
	})
}

// judgeRelease expects that a destroy does what its policy says, unless another instance manages the object.
func (w *walk) judgeRelease(object string, now fields, parts []part) {
	if len(parts) != 1 || !parts[0].stops() || parts[0].isWanted {
		return
	}
	p := parts[0]
	policy, _ := p.Before["deletion_policy"].(string)
	if p.Action == "update" {
		policy, _ = p.After["deletion_policy"].(string)
	}
	adopted, _ := p.Before["adopted"].([]any)
	switch {
	case policy == "disable" && now["enabled"] != false:
		w.broken("not disabled: %s", object)
	case policy == "restore":
		for name, value := range overwritten(p.Before, p.entry) {
			if value != nil && !isSame(value, now[name]) {
				w.broken("not restored: %s of %s to %#v, it is %#v", name, object, value, now[name])
			}
		}
	case (policy == "delete" || len(p.kind.policies) == 0) && !slices.Contains(adopted, any(p.entry)):
		w.broken("not deleted: %s", object)
	}
}

// isSame compares a value of a configuration, plan or state with one of the service.
func isSame(wanted, held any) bool {
	switch wanted := plainly(wanted).(type) {
	case string:
		if held == nil {
			return wanted == ""
		}
		text, ok := held.(string)
		return ok && cty.NormalizeString(text) == cty.NormalizeString(wanted)
	case []any:
		var texts []string
		for _, element := range wanted {
			texts = append(texts, fmt.Sprint(element))
		}
		return isSame(texts, held)
	case []string:
		texts, _ := held.([]string)
		return slices.Equal(normalized(wanted), normalized(texts))
	}
	return fmt.Sprint(wanted) == fmt.Sprint(held)
}

func normalized(texts []string) []string {
	all := []string{}
	for _, text := range texts {
		all = append(all, cty.NormalizeString(text))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// judgeConfiguration expects the service to hold what is configured.
func (w *walk) judgeConfiguration() {
	held := w.service.holds()
	for _, d := range w.estate.all {
		values := w.dir.Values(d.address())
		if values == nil {
			w.broken("not in the state: %s", d.address())
			continue
		}
		objects := d.kind.objects(values)
		for _, object := range slices.Sorted(maps.Keys(objects)) {
			f, exists := held[object]
			if !exists {
				w.broken("in the state, and not in the service: %s of %s", object, d.address())
			}
			for name, value := range d.kind.wants(d, objects[object]) {
				isUnseen := w.isUnseen && object == "settings" && (!w.isExtended() || name == "enabled")
				if exists && !isUnseen && !isSame(value, f[name]) {
					w.broken("not as configured: %s of %s (%s) is %#v, want %#v", name, object, d.address(), f[name], value)
				}
			}
		}
	}
}

var writtenBrand = regexp.MustCompile(`/Customization/Brands/(\d+)$`)

// objectOf is the object that a request writes; "" if it writes none that has an id.
func objectOf(r walkedRequest) string {
	if found := writtenBrand.FindStringSubmatch(r.path); r.isWrite() && found != nil {
		return brandObject(found[1])
	}
	return ""
}

// judgeRequests expects no request of an extended operation without extended_operations.
func (w *walk) judgeRequests(requests []walkedRequest) {
	for _, r := range requests {
		if !w.isExtended() && strings.HasPrefix(r.operation, "X") {
			w.broken("an extended operation without extended_operations: %s %s", r.operation, r.path)
		}
	}
}

// judgeSecrets expects no key or token in what is kept or said.
func (w *walk) judgeSecrets(texts ...string) {
	for _, text := range append(texts, w.dir.Kept(), strings.Join(w.said, "\n")) {
		for _, secret := range w.service.secrets() {
			if strings.Contains(text, secret) {
				w.broken("a secret is shown: %s", text)
			}
		}
	}
}
