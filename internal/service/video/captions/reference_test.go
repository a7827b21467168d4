package captions_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/asticode/go-astisub"
	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/captions"
)

// TestAgainstReference reads plain files with an independent library as well.
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
			want, err := reference(format, content)
			check.MustSucceed(t, err, "the reference")
			check.Equal(t, want, parsed(t, format, content), "cues, as the reference has them")
		})
	}
}

// TestReferenceFails lists ordinary files that the library reads wrongly. Therefore only tests use
// it: see decisions/captions.md. If one of these cases fails after an update of the library, review
// that decision.
func TestReferenceFails(t *testing.T) {
	t.Parallel()
	const srt, ttml = captions.SRT, captions.TTML
	srtOf := func(text string) string { return "1\n00:00:01,000 --> 00:00:02,000\n" + text + "\n" }
	ttmlOf := func(paragraph string) string { return "<tt><body><div>" + paragraph + "</div></body></tt>" }
	// Every file has one cue from 1 s to 2 s.
	tests := map[string]struct {
		format        captions.Format
		content, want string
	}{
		"SRT joins words between tags":             {srt, srtOf("I <i>really</i> <b>do</b>"), "I really do"},
		"SRT loses a line from its < on":           {srt, srtOf("where a<b holds"), "where a<b holds"},
		"SRT keeps most entities":                  {srt, srtOf("&quot;caf&eacute;&quot;"), `"café"`},
		"SRT keeps styles":                         {srt, srtOf(`{\an8}Up there`), "Up there"},
		"SRT loses what follows a long line":       {srt, srtOf(strings.Repeat("word ", 14_000) + "end"), strings.Repeat("word ", 14_000) + "end"},
		"TTML ignores a time without milliseconds": {ttml, ttmlOf(`<p begin="00:00:01" end="00:00:02">Hi</p>`), "Hi"},
		"TTML refuses more digits":                 {ttml, ttmlOf(`<p begin="00:00:01.0000" end="00:00:02.0000">Hi</p>`), "Hi"},
		"TTML panics at a duration":                {ttml, ttmlOf(`<p begin="1s" dur="1s">Hi</p>`), "Hi"},
		"TTML joins words between lines":           {ttml, ttmlOf("<p begin=\"1s\" end=\"2s\">good\n  morning</p>"), "good morning"},
		"TTML loses spans in spans":                {ttml, ttmlOf(`<p begin="1s" end="2s"><span>a <span>b</span> c</span></p>`), "a b c"},
		"TTML loses paragraphs without a div":      {ttml, `<tt><body><p begin="1s" end="2s">Hi</p></body></tt>`, "Hi"},
		"TTML loses paragraphs in a div in a div":  {ttml, ttmlOf(`<div><p begin="1s" end="2s">Hi</p></div>`), "Hi"},
		"TTML refuses two styles":                  {ttml, ttmlOf(`<p begin="1s" end="2s" style="a b">Hi</p>`), "Hi"},
		"TTML refuses a declaration of UTF-16":     {ttml, `<?xml version="1.0" encoding="utf-16"?>` + ttmlOf(`<p begin="1s" end="2s">Hi</p>`), "Hi"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := []seen{{"00:00:01.000", "00:00:02.000", tt.want}}
			check.Equal(t, want, parsed(t, tt.format, tt.content), "cues")
			got, err := reference(tt.format, tt.content)
			if err == nil && cmp.Equal(want, got) {
				t.Error("want the library to read this wrongly. It does not any more: see decisions/captions.md")
			}
		})
	}
}

func parsed(t *testing.T, format captions.Format, content string) []seen {
	t.Helper()
	return shown(mustParse(t, format, content))
}

// reference reads captions with the library, and converts its panics to errors.
func reference(format captions.Format, content string) (cues []seen, err error) {
	defer func() {
		p := recover()
		if p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	read := map[captions.Format]func(*strings.Reader) (*astisub.Subtitles, error){
		captions.VTT:  func(r *strings.Reader) (*astisub.Subtitles, error) { return astisub.ReadFromWebVTT(r) },
		captions.SRT:  func(r *strings.Reader) (*astisub.Subtitles, error) { return astisub.ReadFromSRT(r) },
		captions.TTML: func(r *strings.Reader) (*astisub.Subtitles, error) { return astisub.ReadFromTTML(r) },
	}
	subtitles, err := read[format](strings.NewReader(content))
	if err != nil {
		return nil, err
	}
	for _, item := range subtitles.Items {
		var lines []string
		for _, line := range item.Lines {
			text := line.String()
			if text != "" {
				lines = append(lines, text)
			}
		}
		cues = append(cues, seen{
			captions.FormatTime(item.StartAt), captions.FormatTime(item.EndAt), strings.Join(lines, "\n"),
		})
	}
	return cues, nil
}
