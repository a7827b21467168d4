package captions

import (
	"fmt"
	"slices"
	"strings"
)

// ParseTranscript reads WebVTT that is to become a video's transcript: there must be cues, and each
// must have text and take time.
func ParseTranscript(content string) ([]Cue, error) {
	cues, err := Parse(content, VTT)
	if err != nil {
		return nil, err
	}
	if len(cues) == 0 {
		return nil, syntaxError(1, "there is no cue: at least one line %q with text below it is needed", vttDialect.example)
	}
	for _, cue := range cues {
		switch {
		case isBlank(cue.Source):
			return nil, syntaxError(cue.Line, "the cue has no text")
		case cue.End <= cue.Start:
			return nil, syntaxError(cue.Line, "the cue ends when it starts")
		}
	}
	return cues, nil
}

// WriteTranscript writes cues in the form that the contract describes of a transcript, and nothing of
// WebVTT beyond it: blocks of a timing line and the lines of text, set apart by blank lines.
func WriteTranscript(cues []Cue) string {
	var b strings.Builder
	for i, cue := range cues {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s --> %s\n%s\n", FormatTime(cue.Start), FormatTime(cue.End), cue.Source)
	}
	return b.String()
}

// SameWords reports whether two transcripts say the same at the same times, however it is marked up and
// broken into lines. Cues without text do not count.
func SameWords(a, b []Cue) bool { return slices.Equal(words(a), words(b)) }

// words has a line for each cue, with its times and its text.
func words(cues []Cue) []string {
	lines := make([]string, 0, len(cues))
	for _, cue := range cues {
		if text := strings.Join(strings.Fields(cue.Text), " "); text != "" {
			lines = append(lines, FormatTime(cue.Start)+" "+FormatTime(cue.End)+" "+text)
		}
	}
	return lines
}
