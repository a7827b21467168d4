package video_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
)

// TestAccParseCaptions calls the function; what it reads is tested with the parser.
func TestAccParseCaptions(t *testing.T) {
	t.Parallel()
	cue := func(start, end, text string) knownvalue.Check {
		return knownvalue.ObjectExact(map[string]knownvalue.Check{
			"start": knownvalue.StringExact(start), "end": knownvalue.StringExact(end), "text": knownvalue.StringExact(text),
		})
	}
	var outputs strings.Builder
	var checks []statecheck.StateCheck
	call := func(output, content, format string) string {
		return fmt.Sprintf("output %q {\n  value = provider::videoindexer::parse_captions(%q, %q)\n}\n", output, content, format)
	}
	returns := func(output, content, format string, cues ...knownvalue.Check) {
		outputs.WriteString(call(output, content, format))
		checks = append(checks, statecheck.ExpectKnownOutputValue(output, knownvalue.ListExact(cues)))
	}
	returns("vtt", "\ufeffWEBVTT\r\n\r\n00:01.001 --> 01:00:02.999\r\nTom &amp; <i>Ann</i>\r\nhere\r\n\r\n01:00:03.000 --> 01:00:04.000\r\nBye\r\n", "Vtt",
		cue("00:00:01.001", "01:00:02.999", "Tom & Ann\nhere"), cue("01:00:03.000", "01:00:04.000", "Bye"))
	returns("srt", "1\n00:00:01,500 --> 00:00:02,000\nHello\n", "Srt", cue("00:00:01.500", "00:00:02.000", "Hello"))
	returns("ttml", `<tt><body><div><p begin="1s" end="00:00:02.250">a<br/>b</p></div></body></tt>`, "Ttml", cue("00:00:01.000", "00:00:02.250", "a\nb"))
	returns("empty", "", "Vtt")
	engine.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_8_0)},
		Steps: []resource.TestStep{
			{Config: outputs.String(), ConfigStateChecks: checks},
			{Config: call("test", "WEBVTT\n\nprose\n", "Vtt"), ExpectError: regexp.MustCompile(`(?s)"content" parameter.*no captions in the\s+format\s+Vtt,\s+line 3: expected a line.*found\s+"prose"`)},
			{Config: call("test", "x", "vtt"), ExpectError: regexp.MustCompile(`(?s)"format" parameter.*must be one of:\s+\["Vtt"\s+"Srt"\s+"Ttml"\],\s+got:\s+"vtt"`)},
		},
	})
}
