package project

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// found returns the diagnostics of the search for a project that is to be adopted. Without a subscription key, the
// project is assumed to exist.
func found(account videoindexer.AccountRef, projectID types.String, err error) (diags diag.Diagnostics) {
	subject := subjectOf(account, projectID.ValueString())
	switch {
	case err == nil:
	case isWithoutKey(err):
		diags.Append(notLookedFor(account, projectID))
	case videoindexer.IsNotFound(err):
		diags.AddAttributeError(projectIDPath, "Project does not exist",
			fmt.Sprintf("There is no %s.\n\n%s: project_id must be the id of an existing project.", subject, cannotCreate))
	default:
		apidiag.Add(&diags, "read", subject, err)
	}
	return diags
}

// cannotCreate is why a missing project is not created.
const cannotCreate = "The service has no call that creates projects with a given id"

func isWithoutKey(err error) bool {
	_, ok := errors.AsType[*videoindexer.MissingCredentialError](err)
	return ok
}

func notLookedFor(account videoindexer.AccountRef, projectID types.String) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Project was not looked for",
		fmt.Sprintf("The provider needs a subscription key to check that %s exists: set the provider's subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY).",
			subjectOf(account, projectID.ValueString())))
}

func nameMissing() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(namePath, "Missing name",
		"Without project_id, Terraform creates the project, which needs a name (and extended_operations in the provider's configuration). "+
			"Set name, or project_id to adopt a project that exists.")
}

// namesake is a project that has the name of one that is to be created.
type namesake struct {
	id string
	// isAlike says that it has the same ranges as well.
	isAlike bool
}

// nameInUse is the warning of a create whose name other projects have that no instance of the state has.
func nameInUse(account videoindexer.AccountRef, name string, others []namesake) diag.Diagnostic {
	texts := make([]string, len(others))
	first := others[0]
	for i, other := range others {
		texts[i] = other.id
		if other.isAlike {
			texts[i] += " (with the same ranges)"
			first = other
		}
	}
	return diag.NewAttributeWarningDiagnostic(namePath, "Another project of that name exists",
		fmt.Sprintf("%s is to be created, and the account has a project of that name already: %s. Names of projects need not be unique, so the apply creates another one.\n\n"+
			"An earlier run that was interrupted may have created it. To manage it instead, import it (terraform import <address of this resource> %s), or set project_id = %q.",
			subjectOf(account, strconv.Quote(name)).Capitalized(), strings.Join(texts, ", "), first.id, first.id))
}

// remade is the warning of a project that one instance deletes while another one creates a project of the same name.
func remade(subject apidiag.Subject, name string) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Project is deleted and another created under its name",
		fmt.Sprintf("One instance deletes %s and another one creates a project named %q in the same run, for example after a change of a for_each key or resource name. "+
			"The new project has another id, and has not been rendered.\n\n%s", subject, name, movedBlock))
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

// willBeForgotten is the warning of a change of ranges after a render.
func willBeForgotten(subject apidiag.Subject, renders bool) diag.Diagnostic {
	next := "Set render = true to render the changed project."
	if renders {
		next = "render is true: the apply renders the project again."
	}
	return diag.NewAttributeWarningDiagnostic(rangesPath, "Rendered file will be deleted",
		fmt.Sprintf("After the change of video_ranges, the service discards the render of %s and deletes the rendered file. %s", subject, next))
}

// isRendering is the warning of a change of ranges while the project is being rendered.
func isRendering(subject apidiag.Subject, renders bool) diag.Diagnostic {
	next := "the service then discards it and deletes the rendered file."
	if renders {
		next = "the service then discards it and deletes the rendered file, and the apply renders the project again."
	}
	return diag.NewAttributeWarningDiagnostic(rangesPath, "Project is being rendered",
		fmt.Sprintf("%s is being rendered, and cannot be changed meanwhile. The apply waits for the end of the render, within timeouts; %s "+
			"The action videoindexer_cancel_render ends the render.", subject.Capitalized(), next))
}

// noSuchVideo is the warning of a range of a video that the account does not have.
func noSuchVideo(at path.Path, account videoindexer.AccountRef, videoID string) diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(at, "Video does not exist",
		fmt.Sprintf("%s refers to video %s, which account %s in location %s does not have. The apply fails unless the video exists by then: correct video_id.", at.ParentPath(), videoID, account.ID, account.Location))
}

const whatDeletes = `deletion_policy "delete" deletes it.`

// movedBlock is how an object changes its address without being destroyed. A provider does not learn the addresses.
const movedBlock = "If this is the same project under a new address, add a moved block, and nothing is destroyed:\n\n" +
	"moved {\n  from = videoindexer_project.<old address>\n  to   = videoindexer_project.<new address>\n}"

// leftToAnother is the warning of a destroy, under "delete", that leaves a project which another instance manages.
func leftToAnother(subject apidiag.Subject, summary, why string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(summary, fmt.Sprintf("%s has deletion_policy = \"delete\", and another instance %s.\n\n%s", subject.Capitalized(), why, movedBlock))
}

func willBeDeleted(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(projectIDPath, "Project is to be deleted in the same run",
		fmt.Sprintf("Another instance manages %s with deletion_policy = \"delete\", and its destroy is planned in this run: it would delete the project, although this instance is to manage it.\n\n"+
			"%s\n\nOtherwise set deletion_policy = \"abandon\" there and apply that first.", subject, movedBlock))
}

const insteadOfReplacing = "Set deletion_policy = \"abandon\" to leave it as it is."

// replacedOnRequest is the error of a replacement under the policy "delete" that the user asked for.
func replacedOnRequest() diag.Diagnostic {
	return diag.NewErrorDiagnostic("Project must not be replaced",
		"The project has deletion_policy = \"delete\" and would be replaced because the run or replace_triggered_by asks for it. "+
			"A replacement would delete a project that was adopted, and Terraform cannot create it again. "+insteadOfReplacing)
}

// replacedByChange is the error of a replacement under the policy "delete" that a change of arguments causes.
func replacedByChange(project apidiag.Subject, changed path.Paths) diag.Diagnostic {
	names := make([]string, len(changed))
	for i, at := range changed {
		names[i] = at.String()
	}
	return diag.NewAttributeErrorDiagnostic(changed[0], "Project must not be replaced",
		fmt.Sprintf("%s has deletion_policy = \"delete\" and would be replaced because of a change of %s. A replacement would delete it, and Terraform cannot create an adopted project again.\n\n"+
			"Undo the change, or add a separate resource for the other project. %s", project.Capitalized(), strings.Join(names, ", "), insteadOfReplacing))
}
