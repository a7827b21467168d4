package languagemodel

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// known is what Terraform knows of a model of the service. At every moment it can become the state; private says where it
// may be wrong.
type known struct {
	resourceModel
	// files are Terraform's, by name. One whose content is in doubt has neither hash nor address, so that it equals no file
	// of a plan.
	files   map[string]fileModel
	private privateState
	// shown are all files that the last answer shows; nil where it shows none, or there was none.
	shown []videoindexer.LanguageModelFile
	// isExtended says that the model can be read, and its files switched.
	isExtended bool
}

// knownOf is what a state says of a model.
func knownOf(ctx context.Context, state resourceModel, store private.Reader, isExtended bool) (*known, diag.Diagnostics) {
	k := &known{resourceModel: state, isExtended: isExtended}
	var diags diag.Diagnostics
	k.files, diags = state.filesByName(ctx)
	diags.Append(private.Get(ctx, store, privateKey, &k.private)...)
	if !isExtended { // nobody has planned to delete them
		k.private.forget(isOthers)
	}
	return k, diags
}

// state is the state to save. The plan decides whether the absence of files is null or an empty map, and which values are
// taken from the last answer.
func (k *known) state(ctx context.Context, plan resourceModel, diags *diag.Diagnostics) resourceModel {
	state := k.resourceModel
	if last := k.private.Answered; last != nil {
		if plan.State.IsUnknown() {
			state.State = nullable.Text(last.State)
		}
		if plan.LinguisticModelID.IsUnknown() {
			state.LinguisticModelID = nullable.Text(last.LinguisticModelID)
		}
	}
	state.Files = types.MapNull(fileType)
	if len(k.files) > 0 || !plan.Files.IsNull() && !k.imported() {
		files, problems := types.MapValueFrom(ctx, fileType, k.files)
		diags.Append(problems...)
		state.Files = files
	}
	return state
}

// see takes over what the service shows of the model. Terraform's files that it does not show are gone. A new file with the
// name of one that was sent is that one: before an upload, a file of others that has the name is an error. What was sent and
// is not shown is remembered.
func (k *known) see(remote *videoindexer.LanguageModel, sent map[string]fileModel) {
	k.private.Condition = inStep
	k.private.Answered = &answered{State: remote.State, LinguisticModelID: remote.LinguisticModelID}
	if remote.Name != "" {
		k.Name = types.StringValue(remote.Name)
	}
	if remote.Language != "" && !strings.EqualFold(remote.Language, k.Language.ValueString()) {
		k.Language = types.StringValue(remote.Language)
	}
	if k.shown = remote.Files; k.shown == nil {
		k.remember(sent)
		return
	}
	maps.DeleteFunc(k.files, func(name string, file fileModel) bool { return !k.shows(name, file) })
	for _, name := range sortedNames(sent) {
		former, isPresent := k.files[name]
		if !k.claim(name, sent[name]) && isPresent { // it was replaced in place
			file := sent[name]
			file.FileID, file.Enabled = former.FileID, former.Enabled
			k.files[name] = file
		}
	}
	for _, f := range k.private.all(wasSent) {
		former, isPresent := k.files[f.Name]
		if !k.claim(f.Name, fileModel{ContentSHA256: nullable.Text(f.SHA256), URL: nullable.Text(f.URL)}) && isPresent { // or it was not replaced
			k.files[f.Name] = fileModel{FileID: former.FileID, Enabled: former.Enabled}
		}
	}
	k.private.forget(wasSent)
	k.remember(sent)
	k.takeFlags()
}

// shows reports whether the service still has a file. One that was renamed counts as another, where it can be deleted.
func (k *known) shows(name string, file fileModel) bool {
	return slices.ContainsFunc(k.shown, func(f videoindexer.LanguageModelFile) bool {
		return strings.EqualFold(f.ID, file.FileID.ValueString()) && (f.Name == name || ambiguousName(f.Name, f.ID) == name || !k.isExtended)
	})
}

// claim makes unknown files of a name Terraform's: the last one replaces the others, of which there are some only after an
// import, and the former one.
func (k *known) claim(name string, file fileModel) (isFound bool) {
	for _, f := range k.unknown(k.shown) {
		if f.Name != name {
			continue
		}
		if former, isPresent := k.files[name]; isPresent {
			k.private.add(fileFact{Fact: wasReplaced, ID: former.FileID.ValueString(), Name: name})
		}
		file.FileID, file.Enabled, isFound = types.StringValue(f.ID), types.BoolValue(true), true
		k.files[name] = file
	}
	return isFound
}

// unknown are those of the service's files that are neither Terraform's, nor noted as former ones or as those of others, nor
// made by the service itself.
func (k *known) unknown(shown []videoindexer.LanguageModelFile) (others []fileFact) {
	ids := map[string]bool{"": true}
	for _, file := range k.files {
		ids[strings.ToLower(file.FileID.ValueString())] = true
	}
	for _, f := range k.private.all(wasReplaced, isOthers) {
		ids[strings.ToLower(f.ID)] = true
	}
	for _, f := range shown {
		if !ids[strings.ToLower(f.ID)] && !f.IsServiceMade() {
			others = append(others, fileFact{Fact: isOthers, ID: f.ID, Name: f.Name})
		}
	}
	return others
}

// remember notes files that were sent, but for those that the model was seen to have.
func (k *known) remember(sent map[string]fileModel) {
	for _, name := range sortedNames(sent) {
		if file := sent[name]; file.fingerprint() != "" && !k.files[name].sameContent(file) {
			k.private.add(fileFact{Fact: wasSent, Name: name, SHA256: file.ContentSHA256.ValueString(), URL: file.URL.ValueString()})
		}
	}
}

// takeFlags updates the values of enabled. A model whose files are all disabled counts as disabled. Which of its files would
// be enabled otherwise is then not known: they keep their values.
func (k *known) takeFlags() {
	flags := map[string]bool{}
	anyOn := false
	for _, file := range k.shown {
		if file.Enabled != nil && !file.IsServiceMade() {
			flags[strings.ToLower(file.ID)] = *file.Enabled
			anyOn = anyOn || *file.Enabled
		}
	}
	if len(flags) == 0 {
		if k.isExtended && k.Enabled.IsNull() { // an import
			k.Enabled = types.BoolValue(true)
		}
		return
	}
	wantsOn := len(k.files) == 0 // whether any file is to be enabled; of files that are not managed, any may be
	for _, file := range k.files {
		wantsOn = wantsOn || file.Enabled.ValueBool()
	}
	k.Enabled = types.BoolValue(anyOn || k.Enabled.ValueBool() && !wantsOn)
	if !k.isExtended || !k.Enabled.ValueBool() {
		return
	}
	for name, file := range k.files {
		if flag, ok := flags[strings.ToLower(file.FileID.ValueString())]; ok {
			file.Enabled = types.BoolValue(flag)
			k.files[name] = file
		}
	}
}

// observe updates everything from a read.
func (k *known) observe(remote *videoindexer.LanguageModel) {
	isImport, former, trainable := k.imported(), k.LinguisticModelID, k.trainable()
	if k.see(remote, nil); remote.Files != nil {
		k.private.forget(isOthers)
		k.takeFound(isImport)
	}
	k.takeFlags()
	k.State, k.LinguisticModelID = nullable.Text(remote.State), nullable.Text(remote.LinguisticModelID)
	prior, isOtherModel := k.TrainingState.ValueString(), !former.Equal(k.LinguisticModelID)
	if !maps.Equal(trainable, k.trainable()) {
		prior, isOtherModel = untrained, false
	}
	if isImport {
		prior = ""
	}
	k.TrainingState = trainingState(prior, remote, isOtherModel)
}

// takeFound notes the files of others. An import makes them Terraform's: what they contain is not known, which isFound
// describes.
func (k *known) takeFound(isImport bool) {
	others := k.unknown(k.shown)
	if !isImport {
		k.private.add(others...)
		return
	}
	for _, file := range others {
		name := file.Name
		if _, isTaken := k.files[name]; isTaken {
			name = ambiguousName(name, file.ID)
		}
		k.files[name] = fileModel{
			Source: types.StringValue(file.Name), Content: types.StringValue(""), URL: types.StringValue(""),
			FileID: types.StringValue(file.ID), Enabled: types.BoolValue(true),
		}
	}
}

// ambiguousName is the name of an imported file where another one of the model has its name.
func ambiguousName(name, id string) string { return fmt.Sprintf("%s (%s)", name, id) }

// trainable are the ids of the files that a training would use, and whether they are enabled. Files of others count where
// files are managed.
func (k *known) trainable() map[string]bool {
	all := map[string]bool{}
	for _, file := range k.files {
		all[strings.ToLower(file.FileID.ValueString())] = file.Enabled.ValueBool()
	}
	for _, file := range k.private.all(isOthers) {
		if !k.Files.IsNull() {
			all[strings.ToLower(file.ID)] = true
		}
	}
	return all
}

// isAsKnown says whether a model is as the state has it. A list that shows it otherwise may be older than the last write.
func (k *known) isAsKnown(remote *videoindexer.LanguageModel) bool {
	listed := &known{shown: remote.Files, isExtended: true}
	for name, file := range k.files {
		if !listed.shows(name, file) {
			return false
		}
	}
	return remote.Name == k.Name.ValueString() && len(k.unknown(remote.Files)) == 0
}

// isToTrain notes that the model is not trained on the files that it has now.
func (k *known) isToTrain() {
	if k.isExtended || !k.TrainingState.IsNull() {
		k.TrainingState = types.StringValue(untrained)
	}
}
