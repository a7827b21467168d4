// Package captions reads timed captions: the WebVTT of transcripts, and the formats of the function
// parse_captions. Times are exact to the millisecond, and every error names a line.
package captions

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Format is a caption format, in the contract's spelling.
type Format string

// The formats that Parse reads.
const (
	VTT  Format = "Vtt"
	SRT  Format = "Srt"
	TTML Format = "Ttml"
)

// Formats are the formats that Parse reads.
var Formats = []string{string(VTT), string(SRT), string(TTML)}

// Cue is one caption.
type Cue struct {
	// Start and End count from the beginning of the video, in whole milliseconds.
	Start, End time.Duration
	// Text is the text without markup, with decoded entities, and with lines joined by a newline.
	Text string
	// Source is the original text with markup. It is empty for TTML.
	Source string
	// Line is the first line of the cue, from 1.
	Line int
}

// SyntaxError is the position and the reason of invalid captions.
type SyntaxError struct {
	Line    int // from 1
	Problem string
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Problem) }

func syntaxError(line int, format string, args ...any) error {
	return &SyntaxError{Line: line, Problem: fmt.Sprintf(format, args...)}
}

// Parse reads captions in a format and in UTF-8. Its errors are SyntaxErrors. A byte order mark and
// the line ends of any system are accepted. Neither content without captions nor a cue without text
// is an error.
func Parse(content string, format Format) ([]Cue, error) {
	text := strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(content, "\ufeff"))
	switch format {
	case VTT:
		return vttDialect.parse(strings.ReplaceAll(text, "\x00", "\ufffd"))
	case SRT:
		return srtDialect.parse(text)
	case TTML:
		return parseTTML(text)
	}
	return nil, fmt.Errorf("%q is not one of the formats %s", format, strings.Join(Formats, ", "))
}

// FormatTime writes a time as hh:mm:ss.mmm, with as many digits of hours as needed.
func FormatTime(d time.Duration) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}

// ParseTranscript reads WebVTT for a video's transcript. The transcript must contain words. Each
// cue must contain text, if only white space, and its end must be after its start.
func ParseTranscript(content string) ([]Cue, error) {
	cues, err := Parse(content, VTT)
	if err != nil {
		return nil, err
	}
	for _, cue := range cues {
		switch {
		case cue.Source == "":
			return nil, syntaxError(cue.Line, "the cue has no text")
		case cue.End <= cue.Start:
			return nil, syntaxError(cue.Line, "the cue ends when it starts")
		}
	}
	if !slices.ContainsFunc(cues, func(c Cue) bool { return !isBlank(c.Source) }) {
		return nil, syntaxError(1, "expected at least one line %q with text below it", vttDialect.example)
	}
	return cues, nil
}

// WriteTranscript writes cues in the form that the contract describes, without other features of
// WebVTT: blocks of a timing line and lines of text, separated by blank lines. It drops lines of
// only white space, which would also separate blocks.
func WriteTranscript(cues []Cue) string {
	var blocks []string
	for _, cue := range cues {
		lines := slices.DeleteFunc(strings.Split(cue.Source, "\n"), isBlank)
		if len(lines) > 0 {
			blocks = append(
				blocks, FormatTime(cue.Start)+" --> "+FormatTime(cue.End)+"\n"+strings.Join(lines, "\n")+"\n",
			)
		}
	}
	return strings.Join(blocks, "\n")
}

// SameWords reports whether two transcripts have the same words at the same times. It ignores
// markup, line breaks and cues without text.
func SameWords(a, b []Cue) bool { return slices.Equal(words(a), words(b)) }

// words returns a line for each cue, with its times and its text.
func words(cues []Cue) []string {
	lines := make([]string, 0, len(cues))
	for _, cue := range cues {
		text := videoindexer.NormalText(strings.Join(strings.Fields(cue.Text), " "))
		if text != "" {
			lines = append(lines, FormatTime(cue.Start)+" "+FormatTime(cue.End)+" "+text)
		}
	}
	return lines
}
