package videoindexer

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
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

// TestUploadOfAChangedFile sends a changed file over a real connection: the service must see a broken
// request, and the caller must learn of the file rather than of a doubt about the outcome.
func TestUploadOfAChangedFile(t *testing.T) {
	t.Parallel()
	var arrived, whole atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		arrived.Add(1)
		if _, err := io.Copy(io.Discard, r.Body); err == nil {
			whole.Add(1)
		}
	}))
	t.Cleanup(server.Close)
	client, err := New(Config{Endpoint: server.URL, AccessToken: testToken, MaxRetries: 3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.HTTP.CloseIdleConnections)
	text := strings.Repeat("0123456789", 100_000)
	edited := textFile("edited.txt", text)
	edited.Open = func() (io.ReadCloser, error) {
		return io.NopCloser(strings.NewReader(text[:len(text)-1] + "!")), nil
	}
	_, err = client.CreateLanguageModel(context.Background(), testAccount, NewLanguageModel{
		Name: "A", Language: "en-US", Files: []LanguageFile{textFile("fine.txt", "fine"), edited},
	})
	failed, ok := errors.AsType[*LanguageFileError](err)
	if !ok || failed.Name != "edited.txt" || !strings.HasPrefix(err.Error(), "create language model: language file") {
		t.Fatalf("got error %v", err)
	}
	if _, ambiguous := errors.AsType[*AmbiguousError](err); ambiguous {
		t.Errorf("the error is ambiguous: %v", err)
	}
	client.HTTP.CloseIdleConnections()
	server.Close() // waits for the handlers
	if arrived.Load() > 1 || whole.Load() != 0 {
		t.Errorf("%d requests arrived, %d of them whole; want at most one, and none whole", arrived.Load(), whole.Load())
	}
}

// TestUploadOverALostConnection loses the connection in the middle of a file, which is not the file's fault.
func TestUploadOverALostConnection(t *testing.T) {
	t.Parallel()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.CopyN(io.Discard, r.Body, 1<<20)
		conn, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_ = conn.Close()
	}))
	t.Cleanup(server.Close)
	client, err := New(Config{Endpoint: server.URL, AccessToken: testToken, MaxRetries: 3})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.HTTP.CloseIdleConnections)
	var counts countedFile
	file := counts.file("a.txt", strings.Repeat("0123456789abcdef", 1<<20), plain)
	_, err = client.CreateLanguageModel(context.Background(), testAccount, NewLanguageModel{Name: "A", Files: []LanguageFile{file}})
	if _, ok := errors.AsType[*AmbiguousError](err); !ok {
		t.Errorf("got error %v, want an AmbiguousError", err)
	}
	if opened, closed := counts.opened.Load(), counts.closed.Load(); opened != 1 || closed != 1 {
		t.Errorf("opened %d and closed %d times, want once", opened, closed)
	}
}

func TestEnumsAreWhatTheContractLists(t *testing.T) {
	t.Parallel()
	if n := len(LanguageModelLanguages); n != 16 {
		t.Errorf("%d languages of language models", n)
	}
	if n := len(ReindexLanguages); n != 18 {
		t.Errorf("%d source languages", n)
	}
	if n := len(CaptionLanguages); n != 67 {
		t.Errorf("%d caption languages", n)
	}
	for _, list := range [][]string{
		LanguageModelLanguages, ReindexLanguages, CaptionLanguages, IndexingPresets, StreamingPresets, Priorities,
		CaptionFormats, FaceSourceTypes, AccountTypes,
	} {
		seen := map[string]bool{}
		for _, value := range list {
			if seen[value] || value == "br-BH" {
				t.Errorf("%q has no place in %v", value, list)
			}
			seen[value] = true
		}
	}
}

// opened is the reader of a form, which opens no file yet and so cannot fail.
func opened(form *body) io.ReadCloser {
	reader, _ := form.Open()
	return reader
}
