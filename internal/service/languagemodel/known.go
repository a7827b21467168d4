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

// known is what Terraform knows of a model of the service. At every moment it can become the state. What a lost answer leaves
// in doubt is null in it, so that the next plan differs and the next apply finds out: the name, enabled, and the id of a file
// that was sent or deleted.
type known struct {
	resourceModel
	// files are all that Terraform has in the model, by their labels.
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

// The label of a file is its name, or secondLabel where another file has that name: one that it has replaced, or one that
// others have added.
func secondLabel(name, id string) string { return fmt.Sprintf("%s (%s)", name, strings.ToLower(id)) }

func hasLabel(f videoindexer.LanguageModelFile, label string) bool {
	return f.Name == label || secondLabel(f.Name, f.ID) == label
}

// isInDoubt reports whether a file was sent or deleted, and no answer has shown it since.
func (k *known) isInDoubt() bool {
	for _, file := range k.files {
		if file.FileID.ValueString() == "" {
			return true
		}
	}
	return false
}

// see takes over what the service shows of the model. A look proves what is not there; the answer to a create or an upload
// does not.
func (k *known) see(remote *videoindexer.LanguageModel, isLook bool) {
	k.private.Answered = &answered{State: remote.State, LinguisticModelID: remote.LinguisticModelID}
	if remote.Name != "" {
		k.Name = types.StringValue(remote.Name)
	}
	if remote.Language != "" && !strings.EqualFold(remote.Language, k.Language.ValueString()) {
		k.Language = types.StringValue(remote.Language)
	}
	if remote.Files != nil {
		k.shown = remote.Files
		k.identify(isLook)
		k.takeFlags()
	}
}

// identify finds Terraform's files among those that the service shows. Those that it does not show are gone. One without id
// is the file of that label that is not known yet. If there is none, the service may have replaced the former file in its
// place: the answer to the upload proves that, a look does not, so that the content is in doubt.
func (k *known) identify(isLook bool) {
	maps.DeleteFunc(k.files, func(label string, file fileModel) bool {
		return file.FileID.ValueString() != "" && !k.shows(label, file)
	})
	for _, label := range sortedNames(k.files) {
		file := k.files[label]
		if file.FileID.ValueString() != "" {
			continue
		}
		unknown := k.unknown()
		at := slices.IndexFunc(unknown, func(f videoindexer.LanguageModelFile) bool { return hasLabel(f, label) })
		former := slices.IndexFunc(k.shown, func(f videoindexer.LanguageModelFile) bool {
			_, isHere := k.files[secondLabel(label, f.ID)]
			return isHere && f.Name == label
		})
		switch {
		case at >= 0:
			file.FileID, file.Enabled = types.StringValue(unknown[at].ID), types.BoolValue(true)
			k.files[label] = file
		case former >= 0:
			id := k.shown[former].ID
			delete(k.files, secondLabel(label, id))
			if isLook {
				file = fileModel{Enabled: file.Enabled}
			}
			file.FileID = types.StringValue(id)
			k.files[label] = file
		case isLook:
			delete(k.files, label)
		}
	}
}

// shows reports whether the service still has a file. One that was renamed counts as another, where it can be deleted.
func (k *known) shows(label string, file fileModel) bool {
	return slices.ContainsFunc(k.shown, func(f videoindexer.LanguageModelFile) bool {
		return strings.EqualFold(f.ID, file.FileID.ValueString()) && (hasLabel(f, label) || !k.isExtended)
	})
}

// unknown are those of the service's files that are neither Terraform's nor made by the service itself.
func (k *known) unknown() (others []videoindexer.LanguageModelFile) {
	ids := map[string]bool{"": true}
	for _, file := range k.files {
		ids[strings.ToLower(file.FileID.ValueString())] = true
	}
	for _, f := range k.shown {
		if !ids[strings.ToLower(f.ID)] && !f.IsServiceMade() {
			others = append(others, f)
		}
	}
	return others
}

// foundFile describes a file that Terraform has not sent: see isFound.
func foundFile(f videoindexer.LanguageModelFile) fileModel {
	return fileModel{Source: types.StringValue(f.Name), Content: types.StringValue(""), URL: types.StringValue("")}
}

// takeNamed makes the files of others Terraform's that the plan has named, so that they are deleted or replaced.
func (k *known) takeNamed() {
	for _, f := range k.unknown() {
		if k.private.Texts[f.ID] == namedByPlan {
			k.take(f, foundFile(f))
		}
	}
}

// isToLookForNamed reports whether the plan has named files of others, and the model was not looked at since.
func (k *known) isToLookForNamed() bool {
	return k.shown == nil && slices.Contains(slices.Collect(maps.Values(k.private.Texts)), namedByPlan)
}

// take makes a file of others Terraform's.
func (k *known) take(f videoindexer.LanguageModelFile, file fileModel) {
	label := f.Name
	if _, isTaken := k.files[label]; isTaken {
		label = secondLabel(f.Name, f.ID)
	}
	file.FileID, file.Enabled = types.StringValue(f.ID), types.BoolValue(true)
	k.files[label] = file
}

// takeFlags updates the values of enabled. A model whose files are all disabled counts as disabled. Which of its files would
// be enabled otherwise is then not known: they keep their values.
func (k *known) takeFlags() {
	flags, anyOn := map[string]bool{}, false
	for _, file := range k.shown {
		if file.Enabled != nil && !file.IsServiceMade() {
			flags[strings.ToLower(file.ID)] = *file.Enabled
			anyOn = anyOn || *file.Enabled
		}
	}
	if len(flags) == 0 {
		return
	}
	wantsOn := len(k.files) == 0 // whether any file is to be enabled; of files that are not managed, any may be
	for _, file := range k.files {
		wantsOn = wantsOn || file.Enabled.ValueBool()
	}
	k.Enabled = types.BoolValue(anyOn || k.Enabled.ValueBool() && !wantsOn)
	if !k.isExtended || !anyOn {
		return
	}
	for label, file := range k.files {
		if flag, ok := flags[strings.ToLower(file.FileID.ValueString())]; ok {
			file.Enabled = types.BoolValue(flag)
			k.files[label] = file
		}
	}
}

// observe updates everything from a read, and returns the files that Terraform did not know. If files are managed, or the
// model is imported, they are Terraform's from now on: isFound describes them, and what is not configured is deleted.
func (k *known) observe(remote *videoindexer.LanguageModel) (found []videoindexer.LanguageModelFile) {
	isImport, former, trainable := k.imported(), k.LinguisticModelID, k.trainable()
	k.see(remote, true)
	if isImport || !k.Files.IsNull() {
		found = k.unknown()
		for _, f := range found {
			k.take(f, foundFile(f))
		}
		k.takeFlags()
	}
	if k.Enabled.IsNull() { // the service does not say
		k.Enabled = types.BoolValue(true)
	}
	k.State, k.LinguisticModelID = nullable.Text(remote.State), nullable.Text(remote.LinguisticModelID)
	prior, isOtherModel := k.TrainingState.ValueString(), !former.Equal(k.LinguisticModelID)
	switch {
	case isImport:
		prior = ""
	case !maps.Equal(trainable, k.trainable()):
		prior, isOtherModel = untrained, false
	}
	k.TrainingState = trainingState(prior, remote, isOtherModel)
	return found
}

// trainable are the ids of the files that a training would use, and whether they are enabled.
func (k *known) trainable() map[string]bool {
	all := map[string]bool{}
	for _, file := range k.files {
		all[strings.ToLower(file.FileID.ValueString())] = file.Enabled.ValueBool()
	}
	return all
}

// isAsKnown says whether a model is as the state has it. A list that shows it otherwise may be older than the last write.
func (k *known) isAsKnown(remote *videoindexer.LanguageModel) bool {
	listed := *k
	listed.shown = remote.Files
	for label, file := range k.files {
		if !listed.shows(label, file) {
			return false
		}
	}
	return remote.Name == k.Name.ValueString() && (k.Files.IsNull() || len(listed.unknown()) == 0)
}

// isToTrain notes that the model is not trained on the files that it has now.
func (k *known) isToTrain() {
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
	// IsAdopted means that Terraform has not created the model, which the default deletion_policy therefore leaves.
	IsAdopted bool `json:"adopted,omitempty"`
	// Texts are hashes of the normalized texts of files that Terraform has found in the model, by the ids of the files, or
	// namedByPlan for one of others that is deleted unread.
	Texts map[string]string `json:"texts,omitempty"`
	// Answered is what the last answer said beyond what was planned; Read takes it into the state.
	Answered *answered `json:"answered,omitempty"`
}

const namedByPlan = "deleted"

// answered are the values that the service changes by itself when it trains a model.
type answered struct {
	State             string `json:"state,omitempty"`
	LinguisticModelID string `json:"linguistic_model_id,omitempty"`
}
