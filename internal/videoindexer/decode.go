package videoindexer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

var errNotUTF8 = errors.New("the answer is not valid UTF-8")

// decodeJSON reads one JSON value, after a byte order mark if there is one. It refuses invalid UTF-8, which
// encoding/json would replace without an error: a value written back later would then differ from the one that was
// read.
func decodeJSON(data []byte, into any) error {
	data = bytes.TrimPrefix(data, transport.ByteOrderMark)
	if !utf8.Valid(data) {
		return errNotUTF8
	}
	return inPlainWords(json.Unmarshal(data, into))
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

// inPlainWords says which member of an answer has another type than the contract describes. The decoder's own error
// names types of Go, which mean nothing to users.
func inPlainWords(err error) error {
	var mismatch *json.UnmarshalTypeError
	if !errors.As(err, &mismatch) {
		return err
	}
	member := mismatch.Field
	if member == "" {
		member = "it"
	}
	return fmt.Errorf("%s is %s, not %s", member, jsonValueWords(mismatch.Value), jsonTypeWords(mismatch.Type))
}

// jsonValueWords describes a value as the decoder names it: its type, and of a number that does not fit, the number.
func jsonValueWords(value string) string {
	switch {
	case value == "bool":
		return "a boolean"
	case value == "array", value == "object":
		return "an " + value
	case strings.HasPrefix(value, "number "):
		return "the " + value
	default:
		return "a " + value
	}
}

// jsonTypeWords describes the JSON values that a Go type is read from.
func jsonTypeWords(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "a boolean"
	case reflect.Int32:
		return "a 32-bit integer"
	case reflect.Int, reflect.Int64:
		return "an integer"
	case reflect.Float64:
		return "a number"
	case reflect.Slice:
		return "an array"
	case reflect.Struct, reflect.Map:
		return "an object"
	default:
		return "a string"
	}
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
func isNull(raw json.RawMessage) bool {
	return len(raw) == 0 || string(bytes.TrimSpace(raw)) == "null"
}

// compactJSON drops the white space of a value and copies it, so that what is kept of an answer
// does not hold on to the whole body. Null and absent become nil.
func compactJSON(raw json.RawMessage) json.RawMessage {
	if isNull(raw) {
		return nil
	}
	var out bytes.Buffer
	out.Grow(len(raw))
	if err := json.Compact(&out, raw); err != nil {
		return bytes.Clone(raw)
	}
	return out.Bytes()
}

// looseString is the text of a member whose type the contract does not show: a string, or a number
// or boolean as it is written. Null is empty; an object or array is an error.
type looseString string

func (s *looseString) UnmarshalJSON(data []byte) error {
	switch firstByte(data) {
	case '"':
		// Lists have thousands of these: only an escape needs the decoder.
		if plain := data[1 : len(data)-1]; bytes.IndexByte(plain, '\\') < 0 {
			*s = looseString(plain)
			return nil
		}
		return json.Unmarshal(data, (*string)(s))
	case '{', '[':
		return errors.New("a string or a number was expected, not an object or array")
	case 'n':
		*s = ""
	default:
		*s = looseString(data)
	}
	return nil
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

// optional is a member that knows whether it was in the answer at all; null is its zero value.
type optional[T any] struct {
	present bool
	value   T
}

func (o *optional[T]) UnmarshalJSON(data []byte) error {
	o.present = true
	return json.Unmarshal(data, &o.value)
}

// valueOf is what a pointer points to, and the zero value for nil.
func valueOf[T any](pointer *T) T {
	if pointer == nil {
		return *new(T)
	}
	return *pointer
}
