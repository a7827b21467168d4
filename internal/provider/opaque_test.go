package provider

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
)

// TestOpaqueMaps compares the maps that the server hides from the framework with those that the
// schemas declare.
func TestOpaqueMaps(t *testing.T) {
	t.Parallel()
	declared := make(map[string]string)
	for _, build := range New("test")().Resources(t.Context()) {
		var metadata resource.MetadataResponse
		var described resource.SchemaResponse
		r := build()
		r.Metadata(t.Context(), resource.MetadataRequest{ProviderTypeName: ProviderName}, &metadata)
		r.Schema(t.Context(), resource.SchemaRequest{}, &described)
		for name, attribute := range described.Schema.Attributes {
			_, isOpaque := attribute.(model.OpaqueMap)
			if isOpaque {
				declared[metadata.TypeName] = name
			}
		}
	}
	check.Equal(t, declared, opaqueMaps, "opaque attributes, declared and hidden")
}
