package mockserver

import (
	"encoding/csv"
	"encoding/xml"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"time"
)

// captionFormat is a media type and how its files are written.
type captionFormat struct {
	mediaType string
	write     func([]Cue) (string, error)
}

// captionFormats are the values of endpoint 8's format.
var captionFormats = map[string]captionFormat{
	"Vtt":  {"text/vtt; charset=utf-8", writeVTT},
	"Ttml": {"application/ttml+xml; charset=utf-8", writeTTML},
	"Srt":  {"application/x-subrip; charset=utf-8", writeSRT},
	"Txt":  {"text/plain; charset=utf-8", writeText},
	"Csv":  {"text/csv; charset=utf-8", writeCSV},
}

func writeVTT(cues []Cue) (string, error) {
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	for _, cue := range cues {
		fmt.Fprintf(&b, "\n%s --> %s\n%s\n", captionTime(cue.Start, "."), captionTime(cue.End, "."), cue.Text)
	}
	return b.String(), nil
}

func writeSRT(cues []Cue) (string, error) {
	var b strings.Builder
	for i, cue := range cues {
		fmt.Fprintf(&b, "%d\n%s --> %s\n%s\n\n", i+1, captionTime(cue.Start, ","), captionTime(cue.End, ","), plain(cue.Text))
	}
	return b.String(), nil
}

func writeText(cues []Cue) (string, error) {
	var b strings.Builder
	for _, cue := range cues {
		b.WriteString(plain(cue.Text) + "\n")
	}
	return b.String(), nil
}

func writeCSV(cues []Cue) (string, error) {
	var b strings.Builder
	w := csv.NewWriter(&b)
	rows := [][]string{{"Start", "End", "Text"}}
	for _, cue := range cues {
		rows = append(rows, []string{captionTime(cue.Start, "."), captionTime(cue.End, "."), plain(cue.Text)})
	}
	if err := w.WriteAll(rows); err != nil {
		return "", fmt.Errorf("write rows: %w", err)
	}
	return b.String(), nil
}

func writeTTML(cues []Cue) (string, error) {
	var b strings.Builder
	b.WriteString(xml.Header + `<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="">` + "\n  <body>\n    <div>\n")
	for _, cue := range cues {
		fmt.Fprintf(&b, `      <p begin="%s" end="%s">`, captionTime(cue.Start, "."), captionTime(cue.End, "."))
		for i, line := range strings.Split(plain(cue.Text), "\n") {
			if i > 0 {
				b.WriteString("<br/>")
			}
			if err := xml.EscapeText(&b, []byte(line)); err != nil {
				return "", fmt.Errorf("escape %q: %w", line, err)
			}
		}
		b.WriteString("</p>\n")
	}
	b.WriteString("    </div>\n  </body>\n</tt>\n")
	return b.String(), nil
}

// captionTime writes a time as hh:mm:ss.mmm with the format's own decimal mark.
func captionTime(d time.Duration, mark string) string {
	h, m, s, ms := int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60, d.Milliseconds()%1000
	return fmt.Sprintf("%02d:%02d:%02d%s%03d", h, m, s, mark, ms)
}

var markup = regexp.MustCompile(`<[^>\n]*>`)

// plain takes WebVTT's markup away: the other formats have none, or their own.
func plain(text string) string { return html.UnescapeString(markup.ReplaceAllString(text, "")) }

// captionLanguages are the languages of captions and transcripts as endpoint 9 spells them.
var captionLanguages = strings.Fields(`sr-Cyrl-RS sr-Latn-RS bs-Latn zh-Hans zh-Hant fil-PH en-GB en-FJ en-AU en-WS
	en-US el-GR es-ES es-MX et-EE fa-IR fi-FI fr-CA fr-FR fr-HT af-ZA ar-SA ar-SY ar-QA ar-EG ar-BH ar-OM ar-LB ar-KW
	ar-JO ar-IQ da-DK de-DE bg-BG bn-BD mg-MG ms-MY mt-MT ca-ES cs-CZ nl-NL nb-NO id-ID it-IT lt-LT lv-LV ja-JP ur-PK
	uk-UA hi-IN he-IL hu-HU hr-HR ko-KR vi-VN tr-TR ta-IN th-TH to-TO ru-RU ro-RO pt-BR pl-PL sv-SE sw-KE sl-SI sk-SK`)

const (
	bahrain           = "ar-BH"
	bahrainInCaptions = "br-BH" // endpoint 8's own spelling, and only its own
)

// captionLanguage resolves a language as endpoint 8 spells it.
func captionLanguage(code string) (language string, known bool) {
	switch code {
	case bahrainInCaptions:
		return bahrain, true
	case bahrain:
		return "", false
	}
	return code, slices.Contains(captionLanguages, code)
}
