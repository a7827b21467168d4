package examples_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
)

// TestPolicyNames looks for the types and attributes that the policy of examples/ci names: one that was renamed would stop nothing. What
// the policy does is tested in tools/ci.
func TestPolicyNames(t *testing.T) {
	t.Parallel()
	policy := read(t, filepath.Join(repository, "examples", "ci", "policy", "videoindexer.rego"))
	known := map[string]bool{}
	var add func(attributes []*tfprotov6.SchemaAttribute)
	add = func(attributes []*tfprotov6.SchemaAttribute) {
		for _, a := range attributes {
			if known[a.Name] = true; a.NestedType != nil {
				add(a.NestedType.Attributes)
			}
		}
	}
	for name, schema := range resourceSchemas(t) {
		known[name] = true
		add(schema.Block.Attributes)
	}
	names := regexp.MustCompile(`"(videoindexer_\w+)"|\b(?:before|after|resource|object|brand|other)\.(\w+)|some argument in \["(\w+)", "(\w+)"\]`).FindAllStringSubmatch(policy, -1)
	if len(names) < 20 {
		t.Errorf("%d names, want more", len(names))
	}
	for _, name := range names {
		for part := range strings.FieldsSeq(strings.Join(name[1:], " ")) {
			if part != "videoindexer_" && !known[part] {
				t.Errorf("no resource has %s", part)
			}
		}
	}
}
