package provider_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

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
	remark     = regexp.MustCompile("^((Default|Environment variable):|If omitted, |Required (if|unless|with) |Changing it |((Setting it n|N)eeds|`x` needs) |One of |Null |With \\[extended operations\\]|See \\[|Destroy uses the value that was applied last)")
	codeOfText = regexp.MustCompile("`[^`]*`")
	sentenceOf = regexp.MustCompile(`[.!?]( |$)`)
)

// TestDescriptionsAreShort checks what the pages of all types are made of: one sentence with a verb, at most five short notes, and one or
// two sentences for each attribute. Longer stories belong in a guide.
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
