package files

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"go.yaml.in/yaml/v4"
)

// value is a value of a document. It is read from the nodes of YAML, since a decoder would turn 007
// into a number, and follow aliases, merge keys and tags.
type value struct {
	node  *yaml.Node
	keys  []string // that lead to it
	found *mistakes
}

// entry is a key of a map with its value.
type entry struct {
	key string
	value
	// at is the position of the key.
	at position
}

// readDocument reads a document. Empty says what to write where it is empty; ok is false if it has
// no value.
func readDocument(content, empty string, found *mistakes) (root value, ok bool) {
	root.found = found
	loader, err := yaml.NewLoader(strings.NewReader(readable(content)))
	var document yaml.Node
	if err == nil {
		err = loader.Load(&document)
	}
	switch {
	case errors.Is(err, io.EOF):
		found.add(position{1, 1}, "line 1", nil, "the file is empty; "+empty)
		return root, false
	case err != nil:
		root.unreadable(content, err)
		return root, false
	}
	root.node = document.Content[0]
	if root.isNull() {
		root.wrong("the file is empty; %s", empty)
		return root, false
	}
	var second yaml.Node
	switch err := loader.Load(&second); {
	case err == nil:
		value{node: &second, found: found}.wrong("a second document begins here; keep one of them, and remove the line ---")
	case !errors.Is(err, io.EOF):
		root.unreadable(content, err)
	}
	return root, true
}

// readEntries reads the map that a document is.
func readEntries(content, empty string, found *mistakes) []entry {
	root, ok := readDocument(content, empty, found)
	if !ok {
		return nil
	}
	return root.entries("the file")
}

var escapes = regexp.MustCompile(`\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?s:.))`)

// readable is a document without a byte order mark. JSON is YAML, but for two things: it writes
// some characters as two escapes, and YAML knows more line ends.
func readable(content string) string {
	content = strings.TrimPrefix(content, "\ufeff")
	if !json.Valid([]byte(content)) {
		return content
	}
	content = escapes.ReplaceAllStringFunc(content, func(escape string) string {
		if len(escape) < len(`\ud83d\ude00`) {
			return escape
		}
		high, _ := strconv.ParseUint(escape[2:6], 16, 16)
		low, _ := strconv.ParseUint(escape[8:], 16, 16)
		return string(utf16.DecodeRune(rune(high), rune(low)))
	})
	return strings.NewReplacer("\u0085", `\u0085`, "\u2028", `\u2028`, "\u2029", `\u2029`).Replace(content)
}

func (v value) position() position { return position{v.node.Line, v.node.Column} }

func (p position) inDocument() string { return fmt.Sprintf("line %d, column %d", p.line, p.column) }

// wrong notes a mistake at the value.
func (v value) wrong(format string, args ...any) {
	at := v.position()
	v.found.add(at, at.inDocument(), v.keys, fmt.Sprintf(format, args...))
}

// isNull reports whether a value is ~, null or nothing.
func (v value) isNull() bool {
	return v.isPlainScalar() && v.node.Tag == "!!null"
}

// isPlainScalar reports whether a value is a scalar without quotation marks that is not a block.
func (v value) isPlainScalar() bool {
	const others = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	return v.node.Kind == yaml.ScalarNode && v.node.Style&others == 0
}

// is describes a value.
func (v value) is() string {
	switch {
	case v.node.Kind == yaml.MappingNode:
		return "a map"
	case v.node.Kind == yaml.SequenceNode:
		return "a list"
	case v.isNull():
		return "nothing"
	}
	return quoted(v.node.Value)
}

// isPlain refuses what YAML has beyond maps, lists and texts.
func (v value) isPlain() bool {
	isText := v.node.Kind == yaml.ScalarNode
	switch {
	case v.node.Kind == yaml.AliasNode:
		v.wrong("%s is an alias; write the value itself, and put a text that begins with * in quotation marks", quoted("*"+v.node.Value))
	case v.node.Anchor != "":
		v.wrong("%s is an anchor; remove it, and put a text that begins with & in quotation marks", quoted("&"+v.node.Anchor))
	case v.node.Style&yaml.TaggedStyle != 0, v.node.Tag == "!":
		v.wrong("%s is a tag; remove it, and put a text that begins with ! in quotation marks", quoted(v.node.Tag))
	case isText && v.node.Tag == "!!merge":
		v.wrong(`"<<" is a merge key; write the fields themselves`)
	default:
		return true
	}
	return false
}

// entries are those of a map, in the order of the document; none of null. What names the value in a
// message.
func (v value) entries(what string) (entries []entry) {
	if !v.isPlain() || v.isNull() {
		return nil
	}
	if v.node.Kind != yaml.MappingNode {
		v.wrong("%s is %s and must be a map; write its entries as key: value", what, v.is())
		return nil
	}
	found := seen{}
	for i := 0; i < len(v.node.Content); i += 2 {
		key := value{v.node.Content[i], v.keys, v.found}
		if !key.isKey(found) {
			continue
		}
		keys := append(slices.Clone(v.keys), key.node.Value)
		entries = append(entries, entry{key.node.Value, value{v.node.Content[i+1], keys, v.found}, key.position()})
	}
	return entries
}

// isKey checks a key of a map, with those that were found before.
func (v value) isKey(found seen) bool {
	if !v.isPlain() {
		return false
	}
	switch {
	case v.node.Kind != yaml.ScalarNode:
		v.wrong("a key is %s and must be a text", v.is())
	case v.isNull():
		v.wrong("a key is missing, ~ or null; write it in quotation marks")
	case strings.TrimSpace(v.node.Value) == "":
		v.wrong("a key is empty; write at least one character")
	default:
		earlier := found.twice(v.node.Value, v.position().inDocument())
		if earlier == "" {
			return true
		}
		v.wrong("the key %s is already in %s; remove one of them", quoted(v.node.Value), earlier)
	}
	return false
}

// reader reads the field of a map with this name.
type reader struct {
	name string
	read func(value)
}

// fields reads a map whose keys are the names of fields. What names the value in a message.
func (v value) fields(what string, fields ...reader) {
	for _, entry := range v.entries(what) {
		i := slices.IndexFunc(fields, func(f reader) bool { return f.name == entry.key })
		if i >= 0 {
			fields[i].read(entry.value)
			continue
		}
		names := make([]string, len(fields))
		for i, field := range fields {
			names[i] = field.name
		}
		v.found.add(entry.at, entry.at.inDocument(), v.keys, fmt.Sprintf(
			"the key %s is unknown; the keys are %s", quoted(entry.key), list(names),
		))
	}
}

// text is what is written, also where YAML would read a number or a date; nil for null.
func (v value) text() *string {
	switch {
	case !v.isPlain(), v.isNull():
		return nil
	case v.node.Kind != yaml.ScalarNode:
		v.wrong("this is %s and must be a text", v.is())
		return nil
	}
	return &v.node.Value
}

// name is a text that is a name.
func (v value) name() *string {
	name := v.text()
	if name != nil {
		v.check(wrongName(*name))
	}
	return name
}

// nameOr is the name of something, which is its key if it has no other.
func (e entry) nameOr(name *string) string {
	if name != nil {
		return *name
	}
	e.check(wrongName(e.key))
	return e.key
}

// check notes a problem, if there is one.
func (v value) check(problem string) {
	if problem != "" {
		v.wrong("%s", problem)
	}
}

// flag is true or false; nil for null.
func (v value) flag() *bool {
	if !v.isPlain() || v.isNull() {
		return nil
	}
	flag, ok := readFlag(v.node.Value)
	if !ok || !v.isPlainScalar() {
		v.wrong("this is %s and must be true or false, without quotation marks", v.is())
	}
	return &flag
}

// id is the id of a brand; nil for null.
func (v value) id() *int32 {
	if !v.isPlain() || v.isNull() {
		return nil
	}
	if !v.isPlainScalar() {
		v.wrong("this is %s and must be a number, without quotation marks", v.is())
		return nil
	}
	id, problem := readID(v.node.Value)
	if problem != "" {
		v.wrong("%s %s", quoted(v.node.Value), problem)
	}
	return id
}

// names are a list of names, each once; nil for null.
func (v value) names() []string {
	if !v.isPlain() || v.isNull() {
		return nil
	}
	if v.node.Kind != yaml.SequenceNode {
		v.wrong("this is %s and must be a list, such as [%s]", v.is(), "sponsor, bikes")
		return nil
	}
	names, found := []string{}, seen{}
	for _, node := range v.node.Content {
		element := value{node, v.keys, v.found}
		name := element.name()
		switch {
		case element.isNull():
			element.wrong("an element of the list is missing, ~ or null; write a text, or remove it")
		case name != nil && found.twice(*name, "here") == "":
			names = append(names, *name)
		}
	}
	return names
}
