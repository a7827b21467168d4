package videoindexer

import (
	"bytes"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// countedFile is a file that counts how often it is opened and closed.
type countedFile struct{ opened, closed atomic.Int32 }

func (f *countedFile) file(name, text string, read func(io.Reader) io.Reader) LanguageFile {
	file := textFile(name, text)
	file.Open = func() (io.ReadCloser, error) {
		f.opened.Add(1)
		return struct {
			io.Reader
			io.Closer
		}{read(strings.NewReader(text)), closeFunc(func() error { f.closed.Add(1); return nil })}, nil
	}
	return file
}

type closeFunc func() error

func (f closeFunc) Close() error { return f() }

// TestFormReadsAnyReader reads a form twice, as for two attempts, and then ends it in the middle of a file, as a transport does when the
// connection breaks.
func TestFormReadsAnyReader(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("0123456789", 10000)
	want := []formPartSeen{{"a.txt", "a.txt", "text/plain", text}, {"u", "", "", "https://x.test"}, {"b.ttml", "b.ttml", "application/ttml+xml", ""}, {"c", "c", "application/octet-stream", "x"}}
	for name, read := range map[string]func(io.Reader) io.Reader{
		"one byte": iotest.OneByteReader, "half": iotest.HalfReader, "data with the end": iotest.DataErrReader,
	} {
		var counts countedFile
		form, err := newForm([]LanguageFile{
			counts.file("a.txt", text, read), {Name: "u", URL: "https://x.test"}, counts.file("b.ttml", "", read), counts.file("c", "x", read),
		})
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			body := opened(form)
			sent, err := io.ReadAll(body)
			if closed := body.Close(); err != nil || closed != nil || int64(len(sent)) != form.Length {
				t.Errorf("%s: %d bytes, announced were %d: %v, %v", name, len(sent), form.Length, err, closed)
			}
			if diff := cmp.Diff(want, readForm(t, form.ContentType, bytes.NewReader(sent))); diff != "" {
				t.Errorf("%s (-want +got):\n%s", name, diff)
			}
		}
		body := opened(form)
		_, err = io.CopyN(io.Discard, body, 1000)
		if first, second := body.Close(), body.Close(); err != nil || first != nil || second != nil {
			t.Errorf("%s: %v, %v, %v", name, err, first, second)
		}
		if _, err := io.Copy(io.Discard, body); err == nil {
			t.Errorf("%s: a closed form can still be read", name)
		}
		if opened, closed := counts.opened.Load(), counts.closed.Load(); opened != 7 || closed != 7 {
			t.Errorf("%s: opened %d and closed %d times, want 7", name, opened, closed)
		}
	}
}

// opened is the reader of a form, which opens no file yet and so cannot fail.
func opened(form *body) io.ReadCloser {
	reader, _ := form.Open()
	return reader
}
