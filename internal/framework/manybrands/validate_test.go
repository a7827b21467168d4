package manybrands_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managedbrand"
)

// TestEveryFieldIsChecked fails where a field of a brand has validators of a kind that Validate does not run.
func TestEveryFieldIsChecked(t *testing.T) {
	t.Parallel()
	for name, attribute := range managedbrand.Attributes() {
		switch a := attribute.(type) {
		case schema.StringAttribute, schema.SetAttribute:
		case schema.BoolAttribute:
			if len(a.Validators) > 0 {
				t.Errorf("%s has validators that nothing runs", name)
			}
		default:
			t.Errorf("%s is a %T", name, attribute)
		}
	}
}
