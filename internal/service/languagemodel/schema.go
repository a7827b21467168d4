package languagemodel

import (
	"context"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/booldefault"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const describeResource = "A language model: it adapts speech recognition to the words in a set of text files.\n\n" +
	"The service's described API has no call that reads a language model, trains it or deletes it. What the provider does without them is said first, and then what " +
	"[`extended_operations`](../guides/extended-operations.md) changes.\n\n" +
	"The state shows what the service said when the model was last " +
	"written: what is changed outside of Terraform is not seen before the next write, and `state` and `linguistic_model_id` are as old as that. Destroying a model " +
	"empties and disables it; the model itself stays (see `deletion_policy`), and the plan says so. So does a replacement: it makes another model.\n\n" +
	"An edited, added or removed file changes that file alone. A new file is uploaded before the one that it replaces is deleted, so that a refused upload leaves the old one. A service may take only one file " +
	"of a name: it then refuses the first edit, and from the next apply on the plan warns that the old file is deleted first.\n\n" +
	"A file that Terraform did not send is never deleted, and never replaced: where the model holds one of the same name, the apply says so and uploads nothing. Only the first apply after an import replaces files " +
	"of the names in the configuration, whoever sent them; it leaves all others alone.\n\n" +
	"A create whose answer is lost is not repeated, since that could make a second model. The error then says so: look for a model of that name in the service's portal, " +
	"and import it by its id, or delete it there, before applying again.\n\n" +
	"## With extended operations\n\n" +
	"The model is read: one that is gone leaves the state, and a plan shows what was changed elsewhere: the name, whether files are enabled, and files that are gone, were renamed, or were added by users. " +
	"Where `files` is configured, it is all that the model holds: the plan shows a file that users have added, and the apply deletes it. Without `files`, such files are left alone, as are at all times " +
	"the file `From transcript edits` and the models that the service makes by itself.\n\n" +
	"`train = true` trains the model after each change of its files, and waits. A training that fails is an error, the state is kept, and the next plan shows that the model is to be trained. Where Terraform creates the model in the same apply, it marks " +
	"it as tainted then: `terraform untaint` keeps it. Ctrl-C leaves the training running. A change of a model that is being trained waits for the end of that training, or cancels it with `cancel_training = true`.\n\n" +
	"`linguistic_model_id` is known after the training: what refers to it is changed after it, in the same apply. Where a service keeps the id when it trains a model again, have `reindex_triggers` of a `videoindexer_video` refer to `files`.\n\n" +
	"An import reads everything but the texts. The first plan changes nothing where the names of the files agree and their texts are not known to differ: the provider compares them with those that the service gives, " +
	"without regard to line ends. Until Terraform sends such a file, `content_sha256` is null, and `source` in the state is the name of the file. Where the service does not give the texts, an edit of such a file is not seen before its name or another argument of it changes.\n\n" +
	"A create whose answer is lost is looked for in the list of models: it is in the state, whatever happened. A destroy deletes the model."

// resourceAttributes has no plan modifiers for computed values: they depend on one another, and
// ModifyPlan decides all of them.
func resourceAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name": schema.StringAttribute{
			MarkdownDescription: "Name of the model.",
			Required:            true,
			Validators:          []validator.String{named("name of a language model", wrongModelName)},
		},
		"language": schema.StringAttribute{
			MarkdownDescription: "Language of the model." + arguments.LanguageCodes + " Changing it replaces the resource.",
			Required:            true,
			Validators:          []validator.String{stringvalidator.OneOf(videoindexer.LanguageModelLanguages...)},
			PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplaceIf(languageKnown, replacesLanguage, replacesLanguage)},
		},
		"enabled": schema.BoolAttribute{
			MarkdownDescription: "Whether the files of the model are used. Default: `true`.",
			Optional:            true, Computed: true,
			Default: booldefault.StaticBool(true),
		},
		"files": schema.MapNestedAttribute{
			MarkdownDescription: "The text files of the model, by file name. Each takes exactly one of `source`, `content` and `url`, and is a txt, vtt, srt or ttml file by the name of its `source`, or by its own. " +
				"Texts are UTF-8, with or without a byte order mark, and not empty. Default: none. Files that were put into the model outside of Terraform are left alone; with `extended_operations`, only where `files` is not configured.",
			Optional:     true,
			Validators:   []validator.Map{mapvalidator.KeysAre(named("file name", wrongFileName))},
			NestedObject: schema.NestedAttributeObject{Attributes: fileAttributes(), Validators: []validator.Object{oneOrigin{}}},
		},
		"model_id": computed("Id of the model (GUID): what `linguistic_model_id` of a `videoindexer_video` takes."),
		"state":    computed("State of the model when it was last written, or last read. What the answer to an update says comes into the state with the next refresh."),
		"linguistic_model_id": computed("Second id, which the service gives a model when it has trained it, as it was when the model was last written or read; null until then. " +
			"What the answer to an update says comes into the state with the next refresh. For services that want this one to index videos with, in place of `model_id`."),
		"deletion_policy": deletion.PlannedAttribute("Default: `delete` with `extended_operations`, otherwise `empty`.",
			deletion.Offer{Policy: deletion.Delete, Does: "deletes the model and all of its files, which needs [`extended_operations`](../guides/extended-operations.md)"},
			deletion.Offer{Policy: deletion.Empty, Does: "deletes the files of the model that Terraform manages and disables it; the model itself stays"},
			deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the model and leaves it as it is"},
		),
		"train": flag("Whether to train the model after a create, and after an update that changed its files. A model that is disabled, or has no enabled file, is not trained.", false),
		"wait_for_training": flag("Whether an apply that trains the model waits for the end of the training, within `timeouts`, with a line in the log every ten seconds. "+
			"A model that is being trained when the plan is made is waited for as well, where `train` is set.", true),
		"cancel_training": flag("Whether a change of the model cancels a training that is under way, rather than waiting for it.", false),
		"training_state":  computed("How far the training is: `untrained` (never trained, or not since its files changed), `training`, `trained` or `failed`. Null where the provider does not use extended operations."),
	}
}

// flag is an argument that needs extended operations.
func flag(description string, fallback bool) schema.BoolAttribute {
	return schema.BoolAttribute{
		MarkdownDescription: fmt.Sprintf("%s Default: `%t`. Needs [`extended_operations`](../guides/extended-operations.md).", description, fallback),
		Optional:            true, Computed: true,
		Default: booldefault.StaticBool(fallback),
	}
}

// fileAttributes has origins that are computed as well, for files of which an import has found only the name.
func fileAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"source": schema.StringAttribute{
			MarkdownDescription: "Path of a local file. It is read and hashed while planning, so that an edit shows in the plan. " +
				"A relative path is relative to the directory that Terraform runs in: begin with `${path.module}` to mean the module's own. " +
				"A file that changes between plan and apply is not uploaded: the apply fails, with Terraform's message \"Provider produced inconsistent final plan\" " +
				"where it was edited before the apply began, and the next plan has the new content.",
			Optional: true, Computed: true,
		},
		"content": schema.StringAttribute{
			MarkdownDescription: "The text itself.",
			Optional:            true, Computed: true,
		},
		"url": schema.StringAttribute{
			MarkdownDescription: "Address (http or https) that the service fetches the file from, once. What changes there later is not seen: change the address to have it fetched again.",
			Optional:            true, Computed: true,
			Validators: []validator.String{validate.URL()},
		},
		"enabled": schema.BoolAttribute{
			MarkdownDescription: "Whether the file is used, in a model that is `enabled`. Default: `true`. Needs [`extended_operations`](../guides/extended-operations.md).",
			Optional:            true, Computed: true,
		},
		"file_id":        computed("Id of the file. A file that is changed gets a new one. Null where the service does not show it."),
		"content_sha256": computed("SHA-256 of the file, in hex; null with `url`."),
	}
}

func computed(description string) schema.StringAttribute {
	return schema.StringAttribute{MarkdownDescription: description, Computed: true}
}

const replacesLanguage = "A change of language replaces the model."

// languageKnown keeps the first plan after an import from replacing the model whose language it does not know.
func languageKnown(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
	resp.RequiresReplace = !req.StateValue.IsNull()
}

// named is a validator of names; wrong says what is wrong with one, "" for nothing.
func named(noun string, wrong func(name string) string) validate.Text {
	return validate.Text{Expects: "must be a " + noun, Check: func(at path.Path, name string) (summary, detail string) {
		if reason := wrong(name); reason != "" {
			return "Invalid " + noun, fmt.Sprintf("%s: the %s %q %s.", at, noun, name, reason)
		}
		return "", ""
	}}
}

func wrongModelName(name string) string {
	switch {
	case strings.TrimSpace(name) == "":
		return "is empty"
	case strings.ContainsFunc(name, unicode.IsControl):
		return "has a control character in it"
	}
	return ""
}

// maxFileName is what file systems take for a name, in bytes.
const maxFileName = 255

// wrongFileName refuses what cannot travel as the key of a form.
func wrongFileName(name string) string {
	switch {
	case strings.TrimSpace(name) == "":
		return "is empty"
	case strings.ContainsFunc(name, unicode.IsControl):
		return "has a control character in it, such as a line break"
	case !utf8.ValidString(name):
		return "is not valid UTF-8"
	case videoindexer.IsServiceMade(name):
		return "is that of the file that the service makes by itself from edits of transcripts"
	case len(name) > maxFileName:
		return fmt.Sprintf("is longer than %d bytes", maxFileName)
	}
	return ""
}

// oneOrigin wants exactly one of source, content and url, and a format that the service takes. What is
// not known yet is judged at apply.
type oneOrigin struct{}

func (oneOrigin) Description(context.Context) string {
	return "takes exactly one of source, content and url"
}
func (v oneOrigin) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (oneOrigin) ValidateObject(_ context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	if req.ConfigValue.IsUnknown() {
		return
	}
	if req.ConfigValue.IsNull() {
		resp.Diagnostics.AddAttributeError(req.Path, "File is null", fmt.Sprintf("%s is null. Leave the file out of the map, or give it one of source, content and url.", req.Path))
		return
	}
	attributes := req.ConfigValue.Attributes()
	var set []string
	isKnown := true
	for _, name := range []string{"source", "content", "url"} {
		switch value := attributes[name]; {
		case value.IsUnknown():
			isKnown = false
		case !value.IsNull():
			set = append(set, name)
		}
	}
	switch {
	case len(set) > 1:
		resp.Diagnostics.AddAttributeError(req.Path, "File with more than one source",
			fmt.Sprintf("%s takes exactly one of source, content and url; it has %s.", req.Path, strings.Join(set, " and ")))
	case len(set) == 0 && isKnown:
		resp.Diagnostics.AddAttributeError(req.Path, "File without a source",
			fmt.Sprintf("%s takes exactly one of source, content and url; it has none.", req.Path))
	case len(set) == 1:
		checkFormat(req.Path, attributes, set[0], &resp.Diagnostics)
	}
}

// checkFormat refuses files in formats that the service does not take. A local file is judged by its
// own name, everything else by the name that it is given.
func checkFormat(at path.Path, attributes map[string]attr.Value, origin string, diags *diag.Diagnostics) {
	key, _ := at.Steps().LastStep()
	step, _ := key.(path.PathStepElementKeyString)
	name := string(step)
	if source, ok := attributes["source"].(types.String); ok && origin == "source" {
		at, name = at.AtName(origin), source.ValueString()
	}
	if !hasFormat(name) {
		diags.AddAttributeError(at, "Invalid format of file", fmt.Sprintf("%s: %q does not end in %s, the formats that the service takes.", at, name, strings.Join(formats, ", ")))
	}
}
