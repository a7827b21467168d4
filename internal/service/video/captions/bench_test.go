package captions_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/captions"
)

// BenchmarkParse reads the captions of a few hours.
func BenchmarkParse(b *testing.B) {
	const cues = 5000
	for format, content := range map[captions.Format]string{
		captions.VTT:  "WEBVTT\n\n" + strings.Repeat("00:00:01.000 --> 00:00:02.000\n<v Ann>Fish &amp; chips</v>\nfor two\n\n", cues),
		captions.SRT:  strings.Repeat("1\n00:00:01,000 --> 00:00:02,000\n<i>Fish</i> &amp; chips\nfor two\n\n", cues),
		captions.TTML: "<tt><body><div>" + strings.Repeat(`<p begin="00:00:01.000" end="2s"><span>Fish</span> &amp; chips<br/>for two</p>`, cues) + "</div></body></tt>",
	} {
		b.Run(string(format), func(b *testing.B) {
			b.SetBytes(int64(len(content)))
			b.ReportAllocs()
			for b.Loop() {
				if read, err := captions.Parse(content, format); err != nil || len(read) != cues {
					b.Fatal(len(read), err)
				}
			}
		})
	}
}
