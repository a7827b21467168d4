package video_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestAccParseCaptions calls the function; what it reads is tested beside the parser.
func TestAccParseCaptions(t *testing.T) {
	t.Parallel()
	call := func(content, format string) string {
		return fmt.Sprintf("output \"test\" {\n  value = provider::videoindexer::parse_captions(%q, %q)\n}\n", content, format)
	}
	cue := func(start, end, text string) knownvalue.Check {
		return knownvalue.ObjectExact(map[string]knownvalue.Check{
			"start": knownvalue.StringExact(start), "end": knownvalue.StringExact(end), "text": knownvalue.StringExact(text),
		})
	}
	returns := func(cues ...knownvalue.Check) []statecheck.StateCheck {
		return []statecheck.StateCheck{statecheck.ExpectKnownOutputValue("test", knownvalue.ListExact(cues))}
	}
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_8_0)},
		Steps: []resource.TestStep{
			{
				Config:            call("\ufeffWEBVTT\r\n\r\n00:01.001 --> 01:00:02.999\r\nTom &amp; <i>Ann</i>\r\nhere\r\n\r\n01:00:03.000 --> 01:00:04.000\r\nBye\r\n", "Vtt"),
				ConfigStateChecks: returns(cue("00:00:01.001", "01:00:02.999", "Tom & Ann\nhere"), cue("01:00:03.000", "01:00:04.000", "Bye")),
			},
			{
				Config:            call("1\n00:00:01,500 --> 00:00:02,000\nHello\n", "Srt"),
				ConfigStateChecks: returns(cue("00:00:01.500", "00:00:02.000", "Hello")),
			},
			{
				Config:            call(`<tt><body><div><p begin="1s" end="00:00:02.250">a<br/>b</p></div></body></tt>`, "Ttml"),
				ConfigStateChecks: returns(cue("00:00:01.000", "00:00:02.250", "a\nb")),
			},
			{Config: call("", "Vtt"), ConfigStateChecks: returns()},
			{Config: call("WEBVTT\n\nprose\n", "Vtt"), ExpectError: regexp.MustCompile(`(?s)no captions in the\s+format\s+Vtt.\s+Line 3: expected a line.*found\s+"prose"`)},
			{Config: call("x", "vtt"), ExpectError: regexp.MustCompile(`(?s)format must be one of\s+\["Vtt"\s+"Srt"\s+"Ttml"\],\s+got:\s+"vtt"`)},
		},
	})
}
