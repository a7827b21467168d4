package mockserver_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	settingsBody = `{"state":true,"useBuiltIn":false}`
	accountBody  = `{"subscriptionId":"7a1de4f4-5bd5-4c3c-9ad8-a64ae4e6a5d1",
		"resourceGroup":"group","resource":"media1","directoryTenantId":"tenant.example",
		"directoryConnection":{"applicationId":"93bd6b47-5a2e-4b2c-8b5e-5c4d3e2f1a0b","applicationKey":"hush"},
		"accountEncryptionKeyContract":null,"autoScale":true}`
	mediaBody = `{"subscriptionId":"` + missing + `","resourceGroup":"g",` +
		`"directoryConnection":{"applicationId":"` + missing + `","applicationKey":"secret"}}`
	imageModelBody = `{"trainingKey":"t","predictionKey":"p",` +
		`"endpoint":"https://images.example/","predictionResourceId":"/subscriptions/1"}`
	projectBody = `{"name":"Cut","videosRanges":[` +
		`{"videoId":"` + videoID + `","range":{"start":"00:00:01","end":"00:01:00.5"}}]}`
	cue = "00:00:00.000 --> 00:00:01.500\nHello.\n"

	renamePath = videoPath + "/Index/AnimationCharacters/1"
)

// brandBody has all fields of a brand.
var brandBody = bodyOf(mockserver.Brand{
	Name: "Aster", Tags: []string{"b", "a"}, Description: "d",
	ReferenceURL: new("https://a.example/"),
})

// bodyOf returns a body with the fields of a brand that requests have.
func bodyOf(b mockserver.Brand) string {
	body := map[string]any{}
	for field, value := range reflect.ValueOf(b).Fields() {
		name, isWritten := field.Tag.Lookup("json")
		if isWritten {
			body[name] = value.Interface()
		}
	}
	text, _ := json.Marshal(body) // of texts, bools and lists
	return string(text)
}

// but returns a body with one part of it replaced.
func but(body, was, is string) string { return strings.Replace(body, was, is, 1) }

// refusal is a request that the service refuses. Violates is the recorded violation, or "" if the
// contract allows the request.
type refusal struct {
	request, body string
	response      string // status and error type
	violates      string
}

func bad(request, body, violates string) refusal {
	return refusal{request, body, "400 INVALID_INPUT", violates}
}

// check makes the request, and checks that it has changed nothing.
func (r refusal) check(f *fixture) {
	f.t.Helper()
	held := func() string {
		everything, err := json.Marshal(f.State().Accounts)
		check.MustSucceed(f.t, err, "the state of the server as JSON")
		model, _ := f.ImageModel(account)
		return fmt.Sprint(string(everything), f.MediaConnections(account), model, f.video(), len(f.Accounts()))
	}
	before := held()
	f.violates = r.violates != ""
	got := f.send(r.request, r.body)
	check.Equal(f.t, before, held(), "what the server holds after %s", got.ask)
	status, errorType, _ := strings.Cut(r.response, " ")
	number, err := strconv.Atoi(status)
	check.MustSucceed(f.t, err, "the status %q that the row of %s wants", r.response, got.ask)
	got.fails(number, errorType)
	if f.violates {
		f.wantViolations(r.violates)
	}
}

// TestRefusals sends requests that the service refuses, and checks that they change nothing.
func TestRefusals(t *testing.T) {
	t.Parallel()
	defaultID := newFixture(t).PersonModels(account)[0].ID
	many := strings.Repeat(`{"videoId":"`+videoID+`","range":{"start":"00:00:01","end":"00:01:00"}},`, 101)
	for _, r := range []refusal{
		// every operation
		bad("GET "+accountsPath+"/mine", "", "accountId is not a GUID"),
		bad("GET ~?includeusage=true", "", `unknown query parameter "includeusage"`),
		bad("GET ~?includeUsage=true&includeUsage=true", "", "twice"),
		bad("GET ~?includeUsage=%zz", "", "malformed query"),
		bad("GET ~?includeUsage=yes", "", "includeUsage is not a boolean"),
		bad("GET ~", "x", "takes no body"),
		bad("GET "+brandsPath+"?page=1", "", `unknown query parameter "page"`),
		bad("PUT "+settingsPath, "[]", "not a JSON object"),
		bad("PUT "+settingsPath, "null", "not a JSON object"),
		bad("PUT "+settingsPath, settingsBody+settingsBody, "not a JSON object"),
		bad("PUT "+settingsPath, but(settingsBody, "}", `,"x":1}`), `unknown member "x"`),
		bad("PUT "+settingsPath, but(settingsBody, "state", "State"), `unknown member "State"`),
		bad("PUT "+settingsPath, `{"state":true}`, `lacks the member "useBuiltIn"`),
		bad("PUT "+settingsPath, but(settingsBody, "true", "null"), "state must not be null"),
		bad("PUT "+settingsPath, but(settingsBody, "true", `"true"`), "state has the wrong type"),

		// accounts
		bad("POST "+accountsPath, but(accountBody, `"autoScale"`, `"autoscale"`), `unknown member "autoscale"`),
		bad("POST "+accountsPath, but(accountBody, "media1", ""), "resource is not valid"),
		bad("POST "+accountsPath, but(accountBody, "7a1de4f4-", ""), "subscriptionId is not valid"),
		bad("POST "+accountsPath, but(accountBody, "93bd6b47-", ""), "directoryConnection.applicationId is not valid"),
		bad(
			"POST "+accountsPath, but(accountBody, `Contract":null`, `Contract":"x"`),
			"accountEncryptionKeyContract has the wrong type",
		),
		bad("PATCH ~/MediaServices", "{}", "changes nothing"),
		bad("PATCH ~/MediaServices", strings.ReplaceAll(mediaBody, missing, "me"), "directoryConnection is not valid"),
		bad("PATCH ~/MediaServices", `{"subscriptionId":"me"}`, "subscriptionId is not a GUID"),
		bad("PUT ~/ImageModel", `{"endpoint":"https://images.example/"}`, "lacks the member"),
		bad("PUT ~/ImageModel", but(imageModelBody, `"t"`, `" "`), ""),
		{"PUT ~/ImageModel", but(imageModelBody, "https://images", "images"), "400 INVALID_URL", ""},

		// brands
		bad("GET "+brandsPath+"/2147483648", "", "id is not an int32"),
		{"GET " + brandsPath + "/-1", "", "404 NOT_FOUND", ""},
		{"PUT " + brandsPath + "/7", brandBody, "404 NOT_FOUND", ""},
		{"DELETE " + brandsPath + "/7", "", "404 NOT_FOUND", ""},
		bad("PUT "+brandPath, but(brandBody, "Aster", "bluefin coffee"), ""),
		bad("PUT "+brandPath, but(brandBody, "Aster", " "), ""),
		bad("PUT "+brandPath, but(brandBody, "{", `{"id":1001,`), `unknown member "id"`),
		{"POST " + brandsPath, `{"name":"ASHGROVE"}`, "400 ALREADY_EXISTS", ""},
		bad("POST "+brandsPath, `{"enabled":true}`, `lacks the member "name"`),
		bad("POST "+brandsPath, `{"name":" "}`, ""),

		// language models
		bad("GET "+modelsPath+"/1", "", "modelId is not a GUID"),
		bad("DELETE "+modelPath+"/Files/b", "", "fileId is not a GUID"),
		bad("PUT "+filePath+"?fileName=", "", "fileName is empty"),
		bad("PUT "+modelPath+"?enable=true", "", "the body must be multipart/form-data"),
		bad("POST "+modelsPath+"?modelName=m&language=en-US", "{}", "the body must be multipart/form-data"),
		bad("DELETE "+modelPath+"/Train", "", ""),
		{"GET " + modelsPath + "/" + missing, "", "404 NOT_FOUND", ""},
		{"DELETE " + modelsPath + "/" + missing, "", "404 NOT_FOUND", ""},
		{"PUT " + modelsPath + "/" + missing + "/Train", "", "404 NOT_FOUND", ""},
		{"DELETE " + modelsPath + "/" + missing + "/Train", "", "404 NOT_FOUND", ""},
		{"GET " + modelPath + "/Files/" + missing, "", "404 NOT_FOUND", ""},
		{"DELETE " + modelPath + "/Files/" + missing, "", "404 NOT_FOUND", ""},
		{"DELETE " + modelsPath + "/" + missing + "/Files/" + fileID, "", "404 NOT_FOUND", ""},

		// person models, persons and faces
		bad("POST "+personsPath, "", "name is missing"),
		bad("POST "+personsPath+"?name=%20", "", ""),
		bad("PUT "+personsPath+"/me?name=b", "", "personModelId is not a GUID"),
		bad("GET "+peoplePath+"?pageSize=0", "", "pageSize is below 1"),
		bad("GET "+personPath+"/Faces?pageSize=2147483648", "", "pageSize is not an int32"),
		bad("GET "+personPath+"/Faces?skip=-1", "", "skip is below 0"),
		bad(
			"GET "+personPath+"/Faces?sourceType=Picture", "",
			"sourceType has a value that the contract does not list",
		),
		bad("GET "+peoplePath+"/me/Faces", "", "personId is not a GUID"),
		bad("POST "+personPath+"/Faces", `{"urls":[]}`, ""),
		bad("POST "+personPath+"/Faces", `{"urls":["ftp://a.example/1.jpg"]}`, ""),
		{"POST " + personsPath + "?name=presenters", "", "400 ALREADY_EXISTS", ""},
		{"PUT " + personsPath + "/" + personModelID + "?name=default", "", "400 ALREADY_EXISTS", ""},
		{"DELETE " + personsPath + "/" + defaultID, "", "400 DEFAULT_PERSON_MODEL_CANNOT_BE_DELETED", ""},
		{"PUT " + personsPath + "/" + missing + "?name=b", "", "404 NOT_FOUND", ""},
		{"DELETE " + personsPath + "/" + missing, "", "404 NOT_FOUND", ""},
		{"GET " + personsPath + "/" + missing + "/Persons", "", "404 NOT_FOUND", ""},
		{"POST " + personsPath + "/" + missing + "/Persons?name=b", "", "404 NOT_FOUND", ""},
		{"PUT " + peoplePath + "/" + missing + "?name=b", "", "404 NOT_FOUND", ""},
		{"DELETE " + peoplePath + "/" + missing, "", "404 NOT_FOUND", ""},
		{"GET " + peoplePath + "/" + missing + "/Faces", "", "404 NOT_FOUND", ""},
		{"DELETE " + personPath + "/Faces/none", "", "404 NOT_FOUND", ""},

		// projects
		bad("POST "+projectPath+"/render", "{}", "takes no body"),
		bad("POST ~/Projects", but(projectBody, "Cut", " "), ""),
		bad("POST ~/Projects", but(projectBody, "00:00:01", "00:02:00"), ""),
		bad("POST ~/Projects", but(projectBody, videoID, "none"), ""),
		bad("POST ~/Projects", `{"name":"Cut","videosRanges":[`+strings.TrimSuffix(many, ",")+`]}`, ""),
		bad("POST ~/Projects", but(projectBody, "videosRanges", "videoRanges"), `unknown member "videoRanges"`),
		bad("POST ~/Projects", but(projectBody, `"00:00:01"`, `"1"`), "the bounds of a range must be hh:mm:ss"),
		{"POST ~/Projects/none/render", "", "404 BREAKDOWN_NOT_FOUND", ""},
		{"DELETE ~/Projects/none", "", "404 NOT_FOUND", ""},
		{"PUT ~/Projects/none", projectBody, "404 BREAKDOWN_NOT_FOUND", ""},
		{"GET ~/Projects/none/Index", "", "404 BREAKDOWN_NOT_FOUND", ""},
		{"GET ~/Projects/none/renderoperation", "", "404 BREAKDOWN_NOT_FOUND", ""},
		{"GET " + projectPath + "/renderoperation", "", "404 PROJECT_RENDER_OPERATION_NOT_FOUND", ""},
		{"PUT " + projectPath + "/renderoperation/cancel", "", "404 PROJECT_RENDER_OPERATION_NOT_FOUND", ""},
		{"GET " + projectPath + "/renderedfile/downloadurl", "", "404 NOT_FOUND", ""},

		// videos
		bad("PUT "+videoPath+"/ReIndex?indexingPreset=default", "", "indexingPreset has a value"),
		bad("PUT "+videoPath+"/ReIndex?sourceLanguage=sv-SE", "", "sourceLanguage has a value"),
		bad("PUT "+videoPath+"/ReIndex?callbackUrl=ftp%3A%2F%2Fhost%2F", "", "callbackUrl is not an http or https URL"),
		bad("PUT "+videoPath+"/ReIndex?privacy=Private", "", `unknown query parameter "privacy"`),
		bad("PUT "+videoPath+"/ReIndex?personModelId=", "", "personModelId is empty"),
		bad("PUT "+videoPath+"/ReIndex?linguisticModelId=other", "", ""),
		bad("PUT "+videoPath+"/ReIndex?personModelId=other", "", ""),
		bad("PUT "+videoPath+"/ReIndex?animationModelId=other", "", ""),
		bad("GET "+videoPath+"/Captions?language=ar-BH", "", "language has a value"),
		bad("GET "+videoPath+"/Captions?format=vtt", "", "format has a value"),
		{"GET " + videoPath + "/Captions?indexId=gone", "", "404 NOT_FOUND", ""},
		bad("GET "+videoPath+"/Index?language=klingon", "", "language has a value"),
		bad("GET ~/Videos?createdAfter=yesterday", "", "createdAfter is not a time"),
		{"PUT ~/Videos/none/ReIndex", "", "404 NOT_FOUND", ""},
		{"GET ~/Videos/none/Captions", "", "404 NOT_FOUND", ""},
		{"PUT ~/Videos/none/Index/Transcript", cue, "404 NOT_FOUND", ""},
		{"DELETE ~/Videos/none", "", "404 NOT_FOUND", ""},
		{"GET ~/Videos/none/SourceFile/DownloadUrl", "", "404 NOT_FOUND", ""},
		{"GET ~/Videos/none/Index", "", "404 NOT_FOUND", ""},
		{"GET /auth" + accountsPath + "/" + account + "/Videos/none/AccessToken", "", "404 NOT_FOUND", ""},
		bad("PUT "+but(renamePath, "/1", "/1x"), `{"name":"Ann"}`, "characterId is not an int32"),
		{"PUT " + but(renamePath, videoID, "none"), `{"name":"Ann"}`, "400 BREAKDOWN_NOT_FOUND", ""},
		{"PUT " + but(renamePath, "Characters/1", "Characters/3"), `{"name":"Ann"}`, "400 NOT_FOUND", ""},
		{"PUT " + renamePath, `{"name":"unknown 2"}`, "400 ALREADY_EXISTS", ""},
		{"PUT " + renamePath, `{"name":""}`, "400 IMAGE_MODEL_INVALID_TAG_NAME", ""},
		{"PUT " + renamePath, `{"name":" Ann"}`, "400 IMAGE_MODEL_INVALID_TAG_NAME", ""},
		{"PUT " + renamePath, `{"name":"` + strings.Repeat("n", 200) + `"}`, "400 IMAGE_MODEL_INVALID_TAG_NAME", ""},
	} {
		t.Run(r.request+" "+r.body[:min(len(r.body), 60)], func(t *testing.T) {
			t.Parallel()
			r.check(newFixture(t).seed())
		})
	}
}

// TestRefusalsOfSomeServices sends requests that services refuse with an option, or because of
// objects that a test has added.
func TestRefusalsOfSomeServices(t *testing.T) {
	t.Parallel()
	const trial = "/" + mockserver.TrialLocation + "/Accounts/" + mockserver.TrialAccountID
	options := func(opts ...mockserver.Option) []mockserver.Option { return opts }
	whenTold := options(mockserver.WithIndexingEnd(mockserver.WhenTold()), mockserver.WithTrainingEnd(mockserver.WhenTold()))
	for name, test := range map[string]struct {
		opts    []mockserver.Option
		prepare func(f *fixture)
		refusal
	}{
		"a name of a brand, in GENERAL": {
			opts:    options(mockserver.WithDuplicateBrandError(409, "GENERAL")),
			refusal: refusal{"PUT " + brandPath, but(brandBody, "Aster", "Corvane"), "409 GENERAL", ""},
		},
		"a name of a brand, to the case": {
			opts:    options(mockserver.WithCaseSensitiveBrandNames()),
			refusal: refusal{"POST " + brandsPath, `{"name":"Ashgrove"}`, "400 ALREADY_EXISTS", ""},
		},
		"a training, twice": {
			opts:    whenTold,
			prepare: func(f *fixture) { f.send("PUT " + modelPath + "/Train").is(200) },
			refusal: bad("PUT "+modelPath+"/Train", "", ""),
		},
		"a training without files": {prepare: func(f *fixture) {
			f.ChangeLanguageModel(account, modelID, func(m *mockserver.LanguageModel) { m.Files[0].Enabled = false })
		}, refusal: bad("PUT "+modelPath+"/Train", "", "")},
		"a person's name": {
			opts:    options(mockserver.WithUniquePersonNames()),
			refusal: refusal{"POST " + peoplePath + "?name=ADA", "", "400 PERSON_NAME_NOT_UNIQUE", ""},
		},
		"a person's other name": {opts: options(mockserver.WithUniquePersonNames()), prepare: func(f *fixture) {
			f.AddPerson(account, personModelID, mockserver.Person{Name: "Grace"})
		}, refusal: refusal{"PUT " + personPath + "?name=grace", "", "400 PERSON_NAME_NOT_UNIQUE", ""}},
		"one picture of two": {
			opts: options(mockserver.WithRefusedPictures("large", "INVALID_PICTURE_SIZE")),
			refusal: refusal{
				"POST " + personPath + "/Faces",
				`{"urls":["https://a.example/1.jpg","https://a.example/large"]}`,
				"400 INVALID_PICTURE_SIZE", "",
			},
		},
		"no image model": {
			prepare: without,
			refusal: refusal{"GET ~/ImageModel", "", "400 IMAGE_MODEL_ACCOUNT_NOT_FOUND", ""},
		},
		"no image model to disconnect": {
			prepare: without,
			refusal: refusal{"DELETE ~/ImageModel", "", "400 IMAGE_MODEL_ACCOUNT_NOT_FOUND", ""},
		},
		"no image model for indexing": {
			prepare: without,
			refusal: refusal{
				"PUT " + videoPath + "/ReIndex?animationModelId=m1", "",
				"404 IMAGE_MODEL_ACCOUNT_NOT_FOUND", "",
			},
		},
		"no image model for a name": {
			prepare: without,
			refusal: refusal{"PUT " + renamePath, `{"name":"Ann"}`, "400 IMAGE_MODEL_ACCOUNT_NOT_FOUND", ""},
		},
		"a character of no base": {
			prepare: video(func(v *mockserver.Video) { v.Derived = true }),
			refusal: refusal{"PUT " + renamePath, `{"name":"Ann"}`, "400 BREAKDOWN_NOT_FOUND", ""},
		},
		"a character without animation": {
			prepare: video(func(v *mockserver.Video) { v.AnimationModelID = "" }),
			refusal: bad("PUT "+renamePath, `{"name":"Ann"}`, ""),
		},
		"a character while indexed": {
			opts:    whenTold,
			prepare: video(func(v *mockserver.Video) { v.State = mockserver.VideoProcessing }),
			refusal: bad("PUT "+renamePath, `{"name":"Ann"}`, ""),
		},
		"an indexing, twice": {
			opts:    whenTold,
			prepare: video(func(v *mockserver.Video) { v.State = mockserver.VideoProcessing }),
			refusal: refusal{"PUT " + videoPath + "/ReIndex", "", "409 VIDEO_ALREADY_IN_PROGRESS", ""},
		},
		"an upload that failed": {
			prepare: video(func(v *mockserver.Video) { v.State = mockserver.VideoUploadFailed }),
			refusal: bad("PUT "+videoPath+"/ReIndex", "", ""),
		},
		"a transcript after an upload that failed": {
			prepare: video(func(v *mockserver.Video) { v.State = mockserver.VideoUploadFailed }),
			refusal: bad("PUT "+videoPath+"/Index/Transcript", cue, ""),
		},
		"captions that failed": {
			prepare: video(func(v *mockserver.Video) { v.State = mockserver.VideoFailed }),
			refusal: bad("GET "+videoPath+"/Captions", "", ""),
		},
		"a source file that is gone": {
			prepare: video(func(v *mockserver.Video) { v.SourceFileGone = 410 }),
			refusal: refusal{"GET " + videoPath + "/SourceFile/DownloadUrl", "", "410 NOT_FOUND", ""},
		},
		"a project without ranges": {prepare: func(f *fixture) {
			f.ChangeProject(account, projectID, func(p *mockserver.Project) { p.Ranges = nil })
		}, refusal: bad("POST "+projectPath+"/render", "", "")},
		"a project that is rendering": {
			opts: options(mockserver.WithRenderEnd(mockserver.WhenTold())),
			prepare: func(f *fixture) {
				f.send("POST " + projectPath + "/render").is(202)
			},
			refusal: refusal{"PUT " + projectPath, projectBody, "409 PROJECT_RENDER_IN_PROGRESS", ""},
		},
		"an account on trial": {refusal: refusal{
			"POST /" + mockserver.TrialLocation + "/Accounts", accountBody,
			"403 OPERATION_NOT_SUPPORTED_ON_TRIAL", "",
		}},
		"an image model on trial": {refusal: refusal{
			"GET " + trial + "/ImageModel", "",
			"400 OPERATION_NOT_SUPPORTED_ON_TRIAL", "",
		}},
		"an image model for trial": {refusal: refusal{
			"PUT " + trial + "/ImageModel", imageModelBody,
			"400 OPERATION_NOT_SUPPORTED_ON_TRIAL", "",
		}},
		"an image model no more, on trial": {refusal: refusal{
			"DELETE " + trial + "/ImageModel", "",
			"400 OPERATION_NOT_SUPPORTED_ON_TRIAL", "",
		}},
		"media services on trial": {refusal: refusal{
			"PATCH " + trial + "/MediaServices", mediaBody,
			"400 OPERATION_NOT_SUPPORTED_ON_TRIAL", "",
		}},
		"priority on trial": {
			prepare: func(f *fixture) { f.AddVideo(mockserver.TrialAccountID, mockserver.Video{ID: "v"}) },
			refusal: refusal{
				"PUT " + trial + "/Videos/v/ReIndex?priority=Low", "",
				"400 OPERATION_NOT_SUPPORTED_ON_TRIAL", "",
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newFixture(t, test.opts...).seed()
			b.AddFurtherAccounts(location, 2)
			if test.prepare != nil {
				test.prepare(b)
			}
			test.check(b)
		})
	}
}

func without(f *fixture) { f.SetImageModel(account, nil) }

func video(change func(*mockserver.Video)) func(*fixture) {
	return func(f *fixture) { f.ChangeVideo(account, videoID, change) }
}

// TestFormsThatAreRefused sends forms of language models that the service refuses (19, 20).
func TestFormsThatAreRefused(t *testing.T) {
	t.Parallel()
	text := file{name: "a.txt", content: "a"}
	for query, test := range map[string]struct {
		files    []file
		violates bool
	}{
		"?language=en-US":                    {nil, true},
		"?modelName=%20&language=en-US":      {nil, true},
		"?modelName=m":                       {nil, true},
		"?modelName=m&language=en-us":        {nil, true},
		"?modelName=m&language=sv-SE":        {nil, true},
		"?modelName=twice&language=en-US":    {[]file{text, text}, true},
		"?modelName=no%20URL&language=en-US": {[]file{text, {name: "b.txt", url: "hello"}}, false},
		"?modelName=ftp&language=en-US":      {[]file{{name: "b.txt", url: "ftp://host/b.txt"}}, false},
		"?modelName=docx&language=en-US":     {[]file{{name: "b.txt", url: "https://host/b.docx"}}, false},
	} {
		b := newFixture(t)
		b.violates = test.violates
		b.sendForm("POST "+modelsPath+query, test.files...).fails(400, "INVALID_INPUT")
		check.Equal(t, test.violates, len(b.Violations()) > 0, "%s: violations", query)
		check.Equal(t, 0, len(b.LanguageModels(account)), "%s: models", query)
	}
	b := newFixture(t).seed()
	b.sendForm("PUT "+modelsPath+"/"+missing+"?enable=true").fails(404, "NOT_FOUND")
	b.sendForm("PUT "+modelPath+"?modelName=").fails(400, "INVALID_INPUT")
	b.wantViolations("modelName is empty")
	for status, errorType := range map[int]string{400: "INVALID_INPUT", 409: "GENERAL"} {
		b := newFixture(
			t, mockserver.WithUpdatesRefusedInTraining(status),
			mockserver.WithTrainingEnd(mockserver.WhenTold()),
		).seed()
		b.send("PUT " + modelPath + "/Train").is(200)
		b.sendForm("PUT "+modelPath+"?enable=false").fails(status, errorType)
		b.FinishTraining(account, modelID, "")
		b.sendForm("PUT " + modelPath + "?enable=false").is(200)
	}
}

// TestTranscriptTexts reads WebVTT as its specification requires. Only an empty line or a line with
// an arrow ends the text of a cue. A line of white space is text.
func TestTranscriptTexts(t *testing.T) {
	t.Parallel()
	const other = "00:00:01.500 --> 00:00:03.000\n"
	b := newFixture(t).seed()
	for body, want := range map[string][]string{
		cue + " \nyou\n\t\nNOTE\n\u00a0\nSTYLE\n\n" + other + "Bye": {
			"Hello.\n \nyou\n\t\nNOTE\n\u00a0\nSTYLE",
			"Bye",
		},
		"WEBVTT\n" + cue + " \n" + other + "Bye\n \n":                          {"Hello.\n ", "Bye\n "},
		"WEBVTT\nKind: x\n" + cue + "2\n" + other + " \n\n \n \nthird\n" + cue: {"Hello.\n2", " ", "Hello."},
		" \nfirst\n" + cue + " \n2\n" + other + "Bye\n\nNOTE a\nb\n" + cue:     {"Hello.\n ", "Bye", "Hello."},
	} {
		b.send("PUT "+videoPath+"/Index/Transcript?language=fr-FR", body).is(204)
		v, _ := b.Video(account, videoID)
		var texts []string
		for _, cue := range v.Transcripts["fr-FR"] {
			texts = append(texts, cue.Text)
		}
		check.Equal(t, want, texts, "%s", body)
	}
}

// TestTranscripts sends transcripts (9) that every service accepts or refuses, or that only a
// strict service refuses.
func TestTranscripts(t *testing.T) {
	t.Parallel()
	const invalid = "INVALID_VTT_INPUT"
	twoCues := cue + "\n00:00:01.500 --> 00:00:03.000\nGoodbye,\nall.\n"
	for name, test := range map[string]struct{ body, usual, strict string }{
		"blocks":            {twoCues, "", ""},
		"CRLF":              {strings.ReplaceAll(twoCues, "\n", "\r\n"), "", ""},
		"spaces on blanks":  {strings.ReplaceAll(twoCues, "\n\n", "\n \t\n"), "", ""},
		"signature":         {"WEBVTT\n\n" + cue, "", invalid},
		"signature, header": {"\uFEFFWEBVTT - title\nKind: captions\n\n" + cue, "", invalid},
		"note and style":    {"WEBVTT\n\nNOTE\nby hand\n\nSTYLE\n::cue {}\n\n" + cue, "", invalid},
		"identifier":        {"first\n" + cue, "", invalid},
		"settings":          {"00:00:00.000 --> 00:00:01.500 align:start\nHello.", "", invalid},
		"empty":             {"", "INVALID_INPUT", "INVALID_INPUT"},
		"white space":       {" \r\n\t\n", "INVALID_INPUT", "INVALID_INPUT"},
		"words":             {"Hello there.", invalid, invalid},
		"signature alone":   {"WEBVTT\n", invalid, invalid},
		"late signature":    {cue + "\nWEBVTT\n", invalid, invalid},
		"comma":             {"00:00:00,000 --> 00:00:01,500\nHello.", invalid, invalid},
		"no hours":          {"00:00.000-->00:01.500\nHello.", "", invalid},
		"61 seconds":        {"00:00:00.000 --> 00:00:61.500\nHello.", invalid, invalid},
		"backwards":         {"00:00:02.000 --> 00:00:01.500\nHello.", invalid, invalid},
		"no text":           {"00:00:00.000 --> 00:00:01.500\n", invalid, invalid},
		"no blank between":  {cue + cue, "", invalid},
		"arrow in a text":   {cue + "a --> b", invalid, invalid},
		"late style":        {cue + "\nSTYLE\n::cue {}\n", invalid, invalid},
		"words as a style":  {"STYLE of dress\n\n" + cue, invalid, invalid},
		"words below a cue": {cue + "\nGoodbye.", invalid, invalid},
	} {
		usual := newFixture(t).seed()
		strict := newFixture(t, mockserver.WithStrictTranscripts()).seed()
		for b, errorType := range map[*fixture]string{usual: test.usual, strict: test.strict} {
			got := b.send("PUT "+videoPath+"/Index/Transcript?language=fr-FR", test.body)
			if errorType == "" {
				got.is(204)
			} else {
				got.fails(400, errorType)
			}
			v, _ := b.Video(account, videoID)
			check.Equal(t, errorType == "", v.Transcripts["fr-FR"] != nil, "%s: taken", name)
		}
	}
}

// TestForms expects responses in each form that the contract leaves open.
func TestForms(t *testing.T) {
	t.Parallel()
	const (
		userToken = "GET /auth/" + location + "/Users/me/AccessToken"
		face      = `{"id":"f1","sourceType":"UploadedVideo","sourceVideoId":"v1","state":"Ok"}`
	)
	options := func(opts ...mockserver.Option) []mockserver.Option { return opts }
	for name, test := range map[string]struct {
		opts          []mockserver.Option
		request, body string
		has           string // parts of the response, separated by " … "
		lacks         string
	}{
		"a token, quoted": {nil, userToken, "", `"eyJ … "`, " "},
		"a token, bare":   {options(mockserver.WithBareTokens()), userToken, "", "\r\n\t eyJ …  \r\n", `"`},
		"an account": {
			nil, "GET ~", "",
			`[{"accountType" … "mediaResource":"mockmedia" … "owners":[{"id": … "readers":[]`, "",
		},
		"an account, alone": {
			options(mockserver.WithAccountAsObject()), "GET ~", "",
			`{"accountType"`, `[{"accountType"`,
		},
		"an account made": {nil, "POST " + accountsPath, accountBody, `{"accountType"`, `[{"accountType"`},
		"an account made, unsaid": {
			options(mockserver.WithoutBody(mockserver.CreatePaidAccount)),
			"POST " + accountsPath, accountBody,
			"", "{",
		},
		"a time": {nil, "GET ~", "", `"createTime":"2024-03-05T09:30:15.25"`, ""},
		"a time, otherwise": {
			options(mockserver.WithTimeForm(mockserver.TimeForm{Zone: "+00:00", FractionDigits: 7})),
			"GET ~", "",
			`"createTime":"2024-03-05T09:30:15.2500000+00:00"`, "",
		},
		"an addition": {
			nil, "GET ~?includeMediaInfo=true&includeStatistics=true&includeUsage=true", "",
			`"mediaInfo":{ … "quotaUsage":{ … "statistics":{`, "",
		},
		"no addition": {nil, "GET ~?includeMediaInfo=false&includeUsage=false", "", "", `quotaUsage`},

		"a brand": {
			nil, "GET " + brandPath, "",
			`"create":"20 … "lastModified":"20 … "tags":["seeded"]`, "created",
		},
		"a brand's time of birth": {
			options(mockserver.WithBrandCreatedMember("created")), "GET " + brandPath, "",
			`"created":"20`, `"create"`,
		},
		"the response to an update": {
			options(mockserver.WithoutUpdatedBrandMembers("tags", "enabled")), "PUT " + brandPath, brandBody,
			`"name":"Aster"`, `tags`,
		},
		"brands": {nil, "GET " + brandsPath, "", `[{"accountId" … "id":1003`, ""},
		"brands, in capitals": {
			options(mockserver.WithBrandCreatedMember("created"), mockserver.WithCapitalBrandMembers()),
			"GET " + brandsPath, "",
			`[{"AccountId" … "Created":" … "Id":1003`, `"id"`,
		},
		"a brand made": {
			nil, "POST " + brandsPath, `{"name":"Least"}`,
			`"description":"","enabled":true,"id": … "referenceUrl":null,"tags":[]`, "",
		},
		"a brand made, unsaid": {
			options(mockserver.WithoutBody(mockserver.CreateBrand)),
			"POST " + brandsPath, `{"name":"Least"}`,
			"", "{",
		},
		"settings": {nil, "GET " + settingsPath, "", `{"state":false,"useBuiltIn":true}`, ""},
		"settings without state": {
			options(mockserver.WithSettingsState(mockserver.SettingsStateMissing)),
			"GET " + settingsPath, "",
			`{"useBuiltIn":true}`, "",
		},
		"settings, always on": {
			options(mockserver.WithSettingsState(mockserver.SettingsStateAlwaysTrue)),
			"GET " + settingsPath, "",
			`{"state":true,"useBuiltIn":true}`, "",
		},
		"settings written": {nil, "PUT " + settingsPath, settingsBody, settingsBody, ""},
		"settings written, unsaid": {
			options(mockserver.WithoutBody(mockserver.UpdateBrandsModelSettings)),
			"PUT " + settingsPath, settingsBody,
			"", "{",
		},
		"models": {
			nil, "GET " + modelsPath, "",
			`"files":[{ … "hasCrisEdits":false,"id":"` + modelID +
				`","isAutoGeneratedModel":false,"language":"en-US"`,
			"",
		},
		"models without files": {
			options(mockserver.WithListedFiles(mockserver.FilesAbsent)), "GET " + modelsPath, "",
			`"language"`, "files",
		},
		"models with null": {
			options(mockserver.WithListedFiles(mockserver.FilesNull)), "GET " + modelsPath, "",
			`"files":null`, "",
		},
		"a model in full": {
			options(mockserver.WithListedFiles(mockserver.FilesNull)), "GET " + modelPath, "",
			`"files":[{`, "",
		},
		"faces": {
			nil, "GET " + personPath + "/Faces", "",
			`{"pageSize":1,"results":[` + face + `],"skip":0,"totalCount":1}`, "",
		},
		"faces alone": {
			options(mockserver.WithFacesAsArray()), "GET " + personPath + "/Faces", "",
			`[` + face + `]`, "results",
		},
		"persons": {
			nil, "GET " + peoplePath, "",
			`"pageSize":25,"results":[{"id":"` + personID, "totalCount",
		},
		"persons with a total": {
			options(mockserver.WithPersonsTotal()), "GET " + peoplePath, "",
			`"totalCount":1`, "",
		},
		"a media connection": {nil, "PATCH ~/MediaServices", mediaBody, "", "{"},
		"an image model": {
			nil, "PUT ~/ImageModel", imageModelBody,
			`{"endpoint":"https://images.example/","predictionResourceId":"/subscriptions/1"}`, "",
		},
		"an image model, unsaid": {
			options(mockserver.WithoutBody(mockserver.ConnectImageModel)),
			"PUT ~/ImageModel", imageModelBody,
			"", "{",
		},
		"ranges": {
			nil, "GET " + projectPath + "/Index", "",
			`"videosRanges":[{"range":{"end":"00:01:00.5","start":"00:00:01"},"videoId":"`, "",
		},
		"ranges, otherwise": {
			options(mockserver.WithProjectRangesMember("videoRanges"), mockserver.WithRangeFractions()),
			"GET " + projectPath + "/Index", "",
			`"videoRanges":[{"range":{"end":"00:01:00.5000000","start":"00:00:01.0000000"}`,
			"videosRanges",
		},
		"a source file": {
			nil, "GET " + videoPath + "/SourceFile/DownloadUrl", "",
			`"https://media.videoindexer.example/`, "",
		},
		"an error": {
			nil, "GET " + modelsPath + "/" + missing, "",
			`{"ErrorType":"NOT_FOUND","Message":`, "",
		},
		"an error, in lower case": {
			options(mockserver.WithLowerErrorMembers()), "GET " + modelsPath + "/" + missing, "",
			`{"errorType":"NOT_FOUND","message":`, "",
		},
		"an error of 17": {
			nil, "PUT " + brandsPath + "/7", brandBody,
			`{"errorType":"NOT_FOUND","message":`, "",
		},
		"an error of 1": {
			nil, "GET /auth" + accountsPath + "/" + account + "/Projects/none/AccessToken", "",
			`{"errorType":"BREAKDOWN_NOT_FOUND","message":`, "",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newFixture(t, test.opts...).seed()
			b.SetBrandsModelSettings(account, mockserver.BrandsModelSettings{UseBuiltIn: true})
			got := b.send(test.request, test.body).body
			rest := got
			for part := range strings.SplitSeq(test.has, " … ") {
				_, after, isFound := strings.Cut(rest, part)
				if !isFound {
					t.Fatalf("%s: the response has not %q, want it in\n%.1000s", test.request, part, rest)
				}
				rest = after
			}
			_, from, isFound := strings.Cut(got, test.lacks)
			if isFound && test.lacks != "" {
				t.Errorf("%s: the response has %q, want it without that: %.300s", test.request, test.lacks, test.lacks+from)
			}
		})
	}
}
