package captions_test

import (
	"strings"
	"testing"

	"github.com/asticode/go-astisub"
	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/captions"
)

// TestAgainstReference reads plain files with an independent library as well. It is not used beyond
// tests: it loses line numbers and entities, and does not survive every malformed file.
func TestAgainstReference(t *testing.T) {
	t.Parallel()
	files := map[captions.Format]string{
		captions.VTT:  "WEBVTT\n\nfirst\n00:00:00.040 --> 00:00:01.999 align:start\nGood morning.\nHow are you?\n\n01:59:59.001 --> 02:00:00.000\nGrüße, 世界\n",
		captions.SRT:  "1\n00:00:00,040 --> 00:00:01,999\nGood morning.\nHow are you?\n\n2\n01:59:59,001 --> 02:00:00,000\nGrüße, 世界\n",
		captions.TTML: `<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="00:00:00.040" end="00:00:01.999">Good morning.<br/>How are you?</p><p begin="01:59:59.001" end="02:00:00.000">Grüße, 世界</p></div></body></tt>`,
	}
	for format, content := range files {
		t.Run(string(format), func(t *testing.T) {
			t.Parallel()
			got, err := captions.Parse(content, format)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(reference(t, format, content), shown(got)); diff != "" {
				t.Errorf("cues (-reference +own):\n%s", diff)
			}
		})
	}
}

func reference(t *testing.T, format captions.Format, content string) []seen {
	t.Helper()
	var subtitles *astisub.Subtitles
	var err error
	switch format {
	case captions.VTT:
		subtitles, err = astisub.ReadFromWebVTT(strings.NewReader(content))
	case captions.SRT:
		subtitles, err = astisub.ReadFromSRT(strings.NewReader(content))
	case captions.TTML:
		subtitles, err = astisub.ReadFromTTML(strings.NewReader(content))
	}
	if err != nil {
		t.Fatal(err)
	}
	var cues []seen
	for _, item := range subtitles.Items {
		var lines []string
		for _, line := range item.Lines {
			if text := line.String(); text != "" {
				lines = append(lines, text)
			}
		}
		cues = append(cues, seen{captions.FormatTime(item.StartAt), captions.FormatTime(item.EndAt), strings.Join(lines, "\n")})
	}
	return cues
}
