package video

import (
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// selection are the arguments that select the videos of a data source, a list or an action.
type selection struct {
	State          types.String `tfsdk:"state"`
	CreatedAfter   types.String `tfsdk:"created_after"`
	CreatedBefore  types.String `tfsdk:"created_before"`
	SourceLanguage types.String `tfsdk:"source_language"`
	NameRegex      types.String `tfsdk:"name_regex"`
	PersonModelID  types.String `tfsdk:"person_model_id"`
}

const describeIndexedBefore = "Time before which the videos were last indexed, " +
	"in RFC 3339 (`2026-01-31T10:00:00Z`) or as a date (`2026-01-31`, the beginning of that day in UTC). " +
	"Videos that were never indexed match."

func selectionArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"state": arguments.OptionalString(
			"State of the videos. One of "+arguments.CodeList(videoindexer.VideoStates)+". Default: all.",
			validate.OneOf(videoindexer.VideoStates...),
		),
		"created_after": arguments.OptionalString(
			"Time after which the videos were created, "+
				"in RFC 3339 (`2026-01-31T10:00:00Z`) or as a date (`2026-01-31`, the beginning of that day in UTC). "+
				"Default: all.",
			validate.Time(),
		),
		"created_before": arguments.OptionalString(
			"Time before which the videos were created, in the same format. Default: all.",
			validate.Time(),
		),
		"source_language": identifier("Spoken language of the videos, as the service lists it, " +
			"such as `en-US`. Default: all."),
		"name_regex": arguments.OptionalString(
			"[Regular expression](https://github.com/google/re2/wiki/Syntax) that must match some part of the name. Default: all.",
			validate.RegularExpression(),
		),
		"person_model_id": identifier("Id of the person model of the last indexing. Default: all."),
	}
}

// query returns the part of the selection that the service applies.
func (s selection) query() videoindexer.VideosQuery {
	return videoindexer.VideosQuery{
		CreatedAfter:  validate.ParseTime(s.CreatedAfter.ValueString()),
		CreatedBefore: validate.ParseTime(s.CreatedBefore.ValueString()),
	}
}

// filter returns the part of the selection that the provider applies. The values have passed
// validation.
func (s selection) filter(indexedBefore types.String) batch.Filter {
	chosen := batch.Filter{
		State: s.State.ValueString(), SourceLanguage: s.SourceLanguage.ValueString(),
		PersonModelID: s.PersonModelID.ValueString(),
		IndexedBefore: validate.ParseTime(indexedBefore.ValueString()),
	}
	if !s.NameRegex.IsNull() {
		chosen.Name, _ = regexp.Compile(s.NameRegex.ValueString())
	}
	return chosen
}

func videosSubject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Kind: "videos", Account: account}
}
