package captions

import (
	"encoding/xml"
	"errors"
	"io"
	"math"
	"strings"
	"time"
)

// parseTTML reads the paragraphs of a TTML document's body. Times of a paragraph count from the start of the element
// around it; a span is a cue of its own if its paragraph has no times.
func parseTTML(text string) ([]Cue, error) {
	// The text is UTF-8 already, whatever its declaration says of the file it came from.
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.Entity = xml.HTMLEntity
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	r := &ttmlReader{decoder: decoder, cues: []Cue{}}
	for isRead := false; ; {
		token, err := decoder.Token()
		switch start, isElement := token.(xml.StartElement); {
		case errors.Is(err, io.EOF) && isRead:
			return r.cues, nil
		case errors.Is(err, io.EOF):
			return nil, syntaxError(1, "expected a TTML document, whose outermost element is <tt>")
		case err != nil:
			return nil, r.xmlError(err)
		case isElement && isRead:
			return nil, syntaxError(r.line(), "<%s> stands outside of <tt>", start.Name.Local)
		case isElement && start.Name.Local != "tt":
			return nil, syntaxError(r.line(), "expected a TTML document, found <%s>", start.Name.Local)
		case isElement:
			isRead = true
			if r.clock, err = newMediaClock(start.Attr); err != nil {
				return nil, syntaxError(r.line(), "%s", err)
			}
			if err := r.element(start, scope{end: noEnd}); err != nil {
				return nil, err
			}
		}
	}
}

type ttmlReader struct {
	decoder *xml.Decoder
	clock   mediaClock
	cues    []Cue
}

// scope is what an element passes on to the elements inside it.
type scope struct {
	depth      int
	start, end time.Duration    // from the beginning of the video
	text       *strings.Builder // of the cue that the element is part of
	// isUntimed marks a paragraph without times: a cue for as long as the element around it, and its
	// timed spans are cues of their own.
	isUntimed bool
	preserve  bool // xml:space="preserve"
}

const (
	maxDepth = 200
	noEnd    = time.Duration(math.MaxInt64)
)

// element reads from a start tag to its end tag.
func (r *ttmlReader) element(start xml.StartElement, s scope) error {
	name, line, isCue := start.Name.Local, r.line(), false
	if s.depth++; s.depth > maxDepth {
		return syntaxError(line, "elements are nested more than %d deep", maxDepth)
	}
	switch name {
	case "head", "metadata", "set":
		return r.xmlError(r.decoder.Skip())
	case "br":
		if s.text != nil {
			s.text.WriteByte('\n')
		}
		return r.xmlError(r.decoder.Skip())
	case "tt", "body", "div", "p", "span":
		isTimed, err := r.applyAttributes(&s, start.Attr)
		if err != nil {
			return err
		}
		if isCue = (s.text == nil || s.isUntimed) && (name == "p" || name == "span" && isTimed); isCue {
			s.text, s.isUntimed = &strings.Builder{}, !isTimed
		}
	}
	for {
		token, err := r.decoder.Token()
		if err != nil {
			return r.xmlError(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if err := r.element(token, s); err != nil {
				return err
			}
		case xml.CharData:
			s.add(string(token))
		case xml.EndElement:
			if isCue {
				return r.cue(name, line, s)
			}
			return nil
		}
	}
}

// applyAttributes applies the times of an element, which count from the start of the element around it
// and end no later than that. Inside a timed cue they only animate it.
func (r *ttmlReader) applyAttributes(s *scope, attributes []xml.Attr) (isTimed bool, err error) {
	times := map[string]time.Duration{}
	for _, a := range attributes {
		switch a.Name.Local {
		case "begin", "end", "dur":
			if times[a.Name.Local], err = r.clock.parse(a.Value); err != nil {
				return false, syntaxError(r.line(), "%s=%s: %s", a.Name.Local, quote(a.Value), err)
			}
		case "space":
			s.preserve = a.Value == "preserve"
		case "timeContainer":
			if a.Value == "seq" {
				return false, syntaxError(r.line(), "timeContainer=\"seq\" is not supported")
			}
		}
	}
	if s.text != nil && !s.isUntimed {
		return false, nil
	}
	if end, given := times["end"]; given {
		s.end = min(s.end, s.start+end)
	}
	s.start += times["begin"]
	if duration, given := times["dur"]; given {
		s.end = min(s.end, s.start+duration)
	}
	return len(times) > 0, nil
}

// cue adds an element as a cue.
func (r *ttmlReader) cue(name string, line int, s scope) error {
	text := strings.Trim(lineEnds().ReplaceAllString(s.text.String(), "\n"), " \t\n")
	switch {
	case s.isUntimed && text == "":
		return nil
	case s.end == noEnd:
		return syntaxError(line, "<%s> has no end", name)
	case s.end < s.start:
		return syntaxError(line, "the end of <%s> comes before its start", name)
	}
	r.cues = append(r.cues, Cue{Start: s.start, End: s.end, Text: text, Line: line})
	return nil
}

var (
	blanks   = pattern(`[ \t\n]+`)
	lineEnds = pattern(`[ \t]*\n[ \t]*`)
)

// add adds text as readers of XML do: unless white space is to be preserved, a run of it is one space.
func (s scope) add(text string) {
	if s.text == nil {
		return
	}
	if !s.preserve {
		text = blanks().ReplaceAllString(text, " ")
		if strings.HasSuffix(s.text.String(), " ") {
			text = strings.TrimPrefix(text, " ")
		}
	}
	s.text.WriteString(text)
}

func (r *ttmlReader) line() int {
	line, _ := r.decoder.InputPos()
	return line
}

func (r *ttmlReader) xmlError(err error) error {
	if err == nil {
		return nil
	}
	if malformed, ok := errors.AsType[*xml.SyntaxError](err); ok {
		return syntaxError(malformed.Line, "%s", malformed.Msg)
	}
	return syntaxError(r.line(), "%s", err)
}
