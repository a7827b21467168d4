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

func hashOf(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// TestFilesOfModels creates a language model (19) of files of every kind, and reads them back (X10).
func TestFilesOfModels(t *testing.T) {
	t.Parallel()
	clock := newClock()
	b := newFixture(t, mockserver.WithClock(clock.Now))
	odd := `a "quoted" \ name/with 語.txt`
	large := strings.Repeat("x", 1<<20+1)
	const address = "https://files.example/x/a.TTML?sig=1"
	b.sendForm("POST "+modelsPath+"?modelName=Medical%20terms&language=en-US", file{name: "one.txt", content: "first"}, file{name: odd, url: address},
		file{name: "large.txt", content: large}, file{name: "empty.txt"}).is(200)
	m := b.LanguageModels(account)[0]
	equal(t, "model", []string{m.Name, m.Language, m.State, m.LanguageModelID},
		[]string{"Medical terms", "en-US", "None", "00000000-0000-0000-0000-000000000000"})
	want := []struct {
		mockserver.LanguageFile
		content string
	}{
		{mockserver.LanguageFile{Name: "one.txt", Size: 5, SHA256: hashOf("first"), Content: []byte("first")}, "first"},
		{mockserver.LanguageFile{Name: odd, URL: address}, "The text at " + address + "\n"},
		{mockserver.LanguageFile{Name: "large.txt", Size: 1<<20 + 1, SHA256: hashOf(large), Content: []byte(large)}, large},
		{mockserver.LanguageFile{Name: "empty.txt", SHA256: hashOf("")}, ""},
	}
	for i, f := range m.Files {
		shown := b.send("GET " + modelsPath + "/" + m.ID + "/Files/" + f.ID).is(200).object()
		equal(t, "content of "+f.Name, shown["content"] == want[i].content, true)
		delete(shown, "content")
		equal(t, "shown", shown, map[string]any{
			"id": f.ID, "name": f.Name, "enable": true, "creator": mockserver.DefaultUserName, "creationTime": "2025-05-04T03:02:01.000",
		})
		w := want[i].LanguageFile
		w.ID, w.Enabled, w.Creator, w.CreationTime = f.ID, true, mockserver.DefaultUserName, clock.Now()
		if len(f.Content) == 0 {
			f.Content = nil
		}
		equal(t, "stored", f, w)
	}
	b.sendForm("POST " + modelsPath + "?modelName=Medical%20terms&language=en-US").is(200)
	equal(t, "two of a name", len(b.LanguageModels(account)), 2)
}

func TestUploadThatBreaksOffLeavesNothing(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	body, header := form(t, file{name: "a.txt", content: "complete"}, file{name: "b.txt", content: "cut"})
	cut := body[:strings.LastIndex(body, "\r\n--")]
	conn, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	_, err = fmt.Fprintf(conn, "POST /%s/Accounts/%s/Customization/Language?modelName=m&language=en-US HTTP/1.1\r\nHost: mock\r\n"+
		"Ocp-Apim-Subscription-Key: %s\r\nAuthorization: Bearer %s\r\nContent-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n",
		location, account, key, b.AccountToken(location, account, true), header["Content-Type"], len(cut), cut)
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

// TestUpdateLanguageModel adds files (20) to a model that has an enabled a.txt and a disabled b.txt.
func TestUpdateLanguageModel(t *testing.T) {
	t.Parallel()
	files := func(b *fixture) string {
		m, _ := b.LanguageModel(account, modelID)
		text := m.Name
		for _, f := range m.Files {
			text += fmt.Sprintf(" %s:%t:%.6s", f.Name, f.Enabled, f.SHA256)
		}
		return text
	}
	add := []file{{name: "z.txt", content: "z"}, {name: "a.txt", content: "new"}}
	z, changed := hashOf("z")[:6], hashOf("new")[:6]
	for name, test := range map[string]struct {
		opts   []mockserver.Option
		query  string
		files  []file
		status int
		want   string
		sameID bool
	}{
		"nothing":               {nil, "", nil, 200, "Terms a.txt:true: b.txt:false:", true},
		"enabled":               {nil, "?enable=true", nil, 200, "Terms a.txt:true: b.txt:true:", true},
		"renamed":               {nil, "?modelName=Words&enable=false", []file{{name: "z.txt", content: "z"}}, 200, "Words a.txt:false: b.txt:false: z.txt:false:" + z, true},
		"a name, kept":          {nil, "", add, 200, "Terms a.txt:true:" + changed + " b.txt:false: z.txt:true:" + z, true},
		"a name, a second time": {[]mockserver.Option{mockserver.SameFileNames(mockserver.SameNameNewID)}, "", add, 200, "Terms a.txt:true:" + changed + " b.txt:false: z.txt:true:" + z, false},
		"a name, once more":     {[]mockserver.Option{mockserver.SameFileNames(mockserver.SameNameAddsSecond)}, "", add, 200, "Terms a.txt:true: b.txt:false: z.txt:true:" + z + " a.txt:true:" + changed, true},
		"a name, not allowed":   {[]mockserver.Option{mockserver.SameFileNames(mockserver.SameNameRefused)}, "", add, 400, "Terms a.txt:true: b.txt:false:", true},
	} {
		b := newFixture(t, test.opts...).furnish()
		b.sendForm("PUT "+modelsPath+"/"+strings.ToUpper(modelID)+test.query, test.files...).is(test.status)
		equal(t, name, files(b), test.want)
		m, _ := b.LanguageModel(account, modelID)
		equal(t, name+": the id of a.txt", m.Files[0].ID == fileID, test.sameID)
	}
	b := newFixture(t).furnish()
	b.send("PUT " + filePath + "?fileName=b.txt&enable=false").is(200)
	equal(t, "changed by X11", files(b), "Terms b.txt:false: b.txt:false:")
	b.send("DELETE " + filePath).is(204)
	b.send("DELETE "+filePath).fails(404, "NOT_FOUND")
	equal(t, "deleted by 21", files(b), "Terms b.txt:false:")
}
