package mockserver_test

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
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
	trialPath  = "/" + mockserver.TrialLocation + "/Accounts/" + mockserver.TrialAccountID
)

// whenTold are the options of a service whose indexings and trainings end when a test ends them.
var whenTold = options(
	mockserver.WithIndexingEnd(mockserver.WhenTold()), mockserver.WithTrainingEnd(mockserver.WhenTold()),
)

func options(opts ...mockserver.Option) []mockserver.Option { return opts }

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

// refusal is a request that the service refuses.
type refusal struct {
	// name is that of the case; "" for the request.
	name string
	// options are those of the service, and prepare changes its objects first.
	options []mockserver.Option
	prepare func(f *fixture)

	request, body string
	// status is 400 if it is not set.
	status int
	// errorType is INVALID_INPUT if it is not set.
	errorType string
	// violates is a part of the recorded violation; "" if the contract allows the request.
	violates string
}

// wantRefusals makes each request, and checks that it has changed nothing.
func wantRefusals(t *testing.T, refusals []refusal) {
	t.Helper()
	for _, r := range refusals {
		t.Run(cmp.Or(r.name, r.request+" "+r.body[:min(len(r.body), 60)]), func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, r.options...).seed()
			f.AddFurtherAccounts(location, 2)
			if r.prepare != nil {
				r.prepare(f)
			}
			r.check(f)
		})
	}
}

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
	got.fails(cmp.Or(r.status, 400), cmp.Or(r.errorType, "INVALID_INPUT"))
	if f.violates {
		f.wantViolations(r.violates)
	}
}

// TestRefusalsOfAllOperations sends requests that break rules of all operations.
func TestRefusalsOfAllOperations(t *testing.T) {
	t.Parallel()
	wantRefusals(t, []refusal{
		{request: "GET " + accountsPath + "/mine", violates: "accountId is not a GUID"},
		{request: "GET ~?includeusage=true", violates: `unknown query parameter "includeusage"`},
		{request: "GET ~?includeUsage=true&includeUsage=true", violates: "twice"},
		{request: "GET ~?includeUsage=%zz", violates: "malformed query"},
		{request: "GET ~?includeUsage=yes", violates: "includeUsage is not a boolean"},
		{request: "GET ~", body: "x", violates: "takes no body"},
		{request: "GET " + brandsPath + "?page=1", violates: `unknown query parameter "page"`},
		{request: "PUT " + settingsPath, body: "[]", violates: "not a JSON object"},
		{request: "PUT " + settingsPath, body: "null", violates: "not a JSON object"},
		{request: "PUT " + settingsPath, body: settingsBody + settingsBody, violates: "not a JSON object"},
		{request: "PUT " + settingsPath, body: but(settingsBody, "}", `,"x":1}`), violates: `unknown member "x"`},
		{request: "PUT " + settingsPath, body: but(settingsBody, "state", "State"), violates: `unknown member "State"`},
		{request: "PUT " + settingsPath, body: `{"state":true}`, violates: `lacks the member "useBuiltIn"`},
		{request: "PUT " + settingsPath, body: but(settingsBody, "true", "null"), violates: "state must not be null"},
		{request: "PUT " + settingsPath, body: but(settingsBody, "true", `"true"`), violates: "state has the wrong type"},
	})
}

// TestRefusalsOfAccounts sends requests about accounts and their connections that the service
// refuses.
func TestRefusalsOfAccounts(t *testing.T) {
	t.Parallel()
	wantRefusals(t, []refusal{
		{request: "POST " + accountsPath, body: but(accountBody, `"autoScale"`, `"autoscale"`), violates: `unknown member "autoscale"`},
		{request: "POST " + accountsPath, body: but(accountBody, "media1", ""), violates: "resource is not valid"},
		{request: "POST " + accountsPath, body: but(accountBody, "7a1de4f4-", ""), violates: "subscriptionId is not valid"},
		{request: "POST " + accountsPath, body: but(accountBody, "93bd6b47-", ""), violates: "directoryConnection.applicationId is not valid"},
		{
			request: "POST " + accountsPath, body: but(accountBody, `Contract":null`, `Contract":"x"`),
			violates: "accountEncryptionKeyContract has the wrong type",
		},
		{request: "PATCH ~/MediaServices", body: "{}", violates: "changes nothing"},
		{request: "PATCH ~/MediaServices", body: strings.ReplaceAll(mediaBody, missing, "me"), violates: "directoryConnection is not valid"},
		{request: "PATCH ~/MediaServices", body: `{"subscriptionId":"me"}`, violates: "subscriptionId is not a GUID"},
		{request: "PUT ~/ImageModel", body: `{"endpoint":"https://images.example/"}`, violates: "lacks the member"},
		{request: "PUT ~/ImageModel", body: but(imageModelBody, `"t"`, `" "`)},
		{request: "PUT ~/ImageModel", body: but(imageModelBody, "https://images", "images"), errorType: "INVALID_URL"},
		{name: "no image model", prepare: without, request: "GET ~/ImageModel", errorType: "IMAGE_MODEL_ACCOUNT_NOT_FOUND"},
		{name: "no image model to disconnect", prepare: without, request: "DELETE ~/ImageModel", errorType: "IMAGE_MODEL_ACCOUNT_NOT_FOUND"},
		{
			name:    "an account on trial",
			request: "POST /" + mockserver.TrialLocation + "/Accounts", body: accountBody,
			status: 403, errorType: "OPERATION_NOT_SUPPORTED_ON_TRIAL",
		},
		{name: "an image model on trial", request: "GET " + trialPath + "/ImageModel", errorType: "OPERATION_NOT_SUPPORTED_ON_TRIAL"},
		{name: "an image model for trial", request: "PUT " + trialPath + "/ImageModel", body: imageModelBody, errorType: "OPERATION_NOT_SUPPORTED_ON_TRIAL"},
		{name: "an image model no more, on trial", request: "DELETE " + trialPath + "/ImageModel", errorType: "OPERATION_NOT_SUPPORTED_ON_TRIAL"},
		{name: "media services on trial", request: "PATCH " + trialPath + "/MediaServices", body: mediaBody, errorType: "OPERATION_NOT_SUPPORTED_ON_TRIAL"},
	})
}

// TestRefusalsOfBrands sends requests about brands that the service refuses.
func TestRefusalsOfBrands(t *testing.T) {
	t.Parallel()
	wantRefusals(t, []refusal{
		{request: "GET " + brandsPath + "/2147483648", violates: "id is not an int32"},
		{request: "GET " + brandsPath + "/-1", status: 404, errorType: "NOT_FOUND"},
		{request: "PUT " + brandsPath + "/7", body: brandBody, status: 404, errorType: "NOT_FOUND"},
		{request: "DELETE " + brandsPath + "/7", status: 404, errorType: "NOT_FOUND"},
		{request: "PUT " + brandPath, body: but(brandBody, "Aster", "bluefin coffee")},
		{request: "PUT " + brandPath, body: but(brandBody, "Aster", " ")},
		{request: "PUT " + brandPath, body: but(brandBody, "{", `{"id":1001,`), violates: `unknown member "id"`},
		{request: "POST " + brandsPath, body: `{"name":"ASHGROVE"}`, errorType: "ALREADY_EXISTS"},
		{request: "POST " + brandsPath, body: `{"enabled":true}`, violates: `lacks the member "name"`},
		{request: "POST " + brandsPath, body: `{"name":" "}`},
		{
			name: "a name of a brand, in GENERAL", options: options(mockserver.WithDuplicateBrandError(409, "GENERAL")),
			request: "PUT " + brandPath, body: but(brandBody, "Aster", "Corvane"),
			status: 409, errorType: "GENERAL",
		},
		{
			name: "a name of a brand, to the case", options: options(mockserver.WithCaseSensitiveBrandNames()),
			request: "POST " + brandsPath, body: `{"name":"Ashgrove"}`,
			errorType: "ALREADY_EXISTS",
		},
	})
}

// TestRefusalsOfLanguageModels sends requests about language models and their files that the
// service refuses.
func TestRefusalsOfLanguageModels(t *testing.T) {
	t.Parallel()
	wantRefusals(t, []refusal{
		{request: "GET " + modelsPath + "/1", violates: "modelId is not a GUID"},
		{request: "DELETE " + modelPath + "/Files/b", violates: "fileId is not a GUID"},
		{request: "PUT " + filePath + "?fileName=", violates: "fileName is empty"},
		{request: "PUT " + modelPath + "?enable=true", violates: "the body must be multipart/form-data"},
		{request: "POST " + modelsPath + "?modelName=m&language=en-US", body: "{}", violates: "the body must be multipart/form-data"},
		{request: "DELETE " + modelPath + "/Train"},
		{request: "GET " + modelsPath + "/" + missing, status: 404, errorType: "NOT_FOUND"},
		{request: "DELETE " + modelsPath + "/" + missing, status: 404, errorType: "NOT_FOUND"},
		{request: "PUT " + modelsPath + "/" + missing + "/Train", status: 404, errorType: "NOT_FOUND"},
		{request: "DELETE " + modelsPath + "/" + missing + "/Train", status: 404, errorType: "NOT_FOUND"},
		{request: "GET " + modelPath + "/Files/" + missing, status: 404, errorType: "NOT_FOUND"},
		{request: "DELETE " + modelPath + "/Files/" + missing, status: 404, errorType: "NOT_FOUND"},
		{request: "DELETE " + modelsPath + "/" + missing + "/Files/" + fileID, status: 404, errorType: "NOT_FOUND"},
		{
			name: "a training, twice", options: whenTold,
			prepare: func(f *fixture) { f.send("PUT " + modelPath + "/Train").is(200) },
			request: "PUT " + modelPath + "/Train",
		},
		{
			name: "a training without files",
			prepare: func(f *fixture) {
				f.ChangeLanguageModel(account, modelID, func(m *mockserver.LanguageModel) { m.Files[0].Enabled = false })
			},
			request: "PUT " + modelPath + "/Train",
		},
	})
}

// TestRefusalsOfPersons sends requests about person models, persons and faces that the service
// refuses.
func TestRefusalsOfPersons(t *testing.T) {
	t.Parallel()
	defaultID := newFixture(t).PersonModels(account)[0].ID
	wantRefusals(t, []refusal{
		{request: "POST " + personsPath, violates: "name is missing"},
		{request: "POST " + personsPath + "?name=%20"},
		{request: "PUT " + personsPath + "/me?name=b", violates: "personModelId is not a GUID"},
		{request: "GET " + peoplePath + "?pageSize=0", violates: "pageSize is below 1"},
		{request: "GET " + personPath + "/Faces?pageSize=2147483648", violates: "pageSize is not an int32"},
		{request: "GET " + personPath + "/Faces?skip=-1", violates: "skip is below 0"},
		{request: "GET " + personPath + "/Faces?sourceType=Picture", violates: "sourceType has a value that the contract does not list"},
		{request: "GET " + peoplePath + "/me/Faces", violates: "personId is not a GUID"},
		{request: "POST " + personPath + "/Faces", body: `{"urls":[]}`},
		{request: "POST " + personPath + "/Faces", body: `{"urls":["ftp://a.example/1.jpg"]}`},
		{request: "POST " + personsPath + "?name=presenters", errorType: "ALREADY_EXISTS"},
		{request: "PUT " + personsPath + "/" + personModelID + "?name=default", errorType: "ALREADY_EXISTS"},
		{request: "DELETE " + personsPath + "/" + defaultID, errorType: "DEFAULT_PERSON_MODEL_CANNOT_BE_DELETED"},
		{request: "PUT " + personsPath + "/" + missing + "?name=b", status: 404, errorType: "NOT_FOUND"},
		{request: "DELETE " + personsPath + "/" + missing, status: 404, errorType: "NOT_FOUND"},
		{request: "GET " + personsPath + "/" + missing + "/Persons", status: 404, errorType: "NOT_FOUND"},
		{request: "POST " + personsPath + "/" + missing + "/Persons?name=b", status: 404, errorType: "NOT_FOUND"},
		{request: "PUT " + peoplePath + "/" + missing + "?name=b", status: 404, errorType: "NOT_FOUND"},
		{request: "DELETE " + peoplePath + "/" + missing, status: 404, errorType: "NOT_FOUND"},
		{request: "GET " + peoplePath + "/" + missing + "/Faces", status: 404, errorType: "NOT_FOUND"},
		{request: "DELETE " + personPath + "/Faces/none", status: 404, errorType: "NOT_FOUND"},
		{
			name: "a person's name", options: options(mockserver.WithUniquePersonNames()),
			request:   "POST " + peoplePath + "?name=ADA",
			errorType: "PERSON_NAME_NOT_UNIQUE",
		},
		{
			name: "a person's other name", options: options(mockserver.WithUniquePersonNames()),
			prepare: func(f *fixture) {
				f.AddPerson(account, personModelID, mockserver.Person{Name: "Grace"})
			},
			request:   "PUT " + personPath + "?name=grace",
			errorType: "PERSON_NAME_NOT_UNIQUE",
		},
		{
			name: "one picture of two", options: options(mockserver.WithRefusedPictures("large", "INVALID_PICTURE_SIZE")),
			request: "POST " + personPath + "/Faces", body: `{"urls":["https://a.example/1.jpg","https://a.example/large"]}`,
			errorType: "INVALID_PICTURE_SIZE",
		},
	})
}

// TestRefusalsOfProjects sends requests about projects and their renders that the service refuses.
func TestRefusalsOfProjects(t *testing.T) {
	t.Parallel()
	many := strings.Repeat(`{"videoId":"`+videoID+`","range":{"start":"00:00:01","end":"00:01:00"}},`, 101)
	wantRefusals(t, []refusal{
		{request: "POST " + projectPath + "/render", body: "{}", violates: "takes no body"},
		{request: "POST ~/Projects", body: but(projectBody, "Cut", " ")},
		{request: "POST ~/Projects", body: but(projectBody, "00:00:01", "00:02:00")},
		{request: "POST ~/Projects", body: but(projectBody, videoID, "none")},
		{request: "POST ~/Projects", body: `{"name":"Cut","videosRanges":[` + strings.TrimSuffix(many, ",") + `]}`},
		{request: "POST ~/Projects", body: but(projectBody, "videosRanges", "videoRanges"), violates: `unknown member "videoRanges"`},
		{request: "POST ~/Projects", body: but(projectBody, `"00:00:01"`, `"1"`), violates: "the bounds of a range must be hh:mm:ss"},
		{request: "POST ~/Projects/none/render", status: 404, errorType: "BREAKDOWN_NOT_FOUND"},
		{request: "DELETE ~/Projects/none", status: 404, errorType: "NOT_FOUND"},
		{request: "PUT ~/Projects/none", body: projectBody, status: 404, errorType: "BREAKDOWN_NOT_FOUND"},
		{request: "GET ~/Projects/none/Index", status: 404, errorType: "BREAKDOWN_NOT_FOUND"},
		{request: "GET ~/Projects/none/renderoperation", status: 404, errorType: "BREAKDOWN_NOT_FOUND"},
		{request: "GET " + projectPath + "/renderoperation", status: 404, errorType: "PROJECT_RENDER_OPERATION_NOT_FOUND"},
		{request: "PUT " + projectPath + "/renderoperation/cancel", status: 404, errorType: "PROJECT_RENDER_OPERATION_NOT_FOUND"},
		{request: "GET " + projectPath + "/renderedfile/downloadurl", status: 404, errorType: "NOT_FOUND"},
		{
			name: "a project without ranges",
			prepare: func(f *fixture) {
				f.ChangeProject(account, projectID, func(p *mockserver.Project) { p.Ranges = nil })
			},
			request: "POST " + projectPath + "/render",
		},
		{
			name: "a project that is rendering", options: options(mockserver.WithRenderEnd(mockserver.WhenTold())),
			prepare: func(f *fixture) { f.send("POST " + projectPath + "/render").is(202) },
			request: "PUT " + projectPath, body: projectBody,
			status: 409, errorType: "PROJECT_RENDER_IN_PROGRESS",
		},
	})
}

// TestRefusalsOfVideos sends requests about videos and their characters that the service refuses.
func TestRefusalsOfVideos(t *testing.T) {
	t.Parallel()
	wantRefusals(t, []refusal{
		{request: "PUT " + videoPath + "/ReIndex?indexingPreset=default", violates: "indexingPreset has a value"},
		{request: "PUT " + videoPath + "/ReIndex?sourceLanguage=sv-SE", violates: "sourceLanguage has a value"},
		{request: "PUT " + videoPath + "/ReIndex?callbackUrl=ftp%3A%2F%2Fhost%2F", violates: "callbackUrl is not an http or https URL"},
		{request: "PUT " + videoPath + "/ReIndex?privacy=Private", violates: `unknown query parameter "privacy"`},
		{request: "PUT " + videoPath + "/ReIndex?personModelId=", violates: "personModelId is empty"},
		{request: "PUT " + videoPath + "/ReIndex?linguisticModelId=other"},
		{request: "PUT " + videoPath + "/ReIndex?personModelId=other"},
		{request: "PUT " + videoPath + "/ReIndex?animationModelId=other"},
		{request: "GET " + videoPath + "/Captions?language=ar-BH", violates: "language has a value"},
		{request: "GET " + videoPath + "/Captions?format=vtt", violates: "format has a value"},
		{request: "GET " + videoPath + "/Captions?indexId=gone", status: 404, errorType: "NOT_FOUND"},
		{request: "GET " + videoPath + "/Index?language=klingon", violates: "language has a value"},
		{request: "GET ~/Videos?createdAfter=yesterday", violates: "createdAfter is not a time"},
		{request: "PUT ~/Videos/none/ReIndex", status: 404, errorType: "NOT_FOUND"},
		{request: "GET ~/Videos/none/Captions", status: 404, errorType: "NOT_FOUND"},
		{request: "PUT ~/Videos/none/Index/Transcript", body: cue, status: 404, errorType: "NOT_FOUND"},
		{request: "DELETE ~/Videos/none", status: 404, errorType: "NOT_FOUND"},
		{request: "GET ~/Videos/none/SourceFile/DownloadUrl", status: 404, errorType: "NOT_FOUND"},
		{request: "GET ~/Videos/none/Index", status: 404, errorType: "NOT_FOUND"},
		{request: "GET /auth" + accountsPath + "/" + account + "/Videos/none/AccessToken", status: 404, errorType: "NOT_FOUND"},
		{request: "PUT " + but(renamePath, "/1", "/1x"), body: `{"name":"Ann"}`, violates: "characterId is not an int32"},
		{request: "PUT " + but(renamePath, videoID, "none"), body: `{"name":"Ann"}`, errorType: "BREAKDOWN_NOT_FOUND"},
		{request: "PUT " + but(renamePath, "Characters/1", "Characters/3"), body: `{"name":"Ann"}`, errorType: "NOT_FOUND"},
		{request: "PUT " + renamePath, body: `{"name":"unknown 2"}`, errorType: "ALREADY_EXISTS"},
		{request: "PUT " + renamePath, body: `{"name":""}`, errorType: "IMAGE_MODEL_INVALID_TAG_NAME"},
		{request: "PUT " + renamePath, body: `{"name":" Ann"}`, errorType: "IMAGE_MODEL_INVALID_TAG_NAME"},
		{request: "PUT " + renamePath, body: `{"name":"` + strings.Repeat("n", 200) + `"}`, errorType: "IMAGE_MODEL_INVALID_TAG_NAME"},
		{
			name: "no image model for indexing", prepare: without,
			request: "PUT " + videoPath + "/ReIndex?animationModelId=m1",
			status:  404, errorType: "IMAGE_MODEL_ACCOUNT_NOT_FOUND",
		},
		{
			name: "no image model for a name", prepare: without,
			request: "PUT " + renamePath, body: `{"name":"Ann"}`,
			errorType: "IMAGE_MODEL_ACCOUNT_NOT_FOUND",
		},
		{
			name: "a character of no base", prepare: video(func(v *mockserver.Video) { v.Derived = true }),
			request: "PUT " + renamePath, body: `{"name":"Ann"}`,
			errorType: "BREAKDOWN_NOT_FOUND",
		},
		{
			name: "a character without animation", prepare: video(func(v *mockserver.Video) { v.AnimationModelID = "" }),
			request: "PUT " + renamePath, body: `{"name":"Ann"}`,
		},
		{
			name: "a character while indexed", options: whenTold,
			prepare: video(func(v *mockserver.Video) { v.State = mockserver.VideoProcessing }),
			request: "PUT " + renamePath, body: `{"name":"Ann"}`,
		},
		{
			name: "an indexing, twice", options: whenTold,
			prepare: video(func(v *mockserver.Video) { v.State = mockserver.VideoProcessing }),
			request: "PUT " + videoPath + "/ReIndex",
			status:  409, errorType: "VIDEO_ALREADY_IN_PROGRESS",
		},
		{
			name: "an upload that failed", prepare: video(func(v *mockserver.Video) { v.State = mockserver.VideoUploadFailed }),
			request: "PUT " + videoPath + "/ReIndex",
		},
		{
			name: "a transcript after an upload that failed", prepare: video(func(v *mockserver.Video) { v.State = mockserver.VideoUploadFailed }),
			request: "PUT " + videoPath + "/Index/Transcript", body: cue,
		},
		{name: "captions that failed", prepare: video(func(v *mockserver.Video) { v.State = mockserver.VideoFailed }), request: "GET " + videoPath + "/Captions"},
		{
			name: "a source file that is gone", prepare: video(func(v *mockserver.Video) { v.SourceFileGone = 410 }),
			request: "GET " + videoPath + "/SourceFile/DownloadUrl",
			status:  410, errorType: "NOT_FOUND",
		},
		{
			name: "priority on trial", prepare: func(f *fixture) { f.AddVideo(mockserver.TrialAccountID, mockserver.Video{ID: "v"}) },
			request:   "PUT " + trialPath + "/Videos/v/ReIndex?priority=Low",
			errorType: "OPERATION_NOT_SUPPORTED_ON_TRIAL",
		},
	})
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
		"?language=en-US":                    {violates: true},
		"?modelName=%20&language=en-US":      {violates: true},
		"?modelName=m":                       {violates: true},
		"?modelName=m&language=en-us":        {violates: true},
		"?modelName=m&language=sv-SE":        {violates: true},
		"?modelName=twice&language=en-US":    {files: []file{text, text}, violates: true},
		"?modelName=no%20URL&language=en-US": {files: []file{text, {name: "b.txt", url: "hello"}}},
		"?modelName=ftp&language=en-US":      {files: []file{{name: "b.txt", url: "ftp://host/b.txt"}}},
		"?modelName=docx&language=en-US":     {files: []file{{name: "b.txt", url: "https://host/b.docx"}}},
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
