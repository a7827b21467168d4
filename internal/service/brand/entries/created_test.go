package entries_test

import (
	"cmp"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// creating are the resources that create brands.
var creating = []string{"single", "by name"}

// newCreating is one of them, on a service without brands.
func newCreating(t testing.TB, of string, opts ...mockserver.Option) *bench {
	t.Helper()
	s := shapes[of]
	s.brands, s.needs = 0, acctest.Values{"extended_operations": true}
	return newBench(t, s, nil, opts...)
}

// named manages these fields of brands with the given names, of which a single brand has the first.
func (b *bench) named(fields acctest.Values, names ...string) acctest.Values {
	if b.key == nil {
		return fields.With(acctest.Values{"name": names[0]})
	}
	brands := entries{}
	for _, name := range names {
		brands[name] = fields
	}
	return config(brands)
}

// having are such brands of the service, all with the same values.
func (b *bench) having(values string, names ...string) map[string]string {
	brands := map[string]string{}
	for _, name := range names {
		if b.key != nil || name == names[0] {
			brands[name] = values
		}
	}
	return brands
}

// TestCreated walks a brand that Terraform creates through its life, with each reading of what is open.
func TestCreated(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string][]mockserver.Option{
		"as described":           nil,
		"create without id":      {mockserver.CreatedBrandAnswer(mockserver.CreatedBrandWithoutID)},
		"create without body":    {mockserver.CreatedBrandAnswer(mockserver.CreatedBrandNothing)},
		"capitals":               {mockserver.CapitalBrandMembers()},
		"created":                {mockserver.BrandCreatedMember("created"), mockserver.CapitalBrandMembers()},
		"names cannot change":    {mockserver.BrandRenames(mockserver.RenameRefused)},
		"names do not change":    {mockserver.BrandRenames(mockserver.RenameIgnored)},
		"listed late":            {mockserver.CreatedBrandsListed(mockserver.AfterRequests(1))},
		"listed late, and no id": {mockserver.CreatedBrandsListed(mockserver.AfterRequests(1)), mockserver.CreatedBrandAnswer(mockserver.CreatedBrandNothing)},
		"listed later":           {mockserver.CreatedBrandAnswer(mockserver.CreatedBrandNothing), mockserver.CreatedBrandsListed(mockserver.AfterRequests(2))},
		"listed much later":      {mockserver.CreatedBrandsListed(mockserver.WhenTold())},
		"letter case counts":     {mockserver.BrandNamesMatchCase()},
		"no account token":       {mockserver.Lacks(http.StatusNotFound, "X22")},
		"updates answer less":    {mockserver.BrandAnswerOmits("tags", "referenceUrl")},
		"bare tokens":            {mockserver.TokenBody(mockserver.TokenBare)},
		"tokens for one call":    {mockserver.TokenUses(1)},
		"an empty url is kept":   {mockserver.KeepsEmptyReferenceURL()},
	} {
		for _, of := range creating {
			for want, first := range map[string]acctest.Values{"true  - []": nil, "true  - [a]": {"reference_url": "", "tags": []string{"a"}}} {
				t.Run(fmt.Sprintf("%s, %s, %d fields", name, of, len(first)), func(t *testing.T) {
					t.Parallel()
					b := newCreating(t, of, opts...)
					b.add("Foreign")
					run := func(config acctest.Values, want map[string]string) {
						t.Helper()
						b.Run(config)
						want["Foreign"] = asFound
						b.accountHas(want)
						if config != nil {
							b.IsUnchanged(config)
						}
					}
					run(b.named(first, "New", "Gone"), b.having(want, "New", "Gone"))
					id := b.ids()["New"]
					if brand, _ := b.Brand(b.Account.ID, id); brand.Name != "New" || b.Texts()["deletion_policy"] != "delete" {
						t.Errorf("brand %+v, policy %s", brand, b.Texts()["deletion_policy"])
					}
					all := acctest.Values{"enabled": false, "description": "text", "reference_url": "https://example.com", "tags": []string{"b"}}
					run(b.named(all, "New"), b.having("false text https://example.com [b]", "New"))
					last := "New"
					if of == "single" && !strings.HasPrefix(name, "names ") { // otherwise the name is the key
						last = "Other"
						run(b.named(all, last), b.having("false text https://example.com [b]", last))
					}
					if b.ids()[last] != id || !b.State()["overwritten"].IsNull() {
						t.Errorf("brand %d instead of %d, or something is overwritten", b.ids()[last], id)
					}
					b.RemoveBrand(b.Account.ID, id) // it is created again
					run(b.named(nil, last), b.having("true  - []", last))
					run(nil, map[string]string{})
				})
			}
		}
	}
}

// TestCreated_inDoubt loses a create: the error says how to find out, and nothing is in the state. The next run creates the brand, or
// finds the one that is there, which may be that of somebody else.
func TestCreated_inDoubt(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		faults func(b *bench) []mockserver.Fault
		left   string
	}{
		"before the service makes it": {func(*bench) []mockserver.Fault {
			return []mockserver.Fault{{Endpoint: mockserver.X(2), Do: mockserver.Status(http.StatusGatewayTimeout)}}
		}, ""},
		"after that, and every list": {func(*bench) []mockserver.Fault {
			return []mockserver.Fault{
				{Endpoint: mockserver.X(2), Do: mockserver.ResetAfter()},
				{Endpoint: mockserver.X(1), Skip: 1, Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)}, // after that of plan and create
			}
		}, "true  - []"},
		"and somebody makes another": {func(b *bench) []mockserver.Fault {
			return []mockserver.Fault{{Endpoint: mockserver.X(2), Do: mockserver.ResetBefore()}, {
				Endpoint: mockserver.X(1), Times: mockserver.Always, Do: mockserver.Before(func(*http.Request) {
					if _, exists := b.Brand(b.Account.ID, 7); !exists && b.Count(mockserver.X(2)) > 0 {
						b.AddBrand(b.Account.ID, mockserver.Brand{ID: 7, Name: "New", Description: "of someone else"})
					}
				}),
			}}
		}, "false of someone else - []"},
	} {
		for of, says := range map[string]struct{ shows, at string }{
			"single": {"shows its id", `AttributeName("name")`}, "by name": {"shows it in adopted", `AttributeName("brands").ElementKeyString("New")`},
		} {
			t.Run(name+", "+of, func(t *testing.T) {
				t.Parallel()
				acctest.InBubble(t, func(t *testing.T) {
					b := newCreating(t, of)
					plan := b.Look(b.named(nil, "New"))
					b.Script(test.faults(b)...)
					d := acctest.Says(t, b.Apply(t.Context(), plan), acctest.Failure, "Unable to create brand", `Could not create brand "New"`,
						"may have made the change", "Plan again", says.shows, "x-ms-client-request-id")
					if d.Attribute.String() != says.at || b.Exists() {
						t.Errorf("at %s, in the state: %t", d.Attribute, b.Exists())
					}
					b.ClearFaults()
					b.restart()
					if test.left != "" && of == "single" {
						acctest.Says(t, b.Plan(t.Context(), b.named(nil, "New")).Diagnostics, acctest.Failure, "Brand name is taken")
					} else {
						b.Run(b.named(nil, "New"))
					}
					b.accountHas(map[string]string{"New": cmp.Or(test.left, "true  - []")})
				})
			})
		}
	}
}

// TestCreated_listsOfMany plans three instances of one account with one list. In the apply, each dictionary lists again what those
// before it have written; single brands share a list.
func TestCreated_listsOfMany(t *testing.T) {
	t.Parallel()
	for of, want := range map[string]map[string]int{"single": {"X1": 2, "X2": 3}, "by name": {"X1": 4, "X2": 4, "17": 2}} {
		b := newCreating(t, of)
		b.add("Found 1")
		b.add("Found 2")
		planning, applying := b.Instance.Protocol, b.start()
		instances, plans := make([]*acctest.Instance, 3), make([]*acctest.Plan, 3)
		for n := range instances {
			instances[n] = planning.Instance(b.name)
			plans[n] = instances[n].Planned(b.named(one, fmt.Sprintf("New %d", n), fmt.Sprintf("Found %d", n)))
		}
		b.requests(map[string]int{"X1": 1})
		for n, i := range instances {
			i.Protocol = applying
			acctest.Succeeds(t, i.Apply(t.Context(), plans[n]))
		}
		b.requests(want)
	}
}
