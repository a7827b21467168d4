package videoindexer

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// The fuzz targets hold for every answer, however hostile: no panic, and what is accepted is valid
// text that says the same when it is read again.

func addSeeds(f *testing.F, seeds ...string) {
	f.Helper()
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Add([]byte("{\"id\":\"\xff\"}"))
	f.Add([]byte(strings.Repeat(`[{"a":`, 64)))
}

func FuzzDecodeAccount(f *testing.F) {
	addSeeds(f, `[{"id":"`+testAccountID+`","owners":["a",{"name":"b"}],"quotaUsage":{"dailyUploadCount":1e3},"mediaInfo":{"x":[1]}}]`,
		`{"name":"A","createTime":"2024-01-02"}`, `[null]`, `[[]]`, `[{"id":"a","name":"A","location":null}]`, `[]`, `[{}]`)
	f.Fuzz(func(t *testing.T, data []byte) {
		accounts, err := readList(bytes.NewReader(data), "account", decodeObject[AccountSummary])
		for _, account := range accounts.items {
			if account.ID == "" || err != nil {
				t.Errorf("accepted %+v with error %v", account, err)
			}
		}
		if created, err := decodeCreatedAccount(data); err == nil && created.ID == "" {
			t.Error("accepted an account without an id")
		}
		account, err := decodeAccount(data, testAccountID)
		if err != nil {
			return
		}
		if !strings.EqualFold(account.ID, testAccountID) || !utf8.ValidString(account.Name) {
			t.Errorf("accepted account %q named %q", account.ID, account.Name)
		}
		for name, value := range account.Extra {
			if !json.Valid(value) || strings.EqualFold(name, "accessToken") {
				t.Errorf("extra member %q is %q", name, value)
			}
		}
		if parseTimestamp(account.CreateTime) != account.CreateTime {
			t.Errorf("the time %q changes when it is read again", account.CreateTime)
		}
	})
}

func FuzzDecodeBrand(f *testing.F) {
	addSeeds(f, aBrand, `{"id":7,"tags":null,"created":"x"}`, `null`)
	f.Fuzz(func(t *testing.T, data []byte) {
		brand, err := decodeBrand(data, 7)
		if err != nil {
			return
		}
		if brand.ID != 7 || brand.Tags == nil {
			t.Errorf("accepted brand %+v", brand)
		}
		if !brand.Means(brand.BrandFields) {
			t.Errorf("%+v does not mean itself", brand)
		}
	})
}

func FuzzDecodeLanguageModel(f *testing.F) {
	addSeeds(f, aModel, `{"modelId":1,"files":[{"enable":null}]}`)
	f.Fuzz(func(t *testing.T, data []byte) {
		model, err := decodeLanguageModel(data)
		if err == nil && (model.ID == "" || !utf8.ValidString(model.ID+model.Name+model.State)) {
			t.Errorf("accepted model %+v", model)
		}
		listed, err := readList(strings.NewReader("["+string(data)+"]"), "model", decodeLanguageModel)
		if err == nil && model != nil && len(listed.items) == 1 && listed.items[0].ID != model.ID {
			t.Errorf("accepted %+v in a list, %+v by itself", listed.items, model)
		}
	})
}

func FuzzDecodeFaces(f *testing.F) {
	addSeeds(f, `[{"id":1},{"id":"a","state":null}]`, `{"results":[{}],"totalCount":1e99}`)
	f.Fuzz(func(t *testing.T, data []byte) {
		fetched, err := readList(bytes.NewReader(data), "face", decodeFace)
		if err != nil {
			return
		}
		if fetched.total < 0 {
			t.Errorf("total %d", fetched.total)
		}
		for _, face := range fetched.items {
			again, err := decodeFace(face.JSON)
			if err != nil {
				t.Fatalf("face %s cannot be read again: %v", face.JSON, err)
			}
			if diff := cmp.Diff(face, *again); diff != "" {
				t.Errorf("a face changes when it is read again:\n%s", diff)
			}
		}
	})
}

func FuzzDecodeCaptions(f *testing.F) {
	addSeeds(f, `"WEBVTT\n\n"`, "WEBVTT\n", `"Hello"`, "<html>")
	f.Fuzz(func(t *testing.T, data []byte) {
		text, err := decodeCaptions(data, "", "Vtt")
		if err != nil {
			return
		}
		if !utf8.ValidString(text) {
			t.Errorf("accepted invalid UTF-8 %q", text)
		}
		var unquoted string
		if text != string(data) && (json.Unmarshal(bytes.TrimPrefix(data, transport.ByteOrderMark), &unquoted) != nil || unquoted != text) {
			t.Errorf("%q became %q", data, text)
		}
	})
}

func FuzzDecodeOthers(f *testing.F) {
	addSeeds(f, `{"state":"Succeeded","result":{"videoRanges":[{"videoId":"v","range":{"start":"0"}}]},"error":{}}`,
		`{"failedAssets":["a",{}]}`, `"https://x.test/a"`, `2024-01-02T03:04:05.678+01:00`)
	f.Fuzz(func(t *testing.T, data []byte) {
		if render, err := decodeRender(&attempt{Body: data}); err == nil && (render.State == "" || (render.Error != nil && !json.Valid(render.Error))) {
			t.Errorf("accepted render %+v", render)
		}
		if address, err := decodeAddress(data); err == nil && !strings.HasPrefix(strings.ToLower(address), "http") {
			t.Errorf("accepted address %q", address)
		}
		if once := parseTimestamp(string(data)); parseTimestamp(once) != once {
			t.Errorf("the time %q changes when it is read again", once)
		}
	})
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
		form, err := newForm([]LanguageFile{textFile(name, text), {Name: name + "x", URL: address}})
		if err != nil {
			if checkFormName(name) == nil {
				t.Errorf("refused name %q: %v", name, err)
			}
			return
		}
		sent, err := io.ReadAll(opened(form))
		if err != nil || int64(len(sent)) != form.Length {
			t.Fatalf("%d bytes of %d, %v", len(sent), form.Length, err)
		}
		want := []formPartSeen{{name, name, languageFileType(name), text}, {name + "x", "", "", address}}
		if diff := cmp.Diff(want, readForm(t, form.ContentType, bytes.NewReader(sent))); diff != "" {
			t.Errorf("form (-want +got):\n%s", diff)
		}
	})
}

func FuzzTokenBody(f *testing.F) {
	addSeeds(f, "abc", `"abc"`, "\xef\xbb\xbf\"a\"", " \n", `"`, `"\u0000"`, "a b", `{"a":1}`, "\"a\\nb\"", `"0"`, "\xff")
	f.Fuzz(func(t *testing.T, body []byte) {
		value, err := parseToken(body)
		if (err == nil) == (value == "") {
			t.Fatalf("%q, %v", value, err)
		}
		if err != nil {
			return
		}
		if !transport.IsHeaderWord(value) {
			t.Errorf("%q cannot be sent", value)
		}
		quoted, err := json.Marshal(value) // without quotes, it can be a number
		if err != nil {
			t.Fatal(err)
		}
		if again, err := parseToken(quoted); err != nil || again != value {
			t.Errorf("%s is read as %q, %v", quoted, again, err)
		}
	})
}
