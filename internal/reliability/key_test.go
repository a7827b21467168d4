//go:build unix

package reliability

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestKeyStopsWorking takes the key and all tokens away in the middle of an apply. The error names the setting, the
// state has what was done and no more, and the next apply with a good key does the rest.
func TestKeyStopsWorking(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t)
	e := workload{brands: 25}
	e.seed(w.Server)
	e.configure(w, 1)
	w.Script(mockserver.Fault{Endpoint: 17, Skip: 8, Do: mockserver.Before(func(*http.Request) {
		w.SetKey("another")
		w.RevokeTokens()
	})})
	r := w.apply()
	if r.Code == 0 || !r.Says("401", "subscription_key", "VIDEOINDEXER_SUBSCRIPTION_KEY") {
		t.Fatalf("apply: %s", r)
	}
	for _, failure := range r.Errors() {
		if !strings.Contains(failure.Detail, "subscription_key") {
			t.Errorf("an error does not say what to do: %s", failure)
		}
	}
	written, kept := 0, 0
	for _, b := range w.Brands(w.Account.ID) {
		if b.Description != "As found in the account" {
			written++
		}
	}
	for _, i := range w.Instances() {
		if i.Status == "" {
			kept++
		}
		in := i.Values()
		id, _ := strconv.Atoi(fmt.Sprint(in["brand_id"]))
		if held, exists := w.Brand(w.Account.ID, int32(id)); !exists || in["name"] != held.Name || in["description"] != held.Description {
			t.Errorf("%s: the state says %v, %v, and the service holds %q, %q", i.Address, in["name"], in["description"], held.Name, held.Description)
		}
	}
	if kept == 0 || kept == e.brands || kept != written {
		t.Errorf("%d brands were written, and %d of %d are done in the state", written, kept, len(w.Instances()))
	}
	w.ClearFaults()
	w.SetKey(w.Key)
	w.mustApply()
	w.mustHaveNothingTainted()
	w.mustBeClean()
	e.check(w, e.wanted(t)[0], 0)
}
