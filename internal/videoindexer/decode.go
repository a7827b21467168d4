package videoindexer

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

var errNotUTF8 = errors.New("the answer is not valid UTF-8")

// leniently are the options of every answer. They refuse invalid UTF-8: the standard library replaces it without an
// error, and a value that is written back would then differ from the one that was read.
var leniently = json.JoinOptions(
	json.MatchCaseInsensitiveNames(true),
	jsontext.AllowDuplicateNames(true),
	json.WithUnmarshalers(json.UnmarshalFromFunc(looseText)),
)

// looseText reads a text whose type the contract does not show: a string, or a number or boolean as it is written. Null
// is empty.
func looseText(d *jsontext.Decoder, into *string) error {
	switch d.PeekKind() {
	case jsontext.KindNumber, jsontext.KindTrue, jsontext.KindFalse:
		raw, err := d.ReadValue()
		*into = string(raw)
		return err
	default:
		return errors.ErrUnsupported // which leaves it to the decoder
	}
}

// decodeJSON reads one JSON value, after a byte order mark if there is one.
func decodeJSON(data []byte, into any) error {
	return inPlainWords(json.Unmarshal(bytes.TrimPrefix(data, transport.ByteOrderMark), into, leniently))
}

// decodeList reads a JSON array; null is errNoList.
func decodeList[T any](data []byte) ([]T, error) {
	var list []T
	if err := decodeJSON(data, &list); err != nil {
		return nil, err
	}
	if list == nil {
		return nil, errNoList
	}
	return list, nil
}

// decodeElements reads the elements of an array; any other value stands for itself.
func decodeElements(data []byte) ([]jsontext.Value, error) {
	elements := []jsontext.Value{data}
	if firstByte(data) != '[' {
		return elements, nil
	}
	err := decodeJSON(data, &elements)
	return elements, err
}

// object is what the service holds under an id.
type object[T any] interface {
	*T
	// tidy brings what was read into the forms of this package. Without an id, it is an error.
	tidy() error
}

// decodeObject reads one object.
func decodeObject[T any, P object[T]](data []byte) (*T, error) {
	read := new(T)
	if err := decodeJSON(data, read); err != nil {
		return nil, err
	}
	return read, P(read).tidy()
}

// errEndsEarly also stands for an error of the connection, which the caller has anyway.
var errEndsEarly = errors.New("the JSON ends too early")

// inPlainWords says why an answer cannot be read, and which member of it has another type than the contract describes.
// The decoder's own errors name types of Go, which mean nothing to users.
func inPlainWords(err error) error {
	if err == nil {
		return nil
	}
	if content, ok := errors.AsType[*contentError](err); ok {
		return content.error
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errEndsEarly
	}
	mismatch, isMismatch := errors.AsType[*json.SemanticError](err)
	if !isMismatch {
		return errors.New(strings.TrimPrefix(err.Error(), "jsontext: "))
	}
	for isMismatch { // the innermost says where
		var inner *json.SemanticError
		if inner, isMismatch = errors.AsType[*json.SemanticError](mismatch.Err); isMismatch {
			mismatch = inner
		}
	}
	member := cmp.Or(strings.TrimPrefix(string(mismatch.JSONPointer), "/"), "it")
	return fmt.Errorf("%s is %s, not %s", member, jsonValueWords(mismatch), jsonTypeWords[mismatch.GoType.Kind()])
}

func jsonValueWords(mismatch *json.SemanticError) string {
	switch kind := mismatch.JSONKind; kind {
	case jsontext.KindNumber:
		if mismatch.JSONValue != nil {
			return "the number " + string(mismatch.JSONValue)
		}
		return "a number"
	case jsontext.KindBeginArray:
		return "an array"
	case jsontext.KindBeginObject:
		return "an object"
	case jsontext.KindTrue, jsontext.KindFalse:
		return "a boolean"
	default:
		return "a " + kind.String()
	}
}

// jsonTypeWords describe the JSON values that types of Go are read from.
var jsonTypeWords = map[reflect.Kind]string{
	reflect.Bool: "a boolean", reflect.Int32: "a 32-bit integer", reflect.Float64: "a number", reflect.String: "a string",
	reflect.Slice: "an array", reflect.Struct: "an object", reflect.Map: "an object",
}

// firstByte is the first byte of a JSON value that is no white space; 0 when there is none.
func firstByte(data []byte) byte {
	data = bytes.TrimLeft(bytes.TrimPrefix(data, transport.ByteOrderMark), " \t\r\n")
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

// compactJSON drops the white space of a value and copies it, so that what is kept of an answer
// does not hold on to the whole body. Null and absent become nil.
func compactJSON(raw []byte) []byte {
	if isNull(raw) {
		return nil
	}
	compact := jsontext.Value(bytes.Clone(raw))
	_ = compact.Compact() // it stays as it is if it is no JSON
	return compact
}

// timestampLayouts are the ISO 8601 forms that services of this family use. Go reads fractions of
// a second of any length with each of them. A time without a zone is UTC, as the contract says of brands.
var timestampLayouts = []string{
	"2006-01-02T15:04:05Z07:00",
	"2006-01-02T15:04:05",
	"2006-01-02T15:04:05Z0700",
	"2006-01-02T15:04:05Z07",
	"2006-01-02T15:04Z07:00",
	"2006-01-02T15:04",
	"2006-01-02",
}

// parseTimestamp turns an ISO 8601 time, with or without zone and fraction, into RFC 3339 in UTC.
// A text that is no such time is returned as it came: it is shown, never computed with.
func parseTimestamp(text string) string {
	candidate := strings.ToUpper(strings.TrimSpace(text))
	if len(candidate) > 10 && candidate[10] == ' ' {
		candidate = candidate[:10] + "T" + candidate[11:]
	}
	for _, layout := range timestampLayouts {
		if t, err := time.Parse(layout, candidate); err == nil {
			// RFC 3339 has four digits for the year; a change of zone can leave that range.
			if t = t.UTC(); t.Year() < 0 || t.Year() > 9999 {
				return text
			}
			return t.Format(time.RFC3339Nano)
		}
	}
	return text
}

// valueOf is what a pointer points to, and the zero value for nil.
func valueOf[T any](pointer *T) T {
	if pointer == nil {
		return *new(T)
	}
	return *pointer
}
