package mockserver_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// responseForm is a response in a form that the contract leaves open.
type responseForm struct {
	options       []mockserver.Option
	request, body string
	// has are parts of the response, in their order.
	has []string
	// lacks is a part that the response does not have; "" for none.
	lacks string
}

// wantForms expects the response to each request in its form.
func wantForms(t *testing.T, forms map[string]responseForm) {
	t.Helper()
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newFixture(t, form.options...).seed()
			b.SetBrandsModelSettings(account, mockserver.BrandsModelSettings{UseBuiltIn: true})
			got := b.send(form.request, form.body).body
			rest := got
			for _, part := range form.has {
				_, after, isFound := strings.Cut(rest, part)
				if !isFound {
					t.Fatalf("%s: the response has not %q, want it in\n%.1000s", form.request, part, rest)
				}
				rest = after
			}
			_, from, isFound := strings.Cut(got, form.lacks)
			if isFound && form.lacks != "" {
				t.Errorf("%s: the response has %q, want it without that: %.300s", form.request, form.lacks, form.lacks+from)
			}
		})
	}
}

// TestFormsOfAccounts expects responses about accounts, their connections and tokens in each form.
func TestFormsOfAccounts(t *testing.T) {
	t.Parallel()
	const userToken = "GET /auth/" + location + "/Users/me/AccessToken"
	wantForms(t, map[string]responseForm{
		"a token, quoted": {request: userToken, has: []string{`"eyJ`, `"`}, lacks: " "},
		"a token, bare":   {options: options(mockserver.WithBareTokens()), request: userToken, has: []string{"\r\n\t eyJ", " \r\n"}, lacks: `"`},
		"an account":      {request: "GET ~", has: []string{`[{"accountType"`, `"mediaResource":"mockmedia"`, `"owners":[{"id":`, `"readers":[]`}},
		"an account, alone": {
			options: options(mockserver.WithAccountAsObject()),
			request: "GET ~",
			has:     []string{`{"accountType"`}, lacks: `[{"accountType"`,
		},
		"an account made": {request: "POST " + accountsPath, body: accountBody, has: []string{`{"accountType"`}, lacks: `[{"accountType"`},
		"an account made, unsaid": {
			options: options(mockserver.WithoutBody(mockserver.CreatePaidAccount)),
			request: "POST " + accountsPath, body: accountBody,
			lacks: "{",
		},
		"a time": {request: "GET ~", has: []string{`"createTime":"2024-03-05T09:30:15.25"`}},
		"a time, otherwise": {
			options: options(mockserver.WithTimeForm(mockserver.TimeForm{Zone: "+00:00", FractionDigits: 7})),
			request: "GET ~",
			has:     []string{`"createTime":"2024-03-05T09:30:15.2500000+00:00"`},
		},
		"an addition": {
			request: "GET ~?includeMediaInfo=true&includeStatistics=true&includeUsage=true",
			has:     []string{`"mediaInfo":{`, `"quotaUsage":{`, `"statistics":{`},
		},
		"no addition":        {request: "GET ~?includeMediaInfo=false&includeUsage=false", lacks: `quotaUsage`},
		"a media connection": {request: "PATCH ~/MediaServices", body: mediaBody, lacks: "{"},
		"an image model": {
			request: "PUT ~/ImageModel", body: imageModelBody,
			has: []string{`{"endpoint":"https://images.example/","predictionResourceId":"/subscriptions/1"}`},
		},
		"an image model, unsaid": {
			options: options(mockserver.WithoutBody(mockserver.ConnectImageModel)),
			request: "PUT ~/ImageModel", body: imageModelBody,
			lacks: "{",
		},
	})
}

// TestFormsOfBrands expects responses about brands and their settings in each form.
func TestFormsOfBrands(t *testing.T) {
	t.Parallel()
	wantForms(t, map[string]responseForm{
		"a brand": {request: "GET " + brandPath, has: []string{`"create":"20`, `"lastModified":"20`, `"tags":["seeded"]`}, lacks: "created"},
		"a brand's time of birth": {
			options: options(mockserver.WithBrandCreatedMember("created")),
			request: "GET " + brandPath,
			has:     []string{`"created":"20`}, lacks: `"create"`,
		},
		"the response to an update": {
			options: options(mockserver.WithoutUpdatedBrandMembers("tags", "enabled")),
			request: "PUT " + brandPath, body: brandBody,
			has: []string{`"name":"Aster"`}, lacks: `tags`,
		},
		"brands": {request: "GET " + brandsPath, has: []string{`[{"accountId"`, `"id":1003`}},
		"brands, in capitals": {
			options: options(mockserver.WithBrandCreatedMember("created"), mockserver.WithCapitalBrandMembers()),
			request: "GET " + brandsPath,
			has:     []string{`[{"AccountId"`, `"Created":"`, `"Id":1003`}, lacks: `"id"`,
		},
		"a brand made": {
			request: "POST " + brandsPath, body: `{"name":"Least"}`,
			has: []string{`"description":"","enabled":true,"id":`, `"referenceUrl":null,"tags":[]`},
		},
		"a brand made, unsaid": {
			options: options(mockserver.WithoutBody(mockserver.CreateBrand)),
			request: "POST " + brandsPath, body: `{"name":"Least"}`,
			lacks: "{",
		},
		"settings": {request: "GET " + settingsPath, has: []string{`{"state":false,"useBuiltIn":true}`}},
		"settings without state": {
			options: options(mockserver.WithSettingsState(mockserver.SettingsStateMissing)),
			request: "GET " + settingsPath,
			has:     []string{`{"useBuiltIn":true}`},
		},
		"settings, always on": {
			options: options(mockserver.WithSettingsState(mockserver.SettingsStateAlwaysTrue)),
			request: "GET " + settingsPath,
			has:     []string{`{"state":true,"useBuiltIn":true}`},
		},
		"settings written": {request: "PUT " + settingsPath, body: settingsBody, has: []string{settingsBody}},
		"settings written, unsaid": {
			options: options(mockserver.WithoutBody(mockserver.UpdateBrandsModelSettings)),
			request: "PUT " + settingsPath, body: settingsBody,
			lacks: "{",
		},
	})
}

// TestFormsOfLanguageModels expects responses about language models in each form.
func TestFormsOfLanguageModels(t *testing.T) {
	t.Parallel()
	wantForms(t, map[string]responseForm{
		"models": {
			request: "GET " + modelsPath,
			has:     []string{`"files":[{`, `"hasCrisEdits":false,"id":"` + modelID + `","isAutoGeneratedModel":false,"language":"en-US"`},
		},
		"models without files": {
			options: options(mockserver.WithListedFiles(mockserver.FilesAbsent)),
			request: "GET " + modelsPath,
			has:     []string{`"language"`}, lacks: "files",
		},
		"models with null": {
			options: options(mockserver.WithListedFiles(mockserver.FilesNull)),
			request: "GET " + modelsPath,
			has:     []string{`"files":null`},
		},
		"a model in full": {options: options(mockserver.WithListedFiles(mockserver.FilesNull)), request: "GET " + modelPath, has: []string{`"files":[{`}},
	})
}

// TestFormsOfPersons expects responses about persons and faces in each form.
func TestFormsOfPersons(t *testing.T) {
	t.Parallel()
	const face = `{"id":"f1","sourceType":"UploadedVideo","sourceVideoId":"v1","state":"Ok"}`
	wantForms(t, map[string]responseForm{
		"faces": {request: "GET " + personPath + "/Faces", has: []string{`{"pageSize":1,"results":[` + face + `],"skip":0,"totalCount":1}`}},
		"faces alone": {
			options: options(mockserver.WithFacesAsArray()),
			request: "GET " + personPath + "/Faces",
			has:     []string{`[` + face + `]`}, lacks: "results",
		},
		"persons":              {request: "GET " + peoplePath, has: []string{`"pageSize":25,"results":[{"id":"` + personID}, lacks: "totalCount"},
		"persons with a total": {options: options(mockserver.WithPersonsTotal()), request: "GET " + peoplePath, has: []string{`"totalCount":1`}},
	})
}

// TestFormsOfProjects expects responses about projects and videos in each form.
func TestFormsOfProjects(t *testing.T) {
	t.Parallel()
	wantForms(t, map[string]responseForm{
		"ranges": {
			request: "GET " + projectPath + "/Index",
			has:     []string{`"videosRanges":[{"range":{"end":"00:01:00.5","start":"00:00:01"},"videoId":"`},
		},
		"ranges, otherwise": {
			options: options(mockserver.WithProjectRangesMember("videoRanges"), mockserver.WithRangeFractions()),
			request: "GET " + projectPath + "/Index",
			has:     []string{`"videoRanges":[{"range":{"end":"00:01:00.5000000","start":"00:00:01.0000000"}`}, lacks: "videosRanges",
		},
		"a source file": {request: "GET " + videoPath + "/SourceFile/DownloadUrl", has: []string{`"https://media.videoindexer.example/`}},
	})
}

// TestFormsOfErrors expects errors in each form.
func TestFormsOfErrors(t *testing.T) {
	t.Parallel()
	wantForms(t, map[string]responseForm{
		"an error": {request: "GET " + modelsPath + "/" + missing, has: []string{`{"ErrorType":"NOT_FOUND","Message":`}},
		"an error, in lower case": {
			options: options(mockserver.WithLowerErrorMembers()),
			request: "GET " + modelsPath + "/" + missing,
			has:     []string{`{"errorType":"NOT_FOUND","message":`},
		},
		"an error of 17": {request: "PUT " + brandsPath + "/7", body: brandBody, has: []string{`{"errorType":"NOT_FOUND","message":`}},
		"an error of 1": {
			request: "GET /auth" + accountsPath + "/" + account + "/Projects/none/AccessToken",
			has:     []string{`{"errorType":"BREAKDOWN_NOT_FOUND","message":`},
		},
	})
}
