package managedbrand

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

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
	// deleted are brands that another instance deletes, which was planned first.
	deleted []int32
	// contested are brands that the instance deletes and another one adopts, and remade those that it deletes while another
	// one creates a brand of the same name. keptName are brands that it leaves while another one does so.
	contested, remade, keptName []int32
	// InPlace marks the plan of an update. An engine plans an update again when it applies it, without the knowledge of
	// this plan, and therefore cannot hand over a brand that it would delete.
	InPlace bool
	// HandedOver are the ids of moved brands whose destroy must write nothing.
	HandedOver []string
}

// Manage notes that the instance manages a brand when the run is over. Before is the instance that it was, if it is
// replaced.
func (p *Plan) Manage(b Brand, before adoption.Instance) {
	if b.object.IsDeletedByOther(before) {
		p.deleted = append(p.deleted, b.ID)
	}
	if b.object.PlanManageName(before) {
		p.twice = append(p.twice, b.ID)
	}
	if b.object.ChangesHands() {
		p.moved = append(p.moved, b.ID)
	}
}

// Hold notes that an instance of the state has a brand, which stays with it.
func (p *Plan) Hold(b Brand) { b.object.SeenInState(b.Instance) }

// Release notes that the instance no longer manages a brand.
func (p *Plan) Release(b Brand, policy deletion.Policy) {
	if policy == deletion.Delete {
		p.delete(b)
		return
	}
	if b.object.SeenKept(); b.object.IsRemade() {
		p.keptName = append(p.keptName, b.ID)
	}
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

// delete notes that the instance deletes a brand, unless another one wants it.
func (p *Plan) delete(b Brand) {
	isWanted := b.object.PlanDelete(b.Instance)
	switch {
	case isWanted && p.InPlace:
		p.contested = append(p.contested, b.ID)
	case isWanted:
		p.HandedOver = append(p.HandedOver, fmt.Sprint(b.ID))
		p.moved = append(p.moved, b.ID)
	case b.object.IsRemade():
		p.remade = append(p.remade, b.ID)
	}
}

// Remake notes that the plan creates a brand with the name of one that the state of this run holds. Before is the instance
// that it was, if it is replaced. Stays says that another instance goes on managing that brand, so that its name does not
// become free.
func (p *Plan) Remake(b Brand, before adoption.Instance) (stays bool) {
	stays, isReleased := b.object.PlanRemake(before)
	switch {
	case stays:
	case b.object.IsKept():
		p.keptName = append(p.keptName, b.ID)
	case isReleased:
		p.remade = append(p.remade, b.ID)
	}
	return stays
}

// Warnings are what a reviewer should know of the plan, and the error of one that cannot be carried out.
func (p *Plan) Warnings() diag.Diagnostics {
	var diags diag.Diagnostics
	if len(p.deleted) > 0 {
		diags.Append(contested(path.Empty(), p.subject(p.deleted)))
	}
	if len(p.contested) > 0 {
		diags.Append(contested(path.Root("deletion_policy"), p.subject(p.contested)))
	}
	if len(p.remade) > 0 {
		diags.AddWarning("Brand is deleted and created under its name",
			fmt.Sprintf("One instance deletes %s and another one creates a brand of the same name in the same run, for example after a change of a for_each key or resource name. "+
				"If the create comes first, the service refuses it, and the next apply creates the brand. %s", p.subject(p.remade), adviseMoved))
	}
	if len(p.keptName) > 0 {
		diags.AddWarning("Brand name stays taken",
			fmt.Sprintf("The apply creates a brand with the name of %s, whose destroy leaves it because of its deletion_policy: the name stays taken, and the create fails. "+
				"To replace the brand, first apply deletion_policy = \"delete\". To keep it, plan without the replacement (terraform untaint ends one that a mark causes). %s", p.subject(p.keptName), adviseMoved))
	}
	if len(p.twice) > 0 {
		diags.AddWarning("Brand managed twice",
			fmt.Sprintf("More than one resource, or entry of videoindexer_brands, manages %s. They will overwrite each other's values at every apply: remove all but one.", p.subject(p.twice)))
	}
	if len(p.moved) > 0 {
		diags.AddWarning("Brand moves to another resource",
			fmt.Sprintf("One instance stops managing %s and another one adopts it in the same run, for example after a change of a for_each key or resource name. "+
				"If the first one's destroy comes later, it writes nothing, so it cannot undo the other. %s", p.subject(p.moved), adviseMoved))
	}
	switch {
	case len(p.left) > 0 && p.InPlace:
		diags.Append(deletion.WillAbandonInUpdate(p.subject(p.left), NoDeletion))
	case len(p.left) > 0:
		diags.Append(deletion.WillAbandonByPolicy(p.subject(p.left), NoDeletion))
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
