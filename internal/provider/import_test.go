package provider_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestIdentity imports every resource by its identity, over the protocol: Terraform can do so from
// 1.12 on. What the identity leaves out comes from the provider, the identity that comes back is
// complete, and the account is written as in the identity, also in another letter case.
func TestIdentity(t *testing.T) {
	t.Parallel()
	server := seededServer(t)
	for name := range acctest.Schema(t).ResourceSchemas {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			protocol := server.Protocol(t, identified(t, name, nil))
			keys := fixtures.All[name].Identity()
			for form, account := range map[string]acctest.Values{
				"the provider's account": {},
				"an account of its own":  {"location": server.Account.Location, "account_id": server.Account.ID},
				"an account in capitals": {
					"location": strings.ToUpper(server.Account.Location), "account_id": strings.ToUpper(server.Account.ID),
				},
			} {
				_, required := account["account_id"]
				if !required && len(keys) == 0 {
					account = acctest.Values{"account_id": server.Account.ID} // the account is the only key
				}
				protocol := protocol
				if account["location"] != nil { // which the provider's must not stand in for
					other := acctest.Values{"account_id": "7d9e6f10-1111-4222-8333-444455556666"}
					protocol = server.Protocol(t, identified(t, name, other))
				}
				instance := protocol.Instance(name)
				acctest.MustSucceed(t, instance.ImportByIdentity(t.Context(), keys.With(account)))
				completed := instance.Identity(t.Context())
				if !instance.Exists() {
					t.Fatalf("%s: the read found nothing, want what the keys in fixtures.All name at this test's server", form)
				}
				want := acctest.Values{"location": server.Account.Location, "account_id": server.Account.ID}.With(account)
				for of, got := range map[string]map[string]string{"state": instance.Texts(), "identity": completed} {
					for _, key := range []string{"location", "account_id"} {
						check.Equal(t, want[key], any(got[key]), "%s: %s of the %s", form, key, of)
					}
				}
				for key, want := range keys {
					text, isText := want.(string)
					if isText && completed[key] != text {
						t.Errorf("%s: the identity has %s %q, want %q", form, key, completed[key], text)
					}
				}
			}
		})
	}
}

// identified returns arguments of a provider with which an identity imports a resource. One that is
// not its import id stands for all objects of the account, which have to be listed.
func identified(t *testing.T, name string, settings acctest.Values) acctest.Values {
	t.Helper()
	if fixtures.All[name].ImportID != "" {
		return acctest.Values{"extended_operations": true}.With(settings)
	}
	return provided(t, name, settings)
}

// TestIdentityOfOldState reads states that an engine without identities has written: the read
// publishes the identity that a newer engine then keeps.
func TestIdentityOfOldState(t *testing.T) {
	t.Parallel()
	server := seededServer(t)
	for name := range acctest.Schema(t).ResourceSchemas {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			instance := server.Protocol(t, provided(t, name, nil)).Instance(name)
			acctest.MustSucceed(t, instance.Import(t.Context(), fixtures.All[name].ID(server.Account.ID)))
			instance.Object.Identity = nil
			acctest.MustSucceed(t, instance.Refresh(t.Context()))
			identity := instance.Identity(t.Context())
			for key, want := range map[string]string{"location": server.Account.Location, "account_id": server.Account.ID} {
				check.Equal(t, want, identity[key], "the identity has %s", key)
			}
		})
	}
}

// TestIdentityRefused imports by identities that name nothing.
func TestIdentityRefused(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	protocol := server.Protocol(t, nil)
	for name, test := range map[string]struct {
		resource string
		identity acctest.Values
		want     string
	}{
		"an account that is no GUID":  {"videoindexer_brand", acctest.Values{"brand_id": 1, "account_id": "mine"}, `account_id "mine" is not a GUID`},
		"a model that is no GUID":     {"videoindexer_language_model", acctest.Values{"model_id": "mine"}, `model_id "mine" is not a GUID`},
		"a number out of range":       {"videoindexer_brand", acctest.Values{"brand_id": 3000000000}, `brand_id "3000000000" is not a whole number from`},
		"a project that is a path":    {"videoindexer_project", acctest.Values{"project_id": "../x"}, `project_id "../x" contains a slash`},
		"an empty project":            {"videoindexer_project", acctest.Values{"project_id": ""}, `project_id "" is empty`},
		"an unknown language":         {"videoindexer_video_transcript", acctest.Values{"video_id": "v", "language": "xx"}, `language "xx" is not one of the languages`},
		"a location that is two":      {"videoindexer_brand", acctest.Values{"brand_id": 1, "location": "a/b"}, `location "a/b" contains a slash`},
		"a brand that does not exist": {"videoindexer_brand", acctest.Values{"brand_id": 5}, "The account has no brand 5."},
		"a location that is a path":   {"videoindexer_brand", acctest.Values{"brand_id": 1, "location": ".."}, `location ".." is not an identifier`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			instance := protocol.Instance(test.resource)
			texts := acctest.Texts(acctest.Errors(instance.ImportByIdentity(t.Context(), test.identity)))
			if len(texts) != 1 || !strings.Contains(texts[0], test.want) {
				t.Errorf("imported: %v\nwant one error that has %q. Got: %v", instance.Texts(), test.want, texts)
			}
		})
	}
}

// listedIDs are those that an error lists.
var listedIDs = regexp.MustCompile(`id: ([0-9a-f-]+), ([0-9a-f-]+)\.`)

// TestImportIsConfigured imports objects by id and by identity that were created or adopted: the
// first plan with their configuration is empty, or an update of what nothing shows.
func TestImportIsConfigured(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, _ acctest.Values) {
		for _, byID := range []bool{true, false} {
			want := map[string]bool{}
			for _, attribute := range fixtures.All[name].SetAfterImport {
				want[attribute] = true
			}
			set := map[string]bool{}
			for _, s := range scenes(t, name) {
				for argument := range s.configs[0] {
					v, _ := fixtures.VariationOf(name, argument, nil)
					if v.Hidden != "" && !isMap(t, name, argument) {
						want[argument] = true
					}
				}
				acctest.InBubble(t, func(t *testing.T) {
					for _, attribute := range changedAfterImport(t, name, s.configs[0], byID) {
						set[attribute] = true
					}
				})
			}
			check.Equal(t, want, set, "imported by id: %t; the plan sets", byID)
		}
	})
}

// changedAfterImport creates or adopts an object, and imports it. It returns the attributes that
// the next plan changes.
func changedAfterImport(t *testing.T, name string, config acctest.Values, byID bool) (changed []string) {
	server := seededWithOthers(t)
	if name == "videoindexer_brands" { // an identity is that of all brands, with their names as labels
		all := map[string]acctest.Values{"Contoso": {}, "Fabrikam": {"brand_id": 1002}}
		config = config.With(acctest.Values{"brands": all})
	}
	first := created(t, server.Extended(t), name, config)
	instance := server.Extended(t).Instance(name)
	if byID {
		acctest.MustSucceed(t, instance.Import(t.Context(), importIDOf(t, name, first)))
	} else {
		acctest.MustSucceed(t, instance.ImportByIdentity(t.Context(), identityOf(name, first)))
	}
	plan := instance.PlanWithRefresh(config)
	if plan.IsReplacement {
		t.Errorf("the plan replaces what was imported, want at most an update: %v", plan)
	}
	imported := instance.State()
	for attribute, planned := range acctest.Parts(t, plan.Planned) {
		if !planned.Equal(imported[attribute]) {
			changed = append(changed, attribute)
		}
	}
	return changed
}

// TestNamedImport imports every resource by name: those with names that can be looked for, where
// there is none, one and two of that name. Others are not imported.
func TestNamedImport(t *testing.T) {
	t.Parallel()
	const name = "Tarn/Fell, name:*"
	for resource := range acctest.Schema(t).ResourceSchemas {
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			server := seededServer(t)
			imported := func(id string) (*acctest.Instance, []*tfprotov6.Diagnostic) {
				instance := server.Extended(t).Instance(resource)
				diags := instance.Import(t.Context(), id)
				return instance, diags
			}
			fixture := fixtures.All[resource]
			if fixture.AddNamed == nil {
				instance, diags := imported("name:Contoso")
				if instance.Exists() {
					t.Errorf("name:Contoso has imported %v\nwant nothing. Got: %v", instance.Texts(), acctest.Texts(diags))
				}
				return
			}
			add := fixture.AddNamed
			add(server, testAccount, "tarn/fell, name:*")
			add(server, fixtures.OtherGUID, name+" 2")
			id := fixture.ID(server.Account.ID)
			within := id[:strings.LastIndexByte(id, '/')+1]
			_, diags := imported(within + "name:" + name)
			acctest.MustSay(t, diags, acctest.Failure, strconv.Quote(name), "shows ids")
			add(server, "5d1f0e7a-1111-4222-8333-9b8c7d6e5f40", name)
			for _, account := range []string{"", server.Account.Location + "/" + server.Account.ID + "/"} {
				instance, diags := imported(account + within + "name:" + name)
				acctest.MustSucceed(t, diags)
				check.Equal(t, name, instance.Texts()["name"], "the name of the object")
			}
			_, diags = imported(within + "name:")
			acctest.MustSay(t, diags, acctest.Failure, "Invalid import")
			add(server, "6e2f1a8b-1111-4222-8333-9b8c7d6e5f41", name)
			_, diags = imported(within + "name:" + name)
			ambiguous := acctest.MustSay(t, diags, acctest.Failure, "id: ")
			if !listedIDs.MatchString(ambiguous.Detail) {
				t.Errorf("want two ids in the error. Got: %s", ambiguous.Detail)
			}
			base := server.Protocol(t, nil).Instance(resource).Import(t.Context(), within+"name:"+name)
			acctest.MustSay(t, base, acctest.Failure, "extended_operations = true")
			server.Script(mockserver.Fault{Times: mockserver.Always, Do: mockserver.Status(http.StatusBadRequest)})
			_, diags = imported(within + "name:" + name)
			acctest.MustSay(t, diags, acctest.Failure, "look for", strconv.Quote(name))
		})
	}
}

// TestIDIsNoName imports every resource by ids one of which is a name: the error says what shows
// ids, and the provider offers that.
func TestIDIsNoName(t *testing.T) {
	t.Parallel()
	server := seededServer(t)
	schema := acctest.Schema(t)
	shown := regexp.MustCompile(`The data source (videoindexer_\w+) shows ids\b`)
	for name, fixture := range fixtures.All {
		parts := strings.Split(fixture.ID(server.Account.ID), "/")
		for i := range parts {
			if i < len(fixture.Keys) && fixture.Keys[i].IsUnlisted {
				continue
			}
			named := slices.Clone(parts)
			named[i] = "Our First"
			t.Run(name+" "+strings.Join(named, "/"), func(t *testing.T) {
				t.Parallel()
				instance := server.Protocol(t, provided(t, name, nil)).Instance(name)
				texts := acctest.Texts(acctest.Errors(instance.Import(t.Context(), strings.Join(named, "/"))))
				found := shown.FindStringSubmatch(strings.Join(texts, "\n"))
				if len(texts) != 1 || found == nil {
					t.Fatalf("want one error that has %q. Got: %v", shown, texts)
				}
				if schema.DataSourceSchemas[found[1]] == nil {
					t.Errorf("the error names the data source %s, want one that the provider has", found[1])
				}
			})
		}
	}
}

// TestListedIsImported lists the objects of every list resource with their resources. Every value
// of the object that the import id names must be what an import and a read make of it, since
// configuration is generated from both. (Only the files of a language model differ, on purpose: a
// list gives each of them one origin. This test's model has none.)
func TestListedIsImported(t *testing.T) {
	t.Parallel()
	server := seededServer(t)
	server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{
		ID: testAccount, Name: "Found", Language: "en-US",
	})
	for name := range acctest.Schema(t).ListResourceSchemas {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			protocol := server.Extended(t)
			instance := protocol.Instance(name)
			acctest.MustSucceed(t, instance.Import(t.Context(), fixtures.All[name].ID(server.Account.ID)))
			if !instance.Exists() {
				t.Fatalf("nothing is imported by %s, want it at this test's server", fixtures.All[name].ID(server.Account.ID))
			}
			imported := instance.State()
			keys := append(slices.Collect(maps.Keys(fixtures.All[name].Identity())), "account_id")
			var found []map[string]tftypes.Value
			for _, listed := range protocol.List(t.Context(), name, uses["list-resources/"+name], true, 0) {
				if !slices.ContainsFunc(keys, func(key string) bool { return !listed.Values[key].Equal(imported[key]) }) {
					found = append(found, listed.Values)
				}
			}
			if len(found) != 1 {
				t.Fatalf("the list has %s %d times, want once", fixtures.All[name].ID(server.Account.ID), len(found))
			}
			for attribute, value := range imported {
				got := found[0][attribute]
				if !got.Equal(value) {
					t.Errorf("%s is listed as %s, want %s as it is imported", attribute, acctest.Text(got), acctest.Text(value))
				}
			}
		})
	}
}

// TestListLeavesOutKeys lists a language model with a file whose name engines cannot write as a
// key: it is left out of generated configuration.
func TestListLeavesOutKeys(t *testing.T) {
	t.Parallel()
	server := seededServer(t)
	for id, file := range map[string]string{testAccount: "a${b}.txt", fixtures.OtherGUID: "plain.txt"} {
		files := []mockserver.LanguageFile{{Name: file, Content: []byte("a"), Enabled: true}}
		server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{ID: id, Name: "Found", Language: "en-US", Files: files})
	}
	protocol := server.Extended(t)
	listed := 0
	for _, found := range protocol.List(t.Context(), "videoindexer_language_model", nil, true, 0) {
		if found.Values != nil {
			listed++
			continue
		}
		acctest.MustSay(t, found.Diagnostics, acctest.Warning, "Left out: language model "+testAccount, `"a${b}.txt" of files`)
	}
	check.Equal(t, 1, listed, "models that are listed, without the one that has such a file")
}

// TestListLeavesOutNameless lists objects without a name, which their resources require: each is
// left out of generated configuration.
func TestListLeavesOutNameless(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.WithExtended())
	account := server.Account.ID
	model := server.AddPersonModel(account, mockserver.PersonModel{})
	person := server.AddPerson(account, model, mockserver.Person{})
	for typeName, id := range map[string]string{
		"videoindexer_person": person, "videoindexer_person_model": model,
		"videoindexer_language_model": server.AddLanguageModel(account, mockserver.LanguageModel{Language: "en-US"}),
	} {
		var warnings []*tfprotov6.Diagnostic
		for _, listed := range server.Extended(t).List(t.Context(), typeName, nil, true, 0) {
			warnings = append(warnings, listed.Diagnostics...)
		}
		acctest.MustSay(t, warnings, acctest.Warning, "Left out", id, "has no name")
	}
}

// TestListsEndAtTheirLimit lists a part of what the service has: the last result says so, with the
// number where the service tells it at once, since an engine takes nothing after that. A list of
// all has no warning.
func TestListsEndAtTheirLimit(t *testing.T) {
	t.Parallel()
	for name := range acctest.Schema(t).ListResourceSchemas {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := seededServer(t)
			server.AddFurtherAccounts(server.Account.Location, 1)
			server.AddPersonModel(server.Account.ID, mockserver.PersonModel{Name: "Studio"})
			server.AddPerson(server.Account.ID, mockserver.SamplePersonModelID, mockserver.Person{Name: "Ada"})
			for model, isServiceMade := range map[string]bool{"One": false, "Account adaptations": true, "Two": false} {
				server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{Name: model, AutoGenerated: isServiceMade})
			}
			list := func(limit int64) []acctest.Listed {
				config := uses["list-resources/"+name]
				return server.Extended(t).List(t.Context(), name, config, true, limit)
			}
			all := list(0)
			for _, limit := range []int64{0, int64(len(all)), int64(len(all)) + 1} {
				for _, listed := range list(limit) {
					texts := acctest.Texts(listed.Diagnostics)
					if len(texts) > 0 {
						t.Errorf("with the limit %d: want no messages. Got: %v", limit, texts)
					}
				}
			}
			fixture := fixtures.All[name]
			isOfAccount := fixture.Keys == nil && !fixture.IsAccount
			if isOfAccount && len(all) == 1 {
				return // an account has them once
			}
			server.ResetRequests()
			some := list(1)
			says := fmt.Sprintf("first 1 of %d results.", len(all)) // of a service that has sent all of them
			isInPages := func(r mockserver.Request) bool { return strings.Contains(r.Query, "pageSize=") }
			if slices.ContainsFunc(server.Requests(), isInPages) {
				says = "first 1 results. The service has more."
			}
			if len(all) < 2 || len(some) != 1 {
				t.Fatalf("with the limit 1: %d of %d results, want one of several", len(some), len(all))
			}
			if some[0].Identity == nil || len(some[0].Diagnostics) != 1 {
				t.Fatalf("with the limit 1: identity %v, want one, with one warning. Got: %v",
					some[0].Identity, acctest.Texts(some[0].Diagnostics))
			}
			acctest.MustSay(t, some[0].Diagnostics, acctest.Warning, "List ended at its limit", says, "set a higher `limit` in the list block")
		})
	}
}
