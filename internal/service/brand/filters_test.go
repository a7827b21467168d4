package brand_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var extendedProvider = acctest.Values{"extended_operations": true}

// readers read the brands of an account that filters select: the data source and the list, which have the same arguments.
var readers = map[string]func(t *testing.T, protocol *acctest.Protocol, config acctest.Values) (names []string, diags []*tfprotov6.Diagnostic){
	"The data source videoindexer_brands": func(t *testing.T, protocol *acctest.Protocol, config acctest.Values) (names []string, diags []*tfprotov6.Diagnostic) {
		t.Helper()
		data, diags := protocol.Data(t.Context(), "videoindexer_brands", config)
		if data == nil {
			return nil, diags
		}
		for _, brand := range brandsOf(t, data) {
			names = append(names, acctest.Text(brand["name"]))
		}
		return names, diags
	},
	"The list of videoindexer_brand": func(t *testing.T, protocol *acctest.Protocol, config acctest.Values) (names []string, diags []*tfprotov6.Diagnostic) {
		t.Helper()
		for _, one := range protocol.List(t.Context(), single, config, true, 0) {
			names, diags = append(names, one.DisplayName), append(diags, one.Diagnostics...)
		}
		return names, diags
	},
}

// brandsOf are the brands that a data source shows.
func brandsOf(t *testing.T, data map[string]tftypes.Value) (brands []map[string]tftypes.Value) {
	t.Helper()
	var values []tftypes.Value
	if err := data["brands"].As(&values); err != nil || data["brands"].IsNull() {
		t.Fatalf("brands are %s: %v", data["brands"], err)
	}
	for _, value := range values {
		brands = append(brands, acctest.Parts(t, value))
	}
	return brands
}

// TestFilters shows all brands by ascending id, or those that filters select, of the provider's account or of another one.
func TestFilters(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t)
	other, empty := mockserver.DefaultAccount(), mockserver.DefaultAccount()
	other.ID, other.Location = "7d9e6f10-1111-4222-8333-444455556666", "eastus"
	empty.ID = "7d9e6f10-1111-4222-8333-444455556667"
	server.AddAccount(other)
	server.AddAccount(empty)
	server.AddBrand(other.ID, mockserver.Brand{ID: 7, Name: "Elsewhere"})
	protocol := server.Protocol(t, extendedProvider)
	for name, test := range map[string]struct {
		config acctest.Values
		want   []string
	}{
		"all":               {nil, []string{"Contoso", "Fabrikam", "Tailspin News"}},
		"enabled":           {acctest.Values{"enabled": true}, []string{"Contoso", "Fabrikam"}},
		"not enabled":       {acctest.Values{"enabled": false}, []string{"Tailspin News"}},
		"by name":           {acctest.Values{"name_regex": "s"}, []string{"Contoso", "Tailspin News"}},
		"by its beginning":  {acctest.Values{"name_regex": "^[A-F].*o"}, []string{"Contoso"}},
		"any letter case":   {acctest.Values{"name_regex": "(?i)NEWS$"}, []string{"Tailspin News"}},
		"both":              {acctest.Values{"name_regex": "s", "enabled": true}, []string{"Contoso"}},
		"none":              {acctest.Values{"name_regex": "news", "enabled": true}, nil},
		"an empty filter":   {acctest.Values{"name_regex": ""}, []string{"Contoso", "Fabrikam", "Tailspin News"}},
		"another account":   {acctest.Values{"location": other.Location, "account_id": other.ID}, []string{"Elsewhere"}},
		"one without brand": {acctest.Values{"account_id": empty.ID}, nil},
	} {
		for reader, read := range readers {
			got, diags := read(t, protocol, test.config)
			acctest.Succeeds(t, diags)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", reader, name, diff)
			}
		}
	}
	for limit, want := range map[int64]int{1: 1, 2: 2, 4: 2} {
		if got := protocol.List(t.Context(), single, acctest.Values{"enabled": true}, true, limit); len(got) != want {
			t.Errorf("with the limit %d: listed %v", limit, got)
		}
	}
	if n := server.Count(16); n > 0 {
		t.Errorf("%d brands were read by themselves", n)
	}
}

// TestFilters_errors refuses a filter that cannot be read, and reports what the service refuses.
func TestFilters_errors(t *testing.T) {
	t.Parallel()
	for reader, read := range readers {
		server := newBrandServer(t, mockserver.Lacks(http.StatusNotFound, "X1"))
		for says, config := range map[string]acctest.Values{"missing closing )": {"name_regex": "Con("}, "lacks an operation": nil} {
			names, diags := read(t, server.Protocol(t, extendedProvider), config)
			t.Logf("%s: %q", reader, names)
			acctest.Says(t, diags, acctest.Failure, says)
		}
	}
}

// newBrandServer is a server with extended operations whose account has three brands, the ids of which are not in the order of
// the list.
func newBrandServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, append(opts, mockserver.Extended())...)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1003, Name: "Tailspin News"})
	server.AddBrand(server.Account.ID, mockserver.Brand{
		ID: 1001, Name: "Contoso", Enabled: true, Description: "as found", ReferenceURL: new("https://example.com/found"), Tags: []string{"b", "a", "b"},
		Create: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), LastModified: time.Date(2026, 2, 3, 4, 5, 6, 0, time.UTC), LastModifierUserName: "Ada",
	})
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1002, Name: "Fabrikam", Enabled: true, ReferenceURL: new("")})
	return server
}

// TestFilters_everyField shows all that the service tells of a brand, however it names the members.
func TestFilters_everyField(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t, mockserver.CapitalBrandMembers())
	protocol := server.Protocol(t, extendedProvider)
	all, diags := protocol.Data(t.Context(), "videoindexer_brands", nil)
	acctest.Succeeds(t, diags)
	one, diags := protocol.Data(t.Context(), "videoindexer_brand", acctest.Values{"brand_id": 1001})
	acctest.Succeeds(t, diags)
	if got := acctest.Text(brandsOf(t, all)[1]["tags"]); got != "[]" {
		t.Errorf("a brand without tags has %s", got)
	}
	for what, brand := range map[string]map[string]tftypes.Value{"by itself": one, "among all": brandsOf(t, all)[0]} {
		for name, want := range map[string]string{
			"brand_id": "1001", "name": "Contoso", "enabled": "true", "description": "as found", "reference_url": "https://example.com/found", "tags": "[a b]",
			"create_time": "2026-01-02T03:04:05Z", "last_modified": "2026-02-03T04:05:06Z", "last_modifier_user_name": "Ada",
		} {
			if got := acctest.Text(brand[name]); got != want {
				t.Errorf("%s, %s is %s, want %s", what, name, got, want)
			}
		}
	}
}
