package videoindexer

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

var errNotUTF8 = errors.New("the response is not valid UTF-8")

// lenient are the options of every response. Half of a surrogate pair, which some services cut a
// text in, is read as U+FFFD. Bytes that are not UTF-8 never get here: they would be replaced as
// well, and a value that is written back would differ from the one that was read.
var lenient = jsonv2.JoinOptions(
	jsonv2.MatchCaseInsensitiveNames(true),
	jsontext.AllowDuplicateNames(true),
	jsontext.AllowInvalidUTF8(true),
	jsonv2.WithUnmarshalers(looseTexts),
)

// looseTexts read the types of texts.
var looseTexts = jsonv2.JoinUnmarshalers(
	jsonv2.UnmarshalFromFunc(looseText[string]), jsonv2.UnmarshalFromFunc(looseText[VideoState]),
)

// looseText reads a text whose type the contract does not show: a string, or a number or boolean as
// it is written. Null is empty.
func looseText[T ~string](d *jsontext.Decoder, into *T) error {
	switch d.PeekKind() {
	case jsontext.KindNumber, jsontext.KindTrue, jsontext.KindFalse:
		raw, err := d.ReadValue()
		*into = T(raw)
		return err
	default:
		// This function reads nothing: the decoder reads the value itself.
		return errors.ErrUnsupported
	}
}

// The errors about what came in place of a value. Null could otherwise be read as a value without
// members.
var (
	errEmpty = errors.New("it is empty")
	errNull  = errors.New("it is null")
)

// refuseEmpty returns an error for what is empty or null.
func refuseEmpty(data []byte) error {
	switch {
	case isBlank(data):
		return errEmpty
	case isNull(data):
		return errNull
	}
	return nil
}

// decodeJSON reads one JSON value that is not null.
func decodeJSON(data []byte, into any) error {
	err := refuseEmpty(data)
	if err != nil {
		return err
	}
	if !utf8.Valid(data) {
		return errNotUTF8
	}
	if decodedSize(data) > maxDecodedSize {
		return errTooLarge
	}
	return plainError(jsonv2.Unmarshal(data, into, lenient))
}

// maxDecodedSize bounds the memory for what is decoded of a response. It has room for a hundred
// thousand brands with long descriptions, and half as many more.
const maxDecodedSize = 192 << 20

var errTooLarge = fmt.Errorf("the response takes more than %d MiB of memory", maxDecodedSize>>20)

// decodedSize estimates how much memory JSON takes once it is decoded: an empty object takes as
// much as the largest one.
func decodedSize(data []byte) int {
	const (
		ofObject = 256
		ofValue  = 16
	)
	return len(data) + ofObject*bytes.Count(data, []byte("{")) + ofValue*bytes.Count(data, []byte(","))
}

// decodeStream reads one JSON value that is not null as it comes, after a byte order mark if there
// is one. It holds what into keeps of it.
func decodeStream(body io.Reader, into any) error {
	buffered := bufio.NewReaderSize(transform.NewReader(body, encoding.UTF8Validator), 64<<10)
	head, _ := buffered.Peek(len(transport.ByteOrderMark))
	if bytes.Equal(head, transport.ByteOrderMark) {
		_, _ = buffered.Discard(len(transport.ByteOrderMark))
	}
	decoder := jsontext.NewDecoder(buffered, jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if decoder.PeekKind() == jsontext.KindNull {
		return errNull
	}
	err := jsonv2.UnmarshalDecode(decoder, into, lenient)
	switch {
	case errors.Is(err, io.EOF):
		return errEmpty
	case err != nil:
		return plainError(err)
	}
	_, err = decoder.ReadToken()
	if !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON value")
	}
	return nil
}

// decodeElements reads the elements of an array. Any other value is the only element.
func decodeElements(data []byte) ([]jsontext.Value, error) {
	elements := []jsontext.Value{data}
	if firstByte(data) != '[' {
		return elements, nil
	}
	err := decodeJSON(data, &elements)
	return elements, err
}

// keyed is what the service holds under an id. The id is in lower case if the service ignores its
// letter case.
type keyed interface{ idAndName() (id, name string) }

// object is what a response can hold.
type object[T any] interface {
	*T
	keyed
	// normalize brings what was read into the forms of this package.
	normalize()
}

// decodeObject reads one object. One without an id is an error.
func decodeObject[T any, P object[T]](data []byte) (*T, error) {
	read := new(T)
	err := decodeJSON(data, read)
	if err != nil {
		return nil, err
	}
	P(read).normalize()
	id, _ := P(read).idAndName()
	if id == "" {
		return nil, errors.New("it has no id")
	}
	return read, nil
}

// errEndsEarly also stands for an error of the connection, which the caller has anyway.
var errEndsEarly = errors.New("the JSON ends too early")

// plainError says why a response cannot be read, and which member of it has another type than the
// contract describes. The decoder's own errors name types of Go, which mean nothing to users.
func plainError(err error) error {
	if err == nil {
		return nil
	}
	part, isPartError := errors.AsType[*transport.PartError](err)
	if isPartError {
		return part
	}
	if errors.Is(err, encoding.ErrInvalidUTF8) {
		return errNotUTF8
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errEndsEarly
	}
	mismatch, isMismatch := errors.AsType[*jsonv2.SemanticError](err)
	if !isMismatch {
		return errors.New(strings.TrimPrefix(err.Error(), "jsontext: "))
	}
	// The innermost error names the member.
	for isMismatch {
		var inner *jsonv2.SemanticError
		inner, isMismatch = errors.AsType[*jsonv2.SemanticError](mismatch.Err)
		if isMismatch {
			mismatch = inner
		}
	}
	member := cmp.Or(strings.TrimPrefix(string(mismatch.JSONPointer), "/"), "it")
	return fmt.Errorf("%s is %s, not %s", member, kindWords(mismatch.JSONKind), jsonTypeWords[mismatch.GoType.Kind()])
}

// kindOf names what a body is that should be something else.
func kindOf(body []byte) string {
	value := jsontext.Value(body)
	if value.IsValid(lenient) {
		return kindWords(value.Kind())
	}
	return "a text"
}

func kindWords(kind jsontext.Kind) string { return cmp.Or(jsonKindWords[kind], "a "+kind.String()) }

// jsonKindWords describe JSON values, and jsonTypeWords those that types of Go are read from.
var (
	jsonKindWords = map[jsontext.Kind]string{
		jsontext.KindNull:       "null",
		jsontext.KindBeginArray: "an array", jsontext.KindBeginObject: "an object",
		jsontext.KindTrue: "a boolean", jsontext.KindFalse: "a boolean",
	}
	jsonTypeWords = map[reflect.Kind]string{
		reflect.Bool: "a boolean", reflect.Int32: "a 32-bit integer", reflect.Float64: "a number",
		reflect.String: "a string",
		reflect.Slice:  "an array", reflect.Struct: "an object", reflect.Map: "an object",
	}
)

// firstByte returns the first byte of a JSON value that is no white space, or 0 if there is none.
func firstByte(data []byte) byte {
	data = bytes.TrimLeft(data, " \t\r\n")
	if len(data) == 0 {
		return 0
	}
	return data[0]
}

// isBlank reports whether a body holds nothing but white space.
func isBlank(data []byte) bool { return firstByte(data) == 0 }

// isNull reports whether a raw member is absent or JSON null.
func isNull(raw []byte) bool {
	return len(raw) == 0 || string(bytes.TrimSpace(raw)) == "null"
}

// compactJSON drops the white space of a value and copies it, so that what is kept of a response
// does not hold on to the whole body. Null and absent become nil.
func compactJSON(raw []byte) []byte {
	if isNull(raw) {
		return nil
	}
	compact := jsontext.Value(bytes.Clone(raw))
	// Text that is not JSON stays unchanged.
	_ = compact.Compact(lenient)
	return compact
}

// timestampLayouts are the ISO 8601 forms of times. Go reads fractions of a second of any length
// with each of them. A time without a zone is UTC, as the contract says of brands.
var timestampLayouts = []string{
	"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04:05Z0700", "2006-01-02",
}

// parseTimestamp turns an ISO 8601 time, with or without zone and fraction, into RFC 3339 in UTC.
// All times of responses go through it, and states contain its results.
// It returns any other text unchanged, because the text is only shown.
func parseTimestamp(text string) string {
	for _, layout := range timestampLayouts {
		t, err := time.Parse(layout, strings.TrimSpace(text))
		if err != nil {
			continue
		}
		// RFC 3339 has four digits for the year; a change of zone can leave that range.
		t = t.UTC()
		if 0 <= t.Year() && t.Year() <= 9999 {
			return t.Format(time.RFC3339Nano)
		}
	}
	return text
}

// valueOf returns the zero value for nil.
func valueOf[T any](pointer *T) T {
	var none T
	return valueOr(pointer, none)
}

// valueOr returns another value for nil.
func valueOr[T any](pointer *T, other T) T {
	if pointer == nil {
		return other
	}
	return *pointer
}
