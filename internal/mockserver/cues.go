package mockserver

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
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

var (
	contractTiming = regexp.MustCompile(`^(\d{2}):(\d{2}):(\d{2})\.(\d{3}) --> (\d{2}):(\d{2}):(\d{2})\.(\d{3})$`)
	webVTTTiming   = regexp.MustCompile(`^(\d{2,}):(\d{2}):(\d{2})\.(\d{3})[ \t]+-->[ \t]+(\d{2,}):(\d{2}):(\d{2})\.(\d{3})(?:[ \t].*)?$`)
)

// parseTranscript reads a transcript body: timing lines with text below them, separated by blank lines. Unless strict,
// it also accepts what a WebVTT file has around its cues (signature, identifiers, settings, notes, styles).
func parseTranscript(body string, strict bool) ([]Cue, error) {
	body = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(body, "\uFEFF"))
	if strings.TrimSpace(body) == "" {
		return nil, errEmptyTranscript
	}
	timing := webVTTTiming
	if strict {
		timing = contractTiming
	}
	var cues []Cue
	for i, block := range cueBlocks(body) {
		if !strict && isAside(block, i == 0) {
			continue
		}
		if !strict && len(block) > 1 && !strings.Contains(block[0], "-->") {
			block = block[1:] // a cue identifier
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

// cueBlocks cuts a text at its blank lines.
func cueBlocks(text string) [][]string {
	var all [][]string
	var block []string
	for line := range strings.SplitSeq(text, "\n") {
		if strings.TrimSpace(line) != "" {
			block = append(block, line)
			continue
		}
		if block != nil {
			all = append(all, block)
		}
		block = nil
	}
	if block != nil {
		all = append(all, block)
	}
	return all
}

// isAside recognizes the blocks of a WebVTT file that hold no cue.
func isAside(block []string, first bool) bool {
	word, _, _ := strings.Cut(strings.ReplaceAll(block[0], "\t", " "), " ")
	switch word {
	case "WEBVTT":
		return first
	case "NOTE", "STYLE", "REGION":
		return true
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
		if strings.Contains(line, "-->") {
			return Cue{}, fmt.Errorf("the text line %q holds an arrow", line)
		}
	}
	return Cue{Start: start, End: end, Text: strings.Join(lines, "\n")}, nil
}

// cueTime adds up hours, minutes, seconds and milliseconds.
func cueTime(parts []string) (time.Duration, error) {
	var n [4]int64
	for i, part := range parts {
		v, err := strconv.ParseInt(part, 10, 32)
		if err != nil {
			return 0, fmt.Errorf("time %s: %w", strings.Join(parts, ":"), err)
		}
		n[i] = v
	}
	if n[1] > 59 || n[2] > 59 {
		return 0, fmt.Errorf("time %s: minutes and seconds end at 59", strings.Join(parts, ":"))
	}
	return time.Duration(n[0])*time.Hour + time.Duration(n[1])*time.Minute +
		time.Duration(n[2])*time.Second + time.Duration(n[3])*time.Millisecond, nil
}

// translated simulates the translation of a transcript into another language: same times, other text.
func translated(cues []Cue, language string) []Cue {
	out := make([]Cue, len(cues))
	for i, cue := range cues {
		cue.Text = "[" + language + "] " + cue.Text
		out[i] = cue
	}
	return out
}
