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

// value is a value of a document. It is read from the nodes of YAML, because a decoder would
// convert 007 into a number, and follow aliases, merge keys and tags.
type value struct {
	node     *yaml.Node
	keys     []string // that lead to it
	mistakes *mistakeList
}

// entry is a key of a map with its value.
type entry struct {
	key string
	value
	// at is the position of the key.
	at position
}

// readDocument reads a document. advice says what to write into an empty one; hasValue is false if
// it has no value.
func readDocument(content, advice string, mistakes *mistakeList) (root value, hasValue bool) {
	root.mistakes = mistakes
	loader, err := yaml.NewLoader(strings.NewReader(asYAML(content)))
	var document yaml.Node
	if err == nil {
		err = loader.Load(&document)
	}
	switch {
	case errors.Is(err, io.EOF):
		mistakes.add(position{line: 1}, nil, "the file is empty; "+advice)
		return root, false
	case err != nil:
		root.noteUnreadable(content, err)
		return root, false
	}
	root.node = document.Content[0]
	if root.isNull() {
		root.noteProblem("the file is empty; %s", advice)
		return root, false
	}
	var second yaml.Node
	err = loader.Load(&second)
	switch {
	case err == nil:
		value{node: &second, mistakes: mistakes}.noteProblem("a second document begins here; " +
			"keep one of them, and remove the line ---")
	case !errors.Is(err, io.EOF):
		root.noteUnreadable(content, err)
	}
	return root, true
}

// readEntries reads a document that is a map.
func readEntries(content, advice string, mistakes *mistakeList) []entry {
	root, hasValue := readDocument(content, advice, mistakes)
	if !hasValue {
		return nil
	}
	return root.entries("the file")
}

var escapes = regexp.MustCompile(`\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(?s:.))`)

// asYAML removes a byte order mark, and rewrites the JSON that YAML reads otherwise: JSON writes
// some characters as two escapes, and YAML knows more line ends.
func asYAML(content string) string {
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

func (v value) position() position { return position{line: v.node.Line, column: v.node.Column} }

// noteProblem notes a mistake at the value.
func (v value) noteProblem(format string, args ...any) {
	v.mistakes.add(v.position(), v.keys, fmt.Sprintf(format, args...))
}

// isNull reports whether a value is ~, null or nothing.
func (v value) isNull() bool {
	return v.isUnquoted() && v.node.Tag == "!!null"
}

// isUnquoted reports whether a value is a scalar without quotation marks that is not a block.
func (v value) isUnquoted() bool {
	const others = yaml.DoubleQuotedStyle | yaml.SingleQuotedStyle | yaml.LiteralStyle | yaml.FoldedStyle
	return v.node.Kind == yaml.ScalarNode && v.node.Style&others == 0
}

// description describes a value.
func (v value) description() string {
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

// checkPlain notes what YAML has beyond maps, lists and texts. isPlain is false after such a
// mistake.
func (v value) checkPlain() (isPlain bool) {
	switch {
	case v.node.Kind == yaml.AliasNode:
		v.noteProblem("%s is an alias; write the value itself, "+
			"and put a text that begins with * in quotation marks", quoted("*"+v.node.Value))
	case v.node.Anchor != "":
		v.noteProblem("%s is an anchor; remove it, "+
			"and put a text that begins with & in quotation marks", quoted("&"+v.node.Anchor))
	case v.node.Style&yaml.TaggedStyle != 0 || v.node.Tag == "!":
		v.noteProblem("%s is a tag; remove it, and put a text that begins with ! in quotation marks", quoted(v.node.Tag))
	case v.node.Kind == yaml.ScalarNode && v.node.Tag == "!!merge":
		v.noteProblem(`"<<" is a merge key; write the fields themselves`)
	default:
		return true
	}
	return false
}

// entries returns the entries of a map in the order of the document, and none for null. Kind names
// the value in a message.
func (v value) entries(kind string) (entries []entry) {
	isPlain := v.checkPlain()
	if !isPlain || v.isNull() {
		return nil
	}
	if v.node.Kind != yaml.MappingNode {
		v.noteProblem("%s is %s and must be a map; write its entries as key: value", kind, v.description())
		return nil
	}
	keysBefore := positions{}
	for i := 0; i < len(v.node.Content); i += 2 {
		key := value{node: v.node.Content[i], keys: v.keys, mistakes: v.mistakes}
		isValid := key.checkKey(keysBefore)
		if !isValid {
			continue
		}
		keys := append(slices.Clone(v.keys), key.node.Value)
		element := value{node: v.node.Content[i+1], keys: keys, mistakes: v.mistakes}
		entries = append(entries, entry{key: key.node.Value, value: element, at: key.position()})
	}
	return entries
}

// checkKey notes what is wrong with a key of a map, and stores its position among the keys before
// it.
func (v value) checkKey(keysBefore positions) (isValid bool) {
	isPlain := v.checkPlain()
	if !isPlain {
		return false
	}
	switch {
	case v.node.Kind != yaml.ScalarNode:
		v.noteProblem("a key is %s and must be a text", v.description())
	case v.isNull():
		v.noteProblem("a key is missing, ~ or null; write it in quotation marks")
	case strings.TrimSpace(v.node.Value) == "":
		v.noteProblem("a key is empty; write at least one character")
	default:
		earlier := keysBefore.add(v.node.Value, v.position().String())
		if earlier == "" {
			return true
		}
		v.noteProblem("the key %s is already in %s; remove one of them", quoted(v.node.Value), earlier)
	}
	return false
}

// fieldReader reads the field of a map with this name.
type fieldReader struct {
	name string
	read func(value)
}

// readFields reads a map whose keys are the names of fields. Kind names the value in a message.
func (v value) readFields(kind string, fields ...fieldReader) {
	for _, entry := range v.entries(kind) {
		i := slices.IndexFunc(fields, func(f fieldReader) bool { return f.name == entry.key })
		if i >= 0 {
			fields[i].read(entry.value)
			continue
		}
		names := make([]string, len(fields))
		for i, field := range fields {
			names[i] = field.name
		}
		v.mistakes.add(entry.at, v.keys, fmt.Sprintf(
			"the key %s is unknown; the keys are %s", quoted(entry.key), list(names),
		))
	}
}

// text returns a text as written, even if YAML would read a number or a date, and nil for null.
func (v value) text() *string {
	isPlain := v.checkPlain()
	if !isPlain || v.isNull() {
		return nil
	}
	if v.node.Kind != yaml.ScalarNode {
		v.noteProblem("this is %s and must be a text", v.description())
		return nil
	}
	return &v.node.Value
}

func (v value) name() *string {
	name := v.text()
	if name != nil {
		v.noteIfProblem(nameProblem(*name))
	}
	return name
}

func (e entry) nameOrKey(name *string) string {
	if name != nil {
		return *name
	}
	e.noteIfProblem(nameProblem(e.key))
	return e.key
}

// noteIfProblem notes a problem, if there is one.
func (v value) noteIfProblem(problem string) {
	if problem != "" {
		v.noteProblem("%s", problem)
	}
}

// flag returns nil for null.
func (v value) flag() *bool {
	isPlain := v.checkPlain()
	if !isPlain || v.isNull() {
		return nil
	}
	flag, isFlag := readFlag(v.node.Value)
	if !isFlag || !v.isUnquoted() {
		v.noteProblem("this is %s and must be true or false, without quotation marks", v.description())
	}
	return &flag
}

// id returns the id of a brand, and nil for null.
func (v value) id() *int32 {
	isPlain := v.checkPlain()
	if !isPlain || v.isNull() {
		return nil
	}
	if !v.isUnquoted() {
		v.noteProblem("this is %s and must be a number, without quotation marks", v.description())
		return nil
	}
	id, problem := readID(v.node.Value)
	if problem != "" {
		v.noteProblem("%s %s", quoted(v.node.Value), problem)
	}
	return id
}

// names returns each name of a list once, and nil for null.
func (v value) names() []string {
	isPlain := v.checkPlain()
	if !isPlain || v.isNull() {
		return nil
	}
	if v.node.Kind != yaml.SequenceNode {
		v.noteProblem("this is %s and must be a list, such as [%s]", v.description(), "sponsor, bikes")
		return nil
	}
	names := []string{}
	earlier := positions{}
	for _, node := range v.node.Content {
		element := value{node: node, keys: v.keys, mistakes: v.mistakes}
		name := element.name()
		switch {
		case element.isNull():
			element.noteProblem("an element of the list is missing, ~ or null; write a text, or remove it")
		case name != nil && earlier.add(*name, "here") == "":
			names = append(names, *name)
		}
	}
	return names
}
