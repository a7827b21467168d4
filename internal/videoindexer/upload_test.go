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

func plain(r io.Reader) io.Reader { return r }

func TestFormReadsAnyReader(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("0123456789", 1000)
	for name, read := range map[string]func(io.Reader) io.Reader{
		"plain": plain, "one byte": iotest.OneByteReader, "half": iotest.HalfReader, "data with the end": iotest.DataErrReader,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var counts countedFile
			form, err := newForm([]LanguageFile{
				counts.file("a.txt", text, read), {Name: "u", URL: "https://x.test"}, counts.file("b.ttml", "", read), counts.file("c", "x", read),
			})
			if err != nil {
				t.Fatal(err)
			}
			content := form
			for attempt := range 2 {
				body, err := content.Open()
				if err != nil {
					t.Fatal(err)
				}
				sent, err := io.ReadAll(body)
				if err != nil {
					t.Fatal(err)
				}
				if err := body.Close(); err != nil {
					t.Error(err)
				}
				if int64(len(sent)) != content.Length {
					t.Errorf("%d bytes, announced were %d", len(sent), content.Length)
				}
				want := []formPartSeen{
					{"a.txt", "a.txt", "text/plain", text},
					{"u", "", "", "https://x.test"},
					{"b.ttml", "b.ttml", "application/ttml+xml", ""},
					{"c", "c", "application/octet-stream", "x"},
				}
				if diff := cmp.Diff(want, readForm(t, content.ContentType, bytes.NewReader(sent))); diff != "" {
					t.Errorf("attempt %d (-want +got):\n%s", attempt, diff)
				}
			}
			if opened, closed := counts.opened.Load(), counts.closed.Load(); opened != 6 || closed != 6 {
				t.Errorf("opened %d and closed %d times, want 6", opened, closed)
			}
		})
	}
}

// TestFormEndedEarly closes a form in the middle of a file, as a transport does when the connection breaks.
func TestFormEndedEarly(t *testing.T) {
	t.Parallel()
	var counts countedFile
	form, err := newForm([]LanguageFile{
		counts.file("a.txt", strings.Repeat("x", 1<<20), plain), counts.file("b.txt", "never reached", plain),
	})
	if err != nil {
		t.Fatal(err)
	}
	body := opened(form)
	if _, err := io.CopyN(io.Discard, body, 1000); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := body.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := io.Copy(io.Discard, body); err == nil {
		t.Error("a closed form can still be read")
	}
	if opened, closed := counts.opened.Load(), counts.closed.Load(); opened != 1 || closed != 1 {
		t.Errorf("opened %d and closed %d times, want once", opened, closed)
	}
}

// opened is the reader of a form, which opens no file yet and so cannot fail.
func opened(form *body) io.ReadCloser {
	reader, _ := form.Open()
	return reader
}
