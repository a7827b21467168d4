package videoindexer

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"testing/synctest"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// textFile returns a language file of some text.
func textFile(name, text string) FileUpload {
	sum := sha256.Sum256([]byte(text))
	return FileUpload{
		Name: name, Size: int64(len(text)), SHA256: hex.EncodeToString(sum[:]),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
	}
}

// formPartSeen is a part of a form as a service reads it.
type formPartSeen struct{ Name, FileName, ContentType, Text string }

func readForm(tb testing.TB, contentType string, body io.Reader) []formPartSeen {
	tb.Helper()
	mediaType, params, err := mime.ParseMediaType(contentType)
	check.MustSucceed(tb, err, "the content type %q", contentType)
	check.Equal(tb, "multipart/form-data", mediaType, "the content type")
	var parts []formPartSeen
	reader := multipart.NewReader(body, params["boundary"])
	for {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			return parts
		}
		check.MustSucceed(tb, err, "part %d of the form", len(parts)+1)
		text, err := io.ReadAll(part)
		check.MustSucceed(tb, err, "the text of part %s", part.FormName())
		_, disposition, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		check.MustSucceed(tb, err, "the Content-Disposition of part %s", part.FormName())
		kind := part.Header.Get("Content-Type")
		parts = append(parts, formPartSeen{part.FormName(), disposition["filename"], kind, string(text)})
	}
}

// A file that is not as it was hashed ends the upload before its end, so that the service stores
// none of it.
func TestUploadStopsAtAChangedFile(t *testing.T) {
	t.Parallel()
	const text = "as it was planned"
	shifted := func(text string) FileUpload {
		file := textFile("second.txt", "as it was planned")
		file.Open = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
		return file
	}
	missing := textFile("second.txt", text)
	missing.Open = func() (io.ReadCloser, error) { return nil, fs.ErrNotExist }
	broken := textFile("second.txt", text)
	broken.Open = func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader("as"), iotest.ErrReader(errors.New("the disk is on fire")))), nil
	}
	tests := map[string]struct {
		file FileUpload
		says string
	}{
		"grown":       {shifted(text + "!"), "longer than 17 bytes"},
		"shrunk":      {shifted(text[1:]), "16 bytes instead of 17"},
		"emptied":     {shifted(""), "0 bytes instead of 17"},
		"edited":      {shifted("as it was changed"), "has changed since it was hashed"},
		"missing":     {missing, "cannot be opened"},
		"unreadable":  {broken, "cannot be read"},
		"bad name":    {textFile("second.txt\r\nX: y", ""), "control characters"},
		"empty name":  {textFile("", ""), "name is empty"},
		"not UTF-8":   {textFile("\xff", ""), "UTF-8"},
		"C1 controls": {textFile("a\u0085b", ""), "control characters"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var whole bytes.Buffer
			files := []FileUpload{textFile("first.txt", "fine"), test.file}
			form, err := newForm(files)
			if err != nil {
				c := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a request arrived, want none") })
				_, err = c.UpdateLanguageModel(t.Context(), testAccount, "m1", LanguageModelUpdate{Files: files})
			} else {
				body := opened(form)
				_, err = io.Copy(&whole, body)
				check.MustSucceed(t, body.Close(), "the close of the form")
				_, parameters, _ := mime.ParseMediaType(form.ContentType)
				closing := "--" + parameters["boundary"] + "--"
				if strings.Contains(whole.String(), closing) {
					t.Error("the closing boundary was sent, want the form cut before it")
				}
			}
			check.Equal(t, test.file.Name, check.ErrorAs[*FileUploadError](t, err).Name, "the file of %v", err)
			check.ErrorSays(t, test.says, err, "the upload")
		})
	}
}

// TestReadLanguageModel shares a list where it shows files, and reads model by model what it does
// not show.
func TestReadLanguageModel(t *testing.T) {
	t.Parallel()
	const anX5 = "GET Language"
	const whole = `{"id":"%s","name":"One","files":[{"id":"f"}]}`
	anX6 := func(id string) string { return anX5 + "/" + id }
	each := []string{anX5, anX6("m1"), anX6("M2"), anX6("m9")}
	for name, test := range map[string]struct {
		list  reply
		other bool // than the caller expects
		want  []string
	}{
		"with files": {
			list: reply{body: "[" + fmt.Sprintf(whole, "m1") + "," + fmt.Sprintf(whole, "m2") + "]"},
			want: []string{anX5, anX6("m9")},
		},
		"without files": {list: reply{body: `[{"id":"m1"},{"id":"m2"}]`}, want: each},
		"files null":    {list: reply{body: `[{"id":"m1","files":null},{"id":"m2","files":null}]`}, want: each},
		"outdated":      {list: reply{body: "[" + fmt.Sprintf(whole, "m1") + "," + fmt.Sprintf(whole, "m2") + "]"}, other: true, want: each},
		"being trained": {
			list: reply{body: strings.ReplaceAll("["+fmt.Sprintf(whole, "m1")+","+fmt.Sprintf(whole, "m2")+"]", `"name"`, `"state":"Processing","name"`)},
			want: each,
		},
		"not listed": {list: reply{body: `[]`}, want: each},
		"no X5":      {list: reply{status: http.StatusMethodNotAllowed}, want: each},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := scripted(map[string]string{anX6("m1"): fmt.Sprintf(whole, "m1"), anX6("M2"): fmt.Sprintf(whole, "m2")})
			s.set(anX5, test.list)
			c := serve(t, s.ServeHTTP, onlyToken, extended)
			for _, id := range []string{"m1", "M2"} {
				m, err := c.GetCachedLanguageModel(t.Context(), testAccount, id, func(*LanguageModel) bool { return !test.other })
				check.MustSucceed(t, err, "%s", id)
				check.Equal(t, strings.ToLower(id), strings.ToLower(m.ID), "the model that was read")
				check.Equal(t, 1, len(m.Files), "%s: its files", id)
			}
			_, err := c.GetCachedLanguageModel(t.Context(), testAccount, "m9", asListed)
			check.Equal(t, true, IsNotFound(err), "a missing one is not found, with the error %v", err)
			s.wantAsked(t, test.want...)
		})
	}
}

// asListed expects whatever a list shows.
func asListed(*LanguageModel) bool { return true }

// TestIsServiceMade knows the file of the service by its name.
func TestIsServiceMade(t *testing.T) {
	t.Parallel()
	for name, isMade := range map[string]bool{
		"From transcript edits": true, "from transcript edits ": true, "From transcript edits.txt": false, "": false,
	} {
		check.Equal(t, isMade, (&LanguageModelFile{Name: name}).IsServiceMade(), "%q is of the service's own", name)
	}
}

// TestTrainLost loses the response of X8, which is never sent again: the model shows whether it was
// carried out.
func TestTrainLost(t *testing.T) {
	t.Parallel()
	const (
		isDone = `{"id":"m1","state":"Complete","languageModelId":"l1"}`
		isNone = `{"id":"m1","state":"None"}`
	)
	for name, test := range map[string]struct {
		before, after []string // what X6 shows after the request
		response      reply
		begins        bool
	}{
		"in progress":                {before: []string{isNone}, after: []string{`{"id":"m1","state":"processing"}`}, response: lost, begins: true},
		"in progress later":          {before: []string{isDone}, after: []string{isDone, isDone, `{"id":"m1","state":"Waiting"}`}, response: lost, begins: true},
		"over":                       {before: []string{isNone}, after: []string{isDone}, response: lost, begins: true},
		"failed at once":             {before: []string{isNone}, after: []string{`{"id":"m1","state":"Failed"}`}, response: lost, begins: true},
		"over, for the second time":  {before: []string{isDone}, after: []string{strings.Replace(isDone, "l1", "l2", 1)}, response: lost, begins: true},
		"not begun, or not shown":    {before: []string{isDone}, after: []string{isDone}, response: lost},
		"a response without an id":   {before: []string{isNone}, after: []string{isDone}, response: reply{body: "{}"}, begins: true},
		"failed, and not begun":      {before: []string{isNone}, after: []string{isNone}, response: reply{status: http.StatusBadGateway}},
		"refused":                    {before: []string{isNone}, after: []string{isDone}, response: refusal(http.StatusConflict, ErrorTypeGeneral)},
		"the model cannot be looked": {before: []string{isNone}, after: nil, response: lost},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				const request = "PUT Language/m1/Train"
				s := scripted(nil)
				s.set(request, test.response)
				shown := bodies(append(test.before, test.after...)...)
				if test.after != nil {
					s.set("GET Language/m1", shown...)
				} else {
					s.set("GET Language/m1", shown[0], lost)
				}
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				before, err := c.GetLanguageModel(t.Context(), testAccount, "m1")
				check.MustSucceed(t, err, "the model before")
				model, err := c.TrainLanguageModel(t.Context(), testAccount, before)
				check.Equal(t, []bool{test.begins, test.begins}, []bool{err == nil, model != nil}, "no error %v, and a model %+v", err, model)
				check.Equal(t, 1, strings.Count(strings.Join(s.asked(), ","), request), "requests %s", request)
			})
		})
	}
}

// countedFile is a file that counts how often it is opened and closed.
type countedFile struct{ opened, closed atomic.Int32 }

func (f *countedFile) file(name, text string, read func(io.Reader) io.Reader) FileUpload {
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

// TestFormReadsAnyReader reads a form twice, as for two attempts, and then ends it in the middle of
// a file, as a transport does when the connection breaks.
func TestFormReadsAnyReader(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("0123456789", 10000)
	want := []formPartSeen{
		{"a.txt", "a.txt", "text/plain", text},
		{"u", "", "", "https://x.test"},
		{"b.ttml", "b.ttml", "application/ttml+xml", ""},
		{"c", "c", "application/octet-stream", "x"},
	}
	for name, read := range map[string]func(io.Reader) io.Reader{
		"one byte": iotest.OneByteReader, "half": iotest.HalfReader, "data with the end": iotest.DataErrReader,
	} {
		var counts countedFile
		form, err := newForm([]FileUpload{
			counts.file("a.txt", text, read),
			{Name: "u", URL: "https://x.test"},
			counts.file("b.ttml", "", read), counts.file("c", "x", read),
		})
		check.MustSucceed(t, err, "a form of four files")
		for range 2 {
			body := opened(form)
			sent, err := io.ReadAll(body)
			err = errors.Join(err, body.Close())
			check.MustSucceed(t, err, "%s: a read of the form", name)
			check.Equal(t, form.Length, int64(len(sent)), "%s: bytes of the form", name)
			check.Equal(t, want, readForm(t, form.ContentType, bytes.NewReader(sent)), "%s", name)
		}
		body := opened(form)
		_, err = io.CopyN(io.Discard, body, 1000)
		check.MustSucceed(t, errors.Join(err, body.Close(), body.Close()), "%s: a read and two closes", name)
		_, err = io.Copy(io.Discard, body)
		if err == nil {
			t.Errorf("%s: no error of reading a closed form, want one", name)
		}
		check.Equal(t, 7, counts.opened.Load(), "%s: times that a file was opened", name)
		check.Equal(t, 7, counts.closed.Load(), "%s: times that a file was closed", name)
	}
}

// opened returns the reader of a form, which opens no file yet and so cannot fail.
func opened(form *body) io.ReadCloser {
	reader, _ := form.Open()
	return reader
}
