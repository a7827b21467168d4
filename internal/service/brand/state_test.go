package brand_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAccBrand_weighsLittle weighs the state of brands with all fields set: the engine's own cost grows with it. The
// identities, which engines add to it from Terraform 1.12 on, are not counted. The state also holds what Terraform has
// overwritten, which is about a fifth of it, and each instance's name in private state. The limit is close above the
// sum (1,075 bytes).
func TestAccBrand_weighsLittle(t *testing.T) {
	t.Parallel()
	const n, limit = 20, 1120
	server := acctest.NewServer(t)
	for i := range n {
		server.AddBrand(server.Account.ID, mockserver.Brand{ID: int32(id + i), Name: fmt.Sprintf("Found %d", i), Description: "as found"})
	}
	acctest.Run(t, resource.TestCase{
		Steps: []resource.TestStep{{
			Config: server.Config(fmt.Sprintf(`
resource "videoindexer_brand" "test" {
  count         = %d
  brand_id      = 1001 + count.index
  name          = "Brand number ${count.index}"
  enabled       = true
  description   = "Frames and complete road bikes; sponsor of the tour."
  reference_url = "https://brands.example/${count.index}"
  tags          = ["sponsor", "road"]
}

output "folder" {
  value = abspath(path.module)
}
`, n)),
			Check: func(state *terraform.State) error {
				folder, _ := state.RootModule().Outputs["folder"].Value.(string)
				size, err := stateWithoutIdentities(filepath.Join(folder, "terraform.tfstate"))
				if err != nil {
					return err
				}
				if each := size / n; each > limit {
					return fmt.Errorf("%d bytes of state a brand, more than %d", each, limit)
				}
				return nil
			},
		}},
	})
}

// stateWithoutIdentities is how many bytes a state file would have without the identities of resources.
func stateWithoutIdentities(name string) (int, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return 0, err
	}
	var file map[string]any
	if err := json.Unmarshal(content, &file); err != nil {
		return 0, err
	}
	resources, _ := file["resources"].([]any)
	for _, r := range resources {
		object, _ := r.(map[string]any)
		instances, _ := object["instances"].([]any)
		for _, i := range instances {
			instance, _ := i.(map[string]any)
			delete(instance, "identity")
			delete(instance, "identity_schema_version")
		}
	}
	// As engines write it.
	content, err = json.MarshalIndent(file, "", "  ")
	return len(content), err
}
