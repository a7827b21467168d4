package provider_test

import (
	"maps"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// configurations holds, for every managed resource, the arguments of an instance that the server of the tests below can
// have.
var configurations = map[string]acctest.Values{
	"videoindexer_animation_character":   {"video_id": mockserver.SampleAnimatedVideoID, "character_id": 1, "name": "A"},
	"videoindexer_brand":                 {"brand_id": 1001, "name": "A"},
	"videoindexer_brand_dictionary":      {"brands": map[string]acctest.Values{"Contoso": {"description": "A"}}},
	"videoindexer_brands":                {"brands": map[string]acctest.Values{"1001": {"name": "A"}}},
	"videoindexer_brands_model_settings": {"enabled": true, "use_built_in": true},
	"videoindexer_image_model": {
		"endpoint": "https://images.example", "prediction_resource_id": "p", "training_key_wo": "t", "prediction_key_wo": "k", "keys_wo_version": 1,
	},
	"videoindexer_language_model": {
		"name": "A", "language": "en-US", "files": map[string]acctest.Values{"a.txt": {"content": "a"}},
	},
	"videoindexer_paid_account": {
		"subscription_id": "5b1d3f6a-2222-4c3d-8e4f-111122223333", "resource_group": "media", "media_resource": "newmedia",
		"directory_tenant_id":  "6c2e4a7b-3333-4d4e-9f5a-222233334444",
		"directory_connection": acctest.Values{"application_id": "7d3f5b8c-4444-4e5f-8a6b-333344445555", "application_key": "k"},
		"deletion_policy":      "abandon",
	},
	"videoindexer_person":       {"person_model_id": mockserver.SamplePersonModelID, "name": "A"},
	"videoindexer_person_model": {"name": "A"},
	"videoindexer_project":      {"project_id": mockserver.SampleProjectID},
	"videoindexer_video":        {"video_id": mockserver.SampleVideoID, "indexing_preset": "Default"},
	"videoindexer_video_transcript": {
		"video_id": mockserver.SampleVideoID, "language": "en-US", "content": "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nun\n",
	},
}

// museum is a server that holds what configurations names, and has the extended operations.
func museum(t *testing.T, options ...mockserver.Option) *acctest.Server {
	t.Helper()
	return furnish(acctest.NewServer(t, append(options, mockserver.Extended())...))
}

func furnish(server *acctest.Server) *acctest.Server {
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	server.AddSampleMedia(server.Account.ID)
	return server
}

// created is a resource after its create.
func created(t *testing.T, protocol *acctest.Protocol, name string, configuration acctest.Values) *acctest.Instance {
	t.Helper()
	instance := protocol.Instance(name)
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Plan(t.Context(), configuration)))
	return instance
}

// eachResource runs a test for every managed resource, with the configuration of an instance.
func eachResource(t *testing.T, test func(t *testing.T, name string, configuration acctest.Values)) {
	t.Helper()
	for name := range acctest.Schema(t).ResourceSchemas {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			configuration, ok := configurations[name]
			if !ok {
				t.Fatal("no arguments in configurations: add a row for an instance that this test's server can have")
			}
			test(t, name, maps.Clone(configuration))
		})
	}
}

// TestLetterCase changes the letter case of account_id or location alone, where they are arguments and where they are the
// provider's: nothing is planned, and nothing is sent.
func TestLetterCase(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		server := museum(t)
		arguments := acctest.Values{"location": server.Account.Location, "account_id": server.Account.ID}
		if name == "videoindexer_paid_account" {
			delete(arguments, "account_id") // computed
		}
		upper := acctest.Values{}
		for argument, value := range arguments {
			upper[argument] = strings.ToUpper(value.(string))
		}
		for how, test := range map[string]struct{ provider, before, after acctest.Values }{
			"set, then in capitals":              {nil, arguments, upper},
			"not set, then in capitals":          {nil, nil, upper},
			"set, then the provider's capitals":  {acctest.Values{"location": strings.ToUpper(server.Account.Location), "account_id": strings.ToUpper(server.Account.ID)}, arguments, nil},
			"set, then the location in capitals": {nil, arguments, arguments.With(acctest.Values{"location": upper["location"]})},
		} {
			server := museum(t) // some names can be taken once
			instance := server.Protocol(t, provided(name, nil)).Instance(name)
			plan := instance.Plan(t.Context(), configuration.With(test.before))
			diags := append(acctest.Errors(plan.Diagnostics), acctest.Errors(instance.Apply(t.Context(), plan))...)
			instance.Protocol = server.Protocol(t, provided(name, test.provider))
			diags = append(diags, acctest.Errors(instance.Refresh(t.Context()))...)
			if len(diags) > 0 {
				t.Fatalf("%s: %q", how, acctest.Texts(diags))
			}
			before := instance.State()
			server.ResetRequests()
			plan = instance.Plan(t.Context(), configuration.With(test.after))
			if errors := acctest.Errors(plan.Diagnostics); plan.IsUpdate || plan.IsReplacement || len(errors) > 0 || server.Writes() > 0 {
				var planned map[string]tftypes.Value
				if err := plan.Planned.As(&planned); err != nil {
					t.Fatal(err)
				}
				for argument, value := range planned {
					if !value.Equal(before[argument]) {
						t.Errorf("%s: %s is planned as %s, from %s", how, argument, value, before[argument])
					}
				}
				t.Errorf("%s: update %t, replacement %t, %d writes, errors %q", how, plan.IsUpdate, plan.IsReplacement, server.Writes(), acctest.Texts(errors))
			}
		}
	})
}
