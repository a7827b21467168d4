package managedbrand

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// notAdopted is the error of an adoption that was refused for a reason of its own; nil for one that any call may have. At
// is the argument that names the brand.
func notAdopted(subject apidiag.Subject, at path.Path, err error) diag.Diagnostic {
	switch {
	case errors.Is(err, errContested):
		return contested(at, subject)
	case videoindexer.IsNotFound(err):
		return diag.NewAttributeErrorDiagnostic(at, "Brand does not exist",
			fmt.Sprintf("%s must be the id of a brand that exists in this account. Without extended_operations the provider has no call that creates brands; "+
				"with them, videoindexer_brand creates one if brand_id is left out.\n\n%s",
				at, apidiag.Detail("adopt", subject, err)))
	}
	return nil
}

// contested is the error of a plan in which one instance deletes brands that another one adopts.
func contested(at path.Path, subject apidiag.Subject) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(at, "Brand would be deleted and adopted",
		fmt.Sprintf("One instance is planned to delete %s, because its deletion_policy is \"delete\" or it is an exclusive dictionary without an entry of that name, "+
			"and another one to adopt or manage it. If only the name or key of the resource has changed, add a block `moved { from = <old address>, to = <new address> }`. "+
			"If a dictionary is exclusive, add an entry of that name to it and remove the other resource. "+
			"Otherwise set deletion_policy = \"abandon\" in the resource that deletes, and apply that first.", subject))
}

// NotKept returns the errors about fields that the service has with another value than was sent, although it
// accepted the call. Verb names the call: create or update.
func (b Brand) NotKept(verb string, remote *videoindexer.Brand, sent Values) diag.Diagnostics {
	var diags diag.Diagnostics
	for _, name := range notKept(remote, sent) {
		diags.AddAttributeError(b.At.AtName(name), "Value not kept by the service",
			fmt.Sprintf("The service accepted the %s of %s, but has another value of %s than the one that was sent. "+
				"Set %s to a value that the service keeps, or leave it out; the state shows what the service has.", verb, b.Subject(), name, name))
	}
	return diags
}

// notReleased is NotKept for what deletion_policy sends, where no argument of the brand is the reason.
func (b Brand) notReleased(policy deletion.Policy, remote *videoindexer.Brand, sent Values) diag.Diagnostics {
	var diags diag.Diagnostics
	if names := notKept(remote, sent); len(names) > 0 {
		diags.AddAttributeError(path.Root("deletion_policy"), "Value not kept by the service",
			fmt.Sprintf("The service accepted what deletion_policy = %q sends for %s, but has another value of %s than the one that was sent. The brand stays in the state, which shows what the service has. "+
				"To stop managing it as it is, set deletion_policy = \"abandon\"; before a destroy, apply that.", policy, b.Subject(), strings.Join(names, ", ")))
	}
	return diags
}

// notKept are the fields that the service has with another value than was sent.
func notKept(remote *videoindexer.Brand, sent Values) (names []string) {
	for _, f := range fields {
		if value := f.of(&sent); isKnown(value) && !same(f.read(remote.BrandFields), value) {
			names = append(names, f.name)
		}
	}
	return names
}
