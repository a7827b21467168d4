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
	tainted     = "Terraform marks the resource as tainted, so that the next apply adopts the video again and starts what it asks for anew; `terraform untaint` keeps it as it is."
	howToMove   = "Where a resource only gets another address, such as another key of for_each, a `moved` block (from the old address, to the new one) " +
		"keeps the instance: nothing is destroyed then, and nothing indexed again."
)

func missing(videoID types.String, account videoindexer.AccountRef, verb string, err error) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("video_id"), "Video does not exist",
		apidiag.Explained(verb, videoSubject(videoID, account), err, "The provider cannot upload videos: video_id must be the id of one that exists in this account."))
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
			fmt.Sprintf("The apply indexes %s again, and the service makes its insights anew. %s, because of %s.", subject, starts, names))}
	}
	text := fmt.Sprintf("Known only after apply: %s. Where that is another value than now, the apply indexes %s again, and the service makes its insights anew.", names, subject)
	if m.LinguisticModelID.IsUnknown() && !prior.LinguisticModelID.IsNull() && m.ReindexTriggers.IsNull() {
		text += " A service may keep the linguistic_model_id of a model that it trains again. To have the video indexed after each change of the model's files, have reindex_triggers refer to them."
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
		fmt.Sprintf("This resource is to manage %s, and another instance, which this plan destroys, has deletion_policy = \"delete\" in the state: its destroy would delete the video for good.\n\n"+
			"%s Where both are to manage the video for a while, set deletion_policy = \"abandon\" in the old resource and apply that first.", subject, howToMove))
}

func mustNotReplace(videoID string) diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(path.Root("deletion_policy"), "Video must not be replaced",
		fmt.Sprintf("The state has deletion_policy = \"delete\" for video %q: the destroy that is half of this replacement would delete it for good, and no create brings it back.\n\n"+
			"Set deletion_policy = \"abandon\" and apply that first: a replacement then leaves the video as it is. "+
			"To delete the video, take the resource out of the configuration and apply that first. To index the video again, change reindex_triggers.", videoID))
}
