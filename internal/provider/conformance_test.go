package provider_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"gotest.tools/v3/golden"

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
			sentencesOf(t, "", o.schema.Block.Attributes)
		})
	}
	sentencesOf(t, "provider.", acctest.Schema(t).Provider.Block.Attributes)
}

// sentencesOf counts the sentences of each attribute's description.
func sentencesOf(t *testing.T, prefix string, attributes []*tfprotov6.SchemaAttribute) {
	t.Helper()
	for _, a := range attributes {
		n := 0
		for _, sentence := range sentenceOf.Split(codeOfText.ReplaceAllString(a.Description, "`x`"), -1) {
			if sentence = strings.TrimSpace(sentence); sentence != "" && !remark.MatchString(sentence) {
				n++
			}
		}
		if n > maxAttributeSentences {
			t.Errorf("%s%s: %d sentences, want at most %d: %s", prefix, a.Name, n, maxAttributeSentences, a.Description)
		}
		if a.NestedType != nil {
			sentencesOf(t, prefix+a.Name+".", a.NestedType.Attributes)
		}
	}
}

// fallback is how the description of an optional attribute says what happens without it: a value after "Default:", or a sentence.
var fallback = regexp.MustCompile("(^|[.] )(Default: (`[^`]+`|the provider's `[a-z_]+`|all|none|no limit|chosen by the service)\\.|If omitted, |Required (if|unless|with) )")

// TestOptionalAttributesHaveDefaults checks that the description of every optional attribute says what happens without it, "chosen by the
// service" included. After "Default:" stands a value and no behavior.
func TestOptionalAttributesHaveDefaults(t *testing.T) {
	t.Parallel()
	checked := 0
	var check func(prefix string, block *tfprotov6.SchemaBlock)
	var checkAll func(prefix string, attributes []*tfprotov6.SchemaAttribute)
	checkAll = func(prefix string, attributes []*tfprotov6.SchemaAttribute) {
		for _, a := range attributes {
			if a.Optional {
				checked++
				if !fallback.MatchString(a.Description) || strings.Contains(fallback.ReplaceAllString(a.Description, ""), "Default:") {
					t.Errorf("%s%s does not say its default as %s: %s", prefix, a.Name, fallback, a.Description)
				}
			}
			if a.NestedType != nil {
				checkAll(prefix+a.Name+".", a.NestedType.Attributes)
			}
		}
	}
	check = func(prefix string, block *tfprotov6.SchemaBlock) {
		checkAll(prefix, block.Attributes)
		for _, nested := range block.BlockTypes {
			check(prefix+nested.TypeName+".", nested.Block)
		}
	}
	for _, o := range registered(t) {
		if o.schema != nil {
			check(o.folder+"/"+o.name+" ", o.schema.Block)
		}
	}
	check("provider ", acctest.Schema(t).Provider.Block)
	if checked < 250 {
		t.Errorf("only %d optional attributes found", checked)
	}
}
