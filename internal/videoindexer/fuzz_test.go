package videoindexer

import (
	"bytes"
	"io"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// FuzzDecode reads a response, however hostile, as each kind of object and list: nothing panics,
// and what is accepted has an id where the kind has ids, and is valid text and JSON.
func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		anAccount, aBrand, aModel, aFace, aPerson, aProject, aRender, anIndex, "[" + aFace + "]", `{"results":[` + aPerson + `],"totalCount":1e99}`, `{"failedAssets":["a",{}]}`,
		`"https://x.test/a"`, "WEBVTT\n", `"WEBVTT\n\n"`, "WEBVTT\xff", "<html>", "null", "[null]", "[[]]", `{"name":"A","files":[{"enable":null}]}`, "{\"id\":\"\xff\"}",
		`{"id":"` + testAccountID + `","twice":[{"":1,"":2}]}`, strings.Repeat(`[{"a":`, 64),
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for name, decode := range map[string]func() (any, error){
			"account":         func() (any, error) { return decodeAccount(data, testAccountID) },
			"created account": func() (any, error) { return decodeCreatedAccount(data) },
			"brand":           func() (any, error) { return decodeBrand(data, 7) },
			"language model":  func() (any, error) { return decodeLanguageModel(data) },
			"person":          func() (any, error) { return decodeObject[Person](data) },
			"project":         func() (any, error) { return decodeProject(data) },
			"render":          func() (any, error) { return decodeRender(&response{Body: data}) },
			"index":           func() (any, error) { return decodeIndex(data) },
			"captions":        func() (any, error) { return decodeCaptions(data, "", "Vtt") },
			"address":         func() (any, error) { return decodeAddress(data) },
			"accounts":        func() (any, error) { return itemsIn(data, decodeObject[AccountSummary]) },
			"models":          func() (any, error) { return itemsIn(data, decodeLanguageModel) },
			"persons":         func() (any, error) { return itemsIn(data, decodeObject[Person]) },
			"faces":           func() (any, error) { return itemsIn(data, decodeFace) },
		} {
			value, err := decode()
			if err != nil {
				continue
			}
			// A name that stands twice is valid JSON, and what is kept as JSON keeps it.
			_, err = jsonv2.Marshal(value, jsontext.AllowDuplicateNames(true))
			check.MustSucceed(t, err, "%s: %.300q was accepted, as JSON", name, data)
			object, hasID := value.(keyed)
			if hasID {
				id, _ := object.idAndName()
				if id == "" {
					t.Errorf("%s: accepted %.300q, want an id in it", name, data)
				}
			}
		}
	})
}

func itemsIn[T any](data []byte, decode func([]byte) (*T, error)) (any, error) {
	list, err := readList(bytes.NewReader(data), "item", decode)
	return list.items, err
}

// FuzzForm sends names and texts through a form and reads them with mime/multipart.
func FuzzForm(f *testing.F) {
	f.Add("a.txt", "text", "b")
	f.Add(`q"\ü/%0A;=.srt`, "--\r\n\r\n", "https://x.test/?a=b")
	f.Add(`\`, "", " ")
	f.Add(`\"`, "x", "名前")
	f.Add("a\r\nb", "x", "y")
	f.Fuzz(func(t *testing.T, name, text, address string) {
		if address == "" {
			return
		}
		form, err := newForm([]FileUpload{textFile(name, text), {Name: name + "x", URL: address}})
		if err != nil {
			if checkFormName(name) == nil {
				t.Errorf("refused name %q, want it accepted: %v", name, err)
			}
			return
		}
		sent, err := io.ReadAll(opened(form))
		check.MustSucceed(t, err, "a read of the form")
		check.Equal(t, form.Length, int64(len(sent)), "bytes of the form")
		want := []formPartSeen{{name, name, languageFileType(name), text}, {name + "x", "", "", address}}
		check.Equal(t, want, readForm(t, form.ContentType, bytes.NewReader(sent)), "form")
	})
}

// FuzzTokenBody proves that a token is a word that a header can have, however the service quotes
// it.
func FuzzTokenBody(f *testing.F) {
	for _, seed := range []string{
		"abc", `"abc"`, "\xef\xbb\xbf\"a\"", " \n", `"`, `"\u0000"`, "a b", `{"a":1}`, "\"a\\nb\"", `"0"`, "\xff",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		value, err := parseToken(body)
		if (err == nil) == (value == "") {
			t.Fatalf("%q is read as token %q, error %v, want one of the two", body, value, err)
		}
		if err != nil {
			return
		}
		if !transport.IsHeaderWord(value) {
			t.Errorf("%q is read as token %q, want a word that a header can have", body, value)
		}
		quoted, err := jsonv2.Marshal(value) // without quotes, it can be a number
		check.MustSucceed(t, err, "the token as JSON")
		again, err := parseToken(quoted)
		check.MustSucceed(t, err, "%s as a token", quoted)
		check.Equal(t, value, again, "%s as a token", quoted)
	})
}
