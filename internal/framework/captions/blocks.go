package captions

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// dialect is one of the two formats made of blocks: a timing line, below it lines of text, and a blank
// line between blocks.
type dialect struct {
	// timing matches a timing line. Its groups are hours, minutes, seconds and fraction, of start and end.
	timing func() *regexp.Regexp
	// example is what a timing line looks like, for errors.
	example string
	// header returns how many of the first lines belong to no block.
	header func(lines []string) int
	// isComment recognizes the first line of a block that holds no cue.
	isComment func(line string) bool
	// isName recognizes a line that may stand above a timing line.
	isName func(line string) bool
	// text makes a cue's text readable.
	text func(source string) string
}

var vttDialect = dialect{
	timing:  pattern(`^[ \t]*(?:(\d{2,6}):)?(\d{2}):(\d{2})\.(\d{3})[ \t]*-->[ \t]*(?:(\d{2,6}):)?(\d{2}):(\d{2})\.(\d{3})(?:[ \t].*)?$`),
	example: "hh:mm:ss.mmm --> hh:mm:ss.mmm",
	header: func(lines []string) int {
		// The contract shows transcripts without the signature that a WebVTT file begins with: both are read.
		if !startsWithWord(lines[0], "WEBVTT") {
			return 0
		}
		n := 1
		for n < len(lines) && !isBlank(lines[n]) && !strings.Contains(lines[n], arrow) {
			n++
		}
		return n
	},
	isComment: func(line string) bool {
		return startsWithWord(line, "NOTE") || startsWithWord(line, "STYLE") || startsWithWord(line, "REGION")
	},
	isName: func(string) bool { return true },
	text:   readable,
}

var srtDialect = dialect{
	timing:    pattern(`^[ \t]*(\d{1,6}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})[ \t]*-->[ \t]*(\d{1,6}):(\d{1,2}):(\d{1,2})[,.](\d{1,3})(?:[ \t].*)?$`),
	example:   "hh:mm:ss,mmm --> hh:mm:ss,mmm",
	header:    func([]string) int { return 0 },
	isComment: func(string) bool { return false },
	isName: func(line string) bool {
		_, err := strconv.ParseUint(strings.TrimSpace(line), 10, 64)
		return err == nil
	},
	text: func(source string) string { return readable(overrides().ReplaceAllString(source, "")) },
}

const arrow = "-->"

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

func startsWithWord(line, word string) bool {
	rest, ok := strings.CutPrefix(line, word)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// parseBlocks reads the blocks of a dialect.
func parseBlocks(text string, d dialect) ([]Cue, error) {
	lines := strings.Split(text, "\n")
	cues := []Cue{}
	for i := d.header(lines); i < len(lines); {
		if isBlank(lines[i]) {
			i++
			continue
		}
		end := i
		for end < len(lines) && !isBlank(lines[end]) {
			end++
		}
		cue, isCue, err := d.block(lines[i:end], i+1)
		if err != nil {
			return nil, err
		}
		if isCue {
			cues = append(cues, cue)
		}
		i = end
	}
	return cues, nil
}

// block reads one block, whose first line has the given number.
func (d dialect) block(lines []string, number int) (cue Cue, isCue bool, err error) {
	if !strings.Contains(lines[0], arrow) {
		named := len(lines) > 1 && strings.Contains(lines[1], arrow)
		switch {
		case !named && d.isComment(lines[0]):
			return Cue{}, false, nil
		case !named || !d.isName(lines[0]):
			return Cue{}, false, syntaxError(number, "expected a line %q, found %s", d.example, quote(lines[0]))
		}
		lines, number = lines[1:], number+1
	}
	cue.Line = number
	if cue.Start, cue.End, err = d.times(lines[0], number); err != nil {
		return Cue{}, false, err
	}
	for i, line := range lines[1:] {
		if strings.Contains(line, arrow) {
			return Cue{}, false, syntaxError(number+1+i, "a blank line is missing above %s", quote(line))
		}
	}
	cue.Source = strings.Join(lines[1:], "\n")
	cue.Text = d.text(cue.Source)
	return cue, true, nil
}

// times reads a timing line.
func (d dialect) times(line string, number int) (start, end time.Duration, err error) {
	m := d.timing().FindStringSubmatch(line)
	if m == nil {
		return 0, 0, syntaxError(number, "expected %q, found %s", d.example, quote(line))
	}
	if start, err = clockTime(m[1], m[2], m[3], m[4]); err == nil {
		end, err = clockTime(m[5], m[6], m[7], m[8])
	}
	if err != nil {
		return 0, 0, syntaxError(number, "%s in %s", err, quote(line))
	}
	if end < start {
		return 0, 0, syntaxError(number, "the end comes before the start in %s", quote(line))
	}
	return start, end, nil
}

// clockTime adds up digits: hours may be missing, fraction has one to three digits behind the mark.
func clockTime(hours, minutes, seconds, fraction string) (time.Duration, error) {
	var n [4]int64
	for i, digits := range []string{"0" + hours, minutes, seconds, (fraction + "00")[:3]} {
		v, err := strconv.ParseInt(digits, 10, 32)
		if err != nil {
			return 0, fmt.Errorf("time out of range: %w", err)
		}
		n[i] = v
	}
	if n[1] > 59 || n[2] > 59 {
		return 0, fmt.Errorf("minutes or seconds above 59")
	}
	return time.Duration(n[0])*time.Hour + time.Duration(n[1])*time.Minute +
		time.Duration(n[2])*time.Second + time.Duration(n[3])*time.Millisecond, nil
}

// quote shows the beginning of a line.
func quote(line string) string {
	const limit = 60
	if runes := []rune(line); len(runes) > limit {
		line = string(runes[:limit]) + "…"
	}
	return strconv.Quote(line)
}
