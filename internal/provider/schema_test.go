package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"gotest.tools/v3/golden"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestSchemaIsFixed holds every attribute of all that the provider offers against testdata/schema.txt: its type, whether it is
// configured or computed, and whether it is a secret. Configurations and states of users rely on these. After a change on purpose, run
// it with -update and read the difference.
func TestSchemaIsFixed(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	listAttributes(&b, "provider", acctest.Schema(t).Provider.Block)
	for _, o := range registered(t) {
		if o.schema != nil {
			listAttributes(&b, o.folder+"/"+o.name, o.schema.Block)
		}
	}
	golden.Assert(t, b.String(), "schema.txt")
}

// listAttributes writes the attributes of a block, and then those of the blocks in it.
func listAttributes(b *strings.Builder, name string, block *tfprotov6.SchemaBlock) {
	fmt.Fprintf(b, "%s\n", name)
	listNested(b, "\t", block.Attributes)
	for _, inner := range block.BlockTypes {
		listAttributes(b, fmt.Sprintf("%s, %s block %s", name, strings.ToLower(inner.Nesting.String()), inner.TypeName), inner.Block)
	}
}

func listNested(b *strings.Builder, indent string, attributes []*tfprotov6.SchemaAttribute) {
	for _, a := range attributes {
		words := []string{a.Name + ":"}
		for _, is := range []struct {
			it   bool
			word string
		}{{a.Required, "required"}, {a.Optional, "optional"}, {a.Computed, "computed"}, {a.Sensitive, "sensitive"}, {a.WriteOnly, "write-only"}, {a.Deprecated, "deprecated"}} {
			if is.it {
				words = append(words, is.word)
			}
		}
		if a.NestedType != nil {
			fmt.Fprintf(b, "%s%s %s of\n", indent, strings.Join(words, " "), strings.ToLower(a.NestedType.Nesting.String()))
			listNested(b, indent+"\t", a.NestedType.Attributes)
			continue
		}
		fmt.Fprintf(b, "%s%s %s\n", indent, strings.Join(words, " "), strings.ReplaceAll(a.Type.String(), "tftypes.", ""))
	}
}
