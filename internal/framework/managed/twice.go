package managed

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
)

// Twice is the warning of a plan in which another instance manages the same object.
func Twice(subject apidiag.Subject) diag.Diagnostic {
	return twice(subject, "They will overwrite each other's values at every apply: remove all but one.")
}

// TwiceImported is Twice for an object that a destroy deletes, whichever of its instances is removed.
func TwiceImported(subject apidiag.Subject) diag.Diagnostic {
	return twice(subject, "They will overwrite each other's values at every apply, and a destroy of one deletes the object for all. "+
		"Keep one, and remove the others with `terraform state rm`, or with a `removed` block whose lifecycle has destroy = false.")
}

// TwiceNamed is the warning of a plan in which another instance has the same name, if the service accepts a name once. The
// subject shows the name, since what is not created yet has no id.
func TwiceNamed(subject apidiag.Subject) diag.Diagnostic {
	return twice(subject, fmt.Sprintf("Names of %ss are unique in an account, so the service accepts only one of them. Remove the others, or give each another name.", subject.Noun))
}

func twice(subject apidiag.Subject, follows string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(apidiag.Subject{Noun: subject.Noun}.Capitalized()+" managed twice",
		fmt.Sprintf("More than one resource manages %s. %s", subject, follows))
}

// Name names an instance that has no name yet, when it is created or read, so that each of its plans counts as the same
// instance.
func Name(ctx context.Context, from private.Reader, to private.Writer) diag.Diagnostics {
	_, diags := adoption.Named(ctx, from, to)
	return diags
}

// PlanManage notes that the planned instance will manage objects, and returns for each whether another one will as well. A
// replacement counts once: its create, as the instance that it replaces. Nil stands for an object that is not known.
func PlanManage(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, objects ...*adoption.Object) (isSecond []bool) {
	before, _, counts := planned(ctx, req, resp)
	return manage(before, counts, objects)
}

func manage(before adoption.Instance, counts bool, objects []*adoption.Object) (isSecond []bool) {
	isSecond = make([]bool, len(objects))
	for i, object := range objects {
		isSecond[i] = counts && object != nil && object.PlanManage(before)
	}
	return isSecond
}

// PlanOnlyOne is PlanManage for an object that an account has once, such as its settings: a create adopts it, and the destroy
// of another instance must then leave it.
func PlanOnlyOne(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse, object *adoption.Object) (isSecond bool) {
	before, after, counts := planned(ctx, req, resp)
	if !counts || object == nil {
		return false
	}
	if req.State.Raw.IsNull() {
		object.PlanCreate(after)
	}
	return object.PlanManage(before)
}

// planned is the planned instance, and the one that it was. The update half of a replacement does not count.
func planned(ctx context.Context, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse) (before, after adoption.Instance, counts bool) {
	before, after, diags := adoption.Planned(ctx, req, resp)
	resp.Diagnostics.Append(diags...)
	isReplaced := !req.State.Raw.IsNull() && len(resp.RequiresReplace) > 0
	return before, after, !isReplaced && !diags.HasError()
}
