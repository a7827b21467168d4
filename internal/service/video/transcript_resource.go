package video

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ managed.Planner[transcriptModel] = (*transcriptModel)(nil)

// transcriptKeys name a transcript inside its account.
var transcriptKeys = importid.Keys{videoKey, {
	Name: "language", Description: "Language of the transcript.",
	Check: func(value string) string {
		if slices.Contains(videoindexer.CaptionLanguages, value) {
			return ""
		}
		return "is not one of the languages of transcripts, such as en-US"
	},
}}

// NewTranscriptResource returns videoindexer_video_transcript.
func NewTranscriptResource() resource.Resource {
	return managed.NewObjectResource[transcriptModel](managed.ResourceInfo{
		Name: "video_transcript", Keys: transcriptKeys, Summary: "Manages the transcript of a video in a language.",
		Notes: "Creating the resource replaces the transcript that the service made (see [Adoption](../guides/reliability.md#adoption)). " +
			"For the video's source language, " +
			"the service then re-indexes the video and replaces the transcripts of all other languages.\n\n" +
			"If a configuration has transcripts of several languages, " +
			"give the others `depends_on` with the one of the source language. " +
			"If that transcript changes, apply again to write the others.\n\n" +
			"A refresh compares texts and times. Formatting does not count. " +
			"If the captions do not show an accepted transcript, plans warn for a day, and then show a difference.",
	}, transcriptArguments)
}

// Write sends the planned transcript, and compares it with the captions that the service then
// returns.
func (m *transcriptModel) Write(
	ctx context.Context, writing managed.WriteRequest[transcriptModel],
) (becomesState bool, diags diag.Diagnostics) {
	diags = m.send(ctx, writing.Client, func(message string) { tflog.Info(ctx, message) })
	if diags.HasError() {
		return false, diags
	}
	record := shownCaptions{At: time.Now().UTC()}
	shown, err := m.fetchCaptions(ctx, writing.Data)
	if err != nil {
		diags.AddWarning("Transcript not compared", apidiag.DetailWithoutAdvice("read", m.Subject(), err,
			"The service has accepted the transcript. "+
				"A refresh compares it with the captions of the video, once these can be read."))
	} else {
		var result captionsComparison
		result, record = m.compare(shown, record, record.At)
		diags.Append(m.comparisonWarnings(result)...)
	}
	diags.Append(record.save(ctx, writing.Private)...)
	return true, diags
}

// Fetch compares the captions with the transcript. If the video is gone, the transcript is removed
// from the state. If the service returns no captions for the video at present, the state stays
// unchanged.
func (m *transcriptModel) Fetch(
	ctx context.Context, reading managed.ReadRequest,
) (exists bool, diags diag.Diagnostics) {
	shown, err := m.fetchCaptions(ctx, reading.Data)
	switch {
	case videoindexer.IsCaptionsUnavailable(err):
		diags.AddWarning("Transcript not compared", apidiag.DetailWithoutAdvice("read", m.Subject(), err,
			"The video has no captions to compare with, because it is being indexed or its indexing failed. "+
				"The state does not change."))
		return true, diags
	case err != nil:
		return managed.ReadResult(m.Subject(), err)
	}
	var record shownCaptions
	diags.Append(private.Get(ctx, reading.Private, shownCaptionsKey, &record)...)
	result, record := m.compare(shown, record, time.Now().UTC())
	if result == captionsChanged {
		m.Content = types.StringValue(shown)
	}
	diags.Append(m.comparisonWarnings(result)...)
	diags.Append(record.save(ctx, reading.Private)...)
	return true, diags
}

// Plan warns of what the plan does not show: the transcript that a create replaces, and a possible
// re-index of the video.
func (m *transcriptModel) Plan(
	ctx context.Context, planning managed.PlanRequest[transcriptModel],
) (diags diag.Diagnostics) {
	var isSent bool
	switch planning.Step {
	case managed.StepCreate:
		isSent, diags = m.planCreate(ctx, planning)
	case managed.StepUpdate:
		if m.isReformatted(planning.Prior.Content) {
			m.Content = planning.Prior.Content
		}
		isSent = *m != *planning.Prior
	case managed.StepNone, managed.StepReplace, managed.StepDestroy:
	}
	if isSent {
		// The service does not return the language of the video.
		diags.AddWarning("Video may be re-indexed", fmt.Sprintf(
			"The apply sends %s. If its language is or becomes the source language of the video, "+
				"the service then re-indexes the video with this transcript, "+
				"and replaces the transcripts of all other languages.", m.Subject()))
	}
	return diags
}

// planCreate warns that a create replaces a transcript. The result is false if the apply will fail,
// and send nothing.
func (m *transcriptModel) planCreate(
	ctx context.Context, planning managed.PlanRequest[transcriptModel],
) (isSent bool, diags diag.Diagnostics) {
	if planning.IsRepeated {
		return true, nil
	}
	if !planning.IsConfigured() || m.isUnknown() {
		return true, diag.Diagnostics{m.replaceWarning("Transcript may be replaced", ", if there is one")}
	}
	shown, err := m.fetchCaptions(ctx, planning.Data)
	isSent = err == nil || videoindexer.IsCaptionsUnavailable(err)
	return isSent, m.replaceDiagnostics(shown, err)
}

// replaceDiagnostics returns what a create replaces. Captions that the service cannot return at
// present may be replaced, too.
func (m *transcriptModel) replaceDiagnostics(shown string, err error) (diags diag.Diagnostics) {
	switch {
	case err != nil && !videoindexer.IsCaptionsUnavailable(err):
		diags.Append(managed.AdoptionDiagnostics(m.Subject(), err, func() diag.DiagnosticWithPath {
			return missingError("adopt", m.VideoID, m.AccountRef(), err)
		})...)
	case err != nil || strings.Contains(shown, "-->"):
		diags.Append(m.replaceWarning("Transcript will be replaced", ""))
	}
	return diags
}

// replaceWarning returns the warning of a create that replaces a transcript. condition ends the
// sentence that says so; "" for no condition.
func (m *transcriptModel) replaceWarning(summary, condition string) diag.Diagnostic {
	return diag.NewWarningDiagnostic(summary, fmt.Sprintf(
		"The create replaces %s%s. "+
			"The service keeps no copy: to save one, "+
			"read it with the data source videoindexer_captions before the apply.", m.Subject(), condition))
}

// fetchCaptions returns the captions that the service shows in the language of the transcript (8).
func (m *transcriptModel) fetchCaptions(ctx context.Context, data *providerdata.Data) (string, error) {
	get := func(client *videoindexer.Client) (string, error) {
		return client.GetCaptions(ctx, m.AccountRef(), m.VideoID.ValueString(), videoindexer.CaptionsQuery{
			Format: "Vtt", Language: m.Language.ValueString(),
		})
	}
	return providerdata.ReadWithAccessCheck(ctx, data, m.AccountRef(), get)
}
