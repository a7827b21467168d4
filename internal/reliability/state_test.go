//go:build unix

package reliability

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
)

// TestStateIsSmall weighs what a brand with all fields set takes in the state, as a resource of its
// own and as an entry of a map: the engine's own cost grows with it. What Terraform has overwritten
// is a fifth to a third of it where brands are adopted. Each limit is close above what it is, by
// the number of fields.
func TestStateIsSmall(t *testing.T) {
	t.Parallel()
	const n = 20
	w := newWorkspace(t, mockserver.WithExtended())
	w.setenv("VIDEOINDEXER_EXTENDED_OPERATIONS", "true")
	for i := range n {
		w.AddBrand(w.Account.ID, mockserver.Brand{
			ID: int32(1001 + i), Name: fmt.Sprintf("Found %d", i), Description: "as found",
		})
	}
	for i := range n {
		w.AddBrand(w.Account.ID, mockserver.Brand{
			ID: int32(1001 + n + i), Name: fmt.Sprintf("Found %d", n+i), Enabled: true, Description: "as found",
			ReferenceURL: new("https://example.com/found"), Tags: []string{"found"},
		})
	}
	w.configure(fmt.Sprintf(`
resource "videoindexer_brand" "all" {
  count         = %[1]d
  brand_id      = 1001 + count.index
  name          = "Brand number ${count.index}"
  enabled       = true
  description   = "Frames and complete road bikes; sponsor of the tour."
  reference_url = "https://brands.example/${count.index}"
  tags          = ["sponsor", "road"]
}

resource "videoindexer_brands" "adopted" {
  brands = { for id in range(%[2]d, %[3]d) : "brand ${id}" => {
    brand_id      = id
    name          = "Brand number ${id}"
    enabled       = true
    description   = "Frames and complete road bikes; sponsor of the tour."
    reference_url = "https://brands.example/${id}"
    tags          = ["sponsor", "road"]
  } }
}

resource "videoindexer_brands" "created" {
  brands = { for n in range(%[1]d) : "Brand of number ${n}" => {
    enabled       = true
    description   = "Frames and complete bikes."
    reference_url = "https://brands.example/${n}"
    tags          = ["sponsor"]
  } }
}
`, n, 1001+n, 1001+2*n))
	w.mustApply()
	ofField := map[string]int{
		"videoindexer_brand.all": 224, "videoindexer_brands.adopted": 156, "videoindexer_brands.created": 93,
	}
	for kind, size := range w.sizes() {
		limit := ofField[kind] * len(field.Table)
		each := size / n
		if each > limit {
			t.Errorf("%s: %d bytes of state a brand, want at most %d", kind, each, limit)
		}
		delete(ofField, kind)
	}
	if len(ofField) > 0 {
		t.Errorf("the state has no %q", slices.Sorted(maps.Keys(ofField)))
	}
}

// sizes returns how many bytes each resource takes in the state file, as engines indent it.
// Identities, which engines add from Terraform 1.12 on, are not counted.
func (w *workspace) sizes() map[string]int {
	w.t.Helper()
	var file struct {
		Resources []struct {
			Type, Name string
			Instances  []map[string]any
		}
	}
	err := json.Unmarshal([]byte(readFile(w.t, filepath.Join(w.Folder, "terraform.tfstate"))), &file)
	check.MustSucceed(w.t, err, "the state as JSON")
	sizes := map[string]int{}
	for _, r := range file.Resources {
		for _, i := range r.Instances {
			delete(i, "identity")
			delete(i, "identity_schema_version")
		}
		content, err := json.MarshalIndent(r.Instances, "      ", "  ")
		check.MustSucceed(w.t, err, "the instances as JSON")
		sizes[r.Type+"."+r.Name] += len(content)
	}
	return sizes
}
