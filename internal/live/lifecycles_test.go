package live_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// lifecycle makes the configurations of a resource, which are applied one after the other, and says
// how an import names what the last one has made. What the resource creates has a name that begins
// with the given one. What it needs in addition, lifecycle creates itself and removes when the test
// ends.
type lifecycle func(t *testing.T, s service, name string) (configs []acctest.Values, id identify)

// identify is the import id of an instance with such attributes.
type identify func(it map[string]any) string

// by returns the id of an instance that one attribute identifies.
func by(attribute string) identify {
	return func(it map[string]any) string { return fmt.Sprint(it[attribute]) }
}

// entries are those of an argument that is a map of objects.
type entries = map[string]acctest.Values

// lifecycles are those of the resources that need nothing but an account. What the others would
// need is in the table of all lifecycles.
var lifecycles = map[string]lifecycle{
	"videoindexer_brand": func(_ *testing.T, _ service, name string) ([]acctest.Values, identify) {
		return []acctest.Values{
			{"name": name, "description": "made by a test", "tags": []string{"a", "b"}, "reference_url": "https://example.com/a"},
			{"name": name, "description": "", "tags": []string{}, "reference_url": "", "enabled": false},
			{"name": name, "enabled": true},
			{"name": name + "-renamed", "enabled": true},
		}, by("brand_id")
	},
	"videoindexer_brands":                brandsLifecycle,
	"videoindexer_brands_model_settings": settingsLifecycle,
	// The training takes minutes at a real service.
	"videoindexer_language_model": func(_ *testing.T, _ service, name string) ([]acctest.Values, identify) {
		birds := acctest.Values{"content": "The avocet sweeps the mud."}
		minerals := acctest.Values{"content": "Feldspar and mica."}
		return []acctest.Values{
			{"name": name, "language": "en-US", "files": entries{"birds.txt": birds}},
			{"name": name + "-renamed", "language": "en-US", "files": entries{"birds.txt": birds, "minerals.txt": minerals}},
			{"name": name + "-renamed", "language": "en-US", "files": entries{"minerals.txt": minerals}, "train": true},
		}, by("model_id")
	},
	"videoindexer_person": personLifecycle,
	"videoindexer_person_model": func(_ *testing.T, _ service, name string) ([]acctest.Values, identify) {
		return []acctest.Values{{"name": name}, {"name": name + "-renamed"}}, by("person_model_id")
	},
	// The ranges of a project would need a video.
	"videoindexer_project": func(_ *testing.T, _ service, name string) ([]acctest.Values, identify) {
		none := []acctest.Values{}
		return []acctest.Values{{"name": name, "video_ranges": none}, {"name": name + "-renamed", "video_ranges": none}}, by("project_id")
	},
}

// brandsLifecycle manages a brand by its id, which it has made before, beside some that it creates
// by name.
func brandsLifecycle(t *testing.T, s service, name string) ([]acctest.Values, identify) {
	found := name
	a := name + "-a"
	b := name + "-b"
	c := name + "-c"
	brand, err := s.client.CreateBrand(t.Context(), s.account, videoindexer.BrandFields{
		Name: found, Description: "made by a test",
	})
	check.MustSucceed(t, err, "a brand before the lifecycle")
	t.Cleanup(func() {
		ctx := context.WithoutCancel(t.Context())
		err := deleteBrand(ctx, s, strconv.Itoa(int(brand.ID)))
		if err != nil && !videoindexer.IsNotFound(err) {
			t.Errorf("brand %d must be deleted by hand: %v", brand.ID, err)
		}
	})
	return []acctest.Values{
		{"deletion_policy": "delete", "brands": entries{found: {"brand_id": brand.ID, "description": "one"}, a: {"description": "one", "tags": []string{"a"}}, b: {"enabled": false}}},
		{"deletion_policy": "delete", "brands": entries{found: {"brand_id": brand.ID, "enabled": true, "tags": []string{"a"}}, a: {"name": a + "-renamed", "tags": []string{"a", "b"}}, c: {}}},
		{"deletion_policy": "delete", "brands": entries{found: {"brand_id": brand.ID, "description": "two"}}},
	}, func(map[string]any) string { return strconv.Itoa(int(brand.ID)) }
}

// settingsLifecycle puts the settings back as they were.
func settingsLifecycle(t *testing.T, s service, _ string) ([]acctest.Values, identify) {
	read, err := s.client.GetBrandsModelSettings(t.Context(), s.account)
	check.MustSucceed(t, err, "the settings before the lifecycle")
	if read.State == nil {
		t.Skip("the service does not say whether brands are looked for, so that a test could not put that back")
	}
	before := videoindexer.BrandsModelSettings{State: *read.State, UseBuiltIn: read.UseBuiltIn}
	t.Logf("the settings before: %+v", before)
	t.Cleanup(func() {
		_, err := s.client.UpdateBrandsModelSettings(context.WithoutCancel(t.Context()), s.account, before)
		check.ErrorSays(t, "", err, "the settings must be put back by hand, to %+v", before)
	})
	return []acctest.Values{
		{"enabled": before.State, "use_built_in": before.UseBuiltIn},
		{"enabled": before.State, "use_built_in": !before.UseBuiltIn},
		{"enabled": before.State, "use_built_in": before.UseBuiltIn},
	}, by("account_id")
}

// personLifecycle has a face where there is a picture of one. It makes the person model too.
func personLifecycle(t *testing.T, s service, name string) ([]acctest.Values, identify) {
	model, err := s.client.CreatePersonModel(t.Context(), s.account, prefix+"model-"+name)
	check.MustSucceed(t, err, "a person model before the lifecycle")
	t.Cleanup(func() {
		check.ErrorSays(t, "", s.client.DeletePersonModel(context.WithoutCancel(t.Context()), s.account, model.ID), "person model %s must be deleted by hand", model.ID)
	})
	configs := []acctest.Values{
		{"person_model_id": model.ID, "name": name}, {"person_model_id": model.ID, "name": name + " renamed"},
	}
	if s.picture != "" {
		configs = append(
			configs, configs[0].With(acctest.Values{"faces": entries{"front": {"url": s.picture}}}),
			configs[0].With(acctest.Values{"faces": entries{}}),
		)
	}
	return configs, func(it map[string]any) string { return fmt.Sprintf("%s/%s", it["person_model_id"], it["person_id"]) }
}
