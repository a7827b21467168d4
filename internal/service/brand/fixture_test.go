package brand_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// byLabel are the entries of a configuration, by their labels.
type byLabel map[string]acctest.Values

// config returns a configuration of entries.
func config(brands byLabel, settings ...acctest.Values) acctest.Values {
	all := acctest.Values{"brands": map[string]acctest.Values(brands)}
	for _, more := range settings {
		all = all.With(more)
	}
	return all
}

// described returns entries with the description "one".
func described(labels ...string) byLabel {
	brands := byLabel{}
	for _, label := range labels {
		brands[label] = acctest.Values{"description": "one"}
	}
	return brands
}

// account is a service whose brands have the ids 1001, 1002 and so on, and an instance of
// videoindexer_brands.
type account struct {
	*acctest.Server
	*acctest.Instance
	t testing.TB
}

func newAccount(t testing.TB, names []string, opts ...mockserver.Option) *account {
	t.Helper()
	a := &account{Server: acctest.NewServer(t, append(opts, mockserver.WithExtended())...), t: t}
	for i, name := range names {
		a.AddBrand(a.Account.ID, asFound(int32(1001+i), name))
	}
	a.Instance = a.process(nil).Instance("videoindexer_brands")
	return a
}

func (a *account) process(settings acctest.Values) *acctest.Protocol {
	return a.Server.Protocol(a.t, acctest.Values{"extended_operations": true}.With(settings))
}

// restart ends the provider's process.
func (a *account) restart() { a.Instance.Protocol = a.process(nil) }

// asFound returns a brand as it is before Terraform adopts it.
func asFound(id int32, name string) mockserver.Brand {
	return mockserver.Brand{
		ID: id, Name: name, Enabled: true, Description: "as found",
		ReferenceURL: new("https://example.com/found"), Tags: []string{"found"},
	}
}

// What brands have: their values of "enabled description reference_url [tags]".
const (
	found   = "true as found https://example.com/found [found]"
	adopted = "true one https://example.com/found [found]"
	created = "true one - []"
)

// wantBrands expects the brands of the service by name.
func (a *account) wantBrands(want map[string]string) {
	a.t.Helper()
	got := map[string]string{}
	for _, b := range a.Brands(a.Server.Account.ID) {
		url := "-"
		if b.ReferenceURL != nil && *b.ReferenceURL != "" {
			url = *b.ReferenceURL
		}
		got[b.Name] = fmt.Sprint(b.Enabled, " ", b.Description, " ", url, " ", slices.Sorted(slices.Values(b.Tags)))
	}
	check.Equal(a.t, want, got, "brands at the service")
}

// wantEntries expects entries of a plan or state: the id, "?", or "new" for one that the service
// has assigned; "adopted" or "created"; the description; and each value that was overwritten.
func (a *account) wantEntries(resource map[string]tftypes.Value, want map[string]string) {
	a.t.Helper()
	got := map[string]string{}
	for label, entry := range acctest.Parts(a.t, resource["brands"]) {
		values := acctest.Parts(a.t, entry)
		id := "?"
		if values["brand_id"].IsKnown() {
			id = acctest.Text(values["brand_id"])
		}
		// The service draws large ids, and tests choose small ones.
		if len(id) > len("1001") {
			id = "new"
		}
		origins := map[string]string{"true": "adopted", "false": "created", "?": "?"}
		words := []string{id, origins[acctest.Text(values["adopted"])], acctest.Text(values["description"])}
		overwritten := overwrittenIn(a.t, values["overwritten"])
		got[label] = strings.Join(append([]string{strings.Join(words, " ")}, overwritten...), ", ")
	}
	check.Equal(a.t, want, got, "entries in the state")
}

// overwrittenIn returns "name was Velora" for each value of overwritten.
func overwrittenIn(t testing.TB, overwritten tftypes.Value) (texts []string) {
	t.Helper()
	if !overwritten.IsKnown() {
		return []string{"overwritten is ?"}
	}
	if overwritten.IsNull() {
		return nil
	}
	values := acctest.Parts(t, overwritten)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !values[name].IsNull() {
			texts = append(texts, name+" was "+acctest.Text(values[name]))
		}
	}
	return texts
}

// planned returns what a plan shows.
func (a *account) planned(plan *acctest.Plan) map[string]tftypes.Value {
	a.t.Helper()
	return acctest.Parts(a.t, plan.Planned)
}

// about is for requests about one brand.
func about(id int) func(*http.Request) bool {
	return func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, fmt.Sprint("/", id)) }
}
