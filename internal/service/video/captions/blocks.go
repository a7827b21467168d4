package captions

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// dialect is one of the two formats made of blocks: a timing line, below it lines of text, and a blank line between blocks.
type dialect struct {
	// timing matches a timing line. Its groups are hours, minutes and seconds, of start and end.
	timing func() *regexp.Regexp
	// example is what a timing line looks like, for errors.
	example string
	// name matches a line that may stand above a timing line.
	name func() *regexp.Regexp
	// aside matches the first line of a block that holds no cue.
	aside func() *regexp.Regexp
}

// The contract shows transcripts without the signature that a WebVTT file begins with: both are read.
var vttDialect = dialect{
	timing:  timing(`(?:(\d{2,6}):)?([0-5]\d):([0-5]\d\.\d{3})`),
	example: "hh:mm:ss.mmm --> hh:mm:ss.mmm",
	name:    pattern(``),
	aside:   pattern(`^(?:WEBVTT|NOTE|STYLE|REGION)(?:[ \t]|$)`),
}

var srtDialect = dialect{
	timing:  timing(`(\d{1,6}):([0-5]?\d):([0-5]?\d[,.]\d{1,3})`),
	example: "hh:mm:ss,mmm --> hh:mm:ss,mmm",
	name:    pattern(`^\s*\d+\s*$`),
	aside:   pattern(`^$`), // no block begins with an empty line
}

const arrow = "-->"

// timing matches a timing line with two times, which clock matches.
func timing(clock string) func() *regexp.Regexp {
	return pattern(`^[ \t]*` + clock + `[ \t]*-->[ \t]*` + clock + `(?:[ \t].*)?$`)
}

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

// parse reads the blocks of a text.
func (d dialect) parse(text string) ([]Cue, error) {
	lines := strings.Split(text, "\n")
	cues := []Cue{}
	for i := 0; i < len(lines); {
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
	switch isNamed := len(lines) > 1 && strings.Contains(lines[1], arrow); {
	case strings.Contains(lines[0], arrow):
		isCue = true
	case isNamed && d.name().MatchString(lines[0]):
		isCue, lines, number = true, lines[1:], number+1
	case isNamed || !d.aside().MatchString(lines[0]):
		return cue, false, syntaxError(number, "expected a line %q, found %s", d.example, quote(lines[0]))
	}
	for i, line := range lines[1:] {
		if strings.Contains(line, arrow) {
			return cue, false, syntaxError(number+1+i, "a blank line is missing above %s", quote(line))
		}
	}
	if !isCue {
		return cue, false, nil
	}
	m := d.timing().FindStringSubmatch(lines[0])
	if m == nil {
		return cue, false, syntaxError(number, "expected %q, found %s", d.example, quote(lines[0]))
	}
	cue = Cue{Start: clockTime(m[1], m[2], m[3]), End: clockTime(m[4], m[5], m[6]), Source: strings.Join(lines[1:], "\n"), Line: number}
	cue.Text = readable(cue.Source)
	if cue.End < cue.Start {
		return cue, false, syntaxError(number, "the end comes before the start in %s", quote(lines[0]))
	}
	return cue, true, nil
}

// clockTime adds up the parts of a time, which a pattern has checked; hours may be missing. It is never out of range.
func clockTime(hours, minutes, seconds string) time.Duration {
	d, _ := time.ParseDuration(cmp.Or(hours, "0") + "h" + minutes + "m" + strings.Replace(seconds, ",", ".", 1) + "s")
	return d
}

// quote shows the beginning of a line.
func quote(line string) string {
	const limit = 60
	if runes := []rune(line); len(runes) > limit {
		line = string(runes[:limit]) + "…"
	}
	return strconv.Quote(line)
}
