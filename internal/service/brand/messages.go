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

func nameMissing() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(namePath, "Missing name",
		"Without brand_id, Terraform creates the brand, which needs a name (and extended_operations in the provider's configuration). "+
			"Set name, or brand_id to adopt a brand that exists.")
}

// nameTaken is the error of a create whose name another brand has.
func nameTaken(subject apidiag.Subject, holder int32, name, more string) diag.Diagnostic {
	text := fmt.Sprintf("Brand %d of the account has the name %q already, and names of brands are unique.\n\n"+
		"Set brand_id = %d to adopt that brand, import it, or choose another name.\n\n%s\n\n"+
		"In a replacement, the destroy must come first, with deletion_policy = \"delete\".",
		holder, name, holder, deletion.Moved("brand"))
	if more == "" {
		text = subject.WithIDs(text)
	} else {
		text += "\n\n" + more
	}
	return diag.NewAttributeErrorDiagnostic(namePath, "Brand name is taken", text)
}

// nameHeld is the warning of a plan that gives a brand a name which another one has.
func nameHeld(subject apidiag.Subject, holder *videoindexer.Brand) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(namePath, "Name of another brand",
		fmt.Sprintf("%s is renamed to %q, which is now the name of brand %d. A service with unique names refuses that, unless that brand is renamed or deleted before: let this resource depend on the one that does so. "+
			"To swap names, keep both brands in one dictionary.", subject.Capitalized(), holder.Name, holder.ID))
}

// notCreated is the error of a create. If the name may be the reason, it looks for the brand that has it.
func notCreated(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, subject apidiag.Subject, name string, err error) diag.Diagnostic {
	const verb = "create"
	isUnsure := videoindexer.IsAmbiguous(err)
	answer, isAnswer := errors.AsType[*videoindexer.APIError](err)
	isTaken := isAnswer && (answer.Type == videoindexer.ErrorTypeAlreadyExists || answer.Status == http.StatusConflict)
	var holder *videoindexer.Brand
	if isTaken || isUnsure || isAnswer && answer.Status == http.StatusBadRequest {
		holder = holderOf(ctx, client, account, name)
	}
	var hint string
	switch {
	case isUnsure && holder != nil:
		hint = fmt.Sprintf("Brand %d of the account has that name, but other values than were sent: somebody else may have created it. "+
			"Set brand_id = %d to adopt it.", holder.ID, holder.ID)
	case isUnsure:
		hint = "No brand of that name was found afterwards. Plan again: if the account has the brand by then, the plan shows its id and how to import it."
	case holder != nil:
		return nameTaken(subject, holder.ID, holder.Name, apidiag.WithoutAdvice(verb, subject, err, ""))
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
