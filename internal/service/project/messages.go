package project

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

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

// nameInUse is the warning of a create whose name other projects of the account have.
func nameInUse(account videoindexer.AccountRef, name string, others []videoindexer.ProjectSummary) diag.Diagnostic {
	ids := make([]string, 0, maxNamesakes)
	for _, other := range others[:min(len(others), maxNamesakes)] {
		ids = append(ids, other.ID)
	}
	return diag.NewAttributeWarningDiagnostic(namePath, "Another project of that name exists",
		subjectOf(account, strconv.Quote(name)).WithIDs(fmt.Sprintf("The account has %d of the name %q already: %s. The apply creates another one.\n\n"+
			"If an interrupted run has created it, import it: `terraform import '<address>' %s`. If only the address of the resource changes, add a moved block. Otherwise, ignore this warning.",
			len(others), name, strings.Join(ids, ", "), ids[0])))
}

// willBeChanged is the warning of an adoption that changes the project.
func willBeChanged(subject apidiag.Subject, remote *videoindexer.Project, fields videoindexer.ProjectFields) diag.Diagnostic {
	var changes []string
	if remote.Name != fields.Name {
		changes = append(changes, fmt.Sprintf("name: %q becomes %q", remote.Name, fields.Name))
	}
	if !(videoindexer.ProjectFields{Name: remote.Name, VideoRanges: fields.VideoRanges}).Same(remote) {
		changes = append(changes, fmt.Sprintf("video_ranges: %s become %s", listed(remote.VideoRanges), listed(fields.VideoRanges)))
	}
	return diag.NewWarningDiagnostic("Project will be changed",
		fmt.Sprintf("The adoption of %s changes the project.\n\n%s", subject, strings.Join(changes, "\n")))
}

// renderIsLost is the warning of a change of ranges of a project that is, or was, rendered.
func renderIsLost(subject apidiag.Subject, state videoindexer.RenderState, renders bool) diag.Diagnostic {
	waits, next := "", "Set render = true to render the changed project."
	if running(state) {
		waits = "The project is being rendered: the apply first waits until that has ended, within timeouts. "
	}
	if renders {
		next = "render is true: the apply renders the project again."
	}
	return diag.NewAttributeWarningDiagnostic(rangesPath, "Rendered file will be deleted", fmt.Sprintf(
		"%sAfter the change of video_ranges, the service discards the render of %s and deletes the rendered file. %s", waits, subject, next))
}

// fileGoesWithProject is the warning of a destroy that deletes a project which was rendered.
func fileGoesWithProject(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Rendered file will be deleted", fmt.Sprintf("The destroy deletes %s with its rendered file.", subject))
}

// noSuchVideo is the warning of a range of a video that the account does not have.
func noSuchVideo(at path.Path, account videoindexer.AccountRef, videoID string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, "Video does not exist", subjectOf(account, "").WithIDs(fmt.Sprintf("%s refers to video %s, which the account does not have. The apply fails unless the video exists by then: correct video_id.", at.ParentPath(), videoID)))
}

const whatDeletes = `deletion_policy "delete" deletes it.`

func createdDespiteError(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Project was created despite the error", fmt.Sprintf(
		"Terraform marks a resource whose create failed as tainted, and the next apply would delete %s and create another. To keep it and have the next apply do the rest, "+
			"run terraform untaint on this resource first.", subject))
}

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
