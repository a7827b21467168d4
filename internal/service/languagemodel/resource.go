package languagemodel

// The resource has its schema here, and the steps of its life: Create, Fetch, Write and Destroy.
// Plan is in plan.go.

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ resource.ResourceWithValidateConfig = (*languageModelResource)(nil)

	_ managed.Planner[resourceModel] = (*resourceModel)(nil)
	_ managed.Creator[resourceModel] = (*resourceModel)(nil)
	_ managed.Destroyer              = (*resourceModel)(nil)
	_ managed.Container              = (*resourceModel)(nil)
	_ managed.Named                  = (*resourceModel)(nil)
)

// modelKeys name a language model inside its account.
var (
	modelKeys = importid.Keys{modelKey}
	modelKey  = importid.Key{
		Name: "model_id", Description: "Id of the language model (GUID).", Check: validate.GUID().Check,
		ListedAs: "language_model", Find: findByName,
	}
)

func findByName(
	ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef,
	within map[string]string, name string,
) ([]string, error) {
	return client.FindLanguageModels(ctx, account, name, within["language"])
}

// languageModelResource also validates its configuration.
type languageModelResource struct {
	*managed.ObjectResource[resourceModel, *resourceModel]
}

// NewResource returns videoindexer_language_model.
func NewResource() resource.Resource {
	return &languageModelResource{managed.NewObjectResource[resourceModel](managed.ResourceInfo{
		Name: "language_model", Keys: modelKeys, Replacing: []string{"language"}, HasTimeouts: true,
		Summary: "Manages a language model, which adapts speech recognition to the words in a set of text files.",
		Notes:   pageNotes,
	}, resourceAttributes)}
}

const pageNotes = "The base API cannot read, train or delete a model, so plans do not show changes made elsewhere, " +
	"and destroy empties and disables the model. " +
	"With [`extended_operations`](../guides/extended-operations.md), the provider can read, " +
	"train (`train`) and delete the model.\n\n" +
	"An apply uploads only files that were added or edited, and deletes the old version of a file after the upload. " +
	"With `extended_operations`, it renames a file whose key has changed, " +
	"and renames back a file that was renamed elsewhere.\n\n" +
	"Files added by others are kept, and `files` does not show them, unless `exclusive` is set. " +
	"If one has a configured name, the plan warns, " +
	"and the apply fails for this file only. The plan of a destroy names files added by others. " +
	"If more of them appear after the plan, the destroy stops.\n\n" +
	"Refer to `model_id` in videos. " +
	"Use `linguistic_model_id` instead if the service refuses to index a video with `model_id`, " +
	"or if new transcripts do not contain the words of the model.\n\n" +
	"If the response to a create is lost, the provider does not repeat it: see [What a kill leaves behind](../guides/reliability.md#what-a-kill-leaves-behind)."

// resourceAttributes gives computed values no plan modifiers: they depend on one another, and Plan
// decides all of them.
func resourceAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name": arguments.RequiredString("Name of the model. Changing it renames the model.", validate.Name()),
		"language": schema.StringAttribute{
			MarkdownDescription: "Language of the model." + arguments.LanguageCodesNote,
			Required:            true,
			Validators:          []validator.String{validate.OneOf(videoindexer.LanguageModelLanguages...)},
		},
		"enabled": arguments.BoolWithDefault(true, "Whether the service uses the files of the model."),
		"files": schema.MapNestedAttribute{
			MarkdownDescription: "Text files of the model, by file name: txt, vtt, srt or ttml, in UTF-8, " +
				"with at least one visible character. " +
				"Removing an entry deletes the file if Terraform sent it, or, with `extended_operations`, " +
				"if `exclusive` is set. " +
				"If omitted, the files are not managed.",
			Optional: true, Computed: true,
			Validators:   []validator.Map{mapvalidator.KeysAre(fileName), validate.NoNulls()},
			NestedObject: schema.NestedAttributeObject{Attributes: fileAttributes()},
		},
		"model_id": arguments.ComputedString(
			"Id of the model (GUID), for `linguistic_model_id` of a `videoindexer_video`. Try this id first."),
		"state": arguments.ComputedString("State of the model when it was last written or read. " +
			"After an update, the next refresh records the new value."),
		"linguistic_model_id": arguments.ComputedString(
			"Second id, which the service assigns after the first training, " +
				"and with which some services index videos. After an update, the next refresh records the new value. " +
				"Null before the first training."),
		"deletion_policy": managed.PolicyArgument("If omitted, destroy deletes a model that Terraform created "+
			"(without extended operations, it empties the model), and keeps one that was imported.",
			managed.PolicyChoice{Policy: managed.PolicyDelete, Does: "deletes the model and all of its files. " +
				"This needs [`extended_operations`](../guides/extended-operations.md)"},
			managed.PolicyChoice{Policy: managed.PolicyEmpty, Does: "deletes the files that Terraform manages and disables the model, " +
				"which stays in the service"},
			managed.PolicyChoice{Policy: managed.PolicyAbandon, Does: "keeps the model"},
		),
		"adopted": arguments.StableBool("Whether the model was imported, not created by Terraform."),
		"exclusive": extendedFlag(false,
			"Whether to delete files added by others. The plan names them, and later refreshes show them in `files`."),
		"train": extendedFlag(false,
			"Whether to train the model after a create, and after an update "+
				"that changed its files. Terraform does not train a model that is disabled or has no enabled file."),
		"wait_for_training": extendedFlag(true,
			"Whether an apply that trains the model waits until the training has ended, within `timeouts`. "+
				"The apply then also waits for a training that was running during the plan."),
		"training_state": arguments.ComputedString("State of the training: " +
			"`untrained` (never trained, or not since Terraform changed its files), `training`, " +
			"`trained` or `failed`. Null without extended operations."),
	}
}

// extendedFlag returns a flag whose other value than the default needs extended operations.
func extendedFlag(fallback bool, description string) schema.BoolAttribute {
	argument := arguments.BoolWithDefault(fallback, description)
	argument.MarkdownDescription += fmt.Sprintf(" `%t` needs [`extended_operations`](../guides/extended-operations.md).", !fallback)
	return argument
}

// fileAttributes has an origin of a file as an argument that a refresh can set as well (foundFile).
func fileAttributes() map[string]schema.Attribute {
	enabled := extendedFlag(true, "Whether the service uses the file, if the model is `enabled`.")
	// Without extended operations, the plan keeps the value of a file (see plannedEnabled).
	enabled.Default = nil
	return map[string]schema.Attribute{
		"source": arguments.OptionalComputedString(
			"Path of a local file. Use `${path.module}` for files of the module, " +
				"because a relative path begins in the directory in which Terraform runs. " +
				"Default: none."),
		"content": arguments.OptionalComputedString("Text of the file. Default: none."),
		"url": arguments.OptionalComputedString(
			"Address (http or https) from which the service downloads the file once. "+
				"To upload a later version, change the address. Default: none.", validate.URL()),
		"enabled": enabled,
		"file_id": arguments.ComputedString("Id of the file. A changed file gets a new id. " +
			"Null if the service does not return it."),
		"content_sha256": arguments.ComputedString("SHA-256 of the file, in hex; null with `url`."),
	}
}

// fileName refuses names that cannot be the key of a form, and the one that the service uses.
var fileName = validate.NewStringCheck(func(name string) string {
	switch {
	case strings.TrimSpace(name) == "":
		return "is empty"
	case strings.ContainsFunc(name, unicode.IsControl):
		return "contains a control character, such as a line break"
	case videoindexer.IsServiceMadeFile(name):
		return "is the name of the file that the service creates from edits of transcripts"
	}
	return ""
})

// Create creates the model with all of its files in one request (19). Write follows: it disables
// the model or some of its files if configured, and trains it.
func (m *resourceModel) Create(
	ctx context.Context, writing managed.WriteRequest[resourceModel],
) (*resourceModel, diag.Diagnostics) {
	files, _ := filesOf(m.Files)
	uploads, diags := pack(files)
	if diags.HasError() {
		return nil, diags
	}
	response, err := writing.Client.CreateLanguageModel(ctx, m.AccountRef(), videoindexer.LanguageModelFields{
		Name: m.Name.ValueString(), Language: m.Language.ValueString(), Files: uploads,
	})
	if err != nil {
		return nil, append(diags, createError(m, err))
	}
	created := createdClaim(response, *m, files, writing.HasExtended())
	state := created.state(*m)
	return &state, diags
}

// Fetch reads the model (X5 or X6). Without extended operations, a model cannot be read: Fetch then
// takes over what the last response has shown.
func (m *resourceModel) Fetch(
	ctx context.Context, reading managed.ReadRequest,
) (exists bool, diags diag.Diagnostics) {
	m.fillDefaults()
	claimed, diags := claimOf(ctx, *m, reading.Private, reading.HasExtended())
	if claimed.hasExtended {
		shown, problems := claimed.refresh(ctx, reading.Data)
		exists = shown
		diags.Append(problems...)
	} else {
		exists = claimed.showLastResponse()
	}
	if !exists || diags.HasError() {
		return exists, diags
	}
	*m = claimed.state(claimed.resourceModel)
	diags.Append(private.Set(ctx, reading.Private, hiddenStateKey, claimed.hidden)...)
	return true, diags
}

// refresh reads the model, and takes over what the service shows.
func (c *claim) refresh(
	ctx context.Context, data *providerdata.Data,
) (exists bool, diags diag.Diagnostics) {
	target := providerdata.Target{Client: data.RequireClient(&diags), Account: c.AccountRef()}
	read := func(client *videoindexer.Client) (*videoindexer.LanguageModel, error) {
		return client.GetCachedLanguageModel(ctx, target.Account, c.ModelID.ValueString(), c.isShownBy)
	}
	remote, err := providerdata.ReadWithAccessCheck(ctx, data, target.Account, read)
	if err != nil {
		return managed.ReadResult(c.Subject(), err)
	}
	if remote.IsServiceMade {
		diags.AddError("Language model is the service's own", c.Subject().WithIDs(
			"The service has created this model itself. Terraform cannot manage it. "+
				"If the state has it, remove it with `terraform state rm`."))
		return true, diags
	}
	before := *c
	*c = merge(before, observation{LanguageModel: remote})
	c.hidden.IsGone = false
	ids := c.allCandidates()
	if before.showsOthers() {
		ids = append(ids, slices.Sorted(maps.Keys(c.hidden.Others))...)
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	diags.Append(c.readTexts(ctx, target, ids)...)
	c.recognize(nil)
	c.completeRead(before, remote)
	return true, diags
}

// showLastResponse takes over the values of the last response that were not planned. It returns
// false after a response that the model does not exist.
func (c *claim) showLastResponse() (exists bool) {
	if c.hidden.IsGone {
		return false
	}
	if c.hidden.LinguisticModelID != "" {
		c.LinguisticModelID = types.StringValue(c.hidden.LinguisticModelID)
	}
	return true
}

// Write writes name and enabled (20), renames files (X11), uploads those that are new or changed in
// another request (20), deletes those that were changed or removed (21), enables and disables
// others, and trains the model.
func (m *resourceModel) Write(
	ctx context.Context, writing managed.WriteRequest[resourceModel],
) (becomesState bool, diags diag.Diagnostics) {
	var plan, config resourceModel
	diags.Append(writing.Plan.Get(ctx, &plan)...)
	diags.Append(writing.Config.Get(ctx, &config)...)
	claimed, problems := claimOf(ctx, *writing.Prior, writing.Private, writing.HasExtended())
	diags.Append(problems...)
	if diags.HasError() {
		return false, diags
	}
	// The response to a create has shown the files if all of them have ids.
	claimed.hasSeenFiles = writing.Origin == managed.OriginCreated && !claimed.hasUnconfirmed()
	files, _ := filesOf(plan.Files)
	wanted := wantedModel{
		resourceModel: plan, files: files, managesFiles: !config.Files.IsNull(), omitted: omittedSettings(&config),
	}
	// The files of others that the plan has named are deleted as files of the state.
	if wanted.Exclusive.ValueBool() && wanted.managesFiles {
		claimed.showOthers()
	}
	apply := modelApply{
		training: trainingOf(ctx, writing.Client, m, writing.TimeoutName()), claim: claimed, wanted: wanted,
	}
	diags.Append(apply.run(ctx)...)
	*m = apply.state()
	diags.Append(private.Set(ctx, writing.Private, hiddenStateKey, apply.claim.hidden)...)
	return true, diags
}

// Destroy deletes the model, or empties and disables it.
func (m *resourceModel) Destroy(ctx context.Context, destroying managed.DestroyRequest) diag.Diagnostics {
	client := destroying.Client
	if m.deletesModel(client) {
		err := client.DeleteLanguageModel(ctx, m.AccountRef(), m.ModelID.ValueString())
		return managed.DeletionErrors("delete", m.Subject(), err)
	}
	claimed, diags := claimOf(ctx, *m, destroying.Private, client.AllowsExtended())
	if diags.HasError() {
		return diags
	}
	apply := modelApply{
		training: trainingOf(ctx, client, m, "update"), claim: claimed,
		wanted: wantedModel{resourceModel: *m, managesFiles: true, omitted: allSettings &^ enabledSetting},
	}
	diags.Append(apply.empty(ctx)...)
	diags.Append(destroying.State.Set(ctx, apply.state())...)
	diags.Append(private.Set(ctx, destroying.Private, hiddenStateKey, apply.claim.hidden)...)
	return diags
}
