package video

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/captions"
)

// parsedCue is an element of the result of parse_captions.
type parsedCue struct {
	Start string `tfsdk:"start"`
	End   string `tfsdk:"end"`
	Text  string `tfsdk:"text"`
}

// NewParseCaptions returns provider::videoindexer::parse_captions.
func NewParseCaptions() function.Function {
	return scaffold.NewParserFunction(scaffold.ParserInfo[[]parsedCue]{
		Name:    "parse_captions",
		Summary: "Reads captions cue by cue.",
		Notes: "Reads captions and returns a list of objects: " +
			"`start` and `end` as `hh:mm:ss.mmm`, exact to the millisecond, and `text`. " +
			"The function joins the lines of a cue with a newline, removes markup and decodes entities.\n\n" +
			"- WebVTT and TTML follow their specifications. " +
			"Frames, ticks and `timeContainer=\"seq\"` of TTML are not supported. " +
			"A paragraph (`<p>`) whose parts have their own times becomes a cue for each interval.\n" +
			"- SubRip is read as players do. Malformed SubRip is refused.\n" +
			"- Text outside a cue is refused. Errors name the line.\n" +
			"- Line ends and a byte order mark do not matter.\n\n" +
			"> **Note:** Do not create the files of a language model from captions of a video that is indexed with this model. " +
			"Each apply would read different captions, change the model, and re-index the video, endlessly. " +
			"Keep such texts in files.",
		Content: "The captions, such as `file(\"talk.vtt\")` or the `content` of the data source `videoindexer_captions`.",
		What:    "captions",
		Formats: captions.Formats,
		Return: function.ListReturn{ElementType: types.ObjectType{AttrTypes: map[string]attr.Type{
			"start": types.StringType, "end": types.StringType, "text": types.StringType,
		}}},
		Parse: parseCues,
	})
}

func parseCues(content, format string) ([]parsedCue, error) {
	cues, err := captions.Parse(content, captions.Format(format))
	if err != nil {
		return nil, fmt.Errorf("not valid %s, %w", format, err)
	}
	parsed := make([]parsedCue, len(cues))
	for i, cue := range cues {
		parsed[i] = parsedCue{Start: captions.FormatTime(cue.Start), End: captions.FormatTime(cue.End), Text: cue.Text}
	}
	return parsed, nil
}
