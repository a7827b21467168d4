package captions

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
)

// parseTTML reads the paragraphs of a TTML document, wherever they stand in it. No other element may have times.
func parseTTML(text string) ([]Cue, error) {
	// The text is UTF-8 already, whatever its declaration says of the file it came from.
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.Entity = xml.HTMLEntity
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	r := ttmlReader{cues: []Cue{}}
	for isRead := false; ; {
		token, err := decoder.Token()
		line, _ := decoder.InputPos()
		switch token := token.(type) {
		case xml.StartElement:
			switch name := token.Name.Local; {
			case !isRead && name != "tt":
				err = fmt.Errorf("expected a TTML document, found <%s>", name)
			case name == "head" || name == "metadata" || name == "set":
				err = decoder.Skip()
			default:
				isRead, err = true, r.begin(name, token.Attr, line)
			}
		case xml.CharData:
			r.text.WriteString(spaces.Replace(string(token)))
		case xml.EndElement:
			if token.Name.Local == "p" {
				err = r.end()
			}
		}
		malformed, isMalformed := errors.AsType[*xml.SyntaxError](err)
		switch {
		case errors.Is(err, io.EOF) && isRead:
			return r.cues, nil
		case errors.Is(err, io.EOF):
			return nil, syntaxError(line, "expected a TTML document, whose outermost element is <tt>")
		case isMalformed:
			return nil, syntaxError(malformed.Line, "%s", malformed.Msg)
		case err != nil:
			return nil, syntaxError(line, "%s", err)
		}
	}
}

type ttmlReader struct {
	cues []Cue
	cue  *Cue            // the paragraph that is open
	text strings.Builder // of that paragraph
}

const (
	// noEnd is the end of a paragraph that names none.
	noEnd = time.Duration(math.MaxInt64)
	// latest limits times, far above any video; the sum of two does not overflow.
	latest = 10_000 * time.Hour
)

// begin opens an element.
func (r *ttmlReader) begin(name string, attributes []xml.Attr, line int) error {
	times := map[string]time.Duration{}
	for _, a := range attributes {
		attribute := a.Name.Local
		if attribute == "begin" || attribute == "end" || attribute == "dur" {
			at, isTime := ttmlTime(a.Value)
			if times[attribute] = at; !isTime {
				return fmt.Errorf("%s=%s: expected a time such as 00:01:02.500 or 62.5s", attribute, quote(a.Value))
			}
		}
		if attribute == "timeContainer" && a.Value == "seq" {
			return errors.New(`timeContainer="seq" is not supported`)
		}
	}
	switch {
	case name == "p" && r.cue != nil:
		return errors.New("a <p> in a <p> is not supported")
	case name != "p" && len(times) > 0:
		return fmt.Errorf("times of a <%s> are not supported, only those of a <p>", name)
	case name == "br":
		r.text.WriteByte('\n')
	case name == "p":
		r.cue = &Cue{Start: times["begin"], End: noEnd, Line: line}
		if end, isGiven := times["end"]; isGiven {
			r.cue.End = end
		}
		if duration, isGiven := times["dur"]; isGiven {
			r.cue.End = min(r.cue.End, r.cue.Start+duration)
		}
		if r.cue.End < r.cue.Start {
			return errors.New("the end of <p> comes before its start")
		}
		r.text.Reset()
	}
	return nil
}

// end closes a paragraph. One with text is a cue.
func (r *ttmlReader) end() error {
	cue := *r.cue
	r.cue, cue.Text = nil, strings.Trim(runs().ReplaceAllString(r.text.String(), "$1"), " \n")
	switch {
	case cue.Text == "":
		return nil
	case cue.End == noEnd:
		return errors.New("the <p> that ends here has no end time")
	}
	r.cues = append(r.cues, cue)
	return nil
}

var (
	spaces = strings.NewReplacer("\n", " ", "\t", " ", "\r", " ")
	// runs are what is read as one space, or as one end of a line.
	runs = pattern(` *(\n| ) *`)

	ttmlClock  = pattern(`^(\d{2,5}):([0-5]\d):([0-5]\d(?:\.\d+)?)$`)
	ttmlOffset = pattern(`^\d+(?:\.\d+)?(?:h|m|s|ms)$`)
)

// ttmlTime reads a clock time or an offset, to the nearest millisecond. Frames and ticks are not supported.
func ttmlTime(text string) (at time.Duration, isTime bool) {
	text = strings.TrimSpace(text)
	if m := ttmlClock().FindStringSubmatch(text); m != nil {
		at = clockTime(m[1], m[2], m[3])
	} else if offset, err := time.ParseDuration(text); err == nil && ttmlOffset().MatchString(text) {
		at = offset
	} else {
		return 0, false
	}
	return at.Round(time.Millisecond), at <= latest
}
