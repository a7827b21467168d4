package captions

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"time"
)

// parseTTML reads the paragraphs of a TTML document's body. Times of a paragraph count from the start
// of what it stands in; a span counts as a cue of its own where its paragraph has no times.
func parseTTML(text string) ([]Cue, error) {
	// The text is UTF-8 already, whatever its declaration says of the file it came from.
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.Entity = xml.HTMLEntity
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	r := &ttmlReader{decoder: decoder, cues: []Cue{}}
	for {
		token, err := decoder.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, r.xmlError(err)
		}
		if err := r.take(token); err != nil {
			return nil, err
		}
	}
	line, _ := decoder.InputPos()
	switch {
	case len(r.open) > 0:
		return nil, syntaxError(line, "<%s> is not closed", r.open[len(r.open)-1].name)
	case !r.isTTML:
		return nil, syntaxError(1, "expected a TTML document, whose outermost element is <tt>")
	}
	return r.cues, nil
}

// ttmlReader walks through a document. RawToken leaves nesting to its caller, which keeps the depth of
// the stack in sight.
type ttmlReader struct {
	decoder *xml.Decoder
	isTTML  bool
	clock   mediaClock
	open    []element
	cues    []Cue
}

// element is an element that is open. What it holds of times and text, elements inside it inherit.
type element struct {
	name  string
	line  int
	start time.Duration  // from the beginning of the video
	end   *time.Duration // nil where neither it nor what it stands in has one
	text  *strings.Builder
	isCue bool
	// implied marks a paragraph without times: a cue for as long as what it stands in, and its timed
	// spans are cues of their own.
	implied bool
	asis    bool // xml:space="preserve"
	skip    bool // no part of the captions
}

// deepest is how far elements may be nested.
const deepest = 200

func (r *ttmlReader) take(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		return r.begin(token)
	case xml.EndElement:
		return r.finish(token.Name.Local)
	case xml.CharData:
		if top := r.top(); top != nil && top.text != nil && !top.skip {
			appendText(top.text, string(token), top.asis)
		}
	}
	return nil
}

func (r *ttmlReader) top() *element {
	if len(r.open) == 0 {
		return nil
	}
	return &r.open[len(r.open)-1]
}

func (r *ttmlReader) begin(start xml.StartElement) error {
	line, _ := r.decoder.InputPos()
	e := element{name: start.Name.Local, line: line}
	parent := r.top()
	switch {
	case parent == nil && r.isTTML:
		return syntaxError(line, "<%s> stands outside of <tt>", e.name)
	case parent == nil && e.name != "tt":
		return syntaxError(line, "expected a TTML document, found <%s>", e.name)
	case parent == nil:
		r.isTTML = true
		if err := r.clock.configure(start.Attr); err != nil {
			return syntaxError(line, "%s", err)
		}
	case len(r.open) >= deepest:
		return syntaxError(line, "elements are nested more than %d deep", deepest)
	default:
		e.start, e.end, e.text, e.implied, e.asis, e.skip = parent.start, parent.end, parent.text, parent.implied, parent.asis, parent.skip
	}
	switch e.name {
	case "head", "metadata", "set":
		e.skip = true
	case "br":
		if e.text != nil && !e.skip {
			e.text.WriteByte('\n')
		}
	case "tt", "body", "div", "p", "span":
		if err := r.timing(&e, start.Attr); err != nil {
			return err
		}
	}
	r.open = append(r.open, e)
	return nil
}

// timing applies the time attributes of an element, which becomes a cue where it is due.
func (r *ttmlReader) timing(e *element, attributes []xml.Attr) error {
	var begin, end, duration *time.Duration
	for _, a := range attributes {
		var at **time.Duration
		switch a.Name.Local {
		case "begin":
			at = &begin
		case "end":
			at = &end
		case "dur":
			at = &duration
		case "space":
			e.asis = a.Value == "preserve"
		case "timeContainer":
			if a.Value == "seq" {
				return syntaxError(e.line, "timeContainer=\"seq\" is not supported")
			}
		}
		if at == nil {
			continue
		}
		d, err := r.clock.parse(a.Value)
		if err != nil {
			return syntaxError(e.line, "%s=%s: %s", a.Name.Local, quote(a.Value), err)
		}
		*at = &d
	}
	if e.skip || e.text != nil && !e.implied {
		return nil // the times of a span inside a cue animate it
	}
	isTimed := begin != nil || end != nil || duration != nil
	e.place(begin, end, duration)
	if e.name != "p" && (e.name != "span" || !isTimed) {
		return nil
	}
	e.isCue, e.implied, e.text = true, !isTimed, &strings.Builder{}
	if isTimed {
		return e.checkTimes()
	}
	return nil
}

// place counts the times of an element from the start of what it stands in, and ends it no later than that.
func (e *element) place(begin, end, duration *time.Duration) {
	outer := e.start
	limit := func(at time.Duration) {
		if e.end == nil || at < *e.end {
			e.end = &at
		}
	}
	if begin != nil {
		e.start += *begin
	}
	if end != nil {
		limit(outer + *end)
	}
	if duration != nil {
		limit(e.start + *duration)
	}
}

func (e *element) checkTimes() error {
	switch {
	case e.end == nil:
		return syntaxError(e.line, "<%s> has no end", e.name)
	case *e.end < e.start:
		return syntaxError(e.line, "the end of <%s> comes before its start", e.name)
	}
	return nil
}

func (r *ttmlReader) finish(name string) error {
	line, _ := r.decoder.InputPos()
	e := r.top()
	if e == nil || e.name != name {
		return syntaxError(line, "</%s> closes nothing", name)
	}
	r.open = r.open[:len(r.open)-1]
	if !e.isCue {
		return nil
	}
	text := trimLines(e.text.String())
	if e.implied && text == "" {
		return nil
	}
	if err := e.checkTimes(); err != nil {
		return err
	}
	r.cues = append(r.cues, Cue{Start: e.start, End: *e.end, Text: text, Line: e.line})
	return nil
}

func (r *ttmlReader) xmlError(err error) error {
	line, _ := r.decoder.InputPos()
	if malformed, ok := errors.AsType[*xml.SyntaxError](err); ok {
		return syntaxError(malformed.Line, "%s", malformed.Msg)
	}
	return syntaxError(line, "%s", err)
}

// appendText adds text as readers of XML do: unless white space is to be preserved, a run of it is one space.
func appendText(b *strings.Builder, text string, asis bool) {
	if asis {
		b.WriteString(text)
		return
	}
	inSpace := strings.HasSuffix(b.String(), " ")
	for _, c := range text {
		isSpace := c == ' ' || c == '\t' || c == '\n'
		switch {
		case !isSpace:
			b.WriteRune(c)
		case !inSpace:
			b.WriteByte(' ')
		}
		inSpace = isSpace
	}
}

// trimLines trims every line, and drops the empty ones at both ends.
func trimLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = strings.Trim(line, " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}
