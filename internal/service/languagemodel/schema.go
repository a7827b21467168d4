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

const describeResource = "A language model, which adapts speech recognition to the words in a set of text files.\n\n" +
	"The described API cannot read, train or delete a language model. This section describes the resource without [`extended_operations`](../guides/extended-operations.md), and the next section with them.\n\n" +
	"- **State:** The state contains what the service returned when Terraform last wrote the model. A plan does not show changes made outside Terraform, and `state` and `linguistic_model_id` are as old as the last write.\n\n" +
	"- **Destroy:** Terraform empties and disables the model that it has created (see `deletion_policy`). The model itself stays in the service, also if the resource is replaced; the plan warns of it.\n\n" +
	"- **Changes of files:** Terraform uploads only the files that were added or edited. It uploads the new version of a file before it deletes the old one, so that the old one stays if the upload is refused. " +
	"If the service allows only one file of a name, it refuses the first edit. From the next apply on, Terraform deletes the old file first, and the plan warns of it.\n\n" +
	"- **Files of others:** Terraform does not delete or replace files that it did not send. If the model has such a file with a configured name, the apply fails and uploads nothing. " +
	"Only the first apply after an import replaces files with configured names, whoever sent them; it leaves all others.\n\n" +
	"- **Lost answers:** The provider does not repeat a create whose answer is lost, since that could create a second model. Look for a model of that name in the service's portal, " +
	"and import it by its id, or delete it there, before you apply again.\n\n" +
	"## With extended operations\n\n" +
	"- **State:** The model is read. A deleted model is removed from the state. A plan shows changes made elsewhere: the name, enabled and disabled files, and files that were deleted, renamed or added.\n\n" +
	"- **Destroy:** Terraform deletes the model that it has created. An imported one is left unless `deletion_policy` says otherwise.\n\n" +
	"- **Files of others:** If `files` is configured, the apply deletes files that users have added, and the plan shows them; the first plan with `files` names them in a warning. Without `files`, Terraform leaves them. It never changes " +
	"the file `From transcript edits` and the models that the service makes itself.\n\n" +
	"- **Training:** `train = true` trains the model after each change of its files, and the apply waits for the end. If the training fails, the apply fails, and the next plan trains the model again. If the same apply has created the model, Terraform marks " +
	"it as tainted: `terraform untaint` keeps it. Ctrl-C does not stop the training. A change of a model that is being trained waits for the end of that training, or cancels it with `cancel_training = true`.\n\n" +
	"- **Videos:** `linguistic_model_id` is known after the training. Resources that refer to it are changed after the training, in the same apply. If the service does not change the id when it trains a model again, refer to `files` in `reindex_triggers` of `videoindexer_video`.\n\n" +
	"- **Import:** An import reads everything except the texts. The provider compares the configured texts with those of the service, ignoring line ends. The first plan changes nothing if names and texts are the same. " +
	"Until Terraform uploads such a file, `content_sha256` is null, and `source` in the state is the name of the file. If the service does not return the texts, Terraform does not detect an edit of such a file until another argument of it changes.\n\n" +
	"- **Lost answers:** If the answer to a create is lost, the provider finds the model in the list of models and records it in the state."

// resourceAttributes has no plan modifiers for computed values: they depend on one another, and
// ModifyPlan decides all of them.
func resourceAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name": schema.StringAttribute{
			MarkdownDescription: "Name of the model.",
			Required:            true,
			Validators:          []validator.String{validate.Name(), named("name of a language model", wrongModelName)},
		},
		"language": schema.StringAttribute{
			MarkdownDescription: "Language of the model." + arguments.LanguageCodes + " Changing it replaces the resource.",
			Required:            true,
			Validators:          []validator.String{stringvalidator.OneOf(videoindexer.LanguageModelLanguages...)},
			PlanModifiers:       []planmodifier.String{stringplanmodifier.RequiresReplaceIf(languageKnown, replacesLanguage, replacesLanguage)},
		},
		"enabled": schema.BoolAttribute{
			MarkdownDescription: "Whether the service uses the files of the model. Default: `true`.",
			Optional:            true, Computed: true,
			Default: booldefault.StaticBool(true),
		},
		"files": schema.MapNestedAttribute{
			MarkdownDescription: "Text files of the model, by file name. Each file needs exactly one of `source`, `content` and `url`. The extension of `source`, or of the file name, must be txt, vtt, srt or ttml. " +
				"Texts must be UTF-8, with or without a byte order mark, and not empty. Default: none. Terraform leaves files that were added outside Terraform; with `extended_operations`, only if `files` is not configured.",
			Optional:     true,
			Validators:   []validator.Map{mapvalidator.KeysAre(named("file name", wrongFileName))},
			NestedObject: schema.NestedAttributeObject{Attributes: fileAttributes(), Validators: []validator.Object{oneOrigin{}}},
		},
		"model_id": computed("Id of the model (GUID), for `linguistic_model_id` of a `videoindexer_video`."),
		"state":    computed("State of the model when it was last written or read. After an update, the next refresh records the new value."),
		"linguistic_model_id": computed("Second id, which the service assigns after the first training; null until then. " +
			"Some services need this id instead of `model_id` to index videos. After an update, the next refresh records the new value."),
		"deletion_policy": deletion.PlannedAttribute("Default: `delete` with `extended_operations`, otherwise `empty`; `abandon` for a model that was imported.",
			deletion.Offer{Policy: deletion.Delete, Does: "deletes the model and all of its files, which needs [`extended_operations`](../guides/extended-operations.md)"},
			deletion.Offer{Policy: deletion.Empty, Does: "deletes the files that Terraform manages and disables the model, which stays in the service"},
			deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the model and leaves it as it is"},
		),
		"train": flag("Whether to train the model after a create, and after an update that changed its files. Terraform does not train a model that is disabled or has no enabled file.", false),
		"wait_for_training": flag("Whether an apply that trains the model waits for the end of the training, within `timeouts`. The log shows the progress every ten seconds. "+
			"If `train` is set, the apply also waits for a training that was running during the plan.", true),
		"cancel_training": flag("Whether a change of the model cancels a running training instead of waiting for it.", false),
		"training_state":  computed("State of the training: `untrained` (never trained, or not since its files changed), `training`, `trained` or `failed`. Null without extended operations."),
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
			MarkdownDescription: "Path of a local file. The provider reads and hashes it while planning, so that the plan shows an edit. " +
				"A relative path is relative to the directory in which Terraform runs: use `${path.module}` for files of the module. " +
				"A file that changes between plan and apply is not uploaded. The apply then fails (if the edit was before the apply, with Terraform's message \"Provider produced inconsistent final plan\"), " +
				"and the next plan has the new content.",
			Optional: true, Computed: true,
		},
		"content": schema.StringAttribute{
			MarkdownDescription: "Text of the file.",
			Optional:            true, Computed: true,
		},
		"url": schema.StringAttribute{
			MarkdownDescription: "Address (http or https) from which the service downloads the file once. Terraform does not detect later changes of the file: change the address to upload it again.",
			Optional:            true, Computed: true,
			Validators: []validator.String{validate.URL()},
		},
		"enabled": schema.BoolAttribute{
			MarkdownDescription: "Whether the service uses the file, if the model is `enabled`. Default: `true`. Needs [`extended_operations`](../guides/extended-operations.md).",
			Optional:            true, Computed: true,
		},
		"file_id":        computed("Id of the file. A changed file gets a new id. Null if the service does not return it."),
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
	if strings.ContainsFunc(name, unicode.IsControl) {
		return "contains a control character"
	}
	return ""
}

// maxFileName is what file systems take for a name, in bytes.
const maxFileName = 255

// wrongFileName refuses names that cannot be the key of a form.
func wrongFileName(name string) string {
	switch {
	case strings.TrimSpace(name) == "":
		return "is empty"
	case strings.ContainsFunc(name, unicode.IsControl):
		return "contains a control character, such as a line break"
	case !utf8.ValidString(name):
		return "is not valid UTF-8"
	case videoindexer.IsServiceMade(name):
		return "is the name of the file that the service creates from edits of transcripts"
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
		diags.AddAttributeError(at, "Invalid format of file", fmt.Sprintf("%s: %q does not end in %s, the formats that the service supports.", at, name, strings.Join(formats, ", ")))
	}
}
