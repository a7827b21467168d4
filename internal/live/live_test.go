package live_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestMain lets "go test -sweep=environment" remove what broken runs have left.
func TestMain(m *testing.M) {
	for _, k := range kinds {
		resource.AddTestSweepers(k.name, &resource.Sweeper{Name: k.name, F: func(string) error {
			s, err := fromEnvironment()
			if err != nil {
				return err
			}
			return k.sweep(context.Background(), s, func(format string, arguments ...any) {
				fmt.Printf(format+"\n", arguments...)
			})
		}})
	}
	resource.TestMain(m)
}

// TestAccLive runs all lifecycles against the service that the environment names.
func TestAccLive(t *testing.T) {
	t.Parallel()
	if os.Getenv("VIDEOINDEXER_LIVE") == "" {
		t.Skip("make live runs this, against the service that the provider's VIDEOINDEXER_ variables name")
	}
	s, err := fromEnvironment()
	check.MustSucceed(t, err, "the service of the environment")
	runAll(t, s)
}

// runAll runs all lifecycles; destroy must leave nothing of them.
func runAll(t *testing.T, s service) {
	t.Helper()
	for name, lifecycle := range lifecycles {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			own := prefix + strings.ToLower(rand.Text()[:10])
			configs, id := lifecycle(t, s, own)
			dir := inprocess.Open(acctest.InProcess(t), nil)
			defer func() {
				acctest.PlanAndApply(t, dir, s.provider, inprocess.Options{IsDestroy: true})
				check.ErrorSays(t, "", s.noneOf(t.Context(), own), "what is left of %s", own)
			}()
			for _, config := range configs {
				s.run(t, dir, s.provider+acctest.Block(t, name, config, ""))
			}
			mustImport(t, dir, name+".it", s.provider, id)
		})
	}
}

// run applies a configuration, after which a plan is empty.
func (s service) run(t *testing.T, dir *inprocess.Directory, config string) {
	acctest.PlanAndApply(t, dir, config, inprocess.Options{})
	acctest.MustPlanNothing(t, dir, config)
	if s.check != nil {
		err := s.check()
		check.MustSucceed(t, err, "the service after the step") // rather than after each step
	}
}

// mustImport imports an instance into another directory. Its texts and numbers are those that were
// applied, but for what the service does not show.
func mustImport(t *testing.T, dir *inprocess.Directory, address, config string, id identify) {
	other := inprocess.Open(dir.Provider, nil)
	typeName, _, _ := strings.Cut(address, ".")
	held := dir.Values(address)
	err := other.Import(t.Context(), config, address, id(held))
	if err != nil {
		t.Fatalf("want the import of %s to succeed. Got: %v", id(held), inprocess.Excerpt(err))
	}
	for name, value := range other.Values(address) {
		v, _ := fixtures.VariationOf(typeName, name, nil)
		isAdopted := name == "adopted" // always after an import
		if isAdopted || v.Hidden != "" {
			continue
		}
		switch value.(type) {
		case string, bool, json.Number:
			if held[name] != value {
				t.Errorf("%s was imported as %v, want %v as in the state", name, value, held[name])
			}
		}
	}
}

// onMock returns a mock server twice: as a service that lifecycles run against, and as the server
// itself.
func onMock(t *testing.T, options ...mockserver.Option) (service, *acctest.Server) {
	t.Helper()
	server := acctest.NewServer(t, append([]mockserver.Option{mockserver.WithExtended()}, options...)...)
	s, err := newService(server.URL, server.Key, "", videoindexer.AccountRef{
		Location: server.Account.Location, ID: server.Account.ID,
	})
	check.MustSucceed(t, err, "the service")
	s.provider = server.Config("", "extended_operations = true")
	s.picture = "https://pictures.example/face.jpg"
	return s, server
}

// TestLifecyclesOnTheMockServer runs what "make live" runs. All that it creates must have the
// prefix, and what was there before must be unchanged in the end.
func TestLifecyclesOnTheMockServer(t *testing.T) { //nolint:tparallel // the lifecycles run in parallel, in one subtest
	t.Parallel()
	s, server := onMock(t)
	server.AddBrands(server.Account.ID, 3)
	server.AddSampleMedia(server.Account.ID)
	server.SetBrandsModelSettings(server.Account.ID, mockserver.BrandsModelSettings{State: true, UseBuiltIn: false})
	before := server.State().Accounts
	known, err := s.named(t.Context(), func(object) bool { return true })
	check.MustSucceed(t, err, "the names of all objects before the lifecycles")
	s.check = func() error {
		others, err := s.named(t.Context(), func(o object) bool { return !o.isOurs() })
		others = slices.DeleteFunc(others, func(name string) bool { return slices.Contains(known, name) })
		if err == nil && len(others) > 0 {
			err = fmt.Errorf("the lifecycles have made objects without the prefix: %q", others)
		}
		return err
	}
	t.Run("lifecycles", func(t *testing.T) { // which end before the service is looked at
		runAll(t, s)
	})
	check.Equal(t, before, server.State().Accounts, "what the service holds")
}

// TestSweep sweeps a service that holds what a broken run left, apart from objects of others.
func TestSweep(t *testing.T) {
	t.Parallel()
	s, server := onMock(t)
	account := server.Account.ID
	server.AddSampleMedia(account)
	server.AddBrand(account, mockserver.Brand{Name: "Velora"})
	server.AddBrand(account, mockserver.Brand{Name: "not a tf-acc-brand"})
	before := server.State().Accounts
	for _, name := range []string{"one", "two"} {
		server.AddBrand(account, mockserver.Brand{Name: prefix + name})
		server.AddLanguageModel(account, mockserver.LanguageModel{Name: prefix + name, Language: "en-US"})
		model := server.AddPersonModel(account, mockserver.PersonModel{Name: prefix + name})
		server.AddPerson(account, model, mockserver.Person{Name: prefix + name})
		server.AddProject(account, mockserver.Project{ID: "p" + name, Name: prefix + name})
	}
	var output bytes.Buffer
	for _, k := range kinds {
		say := func(format string, arguments ...any) { fmt.Fprintf(&output, format+"\n", arguments...) }
		check.ErrorSays(t, "", k.sweep(t.Context(), s, say), "%s", k.name)
	}
	check.Equal(t, before, server.State().Accounts, "what the service holds")
	got := strings.Count(output.String(), "is deleted")
	if got != 8 || !strings.Contains(output.String(), "brands: tf-acc-one (") {
		t.Errorf("%d objects are said to be deleted, want 8, brand tf-acc-one among them: %v",
			got, inprocess.Excerpt(&output))
	}
}

// TestSweepGoesOn sweeps a service that refuses one deletion and lacks a list.
func TestSweepGoesOn(t *testing.T) {
	t.Parallel()
	s, server := onMock(t, mockserver.WithoutOperations(http.StatusNotFound, mockserver.ListProjects))
	refused := server.AddBrand(server.Account.ID, mockserver.Brand{Name: prefix + "one"})
	server.AddBrand(server.Account.ID, mockserver.Brand{Name: prefix + "two"})
	server.Script(mockserver.Fault{Operation: mockserver.DeleteBrand, Do: mockserver.Status(http.StatusBadRequest)})
	err := kinds[0].sweep(t.Context(), s, t.Logf)
	check.ErrorSays(t, fmt.Sprintf("brands tf-acc-one (%d): ", refused), err, "the sweep")
	brands := server.Brands(server.Account.ID)
	if len(brands) != 1 || brands[0].ID != refused {
		t.Errorf("%d brands are left, want brand %d alone, which was refused", len(brands), refused)
	}
	for _, k := range kinds {
		check.ErrorSays(t, "", k.sweep(t.Context(), s, t.Logf), "%s", k.name)
	}
}

// TestLifecyclesOfEverything checks that each resource has a lifecycle here, or the reason why not.
func TestLifecyclesOfEverything(t *testing.T) {
	t.Parallel()
	for name, fixture := range fixtures.All {
		_, isLive := lifecycles[name]
		if isLive == (fixture.NotLive != "") {
			t.Errorf("%s has a lifecycle here: %t; why it has none: %q; want one of the two", name, isLive, fixture.NotLive)
		}
	}
}
