package videoindexer

import (
	"context"
	"net/http"
	"time"
)

const (
	aVideo = `{"id":"v2","name":"Name","state":"State","isBase":true,"created":"2024-01-01T00:00:00","lastModified":"2024-02-02T00:00:00",` +
		`"lastIndexed":"2024-03-03T00:00:00","userName":"User","durationInSeconds":1.5,"sourceLanguage":"Language","indexingPreset":"Preset",` +
		`"personModelId":"Model","externalId":"External"}`
	anIndex = `{"state":"Processed","durationInSeconds":61.5,"summarizedInsights":{"duration":{"time":"0:00:09","seconds":9},` +
		`"brands":[{"name":"Summed"}],"faces":[{"id":9,"name":"Summed"}]},"videos":[{"id":"x","insights":{` +
		`"transcript":[{"id":1,"text":"Text","confidence":0.1,"speakerId":2,"language":"Language","instances":[{"start":"0:00:01","end":"0:00:02"}]}],` +
		`"brands":[{"id":1,"name":"Brand","description":"Description","referenceUrl":"https://r.test","confidence":0.2,` +
		`"instances":[{"start":"0:00:03","end":"0:00:04"}]}],` +
		`"faces":[{"id":3,"name":"Face","description":"Description","title":"Title","knownPersonId":"Person","confidence":0.3,` +
		`"instances":[{"start":"0:00:07","end":"0:00:08"}]}]}}]}`
	aProject = `{"id":"p","name":"Name","created":"2024-01-01T00:00:00","lastModified":"2024-02-02T00:00:00","userName":"User","durationInSeconds":1.5,` +
		`"videosRanges":[{"videoId":"v","range":{"start":"0:00:01","end":"0:00:02"}}]}`
	aRender = `{"state":"Failed","result":{"videoRanges":[{"videoId":"v","range":{"start":"0:00:01","end":"0:00:02"}}]},"error":{"a": 1}}`
)

func videoOperations() []operation {
	var o []operation
	add := func(name string, call func(context.Context, *Client) (any, error), answers ...reply) {
		o = append(o, operation{name: name, call: call, answers: answers})
	}
	add("re-index", func(ctx context.Context, c *Client) (any, error) {
		return only(c.ReindexVideo(ctx, testAccount, "v", ReindexOptions{
			IndexingPreset: "Preset", StreamingPreset: "Streaming", SourceLanguage: "Language", Priority: "Priority", CallbackURL: "Callback",
			SendSuccessEmail: &yes, LinguisticModelID: "Linguistic", PersonModelID: "Person", AnimationModelID: "Animation", BrandsCategories: []string{"a", "b"},
		}))
	})
	add("captions", func(ctx context.Context, c *Client) (any, error) {
		return c.GetCaptions(ctx, testAccount, "v", CaptionsQuery{IndexID: "Index", Format: "Format", Language: "Language"})
	}, bodies("WEBVTT\n", `"a\nb"`, ` "Hello"`+"\r\n", `"Hello" "you"`, "<HTML>", " <?xml version='1.0'?>\n<!doctype html>", "<?xml version='1.0'?><tt>", "WEBVTT\xff")...)
	add("whether there is a video", func(ctx context.Context, c *Client) (any, error) { return only(c.CheckVideo(ctx, testAccount, "v")) })
	add("list", func(ctx context.Context, c *Client) (any, error) {
		return collected(c.Videos(ctx, testAccount, VideosQuery{PageSize: 7}))
	}, bodies(`{"results":[`+aVideo+`,{"id":"v3","isBase":null}],"nextPage":{"done":true}}`, `{"results":[{"id":"v4","isBase":false}],"nextPage":{"done":true}}`,
		`{"results":[],"nextPage":{"done":false}}`, `{"nextPage":{"done":true}}`, `{"results":[{"id":"v5"}]}`, `{"results":[{"id":"v6"},{"name":"A"}]}`)...)
	add("list again", func(ctx context.Context, c *Client) (any, error) {
		return c.RereadVideo(ctx, testAccount, Video{ID: "v2"})
	},
		bodies(`{"results":[`+aVideo+`]}`, `{"results":[{"id":"v3"}],"nextPage":{"done":true}}`)...)
	add("list between two times", func(ctx context.Context, c *Client) (any, error) {
		return collected(c.Videos(ctx, testAccount, VideosQuery{
			CreatedAfter: time.Date(2024, 5, 6, 1, 2, 3, 0, time.FixedZone("east", 2*60*60)), CreatedBefore: time.Date(2024, 6, 1, 0, 0, 0, 500_000_000, time.UTC),
		}))
	})
	add("transcript", func(ctx context.Context, c *Client) (any, error) {
		return only(c.UpdateTranscript(ctx, testAccount, "v", TranscriptUpdate{
			Language: "Language", SetAsSourceLanguage: &no, CallbackURL: "Callback", SendSuccessEmail: &yes, Content: "Content",
		}))
	})
	add("rename a character", func(ctx context.Context, c *Client) (any, error) {
		return only(c.RenameAnimationCharacter(ctx, testAccount, "v", 7, "Name"))
	})
	add("delete a video", func(ctx context.Context, c *Client) (any, error) { return c.DeleteVideo(ctx, testAccount, "v") },
		bodies(`{"failedAssets":["a","","b",{"c": 1},null]}`, `{"failedAssets":"a"}`, `{"failedAssets":null}`, `{"failedAssets":[]}`, `{"failedAssets":7}`)...)
	add("source file", func(ctx context.Context, c *Client) (any, error) { return c.GetSourceFileURL(ctx, testAccount, "v") },
		bodies(`"https://f.test/?sig=a"`, "http://f.test/a", "https:/path", "https:f.test", "ftp://f.test/a", `"https://f.test/a`, ` https://f.test/a
`, `"https:\/\/f.test\/a%20b?sig=a\u0026x=1"`, `{"url":"https://f.test"}`, "file:///a")...)
	o[len(o)-1].answers = append(o[len(o)-1].answers, refusal(http.StatusNotFound, ErrorTypeAccountNotFound))
	add("widget", func(ctx context.Context, c *Client) (any, error) {
		return c.GetInsightsWidget(ctx, testAccount, "v", WidgetQuery{WidgetType: "Type", AllowEdit: &yes})
	}, reply{body: "<p>a</p>", contentType: "text/html"}, reply{status: http.StatusFound, location: "https://w.test/?id=1&sig=a"}, reply{status: http.StatusFound, location: "/w"},
		reply{status: http.StatusMovedPermanently, location: "?a=b"}, reply{status: http.StatusNotModified}, reply{status: http.StatusTemporaryRedirect}, reply{status: http.StatusSeeOther, location: "http://[::1"})
	add("widget to look at", func(ctx context.Context, c *Client) (any, error) {
		return c.GetInsightsWidget(ctx, testAccount, "v", WidgetQuery{AllowEdit: &no})
	})
	add("index", func(ctx context.Context, c *Client) (any, error) {
		return c.GetVideoIndex(ctx, testAccount, "v", "Language")
	}, bodies(anIndex, `{"state":"a","videos":[{"insights":{"transcript":[{"instances":[{"start":"1"},{"end":"4"}]}]}}]}`,
		`{"state":"a","videos":[{"insights":{"brands":[{"name":"a"},{"name":"b"}],"faces":[],"faces":7}}]}`,
		"\xef\xbb\xbf {\"State\": \"Processing\",\n \"Videos\": []} \n", `{"ocr":[{"text":"a \" ] } \\"}],"state":"a"}`, `{"state":"a","videos":null,"summarizedInsights":null}`,
		`{"videos":[{"insights":{"transcript":[{"text":"a"}],"faces":[]}},{"insights":{"transcript":[{"text":"b"}]}}],"state":"two videos"}`,
		`{"videos":[]}`, `{"state":null}`, `{"state":{}}`, `{"state":"a"}{}`, `{"state":"a","videos":[{},{"insights":[1]}]}`, "{\"state\":\"a\",\"name\":\"\xff\"}",
		`{"state":"a","videos":[{"insights":{"transcript":[{},{"text":[]}]}}]}`,
		`{"state":"a","videos":[{"insights":{"brands":[7]}}]}`, `{"state":"a","videos":[{"insights":{"faces":[7]}}]}`, `{"state":7,"durationInSeconds":"a"}`)...)
	add("state", func(ctx context.Context, c *Client) (any, error) { return c.GetVideoState(ctx, testAccount, "v") },
		bodies(anIndex, `{"state":null,"state":"b"}`, `{"state":7}`, `{"videos":[{"state":"Failed"}],"summarizedInsights":{"state":"Failed"},"state":"Processing"}`,
			`{"STATE":"quarantined"}`, `{"state":"a"}{}`, `{"state":"a","ocr":[{"a":1]}`, "{\"state\":\"a\",\"name\":\"\xff\"}", `{"state":""}`, `{"name":"a"`, `{"state":[]}`)...)
	return o
}

func projectOperations() []operation {
	var o []operation
	add := func(name string, call func(context.Context, *Client) (any, error), answers ...reply) {
		o = append(o, operation{name: name, call: call, answers: answers})
	}
	list := `{"results":[{"id":"q","name":"Name","created":"2024-05-05T00:00:00Z"},` + aProject + `,{"id":"o","name":"Name","created":"2024-05-05T00:00:00Z"},{"id":"r","name":"Other"}],"nextPage":{"done":true}}`
	add("list projects", func(ctx context.Context, c *Client) (any, error) { return collected(c.Projects(ctx, testAccount)) },
		bodies(list, `{"results":[{"id":"p","name":[]}],"nextPage":{"done":true}}`, `{"results":[{"id":"p"},{"name":"A"}]}`, `{"results":[{"id":{}}]}`)...)
	add("listed project", func(ctx context.Context, c *Client) (any, error) { return c.ListedProject(ctx, testAccount, "p") }, bodies(list)...)
	add("find projects", func(ctx context.Context, c *Client) (any, error) { return c.FindProjects(ctx, testAccount, "Name") }, bodies(list)...)
	add("get project", func(ctx context.Context, c *Client) (any, error) { return c.GetProject(ctx, testAccount, "p") },
		bodies(aProject, `{"id":"p","videosRanges":null,"videoRanges":[{"videoId":"b"}]}`, `{"id":"p","videosRanges":[],"videoRanges":[{"videoId":"b"}]}`, `{"id":"p"}`, `{"videosRanges":[]}`)...)
	fields := ProjectFields{Name: "Name", VideoRanges: []VideoRange{{"v", "0:00:01", "00:00:02"}, {"w", "10:00:00", "x"}}}
	create := operation{name: "create project", answers: bodies(`{"id":"p"}`, `{"id":7,"name":[]}`), others: map[string][]string{"GET A/Projects": {`{"results":[],"nextPage":{"done":true}}`}}}
	create.call = func(ctx context.Context, c *Client) (any, error) { return c.CreateProject(ctx, testAccount, fields) }
	o = append(o, create)
	fresh := func(id string) string { return `{"id":"` + id + `","name":"Name"},` }
	create.isCase, create.answers = true, unclear
	create.name, create.others = "create project that is listed later", map[string][]string{
		"GET A/Projects": {
			`{"results":[` + fresh("old") + `{"id":"x"}],"nextPage":{"done":true}}`, `{"results":[` + fresh("old") + `{"id":"x"}],"nextPage":{"done":true}}`,
			`{"results":[` + fresh("old") + fresh("p1") + fresh("p2") + `{"id":"x"}],"nextPage":{"done":true}}`,
		},
		"GET A/Projects/p1/Index": {`{"id":"p1","name":"Name","videosRanges":[]}`},
		"GET A/Projects/p2/Index": {`{"id":"p2","name":"Name","videosRanges":[{"videoId":"v","range":{"start":"00:00:01.0","end":"0:00:02"}},{"videoId":"w","range":{"start":"10:00:00","end":"x"}}]}`},
	}
	o = append(o, create, operation{name: "create project without a list", isCase: true, answers: unclear, call: func(ctx context.Context, c *Client) (any, error) { return c.CreateProject(ctx, testAccount, fields) }})
	add("change project", func(ctx context.Context, c *Client) (any, error) {
		return only(c.ChangeProject(ctx, testAccount, "p", fields))
	})
	add("delete project", func(ctx context.Context, c *Client) (any, error) { return only(c.DeleteProject(ctx, testAccount, "p")) })
	add("render", func(ctx context.Context, c *Client) (any, error) { return c.RenderProject(ctx, testAccount, "p", &no) },
		append(bodies(aRender, `{"state":"Succeeded","result":{"videosRanges":[{"videoId":"b"}]}}`, `{"state":"CANCELLED"}`, `{"result":{}}`, `{"state":"a","result":7}`, `{"state":"failed","error":{ "code" : "X" }}`, `{"state":"Cancelling","error":"no"}`, `{"state":"Pending"}`, `{"state":{}}`),
			reply{status: http.StatusAccepted, body: `{"state":"Pending"}`}, reply{status: http.StatusAccepted, body: `{"result":null}`}, reply{status: http.StatusAccepted, body: `[`}, reply{status: http.StatusAccepted})...)
	add("get render", func(ctx context.Context, c *Client) (any, error) { return c.GetRender(ctx, testAccount, "p") },
		append(bodies(aRender), reply{status: http.StatusAccepted, body: `{"state":"Pending"}`})...)
	add("cancel render", func(ctx context.Context, c *Client) (any, error) { return c.CancelRender(ctx, testAccount, "p") },
		append(bodies(aRender), reply{status: http.StatusAccepted, body: `{"state":"cancelling"}`})...)
	add("rendered file", func(ctx context.Context, c *Client) (any, error) { return c.GetRenderedFileURL(ctx, testAccount, "p") },
		bodies(`{"downloadUrl":"https://f.test/?sig=a"}`, `"https://f.test/?sig=a"`, `{"DownloadUrl":"https://f.test/"}`, `{"downloadUrl":["https://f.test/"]}`, `{"downloadUrl":null}`, `{"downloadUrl":7}`, `{"downloadUrl":"a"}`, `{"downloadUrl":"https://f.test/`)...)
	return o
}
