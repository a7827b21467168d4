package provider_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	videoindexerprovider "github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// notImportable lists the managed resources that cannot be imported, with the reason.
var notImportable = map[string]string{}

// secretName recognizes attributes that hold a secret.
var secretName = regexp.MustCompile(`(^|_)(key|token|secret|password)(_wo)?$|^download_url$`)

// notSecret lists attributes whose names look like a secret's, with the reason why they are none.
var notSecret = map[string]string{}

// repository is the root of the checkout, as seen from this package.
const repository = "../.."

// offer is a thing of the registry: where its docs and examples live, and its schema.
type offer struct {
	folder, name string
	example      string
	schema       *tfprotov6.Schema
	ephemeral    bool // nothing of it reaches the state: sensitive marks nothing
}

// TestRegistry checks what every registered type must have.
func TestRegistry(t *testing.T) {
	t.Parallel()
	offers := registered(t)
	if len(offers) == 0 {
		t.Fatal("the registry is empty")
	}
	seen := make(map[string]bool)
	for _, o := range offers {
		t.Run(o.folder+"/"+o.name, func(t *testing.T) {
			t.Parallel()
			short := strings.TrimPrefix(o.name, videoindexerprovider.TypeName+"_")
			mustExist(t, filepath.Join(repository, "docs", o.folder, short+".md"))
			mustExist(t, filepath.Join(repository, "examples", o.folder, o.name, o.example))
			if o.schema != nil {
				if o.schema.Block.Description == "" {
					t.Error("no description")
				}
				describeAll(t, o, "", o.schema.Block.Attributes)
			}
		})
		if key := o.folder + "/" + o.name; seen[key] {
			t.Errorf("%s is registered twice", key)
		} else {
			seen[key] = true
		}
	}
}

// TestResourcesImportable checks that every managed resource has an import, an identity and an
// import example, or stands on the list with the reason.
func TestResourcesImportable(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	for _, build := range videoindexerprovider.New("test")().Resources(ctx) {
		r := build()
		var metadata resource.MetadataResponse
		r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: videoindexerprovider.TypeName}, &metadata)
		t.Run(metadata.TypeName, func(t *testing.T) {
			t.Parallel()
			if reason, listed := notImportable[metadata.TypeName]; listed {
				t.Skip(reason)
			}
			if _, ok := r.(resource.ResourceWithImportState); !ok {
				t.Error("cannot be imported")
			}
			if _, ok := r.(resource.ResourceWithIdentity); !ok {
				t.Error("has no identity")
			}
			for _, file := range []string{"import.sh", "import-by-string-id.tf", "import-by-identity.tf"} {
				mustExist(t, filepath.Join(repository, "examples", "resources", metadata.TypeName, file))
			}
		})
	}
}

// TestProviderArgumentsDescribed checks the provider's own block, and its example.
func TestProviderArgumentsDescribed(t *testing.T) {
	t.Parallel()
	schema := acctest.Schema(t).Provider
	describeAll(t, offer{name: "provider"}, "", schema.Block.Attributes)
	mustExist(t, filepath.Join(repository, "docs", "index.md"))
	mustExist(t, filepath.Join(repository, "examples", "provider", "provider.tf"))
}

func describeAll(t *testing.T, o offer, prefix string, attributes []*tfprotov6.SchemaAttribute) {
	t.Helper()
	for _, a := range attributes {
		name := prefix + a.Name
		if strings.TrimSpace(a.Description) == "" {
			t.Errorf("%s has no description", name)
		}
		_, excused := notSecret[o.name+"."+name]
		if secretName.MatchString(a.Name) && !excused && !a.Sensitive && !a.WriteOnly && !o.ephemeral {
			t.Errorf("%s looks like a secret and is neither sensitive nor write-only", name)
		}
		if a.NestedType != nil {
			describeAll(t, o, name+".", a.NestedType.Attributes)
		}
	}
}

func registered(t *testing.T) []offer {
	t.Helper()
	s := acctest.Schema(t)
	var offers []offer
	for name, schema := range s.ResourceSchemas {
		offers = append(offers, offer{folder: "resources", name: name, example: "resource.tf", schema: schema})
	}
	for name, schema := range s.DataSourceSchemas {
		offers = append(offers, offer{folder: "data-sources", name: name, example: "data-source.tf", schema: schema})
	}
	for name, schema := range s.EphemeralResourceSchemas {
		offers = append(offers, offer{folder: "ephemeral-resources", name: name, example: "ephemeral-resource.tf", schema: schema, ephemeral: true})
	}
	for name, schema := range s.ListResourceSchemas {
		offers = append(offers, offer{folder: "list-resources", name: name, example: "list-resource.tf", schema: schema})
	}
	for name, schema := range s.ActionSchemas {
		offers = append(offers, offer{folder: "actions", name: name, example: "action.tf", schema: schema.Schema})
	}
	for name := range s.Functions {
		offers = append(offers, offer{folder: "functions", name: name, example: "function.tf"})
	}
	slices.SortFunc(offers, func(a, b offer) int { return strings.Compare(a.folder+a.name, b.folder+b.name) })
	return offers
}

func mustExist(t *testing.T, file string) {
	t.Helper()
	info, err := os.Stat(file)
	if err != nil || info.Size() == 0 {
		t.Errorf("%s is missing or empty", strings.TrimPrefix(file, repository+"/"))
	}
}
