package captions_test

import (
	"encoding/xml"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/captions"
)

// FuzzParse checks the promises of the package for random content. Parse returns an error that
// names one of its lines, or valid cues with every letter of the text. A transcript survives being
// written.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nHi <b>you</b> &amp; me\n",
		"\ufeffWEBVTT x\r\n\r\nNOTE a\r\n\r\nname\r\n00:01.000 --> 99:02.000 line:0\r\na\r\n",
		"1\n00:00:01,000 --> 00:00:02,000\n{\\an8}Hi\n\n2\n00:00:03,5 --> 00:00:04,05\nyou\n",
		"00:00:01.000 --> 00:00:00.000\n-->", "999999:59:59.999 --> 999999:59:59.999\n\x00",
		`<tt><body begin="1s"><div end="3h"><p>a<br/>b<span begin="10f" dur="100t">c</span></p></div></body></tt>`,
		`<tt><body><p begin="00:00:01:12" end="9999h">&lt;&nbsp;</p></body></tt>`, "<tt><p></tt>",
		"WEBVTT\n\n00:01.000 --> 00:02.000\nHi\n \nNOTE you\n\t\nSTYLE\nname\n00:02.000 --> 00:03.000\nBye\n\nSTYLE\nlost",
		"1\n0:0:1,0 --> 0:0:2,0\na<br/>b <c@d>\n\nNOTE e\n\n2\n0:0:3,0 --> 0:0:4,0\nf",
		`<tt xmlns:x="urn:x"><body><div begin="1s" end="9s"><p>a<x:b>no</x:b><span begin="2s" end="3s">c</span><span end="1s">d</span></p><p begin="1s" dur="0s">e</p></div></body></tt>`,
		"00:01.000 --> 00:02.000\nHi\n \nNOTE the date\n\n00:02.000 --> 00:03.000\nBye",
		"1\n00:00:01,000 --> 00:00:02,000\nHi\n\nyou\n00:00:02,000 --> 00:00:03,000\nBye",
	} {
		f.Add(seed)
	}
	for _, file := range corpus {
		f.Add(written(file.name, file.content))
	}
	f.Fuzz(func(t *testing.T, content string) {
		if !utf8.ValidString(content) {
			t.Skip("Terraform's texts are UTF-8")
		}
		for _, format := range captions.Formats {
			cues, err := captions.Parse(content, captions.Format(format))
			if err != nil {
				syntax := check.ErrorAs[*captions.SyntaxError](t, err)
				if !isLineOf(content, syntax.Line) || !utf8.ValidString(syntax.Problem) {
					t.Fatalf("%s: error %q, want one that names a line of the content", format, err)
				}
				continue
			}
			for _, cue := range cues {
				parts := cue.Start%time.Millisecond + cue.End%time.Millisecond // none is negative
				switch {
				case cue.Start < 0, cue.End < cue.Start, parts != 0:
					t.Fatalf("%s: cue %+v, want whole milliseconds in their order", format, cue)
				case !utf8.ValidString(cue.Text), strings.Contains(cue.Text, "\r\n"):
					t.Fatalf("%s: cue %+v, want valid text", format, cue)
				case !isLineOf(content, cue.Line):
					t.Fatalf("%s: cue %+v, want a line of the content", format, cue)
				}
			}
			var lost string
			switch captions.Format(format) {
			case captions.VTT:
				lost = lostLine(strings.ReplaceAll(content, "\x00", "\ufffd"), cues, true)
			case captions.SRT:
				lost = lostLine(content, cues, false)
			case captions.TTML:
				lost = lostElement(content, cues)
			}
			if lost != "" {
				t.Fatalf("%s: %q is lost, want it in %v", format, lost, cues)
			}
		}
		cues, err := captions.ParseTranscript(content)
		if err != nil {
			return
		}
		again, err := captions.ParseTranscript(captions.WriteTranscript(cues))
		check.MustSucceed(t, err, "a transcript that was written out")
		if !captions.SameWords(cues, again) || captions.WriteTranscript(cues) != captions.WriteTranscript(again) {
			t.Fatalf("a transcript that was written out is read as %v, want %v", again, cues)
		}
	})
}

func isLineOf(content string, line int) bool { return line >= 1 && line <= len(linesOf(content)) }

func linesOf(content string) []string {
	return strings.Split(
		strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(content, "\ufeff")), "\n",
	)
}

var (
	// knownMarkup matches the markup that texts omit: tags that are not addresses, references and
	// styles. vttMarkup matches further markup of WebVTT.
	knownMarkup = regexp.MustCompile(`(?i)</?([bius]|em|strong|strike|font|span|p|div|br)\b[^<>@]*>|&#?\w+;|\{\\[^{}]*\}|\{[CcFfoPSsYy]:[^{}\n]+\}|\\[Nh]`)
	vttMarkup   = regexp.MustCompile(
		`</?(c|ruby|rt|[biu])\b[^<>@]*>|<(v|lang)\b[^<>]*>|</(v|lang)[^<>]*>|<[\d:.]+>|</?[A-Za-z]\w*>`,
	)
	header      = regexp.MustCompile(`^WEBVTT([ \t]|$)`)
	digits      = regexp.MustCompile(`^\s*\d+\s*$`)
	style       = regexp.MustCompile(`^(STYLE|REGION)\s*$`)
	besideTimes = regexp.MustCompile(`-->.*\s\pL+$`)
	settingWord = regexp.MustCompile(
		`\s(vertical|line|position|size|align|region|start|center|middle|end|left|right|lr|rl)$`,
	)
	aside = regexp.MustCompile(`^NOTE([ \t]|$)|^WEBVTT\s*$`)
)

// lostLine returns a line, or a letter of a line, that should be in the cues but is not, for
// formats made of lines. Times, names and numbers above times, and blocks without cues are not in
// cues.
func lostLine(content string, cues []captions.Cue, isVTT bool) string {
	lines := linesOf(content)
	original := linesOf(content)
	isTimed := func(i int) bool { return i < len(lines) && strings.Contains(lines[i], "-->") }
	for _, cue := range cues {
		beside := besideTimes.FindString(lines[cue.Line-1])
		if beside != "" && !settingWord.MatchString(beside) {
			return beside
		}
		lines[cue.Line-1] = "-->"
		for i, text := range strings.Split(cue.Source, "\n") {
			at := slices.Index(lines[cue.Line:], text)
			isNone := i == 0 && text == ""
			if at >= 0 && !isNone {
				lines[cue.Line+at] = ""
			}
		}
		source := knownMarkup.ReplaceAllString(cue.Source, "")
		if isVTT {
			source = vttMarkup.ReplaceAllString(source, "")
		}
		lost := missing(letters(source), letters(cue.Text))
		if lost != "" {
			return lost
		}
	}
	beginsBlock := func(i int) bool {
		isBeforeCues := len(cues) == 0 || i < cues[0].Line
		switch {
		case i == 0 && header.MatchString(lines[i]), isBeforeCues && style.MatchString(lines[i]):
			return true
		}
		return aside.MatchString(lines[i])
	}
	isInBlock := false
	// isFree says whether an empty line is above.
	isFree := true
	for i, line := range lines {
		isAfterBlank := i == 0 || strings.TrimSpace(original[i-1]) == ""
		isFree = original[i] == "" || isFree && isAfterBlank
		isName := isVTT || digits.MatchString(line)
		mayBeginBlock := isVTT && isFree
		switch {
		case line == "" || isTimed(i):
			isInBlock = false
		case strings.TrimSpace(line) == "", isName && isTimed(i+1):
		case isInBlock, mayBeginBlock && beginsBlock(i):
			isInBlock = true
		default:
			return line
		}
	}
	return ""
}

// lostElement returns a letter in the content of a TTML document that should be in the cues but is
// not.
func lostElement(content string, cues []captions.Cue) string {
	decoder := xml.NewDecoder(strings.NewReader(content))
	decoder.Entity = xml.HTMLEntity
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	var inContent []bool
	var root, wanted, got string
	for {
		token, err := decoder.Token()
		if err != nil {
			break
		}
		switch token := token.(type) {
		case xml.StartElement:
			if len(inContent) == 0 {
				root = token.Name.Space
			}
			isOwn := token.Name.Space == root || token.Name.Space == "http://www.w3.org/ns/ttml"
			isOwn = isOwn && !slices.Contains([]string{"head", "metadata", "set", "animate", "image", "audio"}, token.Name.Local)
			isOutside := len(inContent) > 0 && !inContent[len(inContent)-1]
			inContent = append(inContent, isOwn && !isOutside)
		case xml.EndElement:
			inContent = inContent[:len(inContent)-1]
		case xml.CharData:
			if len(inContent) == 0 || inContent[len(inContent)-1] {
				wanted += letters(string(token))
			}
		}
	}
	for _, cue := range cues {
		got += letters(cue.Text)
	}
	left := map[rune]int{}
	// Parts with their own times can come in another order, and several times.
	for _, letter := range got {
		left[letter]++
	}
	for _, letter := range wanted {
		left[letter]--
		if left[letter] < 0 {
			return string(letter)
		}
	}
	return ""
}

func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text)
}

// missing returns the first letter that is missing in a text, with its position.
func missing(wanted, got string) string {
	for _, letter := range wanted {
		_, behind, isThere := strings.Cut(got, string(letter))
		if !isThere {
			return string(letter)
		}
		got = behind
	}
	return ""
}
