package managedbrand

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"

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
func (p *Plan) Hold(b Brand) { b.object.SeenInState(b.Instance) }

// Release notes that the instance no longer manages a brand.
func (p *Plan) Release(b Brand, policy deletion.Policy) {
	if b.object.PlanDestroy(b.Instance) {
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

func (p *Plan) subject(ids []int32) apidiag.Subject {
	texts := make([]string, len(ids))
	for i, id := range slices.Sorted(slices.Values(ids)) {
		texts[i] = fmt.Sprint(id)
	}
	return Subject(p.Account, texts...)
}
