package videoindexer

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// textFile is a language file of some text.
func textFile(name, text string) LanguageFile {
	sum := sha256.Sum256([]byte(text))
	return LanguageFile{
		Name: name, Size: int64(len(text)), SHA256: hex.EncodeToString(sum[:]),
		Open: func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil },
	}
}

// formPartSeen is a part of a form as a service reads it.
type formPartSeen struct{ Name, FileName, ContentType, Text string }

func readForm(tb testing.TB, contentType string, body io.Reader) []formPartSeen {
	tb.Helper()
	mediaType, params, err := mime.ParseMediaType(contentType)
	if err != nil || mediaType != "multipart/form-data" {
		tb.Fatalf("content type %q: %v", contentType, err)
	}
	var parts []formPartSeen
	reader := multipart.NewReader(body, params["boundary"])
	for {
		part, err := reader.NextRawPart()
		if errors.Is(err, io.EOF) {
			return parts
		}
		if err != nil {
			tb.Fatal(err)
		}
		text, err := io.ReadAll(part)
		if err != nil {
			tb.Fatal(err)
		}
		_, disposition, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
		if err != nil {
			tb.Fatal(err)
		}
		parts = append(parts, formPartSeen{part.FormName(), disposition["filename"], part.Header.Get("Content-Type"), string(text)})
	}
}

func TestCreateLanguageModel(t *testing.T) {
	t.Parallel()
	s := answering(t, reply{body: `{"id":"m-1","name":"Terms & more","language":"En-US","state":"Complete",
		"languageModelId":"11111111-0000-0000-0000-000000000000","unknown":{"x":1},"files":[
		{"id":"f1","name":"a.txt","enable":false,"creator":"Ann","creationTime":"2024-01-02T03:04:05.1234567"},
		{"id":"f2","name":"b.txt","creationTime":"yesterday"}]}`})
	got, err := s.CreateLanguageModel(context.Background(), testAccount, NewLanguageModel{
		Name: "Terms & more", Language: "en-US", Files: []LanguageFile{
			textFile("a.txt", "one\ntwo"),
			{Name: "linked", URL: "https://texts.test/b.txt?x=1"},
			textFile(`d/"q" \ü.VTT`, ""),
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := &LanguageModel{
		ID: "m-1", Name: "Terms & more", Language: "en-US", State: "Complete",
		LinguisticModelID: "11111111-0000-0000-0000-000000000000",
		Files: []LanguageModelFile{
			{ID: "f1", Name: "a.txt", Enabled: new(false), Creator: "Ann", CreationTime: "2024-01-02T03:04:05.1234567Z"},
			{ID: "f2", Name: "b.txt", CreationTime: "yesterday"},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("model (-want +got):\n%s", diff)
	}
	request := s.requests()[0]
	wantParts := []formPartSeen{
		{"a.txt", "a.txt", "text/plain", "one\ntwo"},
		{"linked", "", "", "https://texts.test/b.txt?x=1"},
		{`d/"q" \ü.VTT`, `d/"q" \ü.VTT`, "text/vtt", ""},
	}
	if diff := cmp.Diff(wantParts, readForm(t, request.ContentType, strings.NewReader(request.Body))); diff != "" {
		t.Errorf("form (-want +got):\n%s", diff)
	}
	request.ContentType, request.Body = "", ""
	wantRequest := sent{
		Method: "POST", Path: "/" + testLocation + "/Accounts/" + testAccountID + "/Customization/Language", Token: testToken, Key: testKey,
		Query: url.Values{"modelName": {"Terms & more"}, "language": {"en-US"}},
	}
	if diff := cmp.Diff(wantRequest, request); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
}

func TestUpdateLanguageModel(t *testing.T) {
	t.Parallel()
	name := "New"
	tests := map[string]struct {
		update LanguageModelUpdate
		query  url.Values
		parts  []formPartSeen
	}{
		"nothing": {LanguageModelUpdate{}, url.Values{}, nil},
		"name and enable": {
			LanguageModelUpdate{Name: &name, Enable: &no},
			url.Values{"modelName": {"New"}, "enable": {"false"}},
			nil,
		},
		"a file": {
			LanguageModelUpdate{Files: []LanguageFile{textFile("a.srt", "1")}},
			url.Values{},
			[]formPartSeen{{"a.srt", "a.srt", "application/x-subrip", "1"}},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := answering(t, reply{body: modelBody})
			if _, err := s.UpdateLanguageModel(context.Background(), testAccount, "m-1", test.update); err != nil {
				t.Fatal(err)
			}
			request := s.requests()[0]
			if diff := cmp.Diff(test.parts, readForm(t, request.ContentType, strings.NewReader(request.Body))); diff != "" {
				t.Errorf("form (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.query, request.Query); diff != "" {
				t.Errorf("query (-want +got):\n%s", diff)
			}
			if want := "/" + testLocation + "/Accounts/" + testAccountID + "/Customization/Language/m-1"; request.Method != http.MethodPut || request.Path != want {
				t.Errorf("sent %s %s", request.Method, request.Path)
			}
		})
	}
}

func TestLanguageModelAmbiguity(t *testing.T) {
	t.Parallel()
	s := answering(t, reply{status: 504, body: `{"ErrorType":"SERVER_TIMEOUT","Message":"late"}`})
	files := []LanguageFile{textFile("a.txt", "x")}
	_, created := s.CreateLanguageModel(context.Background(), testAccount, NewLanguageModel{Name: "A"})
	_, added := s.UpdateLanguageModel(context.Background(), testAccount, "m", LanguageModelUpdate{Files: files})
	_, renamed := s.UpdateLanguageModel(context.Background(), testAccount, "m", LanguageModelUpdate{Enable: &yes})
	for name, test := range map[string]struct {
		err  error
		want bool
	}{"created": {created, true}, "added": {added, true}, "renamed": {renamed, false}} {
		if _, ambiguous := errors.AsType[*AmbiguousError](test.err); ambiguous != test.want {
			t.Errorf("%s: got error %v", name, test.err)
		}
	}
}

func TestUploadStopsAtAChangedFile(t *testing.T) {
	t.Parallel()
	const text = "as it was planned"
	shifted := func(text string) LanguageFile {
		file := textFile("second.txt", "as it was planned")
		file.Open = func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }
		return file
	}
	missing := textFile("second.txt", text)
	missing.Open = func() (io.ReadCloser, error) { return nil, fs.ErrNotExist }
	broken := textFile("second.txt", text)
	broken.Open = func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(strings.NewReader("as"), brokenReader{})), nil
	}
	tests := map[string]struct {
		file LanguageFile
		says string
	}{
		"grown":       {shifted(text + "!"), "longer than 17 bytes"},
		"shrunk":      {shifted(text[1:]), "16 bytes instead of 17"},
		"emptied":     {shifted(""), "0 bytes instead of 17"},
		"edited":      {shifted("as it was changed"), "content is another one"},
		"missing":     {missing, "cannot be opened"},
		"unreadable":  {broken, "cannot be read"},
		"bad name":    {textFile("second.txt\r\nX: y", ""), "control characters"},
		"empty name":  {textFile("", ""), "name is empty"},
		"not UTF-8":   {textFile("\xff", ""), "UTF-8"},
		"same name":   {textFile("first.txt", ""), "used twice"},
		"neither":     {LanguageFile{Name: "x"}, "neither"},
		"bad size":    {LanguageFile{Name: "x", Size: -1, Open: missing.Open}, "negative"},
		"C1 controls": {textFile("a\u0085b", ""), "control characters"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var whole bytes.Buffer
			files := []LanguageFile{textFile("first.txt", "fine"), test.file}
			form, err := newForm(files)
			if err != nil {
				s := answering(t, reply{body: modelBody})
				_, err = s.UpdateLanguageModel(t.Context(), testAccount, "m1", LanguageModelUpdate{Files: files})
				if len(s.requests()) > 0 {
					t.Error("the model was updated")
				}
			} else {
				body := opened(form)
				_, err = io.Copy(&whole, body)
				if closeErr := body.Close(); closeErr != nil {
					t.Error(closeErr)
				}
				_, parameters, _ := mime.ParseMediaType(form.ContentType)
				if closing := "--" + parameters["boundary"] + "--"; strings.Contains(whole.String(), closing) {
					t.Error("the closing boundary went out")
				}
			}
			failed, ok := errors.AsType[*LanguageFileError](err)
			if !ok || failed.Name != test.file.Name || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got error %v, want one of file %q that says %q", err, test.file.Name, test.says)
			}
		})
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("the disk is on fire") }
