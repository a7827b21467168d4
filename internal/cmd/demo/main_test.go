package main

import (
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/cmd/internal/testbed"
)

// TestChecks: what the demo promises of an apply and of the destroy is checked, and fails where it does not hold.
func TestChecks(t *testing.T) {
	t.Parallel()
	service, err := testbed.Serve(t.Context(), brands, true)
	if err != nil {
		t.Fatal(err)
	}
	defer service.Stop()
	d := &demo{service: service}
	check := func(what string, isHeld bool, do func() error) {
		t.Helper()
		if err := do(); (err == nil) != isHeld {
			t.Errorf("%s: error %v", what, err)
		}
	}
	restored := func() error { return d.checkRestored(t.Context()) }
	sent := func() error { return d.sentOnce("/Brands/1001")(t.Context()) }
	send := func(method, path string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, service.URL+path, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := (&http.Client{}).Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
	}

	check("brands as they were", true, restored)
	if err := d.rename(t.Context()); err != nil {
		t.Fatal(err)
	}
	check("a brand with another name", false, restored)

	const brand = "/westus2/Accounts/1/Customization/Brands/"
	check("no request", false, sent)
	send(http.MethodPut, brand+"1002")
	check("another brand", false, sent)
	d.sentBefore = len(service.Requests())
	send(http.MethodGet, brand+"1002")
	send(http.MethodPut, brand+"1001")
	check("one request that writes", true, sent)
	send(http.MethodPut, brand+"1001")
	check("two requests that write", false, sent)
}
