// Package languagemodel manages language models and the text files that adapt them.
//
// The base API has no operation that reads a model. Only the responses to writes show a model, so
// the state has the values of the last response. Values that a lost response did not confirm are
// null in the state, and the next apply begins with a write that changes nothing, for its response.
// With extended operations, a model can be read, trained and deleted.
//
// Here, a model is a language model of the service. The values of the resource and of its files are
// a resourceModel and a fileModel.
//
// The values that Terraform has sent are a claim (claim.go). Those in a response are an
// observation, which the claim takes over (merge.go). Each step makes the claim of the state, and
// in the end the state of the claim:
//
//   - Plan hashes the configured files, and reads the texts that they may be (readFacts). A pure
//     function plans every computed value (decide). The plan then warns of files of others
//     (fileWarnings).
//   - Create sends the model with all files (pack). The response becomes the first claim
//     (createdClaim). Write follows.
//   - Write, which is also the update, repeats (carryOut): it changes what needs no request and
//     finds the next task (next), carries it out (carryOutTask), and takes over the response
//     (merge). It then reports values that the service has not kept (notKeptErrors), and trains the
//     model (train).
//   - Fetch reads the model (refresh): it takes over the response (merge), reads texts (readTexts),
//     recognizes files by them (recognize), and completes the state (completeRead).
//   - Destroy deletes the model, or empties it with the tasks of an update (empty).
//
// Terraform knows its files by their ids, and recognizes others by their texts (texts.go).
//
// Files added by others are in the state after an import, or if exclusive is set. A plan that
// configures files without them removes them from the state. Only exclusive then also deletes them.
// Other files added by others are in the private state.
//
// A file of a claim has a label, the key in the state: its name, or its name and its id if another
// file has the name (secondLabel). A file is:
//
//   - unconfirmed, without an id: it was sent or deleted, and no response has shown the result
//   - former: the version of a file before the one that was sent last
//   - found: Terraform has not sent it, and the state has it since a read
//   - of others: Terraform has not sent it, and only the private state has it
//   - a candidate: a former file, or one of others, that may be an unconfirmed file with its name
package languagemodel

import (
	"cmp"
	"context"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is a videoindexer_language_model.
//
// After an import, all but the account and model_id is null until the first apply, or until the
// first read with extended operations. A null and an empty map of files mean the same in a state,
// which keeps the form that the configuration has.
type resourceModel struct {
	managed.AdoptableFields
	Name              types.String `tfsdk:"name"`
	Language          types.String `tfsdk:"language"`
	Enabled           types.Bool   `tfsdk:"enabled"`
	Files             types.Map    `tfsdk:"files"`
	Exclusive         types.Bool   `tfsdk:"exclusive"`
	ModelID           types.String `tfsdk:"model_id"`
	State             types.String `tfsdk:"state"`
	LinguisticModelID types.String `tfsdk:"linguistic_model_id"`

	Train           types.Bool   `tfsdk:"train"`
	WaitForTraining types.Bool   `tfsdk:"wait_for_training"`
	TrainingState   types.String `tfsdk:"training_state"` // null without extended operations
	Timeouts        types.Object `tfsdk:"timeouts"`
}

// fileModel is an element of files. A plan has one of the first three.
type fileModel struct {
	Source, Content, URL types.String
	Enabled              types.Bool
	FileID               types.String
	// ContentSHA256 is null for a file with url, because the provider does not read its bytes.
	ContentSHA256 types.String
}

var fileType, _ = schema.NestedAttributeObject{Attributes: fileAttributes()}.Type().(types.ObjectType)

// isBlank reports whether Terraform knows at most the id of the model: before a create, and of one
// that isImported.
func (m *resourceModel) isBlank() bool { return m.Language.IsNull() }

// isImported reports whether Terraform knows only the id of the model: after an import until the
// first apply, or until the first read with extended operations.
func (m *resourceModel) isImported() bool { return m.isBlank() && nullable.IsSet(m.ModelID) }

// forgetLanguage makes the model one that isImported again, so that the next apply takes over files
// with wanted names.
func (m *resourceModel) forgetLanguage() { m.Language = types.StringNull() }

// fillDefaults sets the values that the state of an import lacks.
func (m *resourceModel) fillDefaults() {
	defaults := map[*types.Bool]bool{&m.Exclusive: false, &m.Train: false, &m.WaitForTraining: true}
	for flag, fallback := range defaults {
		if flag.IsNull() {
			*flag = types.BoolValue(fallback)
		}
	}
}

// CreatedName identifies the model in a create, before it has an id.
func (m *resourceModel) CreatedName() string {
	if m.Name.IsUnknown() || m.Language.IsUnknown() {
		return ""
	}
	return m.Language.ValueString() + "/" + m.Name.ValueString()
}

func (m *resourceModel) EffectHint() string {
	return `To delete the model (with extended_operations), first apply deletion_policy = "delete". ` +
		`To delete its files and disable it, first apply deletion_policy = "empty".`
}

// objectKind is what messages call a language model.
const objectKind = "language model"

// Subject names the model in diagnostics: by its id, or by its name as long as it has none.
func (m *resourceModel) Subject() apidiag.Subject {
	id := cmp.Or(m.ModelID.ValueString(), strconv.Quote(m.Name.ValueString()))
	return apidiag.Subject{Kind: objectKind, ID: id, Name: m.Name.ValueString(), Account: m.AccountRef()}
}

// deletesModel reports whether a destroy deletes the model itself.
func (m *resourceModel) deletesModel(client *videoindexer.Client) bool {
	return m.DeletionPolicy.ValueString() != string(managed.PolicyEmpty) && client.AllowsExtended()
}

// Contents returns the files added by others, which the service deletes together with the model
// (X6).
func (m *resourceModel) Contents(ctx context.Context, client *videoindexer.Client) (managed.Contents, error) {
	contents := managed.Contents{Kind: "file", Names: make(map[string]string)}
	if !m.deletesModel(client) {
		return contents, nil
	}
	remote, err := client.GetLanguageModel(ctx, m.AccountRef(), m.ModelID.ValueString())
	if err == nil {
		shown := merge(newClaim(*m, client.AllowsExtended()), observation{LanguageModel: remote})
		contents.Names = shown.hidden.Others
	}
	return contents, err
}

// texts returns the attributes of a file that are texts, by their names.
func (f *fileModel) texts() map[string]*types.String {
	return map[string]*types.String{
		"source": &f.Source, "content": &f.Content, "url": &f.URL,
		"file_id": &f.FileID, "content_sha256": &f.ContentSHA256,
	}
}

// filesOf returns files by their names, and the names of those that are not known yet.
func filesOf(files types.Map) (byName map[string]fileModel, unknown []string) {
	byName = make(map[string]fileModel, len(files.Elements()))
	for name, element := range files.Elements() {
		object, _ := element.(types.Object)
		if object.IsUnknown() {
			unknown = append(unknown, name)
			continue
		}
		var file fileModel
		attributes := object.Attributes()
		file.Enabled, _ = attributes["enabled"].(types.Bool)
		for attribute, text := range file.texts() {
			*text = nullable.StringIn(attributes, attribute)
		}
		byName[name] = file
	}
	return byName, unknown
}

// elementsOf returns files as the elements of a map.
func elementsOf(files map[string]fileModel) map[string]attr.Value {
	elements := make(map[string]attr.Value, len(files))
	for name, file := range files {
		attributes := map[string]attr.Value{"enabled": file.Enabled}
		for attribute, text := range file.texts() {
			attributes[attribute] = *text
		}
		elements[name] = types.ObjectValueMust(fileType.AttrTypes, attributes)
	}
	return elements
}

// hasEnabled reports whether the service uses any of the files.
func hasEnabled(files map[string]fileModel) bool {
	for _, file := range files {
		if file.Enabled.ValueBool() {
			return true
		}
	}
	return false
}

// foundFile describes a file that a read has found in the model, and that Terraform has not sent
// since. Its source is its name, and its text is unknown.
func foundFile(name string) fileModel {
	return fileModel{Source: types.StringValue(name), Enabled: types.BoolValue(true)}
}

// isFound reports whether a file of the state is one that Terraform has not sent: of those that it
// has sent with a source, it has the hash.
func (f fileModel) isFound() bool {
	wasSent := f.Source.IsNull() || !f.ContentSHA256.IsNull()
	return nullable.IsSet(f.FileID) && !wasSent
}

// isIgnored reports whether a configured file is that of the state, for ignore_changes. Otherwise,
// no configuration has an id.
func (f fileModel) isIgnored() bool { return nullable.IsSet(f.FileID) }

// withoutText returns a file with only its id and enabled.
func (f fileModel) withoutText() fileModel { return fileModel{FileID: f.FileID, Enabled: f.Enabled} }

// id returns the id of a file, "" if there is none or it is not known.
func (f fileModel) id() string { return f.FileID.ValueString() }

// hasID reports whether the id is known. It is not while no response has shown what became of a
// file that was sent or deleted.
func (f fileModel) hasID() bool { return f.id() != "" }
