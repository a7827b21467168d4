package captions_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/captions"
)

// seen is a cue in the form of a test table.
type seen struct{ Start, End, Text string }

func shown(cues []captions.Cue) []seen {
	if cues == nil {
		return nil
	}
	out := make([]seen, len(cues))
	for i, c := range cues {
		out[i] = seen{captions.FormatTime(c.Start), captions.FormatTime(c.End), c.Text}
	}
	return out
}

// TestParse proves the times and the text of each cue, in each format.
func TestParse(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		format  captions.Format
		content string
		want    []seen
	}{
		"VTT": {captions.VTT, "\ufeffWEBVTT\n\n00:00:01.001 --> 00:00:02.999\nHello\nworld\n\n59:59.500 --> 1:00:00.000\nyou\n\n01:02:03.004 --> 101:59:59.999\nBye\n", []seen{
			{"00:00:01.001", "00:00:02.999", "Hello\nworld"},
			{"00:59:59.500", "01:00:00.000", "you"},
			{"01:02:03.004", "101:59:59.999", "Bye"},
		}},
		"VTT as the contract shows it": {captions.VTT, "00:00:00.000 --> 00:00:01.000\nHi", []seen{{"00:00:00.000", "00:00:01.000", "Hi"}}},
		"VTT cue without text":         {captions.VTT, "WEBVTT\n\n00:00.000 --> 00:00.000\n", []seen{{"00:00:00.000", "00:00:00.000", ""}}},
		"VTT without cues":             {captions.VTT, "WEBVTT", []seen{}},
		"nothing":                      {captions.VTT, "", []seen{}},

		"SRT": {captions.SRT, "1\n00:00:01,001 --> 00:00:02,999\nHello\nworld\n\n2\n1:2:03.5 --> 01:02:04,05 X1:40\nBye\n", []seen{
			{"00:00:01.001", "00:00:02.999", "Hello\nworld"}, {"01:02:03.500", "01:02:04.050", "Bye"},
		}},
		"SRT without cues": {captions.SRT, "\n\n", []seen{}},

		"TTML": {
			captions.TTML,
			`<?xml version="1.0" encoding="utf-16"?>
<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en">
  <head><metadata><title>not a caption</title></metadata></head>
  <body timeContainer="par"><div>
    <p begin="00:00:01.001" end="00:00:02.999">Hello
       <span>wide </span> world<br/>second &amp; &#233;&nbsp;&copy;</p>
    <p begin="00:00:03" dur="1.5s">Bye</p><p begin="1s" end="1s"/><br/><p/>
  </div></body>
</tt>`,
			[]seen{{"00:00:01.001", "00:00:02.999", "Hello wide world\nsecond & é\u00a0©"}, {"00:00:03.000", "00:00:04.500", "Bye"}},
		},
		"TTML times": {
			captions.TTML,
			`<tt><body><div><p begin="1ms" end="0.5m">a</p><p begin="0.5h" end="2000.0005s">b</p><p begin="00:00:00.0004" end="00:00:00.0005">c</p><p begin="1s" end="1s">d</p></div></body></tt>`,
			[]seen{
				{"00:00:00.001", "00:00:30.000", "a"},
				{"00:30:00.000", "00:33:20.001", "b"},
				{"00:00:00.000", "00:00:00.001", "c"},
				{"00:00:01.000", "00:00:01.000", "d"},
			},
		},
		"TTML times in times": {
			captions.TTML,
			`<tt><body begin="1h" end="2h"><div begin="1s" dur="10s"><p>a</p><p begin="1s" end="9s" dur="3s">b</p><div begin="2s"><p begin="3s" end="4m">c<span> d</span></p></div></div></body></tt>`,
			[]seen{{"01:00:01.000", "01:00:11.000", "a"}, {"01:00:02.000", "01:00:05.000", "b"}, {"01:00:06.000", "01:00:11.000", "c d"}},
		},
		"TTML times of parts": {
			captions.TTML,
			`<tt><body><p begin="10s" end="20s">a <span begin="2s" end="4s">b</span><span begin="3s"> c</span></p><p>
				<span begin="1s" end="2s">d</span> <br/> <span begin="5s" dur="1s"><span>e</span></span> </p></body></tt>`,
			[]seen{
				{"00:00:10.000", "00:00:12.000", "a"},
				{"00:00:12.000", "00:00:13.000", "a b"},
				{"00:00:13.000", "00:00:14.000", "a b c"},
				{"00:00:14.000", "00:00:20.000", "a c"},
				{"00:00:01.000", "00:00:02.000", "d"},
				{"00:00:05.000", "00:00:06.000", "e"},
			},
		},
		"TTML without cues": {captions.TTML, `<tt/>`, []seen{}},
	}
	for name, tt := range tests {
		cues, err := captions.Parse(tt.content, tt.format)
		check.ErrorSays(t, "", err, "%s", name)
		if err == nil {
			check.Equal(t, tt.want, shown(cues), "%s: cues", name)
		}
	}
}

// TestCues compares all fields of cues.
func TestCues(t *testing.T) {
	t.Parallel()
	for format, test := range map[captions.Format]struct {
		content string
		sources [2]string
		second  int // line of the second cue
	}{
		captions.VTT: {
			"WEBVTT\n\n\nname\n00:01.000 --> 00:02.000\n<b>A</b> &amp;\nb \n\n00:03.000 --> 00:04.000\nC", [2]string{"<b>A</b> &amp;\nb ", "C"}, 9,
		},
		captions.SRT: {
			"\n\n\n7\n0:0:1,0 --> 0:0:2,0\n<b>A</b> &amp;\nb \n\n8\n0:0:3,0 --> 0:0:4,0\nC", [2]string{"<b>A</b> &amp;\nb ", "C"}, 10,
		},
		captions.TTML: {
			"<tt>\n<body>\n<div>\n\n<p begin='1s' end='2s'>A &amp;<br/>b \n</p>\n\n<p begin='3s' end='4s'>C</p></div></body></tt>", [2]string{}, 8,
		},
	} {
		want := []captions.Cue{
			{Start: time.Second, End: 2 * time.Second, Text: "A &\nb", Source: test.sources[0], Line: 5},
			{Start: 3 * time.Second, End: 4 * time.Second, Text: "C", Source: test.sources[1], Line: test.second},
		}
		got, err := captions.Parse(test.content, format)
		check.ErrorSays(t, "", err, "%s", format)
		check.Equal(t, want, got, "%s: cues", format)
	}
	_, err := captions.Parse("", "Txt")
	check.Equal(t, `"Txt" is not one of the formats Vtt, Srt, Ttml`, fmt.Sprint(err), "the error of another format")
}

// TestParseTranscript refuses what the service would not accept as a transcript, with the line.
func TestParseTranscript(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ content, want string }{
		"good":                 {"00:00:01.000 --> 00:00:02.000\nHi", ""},
		"empty":                {" \n", `line 1: expected at least one line "hh:mm:ss.mmm --> hh:mm:ss.mmm" with text below it`},
		"signature alone":      {"WEBVTT\n\nNOTE nothing yet", `line 1: expected at least one line "hh:mm:ss.mmm --> hh:mm:ss.mmm" with text below it`},
		"cue without text":     {"WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n\n00:00:02.000 --> 00:00:03.000\nHi", "line 3: the cue has no text"},
		"markup alone":         {"00:00:01.000 --> 00:00:02.000\n<b></b>", ""},
		"a cue of white space": {"00:00:01.000 --> 00:00:02.000\n \n\n00:00:02.000 --> 00:00:03.000\nHi", ""},
		"white space alone": {
			"00:00:01.000 --> 00:00:02.000\n \n",
			`line 1: expected at least one line "hh:mm:ss.mmm --> hh:mm:ss.mmm" with text below it`,
		},
		"cue that takes no time": {"00:00:01.000 --> 00:00:01.000\nHi", "line 1: the cue ends when it starts"},
		"prose":                  {"Hello", `line 1: expected a line "hh:mm:ss.mmm --> hh:mm:ss.mmm", found "Hello"`},
	}
	for name, tt := range tests {
		_, err := captions.ParseTranscript(tt.content)
		text := ""
		if err != nil {
			text = err.Error()
		}
		check.Equal(t, tt.want, text, "%s: the error", name)
	}
}

// TestSameWords ignores form, markup and line breaks, but no word, time or order.
func TestSameWords(t *testing.T) {
	t.Parallel()
	const base = "00:00:01.000 --> 00:00:02.000\n<v Ann>Hello &amp;\nwelcome\n\n00:00:02.000 --> 00:00:03.000\nBye, Zo\u00eb\n"
	tests := map[string]struct {
		other string
		want  bool
	}{
		"itself":                  {base, true},
		"all around the cues":     {"\ufeffWEBVTT\r\nKind: x\r\n\r\nNOTE hi\r\n\r\n1\r\n00:01.000 --> 00:02.000 align:start\r\n<v Ann>Hello &amp;  \r\nwelcome\r\n\r\n\r\n2\r\n00:02.000 --> 00:03.000\r\nBye, Zo\u00eb\r\n\r\n", true},
		"line broken elsewhere":   {"00:00:01.000 --> 00:00:02.000\n<v Ann>Hello\n&amp; welcome\n\n00:00:02.000 --> 00:00:03.000\nBye, Zo\u00eb\n", true},
		"other voice":             {strings.Replace(base, "Ann", "Bob", 1), true},
		"markup gone":             {"00:00:01.000 --> 00:00:02.000\nHello & welcome\n\n00:00:02.000 --> 00:00:03.000\nBye, Zo\u00eb\n", true},
		"another normal form":     {strings.Replace(base, "\u00eb", "e\u0308", 1), true},
		"other word":              {strings.Replace(base, "Bye", "By", 1), false},
		"other letter case":       {strings.Replace(base, "Bye", "bye", 1), false},
		"a millisecond":           {strings.Replace(base, "00:00:03.000", "00:00:03.001", 1), false},
		"another start":           {strings.Replace(base, "00:00:01.000", "00:00:00.999", 1), false},
		"cue gone":                {"00:00:01.000 --> 00:00:02.000\n<v Ann>Hello &amp;\nwelcome\n", false},
		"cues in another order":   {"00:00:02.000 --> 00:00:03.000\nBye, Zo\u00eb\n\n00:00:01.000 --> 00:00:02.000\n<v Ann>Hello &amp;\nwelcome\n", false},
		"a cue more without text": {base + "\n00:00:03.000 --> 00:00:04.000\n", true},
	}
	for name, tt := range tests {
		check.Equal(t, tt.want, captions.SameWords(mustParse(t, captions.VTT, base), mustParse(t, captions.VTT, tt.other)), "%s: SameWords", name)
	}
}

// TestWriteTranscript writes cues without what the service drops: names, settings, blank lines and
// empty cues.
func TestWriteTranscript(t *testing.T) {
	t.Parallel()
	got := captions.WriteTranscript(mustParse(
		t, captions.VTT,
		"WEBVTT\n\nNOTE x\n\nname\n00:01.000 --> 00:02.000 line:0\n \n<b>Hi</b>\n\u00a0\nyou\n\n00:03.000 --> 00:04.000\n\t\n\n100:00:02.000 --> 100:00:03.000\nBye",
	))
	want := "00:00:01.000 --> 00:00:02.000\n<b>Hi</b>\nyou\n\n100:00:02.000 --> 100:00:03.000\nBye\n"
	check.Equal(t, want, got, "transcript")
}

func mustParse(t *testing.T, format captions.Format, content string) []captions.Cue {
	t.Helper()
	cues, err := captions.Parse(content, format)
	check.MustSucceed(t, err, "cues of %s in %.80q", format, content)
	return cues
}
