package provider_test

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const brandBody = "resource \"videoindexer_brand\" \"test\" {\n  brand_id = 1001\n}\n"

// TestAccWrongEndpoint points the provider at what is not the service: the error says so, and nothing
// leaves the state.
func TestAccWrongEndpoint(t *testing.T) {
	t.Parallel()
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(http.StatusNotFound)
		_, _ = w.Write([]byte("<html><head><title>404</title></head><body><h1>Page not found</h1></body></html>"))
	}))
	t.Cleanup(page.Close)
	server := acctest.NewServer(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	at := func(url string) string { return strings.Replace(server.Config(brandBody), server.URL, url, 1) }
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{Config: server.Config(brandBody)},
			{
				Config:      at("http://nowhere.invalid"),
				ExpectError: regexp.MustCompile(`(?s)Unable to read brand.*no such host.*VIDEOINDEXER_ENDPOINT`),
			},
			{
				Config:      at(page.URL),
				ExpectError: regexp.MustCompile(`(?s)Unable to read brand.*404.*Page not found.*VIDEOINDEXER_ENDPOINT.*does\s+not\s+mean\s+that\s+the\s+object\s+is\s+gone`),
			},
			{
				Config:      strings.Replace(server.Config(brandBody), server.Key, "another-key", 1),
				ExpectError: regexp.MustCompile(`(?s)Unable to read brand.*answered\s+401.*The key\s+was\s+refused.*subscription_key`),
			},
			{Config: at(server.URL + "/"), PlanOnly: true},
		},
	})
}

// TestAccPathPrefix keeps the path of the endpoint, with a trailing slash or without.
func TestAccPathPrefix(t *testing.T) {
	t.Parallel()
	for _, prefix := range []string{"/base/path", "/base/path/"} {
		t.Run(prefix, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, mockserver.BasePath("/base/path"))
			server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: strings.Replace(server.Config(brandBody), server.URL, server.URL+prefix, 1)}},
			})
		})
	}
}
