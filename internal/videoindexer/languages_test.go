package videoindexer

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
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
				c := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("the model was updated") })
				_, err = c.UpdateLanguageModel(t.Context(), testAccount, "m1", LanguageModelUpdate{Files: files})
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
