package examples_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestSecurityNamesSecrets checks that SECURITY names each write-only argument, and each sensitive value that the state holds, by its name or
// by that of its type.
func TestSecurityNamesSecrets(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(repository, "SECURITY.md"))
	found := 0
	var check func(typeName string, attributes []*tfprotov6.SchemaAttribute)
	check = func(typeName string, attributes []*tfprotov6.SchemaAttribute) {
		for _, a := range attributes {
			if a.Sensitive {
				found++
				if !strings.Contains(page, "`"+a.Name+"`") && !strings.Contains(page, "`"+typeName+"`") {
					t.Errorf("SECURITY does not name %s of %s", a.Name, typeName)
				}
			}
			if a.NestedType != nil {
				check(typeName, a.NestedType.Attributes)
			}
		}
	}
	for _, schemas := range []map[string]*tfprotov6.Schema{resourceSchemas(t), acctest.Schema(t).DataSourceSchemas} {
		for name, schema := range schemas {
			check(name, schema.Block.Attributes)
		}
	}
	if found < 7 {
		t.Errorf("only %d sensitive attributes found", found)
	}
}
