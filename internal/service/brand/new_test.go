package brand_test

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// newExtended is a mock server without brands that offers the operations which create, list and delete them.
func newExtended(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	return acctest.NewServer(t, append([]mockserver.Option{mockserver.Extended()}, opts...)...)
}

// process is a process of a provider that may use them.
func process(t *testing.T, server *acctest.Server) *acctest.Protocol {
	t.Helper()
	return server.Protocol(t, acctest.Values{"extended_operations": true, "max_retries": 2})
}

// created is a new instance that was applied.
func created(t *testing.T, server *acctest.Server, config acctest.Values) *acctest.Instance {
	t.Helper()
	i := process(t, server).Instance(single)
	i.Run(config)
	return i
}

func newBrand(name string) acctest.Values { return acctest.Values{"name": name} }

// idOf is the brand_id of the state.
func idOf(t *testing.T, i *acctest.Instance) int {
	t.Helper()
	id, err := strconv.Atoi(acctest.Text(i.State()["brand_id"]))
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func policyOf(i *acctest.Instance) string { return i.Texts()["deletion_policy"] }

// names are the brands of the account, disabled ones in parentheses.
func names(server *acctest.Server) string {
	var all []string
	for _, b := range server.Brands(server.Account.ID) {
		if !b.Enabled {
			b.Name = "(" + b.Name + ")"
		}
		all = append(all, b.Name)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

func wantNames(t *testing.T, server *acctest.Server, want string) {
	t.Helper()
	if got := names(server); got != want {
		t.Errorf("the account has %q, want %q", got, want)
	}
}

// TestNewNameOfUnlisted replaces a brand that a destroy leaves, while the list does not show it yet: its name is taken.
func TestNewNameOfUnlisted(t *testing.T) {
	t.Parallel()
	server := newExtended(t, mockserver.CreatedBrandsListed(mockserver.WhenTold()))
	config := newBrand("New").With(acctest.Values{"deletion_policy": "disable"})
	i := created(t, server, config)
	acctest.Restart(i)
	acctest.Succeeds(t, i.Refresh(t.Context()))
	acctest.Says(t, i.PlanReplacement(t.Context(), config).Diagnostics, acctest.Failure, "Brand name is taken")
}

// TestNameTaken plans the create of a brand that the account has: as after kill -9, when the state knows nothing of it.
func TestNameTaken(t *testing.T) {
	t.Parallel()
	server := newExtended(t)
	i := created(t, server, newBrand("New"))
	id := idOf(t, i)
	i.Forget()
	i.Protocol = process(t, server)
	plan := i.Plan(t.Context(), newBrand("New"))
	d := acctest.Says(t, plan.Diagnostics, acctest.Failure, "Brand name is taken", fmt.Sprintf("Brand %d of the account has the name", id),
		fmt.Sprintf("Set brand_id = %d", id), "import it", server.Account.ID)
	if d.Attribute.String() != `AttributeName("name")` {
		t.Errorf("at %s", d.Attribute)
	}

	// One way to go on: import.
	i.Protocol = process(t, server)
	acctest.Succeeds(t, i.Import(t.Context(), fmt.Sprint(id)))
	i.IsUnchanged(newBrand("New"))
	if policyOf(i) != "abandon" {
		t.Errorf("policy of an imported brand: %s", policyOf(i))
	}
	// The other: brand_id.
	adopted := created(t, server, acctest.Values{"name": "New", "brand_id": id})
	if policyOf(adopted) != "abandon" || server.Count(mockserver.X(2)) != 1 {
		t.Errorf("policy %s, %d creates", policyOf(adopted), server.Count(mockserver.X(2)))
	}
}

// TestNameTakenSincePlan has somebody create the brand before the apply, or before the very request: each answer of the
// service names the brand that has the name.
func TestNameTakenSincePlan(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		opts  []mockserver.Option
		taken string
	}{
		"as described":             {nil, "New"},
		"general":                  {[]mockserver.Option{mockserver.DuplicateBrandName(http.StatusBadRequest, "GENERAL")}, "New"},
		"conflict":                 {[]mockserver.Option{mockserver.DuplicateBrandName(http.StatusConflict, "ALREADY_EXISTS")}, "New"},
		"conflict, general":        {[]mockserver.Option{mockserver.DuplicateBrandName(http.StatusConflict, "GENERAL")}, "NEW"},
		"in another letter case":   {nil, "NEW"},
		"general, in another case": {[]mockserver.Option{mockserver.DuplicateBrandName(http.StatusBadRequest, "GENERAL")}, "nEW"},
		"invalid, in another case": {[]mockserver.Option{mockserver.DuplicateBrandName(http.StatusBadRequest, "INVALID_INPUT")}, "nEW"},
	} {
		for _, when := range []string{"before the apply", "before the request"} {
			t.Run(name+", "+when, func(t *testing.T) {
				t.Parallel()
				server := newExtended(t, test.opts...)
				i := process(t, server).Instance(single)
				plan := i.Look(newBrand("New"))
				fill := func() {
					if test.taken == "New" {
						server.AddBrand(server.Account.ID, mockserver.Brand{ID: 6, Name: "neW"}) // not the one that has the name
					}
					server.AddBrand(server.Account.ID, mockserver.Brand{ID: 7, Name: test.taken})
				}
				if when == "before the apply" {
					fill()
				} else {
					server.Script(mockserver.Fault{Endpoint: mockserver.X(2), Do: mockserver.Before(func(*http.Request) { fill() })})
				}
				i.Protocol = process(t, server)
				d := acctest.Says(t, i.Apply(t.Context(), plan), acctest.Failure, fmt.Sprintf("Brand 7 of the account has the name %q", test.taken), "brand_id = 7")
				if d.Attribute.String() != `AttributeName("name")` || i.Exists() {
					t.Errorf("at %s, in the state: %t", d.Attribute, i.Exists())
				}
			})
		}
	}
}

// TestRename renames a brand by its id: what is not managed stays. A service that keeps the name is an error.
func TestRename(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		opts []mockserver.Option
		says []string
	}{
		"renamed":         {},
		"refused":         {[]mockserver.Option{mockserver.BrandRenames(mockserver.RenameRefused)}, []string{"Unable to update brand"}},
		"ignored":         {[]mockserver.Option{mockserver.BrandRenames(mockserver.RenameIgnored)}, []string{"Value not kept by the service", `It has kept the name "New"`, "terraform apply -replace="}},
		"of another form": {[]mockserver.Option{mockserver.BrandStores(func(b *mockserver.Brand) { b.Name = norm.NFD.String(b.Name) })}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newExtended(t, test.opts...)
			i := created(t, server, newBrand("New"))
			id := int32(idOf(t, i))
			server.ChangeBrand(server.Account.ID, id, func(b *mockserver.Brand) { b.Description = "by an editor" })
			plan := i.Look(newBrand("Caf\u00e9"))
			i.Protocol = process(t, server)
			diags := i.Apply(t.Context(), plan)
			if test.says != nil {
				acctest.Says(t, diags, acctest.Failure, test.says...)
				wantNames(t, server, "New")
				return
			}
			acctest.Succeeds(t, diags)
			i.IsUnchanged(newBrand("Caf\u00e9"))
			server.ChangeBrand(server.Account.ID, id, func(b *mockserver.Brand) { b.Name = "Elsewhere" })
			i.Run(newBrand("Caf\u00e9"))
			if b, ok := server.Brand(server.Account.ID, id); !ok || norm.NFC.String(b.Name) != "Caf\u00e9" || b.Description != "by an editor" {
				t.Errorf("brand %+v", b)
			}
		})
	}
}

// TestNormalForm has one brand where the account has its name decomposed.
func TestNormalForm(t *testing.T) {
	t.Parallel()
	server := newExtended(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 7, Name: "Cafe\u0301"})
	i := process(t, server).Instance(single)
	acctest.Says(t, i.Plan(t.Context(), newBrand("Caf\u00e9")).Diagnostics, acctest.Failure, "Brand name is taken", "brand_id = 7")
	acctest.Succeeds(t, i.Import(t.Context(), "7"))
	i.IsUnchanged(newBrand("Caf\u00e9"))
	adopting := created(t, server, acctest.Values{"brand_id": 7, "name": "Caf\u00e9"})
	if server.Writes() > 0 || !adopting.State()["overwritten"].IsNull() {
		t.Error("the same name is written")
	}
}

// TestBadNameIsKnownLate refuses, in the plan that an engine makes at apply, a name that was not known before.
func TestBadNameIsKnownLate(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"", "New ", "\tNew"} {
		plan := process(t, newExtended(t)).Instance(single).Plan(t.Context(), newBrand(name))
		acctest.Says(t, plan.Diagnostics, acctest.Failure, "Invalid name", "name must be a name that is not empty")
	}
}
