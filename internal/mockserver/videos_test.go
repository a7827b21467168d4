package mockserver_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const reindex = "PUT " + videoPath + "/ReIndex"

func (f *fixture) video() mockserver.Video {
	v, _ := f.Video(account, videoID)
	return v
}

var spoken = []mockserver.Cue{
	{Start: 0, End: 1500 * time.Millisecond, Text: "Hello, <b>you</b> &amp; me."},
	{Start: time.Hour + 2*time.Minute + 3*time.Second + 4*time.Millisecond, End: 100 * time.Hour, Text: "Two\nlines"},
}

// TestCaptions proves the exact text of each format, in which language and of which video.
func TestCaptions(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	b.AddVideo(account, mockserver.Video{ID: videoID, Transcripts: map[string][]mockserver.Cue{
		"en-US": spoken, "ar-BH": {{End: time.Second, Text: "Manama"}},
	}})
	b.AddVideo(account, mockserver.Video{ID: "other"})
	vtt := "WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello, <b>you</b> &amp; me.\n\n01:02:03.004 --> 100:00:00.000\nTwo\nlines\n"
	for query, want := range map[string]struct{ mediaType, body string }{
		"":                               {"text/vtt", vtt},
		"format=Vtt&language=en-US":      {"text/vtt", vtt},
		"indexId=" + videoID:             {"text/vtt", vtt},
		"indexId=other":                  {"text/vtt", "WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nWelcome.\n"},
		"language=br-BH":                 {"text/vtt", "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nManama\n"},
		"format=Txt&language=sr-Latn-RS": {"text/plain", "[sr-Latn-RS] Hello, you & me.\n[sr-Latn-RS] Two\nlines\n"},
		"format=Srt": {"application/x-subrip", "1\n00:00:00,000 --> 00:00:01,500\nHello, you & me.\n\n" +
			"2\n01:02:03,004 --> 100:00:00,000\nTwo\nlines\n\n"},
		"format=Csv": {"text/csv", "Start,End,Text\n00:00:00.000,00:00:01.500,\"Hello, you & me.\"\n01:02:03.004,100:00:00.000,\"Two\nlines\"\n"},
		"format=Ttml": {"application/ttml+xml", xml.Header + `<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="">
  <body>
    <div>
      <p begin="00:00:00.000" end="00:00:01.500">Hello, you &amp; me.</p>
      <p begin="01:02:03.004" end="100:00:00.000">Two<br/>lines</p>
    </div>
  </body>
</tt>
`},
	} {
		got := b.send("GET " + videoPath + "/Captions?" + query).is(200)
		check.Equal(t, want.mediaType+"; charset=utf-8", got.header.Get("Content-Type"), "%q: the media type", query)
		check.Equal(t, want.body, got.body, "%q: the body", query)
	}
}

// TestTranscriptUpdates sends a transcript (9). A transcript in the source language re-indexes the
// video, which then shows the transcript.
func TestTranscriptUpdates(t *testing.T) {
	t.Parallel()
	cues := func(text string) []mockserver.Cue {
		return []mockserver.Cue{{End: 1500 * time.Millisecond, Text: text}}
	}
	type transcripts map[string][]mockserver.Cue
	old := transcripts{"en-US": spoken, "de-DE": cues("Alt.")}
	for query, test := range map[string]struct {
		indexes     bool
		source      string
		transcripts transcripts
	}{
		"language=fr-FR": {
			source:      "en-US",
			transcripts: transcripts{"en-US": spoken, "de-DE": cues("Alt."), "fr-FR": cues("Hello.")},
		},
		"language=en-US": {
			indexes:     true,
			source:      "en-US",
			transcripts: transcripts{"en-US": cues("Hello."), "de-DE": cues("[de-DE] Hello.")},
		},
		"setAsSourceLanguage=false": {
			indexes:     true,
			source:      "en-US",
			transcripts: transcripts{"en-US": cues("Hello."), "de-DE": cues("[de-DE] Hello.")},
		},
		"language=fr-FR&setAsSourceLanguage=true": {
			indexes: true,
			source:  "fr-FR",
			transcripts: transcripts{
				"fr-FR": cues("Hello."), "de-DE": cues("[de-DE] Hello."), "en-US": cues("[en-US] Hello."),
			},
		},
	} {
		for _, outcome := range []mockserver.VideoState{mockserver.VideoProcessed, mockserver.VideoFailed} {
			b := newFixture(t, mockserver.WithIndexingEnd(mockserver.WhenTold()))
			b.AddVideo(account, mockserver.Video{ID: videoID, Transcripts: old})
			b.send("PUT "+videoPath+"/Index/Transcript?sendSuccessEmail=true&callbackUrl=https://receiver.example/&"+query, cue).is(204)
			check.Equal(t, test.indexes, b.video().State == mockserver.VideoProcessing, "%s: indexes", query)
			want := test.transcripts
			source := test.source
			if test.indexes {
				check.Equal(t, old, transcripts(b.video().Transcripts), "%s: meanwhile", query)
				check.Equal(t, mockserver.UpdateTranscript, b.Reindexes(account, videoID)[0].Operation, "%s: recorded", query)
				b.FinishIndexing(account, videoID, outcome)
				if outcome == mockserver.VideoFailed {
					want = old
					source = "en-US"
				}
			}
			check.Equal(t, want, transcripts(b.video().Transcripts), "%s: transcripts", query)
			check.Equal(t, source, b.video().SourceLanguage, "%s: source", query)
		}
	}
}

// TestDefaultPersonModel checks that every account has a default person model, which counts as one
// of fifty.
func TestDefaultPersonModel(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	id := b.PersonModels(account)[0].ID
	got := b.send("PUT " + personsPath + "/" + id + "?name=Everybody").is(200).object()
	check.Equal(t, map[string]any{"id": id, "name": "Everybody", "isDefault": true, "personsCount": 0.0}, got, "model")
	for i := range 49 {
		b.send(fmt.Sprintf("POST %s?name=m%d", personsPath, i)).is(201)
	}
	b.send("POST "+personsPath+"?name=last").fails(400, "ACCOUNT_REACHED_PERSON_MODELS_QUOTA")
}

// TestIndexingPaces indexes videos in a fixed time, or in a share of the length of the video.
func TestIndexingPaces(t *testing.T) {
	t.Parallel()
	for _, end := range []mockserver.JobEnd{mockserver.AfterTime(10 * time.Minute), mockserver.InProportion(0.5)} {
		clock := newClock()
		b := newFixture(t, mockserver.WithIndexingEnd(end), mockserver.WithClock(clock.Now)).seed()
		b.ChangeVideo(account, videoID, func(v *mockserver.Video) { v.DurationInSeconds = 1200 })
		b.send(reindex).is(204)
		clock.pass(10*time.Minute - time.Second)
		b.send(reindex).is(409)
		clock.pass(time.Second)
		b.send(reindex).is(204)
	}
}

func hashOf(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// TestFilesOfModels creates a language model (19) of files of every kind, and reads them back
// (X10).
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
	check.Equal(t, []string{"Medical terms", "en-US", "None", "00000000-0000-0000-0000-000000000000"},
		[]string{m.Name, m.Language, m.State, m.LanguageModelID}, "model")
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
		check.Equal(t, any(want[i].content), shown["content"], "content of %s", f.Name)
		delete(shown, "content")
		check.Equal(t, map[string]any{
			"id": f.ID, "name": f.Name, "enable": true, "creator": mockserver.DefaultUserName, "creationTime": "2025-05-04T03:02:01.000",
		}, shown, "what is shown of %s", f.Name)
		w := want[i].LanguageFile
		w.ID = f.ID
		w.Enabled = true
		w.Creator = mockserver.DefaultUserName
		w.CreationTime = clock.Now()
		if len(f.Content) == 0 {
			f.Content = nil
		}
		check.Equal(t, w, f, "what is stored of %s", f.Name)
	}
	b.sendForm("POST " + modelsPath + "?modelName=Medical%20terms&language=en-US").is(200)
	check.Equal(t, 2, len(b.LanguageModels(account)), "two of a name")
}

// An upload whose connection ends within its second file creates no model, not even one with the
// first file.
func TestUploadThatBreaksOffLeavesNothing(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	body, header := form(t, file{name: "a.txt", content: "complete"}, file{name: "b.txt", content: "cut"})
	cut := body[:strings.LastIndex(body, "\r\n--")]
	conn, err := net.Dial("tcp", strings.TrimPrefix(b.url, "http://"))
	if err == nil {
		_, err = fmt.Fprintf(conn, "POST /%s/Accounts/%s/Customization/Language?modelName=m&language=en-US HTTP/1.1\r\n"+
			"Host: mock\r\nOcp-Apim-Subscription-Key: %s\r\nAuthorization: Bearer %s\r\n"+
			"Content-Type: %s\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n",
			location, account, key, b.AccountToken(location, account, mockserver.Write), header["Content-Type"], len(cut), cut)
		err = errors.Join(err, conn.Close())
	}
	check.MustSucceed(t, err, "the first part of the upload")
	await(t, "the upload is answered", func() bool {
		all := b.Requests()
		return len(all) == 1 && all[0].Status != 0
	})
	check.Equal(t, 0, len(b.LanguageModels(account)), "models")
	check.Equal(t, 400, b.Requests()[0].Status, "status")
}

// TestUpdateLanguageModel adds files (20) to a model that has an enabled a.txt and a disabled
// b.txt.
func TestUpdateLanguageModel(t *testing.T) {
	t.Parallel()
	files := func(f *fixture) string {
		m, _ := f.LanguageModel(account, modelID)
		text := m.Name
		for _, file := range m.Files {
			text += fmt.Sprintf(" %s:%t:%.6s", file.Name, file.Enabled, file.SHA256)
		}
		return text
	}
	add := []file{{name: "z.txt", content: "z"}, {name: "a.txt", content: "new"}}
	z := hashOf("z")[:6]
	changed := hashOf("new")[:6]
	for name, test := range map[string]struct {
		sameName mockserver.SameFileName
		query    string
		files    []file
		want     string
		hasNewID bool // of a.txt
	}{
		"nothing": {want: "Terms a.txt:true: b.txt:false:"},
		"enabled": {query: "?enable=true", want: "Terms a.txt:true: b.txt:true:"},
		"renamed": {
			query: "?modelName=Words&enable=false",
			files: []file{{name: "z.txt", content: "z"}},
			want:  "Words a.txt:false: b.txt:false: z.txt:false:" + z,
		},
		"a name that keeps its id": {
			files: add,
			want:  "Terms a.txt:true:" + changed + " b.txt:false: z.txt:true:" + z,
		},
		"a name with a new id": {
			sameName: mockserver.SameNameNewID,
			files:    add,
			want:     "Terms a.txt:true:" + changed + " b.txt:false: z.txt:true:" + z,
			hasNewID: true,
		},
		"a name, twice": {
			sameName: mockserver.SameNameAddsSecond,
			files:    add,
			want:     "Terms a.txt:true: b.txt:false: z.txt:true:" + z + " a.txt:true:" + changed,
		},
	} {
		b := newFixture(t, mockserver.WithSameFileNames(test.sameName)).seed()
		b.sendForm("PUT "+modelsPath+"/"+strings.ToUpper(modelID)+test.query, test.files...).is(200)
		check.Equal(t, test.want, files(b), "%s: the files", name)
		m, _ := b.LanguageModel(account, modelID)
		check.Equal(t, test.hasNewID, m.Files[0].ID != fileID, "%s: a.txt has a new id", name)
	}
	b := newFixture(t).seed()
	b.send("PUT " + filePath + "?fileName=b.txt&enable=false").is(200)
	check.Equal(t, "Terms b.txt:false: b.txt:false:", files(b), "changed by X11")
	b.send("DELETE " + filePath).is(204)
	b.send("DELETE "+filePath).fails(404, "NOT_FOUND")
	check.Equal(t, "Terms b.txt:false:", files(b), "deleted by 21")
}
