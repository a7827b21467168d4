package brand

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/adoption"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// createNew creates a brand that the account does not have (X2). Its name was checked by the plan, which an engine makes
// again at apply, when the name is known. If something fails afterwards, the brand stays in the state, tainted. The next
// apply then deletes it, whatever is configured, since its name would prevent the next create.
func (r *brandResource) createNew(ctx context.Context, plan resourceModel, wanted managedbrand.Values, resp *resource.CreateResponse) {
	client, account, ok := r.Target(&plan.AccountFields, &resp.Diagnostics)
	if !ok {
		return
	}
	remote, err := client.CreateBrand(ctx, account, wanted.Overlay(videoindexer.BrandFields{Enabled: true}))
	if err != nil {
		resp.Diagnostics.Append(notCreated(ctx, client, account, plan.Name.ValueString(), err))
		return
	}
	instance, diags := adoption.NewInstance(ctx, resp.Private)
	resp.Diagnostics.Append(diags...)
	plan.BrandID = int32type.New(remote.ID)
	plan.fill(remote)
	b := managedbrand.Brands{Data: r.Data, Client: client, Account: account, Instance: instance}.One(remote.ID, path.Empty())
	made := managedbrand.Outcome{Remote: remote, Diags: b.NotKept("create", remote, wanted)}
	if made.Failed() {
		plan.DeletionPolicy = types.StringValue(string(deletion.Delete))
	}
	resp.Diagnostics.Append(noteCreated(ctx, resp.Private)...)
	resp.Diagnostics.Append(noteComplete(ctx, resp.Private, b, wanted, made)...)
	resp.Diagnostics.Append(r.Save(ctx, plan, &resp.State, resp.Identity)...)
	resp.Diagnostics.Append(made.Diags...)
}

// mayBeCreated reports whether a brand can be created with a name, as far as that is known, and the error if it cannot.
func mayBeCreated(name types.String, diags *diag.Diagnostics) bool {
	text := name.ValueString()
	switch {
	case name.IsUnknown():
	case name.IsNull():
		diags.Append(nameMissing())
		return false
	case strings.TrimSpace(text) == "":
		diags.AddAttributeError(namePath, "Empty name", fmt.Sprintf("name is %q: a brand needs a name. Set name to a text that contains more than white space.", text))
		return false
	case strings.TrimSpace(text) != text:
		diags.AddAttributeError(namePath, "White space around a name",
			fmt.Sprintf("name begins or ends with white space (%q), which a service may remove: the provider creates no brand with such a name. "+
				"Remove the white space, for example with trimspace.", text))
		return false
	}
	return true
}

func nameMissing() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(namePath, "Missing name",
		"Without brand_id, Terraform creates the brand, which needs a name (and extended_operations in the provider's configuration). "+
			"Set name, or brand_id to adopt a brand that exists.")
}

// named names a brand that has no id yet in messages.
func named(account videoindexer.AccountRef, name string) apidiag.Subject {
	const longest = 100
	if runes := []rune(name); len(runes) > longest {
		name = string(runes[:longest]) + "…"
	}
	return apidiag.Subject{Noun: "brand", ID: fmt.Sprintf("%q", name), Account: account}
}

// nameTaken is the error of a create whose name another brand has.
func nameTaken(account videoindexer.AccountRef, name string, holder *videoindexer.Brand, more string) diag.Diagnostic {
	text := fmt.Sprintf("%s cannot be created: brand %d of the account has the name %q, and names of brands are unique in an account.\n\n"+
		"Set brand_id = %d to adopt that brand as it is, or import it: terraform import <address of this resource> %d. An earlier run that was interrupted may have created it. "+
		"Otherwise choose another name.\n\n"+
		"If a resource with this brand is replaced or renamed in the same run: the name becomes free only when that resource is destroyed, so create_before_destroy "+
		"and deletion_policy = \"abandon\" cannot work with the same name. If only the name or key of the resource has changed, add a block `moved { from = <old address>, to = <new address> }`.",
		named(account, name).Capitalized(), holder.ID, holder.Name, holder.ID, holder.ID)
	if more != "" {
		text += "\n\n" + more
	}
	return diag.NewAttributeErrorDiagnostic(namePath, "Brand name is taken", text)
}

// notCreated is the error of a create. If the name may be the reason, it looks for the brand that has it.
func notCreated(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, name string, err error) diag.Diagnostic {
	const verb = "create"
	subject := named(account, name)
	isUnsure := videoindexer.IsAmbiguous(err)
	answer, isAnswer := errors.AsType[*videoindexer.APIError](err)
	isTaken := isAnswer && (answer.Type == videoindexer.ErrorTypeAlreadyExists || answer.Status == http.StatusConflict)
	var holder *videoindexer.Brand
	if isTaken || isUnsure || isAnswer && answer.Status == http.StatusBadRequest {
		holder = holderOf(ctx, client, account, name)
	}
	var decisive string
	switch {
	case isUnsure && holder != nil:
		decisive = fmt.Sprintf("Brand %d of the account has that name, but other values than were sent: somebody else may have created it. "+
			"Set brand_id = %d to adopt it, or import it: terraform import <address of this resource> %d.", holder.ID, holder.ID, holder.ID)
	case isUnsure:
		decisive = "No brand of that name was found afterwards. Plan again: if the account has the brand by then, the plan shows its id and how to import it."
	case holder != nil:
		return nameTaken(account, name, holder, apidiag.Settled(verb, subject, err, ""))
	case isTaken:
		return diag.NewAttributeErrorDiagnostic(namePath, "Unable to create brand", apidiag.Settled(verb, subject, err,
			"The service returned that the name is taken, possibly in another letter case. Choose another name, or set brand_id to the id of the brand that has it."))
	default:
		return diag.WithPath(namePath, apidiag.Error(verb, subject, err))
	}
	return diag.NewAttributeErrorDiagnostic(namePath, "Unable to create brand", apidiag.Explained(verb, subject, err, decisive))
}

// holderOf is the brand that has a name, which a service may compare without regard to letter case; nil where none is known.
func holderOf(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, name string) *videoindexer.Brand {
	brands, err := client.ListBrands(ctx, account)
	if err != nil {
		return nil
	}
	var alike *videoindexer.Brand
	for _, b := range brands {
		switch {
		case b.Name == name:
			return &b
		case strings.EqualFold(b.Name, name):
			alike = &b
		}
	}
	return alike
}
