package videoindexer

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

const (
	// maxDepth bounds the nesting of a value.
	maxDepth = 1000
	// maxValueBytes bounds a value that is decoded as a whole, such as an element of a list.
	maxValueBytes = 8 << 20
)

// jsonWalk reads a JSON value as a stream, and holds only the part that is being decoded. What is skipped is checked
// only as far as it takes to find its end: encoding/json's tokens would cost ten times as much time and memory.
type jsonWalk struct {
	body *bufio.Reader
	// raw is the value that is being decoded; the next one reuses its memory.
	raw []byte
}

// walkJSON begins to read a body, after a byte order mark if there is one.
func walkJSON(body io.Reader) *jsonWalk {
	w := &jsonWalk{body: bufio.NewReaderSize(body, 64<<10)}
	if head, _ := w.body.Peek(len(transport.ByteOrderMark)); bytes.Equal(head, transport.ByteOrderMark) {
		_, _ = w.body.Discard(len(transport.ByteOrderMark))
	}
	return w
}

// object calls member for each member of the next value; member reads the member's value. If the next value is not an
// object, it is skipped, and the result is false.
func (w *jsonWalk) object(member func(name string) error) (bool, error) {
	return w.inside('{', '}', func() error {
		var name string
		if err := w.value(&name); err != nil {
			return fmt.Errorf("the name of a member: %w", err)
		}
		colon, err := w.peek()
		if err != nil {
			return err
		}
		if colon != ':' {
			return unexpectedByte(colon)
		}
		w.drop()
		return member(name)
	})
}

// array calls element for each element of the next value; element reads it. If the next value is not an array, it is
// skipped, and the result is false.
func (w *jsonWalk) array(element func() error) (bool, error) { return w.inside('[', ']', element) }

func (w *jsonWalk) inside(opening, closing byte, each func() error) (bool, error) {
	next, err := w.peek()
	if err != nil {
		return false, err
	}
	if next != opening {
		return false, w.skip()
	}
	w.drop()
	if next, err = w.peek(); err != nil || next == closing {
		w.drop()
		return true, err
	}
	for {
		if err := each(); err != nil {
			return true, err
		}
		switch next, err = w.peek(); {
		case err != nil:
			return true, err
		case next == closing:
			w.drop()
			return true, nil
		case next != ',':
			return true, unexpectedByte(next)
		}
		w.drop()
	}
}

// skip skips the next value.
func (w *jsonWalk) skip() error {
	return w.scan(func([]byte) error { return nil })
}

// value decodes the next value.
func (w *jsonWalk) value(into any) error {
	raw, err := w.next()
	if err != nil {
		return err
	}
	return decodeJSON(raw, into)
}

// next is the next value as it is written, until the walk goes on.
func (w *jsonWalk) next() ([]byte, error) {
	w.raw = w.raw[:0]
	err := w.scan(func(part []byte) error {
		if len(w.raw)+len(part) > maxValueBytes {
			return fmt.Errorf("a value is longer than %d bytes", maxValueBytes)
		}
		w.raw = append(w.raw, part...)
		return nil
	})
	return w.raw, err
}

// end returns an error if anything but white space follows.
func (w *jsonWalk) end() error {
	if _, err := w.peek(); err == nil {
		return errors.New("something follows the JSON value")
	}
	return nil
}

// peek is the next byte that is no white space, which stays the next one.
func (w *jsonWalk) peek() (byte, error) {
	for {
		next, err := w.body.Peek(1)
		if err != nil {
			return 0, errEndsEarly
		}
		switch next[0] {
		case ' ', '\t', '\r', '\n':
			w.drop()
		default:
			return next[0], nil
		}
	}
}

// drop passes over the byte that peek has shown.
func (w *jsonWalk) drop() { _, _ = w.body.Discard(1) }

// scan passes the bytes of the next value to use.
func (w *jsonWalk) scan(use func(part []byte) error) error {
	if _, err := w.peek(); err != nil {
		return err
	}
	for value := (jsonScan{}); !value.isOver; {
		if _, err := w.body.Peek(1); err != nil {
			if value.isScalar {
				return nil
			}
			return errEndsEarly
		}
		part, _ := w.body.Peek(w.body.Buffered())
		n, err := value.take(part)
		if err != nil {
			return err
		}
		if err := use(part[:n]); err != nil {
			return err
		}
		_, _ = w.body.Discard(n)
	}
	return nil
}

// errEndsEarly also stands for an error of the connection, which the caller has anyway.
var errEndsEarly = errors.New("the JSON ends too early")

func unexpectedByte(b byte) error { return fmt.Errorf("%q has no place there in JSON", b) }

// jsonScan finds the end of one JSON value that comes in parts.
type jsonScan struct {
	open      []byte // the brackets that are to be closed
	isText    bool
	isEscaped bool
	isScalar  bool // a number or a word, which ends before what follows it
	isOver    bool
}

// take reads the next part of the value, and returns how much of it belongs to the value.
func (s *jsonScan) take(part []byte) (int, error) {
	for i, b := range part {
		switch {
		case s.isEscaped:
			s.isEscaped = false
		case s.isText && b == '\\':
			s.isEscaped = true
		case s.isText && b != '"':
		case b == '"':
			s.isText = !s.isText
			s.isOver = !s.isText && len(s.open) == 0
		default:
			if err := s.structure(b); err != nil {
				return i, err
			}
			if s.isOver && s.isScalar {
				return i, nil
			}
		}
		if s.isOver {
			return i + 1, nil
		}
	}
	return len(part), nil
}

// structure handles a byte outside of strings.
func (s *jsonScan) structure(b byte) error {
	switch b {
	case '{', '[':
		if len(s.open) == maxDepth {
			return errors.New("the answer is nested too deeply")
		}
		s.open = append(s.open, b+2) // the bracket that closes it, in ASCII
	case '}', ']':
		if s.isScalar {
			s.isOver = true
			return nil
		}
		last := len(s.open) - 1
		if last < 0 || s.open[last] != b {
			return unexpectedByte(b)
		}
		s.open = s.open[:last]
		s.isOver = last == 0
	case ',', ':', ' ', '\t', '\r', '\n':
		if s.isScalar {
			s.isOver = true
		} else if len(s.open) == 0 {
			return unexpectedByte(b)
		}
	default:
		s.isScalar = s.isScalar || len(s.open) == 0
	}
	return nil
}
