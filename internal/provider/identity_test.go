package provider_test

import (
	"maps"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// identities holds, for every managed resource, the keys that name an object of the test below
// inside its account.
var identities = map[string]acctest.Values{
	"videoindexer_animation_character":   {"video_id": mockserver.SampleAnimatedVideoID, "character_id": 1},
	"videoindexer_brand":                 {"brand_id": 1001},
	"videoindexer_brands":                {"brand_ids": "1001"},
	"videoindexer_brands_model_settings": {},
	"videoindexer_language_model":        {"model_id": testAccount},
	"videoindexer_paid_account":          {},
	"videoindexer_project":               {"project_id": mockserver.SampleProjectID},
	"videoindexer_video":                 {"video_id": mockserver.SampleVideoID},
	"videoindexer_video_transcript":      {"video_id": mockserver.SampleVideoID, "language": "en-US"},
}

// TestIdentity imports every resource by its identity, over the protocol: Terraform can do so from
// 1.12 on. What the identity leaves out comes from the provider, and the identity that comes back is complete.
func TestIdentity(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	server.AddSampleMedia(server.Account.ID)
	protocol := server.Protocol(t, nil)
	for name := range protocol.Schema().ResourceSchemas {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			keys, ok := identities[name]
			if !ok {
				t.Fatal("no keys in identities: add a row that names an object of this test's server")
			}
			for form, account := range map[string]acctest.Values{
				"the provider's account": {},
				"an account of its own":  {"location": server.Account.Location, "account_id": server.Account.ID},
			} {
				if _, required := account["account_id"]; !required && len(keys) == 0 {
					account = acctest.Values{"account_id": server.Account.ID} // the account is the only key
				}
				identity := acctest.Values{}
				maps.Copy(identity, keys)
				maps.Copy(identity, account)
				state, completed, diags := protocol.ImportByIdentity(t.Context(), name, identity)
				if errors := acctest.Errors(diags); len(errors) > 0 {
					t.Fatalf("%s: %v", form, acctest.Texts(errors))
				}
				if state == nil {
					t.Fatalf("%s: the read found nothing: have this test's server hold what the row in identities names", form)
				}
				for _, got := range []map[string]string{state, completed} {
					if got["location"] != server.Account.Location || got["account_id"] != server.Account.ID {
						t.Errorf("%s: location %q, account %q", form, got["location"], got["account_id"])
					}
				}
				for key, want := range keys {
					if text, isText := want.(string); isText && completed[key] != text {
						t.Errorf("%s: identity has %s %q, want %q", form, key, completed[key], text)
					}
				}
			}
		})
	}
}

// TestIdentityOfOldState reads states that an engine without identities has written: the read
// publishes the identity that a newer engine then keeps.
func TestIdentityOfOldState(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	server.AddSampleMedia(server.Account.ID)
	protocol := server.Protocol(t, nil)
	ids := map[string]string{
		"videoindexer_animation_character":   mockserver.SampleAnimatedVideoID + "/1",
		"videoindexer_brand":                 "1001",
		"videoindexer_brands":                "1001",
		"videoindexer_brands_model_settings": server.Account.ID,
		"videoindexer_language_model":        testAccount,
		"videoindexer_paid_account":          server.Account.ID,
		"videoindexer_project":               mockserver.SampleProjectID,
		"videoindexer_video":                 mockserver.SampleVideoID,
		"videoindexer_video_transcript":      mockserver.SampleVideoID + "/en-US",
	}
	for name := range protocol.Schema().ResourceSchemas {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			id, ok := ids[name]
			if !ok {
				t.Fatal("no import id in ids: add a row that names an object of this test's server")
			}
			identity := protocol.ReadOldState(t.Context(), name, id)
			if identity["location"] != server.Account.Location || identity["account_id"] != server.Account.ID {
				t.Errorf("identity %v", identity)
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
	}{
		"an account that is no GUID":  {"videoindexer_brand", acctest.Values{"brand_id": 1, "account_id": "mine"}},
		"a model that is no GUID":     {"videoindexer_language_model", acctest.Values{"model_id": "mine"}},
		"a number out of range":       {"videoindexer_brand", acctest.Values{"brand_id": 3000000000}},
		"a project that is a path":    {"videoindexer_project", acctest.Values{"project_id": "../x"}},
		"an empty project":            {"videoindexer_project", acctest.Values{"project_id": ""}},
		"a location that is two":      {"videoindexer_brand", acctest.Values{"brand_id": 1, "location": "a/b"}},
		"a brand that does not exist": {"videoindexer_brand", acctest.Values{"brand_id": 5}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			state, _, diags := protocol.ImportByIdentity(t.Context(), test.resource, test.identity)
			if len(acctest.Errors(diags)) == 0 && state != nil {
				t.Errorf("imported %v", state)
			}
		})
	}
}
