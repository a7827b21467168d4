package video

import (
	"maps"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// filter are the arguments that say which videos of an account a list shows.
type filter struct {
	State         types.String `tfsdk:"state"`
	CreatedAfter  types.String `tfsdk:"created_after"`
	CreatedBefore types.String `tfsdk:"created_before"`
}

// selection are the arguments that say which videos a data source gives, or an action works on.
type selection struct {
	filter
	SourceLanguage types.String `tfsdk:"source_language"`
	NameRegex      types.String `tfsdk:"name_regex"`
	PersonModelID  types.String `tfsdk:"person_model_id"`
}

const describeIndexedBefore = "Time before which the videos were last indexed, if ever, in RFC 3339 (`2026-01-31T10:00:00Z`) or as a date (`2026-01-31`, the beginning of that day in UTC)."

func filterArguments() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"state": schema.StringAttribute{
			MarkdownDescription: "State of the videos. One of " + arguments.Codes(videoindexer.VideoStates) + ". Default: all.",
			Optional:            true, Validators: []validator.String{stringvalidator.OneOf(videoindexer.VideoStates...)},
		},
		"created_after":  moment("Time after which the videos were created, in RFC 3339 (`2026-01-31T10:00:00Z`) or as a date (`2026-01-31`, the beginning of that day in UTC). Default: all."),
		"created_before": moment("Time before which the videos were created, in the same format. Default: all."),
	}
}

func selectionArguments() map[string]schema.Attribute {
	all := filterArguments()
	maps.Copy(all, map[string]schema.Attribute{
		"source_language": identifier("Spoken language of the videos, as the service lists it, such as `en-US`. Default: all."),
		"name_regex": schema.StringAttribute{
			MarkdownDescription: "[Regular expression](https://github.com/google/re2/wiki/Syntax) that must match some part of the name. Default: all.",
			Optional:            true, Validators: []validator.String{validate.RegularExpression()},
		},
		"person_model_id": identifier("Id of the person model of the last indexing. Default: all."),
	})
	return all
}

func moment(description string) schema.StringAttribute {
	return schema.StringAttribute{MarkdownDescription: description, Optional: true, Validators: []validator.String{validate.Time()}}
}

// query is the part of the filter that the service applies.
func (f filter) query() videoindexer.VideosQuery {
	return videoindexer.VideosQuery{CreatedAfter: validate.ParseTime(f.CreatedAfter.ValueString()), CreatedBefore: validate.ParseTime(f.CreatedBefore.ValueString())}
}

// chosen is the part of the selection that the provider applies. The values have passed validation.
func (s selection) chosen(indexedBefore types.String) batch.Filter {
	chosen := batch.Filter{
		State: s.State.ValueString(), SourceLanguage: s.SourceLanguage.ValueString(), PersonModelID: s.PersonModelID.ValueString(),
		IndexedBefore: validate.ParseTime(indexedBefore.ValueString()),
	}
	if !s.NameRegex.IsNull() {
		chosen.Name, _ = regexp.Compile(s.NameRegex.ValueString())
	}
	return chosen
}

func videosSubject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: "videos", Account: account}
}
