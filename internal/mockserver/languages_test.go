package mockserver_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

type wireModel struct {
	ID, Name, Language, State, LanguageModelID string
	Files                                      []wireFile
}

type wireFile struct {
	ID, Name, Creator, CreationTime string
	Enable                          bool
}

// file returns the file of a name; services list them in no order.
func (m wireModel) file(name string) wireFile {
	for _, f := range m.Files {
		if f.Name == name {
			return f
		}
	}
	return wireFile{}
}

const languages = "~/Customization/Language"

func (b *bench) createModel(query string, files ...file) answered {
	b.t.Helper()
	body, header := form(b.t, files...)
	return b.do(ask{method: "POST", path: languages + query, token: b.write(), body: body, header: header})
}

func (b *bench) updateModel(id, query string, files ...file) answered {
	b.t.Helper()
	a := ask{method: "PUT", path: languages + "/" + id + query, token: b.write()}
	a.body, a.header = form(b.t, files...)
	return b.do(a)
}

func hashOf(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

func TestCreateLanguageModel(t *testing.T) {
	t.Parallel()
	clock := newClock()
	b := newBench(t, mockserver.WithClock(clock.Now))
	odd := `a "quoted" \ name/with 語.txt`
	large := strings.Repeat("x", 1<<20+1)
	var got wireModel
	b.createModel("?modelName=Medical%20terms&language=en-US",
		file{name: "one.txt", content: "first"}, file{name: odd, url: "https://files.example/x/a.TTML?sig=1"}, file{name: "large.txt", content: large},
		file{name: "empty.txt"},
	).is(200).into(&got)
	b.expectViolations()

	models := b.LanguageModels(account)
	if len(models) != 1 || len(models[0].Files) != 4 || len(got.Files) != 4 {
		t.Fatalf("stored %+v, answered %+v", models, got)
	}
	m := models[0]
	equal(t, "model", []string{got.ID, got.Name, got.Language, got.State, got.LanguageModelID},
		[]string{m.ID, "Medical terms", "en-US", "None", "00000000-0000-0000-0000-000000000000"})
	want := []mockserver.LanguageFile{
		{Name: "one.txt", Size: 5, SHA256: hashOf("first"), Content: []byte("first")},
		{Name: odd, URL: "https://files.example/x/a.TTML?sig=1"},
		{Name: "large.txt", Size: 1<<20 + 1, SHA256: hashOf(large)},
		{Name: "empty.txt", SHA256: hashOf("")},
	}
	for i, f := range m.Files {
		equal(t, "answered file", got.file(want[i].Name), wireFile{f.ID, want[i].Name, mockserver.DefaultUserName, "2025-05-04T03:02:01.000", true})
		want[i].ID, want[i].Enabled, want[i].Creator, want[i].CreationTime = f.ID, true, mockserver.DefaultUserName, clock.Now()
		if len(f.Content) == 0 {
			f.Content = nil
		}
		equal(t, "stored file", f, want[i])
	}
	var second wireModel
	b.createModel("?modelName=Medical%20terms&language=en-US").is(200).into(&second)
	equal(t, "another of that name", second.ID != got.ID && len(second.Files) == 0, true)
}

func TestCreateLanguageModelRefusals(t *testing.T) {
	t.Parallel()
	text := file{name: "a.txt", content: "a"}
	for name, tc := range map[string]struct {
		query    string
		files    []file
		violates bool
	}{
		"no name":          {"?language=en-US", nil, true},
		"blank name":       {"?modelName=%20&language=en-US", nil, true},
		"no language":      {"?modelName=m", nil, true},
		"unknown language": {"?modelName=m&language=en-us", nil, true},
		"caption language": {"?modelName=m&language=sv-SE", nil, true},
		"one key twice":    {"?modelName=m&language=en-US", []file{text, text}, true},
		"not a URL":        {"?modelName=m&language=en-US", []file{text, {name: "b.txt", url: "hello"}}, false},
		"not http":         {"?modelName=m&language=en-US", []file{{name: "b.txt", url: "ftp://host/b.txt"}}, false},
		"not a text":       {"?modelName=m&language=en-US", []file{{name: "b.txt", url: "https://host/b.docx"}}, false},
	} {
		b := newBench(t)
		got := b.createModel(tc.query, tc.files...)
		got.fails(400, "INVALID_INPUT")
		equal(t, name+": violations", len(b.Violations()) > 0, tc.violates)
		equal(t, name+": models", len(b.LanguageModels(account)), 0)
	}
}

func TestUploadThatBreaksOffLeavesNothing(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	body, header := form(t, file{name: "a.txt", content: "complete"}, file{name: "b.txt", content: "cut"})
	cut := body[:strings.LastIndex(body, "\r\n--")]
	conn, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(conn, "POST /%s/Accounts/%s/Customization/Language?modelName=m&language=en-US HTTP/1.1\r\nHost: mock\r\n"+
		"Authorization: Bearer %s\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n",
		location, account, b.write(), header["Content-Type"], len(cut), cut)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	await(t, func() bool { all := b.Requests(); return len(all) == 1 && all[0].Status != 0 })
	equal(t, "models", len(b.LanguageModels(account)), 0)
	equal(t, "status", b.Requests()[0].Status, 400)
}

func TestUpdateLanguageModel(t *testing.T) {
	t.Parallel()
	setUp := func(opts ...mockserver.Option) (*bench, wireModel) {
		b := newBench(t, opts...)
		var m wireModel
		b.createModel("?modelName=m&language=en-US", file{name: "a.txt", content: "a"}, file{name: "b.txt", content: "b"}).is(200).into(&m)
		return b, m
	}
	b, m := setUp()
	var got wireModel
	b.updateModel(m.ID, "?modelName=renamed&enable=false").is(200).into(&got)
	equal(t, "update", []any{got.ID, got.Name, got.Files[0].Enable, got.Files[1].Enable}, []any{m.ID, "renamed", false, false})
	b.updateModel(strings.ToUpper(m.ID), "", file{name: "c.txt", content: "c"}).is(200).into(&got)
	equal(t, "added", []any{got.Name, len(got.Files), got.file("a.txt").Enable, got.file("c.txt").Enable}, []any{"renamed", 3, false, true})
	b.updateModel(m.ID, "?enable=true", file{name: "d.txt", content: "d"}).is(200).into(&got)
	equal(t, "enabled", got.file("a.txt").Enable && got.file("d.txt").Enable, true)
	b.updateModel(missing, "?enable=true").fails(404, "NOT_FOUND")
	b.expectViolations()
	b.updateModel(m.ID, "?modelName=").fails(400, "INVALID_INPUT")
	b.expectViolations("modelName is empty")

	for rule, want := range map[mockserver.SameFileName]struct {
		status, files int
		sameID        bool
		hash          string
	}{
		mockserver.SameNameKeepsID:    {200, 3, true, hashOf("new")},
		mockserver.SameNameNewID:      {200, 3, false, hashOf("new")},
		mockserver.SameNameAddsSecond: {200, 4, true, hashOf("a")},
		mockserver.SameNameRefused:    {400, 2, true, hashOf("a")},
	} {
		b, m := setUp(mockserver.SameFileNames(rule))
		b.updateModel(m.ID, "", file{name: "z.txt", content: "z"}, file{name: "a.txt", content: "new"}).is(want.status)
		stored, _ := b.LanguageModel(account, m.ID)
		equal(t, fmt.Sprint("rule ", rule), []any{len(stored.Files), stored.Files[0].ID == m.file("a.txt").ID, stored.Files[0].SHA256},
			[]any{want.files, want.sameID, want.hash})
		b.expectViolations()
	}

	b, m = setUp()
	b.do(ask{method: "PUT", path: languages + "/" + m.ID + "?enable=true", token: b.write()}).fails(400, "INVALID_INPUT")
	b.expectViolations("the body must be multipart/form-data")
}

func TestLanguageModelAnswers(t *testing.T) {
	t.Parallel()
	create := func(opts ...mockserver.Option) (*bench, answered) {
		b := newBench(t, opts...)
		return b, b.createModel("?modelName=m&language=en-US", file{name: "b", content: "b"}, file{name: "a", content: "a"}, file{name: "c", content: "c"}).is(200)
	}
	b, got := create(mockserver.ModelIDMember("modelId"), mockserver.CapitalLanguage())
	equal(t, "members", keys(got.object()), "files language languageModelId modelId name state")
	equal(t, "language", got.object()["language"], any("En-US"))
	equal(t, "id", got.object()["modelId"], any(b.LanguageModels(account)[0].ID))
	_, got = create(mockserver.ModelIDMember(""))
	equal(t, "members", keys(got.object()), "files language languageModelId name state")

	var m wireModel
	b, _ = create()
	id := b.LanguageModels(account)[0].ID
	equal(t, "trained", b.TrainLanguageModel(account, id), true)
	b.updateModel(id, "").is(200).into(&m)
	equal(t, "trained", m.State == "Complete" && m.LanguageModelID == b.LanguageModels(account)[0].LanguageModelID && !strings.HasPrefix(m.LanguageModelID, "00000000"), true)
}

func TestDeleteLanguageModelFile(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	id := b.AddLanguageModel(account, mockserver.LanguageModel{Name: "m", Files: []mockserver.LanguageFile{{Name: "a"}, {Name: "b"}}})
	m, _ := b.LanguageModel(account, id)
	remove := func(model, file string) answered {
		return b.do(ask{method: "DELETE", path: languages + "/" + model + "/Files/" + file, token: b.write()})
	}
	equal(t, "body", remove(id, m.Files[0].ID).is(204).body, "")
	left, _ := b.LanguageModel(account, id)
	equal(t, "left", []string{left.Files[0].Name, fmt.Sprint(len(left.Files))}, []string{"b", "1"})
	remove(id, m.Files[0].ID).fails(404, "NOT_FOUND")
	remove(missing, m.Files[1].ID).fails(404, "NOT_FOUND")
	b.expectViolations()
	remove(id, "b").fails(400, "INVALID_INPUT")
	b.RemoveLanguageModel(account, id)
	remove(id, m.Files[1].ID).fails(404, "NOT_FOUND")
	b.expectViolations("fileId is not a GUID")
}

func TestIDsFollowFromTheSeed(t *testing.T) {
	t.Parallel()
	ids := func(names string, opts ...mockserver.Option) map[string]string {
		b := newBench(t, opts...)
		byName := map[string]string{}
		for name := range strings.FieldsSeq(names) {
			var m wireModel
			b.createModel("?language=en-US&modelName=" + name).is(200).into(&m)
			byName[name] = m.ID
		}
		return byName
	}
	equal(t, "in another order", ids("a b c"), ids("c a b"))
	equal(t, "under another seed", ids("a")["a"] == ids("a", mockserver.Seed(2))["a"], false)
}
