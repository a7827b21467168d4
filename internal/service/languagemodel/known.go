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
	// files is nil as long as nothing is known of the model's files: after an import. A file of Terraform's whose content
	// is in doubt has neither hash nor address, so that it equals no file of a plan.
	files   map[string]fileModel
	private privateState
	// isExtended says that the model can be read, and that the service shows which files are enabled.
	isExtended bool
}

// knownOf is what a state says of a model.
func knownOf(ctx context.Context, state resourceModel, store private.Reader, isExtended bool) (*known, diag.Diagnostics) {
	k := &known{resourceModel: state, isExtended: isExtended}
	files, diags := state.filesByName(ctx)
	if !state.imported() {
		k.files = files
	}
	diags.Append(private.Get(ctx, store, privateKey, &k.private)...)
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
	if k.files != nil && (len(k.files) > 0 || !plan.Files.IsNull()) {
		files, problems := types.MapValueFrom(ctx, fileType, k.files)
		diags.Append(problems...)
		state.Files = files
	}
	return state
}

// outcome is what is known of an upload, whatever files an answer shows.
type outcome int

const (
	uploadAccepted outcome = iota
	uploadRefused          // nothing of it was carried out
	uploadUnknown
)

// take updates everything from an answer: files that it does not show are gone.
func (k *known) take(answer *videoindexer.LanguageModel) {
	k.private.Answered = &answered{State: answer.State, LinguisticModelID: answer.LinguisticModelID}
	if answer.Name != "" {
		k.Name = types.StringValue(answer.Name)
	}
	if answer.Language != "" && !strings.EqualFold(answer.Language, k.Language.ValueString()) {
		k.Language = types.StringValue(answer.Language)
	}
	if k.files == nil {
		k.files = make(map[string]fileModel)
	}
	if !k.showsFiles(answer) {
		return
	}
	for name, file := range k.files {
		unknown := k.unknownNamed(answer, name)
		switch {
		case file.FileID.ValueString() != "":
			if !shows(answer, file.FileID.ValueString()) {
				delete(k.files, name)
			}
		case len(unknown) == 1: // an earlier answer did not show it
			file.FileID = types.StringValue(unknown[0].ID)
			k.files[name] = file
		case len(unknown) == 0:
			delete(k.files, name)
		}
	}
	k.takeFlags(answer)
}

// showsFiles reports whether an answer can be trusted about files. One without any files cannot, if the service has
// never shown any of the files that the model must hold.
func (k *known) showsFiles(answer *videoindexer.LanguageModel) bool {
	if answer.Files == nil || len(answer.Files) > 0 || len(k.files) == 0 {
		return answer.Files != nil
	}
	return len(withoutID(k.files)) < len(k.files)
}

// takeSent finds files that were sent in an answer, and reports whether it shows all of them. A file of such a name that was
// not known before is the one that was sent: before an upload, a file of others that has the name is an error.
func (k *known) takeSent(answer *videoindexer.LanguageModel, sent map[string]fileModel, how outcome) bool {
	all := true
	for _, name := range sortedNames(sent) {
		file := sent[name]
		current, isPresent := k.files[name]
		unknown := k.unknownNamed(answer, name)
		for _, f := range unknown { // more than one only after an import: the others are replaced as well
			if id := k.files[name].FileID.ValueString(); id != "" {
				k.private.add(fileFact{Fact: wasReplaced, ID: id, Name: name})
			}
			file.FileID = types.StringValue(f.ID)
			k.files[name] = file
		}
		switch {
		case len(unknown) > 0:
		case how == uploadAccepted && isPresent && shows(answer, current.FileID.ValueString()):
			file.FileID = current.FileID // replaced in place
			k.files[name] = file
		case how == uploadUnknown && isPresent:
			k.files[name] = fileModel{FileID: current.FileID} // it may have been replaced in place
			all = false
		default:
			all = false
		}
	}
	k.takeFlags(answer)
	return all
}

// wasSentBefore are the files of earlier uploads that may have arrived.
func (k *known) wasSentBefore() map[string]fileModel {
	files := make(map[string]fileModel)
	for _, f := range k.private.all(wasSent) {
		files[f.Name] = fileModel{ContentSHA256: nullable.Text(f.SHA256), URL: nullable.Text(f.URL)}
	}
	return files
}

// rememberSent notes files whose upload had no readable answer, but not those that the model has already.
func (k *known) rememberSent(files map[string]fileModel) {
	for _, name := range sortedNames(files) {
		if file := files[name]; !k.files[name].sameContent(file) {
			k.private.add(fileFact{Fact: wasSent, Name: name, SHA256: file.ContentSHA256.ValueString(), URL: file.URL.ValueString()})
		}
	}
}

// takeFlags updates the values of enabled from an answer. A model whose files are all disabled counts as disabled. Which of
// its files would be enabled otherwise is then not known: they keep their values.
func (k *known) takeFlags(answer *videoindexer.LanguageModel) {
	if !k.isExtended {
		return
	}
	flags := map[string]bool{}
	anyOn := false
	for _, file := range answer.Files {
		if file.Enabled != nil && !file.IsServiceMade() {
			flags[strings.ToLower(file.ID)] = *file.Enabled
			anyOn = anyOn || *file.Enabled
		}
	}
	if len(flags) == 0 {
		k.Enabled = types.BoolValue(k.Enabled.IsNull() || k.Enabled.ValueBool())
		return
	}
	wasOn := k.Enabled.ValueBool() // null in an import, which has no files yet
	wantsOn := len(k.files) == 0   // whether any file is to be enabled; of files that are not managed, any may be
	for _, file := range k.files {
		wantsOn = wantsOn || file.Enabled.ValueBool()
	}
	k.Enabled = types.BoolValue(anyOn || wasOn && !wantsOn)
	if !k.Enabled.ValueBool() {
		return
	}
	for name, file := range k.files {
		if flag, ok := flags[strings.ToLower(file.FileID.ValueString())]; ok {
			file.Enabled = types.BoolValue(flag)
			k.files[name] = file
		}
	}
}

// unknownTo are the files that an answer shows and Terraform does not know, but for the one of the service's own.
func (k *known) unknownTo(answer *videoindexer.LanguageModel) []videoindexer.LanguageModelFile {
	ids := map[string]bool{"": true}
	for _, file := range k.files {
		ids[strings.ToLower(file.FileID.ValueString())] = true
	}
	for _, former := range k.private.all(wasReplaced) {
		ids[strings.ToLower(former.ID)] = true
	}
	return slices.DeleteFunc(slices.Clone(answer.Files), func(f videoindexer.LanguageModelFile) bool { return ids[strings.ToLower(f.ID)] || f.IsServiceMade() })
}

func (k *known) unknownNamed(answer *videoindexer.LanguageModel, name string) []videoindexer.LanguageModelFile {
	return slices.DeleteFunc(k.unknownTo(answer), func(f videoindexer.LanguageModelFile) bool { return f.Name != name })
}

func shows(answer *videoindexer.LanguageModel, id string) bool {
	return id != "" && slices.ContainsFunc(answer.Files, func(f videoindexer.LanguageModelFile) bool { return strings.EqualFold(f.ID, id) })
}

// observe updates everything from a read.
func (k *known) observe(remote *videoindexer.LanguageModel) {
	prior, before, isImport := k.resourceModel, maps.Clone(k.files), k.imported()
	k.take(remote)
	if remote.Files != nil {
		k.takeSent(remote, k.wasSentBefore(), uploadUnknown)
		k.private.forget(wasSent)
		k.rename(remote)
		k.private.Condition = inStep
	}
	if !isImport && prior.Files.IsNull() {
		k.private.noteOthers(k.unknownTo(remote))
	} else {
		k.private.forget(isOthers)
		k.takeOthers(k.unknownTo(remote), isImport)
	}
	k.takeFlags(remote)
	if k.private.Condition != unread {
		k.private.Condition = inStep
	}
	k.State, k.LinguisticModelID = nullable.Text(remote.State), nullable.Text(remote.LinguisticModelID)
	isOtherModel := !isImport && !prior.LinguisticModelID.Equal(k.LinguisticModelID)
	priorTraining := prior.TrainingState.ValueString()
	if !isImport && !maps.Equal(enabledByID(before), enabledByID(k.files)) {
		priorTraining, isOtherModel = untrained, false
	}
	k.TrainingState = trainingState(priorTraining, remote, isOtherModel)
}

// takeOthers takes files of others over into the files of the state. Those that an import has found have the origin that
// isFound describes.
func (k *known) takeOthers(files []videoindexer.LanguageModelFile, isImport bool) {
	for _, file := range files {
		taken := fileModel{FileID: types.StringValue(file.ID), Enabled: types.BoolValue(true)}
		if isImport {
			taken.Source, taken.Content, taken.URL = types.StringValue(file.Name), types.StringValue(""), types.StringValue("")
		}
		k.files[k.keyFor(file)] = taken
	}
}

func enabledByID(files map[string]fileModel) map[string]bool {
	all := map[string]bool{}
	for _, file := range files {
		if id := file.FileID.ValueString(); id != "" {
			all[strings.ToLower(id)] = file.Enabled.ValueBool()
		}
	}
	return all
}

// isAsKnown says whether a model is as the state has it. A list that shows it otherwise may be older than the last write.
func (k *known) isAsKnown(remote *videoindexer.LanguageModel) bool {
	for _, file := range k.files {
		if !shows(remote, file.FileID.ValueString()) {
			return false
		}
	}
	others := map[string]bool{}
	for _, file := range k.private.all(isOthers) {
		others[file.ID] = true
	}
	return remote.Name == k.Name.ValueString() && !slices.ContainsFunc(k.unknownTo(remote), func(f videoindexer.LanguageModelFile) bool { return !others[f.ID] })
}

// rename moves files of Terraform's whose names have changed in the service.
func (k *known) rename(remote *videoindexer.LanguageModel) {
	for key, file := range maps.Clone(k.files) {
		for _, shown := range remote.Files {
			if !strings.EqualFold(shown.ID, file.FileID.ValueString()) || shown.ID == "" || key == shown.Name || key == ambiguousKey(shown) {
				continue
			}
			delete(k.files, key)
			k.files[k.keyFor(shown)] = file
		}
	}
}

// keyFor is the key of files for one that the service shows: its name or, where another file has that, its name and id.
func (k *known) keyFor(file videoindexer.LanguageModelFile) string {
	if _, isTaken := k.files[file.Name]; isTaken {
		return ambiguousKey(file)
	}
	return file.Name
}

func ambiguousKey(file videoindexer.LanguageModelFile) string {
	return fmt.Sprintf("%s (%s)", file.Name, file.ID)
}

// isToTrain notes that the model is not trained on the files that it has now.
func (k *known) isToTrain() {
	if k.isExtended || !k.TrainingState.IsNull() {
		k.TrainingState = types.StringValue(untrained)
	}
}
