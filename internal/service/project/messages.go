package project

import (
	"errors"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// found returns the diagnostics of the search for a project that is to be adopted. Without a subscription key, the
// project is assumed to exist.
func found(subject apidiag.Subject, err error) (diags diag.Diagnostics) {
	switch {
	case err == nil:
	case isWithoutKey(err):
		diags.Append(notLookedFor(subject))
	case videoindexer.IsNotFound(err):
		diags.AddAttributeError(projectIDPath, "Project does not exist",
			subject.WithIDs(fmt.Sprintf("The account has no %s: project_id must be the id of an existing project.", subject)))
	default:
		apidiag.Add(&diags, "read", subject, err)
	}
	return diags
}

func isWithoutKey(err error) bool {
	_, ok := errors.AsType[*videoindexer.MissingCredentialError](err)
	return ok
}

func notLookedFor(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Project was not looked for",
		fmt.Sprintf("The provider needs a subscription key to check that %s exists: set the provider's subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY).", subject))
}

func nameMissing() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(namePath, "Missing name",
		"Without project_id, Terraform creates the project, which needs a name (and extended_operations in the provider's configuration). "+
			"Set name, or project_id to adopt a project that exists.")
}

// renderIsLost is the warning of a change of ranges, by which the service discards the render.
func renderIsLost(subject apidiag.Subject, renders bool) diag.Diagnostic {
	next := "Set render = true to render the changed project."
	if renders {
		next = "render is true: the apply renders the project again."
	}
	return diag.NewAttributeWarningDiagnostic(rangesPath, "Change discards the render", fmt.Sprintf(
		"Once video_ranges have changed, the service discards the render of %s, if there is one, and deletes the rendered file. %s", subject, next))
}

const whatDeletes = `deletion_policy "delete" deletes it.`

// listed are ranges in a message.
func listed(ranges []videoindexer.VideoRange) string {
	const most = 5
	if len(ranges) == 0 {
		return "none"
	}
	texts := make([]string, 0, most)
	for _, r := range ranges[:min(len(ranges), most)] {
		texts = append(texts, fmt.Sprintf("%s from %s to %s", r.VideoID, r.Start, r.End))
	}
	text := strings.Join(texts, ", ")
	if more := len(ranges) - len(texts); more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
