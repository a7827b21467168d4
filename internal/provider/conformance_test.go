package provider_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	videoindexerprovider "github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// secretName recognizes attributes that hold a secret.
var secretName = regexp.MustCompile(`(^|_)(key|token|secret|password)(_wo)?$|^download_url$`)

// repository is the root of the checkout, as seen from this package.
const repository = "../.."

// offer is a thing of the registry: where its docs and examples live, and its schema, which
// functions do not have.
type offer struct {
	folder, name string
	schema       *tfprotov6.Schema
}

// TestRegistry checks that all that the provider offers has examples, a page, a link on the first
// page and in the changelog, and what it calls in calls.md, if it is no resource.
// (TestResourceCalls checks those.) One run lists all that is missing.
func TestRegistry(t *testing.T) {
	t.Parallel()
	index := read(t, "templates/index.md.tmpl")
	changes := read(t, "CHANGELOG.md")
	calls := read(t, "internal/videoindexer/calls.md")
	for _, o := range registered(t) {
		for _, file := range o.files() {
			wantFile(t, file, o.name)
		}
		page := filepath.ToSlash(o.page())
		link := "[`" + strings.TrimSuffix(filepath.Base(page), ".md") + "`](" + page + ")"
		if !strings.Contains(index, link) {
			t.Errorf("the first page does not list %s, want the link %s", o.name, link)
		}
		change := "](docs/" + page + ")"
		if !strings.Contains(changes, change) {
			t.Errorf("the changelog does not list %s, want the link %s", o.name, change)
		}
		kind, _, _ := strings.Cut(o.example(), "-")
		row := "\n| " + kind + " `" + o.name + "` |"
		if o.folder != "resources" && !strings.Contains(calls, row) {
			t.Errorf("calls.md does not list %s, want a line that begins with %q", o.name, row)
		}
	}
}

// TestExamplesAreInRegistry finds examples of types that the provider does not offer, or no longer.
func TestExamplesAreInRegistry(t *testing.T) {
	t.Parallel()
	offered := map[string]bool{}
	for _, o := range registered(t) {
		offered[o.folder+"/"+o.name] = true
	}
	for _, folder := range []string{
		"resources", "data-sources", "ephemeral-resources", "list-resources", "actions", "functions",
	} {
		examples, err := os.ReadDir(filepath.Join(repository, "examples", folder))
		check.MustSucceed(t, err, "the examples of %s", folder)
		for _, example := range examples {
			if !offered[folder+"/"+example.Name()] {
				t.Errorf("examples/%s/%s is of a type that registry.go does not have, want it there", folder, example.Name())
			}
		}
	}
}

// example returns the name of its example without the extension, such as "data-source".
func (o offer) example() string { return strings.TrimSuffix(o.folder, "s") }

// files returns its page and its examples.
func (o offer) files() []string {
	examples := "examples/" + o.folder + "/" + o.name + "/"
	files := []string{"docs/" + o.page(), examples + o.example() + ".tf"}
	if o.folder == "resources" {
		files = append(files, examples+"import.sh", examples+"import-by-string-id.tf", examples+"import-by-identity.tf")
	}
	return files
}

// wantFile expects a file of the repository that has a text.
func wantFile(t *testing.T, file, of string) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(file)))
	if err != nil || len(content) == 0 { // others may be missing as well
		t.Errorf("no file %s with a text, want one of %s: %v", file, of, err)
	}
}

// read returns a file of the repository.
func read(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(repository, filepath.FromSlash(file)))
	check.MustSucceed(t, err, "the file")
	return string(content)
}

// TestBrandFieldsOfMock finds fields of the client's brands that the mock server does not store. It
// would refuse them in each test of brands as unknown members of a request.
func TestBrandFieldsOfMock(t *testing.T) {
	t.Parallel()
	stored := membersOf(reflect.TypeFor[mockserver.Brand]())
	for _, member := range membersOf(reflect.TypeFor[videoindexer.BrandFields]()) {
		if !slices.Contains(stored, member) {
			t.Errorf("Brand in internal/mockserver/brand_store.go has no member %q, want it as in the client's BrandFields", member)
		}
	}
}

// membersOf returns the names of the fields of a struct in JSON.
func membersOf(of reflect.Type) (members []string) {
	for field := range of.Fields() {
		name, isMember := field.Tag.Lookup("json")
		if isMember {
			members = append(members, name)
		}
	}
	return members
}

// TestSecretsAreSensitive finds attributes by their names that would be shown in a plan. SECURITY
// names each secret that a configuration or a state can hold, by its name or by that of its type.
func TestSecretsAreSensitive(t *testing.T) {
	t.Parallel()
	security := read(t, "SECURITY.md")
	eachAttribute(t, func(at string, o offer, a *tfprotov6.SchemaAttribute) {
		isInState := o.folder != "ephemeral-resources"
		isHidden := a.Sensitive || a.WriteOnly
		if secretName.MatchString(a.Name) && isInState {
			check.Equal(t, true, isHidden, "%s, which looks like a secret, is sensitive or write-only", at)
		}
		if !a.Sensitive || !slices.Contains([]string{"resources", "data-sources"}, o.folder) {
			return
		}
		if !strings.Contains(security, "`"+a.Name+"`") && !strings.Contains(security, "`"+o.name+"`") {
			t.Errorf("SECURITY does not name the secret %s, want its name or that of its type", at)
		}
	})
}

// TestPolicyNames looks for the types and attributes that the policy of examples/ci names: one that
// was renamed would stop nothing. What the policy does is tested in tools/ci.
func TestPolicyNames(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	eachAttribute(t, func(_ string, o offer, a *tfprotov6.SchemaAttribute) {
		if o.folder == "resources" {
			known[o.name] = true
			known[a.Name] = true
		}
	})
	named := regexp.MustCompile(`"(videoindexer_\w+)"|\b(?:before|after|resource|object|brand|other)\.(\w+)|some argument in \["(\w+)", "(\w+)"\]`)
	names := named.FindAllStringSubmatch(read(t, "examples/ci/policy/videoindexer.rego"), -1)
	if len(names) < 20 {
		t.Errorf("the policy has %d names, want 20 or more", len(names))
	}
	for _, name := range names {
		for part := range strings.FieldsSeq(strings.Join(name[1:], " ")) {
			if part != "videoindexer_" && !known[part] {
				t.Errorf("the policy names %s, want a resource, or an attribute of one", part)
			}
		}
	}
}

// eachAttribute visits each attribute of the provider and of all that it offers, also in blocks and
// in other attributes.
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
	for _, o := range append(registered(t), offer{"provider", "", acctest.Schema(t).Provider}) {
		if o.schema != nil {
			inBlock(o.folder+"/"+o.name+" ", o, o.schema.Block)
		}
	}
}

func registered(t *testing.T) []offer {
	t.Helper()
	s := acctest.Schema(t)
	var offers []offer
	for folder, schemas := range map[string]map[string]*tfprotov6.Schema{
		"resources": s.ResourceSchemas, "data-sources": s.DataSourceSchemas, "ephemeral-resources": s.EphemeralResourceSchemas, "list-resources": s.ListResourceSchemas,
	} {
		for name, schema := range schemas {
			offers = append(offers, offer{folder, name, schema})
		}
	}
	for name, schema := range s.ActionSchemas {
		offers = append(offers, offer{"actions", name, schema.Schema})
	}
	for name := range s.Functions {
		offers = append(offers, offer{"functions", name, nil})
	}
	slices.SortFunc(offers, func(a, b offer) int { return strings.Compare(a.folder+a.name, b.folder+b.name) })
	return offers
}

// page returns the file in docs.
func (o offer) page() string {
	if o.folder == "provider" {
		return "index.md"
	}
	return filepath.Join(o.folder, strings.TrimPrefix(o.name, videoindexerprovider.ProviderName+"_")+".md")
}

// Limits of a description: what readers scan.
const (
	maxNotes              = 5
	maxNote               = 300
	maxAttributeSentences = 2
	maxWithoutList        = 300
)

var (
	// lead is the first paragraph of a description, which the registry shows in lists and searches:
	// one sentence that begins with a verb.
	lead = regexp.MustCompile(`^(Manages|Reads|Lists|Asks|Obtains|Renders|Trains|Replaces|Starts|Indexes|Re-indexes|Cancels) [^.\[\]` + "`" + `]+\.$`)
	// remark is a sentence with which descriptions of attributes end, in a fixed form.
	remark     = regexp.MustCompile("^((Default|Environment variable):|If omitted, |Required (if|unless|with) |Changing it |(Setting it n|N)eeds |`x` [a-z]+ |One of |Null |Values:|Formats:|With \\[extended operations\\]|See \\[|Destroy uses the value that was applied last)")
	codeOfText = regexp.MustCompile("`[^`]*`")
	linkTarget = regexp.MustCompile(`\]\([^)]*\)`)
	sentenceOf = regexp.MustCompile(`[.!?]( |$)`)
)

// TestDescriptionsAreShort checks what the pages of all types are made of: one sentence with a
// verb, at most five short notes, and one or two sentences for each attribute. Longer texts belong
// in a guide.
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
				isParagraph := !strings.Contains(note, "\n") && !strings.HasPrefix(note, "-")
				if !isParagraph || len(linkTarget.ReplaceAllString(note, "]")) > maxNote {
					t.Errorf("a note of %d bytes, want one paragraph of at most %d: %.400s", len(note), maxNote, note)
				}
			}
		})
	}
	eachAttribute(t, func(at string, _ offer, a *tfprotov6.SchemaAttribute) {
		n := 0
		text, _, isList := strings.Cut(a.Description, "\n  - ")
		for _, sentence := range sentenceOf.Split(codeOfText.ReplaceAllString(text, "`x`"), -1) {
			sentence = strings.TrimSpace(sentence)
			if sentence != "" && !remark.MatchString(sentence) {
				n++
			}
		}
		if n > maxAttributeSentences || a.Description == "" {
			t.Errorf("%s: %d sentences, want one or two: %.400s", at, n, a.Description)
		}
		visible := linkTarget.ReplaceAllString(a.Description, "]")
		if len(visible) > maxWithoutList && !isList {
			t.Errorf("%s: %d bytes, want a list after a sentence, or at most %d: %.400s",
				at, len(visible), maxWithoutList, visible)
		}
	})
}

// fallback is how the description of an optional attribute says what happens without it: a value
// after "Default:", or a sentence.
var fallback = regexp.MustCompile("(^|[.] )(Default: (`[^`]+`|the provider's `[a-z_]+`|all|none|no limit|chosen by the service)\\.|If omitted, |Required (if|unless|with) )")

// TestOptionalAttributesHaveDefaults checks that the description of every optional attribute says
// what happens without it, "chosen by the service" included. After "Default:" stands a value and no
// behavior.
func TestOptionalAttributesHaveDefaults(t *testing.T) {
	t.Parallel()
	checked := 0
	eachAttribute(t, func(at string, _ offer, a *tfprotov6.SchemaAttribute) {
		if !a.Optional {
			return
		}
		checked++
		rest := fallback.ReplaceAllString(a.Description, "")
		if rest == a.Description || strings.Contains(rest, "Default:") {
			t.Errorf("%s is described as %.400q, want its default as in %s", at, a.Description, fallback)
		}
	})
	if checked < 250 {
		t.Errorf("%d optional attributes found, want 250 or more", checked)
	}
}
