package field

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NoDeletion is what the warnings of a destroy that leaves brands say about it.
const NoDeletion = "deletion_policy \"disable\" or \"restore\" changes what destroy does; with extended_operations there is \"delete\" as well."

// Join puts texts about brands into a sentence; those for which there is no room are counted.
func Join(texts []string) string {
	const most = 50
	text := strings.Join(texts[:min(len(texts), most)], ", ")
	if len(texts) > most {
		text += fmt.Sprintf(" and %d more", len(texts)-most)
	}
	return text
}

// Subject names one brand or several in messages, by their ids or names.
func Subject(account videoindexer.AccountRef, brands ...string) apidiag.Subject {
	noun := "brand"
	if len(brands) > 1 {
		noun = "brands"
	}
	return apidiag.Subject{Noun: noun, ID: Join(brands), Account: account}
}

// NotKept are the errors about values that the service has not kept although it accepted a call: the verb is create or
// update. At is where the brand's arguments stand.
func NotKept(at path.Path, verb string, subject apidiag.Subject, sent Values, remote *videoindexer.Brand) (diags diag.Diagnostics) {
	for _, name := range sent.DifferentIn(remote.BrandFields) {
		advice := fmt.Sprintf("Set %s to a value that the service keeps, or leave it out; the state shows what the service has.", name)
		if name == "name" && verb == "update" {
			advice = fmt.Sprintf("It has kept the name %q. If Terraform created the brand, `terraform apply -replace=<address of this resource>` deletes it and creates one of the new name.", remote.Name)
		}
		diags.AddAttributeError(at.AtName(name), "Value not kept by the service",
			fmt.Sprintf("The service accepted the %s of %s, but has another value of %s than the one that was sent. %s", verb, subject, name, advice))
	}
	return diags
}

// NotReleased is NotKept for what deletion_policy sends, where no argument of the brand is the reason.
func NotReleased(policy string, subject apidiag.Subject, sent Values, remote *videoindexer.Brand) (diags diag.Diagnostics) {
	if names := sent.DifferentIn(remote.BrandFields); len(names) > 0 {
		diags.AddAttributeError(path.Root("deletion_policy"), "Value not kept by the service",
			fmt.Sprintf("The service accepted what deletion_policy = %q sends for %s, but has another value of %s than the one that was sent. The brand stays in the state, which shows what the service has. "+
				"To stop managing it as it is, set deletion_policy = \"abandon\"; before a destroy, apply that.", policy, subject, strings.Join(names, ", ")))
	}
	return diags
}
