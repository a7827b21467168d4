package provider_test

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestWrongEndpoint points the provider at servers of every kind that are not the service, or at a wrong address of it: the
// error names the address and the argument, and says what is wrong with it where that can be seen. A refresh leaves the state as
// it was, whatever is answered.
func TestWrongEndpoint(t *testing.T) {
	t.Parallel()
	started := func(server *httptest.Server) string {
		t.Cleanup(server.Close)
		return server.URL
	}
	answers := func(status int, body string) string {
		return started(httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = w.Write([]byte(body))
		})))
	}
	const page = "<html><head><title>Portal</title></head><body><h1>Welcome</h1></body></html>"
	const foreign, lacking, before = "Probably another server has answered", "no such operation at this address", "check the provider's endpoint"
	quiet := httptest.NewUnstartedServer(http.NotFoundHandler())
	quiet.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	quiet.StartTLS()
	secure, redirect := started(quiet), started(httptest.NewServer(http.RedirectHandler("https://portal.example/login", http.StatusFound)))
	prefixed := mockserver.New(mockserver.BasePath("/api"))
	mock := started(httptest.NewServer(prefixed))
	for name, test := range map[string]struct {
		endpoint string
		says     []string
	}{
		"a page of another site":  {answers(http.StatusNotFound, page), []string{"was answered 404, in another format than the service's errors: Portal Welcome", foreign, before}},
		"another API":             {answers(http.StatusNotFound, `{"error":"no such resource"}`), []string{"no such resource", foreign, before}},
		"a site that has a page":  {answers(http.StatusOK, page), []string{"this is a web page", foreign, before}},
		"an API with another 200": {answers(http.StatusOK, `{"hello":"world"}`), []string{"this is not a token", foreign, before}},
		"an empty 200":            {answers(http.StatusOK, ""), []string{"the token is empty", foreign, before}},
		"a method that is not":    {answers(http.StatusMethodNotAllowed, page), []string{"was answered 405", foreign, before}},
		"not implemented":         {answers(http.StatusNotImplemented, `{"ErrorType":"GENERAL","Message":"what?"}`), []string{"501 GENERAL: what?", lacking, before}},
		"a proxy's refusal":       {answers(http.StatusForbidden, page), []string{"was answered 403", foreign}},
		"a login":                 {redirect, []string{"was answered 302", "https://portal.example/login", "The address leads elsewhere", before}},
		"http for https":          {"http" + strings.TrimPrefix(secure, "https"), []string{"HTTPS server", "must begin with https://"}},
		"https for http":          {"https" + strings.TrimPrefix(redirect, "http"), []string{"tls: first record", "does not answer in TLS"}},
		"an unknown certificate":  {secure, []string{"failed to verify certificate", "does not trust the server's certificate"}},
		"a name nobody has":       {"http://nowhere.invalid", []string{"no such host"}},
		"a closed port":           {"http://127.0.0.1:1", []string{"connection refused", "the network and the proxy"}},
		"a prefix left out":       {mock, []string{"was answered 404: GET /auth/", "not below the base path /api of this service", lacking, before}},
		"a location too much":     {mock + "/api/westus2", []string{"this service has no operation GET /api/westus2/auth/", lacking, before}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t)
			server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
			instance := created(t, server.Protocol(t, nil), "videoindexer_brand", acctest.Values{"brand_id": 1001})
			settings := acctest.Values{"endpoint": test.endpoint, "max_retries": 0}
			instance.Protocol = server.Protocol(t, settings)
			acctest.Says(t, instance.Refresh(t.Context()), acctest.Failure, append(test.says, "VIDEOINDEXER_ENDPOINT")...)
			if !instance.Exists() {
				t.Error("the brand has left the state")
			}
			diags := server.Protocol(t, settings).Instance("videoindexer_brand").Plan(t.Context(), acctest.Values{"brand_id": 1001}).Diagnostics
			acctest.Says(t, diags, acctest.Failure, append(test.says, "VIDEOINDEXER_ENDPOINT")...)
			if name != "not implemented" {
				acctest.Says(t, diags, acctest.Failure, "GET "+test.endpoint+"/auth/")
			}
		})
	}
}

// TestWrongEndpointOfToken is the same for an access token: the first request is then that of a brand.
func TestWrongEndpointOfToken(t *testing.T) {
	t.Parallel()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("<!doctype html><title>Portal</title><p>Welcome"))
	}))
	t.Cleanup(page.Close)
	server := acctest.NewServer(t)
	protocol := server.Protocol(t, acctest.Values{"endpoint": page.URL, "subscription_key": nil, "access_token": "a-token"})
	diags := protocol.Instance("videoindexer_brand").Plan(t.Context(), acctest.Values{"brand_id": 1001}).Diagnostics
	acctest.Says(t, diags, acctest.Failure, "GET "+page.URL+"/"+server.Account.Location+"/Accounts/", "this is a web page: Portal Welcome", "Probably another server has answered", "VIDEOINDEXER_ENDPOINT")
}

// TestAccessTokenCommand works with the tokens that a program prints. A refused one is about the program.
func TestAccessTokenCommand(t *testing.T) {
	t.Parallel()
	echo, err := exec.LookPath("echo")
	if err != nil {
		t.Skip("this system has no program that prints its arguments")
	}
	server := acctest.NewServer(t, mockserver.KeyOnOperations(mockserver.KeyOptional))
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	protocol := func(token string) *acctest.Protocol {
		return server.Protocol(t, acctest.Values{"subscription_key": nil, "access_token_command": []string{echo, "Bearer", token}})
	}
	config := acctest.Values{"brand_id": 1001, "name": "Fabrikam"}
	created(t, protocol(server.AccountToken(server.Account.Location, server.Account.ID, true)), "videoindexer_brand", config)
	if brand, _ := server.Brand(server.Account.ID, 1001); brand.Name != "Fabrikam" {
		t.Errorf("the brand is %+v", brand)
	}
	diags := protocol("secret-7").Instance("videoindexer_brand").Plan(t.Context(), config).Diagnostics
	acctest.Says(t, diags, acctest.Failure, "401 USER_NOT_ALLOWED", "Check that the program of access_token_command prints a token of this account")
	diags = server.Protocol(t, acctest.Values{"subscription_key": nil, "access_token_command": []string{"no-such-program"}}).Instance("videoindexer_brand").Plan(t.Context(), config).Diagnostics
	acctest.Says(t, diags, acctest.Failure, `The program "no-such-program" of access_token_command cannot be started: executable file not found`, "Run it in a shell")
}

// TestPathPrefix keeps the path of the endpoint, with a trailing slash or without.
func TestPathPrefix(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"/base/path", "/base/path/"} {
		server := acctest.NewServer(t, mockserver.BasePath("/base/path"))
		server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
		created(t, server.Protocol(t, acctest.Values{"endpoint": server.URL + prefix}), "videoindexer_brand", acctest.Values{"brand_id": 1001})
	}
}
