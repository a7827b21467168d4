package mockserver_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestUnknownRoutes proves that a path beside all operations is a violation, and one beside the
// base path says so.
func TestUnknownRoutes(t *testing.T) {
	t.Parallel()
	for _, request := range []string{
		"GET /", "GET /" + location + "/accounts", "GET " + accountsPath + "/", "POST ~", "PATCH " + brandPath, "GET //Accounts",
		"GET " + strings.Replace(brandPath, "/1001", "%2F1001", 1),
	} {
		b := newFixture(t)
		got := b.send(request).is(404)
		check.Equal(t, "message statusCode", keys(got.object()), "members")
		b.wantViolations("unknown route")
		check.Equal(t, mockserver.Operation(""), b.Requests()[0].Operation, "operation")
	}
	b := newFixture(t, mockserver.WithBasePath("/api/v/"))
	b.send("GET /api/v/auth/" + location + "/Users/me/AccessToken").is(200)
	message, _ := b.send("GET /auth/" + location + "/Users/me/AccessToken").is(404).object()["message"].(string)
	const want = "is not below the base path /api/v "
	check.Contains(t, want, message, "the message")
	b.wantViolations("unknown route")
}

// An id with every character that a path escapes finds its object.
func TestPathValuesArriveAsMeant(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	const id = "a/../b?c d%2F+é"
	b.AddProject(account, mockserver.Project{ID: id})
	const path = "/auth" + accountsPath + "/" + account + "/Projects/a%2F..%2Fb%3Fc%20d%252F+%C3%A9/AccessToken"
	b.send("GET " + path).is(200)
	check.Equal(t, path, b.Requests()[0].Path, "path")
}

// TestBodiesOfOtherKinds sends bodies with wrong content types, or none.
func TestBodiesOfOtherKinds(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ request, contentType, violates string }{
		{"PUT " + settingsPath, "text/plain", "application/json"},
		{"PUT " + brandPath, "", "application/json"},
		{"POST " + modelsPath + "?modelName=m&language=en-US", "application/json", "multipart/form-data"},
		{"PUT " + videoPath + "/Index/Transcript", "text/plain", "text/vtt"},
	} {
		b := newFixture(t)
		method, path, _ := strings.Cut(test.request, " ")
		b.do(ask{method: method, path: path, body: settingsBody, header: map[string]string{"Content-Type": test.contentType}}).fails(400, "INVALID_INPUT")
		b.wantViolations(test.violates)
	}
	newFixture(t).do(ask{method: "PUT", path: settingsPath, body: settingsBody, header: map[string]string{"Content-Type": ""}}).is(200)
}

// TestMissingAccount proves the status and type of each operation when its account is gone.
func TestMissingAccount(t *testing.T) {
	t.Parallel()
	for _, op := range operations {
		if op.scopes == "user" {
			continue
		}
		b := newFixture(t)
		method, path, _ := strings.Cut(op.request, " ")
		a := ask{method: method, path: path}
		switch op.operation {
		case mockserver.UpdateTranscript:
			a.body = cue
		case mockserver.RenameAnimationCharacter, mockserver.UpdateBrand, mockserver.UpdateBrandsModelSettings, mockserver.CreateBrand,
			mockserver.AddFace, mockserver.UpdateMediaConnection, mockserver.ConnectImageModel, mockserver.CreateProject,
			mockserver.UpdateProject:
			a.body = "{}"
		case mockserver.GetInsightsWidget:
			a.token = b.VideoToken(location, account, "v", mockserver.Read)
		case mockserver.CreateLanguageModel, mockserver.UpdateLanguageModel:
			a.body, a.header = form(t)
		}
		b.RemoveAccount(account)
		status := 404
		errorType := "ACCOUNT_NOT_FOUND"
		switch op.operation {
		case mockserver.GetAccount: // which has a status of its own
			status = 400
		case mockserver.RenderProject: // which has a type of its own
			errorType = "BREAKDOWN_NOT_FOUND"
		}
		b.do(a).fails(status, errorType)
	}
}

// TestRequestIDs gives each response an id, and requires a fresh UUID of each request.
func TestRequestIDs(t *testing.T) {
	t.Parallel()
	send := func(f *fixture, id string) answered {
		return f.do(ask{method: "GET", path: "~", header: map[string]string{"x-ms-client-request-id": id}})
	}
	b := newFixture(t)
	first := send(b, missing)
	second := send(b, account)
	id := first.header.Get("x-ms-request-id")
	if id == "" || id == second.header.Get("x-ms-request-id") {
		t.Errorf("x-ms-request-id %q, want one for each response", id)
	}
	b.ResetRequests()
	b.Script(mockserver.Fault{Do: mockserver.Status(500)})
	send(b, missing)
	check.Equal(t, missing, b.Requests()[0].RequestID, "recorded")
	send(b, "request-1")
	b.wantViolations("was used before", "is not a UUID")
}

// TestRecorder proves what is recorded of a request and its response, and that the hook receives
// the same.
func TestRecorder(t *testing.T) {
	t.Parallel()
	var requests []mockserver.Request
	var mu sync.Mutex
	b := newFixture(t, mockserver.WithRequestHook(func(r mockserver.Request) {
		mu.Lock()
		defer mu.Unlock()
		requests = append(requests, r)
	}))
	b.do(ask{method: "PUT", path: settingsPath, body: settingsBody, header: map[string]string{"X-Mine": "1"}}).is(200)
	b.send("GET ~?includeUsage=true").is(200)
	got := b.Requests()
	if len(got) != 2 {
		t.Fatalf("%d requests are recorded, want 2", len(got))
	}
	put := got[0]
	check.Equal(t, []any{1, mockserver.UpdateBrandsModelSettings, "PUT", 200, int64(len(settingsBody)), "1", ""}, []any{put.Seq, put.Operation, put.Method, put.Status, put.BodySize, put.Header.Get("X-Mine"), put.Fault}, "the first request")
	check.Equal(t, accountsPath+"/"+account+"?includeUsage=true", got[1].Path+"?"+got[1].Query, "the second")
	check.Equal(t, 1, b.Count(mockserver.UpdateBrandsModelSettings), "the count of updates")
	check.Equal(t, 1, b.Count(mockserver.GetAccount), "the count of reads")
	check.Equal(t, 0, b.Count(mockserver.ListAccounts), "the count of lists")
	await(t, "OnRequest has both requests", func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(requests) == 2 && requests[0].Status == 200
	})
	b.ResetRequests()
	check.Equal(t, 0, len(b.Requests()), "after reset")
}

// TestTimesGrow changes objects while the clock stands still. Each change gives an object a later
// time.
func TestTimesGrow(t *testing.T) {
	t.Parallel()
	rename := func(f *fixture) { f.ChangeVideo(account, videoID, func(v *mockserver.Video) { v.Name = "Renamed" }) }
	sends := func(request string, body ...string) func(*fixture) {
		return func(f *fixture) { f.send(request, body...) }
	}
	for name, test := range map[string]struct {
		list, member string
		changes      []func(*fixture)
	}{
		"brands": {"GET " + brandsPath, "lastModified", []func(*fixture){
			sends("PUT "+brandPath, brandBody), sends("PUT "+brandPath, brandBody),
			func(f *fixture) { f.ChangeBrand(account, 1001, func(*mockserver.Brand) {}) },
		}},
		"persons": {"GET " + peoplePath, "lastModified", []func(*fixture){
			sends("PUT " + personPath + "?name=Grace"), sends("POST "+personPath+"/Faces", `{"urls":["https://a.example/1.jpg"]}`),
			sends("DELETE " + personPath + "/Faces/f1"),
			func(f *fixture) { f.ChangePerson(account, personModelID, personID, func(*mockserver.Person) {}) },
		}},
		"projects": {"GET ~/Projects", "lastModified", []func(*fixture){
			sends("PUT "+projectPath, projectBody), sends("PUT "+projectPath, projectBody),
			func(f *fixture) { f.ChangeProject(account, projectID, func(*mockserver.Project) {}) },
		}},
		"videos": {"GET ~/Videos", "lastModified", []func(*fixture){
			sends(reindex), sends("PUT "+videoPath+"/Index/Transcript?language=de-DE", cue), sends("PUT "+videoPath+"/Index/Transcript", cue),
			sends("PUT "+renamePath, `{"name":"Ann"}`), rename,
		}},
		"indexings": {"GET ~/Videos", "lastIndexed", []func(*fixture){sends(reindex), sends("PUT "+videoPath+"/Index/Transcript", cue)}},
	} {
		b := newFixture(t, mockserver.WithClock(newClock().Now)).seed()
		last := ""
		for i, change := range append([]func(*fixture){func(*fixture) {}}, test.changes...) {
			change(b)
			now, _ := b.send(test.list).is(200).each(test.member)[0].(string)
			if now <= last {
				t.Errorf("%s: %s after change %d is %q, want a time after %q", name, test.member, i, now, last)
			}
			last = now
		}
	}
}

// TestListAccounts lists the accounts of the user in a location, with tokens that allow what was
// asked for.
func TestListAccounts(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	everywhere := newFixture(t, mockserver.WithAccountsOfAllLocations())
	for _, b := range []*fixture{b, everywhere} {
		b.AddFurtherAccounts(location, 2)
		b.AddAccount(mockserver.Account{ID: missing, Location: location, OfAnotherUser: true})
	}
	const (
		second = mockserver.SecondAccountID
		trial  = mockserver.TrialAccountID
	)
	check.Equal(t, []any{account, second}, b.send("GET "+accountsPath).each("id"), "accounts")
	check.Equal(t, []any{trial}, b.send("GET /"+mockserver.TrialLocation+"/Accounts").each("id"), "of another location")
	check.Equal(t, []any{account, second, trial}, everywhere.send("GET "+accountsPath).each("id"), "of every location")
	const members = `[{"accountType":"Paid","id":`
	check.Equal(t, members, b.send("GET " + accountsPath).body[:len(members)], "members")
	check.Equal(t, []any{nil, nil}, b.send("GET "+accountsPath).each("accessToken"), "tokens not asked for")

	list := ask{
		method: "GET", path: accountsPath + "?generateAccessTokens=true", token: b.UserToken(location, mockserver.Read),
	}
	read, _ := b.do(list).is(200).each("accessToken")[0].(string)
	list.path += "&allowEdit=true"
	b.do(list).fails(401, "USER_NOT_ALLOWED")
	list.token = b.UserToken(location, mockserver.Write)
	write, _ := b.do(list).is(200).each("accessToken")[0].(string)
	for token, status := range map[string]int{read: 401, write: 200} {
		b.do(ask{method: "GET", path: "~", token: token}).is(200)
		b.do(ask{method: "PUT", path: settingsPath, body: settingsBody, token: token}).is(status)
	}
}

// Ids differ from seed to seed. Scenarios show that ids follow from names, and are not used again.
func TestIDsFollowFromSeeds(t *testing.T) {
	t.Parallel()
	id := func(opts ...mockserver.Option) any {
		return newFixture(t, opts...).send("POST "+brandsPath, brandBody).is(201).object()["id"]
	}
	first := id()
	second := id(mockserver.WithSeed(2))
	if first == second {
		t.Errorf("under two seeds, the id of a new brand is %v, want another one", first)
	}
}
