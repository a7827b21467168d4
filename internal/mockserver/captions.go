package mockserver

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"regexp"
	"strings"
	"time"
)

// Cue is one timed caption.
type Cue struct {
	Start, End time.Duration
	Text       string // lines separated by "\n", with the markup they came with
}

// errEmptyTranscript is an error of its own because the contract has an error type for it.
var errEmptyTranscript = errors.New("the transcript is empty")

const timingArrow = "-->"

var (
	blankLines     = regexp.MustCompile(`\n\s*\n`)
	contractTiming = regexp.MustCompile(`^(\d{2}):([0-5]\d):([0-5]\d)\.(\d{3}) --> (\d{2}):([0-5]\d):([0-5]\d)\.(\d{3})$`)
	webVTTTiming   = regexp.MustCompile(`^[ \t\f]*(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})[ \t\f]*-->[ \t\f]*(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})(?:\D.*)?$`)
)

// parseTranscript reads the body of a transcript. If strict, it accepts only the form that the
// contract shows: timing lines with text below them, separated by blank lines. Otherwise it accepts
// a WebVTT file, even without its signature.
func parseTranscript(body string, strict bool) ([]Cue, error) {
	body = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(body, "\uFEFF"))
	if isBlankLine(body) {
		return nil, errEmptyTranscript
	}
	timing := webVTTTiming
	cut := cutWebVTT
	if strict {
		timing = contractTiming
		cut = cutAtBlanks
	}
	var cues []Cue
	for i, block := range cut(body) {
		isTimed := strict || strings.Contains(block[0], timingArrow)
		isSecondTimed := len(block) > 1 && strings.Contains(block[1], timingArrow)
		switch {
		case !isTimed && isSecondTimed:
			withoutIdentifier := block[1:]
			block = withoutIdentifier
		case !isTimed && isAside(block[0], i == 0, cues == nil):
			continue
		}
		cue, err := parseCue(block, timing)
		if err != nil {
			return nil, fmt.Errorf("block %d: %w", i+1, err)
		}
		cues = append(cues, cue)
	}
	if len(cues) == 0 {
		return nil, errors.New("the transcript has no cue")
	}
	return cues, nil
}

func isBlankLine(line string) bool { return strings.TrimSpace(line) == "" }

// cutAtBlanks cuts a text into blocks at blank lines.
func cutAtBlanks(text string) (blocks [][]string) {
	for _, block := range blankLines.Split(strings.TrimSpace(text), -1) {
		blocks = append(blocks, strings.Split(block, "\n"))
	}
	return blocks
}

// cutWebVTT cuts a text into blocks at empty lines. It also cuts before a line with an arrow that
// is neither the first of its block nor the second below an identifier. A line of white space is
// text of a cue, but between an identifier and an arrow it belongs to the identifier.
func cutWebVTT(text string) (blocks [][]string) {
	lines := strings.Split(text, "\n")
	blockStart := 0
	endBefore := func(next int) {
		// White space above a block does not belong to it.
		for blockStart < next && isBlankLine(lines[blockStart]) {
			blockStart++
		}
		if blockStart < next {
			blocks = append(blocks, lines[blockStart:next])
		}
		blockStart = next
	}
	for i, line := range lines {
		hasArrow := strings.Contains(line, timingArrow)
		if line != "" && !hasArrow {
			continue
		}
		end := i
		isBelowText := i > blockStart && !strings.Contains(lines[i-1], timingArrow)
		if hasArrow && isBelowText {
			isBelowIdentifier := i == blockStart+1 || isBlankLine(lines[i-2])
			if isBelowIdentifier {
				end = i - 1
			}
		}
		endBefore(end)
	}
	endBefore(len(lines))
	return blocks
}

// isAside recognizes the first line of a WebVTT block that is not a cue. Styles and regions come
// before all cues.
func isAside(line string, isFirst, isBeforeCues bool) bool {
	word, more, _ := strings.Cut(strings.ReplaceAll(line, "\t", " "), " ")
	switch word {
	case "WEBVTT":
		return isFirst
	case "NOTE":
		return true
	case "STYLE", "REGION":
		return isBeforeCues && isBlankLine(more)
	}
	return false
}

func parseCue(block []string, timing *regexp.Regexp) (Cue, error) {
	m := timing.FindStringSubmatch(block[0])
	if m == nil {
		return Cue{}, fmt.Errorf("%q is not a line of the form hh:mm:ss.mmm --> hh:mm:ss.mmm", block[0])
	}
	start, err := cueTime(m[1:5])
	if err != nil {
		return Cue{}, err
	}
	end, err := cueTime(m[5:9])
	if err != nil {
		return Cue{}, err
	}
	if end <= start {
		return Cue{}, fmt.Errorf("the cue %q does not end after its start", block[0])
	}
	lines := block[1:]
	if len(lines) == 0 {
		return Cue{}, fmt.Errorf("the cue %q has no text", block[0])
	}
	for _, line := range lines {
		if strings.Contains(line, timingArrow) {
			return Cue{}, fmt.Errorf("the text line %q holds an arrow", line)
		}
	}
	return Cue{Start: start, End: end, Text: strings.Join(lines, "\n")}, nil
}

// cueTime adds hours, minutes, seconds and milliseconds. The hours may be missing.
func cueTime(parts []string) (time.Duration, error) {
	return time.ParseDuration(cmp.Or(parts[0], "0") + "h" + parts[1] + "m" + parts[2] + "s" + parts[3] + "ms")
}

// translated simulates the translation of a transcript into another language: same times, other
// text.
func translated(cues []Cue, language string) []Cue {
	out := make([]Cue, len(cues))
	for i, cue := range cues {
		cue.Text = "[" + language + "] " + cue.Text
		out[i] = cue
	}
	return out
}

// captionFormat describes how to write the files of a format. A cue is written from its number, the
// times of its start and end, and its text.
type captionFormat struct {
	mediaType       string
	mark            string // of decimals
	head, cue, foot string
	text            func(string) string
}

// captionFormats are the values of the format of GetCaptions.
var captionFormats = map[string]captionFormat{
	"Vtt": {"text/vtt", ".", "WEBVTT\n", "\n%[2]s --> %[3]s\n%[4]s\n", "", func(text string) string { return text }},
	"Srt": {"application/x-subrip", ",", "", "%d\n%s --> %s\n%s\n\n", "", plain},
	"Txt": {"text/plain", ".", "", "%[4]s\n", "", plain},
	"Csv": {"text/csv", ".", "Start,End,Text\n", "%[2]s,%[3]s,\"%[4]s\"\n", "", func(text string) string {
		return strings.ReplaceAll(plain(text), `"`, `""`)
	}},
	"Ttml": {
		"application/ttml+xml", ".", xml.Header + `<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="">` + "\n  <body>\n    <div>\n",
		"      <p begin=\"%[2]s\" end=\"%[3]s\">%[4]s</p>\n", "    </div>\n  </body>\n</tt>\n",
		func(text string) string { return strings.ReplaceAll(html.EscapeString(plain(text)), "\n", "<br/>") },
	},
}

func (f captionFormat) write(cues []Cue) string {
	var b strings.Builder
	b.WriteString(f.head)
	for i, cue := range cues {
		fmt.Fprintf(&b, f.cue, i+1, captionTime(cue.Start, f.mark), captionTime(cue.End, f.mark), f.text(cue.Text))
	}
	b.WriteString(f.foot)
	return b.String()
}

// captionTime writes a time as hh:mm:ss.mmm with the format's own decimal mark.
func captionTime(d time.Duration, mark string) string {
	h := int(d.Hours())
	m := int(d.Minutes()) % 60
	s := int(d.Seconds()) % 60
	ms := d.Milliseconds() % 1000
	return fmt.Sprintf("%02d:%02d:%02d%s%03d", h, m, s, mark, ms)
}

var markup = regexp.MustCompile(`<[^>\n]*>`)

// plain removes WebVTT's markup, because the other formats have none, or their own.
func plain(text string) string { return html.UnescapeString(markup.ReplaceAllString(text, "")) }

// captionLanguages are the languages of captions and transcripts as UpdateTranscript spells them.
var captionLanguages = strings.Fields(`sr-Cyrl-RS sr-Latn-RS bs-Latn zh-Hans zh-Hant fil-PH en-GB en-FJ en-AU en-WS
	en-US el-GR es-ES es-MX et-EE fa-IR fi-FI fr-CA fr-FR fr-HT af-ZA ar-SA ar-SY ar-QA ar-EG ar-BH ar-OM ar-LB ar-KW
	ar-JO ar-IQ da-DK de-DE bg-BG bn-BD mg-MG ms-MY mt-MT ca-ES cs-CZ nl-NL nb-NO id-ID it-IT lt-LT lv-LV ja-JP ur-PK
	uk-UA hi-IN he-IL hu-HU hr-HR ko-KR vi-VN tr-TR ta-IN th-TH to-TO ru-RU ro-RO pt-BR pl-PL sv-SE sw-KE sl-SI sk-SK`)

const (
	bahrain           = "ar-BH"
	bahrainInCaptions = "br-BH" // the spelling of GetCaptions alone
)

// languagesOfGetCaptions are those languages as GetCaptions spells them.
var languagesOfGetCaptions = mapAll(captionLanguages, func(code string) string {
	if code == bahrain {
		return bahrainInCaptions
	}
	return code
})
