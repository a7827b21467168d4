package video

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	howToDelete = "With deletion_policy `delete`, destroy deletes the video and its insights."
	tainted     = "Terraform marks the resource as tainted, so the next apply adopts the video again and repeats what it asks for; `terraform untaint` keeps it as it is."
	howToMove   = "If only the address of the resource changes, such as its key of for_each, add a `moved` block (from the old address, to the new one): " +
		"nothing is then destroyed or indexed again."
)

func missing(videoID types.String, account videoindexer.AccountRef, verb string, err error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("video_id"), "Video does not exist",
		apidiag.Settled(verb, videoSubject(videoID, account), err, "The provider cannot upload videos: video_id must be the id of a video that exists in this account."))
}

func wasGone(subject apidiag.Subject) diag.Diagnostic {
	return apidiag.Gone(path.Root("video_id"), subject, "The provider cannot upload videos")
}

// indexes is the warning of a plan whose apply indexes a video again, or may do so: nil where it does not.
func (m *resourceModel) indexes(prior *resourceModel, starts string) diag.Diagnostics {
	because := m.because(prior)
	if len(because) == 0 {
		return nil
	}
	subject, names := videoSubject(m.VideoID, m.AccountRef()), strings.Join(because, ", ")
	if !m.mayAgree(prior) {
		return diag.Diagnostics{diag.NewWarningDiagnostic("Video will be indexed again",
			fmt.Sprintf("The apply indexes %s again, and the service replaces its insights. %s, because of %s.", subject, starts, names))}
	}
	text := fmt.Sprintf("Known only after apply: %s. If the value differs from the current one, the apply indexes %s again, and the service replaces its insights.", names, subject)
	if m.LinguisticModelID.IsUnknown() && !prior.LinguisticModelID.IsNull() && m.ReindexTriggers.IsNull() {
		text += " A service may keep the linguistic_model_id of a model that it trains again. To index the video after each change of the model's files, refer to them in reindex_triggers."
	}
	return diag.Diagnostics{diag.NewWarningDiagnostic("Video may be indexed again", text)}
}

func willHandOver(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Video will be left to another instance",
		fmt.Sprintf("This plan destroys an instance that manages %s, and another instance manages the same video. The destroy writes nothing, whatever deletion_policy says. %s", subject, howToMove))
}

func handedOver(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Video left to another instance",
		fmt.Sprintf("Another instance manages %s, so that the destroy of this one wrote nothing, whatever deletion_policy says. %s", subject, howToMove))
}

// leftByReplacement is the warning of the destroy of an instance that is replaced.
func leftByReplacement(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Video left as it is",
		fmt.Sprintf("The replaced instance no longer manages %s. A replacement deletes no video, whatever deletion_policy says.", subject))
}

func isDeletedElsewhere(subject apidiag.Subject) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("video_id"), "The same plan deletes this video",
		fmt.Sprintf("This resource is to manage %s, and another instance, which this plan destroys, has deletion_policy = \"delete\" in the state: its destroy would permanently delete the video.\n\n"+
			"%s If both have to manage the video for a while, set deletion_policy = \"abandon\" in the old resource and apply that first.", subject, howToMove))
}

func mustNotReplace(videoID string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"), "Video must not be replaced",
		fmt.Sprintf("The state has deletion_policy = \"delete\" for video %q: the destroy of this replacement would permanently delete it, and Terraform cannot create it again.\n\n"+
			"Set deletion_policy = \"abandon\" and apply that first: a replacement then leaves the video as it is. "+
			"To delete the video, remove the resource from the configuration and apply that first. To index the video again, change reindex_triggers.", videoID))
}
