package provider_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// variation is how one argument of a resource changes.
type variation struct {
	// configured is another value than the instance has: in its configuration, or, where there are only two values, since others have changed it.
	configured any
	// others is a third value, which another working directory writes; nil where the service does not show it.
	others any
	// along are further arguments that the instance has from the beginning.
	along acctest.Values
}

const (
	otherGUID  = "0b8f2c66-9d1e-4a57-b2c3-6f5e4d3c2b1a"
	threeCues  = "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\ntrois\n"
	secondCues = "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\ndeux\n"
)

var front = map[string]acctest.Values{"front": {"url": "https://pictures.example/front.jpg"}}

// everywhere are the arguments that mean the same in each resource.
var everywhere = map[string]variation{
	"account_id":      {configured: mockserver.SecondAccountID},
	"location":        {configured: "elsewhere"},
	"deletion_policy": {configured: "abandon"},
	"timeouts":        {configured: acctest.Values{"create": "45m"}},
	"parallelism":     {configured: 3},
	"callback_url":    {configured: "https://callback.example/"},
}

// variations holds, for each managed resource, how each of its arguments changes, for an instance of configurations.
var variations = map[string]map[string]variation{
	"videoindexer_animation_character": {
		"video_id": {configured: mockserver.SampleVideoID}, "character_id": {configured: 2}, "name": {configured: "B"},
	},
	"videoindexer_brand": {
		"brand_id": {configured: 1002}, "name": {configured: "B", others: "C"}, "enabled": {configured: true, others: false},
		"description": {configured: "B", others: "C"}, "reference_url": {configured: "https://b.example/", others: "https://c.example/"},
		"tags": {configured: []string{"b"}, others: []string{"c"}}, "deletion_policy": {configured: "disable"},
	},
	"videoindexer_brand_dictionary": {
		"brands": {
			configured: map[string]acctest.Values{"Contoso": {"description": "B"}, "Velora": {}}, others: map[string]acctest.Values{"Contoso": {"description": "C"}},
		},
		`brands["Contoso"].description`:   {configured: "B", others: "C"},
		`brands["Contoso"].enabled`:       {configured: true, others: false},
		`brands["Contoso"].reference_url`: {configured: "https://b.example/", others: "https://c.example/"},
		`brands["Contoso"].tags`:          {configured: []string{"b"}, others: []string{"c"}},
		"exclusive":                       {configured: true}, "deletion_policy": {configured: "disable"},
	},
	"videoindexer_brands": {
		"brands": {
			configured: map[string]acctest.Values{"1001": {"name": "B"}, "1002": {}}, others: map[string]acctest.Values{"1001": {"name": "C"}},
		},
		`brands["1001"].name`:          {configured: "B", others: "C"},
		`brands["1001"].description`:   {configured: "B", others: "C"},
		`brands["1001"].enabled`:       {configured: true, others: false},
		`brands["1001"].reference_url`: {configured: "https://b.example/", others: "https://c.example/"},
		`brands["1001"].tags`:          {configured: []string{"b"}, others: []string{"c"}},
		"deletion_policy":              {configured: "disable"},
	},
	"videoindexer_brands_model_settings": {
		"enabled": {configured: true, others: false}, "use_built_in": {configured: true, others: false}, "deletion_policy": {configured: "disable"},
	},
	"videoindexer_image_model": {
		"endpoint":               {configured: "https://b.example", others: "https://c.example"},
		"prediction_resource_id": {configured: "b", others: "c"}, "keys_wo_version": {configured: 2},
	},
	"videoindexer_language_model": {
		"name": {configured: "B", others: "C"}, "language": {configured: "fr-FR"}, "enabled": {configured: true, others: false},
		"train": {configured: true}, "wait_for_training": {configured: false}, "cancel_training": {configured: true},
		"files": {
			configured: map[string]acctest.Values{"a.txt": {"content": "b"}}, others: map[string]acctest.Values{"a.txt": {"content": "c"}},
		},
		`files["a.txt"].content`: {configured: "b", others: "c"}, `files["a.txt"].enabled`: {configured: true, others: false},
		`files["a.txt"].source`: {}, `files["a.txt"].url`: {}, // in place of content
	},
	"videoindexer_paid_account": {
		"subscription_id": {configured: otherGUID}, "resource_group": {configured: "b"}, "media_resource": {configured: "othermedia"},
		"directory_tenant_id":                 {configured: otherGUID},
		"directory_connection":                {configured: acctest.Values{"application_id": otherGUID, "application_key": "b"}},
		"directory_connection.application_id": {configured: otherGUID}, "directory_connection.application_key": {configured: "b"},
		"directory_connection.application_key_wo_version": {}, // needs a write-only key
		"encryption_key_contract":                         {configured: `{"a":1}`}, "auto_scale": {configured: true},
		"deletion_policy": {configured: "prevent"},
	},
	"videoindexer_person": {
		"person_model_id": {configured: otherGUID}, "name": {configured: "B", others: "C"},
		"faces": {
			configured: map[string]acctest.Values{"side": {"url": "https://pictures.example/side.jpg"}},
			others: map[string]acctest.Values{
				"front": {"url": "https://pictures.example/front.jpg"}, "back": {"url": "https://pictures.example/back.jpg"},
			},
			along: acctest.Values{"faces": front},
		},
		`faces["front"].url`: {configured: "https://pictures.example/b.jpg", along: acctest.Values{"faces": front}},
		"deletion_policy":    {configured: "abandon"},
	},
	"videoindexer_person_model": {"name": {configured: "B", others: "C"}, "deletion_policy": {configured: "abandon"}},
	"videoindexer_project": {
		"project_id": {configured: mockserver.SampleRenderedID}, "name": {configured: "B", others: "C"},
		"video_ranges": {
			configured: ranges("00:00:02"), others: ranges("00:00:03"),
		},
		"render": {configured: true}, "send_completion_email": {configured: true}, "wait_for_render": {configured: false},
		"cancel_render_on_interrupt": {configured: true}, "deletion_policy": {configured: "delete"},
	},
	"videoindexer_video": {
		"video_id": {configured: mockserver.SampleAnimatedVideoID}, "animation_model_id": {configured: otherGUID},
		"brands_categories": {configured: []string{"Sports"}}, "indexing_preset": {configured: "Advanced"}, "linguistic_model_id": {configured: otherGUID},
		"person_model_id": {configured: mockserver.SamplePersonModelID}, "priority": {configured: "Low"}, "reindex_triggers": {configured: map[string]string{"b": "b"}},
		"send_success_email": {configured: true}, "source_language": {configured: "fr-FR"}, "streaming_preset": {configured: "Default"},
		"wait_for_indexing": {configured: true}, "deletion_policy": {configured: "delete"},
	},
	"videoindexer_video_transcript": {
		"video_id": {configured: mockserver.SampleAnimatedVideoID}, "language": {configured: "fr-FR"},
		"content": {configured: secondCues, others: threeCues}, "send_success_email": {configured: true}, "set_as_source_language": {configured: true},
	},
}

// ranges is one range of a video that ends at a time.
func ranges(end string) tftypes.Value {
	kind := tftypes.Object{AttributeTypes: map[string]tftypes.Type{"video_id": tftypes.String, "start": tftypes.String, "end": tftypes.String}}
	text := func(s string) tftypes.Value { return tftypes.NewValue(tftypes.String, s) }
	return tftypes.NewValue(tftypes.List{ElementType: kind}, []tftypes.Value{
		tftypes.NewValue(kind, map[string]tftypes.Value{"video_id": text(mockserver.SampleVideoID), "start": text("00:00:01"), "end": text(end)}),
	})
}

// gallery is a museum with a second of each object.
func gallery(t *testing.T) *acctest.Server {
	t.Helper()
	server := museum(t)
	server.AddFurtherAccounts(server.Account.Location, 1)
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1002, Name: "Fabrikam"})
	server.AddPersonModel(server.Account.ID, mockserver.PersonModel{ID: otherGUID, Name: "Other"})
	return server
}

var partOf = regexp.MustCompile(`^(\w+)(?:\["(.+)"\])?(?:\.(\w+))?$`)

// set is a configuration with another value of an argument, which may be a part of another one.
func set(config acctest.Values, name string, value any) acctest.Values {
	parts := partOf.FindStringSubmatch(name)
	top, key, attribute := parts[1], parts[2], parts[3]
	config = maps.Clone(config)
	switch entries, isMap := config[top].(map[string]acctest.Values); {
	case key != "" && isMap:
		entries = maps.Clone(entries)
		entries[key] = entries[key].With(acctest.Values{attribute: value})
		config[top] = entries
	case attribute != "":
		inner, _ := config[top].(acctest.Values)
		config[top] = inner.With(acctest.Values{attribute: value})
	default:
		config[top] = value
	}
	return config
}

// eachArgument calls a function for every argument of a resource that configurations can have, and for each part of those that have parts.
func eachArgument(t *testing.T, resource string, config acctest.Values, visit func(name string, a variation)) {
	t.Helper()
	row := func(name string) {
		a, ok := variations[resource][name]
		if !ok {
			a, ok = everywhere[name]
		}
		if !ok {
			t.Errorf("no row for %s: add how it changes to variations", name)
		} else if a.configured != nil {
			visit(name, a)
		}
	}
	block := acctest.Schema(t).ResourceSchemas[resource].Block
	for _, a := range block.Attributes {
		if !a.Optional && !a.Required || a.WriteOnly {
			continue
		}
		row(a.Name)
		if a.NestedType == nil {
			continue
		}
		at := a.Name
		switch a.NestedType.Nesting {
		case tfprotov6.SchemaObjectNestingModeMap:
			entries, _ := config.With(variations[resource][a.Name].along)[a.Name].(map[string]acctest.Values)
			keys := slices.Sorted(maps.Keys(entries))
			if len(keys) == 0 {
				t.Errorf("%s has no entry in configurations", a.Name)
				continue
			}
			at = fmt.Sprintf("%s[%q]", a.Name, keys[0])
		case tfprotov6.SchemaObjectNestingModeSingle:
		default:
			continue
		}
		for _, inner := range a.NestedType.Attributes {
			if (inner.Optional || inner.Required) && !inner.WriteOnly {
				row(at + "." + inner.Name)
			}
		}
	}
	for _, b := range block.BlockTypes {
		row(b.TypeName)
	}
}

// otherThan are arguments that update an instance, and none of which is the one that is given or a part of it.
func otherThan(resource, name string) acctest.Values {
	more := changes[resource]
	top := partOf.FindStringSubmatch(name)[1]
	if _, isSame := more[top]; !isSame {
		return more
	}
	if policy, ok := variations[resource]["deletion_policy"]; ok {
		return acctest.Values{"deletion_policy": policy.configured}
	}
	return nil
}

// at is the part of an instance's value that an argument names.
func at(t *testing.T, state map[string]tftypes.Value, name string) string {
	t.Helper()
	parts := partOf.FindStringSubmatch(name)
	value := state[parts[1]]
	for _, step := range parts[2:] {
		var inner map[string]tftypes.Value
		if step != "" && !value.IsNull() && value.As(&inner) == nil {
			value = inner[step]
		}
	}
	return value.String()
}

// TestIgnoredChanges has each argument changed in the configuration and by others, under ignore_changes, and another argument along with it. The
// apply writes what the plan shows: it reads no configuration, in which ignored arguments still have their new values.
func TestIgnoredChanges(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		eachArgument(t, name, configuration, func(ignored string, a variation) {
			t.Run(ignored, func(t *testing.T) { ignoreChanges(t, name, configuration.With(a.along), ignored, a) })
		})
	})
}

// TestIgnoredBrandsOfExclusive leaves a brand that others have added to an exclusive dictionary, where brands is ignored.
func TestIgnoredBrandsOfExclusive(t *testing.T) {
	t.Parallel()
	const name = "videoindexer_brand_dictionary"
	ignoreChanges(t, name, configurations[name].With(acctest.Values{"exclusive": true}), "brands", variation{
		configured: map[string]acctest.Values{"Contoso": {"description": "B"}}, others: map[string]acctest.Values{"Contoso": {"description": "A"}, "Velora": {}},
	})
}

func ignoreChanges(t *testing.T, name string, configuration acctest.Values, ignored string, a variation) {
	t.Helper()
	server := gallery(t)
	process := func() *acctest.Protocol { return server.Protocol(t, acctest.Values{"extended_operations": true}) }
	one := created(t, process(), name, configuration)
	if a.others != nil {
		other := *one
		other.Protocol = process()
		acctest.Succeeds(t, other.Refresh(t.Context()))
		acctest.Succeeds(t, other.Apply(t.Context(), other.Plan(t.Context(), set(configuration, ignored, a.others))))
	}
	one.Protocol = process()
	acctest.Succeeds(t, one.Refresh(t.Context()))
	before := one.State()
	changed := set(configuration, ignored, a.configured).With(otherThan(name, ignored))
	one.IgnoreChanges = []string{ignored}
	plan := one.Plan(t.Context(), changed)
	acctest.Succeeds(t, plan.Diagnostics)
	var planned map[string]tftypes.Value
	if err := plan.Planned.As(&planned); err != nil {
		t.Fatal(err)
	}
	if plan.IsReplacement || at(t, planned, ignored) != at(t, before, ignored) {
		t.Errorf("replaced: %t; planned as %s, and is %s", plan.IsReplacement, at(t, planned, ignored), at(t, before, ignored))
	}
	one.Protocol = process()
	acctest.Succeeds(t, one.Apply(t.Context(), plan))
	written := one.State()
	one.Protocol = process()
	acctest.Succeeds(t, one.Refresh(t.Context()))
	for attribute, value := range one.State() {
		if !value.Equal(written[attribute]) {
			t.Errorf("%s: after the apply, the state says %s, and the service has %s", attribute, written[attribute], value)
		}
	}
	if again := one.Plan(t.Context(), changed); again.IsUpdate || again.IsReplacement || strings.Contains(strings.Join(acctest.Texts(again.Diagnostics), ""), "Error") {
		t.Errorf("the next plan is not empty: %q", acctest.Texts(again.Diagnostics))
	}
}

// TestReplacementNamesPriorObject changes each argument that replaces, under each of two deletion policies. An engine does not plan the destroy
// of a replacement: whatever a planned destroy warns of is in the plan of the replacement, about the prior object.
func TestReplacementNamesPriorObject(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		eachArgument(t, name, configuration, func(changed string, a variation) {
			t.Run(changed, func(t *testing.T) {
				t.Parallel()
				config := configuration.With(a.along)
				replaceOne(t, name, config, set(config, changed, a.configured))
				if policy := otherPolicy(t, name); policy != nil {
					config = set(config, "deletion_policy", policy)
					replaceOne(t, name, config, set(config, changed, a.configured))
				}
			})
		})
	})
}

// otherPolicy is a deletion_policy other than the default of a resource; nil if it has none.
func otherPolicy(t *testing.T, resource string) any {
	t.Helper()
	if policy, ok := variations[resource]["deletion_policy"]; ok {
		return policy.configured
	}
	for _, a := range acctest.Schema(t).ResourceSchemas[resource].Block.Attributes {
		if a.Name == "deletion_policy" && a.Optional {
			return everywhere[a.Name].configured
		}
	}
	return nil
}

func replaceOne(t *testing.T, name string, config, changed acctest.Values) {
	t.Helper()
	server := gallery(t)
	process := func() *acctest.Protocol { return server.Protocol(t, acctest.Values{"extended_operations": true}) }
	one := created(t, process(), name, config)
	one.Protocol = process()
	replacement := one.Plan(t.Context(), changed)
	texts := strings.Join(acctest.Texts(replacement.Diagnostics), "\n")
	if !replacement.IsReplacement || strings.Contains(texts, "must not be replaced") {
		return
	}
	one.Protocol = process()
	for _, said := range acctest.Texts(one.Plan(t.Context(), nil).Diagnostics) {
		if about, _, _ := strings.Cut(said, ". "); !strings.Contains(texts, about) {
			t.Errorf("a destroy says %q, and the replacement %q", about, texts)
		}
	}
}
