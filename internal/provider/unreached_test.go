package provider_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// wrongCredentials lists provider arguments that reach nothing of any account, with what the error
// must say.
var wrongCredentials = map[string]struct {
	provider    acctest.Values
	says        string
	isOfAccount bool // it matters only to what belongs to an account
}{
	"a wrong key":      {acctest.Values{"subscription_key": "another"}, "Check subscription_key (VIDEOINDEXER_SUBSCRIPTION_KEY)", false},
	"a wrong location": {acctest.Values{"location": "elsewhere"}, "cannot use this account", true},
	"a wrong account":  {acctest.Values{"account_id": testAccount}, "cannot use this account", true},
}

// TestPlanProvesTheAccount plans the create of every resource with credentials that reach nothing:
// an error of the plan.
func TestPlanProvesTheAccount(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		for mistake, credentials := range wrongCredentials {
			if fixtures.All[name].IsAccount && credentials.isOfAccount {
				continue // any location may be a paid region
			}
			server := seededServer(t)
			plan := server.Protocol(t, provided(t, name, credentials.provider)).Instance(name).Plan(t.Context(), configuration)
			errors := acctest.Texts(acctest.Errors(plan.Diagnostics))
			if len(errors) != 1 || !strings.Contains(errors[0], credentials.says) {
				t.Errorf("%s: want one error that has %q. Got: %v", mistake, credentials.says, errors)
			}
			check.Equal(t, 0, server.Writes(), "%s: writes of the plan", mistake)
		}
	})
}

// TestChangeProvesTheAccount plans a change of every resource without a refresh, with a key that
// was good at the create.
func TestChangeProvesTheAccount(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		server := seededServer(t)
		instance := created(t, server.Protocol(t, provided(t, name, nil)), name, configuration)
		instance.Protocol = server.Protocol(t, provided(t, name, wrongCredentials["a wrong key"].provider))
		plan := instance.Plan(t.Context(), configuration.With(fixtures.All[name].Changes))
		if !plan.IsUpdate {
			t.Fatalf("the plan of a change: want an update, got: %v", plan)
		}
		acctest.MustSay(t, plan.Diagnostics, acctest.Failure, wrongCredentials["a wrong key"].says)
		instance.Protocol = server.Protocol(t, provided(t, name, wrongCredentials["a wrong key"].provider))
		server.ResetRequests()
		plan = instance.Plan(t.Context(), configuration)
		acctest.MustSayNothing(t, plan.Diagnostics)
		check.Equal(t, 0, len(server.Requests()), "requests, with nothing to change")
	})
}

// TestErrorIsShared refreshes every resource twice with a key that is no longer good, and plans its
// create: the first error is the whole report, and the others, which send nothing, are one line.
func TestErrorIsShared(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		server := seededServer(t)
		extended := acctest.Values{"extended_operations": true}
		instance := created(t, server.Protocol(t, extended), name, configuration)
		protocol := server.Protocol(t, extended.With(wrongCredentials["a wrong key"].provider))
		instance.Protocol = protocol
		first := instance.Refresh(t.Context())
		if fixtures.All[name].IsNotShown {
			video := fixtures.All["videoindexer_video"].Arguments
			first = protocol.Instance("videoindexer_video").Plan(t.Context(), video).Diagnostics
		}
		acctest.MustSay(t, first, acctest.Failure, wrongCredentials["a wrong key"].says)
		if fixtures.All[name].IsAccount { // its create belongs to no account
			plan := protocol.Instance(name).Plan(t.Context(), configuration)
			acctest.MustSay(t, plan.Diagnostics, acctest.Failure, wrongCredentials["a wrong key"].says)
		}
		server.ResetRequests()
		calls := map[string][]*tfprotov6.Diagnostic{
			"plan": protocol.Instance(name).Plan(t.Context(), configuration).Diagnostics,
		}
		if !fixtures.All[name].IsNotShown {
			calls["refresh"] = instance.Refresh(t.Context())
		}
		for call, diags := range calls {
			again := acctest.Texts(acctest.Errors(diags))
			isOneLine := len(again) == 1 && !strings.Contains(again[0], "\n")
			if !isOneLine || !strings.Contains(again[0], "Did not try to") {
				t.Errorf("the second %s: want one error in a line that it was not tried. Got: %v", call, again)
			}
		}
		check.Equal(t, 0, len(server.Requests()), "requests after the first error")
	})
}

// TestChangedDefaultMovesNothing changes the provider's account, or its location, under an object:
// the plan of the configuration is an error that names both accounts, and writes nothing. A refresh
// and a destroy go to the account of the state, and the destroy of a tainted object refuses. A
// default that is not known keeps what the state says.
func TestChangedDefaultMovesNothing(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, config acctest.Values) {
		for argument, other := range map[string]string{"account_id": mockserver.SecondAccountID, "location": "elsewhere"} {
			if fixtures.All[name].IsAccount && argument == "account_id" {
				continue // which is another account than the provider's
			}
			server := seededWithOthers(t)
			process := func(value any) *acctest.Protocol {
				settings := acctest.Values{"extended_operations": true}
				if value != nil {
					settings[argument] = value
				}
				return server.Protocol(t, settings)
			}
			here := created(t, process(nil), name, config)
			server.ResetRequests()

			here.Protocol = process(unknownOf(tftypes.String))
			plan := here.MustPlan(config)
			if plan.IsReplacement {
				t.Errorf("unknown %s: planned as a replacement, want an update", argument)
			}
			here.Protocol = process(other)
			acctest.MustSucceed(t, here.Refresh(t.Context()))
			errors := acctest.Errors(here.Plan(t.Context(), config).Diagnostics)
			if len(errors) != 1 || !strings.HasSuffix(errors[0].Summary, "in another account than the provider's") {
				t.Fatalf("other %s: want one error of the other account. Got: %v", argument, acctest.Texts(errors))
			}
			for _, part := range []string{here.Texts()[argument], other, "VIDEOINDEXER_ACCOUNT_ID", "destroy = false"} {
				check.Contains(t, part, errors[0].Detail, "other %s: the error", argument)
			}

			tainted := *here
			tainted.Protocol = process(other)
			tainted.Object.IsTainted = true
			plan = tainted.Plan(t.Context(), config)
			if len(acctest.Errors(plan.Diagnostics)) == 0 { // it may not find there what it would adopt
				tainted.Protocol = process(other)
				acctest.MustSay(t, tainted.ApplyDestroy(t.Context(), plan), acctest.Failure, "in another account than the provider's")
			}
			check.Equal(t, 0, server.Writes(), "other %s: writes", argument)
			check.Equal(t, true, tainted.Exists(), "other %s: the state has the tainted object", argument)

			server.ResetRequests()
			here.Protocol = process(other)
			destroy := here.Plan(t.Context(), nil)
			if config["deletion_policy"] != "prevent" {
				acctest.MustSucceed(t, destroy.Diagnostics)
				acctest.MustSucceed(t, here.Apply(t.Context(), destroy))
			}
			for _, r := range server.Requests() {
				if strings.Contains(r.Path, "/"+other+"/") {
					t.Errorf("other %s: sent %s %s, want no request of that account", argument, r.Method, r.Path)
				}
			}
		}
	})
}

// TestWrongEndpoint points the provider at servers of every kind that are not the service, or at a
// wrong address of it: the error names the address and the argument, and says what is wrong with it
// where that can be seen. A refresh keeps the state as it was, whatever is answered.
func TestWrongEndpoint(t *testing.T) {
	t.Parallel()
	started := func(server *httptest.Server) string {
		t.Cleanup(server.Close)
		return server.URL
	}
	answering := func(status int, body string) string {
		return started(httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		})))
	}
	const page = "<html><head><title>Portal</title></head><body><h1>Welcome</h1></body></html>"
	const foreign, before = "Another server has probably answered", "Check the provider's endpoint"
	const lacking = "no such operation at this address"
	quiet := httptest.NewUnstartedServer(http.NotFoundHandler())
	quiet.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	quiet.StartTLS()
	refusing := answering(http.StatusNotImplemented, `{"ErrorType":"GENERAL","Message":"what?"}`)
	elsewhere := http.RedirectHandler("https://portal.example/login", http.StatusFound)
	secure := started(quiet)
	redirect := started(httptest.NewServer(elsewhere))
	prefixed := mockserver.New(mockserver.WithBasePath("/api"))
	mock := started(httptest.NewServer(prefixed))
	for name, test := range map[string]struct {
		endpoint string
		says     []string
	}{
		"a page of another site":  {answering(http.StatusNotFound, page), []string{" was 404, in another format than the service's errors: Portal Welcome", foreign, before}},
		"another API":             {answering(http.StatusNotFound, `{"error":"no such resource"}`), []string{"no such resource", foreign, before}},
		"a site that has a page":  {answering(http.StatusOK, page), []string{"this is a web page", foreign, before}},
		"an API with another 200": {answering(http.StatusOK, `{"hello":"world"}`), []string{"this is not a token", foreign, before}},
		"an empty 200":            {answering(http.StatusOK, ""), []string{"the token is empty", foreign, before}},
		"a method that is not":    {answering(http.StatusMethodNotAllowed, page), []string{" was 405", foreign, before}},
		"not implemented":         {refusing, []string{"501 GENERAL: what?", lacking, before}},
		"a proxy's refusal":       {answering(http.StatusForbidden, page), []string{" was 403", foreign}},
		"a login":                 {redirect, []string{" was 302", "https://portal.example/login", "The address redirects elsewhere", before}},
		"http for https":          {"http" + strings.TrimPrefix(secure, "https"), []string{"HTTPS server", "must begin with https://"}},
		"https for http":          {"https" + strings.TrimPrefix(redirect, "http"), []string{"tls: first record", "does not answer in TLS"}},
		"an unknown certificate":  {secure, []string{"failed to verify certificate", "does not trust the server's certificate"}},
		"a name nobody has":       {"http://nowhere.invalid", []string{"no such host"}},
		"a closed port":           {"http://127.0.0.1:1", []string{"connection refused", "the network and the proxy"}},
		"a prefix left out":       {mock, []string{" was 404: GET /auth/", "not below the base path /api of this service", lacking, before}},
		"a location too much":     {mock + "/api/westus2", []string{"this service has no operation GET /api/westus2/auth/", lacking, before}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
			instance := created(t, server.Protocol(t, nil), "videoindexer_brand", acctest.Values{"brand_id": 1001})
			settings := acctest.Values{"endpoint": test.endpoint, "max_retries": 0}
			instance.Protocol = server.Protocol(t, settings)
			acctest.MustSay(t, instance.Refresh(t.Context()), acctest.Failure, append(test.says, "VIDEOINDEXER_ENDPOINT")...)
			if !instance.Exists() {
				t.Error("after a refresh at the wrong endpoint, the state has nothing, want the brand")
			}
			other := server.Protocol(t, settings).Instance("videoindexer_brand")
			diags := other.Plan(t.Context(), acctest.Values{"brand_id": 1001}).Diagnostics
			acctest.MustSay(t, diags, acctest.Failure, append(test.says, "VIDEOINDEXER_ENDPOINT")...)
			if test.endpoint != refusing { // whose response is the service's own
				acctest.MustSay(t, diags, acctest.Failure, "GET "+test.endpoint+"/auth/")
			}
		})
	}
}

// TestWrongEndpointOfToken is the same for an access token: the first request is then that of a
// brand.
func TestWrongEndpointOfToken(t *testing.T) {
	t.Parallel()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<!doctype html><title>Portal</title><p>Welcome"))
	}))
	t.Cleanup(page.Close)
	server := acctest.NewServer(t)
	protocol := server.Protocol(t, acctest.Values{"endpoint": page.URL, "subscription_key": nil, "access_token": "a-token"})
	diags := protocol.Instance("videoindexer_brand").Plan(t.Context(), acctest.Values{"brand_id": 1001}).Diagnostics
	acctest.MustSay(t, diags, acctest.Failure, "GET "+page.URL+"/"+server.Account.Location+"/Accounts/",
		"this is a web page: Portal Welcome", "Another server has probably answered", "VIDEOINDEXER_ENDPOINT")
}

// TestAccessTokenCommand works with the tokens that a program prints. A refused one is about the
// program.
func TestAccessTokenCommand(t *testing.T) {
	t.Parallel()
	echo, err := exec.LookPath("echo")
	if err != nil {
		t.Skip("this system has no program that prints its arguments")
	}
	server := acctest.NewServer(t, mockserver.WithKeyRule(mockserver.KeyOptional))
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	protocol := func(token string) *acctest.Protocol {
		return server.Protocol(t, acctest.Values{"subscription_key": nil, "access_token_command": []string{echo, "Bearer", token}})
	}
	config := acctest.Values{"brand_id": 1001, "name": "Fabrikam"}
	token := server.AccountToken(server.Account.Location, server.Account.ID, mockserver.Write)
	created(t, protocol(token), "videoindexer_brand", config)
	brand, _ := server.Brand(server.Account.ID, 1001)
	check.Equal(t, "Fabrikam", brand.Name, "the name of the brand after the create")
	diags := protocol("secret-7").Instance("videoindexer_brand").Plan(t.Context(), config).Diagnostics
	acctest.MustSay(t, diags, acctest.Failure, "401 USER_NOT_ALLOWED", "the program of access_token_command")
}
