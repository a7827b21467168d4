package captions

import (
	"cmp"
	"html"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// dialect is one of the two formats made of lines. A line with two times begins a cue, and the
// lines below it are the cue's text.
type dialect struct {
	// timing matches a line of times: hours, minutes and seconds of start and end, and the
	// remaining line.
	timing *regexp.Regexp
	// likeTiming matches a line that is probably meant as a line of times.
	likeTiming *regexp.Regexp
	// example is a line of times, for errors.
	example string
	// isNumbered means SubRip: each cue has a number above its times, and only the number of the
	// next cue ends its text. In WebVTT, an empty line ends a text as well, a cue may have a name,
	// and there are blocks without cues.
	isNumbered bool
}

// The alternatives of likeTiming in SubRip, after the hours of the start.
const (
	srtHours       = `^[ \t]*-?\d+:`
	upToArrow      = `[\d:., \t]*-->`                               // 00:00:1.5 --> what follows may be anything
	withOtherArrow = `\d+:\d[\d,.]*[ \t]*[-–—=>→]+[ \t]*\d+:\d+:\d` // 00:00:01,500 – 00:00:04,000
)

// The alternatives of settings.
const (
	validSetting = `[^\s:]+:\S+` // align:start
	// looseSetting is a name with any number of values: "align: start" and "position 10%,
	// line-left".
	looseSetting = `(?:vertical|line|position|size|align|region)[\s:]*(?:` + settingValue + `[\s,]*)*`
	settingValue = `(?:[-\d.,%]+|start|center|middle|end|left|right|line-left|line-right|lr|rl)`
)

var (
	vttDialect = dialect{
		timing:     timingPattern(`(?:(\d{1,6}):)?([0-5]\d):([0-5]\d\.\d{3})`),
		likeTiming: regexp.MustCompile(`-->`),
		example:    "hh:mm:ss.mmm --> hh:mm:ss.mmm",
	}
	srtDialect = dialect{
		timing:     timingPattern(`(\d{1,6}):([0-5]?\d):([0-5]?\d[,.]\d{1,3})`),
		likeTiming: regexp.MustCompile(srtHours + anyOf(upToArrow, withOtherArrow)),
		example:    "hh:mm:ss,mmm --> hh:mm:ss,mmm",
		isNumbered: true,
	}

	signature = regexp.MustCompile(`^WEBVTT(?:[ \t].*)?$`)
	// aside matches the first line of a block without a cue. The signature is repeated where files
	// were joined. style matches the first line of a block that must come before all cues.
	aside = regexp.MustCompile(`^(?:NOTE(?:[ \t].*)?|WEBVTT[ \t]*)$`)
	style = regexp.MustCompile(`^(?:STYLE|REGION)[ \t\f]*$`)

	number = regexp.MustCompile(`^\s*\d+\s*$`)
	// settings matches what may follow the times of a cue: settings, and invalid ones that WebVTT
	// ignores. Anything else would be lost text.
	settings = regexp.MustCompile(`^(?:\s*` + anyOf(validSetting, looseSetting) + `)*\s*$`)
	// shortParts matches a part of a time with too few digits: 0:0:5.320 and 00:00:05.3.
	shortParts = regexp.MustCompile(`(?:^|[\s:>])\d[:.,]|[.,]\d{1,2}(?:\s|$)`)
)

// timingPattern matches a line with two times. clock matches one time.
func timingPattern(clock string) *regexp.Regexp {
	return regexp.MustCompile(`^[ \t\f]*` + clock + `[ \t\f]*-->[ \t\f]*` + clock + `(|\D.*)$`)
}

// anyOf returns the pattern of one of the alternatives.
func anyOf(alternatives ...string) string { return "(?:" + strings.Join(alternatives, "|") + ")" }

func isBlank(line string) bool { return strings.TrimSpace(line) == "" }

// parse reads blocks of lines: cues, and in WebVTT blocks between them. Text outside of these is an
// error. The signature of WebVTT may be missing, because the contract shows transcripts without it.
func (d dialect) parse(text string) ([]Cue, error) {
	lines := strings.Split(text, "\n")
	cues := []Cue{}
	for i := d.endOfHeader(lines); i < len(lines); {
		timesLine := d.timesAt(lines, i)
		switch {
		case timesLine >= 0:
			end := d.endOfBlock(lines, timesLine+1)
			cue, err := d.cue(lines, i, timesLine, end)
			if err != nil {
				return nil, err
			}
			cues = append(cues, cue)
			i = end
		case isBlank(lines[i]):
			i++
		case d.isAside(lines[i], len(cues) == 0):
			i = d.endOfBlock(lines, i+1)
		default:
			return nil, syntaxError(i+1, "expected a line %q, found %s", d.example, quote(lines[i]))
		}
	}
	return cues, nil
}

// isAside reports whether a line begins a WebVTT block without a cue.
func (d dialect) isAside(line string, isAboveCues bool) bool {
	if d.isNumbered {
		return false
	}
	if isAboveCues && style.MatchString(line) {
		return true
	}
	return aside.MatchString(line)
}

// endOfHeader returns the index of the first line after the header. SRT has no header.
func (d dialect) endOfHeader(lines []string) (i int) {
	isSigned := signature.MatchString(lines[0]) && !d.likeTiming.MatchString(lines[0])
	if d.isNumbered || !isSigned {
		return 0
	}
	for i = 1; i < len(lines); i++ {
		if isBlank(lines[i]) || d.timesAt(lines, i) >= 0 {
			break
		}
	}
	return i
}

// timesAt returns the index of the times of the cue whose first line is lines[i], or -1 if no cue
// begins there. A name follows an empty line or a line of white space, because editors and video
// sites write such lines.
func (d dialect) timesAt(lines []string, i int) int {
	isTimed := func(i int) bool { return i < len(lines) && d.likeTiming.MatchString(lines[i]) }
	switch {
	case isTimed(i):
		return i
	case isTimed(i+1) && d.mayBeName(lines, i):
		return i + 1
	}
	return -1
}

// mayBeName reports whether a line can be the number or the name of the cue whose times are in the
// next line.
func (d dialect) mayBeName(lines []string, i int) bool {
	if d.isNumbered {
		return number.MatchString(lines[i])
	}
	return i == 0 || isBlank(lines[i-1])
}

// endOfBlock returns the index of the line before which a block ends. lines[i] is the next line of
// the block.
func (d dialect) endOfBlock(lines []string, i int) int {
	for ; i < len(lines); i++ {
		isGap := lines[i] == "" && !d.isNumbered
		if isGap || d.timesAt(lines, i) >= 0 {
			break
		}
	}
	return i
}

// cue reads the cue that begins at lines[first]. Its times are at lines[timesLine], and its text is
// between there and lines[end].
func (d dialect) cue(lines []string, first, timesLine, end int) (cue Cue, err error) {
	shown := quote(lines[timesLine])
	parts := d.timing.FindStringSubmatch(lines[timesLine])
	if parts == nil {
		if shortParts.MatchString(lines[timesLine]) {
			shown += ": hours, minutes and seconds have two digits, and milliseconds three. " +
				"Some conferencing products leave out zeros: write 00:00:05.320 for 0:0:5.320"
		}
		return cue, syntaxError(timesLine+1, "expected %q, found %s", d.example, shown)
	}
	cue = Cue{
		Start: clockTime(parts[1], parts[2], parts[3]),
		End:   clockTime(parts[4], parts[5], parts[6]),
		Line:  timesLine + 1,
	}
	afterTimes := parts[7]
	isBelowText := first > 0 && !isBlank(lines[first-1])
	switch {
	case !settings.MatchString(afterTimes):
		return cue, syntaxError(timesLine+1, "text follows the times in %s: move it to a separate line", shown)
	case d.isNumbered && first == timesLine:
		return cue, syntaxError(timesLine+1, "the number of the cue is missing above %s", shown)
	case d.isNumbered && isBelowText:
		return cue, syntaxError(first+1, "a blank line is missing above %s", quote(lines[first]))
	case cue.End < cue.Start:
		return cue, syntaxError(timesLine+1, "the end comes before the start in %s", shown)
	}
	cue.Source = strings.Trim(strings.Join(lines[timesLine+1:end], "\n"), "\n")
	cue.Text = d.readable(cue.Source)
	return cue, nil
}

// clockTime adds the parts of a time, which a pattern has checked. The hours may be missing. The
// sum is never out of range.
func clockTime(hours, minutes, seconds string) time.Duration {
	secondsWithPoint := strings.Replace(seconds, ",", ".", 1)
	sum, _ := time.ParseDuration(cmp.Or(hours, "0") + "h" + minutes + "m" + secondsWithPoint + "s")
	return sum
}

// quote shows the beginning of a line.
func quote(line string) string {
	const limit = 60
	runes := []rune(line)
	if len(runes) > limit {
		line = string(runes[:limit]) + "…"
	}
	return strconv.Quote(line)
}

// Markup of both formats. Anything else in angle brackets is text, such as an address.
const (
	// playersTag is a tag that players of both formats know: <i>, </B> and <font color="red">.
	playersTag = `(?i:</?(?:[bius]|em|strong|strike|font|span|p|div)(?:\s+[\w:-]+\s*=[^<>]*)?\s*/?>)`

	vttTag       = `</?(?:[cibu]|ruby|rt|v|lang)` + classes + `\s*>` // <c.yellow.loud> and </v>
	annotatedTag = `<(?:v|lang)` + classes + `\s[^<>]*>`             // <v.loud Esme> and <lang en-GB>
	classes      = `(?:\.[^\s<>@]*)?`
	inlineTime   = `<(?:\d+:)?\d\d:\d\d\.\d{3}>` // <00:19.000>
	emptyTag     = `</?>`                        // <> and </>

	// SubRip files use styles of other formats. Anything else in braces is text.
	subStationStyle = `\{(?:\\\d?[a-z][^\\{}\n]*)+\}` // {\an8}
	microDVDStyle   = `\{[CcFfoPSsYy]:[^{}\n]+\}`     // {Y:i}
)

// escapes are escapes of SubStation Alpha: the end of a line, and a non-breaking space.
var escapes = strings.NewReplacer(`\N`, "\n", `\h`, " ")

var (
	vttMarkup = regexp.MustCompile(anyOf(playersTag, vttTag, annotatedTag, inlineTime, emptyTag))
	srtMarkup = regexp.MustCompile(anyOf(playersTag, subStationStyle, microDVDStyle))
	lineBreak = regexp.MustCompile(`(?i)[ \t]*</?br\s*/?>[ \t]*`)
	plainTag  = regexp.MustCompile(`</?[A-Za-z]\w*>`)
	// entity is a character reference with its semicolon; without one, "&copy=2" would lose its
	// meaning.
	entity = regexp.MustCompile(`&(?:[A-Za-z][A-Za-z0-9]*|#\d+|#[xX][0-9A-Fa-f]+);`)
)

// readable removes the markup from lines of text and decodes their entities.
func (d dialect) readable(source string) string {
	text := lineBreak.ReplaceAllString(source, "\n")
	if d.isNumbered {
		text = escapes.Replace(srtMarkup.ReplaceAllString(text, ""))
	} else {
		text = withoutUnknown(vttMarkup.ReplaceAllString(text, ""))
	}
	return strings.TrimSpace(entity.ReplaceAllStringFunc(text, html.UnescapeString))
}

// withoutUnknown removes tags with other names, which WebVTT ignores, if they have a start and an
// end.
func withoutUnknown(text string) string {
	seen := map[string]bool{}
	for _, tag := range plainTag.FindAllString(text, -1) {
		seen[tag] = true
	}
	return plainTag.ReplaceAllStringFunc(text, func(tag string) string {
		name := strings.Trim(tag, "</>")
		if seen["<"+name+">"] && seen["</"+name+">"] {
			return ""
		}
		return tag
	})
}
