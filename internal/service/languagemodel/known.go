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

// known is what Terraform knows of a model of the service. At every moment it can become the state. What a lost answer does not
// confirm is null in it, so that the next plan differs and the next apply finds out: the name, enabled, and the id of a file
// that was sent or deleted.
type known struct {
	resourceModel
	// files are all that the state has of the model, by their labels.
	files   map[string]fileModel
	private privateState
	// shown are all files that the last answer shows; nil where it shows none, or there was none.
	shown []videoindexer.LanguageModelFile
	// isExtended says that the model can be read, and its files switched.
	isExtended bool
	// leavesFiles says that no files are configured: those of the state stay as planned, whatever an answer shows.
	leavesFiles bool
}

// knownOf is what a state says of a model.
func knownOf(ctx context.Context, state resourceModel, store private.Reader, isExtended bool) (*known, diag.Diagnostics) {
	k := &known{resourceModel: state, isExtended: isExtended}
	k.files, _ = filesOf(state.Files)
	return k, private.Get(ctx, store, privateKey, &k.private)
}

// createdAs is what the answer to a create says of the model.
func createdAs(answer *videoindexer.LanguageModel, want desired, isExtended bool) *known {
	k := &known{resourceModel: want.resourceModel, files: map[string]fileModel{}, isExtended: isExtended, leavesFiles: want.Files.IsNull()}
	k.ModelID, k.TrainingState = types.StringValue(answer.ID), types.StringNull()
	k.Enabled = types.BoolValue(true) // as files are when they are added
	k.send(want.files)
	k.markUntrained()
	k.see(answer, false)
	return k
}

// send adds files that are sent. Until an answer shows them, they have no ids, and those that they replace have other labels.
func (k *known) send(files map[string]fileModel) {
	for name, file := range files {
		if former, isPresent := k.files[name]; isPresent {
			if former.isFound() { // it is to be replaced
				former = fileModel{FileID: former.FileID, Enabled: former.Enabled}
			}
			k.files[secondLabel(name, former.FileID.ValueString())] = former
		}
		file.FileID = types.StringNull()
		k.files[name] = file
	}
}

// state is the state to save. The plan decides whether the absence of files is null or an empty map, and which values an
// answer may change.
func (k *known) state(plan resourceModel) resourceModel {
	state := k.resourceModel
	if !plan.State.IsUnknown() {
		state.State = plan.State
	}
	if !plan.LinguisticModelID.IsUnknown() {
		state.LinguisticModelID = plan.LinguisticModelID
	}
	state.Files = types.MapNull(fileType)
	if len(k.files) > 0 || !plan.Files.IsNull() && !k.imported() {
		state.Files = types.MapValueMust(fileType, elementsOf(k.files))
	}
	return state
}

// The label of a file is its name, or secondLabel where another file has that name: one that it has replaced, or one that
// others have added.
func secondLabel(name, id string) string { return fmt.Sprintf("%s (%s)", name, strings.ToLower(id)) }

func hasLabel(f videoindexer.LanguageModelFile, label string) bool {
	return f.Name == label || secondLabel(f.Name, f.ID) == label
}

// hasUnconfirmed reports whether a file was sent or deleted, and no answer has shown it since.
func (k *known) hasUnconfirmed() bool {
	isOpen := func(file fileModel) bool { return !file.hasID() }
	return !k.leavesFiles && slices.ContainsFunc(slices.Collect(maps.Values(k.files)), isOpen)
}

// see takes over what the service shows of the model. A look proves what is not there; the answer to a create or an upload
// does not.
func (k *known) see(remote *videoindexer.LanguageModel, isLook bool) {
	k.seeTraining(remote)
	if remote.Name != "" {
		k.Name = nullable.Spelled(remote.Name, k.Name)
	}
	if remote.Language != "" && !strings.EqualFold(remote.Language, k.Language.ValueString()) {
		k.Language = types.StringValue(remote.Language)
	}
	if remote.Files != nil {
		k.shown = remote.Files
		if !k.leavesFiles {
			k.identify(isLook)
		}
		k.takeFlags()
	}
}

// seeTraining takes over the values that the service changes by itself when it trains a model.
func (k *known) seeTraining(remote *videoindexer.LanguageModel) {
	k.State, k.LinguisticModelID, k.private.LinguisticModelID = nullable.Text(remote.State), nullable.Text(remote.LinguisticModelID), remote.LinguisticModelID
}

// identify finds Terraform's files among those that the service shows. Those that it does not show are gone, and one that was renamed has
// another label, where it can be deleted.
func (k *known) identify(isLook bool) {
	for _, label := range sortedNames(k.files) {
		file := k.files[label]
		switch shown := k.shownAs(file); {
		case !file.hasID():
		case shown == nil:
			delete(k.files, label)
		case k.isExtended && !hasLabel(*shown, label):
			delete(k.files, label)
			k.take(*shown, file)
		}
	}
	for _, label := range sortedNames(k.files) {
		if !k.files[label].hasID() {
			k.confirm(label, isLook)
		}
	}
}

// confirm looks for a file that was sent or deleted among those that the service shows: it has a new one of that label, or has replaced the
// former file in its place. That is proven by the answer to the upload, but not by a look, after which the content is not known.
func (k *known) confirm(label string, isLook bool) {
	file, others := k.files[label], k.unknown()
	if at := slices.IndexFunc(others, func(f videoindexer.LanguageModelFile) bool { return hasLabel(f, label) }); at >= 0 {
		file.FileID, file.Enabled = types.StringValue(others[at].ID), types.BoolValue(true)
		k.files[label] = file
		return
	}
	if isLook {
		delete(k.files, label)
		file = fileModel{Enabled: file.Enabled}
	}
	for _, f := range k.shown {
		if _, isFormer := k.files[secondLabel(label, f.ID)]; isFormer {
			delete(k.files, secondLabel(label, f.ID))
			file.FileID = types.StringValue(f.ID)
			k.files[label] = file
			return
		}
	}
}

// shownAs is a file as the service shows it; nil if it does not.
func (k *known) shownAs(file fileModel) *videoindexer.LanguageModelFile {
	for i := range k.shown {
		if strings.EqualFold(k.shown[i].ID, file.FileID.ValueString()) {
			return &k.shown[i]
		}
	}
	return nil
}

// unknown are those of the service's files that the state does not have, and that the service has not made itself.
func (k *known) unknown() []videoindexer.LanguageModelFile {
	ids := k.ids()
	return slices.DeleteFunc(slices.Clone(k.shown), func(f videoindexer.LanguageModelFile) bool {
		_, isKnown := ids[strings.ToLower(f.ID)]
		return isKnown || f.ID == "" || f.IsServiceMade()
	})
}

// take adds a file that the service shows to those of the state.
func (k *known) take(f videoindexer.LanguageModelFile, file fileModel) {
	label := f.Name
	if _, isTaken := k.files[label]; isTaken {
		label = secondLabel(f.Name, f.ID)
	}
	file.FileID, file.Enabled = types.StringValue(f.ID), types.BoolValue(true)
	k.files[label] = file
}

// takeFlags updates the values of enabled. A model whose files are all disabled counts as disabled, if any of them is to be
// enabled. Which of its files would be enabled otherwise is then not known: they keep their values.
func (k *known) takeFlags() {
	flags := k.flags()
	anyOn := slices.Contains(slices.Collect(maps.Values(flags)), true)
	if anyOn {
		k.Enabled = types.BoolValue(true)
	} else if len(flags) > 0 && (len(k.files) == 0 || anyEnabled(k.files)) { // of files that the state does not have, any may be
		k.Enabled = types.BoolValue(false)
	}
	for label, file := range k.files {
		if flag, isTold := flags[strings.ToLower(file.FileID.ValueString())]; isTold && anyOn && k.isExtended && !k.leavesFiles {
			file.Enabled = types.BoolValue(flag)
			k.files[label] = file
		}
	}
}

// flags are the values of enabled by the ids of files: of those that the state has, or of all if it has none.
func (k *known) flags() map[string]bool {
	flags, ids := make(map[string]bool), k.ids()
	for _, file := range k.shown {
		id := strings.ToLower(file.ID)
		if _, isOurs := ids[id]; file.Enabled != nil && !file.IsServiceMade() && (isOurs || len(ids) == 0) {
			flags[id] = *file.Enabled
		}
	}
	return flags
}

// observe updates everything from a read, and returns the files of others that an import or exclusive adds: foundFile describes them.
func (k *known) observe(remote *videoindexer.LanguageModel) (found []videoindexer.LanguageModelFile) {
	prior, linguisticID, isImport, ids := k.TrainingState.ValueString(), k.LinguisticModelID, k.imported(), k.ids()
	k.see(remote, true)
	if isImport || k.Exclusive.ValueBool() {
		found = k.unknown()
	}
	for _, f := range found {
		k.take(f, foundFile(f.Name))
	}
	k.takeFlags()
	if k.Enabled.IsNull() { // the service does not say
		k.Enabled = types.BoolValue(true)
	}
	switch {
	case isImport:
	case !maps.Equal(ids, k.ids()): // by an apply that was killed, or by others
		prior = untrained
	case !linguisticID.Equal(k.LinguisticModelID): // trained since
		prior = ""
	}
	k.TrainingState = trainingState(prior, remote)
	return found
}

// ids are those of the files that the state has, and whether the files are enabled.
func (k *known) ids() map[string]bool {
	all := make(map[string]bool, len(k.files))
	for _, file := range k.files {
		all[strings.ToLower(file.FileID.ValueString())] = file.Enabled.ValueBool()
	}
	return all
}

// isAsKnown says whether a model is as the state has it; an import knows nothing. A list that shows it otherwise may be older
// than the last write.
func (k *known) isAsKnown(remote *videoindexer.LanguageModel) bool {
	listed := *k
	listed.shown = remote.Files
	for label, file := range k.files {
		if shown := listed.shownAs(file); shown == nil || !hasLabel(*shown, label) {
			return false
		}
	}
	return k.imported() || videoindexer.SameText(remote.Name, k.Name.ValueString()) && (!k.Exclusive.ValueBool() || len(listed.unknown()) == 0)
}

// markUntrained notes that the model is not trained on the files that it has now.
func (k *known) markUntrained() {
	if k.isExtended || !k.TrainingState.IsNull() {
		k.TrainingState = types.StringValue(untrained)
	}
}

// privateKey is the key of privateState.
const privateKey = "language_model"

// privateState is what Terraform remembers of a model, and the state does not show.
type privateState struct {
	// IsGone means that the service itself said that there is no such model: the next read removes it from the state.
	IsGone bool `json:"gone,omitempty"`
	// Texts are hashes of the normal texts of files that Terraform has found in the model, by the ids of the files.
	Texts map[string]string `json:"texts,omitempty"`
	// LinguisticModelID is what the last answer said, where the plan had another value. Read takes it into the state.
	LinguisticModelID string `json:"linguistic_model_id,omitempty"`
}
