package video

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// indexingSettings are the settings of a re-index (7), in the resource and in the actions. If one
// is null, the service chooses its value.
type indexingSettings struct {
	IndexingPreset    types.String `tfsdk:"indexing_preset"`
	StreamingPreset   types.String `tfsdk:"streaming_preset"`
	SourceLanguage    types.String `tfsdk:"source_language"`
	LinguisticModelID types.String `tfsdk:"linguistic_model_id"`
	PersonModelID     types.String `tfsdk:"person_model_id"`
	AnimationModelID  types.String `tfsdk:"animation_model_id"`
	Priority          types.String `tfsdk:"priority"`
	BrandsCategories  types.Set    `tfsdk:"brands_categories"`
	CallbackURL       types.String `tfsdk:"callback_url"`
	SendSuccessEmail  types.Bool   `tfsdk:"send_success_email"`
}

const chosenByServiceNote = " Default: chosen by the service."

func settingArguments() map[string]schema.Attribute {
	category := validate.NewStringCheck(func(value string) string {
		switch {
		case value == "":
			return "is empty"
		case strings.Contains(value, ","):
			return "contains a comma, which separates categories"
		}
		return ""
	})
	return map[string]schema.Attribute{
		"indexing_preset":  chosenByService(oneOf("Insights to look for", videoindexer.IndexingPresets)),
		"streaming_preset": chosenByService(oneOf("Encoding for streaming", videoindexer.StreamingPresets)),
		"source_language": chosenByService(languageOf("Spoken language of the video; "+
			"`auto` detects one language, `multi` several (preview).",
			videoindexer.ReindexLanguages)),
		"linguistic_model_id": chosenByService(identifier("Id of the language model for the transcription: " +
			"`model_id` of a `videoindexer_language_model`, " +
			"or its `linguistic_model_id` if the service needs that id.")),
		"person_model_id": chosenByService(identifier("Id of the person model for the recognition of faces.")),
		"animation_model_id": chosenByService(identifier(
			"Id of the model for the recognition of animated characters.")),
		"priority": chosenByService(oneOf("Priority of the indexing, only in paid regions", videoindexer.Priorities)),
		"brands_categories": schema.SetAttribute{
			MarkdownDescription: "Categories of brands to look for. Default: all.",
			ElementType:         types.StringType,
			Optional:            true,
			Validators: []validator.Set{
				setvalidator.SizeAtLeast(1), validate.NoNulls(), setvalidator.ValueStringsAre(category),
			},
		},
		"callback_url": callbackURL("Address to which the service sends a POST when the indexing has ended, " +
			"with `id` and `state` in the query."),
		"send_success_email": arguments.OptionalBool(
			"Whether the service sends an e-mail when the indexing succeeds." + chosenByServiceNote),
	}
}

func oneOf(description string, values []string) schema.StringAttribute {
	return arguments.OptionalString(
		fmt.Sprintf("%s. One of %s.", description, arguments.CodeList(values)), validate.OneOf(values...),
	)
}

// chosenByService returns an argument whose value the service chooses if it is omitted.
func chosenByService(argument schema.StringAttribute) schema.StringAttribute {
	argument.MarkdownDescription += chosenByServiceNote
	return argument
}

// languageOf returns an argument like oneOf for languages, which are listed on a separate page.
func languageOf(description string, values []string) schema.StringAttribute {
	return arguments.OptionalString(description+arguments.LanguageCodesNote, validate.OneOf(values...))
}

func identifier(description string) schema.StringAttribute {
	return arguments.OptionalString(description, validate.Name())
}

func callbackURL(description string) schema.StringAttribute {
	return arguments.OptionalString(description+" An `http` or `https` URL. Default: none.", validate.URL())
}

// values returns the settings by the names of their arguments.
func (s *indexingSettings) values() map[string]attr.Value {
	values := make(map[string]attr.Value)
	for field, value := range reflect.ValueOf(*s).Fields() {
		values[field.Tag.Get("tfsdk")], _ = reflect.TypeAssert[attr.Value](value)
	}
	return values
}

func (s *indexingSettings) requestOptions(ctx context.Context) videoindexer.ReindexOptions {
	options := videoindexer.ReindexOptions{
		IndexingPreset:    s.IndexingPreset.ValueString(),
		StreamingPreset:   s.StreamingPreset.ValueString(),
		SourceLanguage:    s.SourceLanguage.ValueString(),
		Priority:          s.Priority.ValueString(),
		CallbackURL:       s.CallbackURL.ValueString(),
		SendSuccessEmail:  s.SendSuccessEmail.ValueBoolPointer(),
		LinguisticModelID: s.LinguisticModelID.ValueString(),
		PersonModelID:     s.PersonModelID.ValueString(),
		AnimationModelID:  s.AnimationModelID.ValueString(),
	}
	// An apply and an action know them, so there are no errors.
	s.BrandsCategories.ElementsAs(ctx, &options.BrandsCategories, false)
	return options
}

const (
	waitArgument = "wait_for_indexing"
	noReason     = "The service does not return the reason; the portal may show it."
)

// waitForIndexing returns the argument wait_for_indexing of the resource and the action.
func waitForIndexing(description string) schema.BoolAttribute {
	return arguments.OptionalBool(description + ", and fails if the indexing fails. " +
		"An interrupt stops the waiting, but not the indexing. " +
		"`true` needs the provider's `extended_operations`. Default: `false`.")
}

// notAllowedErrors returns an error if the configuration asks the provider to wait, which needs
// extended operations, and these are off.
func notAllowedErrors(data *providerdata.Data, waits types.Bool) diag.Diagnostics {
	return data.RequireExtendedIfTrue(path.Root(waitArgument), waits)
}

// videoWork is the work of an apply or an action on a video, within a time limit.
type videoWork struct {
	wait.Limit
	client  *videoindexer.Client
	account videoindexer.AccountRef
	videoID types.String
	// waits means that the work includes waiting for the end of an indexing.
	waits bool
	// nextApplyText describes for messages what the next apply or invocation does.
	nextApplyText string
	// nextApplyAfterFailureText describes what the next apply does after a failed indexing; "" for
	// the same as nextApplyText.
	nextApplyAfterFailureText string
}

// sendWhenIdle makes a call that the service refuses with 409 while it indexes the video, and
// repeats the call until the video is idle. The verb and the subject describe the call in messages.
func (w videoWork) sendWhenIdle(
	ctx context.Context, verb string, subject apidiag.Subject, call func(context.Context) error,
) diag.Diagnostics {
	var busyErr error
	isOwnRequest := false
	err := w.Until(ctx, func(ctx context.Context) (done bool, err error) {
		err = call(ctx)
		switch {
		case !videoindexer.IsConflict(err):
			return true, err
		case busyErr == nil && batch.IsAboutOwnRequest(err):
			isOwnRequest = true
			return true, nil
		}
		busyErr = err
		w.Progress(fmt.Sprintf("Waiting to %s %s: the video is being indexed", verb, subject))
		return false, nil
	})
	switch {
	case isOwnRequest:
		return diag.Diagnostics{ownRequestWarning(verb, subject)}
	case err == nil:
		return nil
	case errors.Is(err, wait.ErrTimeout):
		// The last refusal says more than the end of a wait.
		if busyErr != nil {
			err = busyErr
		}
		return diag.Diagnostics{apidiag.ErrorWithoutAdvice(verb, subject, err, fmt.Sprintf(
			"The provider has retried for %s. Try again once the indexing has ended. %s", w.Timeout, w.LongerAdvice))}
	case videoindexer.MayHaveSucceeded(err):
		const hint = "The service may have carried out the request nevertheless."
		return diag.Diagnostics{apidiag.Error(verb, subject, err, hint)}
	}
	return diag.Diagnostics{apidiag.Error(verb, subject, err)}
}

// ownRequestWarning returns the warning that the service is indexing the video, most likely because
// of a request whose response was lost.
func ownRequestWarning(verb string, subject apidiag.Subject) diag.Diagnostic {
	return diag.NewWarningDiagnostic("Indexing was probably started",
		fmt.Sprintf("The response to the request to %s %s was lost. "+
			"When the provider repeated it, the video was being indexed, "+
			"so the first request was probably carried out. "+
			"If something else has started that indexing, request another one once it has ended. "+
			"To do so, change reindex_triggers, or invoke the action again.", verb, subject))
}

// indexingResult is the result of an indexing, for callers that need it after an error.
type indexingResult int

const (
	// indexingNotStarted means that no indexing was requested or, as far as is known, has begun.
	indexingNotStarted indexingResult = iota
	// indexingStarted means that the indexing was started, and has not failed as far as is known.
	indexingStarted
	// indexingFailed means that the indexing has failed.
	indexingFailed
)

// reindex starts an indexing with the settings (7) once the video is idle, and waits for its end.
func (w videoWork) reindex(ctx context.Context, settings *indexingSettings) (indexingResult, diag.Diagnostics) {
	subject := videoSubject(w.videoID, w.account)
	diags := w.sendWhenIdle(ctx, "re-index", subject, func(ctx context.Context) error {
		return w.client.ReindexVideo(ctx, w.account, w.videoID.ValueString(), settings.requestOptions(ctx))
	})
	if diags.HasError() {
		return indexingNotStarted, diags
	}
	w.Report("Indexing of " + subject.String() + " has started.")
	result, waitErrors := w.await(ctx)
	return result, append(diags, waitErrors...)
}

// await waits until no indexing is in progress (X35), if a plan or an action requires it.
func (w videoWork) await(ctx context.Context) (indexingResult, diag.Diagnostics) {
	if !w.waits {
		return indexingStarted, nil
	}
	subject := videoSubject(w.videoID, w.account)
	last := videoindexer.ShownVideoState{State: "not known"}
	err := w.Until(ctx, func(ctx context.Context) (done bool, err error) {
		shown, err := w.client.GetVideoState(ctx, w.account, w.videoID.ValueString())
		if err != nil {
			return false, err
		}
		last = shown
		if last.State.Status().HasEnded() {
			return true, nil
		}
		w.Progress(fmt.Sprintf("Waiting for the indexing of %s: its state is %s", subject, last.State))
		return false, nil
	})
	switch {
	case last.State.Status() == videoindexer.VideoFailed:
		next := cmp.Or(w.nextApplyAfterFailureText, w.nextApplyText)
		return indexingFailed, diag.Diagnostics{diag.NewErrorDiagnostic(notIndexed(subject, last, next))}
	case err != nil:
		return indexingStarted, diag.Diagnostics{w.waitError(err, last.State)}
	}
	w.Report(fmt.Sprintf("Indexing of %s has ended, after %s.", subject, time.Since(w.Began).Round(time.Second)))
	return indexingStarted, nil
}

// notIndexed returns the message of an indexing that has failed.
func notIndexed(subject apidiag.Subject, shown videoindexer.ShownVideoState, next string) (summary, detail string) {
	ended := fmt.Sprintf("The indexing of %s has ended: the video is in state %s. %s %s",
		subject, shown.State, noReason, next)
	return "Video was not indexed", subject.WithIDsOf(ended, shown.RequestIDs)
}

// waitError returns the error of a wait that has not seen the end of an indexing.
func (w videoWork) waitError(err error, lastState videoindexer.VideoState) diag.Diagnostic {
	const verb = "wait for the indexing of"
	hint := fmt.Sprintf("The service continues the indexing (last state: %s). %s", lastState, w.nextApplyText)
	switch {
	case videoindexer.IsNotFound(err):
		return videoError(verb, w.videoID, w.account, err)
	case errors.Is(err, wait.ErrTimeout):
		return diag.NewErrorDiagnostic("The video is still being indexed", fmt.Sprintf(
			"The indexing did not end within %s. %s %s", w.Timeout, hint, w.LongerAdvice))
	}
	return apidiag.Error(verb, videoSubject(w.videoID, w.account), err, hint)
}
