package provider_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"gotest.tools/v3/golden"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	videoindexerprovider "github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// secretName recognizes attributes that hold a secret.
var secretName = regexp.MustCompile(`(^|_)(key|token|secret|password)(_wo)?$|^download_url$`)

// repository is the root of the checkout, as seen from this package.
const repository = "../.."

// offer is a thing of the registry: where its docs and examples live, and its schema.
type offer struct {
	folder, name string
	example      string
	schema       *tfprotov6.Schema
	ephemeral    bool // nothing of it reaches the state: sensitive marks nothing
}

// TestRegistry checks that every registered type has a description, a page and examples.
func TestRegistry(t *testing.T) {
	t.Parallel()
	mustExist(t, filepath.Join(repository, "docs", "index.md"))
	mustExist(t, filepath.Join(repository, "examples", "provider", "provider.tf"))
	for _, o := range registered(t) {
		files := []string{o.example}
		if o.folder == "resources" {
			files = append(files, "import.sh", "import-by-string-id.tf", "import-by-identity.tf")
		}
		for _, file := range files {
			mustExist(t, filepath.Join(repository, "examples", o.folder, o.name, file))
		}
		mustExist(t, filepath.Join(repository, "docs", o.folder, strings.TrimPrefix(o.name, videoindexerprovider.TypeName+"_")+".md"))
		if o.schema != nil && o.schema.Block.Description == "" {
			t.Errorf("%s/%s has no description", o.folder, o.name)
		}
	}
}

// TestSecretsAreSensitive finds attributes by their names that would be shown in a plan.
func TestSecretsAreSensitive(t *testing.T) {
	t.Parallel()
	eachAttribute(t, func(at string, o offer, a *tfprotov6.SchemaAttribute) {
		if secretName.MatchString(a.Name) && !a.Sensitive && !a.WriteOnly && !o.ephemeral {
			t.Errorf("%s looks like a secret and is neither sensitive nor write-only", at)
		}
	})
}

// eachAttribute visits each attribute of the provider and of all that it offers, also in blocks and in other attributes.
func eachAttribute(t *testing.T, visit func(at string, o offer, a *tfprotov6.SchemaAttribute)) {
	t.Helper()
	var inBlock func(at string, o offer, block *tfprotov6.SchemaBlock)
	var inList func(at string, o offer, attributes []*tfprotov6.SchemaAttribute)
	inList = func(at string, o offer, attributes []*tfprotov6.SchemaAttribute) {
		for _, a := range attributes {
			visit(at+a.Name, o, a)
			if a.NestedType != nil {
				inList(at+a.Name+".", o, a.NestedType.Attributes)
			}
		}
	}
	inBlock = func(at string, o offer, block *tfprotov6.SchemaBlock) {
		inList(at, o, block.Attributes)
		for _, inner := range block.BlockTypes {
			inBlock(at+inner.TypeName+".", o, inner.Block)
		}
	}
	for _, o := range append(registered(t), offer{folder: "provider", schema: acctest.Schema(t).Provider}) {
		if o.schema != nil {
			inBlock(o.folder+"/"+o.name+" ", o, o.schema.Block)
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

// Limits of a description: what readers scan.
const (
	maxNotes              = 5
	maxNote               = 320
	maxAttributeSentences = 2
)

var (
	// lead is the first paragraph of a description, which the registry shows in lists and searches: one sentence that begins with a verb.
	lead = regexp.MustCompile(`^(Manages|Reads|Lists|Asks|Obtains|Renders|Trains|Replaces|Starts|Indexes|Re-indexes|Cancels) [^.\[\]` + "`" + `]+\.$`)
	// remark is a sentence with which descriptions of attributes end, in a fixed form.
	remark     = regexp.MustCompile("^((Default|Environment variable):|If omitted, |Required (if|unless|with) |Changing it |(Setting it n|N)eeds |`x` [a-z]+ |One of |Null |With \\[extended operations\\]|See \\[|Destroy uses the value that was applied last)")
	codeOfText = regexp.MustCompile("`[^`]*`")
	sentenceOf = regexp.MustCompile(`[.!?]( |$)`)
)

// TestDescriptionsAreShort checks what the pages of all types are made of: one sentence with a verb, at most five short notes, and one or
// two sentences for each attribute. Longer scenarios belong in a guide.
func TestDescriptionsAreShort(t *testing.T) {
	t.Parallel()
	for _, o := range registered(t) {
		if o.schema == nil {
			continue
		}
		t.Run(o.folder+"/"+o.name, func(t *testing.T) {
			t.Parallel()
			paragraphs := strings.Split(o.schema.Block.Description, "\n\n")
			if !lead.MatchString(paragraphs[0]) {
				t.Errorf("begins with %q, want one sentence that begins with a verb, without links and code", paragraphs[0])
			}
			notes := paragraphs[1:]
			if len(notes) > maxNotes {
				t.Errorf("%d notes, want at most %d", len(notes), maxNotes)
			}
			for _, note := range notes {
				if len(note) > maxNote || strings.Contains(note, "\n") || strings.HasPrefix(note, "-") {
					t.Errorf("a note of %d bytes, want one paragraph of at most %d: %s", len(note), maxNote, note)
				}
			}
		})
	}
	eachAttribute(t, func(at string, _ offer, a *tfprotov6.SchemaAttribute) {
		n := 0
		for _, sentence := range sentenceOf.Split(codeOfText.ReplaceAllString(a.Description, "`x`"), -1) {
			if sentence = strings.TrimSpace(sentence); sentence != "" && !remark.MatchString(sentence) {
				n++
			}
		}
		if n > maxAttributeSentences || a.Description == "" {
			t.Errorf("%s: %d sentences, want one or two: %s", at, n, a.Description)
		}
	})
}

// fallback is how the description of an optional attribute says what happens without it: a value after "Default:", or a sentence.
var fallback = regexp.MustCompile("(^|[.] )(Default: (`[^`]+`|the provider's `[a-z_]+`|all|none|no limit|chosen by the service)\\.|If omitted, |Required (if|unless|with) )")

// TestOptionalAttributesHaveDefaults checks that the description of every optional attribute says what happens without it, "chosen by the
// service" included. After "Default:" stands a value and no behavior.
func TestOptionalAttributesHaveDefaults(t *testing.T) {
	t.Parallel()
	checked := 0
	eachAttribute(t, func(at string, _ offer, a *tfprotov6.SchemaAttribute) {
		if !a.Optional {
			return
		}
		checked++
		if !fallback.MatchString(a.Description) || strings.Contains(fallback.ReplaceAllString(a.Description, ""), "Default:") {
			t.Errorf("%s does not say its default as %s: %s", at, fallback, a.Description)
		}
	})
	if checked < 250 {
		t.Errorf("only %d optional attributes found", checked)
	}
}
