package brand

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// adviseReplaced is for a brand whose replacement would delete it before it is adopted again; "" under other policies.
func adviseReplaced(policy deletion.Policy) string {
	if policy != deletion.Delete {
		return ""
	}
	return "If it is replaced at its own address: apply deletion_policy = \"abandon\" first, or keep it with `terraform untaint <address>`."
}

func nameMissing() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(namePath, "Missing name",
		"Without brand_id, Terraform creates the brand, which needs a name (and extended_operations in the provider's configuration). "+
			"Set name, or brand_id to adopt a brand that exists.")
}

// nameTaken is the error of a create whose name another brand has.
func nameTaken(m *resourceModel, holder int32, name, more string) diag.Diagnostic {
	text := fmt.Sprintf("%s cannot be created: brand %d of the account has the name %q, and names of brands are unique in an account.\n\n"+
		"Set brand_id = %d to adopt that brand as it is, or import it: terraform import <address of this resource> %d. An earlier run that was interrupted may have created it. "+
		"Otherwise choose another name.\n\n%s\n\n"+
		"If it is replaced: the name becomes free only when the old instance is destroyed before the create, and by deletion_policy = \"delete\".",
		m.named().Capitalized(), holder, name, holder, holder, deletion.Moved("brand"))
	if more != "" {
		text += "\n\n" + more
	}
	return diag.NewAttributeErrorDiagnostic(namePath, "Brand name is taken", text)
}

// notAdopted is the error of an adoption.
func notAdopted(subject apidiag.Subject, err error) diag.Diagnostic {
	if videoindexer.IsNotFound(err) {
		return diag.NewAttributeErrorDiagnostic(idPath, "Brand does not exist",
			fmt.Sprintf("brand_id must be the id of a brand that exists in this account. Without extended_operations the provider has no call that creates brands; "+
				"with them, videoindexer_brand creates one if brand_id is left out.\n\n%s", apidiag.Detail("adopt", subject, err)))
	}
	return apidiag.Error("adopt", subject, err)
}

// notCreated is the error of a create. If the name may be the reason, it looks for the brand that has it.
func notCreated(ctx context.Context, client *videoindexer.Client, plan *resourceModel, err error) diag.Diagnostic {
	const verb = "create"
	subject := plan.named()
	isUnsure := videoindexer.IsAmbiguous(err)
	answer, isAnswer := errors.AsType[*videoindexer.APIError](err)
	isTaken := isAnswer && (answer.Type == videoindexer.ErrorTypeAlreadyExists || answer.Status == http.StatusConflict)
	var holder *videoindexer.Brand
	if isTaken || isUnsure || isAnswer && answer.Status == http.StatusBadRequest {
		holder = holderOf(ctx, client, plan.AccountRef(), plan.Values.Name())
	}
	var hint string
	switch {
	case isUnsure && holder != nil:
		hint = fmt.Sprintf("Brand %d of the account has that name, but other values than were sent: somebody else may have created it. "+
			"Set brand_id = %d to adopt it, or import it: terraform import <address of this resource> %d.", holder.ID, holder.ID, holder.ID)
	case isUnsure:
		hint = "No brand of that name was found afterwards. Plan again: if the account has the brand by then, the plan shows its id and how to import it."
	case holder != nil:
		return nameTaken(plan, holder.ID, holder.Name, apidiag.WithoutAdvice(verb, subject, err, ""))
	case isTaken:
		return diag.NewAttributeErrorDiagnostic(namePath, "Unable to create brand", apidiag.WithoutAdvice(verb, subject, err,
			"The service returned that the name is taken, possibly in another letter case. Choose another name, or set brand_id to the id of the brand that has it."))
	default:
		return diag.WithPath(namePath, apidiag.Error(verb, subject, err))
	}
	return diag.NewAttributeErrorDiagnostic(namePath, "Unable to create brand", apidiag.WithHint(verb, subject, err, hint))
}

// holderOf is the brand that has a name, which a service may compare without regard to letter case; nil where none is known.
func holderOf(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, name string) (holder *videoindexer.Brand) {
	brands, err := client.ListBrands(ctx, account)
	if err != nil {
		return nil
	}
	name = videoindexer.NormalName(name)
	for _, b := range brands {
		switch normal := videoindexer.NormalName(b.Name); {
		case normal == name:
			return &b
		case strings.EqualFold(normal, name):
			holder = &b
		}
	}
	return holder
}

// takenOver is the warning of a destroy that wrote nothing, because another instance has adopted the brand.
func takenOver(state *resourceModel) diag.Diagnostic {
	text := fmt.Sprintf("Another instance has adopted %s in this run, so that this destroy wrote nothing.", state.subject())
	if !state.Overwritten.IsZero() {
		text += fmt.Sprintf(" The values that Terraform had overwritten are no longer kept: %s.", state.Overwritten)
	}
	return diag.NewWarningDiagnostic("Brand left to another resource", text)
}
