package languagemodel

import (
	"context"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const describeResource = "Manages a language model, which adapts speech recognition to the words in a set of text files.\n\n" +
	"The base API cannot read, train or delete a model: plans do not show changes made elsewhere, and destroy empties and disables the model. With " +
	"[`extended_operations`](../guides/extended-operations.md), the model is read, trained (`train`) and deleted.\n\n" +
	"An apply uploads only files that were added or edited, and deletes the old version of a file after the upload.\n\n" +
	"Files that others have added stay, and `files` does not show them, unless `exclusive` is set. If one has a configured name, the apply fails and uploads nothing. A destroy that deletes the model " +
	"deletes them, too: its plan names them, and a destroy that finds others deletes nothing.\n\n" +
	"Refer to `model_id` in videos. Use `linguistic_model_id` instead if the service refuses to index a video with `model_id`, or if new transcripts do not contain the words of the model.\n\n" +
	"If the answer to a create is lost, the provider does not repeat it: see [What a kill leaves behind](../guides/reliability.md#what-a-kill-leaves-behind)."

// resourceAttributes has no plan modifiers for computed values: they depend on one another, and
// ModifyPlan decides all of them.
func resourceAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name": arguments.RequiredText("Name of the model.", validate.Name()),
		"language": schema.StringAttribute{
			MarkdownDescription: "Language of the model." + arguments.LanguageCodes + " Changing it replaces the resource.",
			Required:            true,
			Validators:          []validator.String{validate.OneOf(videoindexer.LanguageModelLanguages...)},
			PlanModifiers:       []planmodifier.String{replacesModel},
		},
		"enabled": arguments.FlagOr(true, "Whether the service uses the files of the model."),
		"files": schema.MapNestedAttribute{
			MarkdownDescription: "Text files of the model, by file name, each with exactly one of `source`, `content` and `url`: txt, vtt, srt or ttml, in UTF-8, with at least one visible character. " +
				"Removing an entry deletes the file if Terraform has sent it, or if `exclusive` is set, which needs `extended_operations`. If omitted, the files of the model stay as they are.",
			Optional: true, Computed: true,
			Validators:   []validator.Map{mapvalidator.KeysAre(fileName), validate.NoNulls()},
			NestedObject: schema.NestedAttributeObject{Attributes: fileAttributes()},
		},
		"model_id": arguments.Computed("Id of the model (GUID), for `linguistic_model_id` of a `videoindexer_video`: begin with this id."),
		"state":    arguments.Computed("State of the model when it was last written or read. After an update, the next refresh records the new value."),
		"linguistic_model_id": arguments.Computed("Second id, which the service assigns after the first training: some services index videos with this id. After an update, the next refresh records the new value. Null before the " +
			"first training."),
		"deletion_policy": deletion.Argument("If omitted, a model that Terraform created is deleted (emptied, without extended operations), and one that was imported is left as it is.",
			deletion.Offer{Policy: deletion.Delete, Does: "deletes the model and all of its files, which needs [`extended_operations`](../guides/extended-operations.md)"},
			deletion.Offer{Policy: deletion.Empty, Does: "deletes the files that Terraform manages and disables the model, which stays in the service"},
			deletion.Offer{Policy: deletion.Abandon, Does: "leaves the model as it is"},
		),
		"adopted": arguments.ConstantFlag("Whether the model was imported, and not created by Terraform."),
		"exclusive": extended(arguments.FlagOr(false, "Whether to delete files that others have added: a refresh then shows them in `files`, and the plan of a configuration without them deletes them. "+
			"The apply that sets this deletes nothing of others yet: the next plan shows their files.")),
		"train":             extended(arguments.FlagOr(false, "Whether to train the model after a create, and after an update that changed its files. Terraform does not train a model that is disabled or has no enabled file.")),
		"wait_for_training": extended(arguments.FlagOr(true, "Whether an apply that trains the model waits until the training has ended, within `timeouts`. It then also waits for a training that was running during the plan.")),
		"training_state":    arguments.Computed("State of the training: `untrained` (never trained, or not since Terraform changed its files), `training`, `trained` or `failed`. Null without extended operations."),
	}
}

// replacesModel has another language replace a model, unless an import does not know its language.
var replacesModel = stringplanmodifier.RequiresReplaceIf(func(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
	resp.RequiresReplace = !req.StateValue.IsNull()
}, "replaces the resource, unless it was just imported", "replaces the resource, unless it was just imported")

// extended is a flag that needs extended operations.
func extended(argument schema.BoolAttribute) schema.BoolAttribute {
	argument.MarkdownDescription += " Needs [`extended_operations`](../guides/extended-operations.md)."
	return argument
}

func fileAttributes() map[string]schema.Attribute {
	enabled := extended(arguments.Flag("Whether the service uses the file, if the model is `enabled`. Default: `true`."))
	enabled.Computed = true
	return map[string]schema.Attribute{
		"source": orFound(arguments.Text("Path of a local file, relative to the directory in which Terraform runs: use `${path.module}` for files of the module. The plan shows an edit, and an edit between plan and apply " +
			"stops the apply. Default: none.")),
		"content":        orFound(arguments.Text("Text of the file. Default: none.")),
		"url":            orFound(arguments.Text("Address (http or https) from which the service downloads the file once. Terraform does not detect later changes of the file: change the address to upload it again. Default: none.", validate.URL())),
		"enabled":        enabled,
		"file_id":        arguments.Computed("Id of the file. A changed file gets a new id. Null if the service does not return it."),
		"content_sha256": arguments.Computed("SHA-256 of the file, in hex; null with `url`."),
	}
}

// orFound has a refresh set the origin of a file: see foundFile.
func orFound(origin schema.StringAttribute) schema.StringAttribute {
	origin.Computed = true
	return origin
}

// fileName refuses names that cannot be the key of a form, and the one that the service uses.
var fileName = validate.Argument("a file name", func(name string) string {
	switch {
	case strings.TrimSpace(name) == "":
		return "is empty"
	case strings.ContainsFunc(name, unicode.IsControl):
		return "contains a control character, such as a line break"
	case videoindexer.IsServiceMade(name):
		return "is the name of the file that the service creates from edits of transcripts"
	}
	return ""
})
