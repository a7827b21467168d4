package brand_test

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/querycheck"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var extendedProvider = acctest.Values{"extended_operations": true}

// displayed returns the names of what was listed; an error gives its text instead.
func displayed(listed []acctest.Listed) []string {
	names := make([]string, len(listed))
	for i, l := range listed {
		names[i] = l.DisplayName
		if len(l.Diagnostics) > 0 {
			names[i] = strings.Join(acctest.Texts(l.Diagnostics), "; ")
		}
	}
	return names
}

func TestBrandList_identities(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t)
	listed := server.Protocol(t, extendedProvider).List(t.Context(), single, nil, false, 0)
	if diff := cmp.Diff([]string{"Contoso", "Fabrikam", "Tailspin News"}, displayed(listed)); diff != "" {
		t.Fatalf("listed (-want +got):\n%s", diff)
	}
	for i, l := range listed {
		want := map[string]string{"location": server.Account.Location, "account_id": server.Account.ID}
		if diff := cmp.Diff(want, l.Identity); diff != "" || l.Resource != nil {
			t.Errorf("result %d: resource %v, identity (-want +got):\n%s", i, l.Resource, diff)
		}
	}
}

// TestBrandList_resources compares each resource with what its import and read make of it. A configuration that is
// generated from it plans empty.
func TestBrandList_resources(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t)
	protocol := server.Protocol(t, extendedProvider)
	listed := protocol.List(t.Context(), single, nil, true, 0)
	if len(listed) != 3 || server.Count(16) != 0 {
		t.Fatalf("listed %q with %d reads of single brands", displayed(listed), server.Count(16))
	}
	attributes := acctest.Schema(t).ResourceSchemas[single].Block.Attributes
	for i, l := range listed {
		instance := server.Protocol(t, extendedProvider).Instance(single)
		acctest.Succeeds(t, instance.Import(t.Context(), strconv.Itoa(1001+i)))
		if diff := cmp.Diff(instance.State(), l.Values); diff != "" {
			t.Errorf("%s (-imported +listed):\n%s", l.DisplayName, diff)
		}
		generated := acctest.Values{}
		for _, a := range attributes {
			if a.Optional || a.Required {
				generated[a.Name] = l.Values[a.Name]
			}
		}
		plan := instance.Plan(t.Context(), generated)
		if plan.IsUpdate || plan.IsReplacement || len(plan.Diagnostics) > 0 {
			t.Errorf("%s: update %t, replacement %t: %q", l.DisplayName, plan.IsUpdate, plan.IsReplacement, acctest.Texts(plan.Diagnostics))
		}
	}
}

// TestBrandList_unread lists brands at a service whose list sums them up or shows them in another form than described.
// One of them cannot be read by itself either: it comes with its identity, what is known of it, and a warning that
// names it. The others come as they are read.
func TestBrandList_unread(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t)
	protocol := server.Protocol(t, extendedProvider)
	lists := func(fabrikam string) mockserver.Action {
		return mockserver.Respond(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `[{"id":1003,"name":"Tailspin News"},{"id":1001,"name":"Contoso"},`+fabrikam+`,{"id":1009,"name":"Gone"}]`)
		}))
	}
	summary := lists(`{"id":1002,"name":"Fabrikam"}`)
	refused := mockserver.Fault{
		Endpoint: 16, Times: mockserver.Always, Do: mockserver.Status(http.StatusBadRequest),
		Match: func(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/1002") },
	}
	for _, tt := range []struct {
		include        bool
		fabrikam, name string
	}{
		{false, `{"id":1002,"name":"Fabrikam"}`, "Fabrikam"},
		{true, `{"id":1002,"name":"Fabrikam"}`, "Fabrikam"},
		{true, `{"id":1002,"name":"Fabrikam","enabled":"yes"}`, "Fabrikam"},
		{false, `{"id":1002,"name":["Fabrikam"]}`, "1002"},
		{true, `{"id":1002,"name":["Fabrikam"]}`, "1002"},
	} {
		// What is not known of a brand is no reason to leave it out.
		server.Script(mockserver.Fault{Endpoint: mockserver.X(1), Do: lists(tt.fabrikam)}, refused)
		got := protocol.List(t.Context(), single, acctest.Values{"enabled": true}, tt.include, 0)
		if !slices.ContainsFunc(got, func(l acctest.Listed) bool { return l.DisplayName == tt.name }) {
			t.Errorf("%s, enabled ones: listed %q", tt.fabrikam, displayed(got))
		}
		include := tt.include
		server.ResetRequests()
		server.Script(mockserver.Fault{Endpoint: mockserver.X(1), Do: lists(tt.fabrikam)}, refused)
		var listed []acctest.Listed
		for one := range protocol.Listing(t.Context(), single, acctest.Values{"name_regex": "."}, include, 0) {
			if listed = append(listed, one); len(listed) == 1 && server.Count(16) != 1 {
				t.Errorf("%d brands were read when the first was given", server.Count(16))
			}
		}
		if len(listed) != 3 || listed[0].DisplayName != "Contoso" || listed[2].DisplayName != "Tailspin News" || (listed[2].Resource != nil) != include {
			t.Fatalf("with resources %t: listed %q", include, displayed(listed))
		}
		acctest.Says(t, listed[1].Diagnostics, acctest.Warning, "Unable to read brand", "Could not read brand 1002.", "400")
		if len(listed[1].Diagnostics) != 1 || listed[1].Identity == nil || listed[1].DisplayName != tt.name || (listed[1].Resource != nil) != include {
			t.Errorf("with resources %t: %q, %v, %q", include, listed[1].DisplayName, listed[1].Identity, acctest.Texts(listed[1].Diagnostics))
		}
		if include && (!listed[1].Values["enabled"].IsNull() || listed[1].Values["name"].IsNull() == (tt.name == "Fabrikam")) {
			t.Errorf("%s: the resource is %v", tt.fabrikam, listed[1].Values)
		}
		server.ClearFaults()
	}
	if got := protocol.List(t.Context(), single, acctest.Values{"enabled": false}, false, 0); len(got) != 1 {
		t.Errorf("with a filter: %q", displayed(got))
	}
	server.Script(mockserver.Fault{Endpoint: mockserver.X(1), Do: summary}, mockserver.Fault{Endpoint: 16, Skip: 1, Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)})
	got := protocol.List(t.Context(), single, nil, false, 0)
	if len(got) != 2 || got[0].DisplayName != "Contoso" {
		t.Fatalf("listed %q", displayed(got))
	}
	acctest.Says(t, got[1].Diagnostics, acctest.Failure, "Unable to list brands", "403") // every other would fail alike
}

// TestAccBrandList_query needs an engine that knows lists.
func TestAccBrandList_query(t *testing.T) {
	t.Parallel()
	server := newBrandServer(t)
	const all = single + ".all"
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_14_0)},
		Steps: []resource.TestStep{{
			Query:  true,
			Config: server.Config(fmt.Sprintf("list %q \"all\" {\n  provider = videoindexer\n  include_resource = true\n  config {\n    enabled = true\n  }\n}\n", single), "extended_operations = true"),
			QueryResultChecks: []querycheck.QueryResultCheck{
				querycheck.ExpectLength(all, 2),
				querycheck.ExpectIdentity(all, map[string]knownvalue.Check{
					"location": knownvalue.StringExact(server.Account.Location), "account_id": knownvalue.StringExact(server.Account.ID),
					"brand_id": knownvalue.Int64Exact(1001),
				}),
			},
		}},
	})
}
