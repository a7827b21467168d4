package mockserver_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func TestUnknownRoutes(t *testing.T) {
	t.Parallel()
	for _, a := range []ask{
		{method: "GET", path: "/"},
		{method: "GET", path: "/" + location + "/accounts"},
		{method: "GET", path: "/" + location + "/Accounts/"},
		{method: "POST", path: "~"},
		{method: "GET", path: "~/Customization/Brands"},
		{method: "PATCH", path: "~/Customization/Brands/1001"},
		{method: "GET", path: "//Accounts"},
		{method: "GET", path: "~/Customization/Brands%2F1001"},
	} {
		b := newBench(t)
		a.token = b.read()
		refusal := b.do(a)
		refusal.is(404)
		refusal.notFromService("has no operation " + a.method)
		b.expectViolations("unknown route")
		equal(t, "endpoint", b.Requests()[0].Endpoint, 0)
	}
}

func TestBasePath(t *testing.T) {
	t.Parallel()
	b := newBench(t, mockserver.BasePath("/api/v/"))
	b.do(ask{method: "GET", path: "/api/v/auth/" + location + "/Users/me/AccessToken"}).is(200)
	refusal := b.do(ask{method: "GET", path: "/auth/" + location + "/Users/me/AccessToken"})
	refusal.is(404)
	refusal.notFromService("is not below the base path /api/v ")
}

func TestPathValuesArriveAsMeant(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	const id = "a/../b?c d%2F+é"
	b.AddProject(account, mockserver.Project{ID: id})
	const escaped = "a%2F..%2Fb%3Fc%20d%252F+%C3%A9"
	b.do(ask{method: "GET", path: "/auth/" + location + "/Accounts/" + account + "/Projects/" + escaped + "/AccessToken"}).is(200)
	equal(t, "path", b.Requests()[0].Path, "/auth/"+location+"/Accounts/"+account+"/Projects/"+escaped+"/AccessToken")
}

func TestInputThatTheContractDoesNotAllow(t *testing.T) {
	t.Parallel()
	const json = `{"state":true,"useBuiltIn":false}`
	for name, tc := range map[string]struct {
		ask  ask
		says string
	}{
		"account id":        {ask{method: "GET", path: "/" + location + "/Accounts/mine"}, "accountId is not a GUID"},
		"brand id":          {ask{method: "GET", path: "~/Customization/Brands/2147483648"}, "id is not an int32"},
		"model id":          {ask{method: "DELETE", path: "~/Customization/Language/1/Files/" + missing}, "modelId is not a GUID"},
		"unknown parameter": {ask{method: "GET", path: "~?includeusage=true"}, `unknown query parameter "includeusage"`},
		"parameter twice":   {ask{method: "GET", path: "~?includeUsage=true&includeUsage=true"}, "twice"},
		"malformed query":   {ask{method: "GET", path: "~?includeUsage=%zz"}, "malformed query"},
		"boolean":           {ask{method: "GET", path: "~?includeUsage=yes"}, "includeUsage is not a boolean"},
		"body of a GET":     {ask{method: "GET", path: "~", body: "x"}, "takes no body"},
		"content type":      {ask{method: "PUT", path: "~/Customization/BrandsModelSettings", body: json, header: map[string]string{"Content-Type": "text/plain"}}, "application/json"},
		"no content type":   {ask{method: "PUT", path: "~/Customization/Brands/1001", body: json}, "application/json"},
		"no form":           {ask{method: "POST", path: "~/Customization/Language?modelName=m&language=en-US", body: json, header: map[string]string{"Content-Type": "application/json"}}, "multipart/form-data"},
		"not an object":     {ask{method: "PUT", path: "~/Customization/BrandsModelSettings", body: "[]"}, "not a JSON object"},
		"null":              {ask{method: "PUT", path: "~/Customization/BrandsModelSettings", body: "null"}, "not a JSON object"},
		"more than one":     {ask{method: "PUT", path: "~/Customization/BrandsModelSettings", body: json + json}, "not a JSON object"},
		"unknown member":    {ask{method: "PUT", path: "~/Customization/BrandsModelSettings", body: `{"state":true,"useBuiltIn":false,"x":1}`}, `unknown member "x"`},
		"member case":       {ask{method: "PUT", path: "~/Customization/BrandsModelSettings", body: `{"State":true,"useBuiltIn":false}`}, `unknown member "State"`},
		"missing member":    {ask{method: "PUT", path: "~/Customization/BrandsModelSettings", body: `{"state":true}`}, `lacks the member "useBuiltIn"`},
		"null member":       {ask{method: "PUT", path: "~/Customization/BrandsModelSettings", body: `{"state":true,"useBuiltIn":null}`}, "useBuiltIn must not be null"},
		"member type":       {ask{method: "PUT", path: "~/Customization/BrandsModelSettings", body: `{"state":"true","useBuiltIn":false}`}, "state has the wrong type"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, mockserver.ErrorMembers(mockserver.MembersCapitalised))
			tc.ask.token = b.write()
			if strings.HasSuffix(tc.ask.path, "/mine") {
				tc.ask.token = b.AccountToken(location, "mine", true)
			}
			b.do(tc.ask).fails(400, "INVALID_INPUT")
			b.expectViolations(tc.says)
			equal(t, "settings", b.BrandsModelSettings(account), mockserver.BrandsModelSettings{State: true, UseBuiltIn: true})
		})
	}
}

func TestErrorMembersByEndpoint(t *testing.T) {
	t.Parallel()
	for _, op := range operations {
		b := newBench(t)
		got := b.do(ask{method: op.method, path: op.path, token: "none"}).is(401)
		want := "ErrorType Message"
		if op.number == 17 {
			want = "errorType message"
		}
		equal(t, fmt.Sprintf("members of %d", op.number), keys(got.object()), want)
	}
	b := newBench(t)
	got := b.do(ask{method: "GET", path: "/auth/" + location + "/Accounts/" + account + "/Projects/none/AccessToken"}).is(404)
	equal(t, "error of 1", got.object()["errorType"], any("BREAKDOWN_NOT_FOUND"))
	for form, want := range map[mockserver.MemberCase]string{
		mockserver.MembersLower: "errorType message", mockserver.MembersCapitalised: "ErrorType Message",
	} {
		b := newBench(t, mockserver.ErrorMembers(form))
		for _, path := range []string{"/auth/" + location + "/Accounts/" + account + "/Projects/none/AccessToken", "~"} {
			equal(t, "members", keys(b.do(ask{method: "GET", path: path}).object()), want)
		}
	}
}

func TestMissingAccount(t *testing.T) {
	t.Parallel()
	for _, op := range operations[2:] {
		t.Run(fmt.Sprint(op.number), func(t *testing.T) {
			t.Parallel()
			b := newBench(t, mockserver.ErrorMembers(mockserver.MembersCapitalised))
			a := ask{method: op.method, path: op.path, token: b.write(), header: map[string]string{}}
			switch op.number {
			case 9:
				a.header["Content-Type"], a.body = "text/vtt", "00:00:00.000 --> 00:00:01.000\nx\n"
			case 10, 17, 18:
				a.header["Content-Type"], a.body = "application/json", "{}"
			case 13:
				a.token = b.VideoToken(location, account, "v", false)
			case 19, 20:
				a.body, a.header = form(t)
			}
			b.RemoveAccount(account)
			status, errorType := 404, "ACCOUNT_NOT_FOUND"
			switch op.number {
			case 5:
				status = 400
			case 14:
				errorType = "BREAKDOWN_NOT_FOUND"
			}
			b.do(a).fails(status, errorType)
			b.expectViolations()
		})
	}
}

func TestRequestIDs(t *testing.T) {
	t.Parallel()
	send := func(b *bench, id string) answered {
		return b.do(ask{method: "GET", path: "~", token: b.read(), header: map[string]string{"x-ms-client-request-id": id}})
	}
	b := newBench(t)
	first, second := send(b, missing), send(b, account)
	b.expectViolations()
	if id := first.header.Get("x-ms-request-id"); id == "" || id == second.header.Get("x-ms-request-id") {
		t.Errorf("x-ms-request-id %q, and then again", id)
	}
	b.ResetRequests()
	b.Script(mockserver.Fault{Do: mockserver.Status(500)})
	send(b, missing)
	b.expectViolations("was used before")
	equal(t, "recorded", b.Requests()[0].RequestID, missing)
	send(b, "request-1")
	b.expectViolations("was used before", "is not a UUID")

	named := send(newBench(t, mockserver.RequestIDHeader("apim-request-id")), missing)
	if named.header.Get("apim-request-id") == "" || named.header.Get("x-ms-request-id") != "" {
		t.Errorf("headers %v", named.header)
	}
}

func TestRecorder(t *testing.T) {
	t.Parallel()
	var heard []mockserver.Request
	var mu sync.Mutex
	b := newBench(t, mockserver.OnRequest(func(r mockserver.Request) {
		mu.Lock()
		defer mu.Unlock()
		heard = append(heard, r)
	}))
	const body = `{"state":false,"useBuiltIn":false}`
	b.do(ask{method: "PUT", path: "~/Customization/BrandsModelSettings", token: b.write(), body: body, header: map[string]string{"X-Mine": "1"}}).is(200)
	b.do(ask{method: "GET", path: "~?includeUsage=true", token: b.read()}).is(200)
	got := b.Requests()
	if len(got) != 2 {
		t.Fatalf("%d requests", len(got))
	}
	sum := sha256.Sum256([]byte(body))
	put := got[0]
	equal(t, "request", []any{put.Seq, put.Endpoint, put.Method, put.Status, put.BodySize, put.BodySHA256, put.Header.Get("X-Mine"), put.Fault},
		[]any{1, 18, "PUT", 200, int64(len(body)), hex.EncodeToString(sum[:]), "1", ""})
	equal(t, "query", got[1].Query, "includeUsage=true")
	equal(t, "path", got[1].Path, "/"+location+"/Accounts/"+account)
	if got[0].Connection == "" || got[0].Connection != got[1].Connection {
		t.Errorf("connections %q and %q, want one", got[0].Connection, got[1].Connection)
	}
	equal(t, "count", []int{b.Count(18), b.Count(5), b.Count(3)}, []int{1, 1, 0})
	await(t, func() bool {
		mu.Lock()
		defer mu.Unlock()
		return len(heard) == 2 && heard[0].Status == 200
	})
	b.ResetRequests()
	equal(t, "after reset", len(b.Requests()), 0)
}

func TestConcurrentUse(t *testing.T) {
	t.Parallel()
	b := newBench(t, mockserver.RequestLimits(1_000_000, 0))
	b.Chaos(1, mockserver.Rates{TooMany: 0.2, InternalError: 0.2})
	token := b.write()
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 20 {
				_, _ = b.try(ask{method: "GET", path: fmt.Sprintf("~/Customization/Brands/%d", 1001+i%3), token: token})
				b.ChangeBrand(account, 1001, func(brand *mockserver.Brand) { brand.Tags = append(brand.Tags, "x") })
				_ = b.State()
			}
		})
	}
	wg.Wait()
	equal(t, "requests", b.Count(16), 160)
	brand, _ := b.Brand(account, 1001)
	equal(t, "tags", len(brand.Tags), 161)
}

func TestCallersKeepNothingOfTheStore(t *testing.T) {
	t.Parallel()
	b := newBench(t)
	brand, _ := b.Brand(account, 1001)
	brand.Tags[0], *brand.ReferenceURL = "changed", "changed"
	again, _ := b.Brand(account, 1001)
	if again.Tags[0] == "changed" || *again.ReferenceURL == "changed" {
		t.Errorf("a copy shares its values with the store: %+v", again)
	}
	if _, ok := b.Brand(account, 7); ok {
		t.Error("a brand that does not exist was found")
	}
	if _, ok := b.Account(missing); ok {
		t.Error("an account that does not exist was found")
	}
}
