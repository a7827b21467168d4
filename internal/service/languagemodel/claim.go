package languagemodel

// A claim is what Terraform has sent to a model. This file makes claims of states, and states of
// claims, labels files, and records what becomes of them.

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

// claim has the values that Terraform has sent to a model, and which of them the service has
// confirmed. State and private state are made only from the claim (state). A value that a lost
// response did not confirm is null: name, enabled, the id of a file. So the next plan shows a
// difference.
//
// Methods that change a claim do so in place, and send requests only if they have a context.
// Functions that take a claim do not change it.
type claim struct {
	// resourceModel has all values but the files.
	resourceModel
	// files are those of the state, by their labels (see the package comment).
	files  map[string]fileModel
	hidden hiddenState
	// hasSeenFiles says that a response of this process has shown the files.
	hasSeenFiles bool
	// hasExtended says that the model can be read, and its files renamed and switched.
	hasExtended bool
}

// hiddenStateKey is the key of hiddenState.
const hiddenStateKey = "language_model"

// hiddenState has the values of a model that the private state has, because the state does not show
// them.
type hiddenState struct {
	// IsGone means that the service itself has answered that the model does not exist. The next
	// read removes it from the state.
	IsGone bool `json:"gone,omitempty"`
	// Others are the names of files that Terraform has not sent and that the state does not show,
	// by their ids, as the last response showed them. A plan names those whose names it needs, and
	// the apply does not delete any other.
	Others map[string]string `json:"others,omitempty"`
	// Texts are hashes of the texts of files, by their ids, as far as they were read to compare
	// them.
	Texts map[string]textHash `json:"hashes,omitempty"`
	// LinguisticModelID is the value of the last response, if the plan had another value. Read
	// writes it into the state.
	LinguisticModelID string `json:"linguistic_model_id,omitempty"`
}

// createdClaim returns what the response to a create says of the model. A create sends only name,
// language and files: Write sends the rest. The service enables a new model and its files.
func createdClaim(
	response *videoindexer.LanguageModel, plan resourceModel, files map[string]fileModel, hasExtended bool,
) claim {
	claimed := newClaim(resourceModel{
		AdoptableFields: plan.AdoptableFields, ModelID: types.StringValue(response.ID),
		Name: plan.Name, Language: plan.Language, Enabled: types.BoolValue(true), Timeouts: plan.Timeouts,
	}, hasExtended)
	claimed.addSent(files)
	claimed.markUntrained()
	return merge(claimed, observation{LanguageModel: response, isFromUpload: true})
}

// newClaim returns what the values of a state say of a model, without private state.
func newClaim(state resourceModel, hasExtended bool) claim {
	claimed := claim{resourceModel: state, hasExtended: hasExtended}
	claimed.files, _ = filesOf(state.Files)
	return claimed.clone()
}

// claimOf returns what a state says of a model.
func claimOf(
	ctx context.Context, state resourceModel, store private.Reader, hasExtended bool,
) (claimed claim, diags diag.Diagnostics) {
	claimed = newClaim(state, hasExtended)
	diags = private.Get(ctx, store, hiddenStateKey, &claimed.hidden)
	return claimed, diags
}

// clone returns a claim that can be changed without changing this one.
func (c claim) clone() claim {
	c.files = copyOf(c.files)
	c.hidden.Others = copyOf(c.hidden.Others)
	c.hidden.Texts = copyOf(c.hidden.Texts)
	return c
}

// copyOf returns a copy that is never nil.
func copyOf[V any](from map[string]V) map[string]V {
	copied := make(map[string]V, len(from))
	maps.Copy(copied, from)
	return copied
}

// state returns the state to save. The plan decides whether the absence of files is null or an
// empty map, and which values a response may change.
func (c *claim) state(plan resourceModel) resourceModel {
	state := c.resourceModel
	state.State = asPlanned(plan.State, state.State)
	state.LinguisticModelID = asPlanned(plan.LinguisticModelID, state.LinguisticModelID)
	state.TrainingState = asPlanned(plan.TrainingState, state.TrainingState)
	state.Files = types.MapNull(fileType)
	if len(c.files) > 0 || !plan.Files.IsNull() {
		state.Files = types.MapValueMust(fileType, elementsOf(c.files))
	}
	return state
}

// asPlanned returns a planned value, unless it was planned as unknown.
func asPlanned(planned, otherwise types.String) types.String {
	if planned.IsUnknown() {
		return otherwise
	}
	return planned
}

// secondLabel labels a file whose name is the label of another: of one that it has replaced, or
// that others have added. Users can configure a label, so it does not depend on the letter case of
// the id in a response.
func secondLabel(name, id string) string { return fmt.Sprintf("%s (%s)", name, strings.ToLower(id)) }

// nameOfLabel returns the name that a label stands for.
func nameOfLabel(label, id string) string { return strings.TrimSuffix(label, secondLabel("", id)) }

// hasLabel reports whether a label stands for a name.
func hasLabel(label, name, id string) bool {
	if label == name {
		return true
	}
	// This comparison is cheaper than to make a label, and most labels fail it.
	hasPrefix := strings.HasPrefix(label, name)
	return hasPrefix && label == secondLabel(name, id)
}

func labelsByID(files map[string]fileModel) map[string]string {
	labels := make(map[string]string, len(files))
	for label, file := range files {
		if file.hasID() {
			labels[file.id()] = label
		}
	}
	return labels
}

// addSent adds files that are sent. Until a response shows them, they have no ids, and those that
// they replace have other labels, and texts that are not known: a service may replace them in
// place.
func (c *claim) addSent(files map[string]fileModel) {
	for name, file := range files {
		c.moveAway(name)
		for _, id := range c.formers(name) {
			delete(c.hidden.Texts, id)
		}
		file.FileID = types.StringNull()
		c.files[name] = file
	}
}

// moveAway frees the label of a file that is replaced.
func (c *claim) moveAway(label string) {
	former := c.files[label]
	delete(c.files, label)
	if !former.hasID() {
		return
	}
	if former.isFound() {
		former = former.withoutText()
	}
	c.files[secondLabel(label, former.id())] = former
}

// confirm gives a wanted file, or one that was sent, the id under which the service shows it.
func (c *claim) confirm(name string, file fileModel, id string) {
	file.FileID = types.StringValue(id)
	// The service enables a new file.
	file.Enabled = types.BoolValue(true)
	for label, former := range c.files {
		if former.id() == id {
			file.Enabled = former.Enabled
			delete(c.files, label)
		}
	}
	c.moveAway(name)
	c.files[name] = file
	delete(c.hidden.Others, id)
}

// add adds a file that the service shows to those of the state.
func (c *claim) add(name string, file fileModel, id string) {
	label := name
	_, isTaken := c.files[label]
	if isTaken {
		label = secondLabel(name, id)
	}
	file.FileID = types.StringValue(id)
	c.files[label] = file
	delete(c.hidden.Others, id)
}

// rename gives a file the label of its new name.
func (c *claim) rename(label, name string) {
	file := c.files[label]
	delete(c.files, label)
	c.moveAway(name)
	c.files[name] = file
}

// showOthers shows the files of others in the state, but for those that may turn out to be
// Terraform's own.
func (c *claim) showOthers() {
	candidates := c.allCandidates()
	for _, id := range slices.Sorted(maps.Keys(c.hidden.Others)) {
		if slices.Contains(candidates, id) {
			continue
		}
		name := c.hidden.Others[id]
		c.add(name, foundFile(name), id)
	}
}

// setEnabled notes whether a file is enabled.
func (c *claim) setEnabled(label string, isEnabled bool) {
	file := c.files[label]
	file.Enabled = types.BoolValue(isEnabled)
	c.files[label] = file
}

// markUntrained notes that the model is not trained on the files that it has now.
func (c *claim) markUntrained() {
	if c.hasExtended || !c.TrainingState.IsNull() {
		c.TrainingState = types.StringValue(untrained)
	}
}

// hasUnconfirmed reports whether a file was sent or deleted, and no response has shown it since.
func (c *claim) hasUnconfirmed() bool {
	for _, file := range c.files {
		if !file.hasID() {
			return true
		}
	}
	return false
}

// othersNamed returns the ids of the files of others with a name.
func (c *claim) othersNamed(name string) (ids []string) {
	for id, other := range c.hidden.Others {
		if hasLabel(name, other, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// formers returns the ids of earlier versions of a file.
func (c *claim) formers(name string) (ids []string) {
	for label, file := range c.files {
		id := file.id()
		if label != name && hasLabel(label, name, id) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

// candidates returns the ids of files that may be one that was sent, and whose response was lost.
func (c *claim) candidates(label string) []string {
	file := c.files[label]
	if file.hasID() || !nullable.IsSet(file.ContentSHA256) {
		return nil
	}
	return slices.Concat(c.othersNamed(label), c.formers(label))
}

// allCandidates returns the candidates of all files.
func (c *claim) allCandidates() (ids []string) {
	for label := range c.files {
		ids = append(ids, c.candidates(label)...)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}
