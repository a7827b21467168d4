package captions_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/captions"
)

// FuzzParse holds any content against what the package promises: an error that names a line of it, or
// cues that can be used; and a transcript survives being written out.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi <b>you</b> &amp; me\n", "\ufeffWEBVTT x\r\n\r\nNOTE a\r\n\r\nname\r\n00:01.000 --> 99:02.000 line:0\r\na\r\n",
		"1\n00:00:01,000 --> 00:00:02,000\n{\\an8}Hi\n\n2\n00:00:03,5 --> 00:00:04,05\nyou\n", "00:00:01.000 --> 00:00:00.000\n-->", "999999:59:59.999 --> 999999:59:59.999\n\x00",
		`<tt ttp:frameRate="25"><body begin="1s"><div end="3h"><p>a<br/>b<span begin="10f" dur="100t">c</span></p></div></body></tt>`,
		`<tt><body><p begin="00:00:01:12" end="9999h">&lt;&nbsp;</p></body></tt>`, "<tt><p></tt>",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, content string) {
		if !utf8.ValidString(content) {
			t.Skip("Terraform's texts are UTF-8")
		}
		for _, format := range captions.Formats {
			cues, err := captions.Parse(content, captions.Format(format))
			if err != nil {
				syntax, ok := errors.AsType[*captions.SyntaxError](err)
				if !ok || syntax.Line < 1 || syntax.Line > lines(content) || !utf8.ValidString(syntax.Problem) {
					t.Fatalf("%s: error %q names no line of the content", format, err)
				}
				continue
			}
			for _, cue := range cues {
				if cue.Start < 0 || cue.End < cue.Start || cue.Start%time.Millisecond != 0 || cue.End%time.Millisecond != 0 ||
					!utf8.ValidString(cue.Text) || strings.Contains(cue.Text, "\r\n") || cue.Line < 1 || cue.Line > lines(content) {
					t.Fatalf("%s: cue %+v", format, cue)
				}
			}
		}
		cues, err := captions.ParseTranscript(content)
		if err != nil {
			return
		}
		again, err := captions.ParseTranscript(captions.WriteTranscript(cues))
		if err != nil {
			t.Fatalf("a transcript that was written out cannot be read: %v", err)
		}
		sameSources := slices.EqualFunc(cues, again, func(a, b captions.Cue) bool {
			return a.Start == b.Start && a.End == b.End && a.Source == b.Source && a.Text == b.Text
		})
		if !sameSources {
			t.Fatalf("a transcript that was written out differs: %+v, %+v", cues, again)
		}
	})
}

// lines counts them as every system ends them.
func lines(content string) int {
	return 1 + strings.Count(strings.ReplaceAll(strings.ReplaceAll(content, "\r\n", "\n"), "\r", "\n"), "\n")
}
