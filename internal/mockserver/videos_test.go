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

const reindex = "PUT " + videoPath + "/ReIndex"

func (b *fixture) video() mockserver.Video {
	v, _ := b.Video(account, videoID)
	return v
}

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
