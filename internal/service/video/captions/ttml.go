package captions

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
)

// Elements and attributes are compared with their namespaces.
const (
	xmlNamespace     = "http://www.w3.org/XML/1998/namespace"
	ttmlNamespace    = "http://www.w3.org/ns/ttml"
	stylingNamespace = ttmlNamespace + "#styling"
)

// rootNamespaces are the namespace of TTML 1 and 2, and the namespaces of their drafts, which some
// products still write. Others write none.
var rootNamespaces = []string{ttmlNamespace, "http://www.w3.org/2006/10/ttaf1", "http://www.w3.org/2006/04/ttaf1", ""}

// hiddenElements have no visible content.
var hiddenElements = []string{"head", "metadata", "set", "animate", "image", "audio"}

var errNoTTML = errors.New("expected a TTML document, whose outermost element is <tt>")

// parseTTML reads the paragraphs of a TTML document, wherever they are.
func parseTTML(text string) ([]Cue, error) {
	// The text is UTF-8 already, whatever its XML declaration says.
	decoder := xml.NewDecoder(strings.NewReader(text))
	decoder.Entity = xml.HTMLEntity
	decoder.CharsetReader = func(_ string, in io.Reader) (io.Reader, error) { return in, nil }
	r := ttmlReader{cues: []Cue{}, rubyStyles: map[string]bool{}, open: []element{{end: noEnd}}}
	for {
		token, err := decoder.Token()
		r.line, _ = decoder.InputPos()
		malformed, isMalformed := errors.AsType[*xml.SyntaxError](err)
		switch {
		case isMalformed:
			return nil, syntaxError(malformed.Line, "%s", malformed.Msg)
		case errors.Is(err, io.EOF) && r.hasRoot:
			return r.cues, nil
		case errors.Is(err, io.EOF):
			err = errNoTTML
		case err == nil:
			err = r.take(token)
		}
		if err != nil {
			return nil, syntaxError(r.line, "%s", err)
		}
	}
}

// ttmlReader is a reader between two tokens.
type ttmlReader struct {
	cues []Cue
	// hasRoot means that the outermost element has begun.
	hasRoot bool
	// line is the line of the last token.
	line int
	// namespace is that of the root.
	namespace string
	// rubyStyles has the ids of styles that make an element hold the parts of a ruby text.
	rubyStyles map[string]bool
	// open are the elements from the document itself to the element that is read.
	open []element
	// paragraphLine is the first line of the open paragraph, and pieces are its texts.
	paragraphLine int
	pieces        []piece
}

// element is what an element means for its text.
type element struct {
	// begin and end are the times between which the element is visible.
	begin, end time.Duration
	isHidden   bool
	// isInP means that the element is in a paragraph.
	isInP bool
	// keepsLines means that xml:space preserves line breaks.
	keepsLines bool
	// hasRuby means that the element holds the parts of a ruby text. White space between them is no
	// content.
	hasRuby bool
}

// piece is a text of a paragraph.
type piece struct {
	text string
	in   element
}

const (
	// latest is the highest time, far above any video. noEnd is the end of an element without one.
	// Their sum does not overflow.
	latest = 10_000 * time.Hour
	noEnd  = time.Duration(math.MaxInt64 / 2)
)

// take reads a token.
func (r *ttmlReader) take(token xml.Token) error {
	switch token := token.(type) {
	case xml.StartElement:
		return r.begin(token)
	case xml.CharData:
		return r.add(string(token))
	case xml.EndElement:
		r.open = r.open[:len(r.open)-1]
		if !r.parent().isInP {
			return r.endParagraph()
		}
	}
	return nil
}

func (r *ttmlReader) parent() element { return r.open[len(r.open)-1] }

// begin opens an element.
func (r *ttmlReader) begin(start xml.StartElement) error {
	name := start.Name.Local
	opened := r.parent()
	if len(r.open) == 1 {
		if name != "tt" || !slices.Contains(rootNamespaces, start.Name.Space) {
			return fmt.Errorf("expected a TTML document, found <%s>", strings.TrimSpace(name+" "+start.Name.Space))
		}
		r.hasRoot = true
		r.namespace = start.Name.Space
	}
	isOwn := start.Name.Space == r.namespace || start.Name.Space == ttmlNamespace
	isHidden := !isOwn || slices.Contains(hiddenElements, name)
	opened.hasRuby = false
	opened.isHidden = opened.isHidden || isHidden
	err := r.readAttributes(&opened, start)
	if err != nil {
		return err
	}
	isParagraph := name == "p" && !opened.isHidden
	isBreak := name == "br" && !opened.isHidden
	switch {
	case isParagraph && opened.isInP:
		return errors.New("a <p> in a <p> is not supported")
	case isParagraph:
		opened.isInP = true
		r.paragraphLine = r.line
		r.pieces = nil
	case isBreak:
		r.pieces = append(r.pieces, piece{"\n", opened})
	}
	r.open = append(r.open, opened)
	return nil
}

// readAttributes reads the attributes of an element that concern its text.
func (r *ttmlReader) readAttributes(opened *element, start xml.StartElement) error {
	times := map[string]time.Duration{"end": noEnd, "dur": noEnd}
	id := ""
	for _, attribute := range start.Attr {
		switch attribute.Name.Space + " " + attribute.Name.Local {
		case xmlNamespace + " space":
			opened.keepsLines = attribute.Value == "preserve"
		case xmlNamespace + " id":
			id = attribute.Value
		case stylingNamespace + " ruby", " style":
			opened.hasRuby = opened.hasRuby || r.isRuby(attribute)
		case " timeContainer":
			if attribute.Value == "seq" && !opened.isHidden {
				return errors.New(`timeContainer="seq" is not supported`)
			}
		case " begin", " end", " dur":
			moment, err := opened.readTime(attribute)
			if err != nil {
				return err
			}
			times[attribute.Name.Local] = moment
		}
	}
	if opened.hasRuby && start.Name.Local == "style" {
		r.rubyStyles[id] = true
	}
	outerBegin := opened.begin
	outerEnd := opened.end
	begin := outerBegin + times["begin"]
	end := min(outerBegin+times["end"], begin+times["dur"])
	opened.begin = begin
	opened.end = min(end, outerEnd)
	if opened.isHidden || begin <= min(opened.end, latest) {
		return nil
	}
	return neverSeen(start.Name.Local, begin, end, outerEnd)
}

// isRuby reports whether an attribute, directly or by a style, makes its element a ruby text, which
// has readings above it.
func (r *ttmlReader) isRuby(a xml.Attr) bool {
	if a.Name.Local == "ruby" {
		return strings.HasSuffix(strings.ToLower(a.Value), "container")
	}
	return slices.ContainsFunc(strings.Fields(a.Value), func(id string) bool { return r.rubyStyles[id] })
}

// neverSeen returns an error if an element is never seen, because its end, or that of an element
// around it, comes before its start.
func neverSeen(name string, begin, end, outerEnd time.Duration) error {
	switch {
	case begin > end:
		return fmt.Errorf("the end of <%s> comes before its start", name)
	case begin > outerEnd:
		return fmt.Errorf(
			"<%s> starts at %s, but an element around it ends at %s", name, FormatTime(begin), FormatTime(outerEnd),
		)
	}
	return fmt.Errorf("<%s> starts at %s, later than %s", name, FormatTime(begin), FormatTime(latest))
}

// readTime reads an attribute with a time. Hidden elements may have invalid times.
func (e element) readTime(a xml.Attr) (time.Duration, error) {
	moment, isTime := ttmlTime(a.Value)
	if !isTime && !e.isHidden {
		return 0, fmt.Errorf("%s=%s: expected a time such as 00:01:02.500 or 62.5s", a.Name.Local, quote(a.Value))
	}
	return moment, nil
}

// add reads a text.
func (r *ttmlReader) add(text string) error {
	parent := r.parent()
	visible := strings.Trim(text, xmlSpace)
	isBetween := parent.hasRuby || !parent.isInP
	isIndent := visible == "" && isBetween
	if parent.isHidden || isIndent {
		return nil
	}
	switch {
	case !r.hasRoot:
		return errNoTTML
	case !parent.isInP:
		return fmt.Errorf("%s is outside of any <p>", quote(visible))
	case parent.keepsLines:
		r.pieces = append(r.pieces, piece{strings.ReplaceAll(text, "\r", " "), parent})
	default:
		r.pieces = append(r.pieces, piece{spaces.Replace(text), parent})
	}
	return nil
}

// endParagraph makes cues of a paragraph: one, or several if parts of it have their own times.
func (r *ttmlReader) endParagraph() error {
	var moments []time.Duration
	for _, p := range r.pieces {
		if strings.Trim(p.text, " \n") != "" {
			moments = append(moments, p.in.begin, p.in.end)
		}
	}
	slices.Sort(moments)
	moments = slices.Compact(moments)
	for i, moment := range moments {
		if moment >= noEnd {
			return errors.New("the <p> that ends here has no end time")
		}
		text := r.textAt(moment)
		if text != "" {
			r.cues = append(
				r.cues, Cue{Start: moment, End: moments[min(i+1, len(moments)-1)], Text: text, Line: r.paragraphLine},
			)
		}
	}
	r.pieces = nil
	return nil
}

// textAt returns what the open paragraph shows at a moment.
func (r *ttmlReader) textAt(moment time.Duration) string {
	var seen strings.Builder
	for _, p := range r.pieces {
		// A piece whose end is its begin shows at that moment alone.
		isSeen := p.in.begin <= moment && moment < p.in.end
		if isSeen || moment == p.in.begin {
			seen.WriteString(p.text)
		}
	}
	return strings.Trim(spaceRuns.ReplaceAllString(seen.String(), "$1"), " \n")
}

const xmlSpace = " \t\r\n"

var (
	spaces = strings.NewReplacer("\n", " ", "\t", " ", "\r", " ")
	// spaceRuns matches characters that count as one space, or as one end of a line.
	spaceRuns = regexp.MustCompile(` *(\n| ) *`)

	ttmlClock  = regexp.MustCompile(`^(\d{2,5}):([0-5]\d):([0-5]\d(?:\.\d+)?)$`)
	ttmlOffset = regexp.MustCompile(`^\d+(?:\.\d+)?(?:h|m|s|ms)$`)
)

// ttmlTime reads a clock time or an offset, to the nearest millisecond. Frames and ticks are not
// supported.
func ttmlTime(text string) (moment time.Duration, isTime bool) {
	text = strings.TrimSpace(text)
	clock := ttmlClock.FindStringSubmatch(text)
	if clock != nil {
		moment = clockTime(clock[1], clock[2], clock[3])
		return moment.Round(time.Millisecond), moment <= latest
	}
	moment, err := time.ParseDuration(text)
	if err != nil || !ttmlOffset.MatchString(text) {
		return 0, false
	}
	return moment.Round(time.Millisecond), moment <= latest
}
