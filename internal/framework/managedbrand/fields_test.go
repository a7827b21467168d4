package managedbrand_test

import (
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestTagsOfTheService reads tags as the service may hold them, and sends them back.
func TestTagsOfTheService(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ remote, want []string }{
		"none":     {nil, []string{}},
		"several":  {[]string{"b", "", "a"}, []string{"", "a", "b"}},
		"repeated": {[]string{"b", "a", "b"}, []string{"a", "b"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			values := managedbrand.ValuesOfBrand(videoindexer.BrandFields{Tags: c.remote})
			if values.Tags.IsNull() || len(values.Tags.Elements()) != len(c.want) {
				t.Errorf("the set is %s", values.Tags)
			}
			if sent := values.Fields().Tags; sent == nil || !slices.Equal(slices.Sorted(slices.Values(sent)), c.want) {
				t.Errorf("sent back as %#v, want %#v", sent, c.want)
			}
		})
	}
	nothing := managedbrand.NewValues()
	if kept := nothing.Overlay(videoindexer.BrandFields{Tags: []string{"a"}}).Tags; !nothing.Tags.Equal(types.SetNull(types.StringType)) || !slices.Equal(kept, []string{"a"}) {
		t.Errorf("tags that are not managed are %s, and leave %q", nothing.Tags, kept)
	}
}
