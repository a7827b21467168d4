package languagemodel

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// observation has the values of a model in a response. The response to a create or an upload proves which files have
// arrived, but not that others have not. Any other response proves which files the model does not have, but not
// which text a file has.
type observation struct {
	*videoindexer.LanguageModel
	isUpload bool
}

// merge combines the claim with an observation. The files that remain in private.Others were not sent by Terraform.
func merge(claimed claim, observed observation) claim {
	merged := claimed.clone()
	merged.mergeTraining(observed.LanguageModel)
	for _, s := range settingRows {
		s.show(&merged.resourceModel, observed.LanguageModel)
	}
	if observed.Files == nil {
		return merged
	}
	merged.isObserved = true
	shown := make(map[string]videoindexer.LanguageModelFile, len(observed.Files))
	for _, file := range observed.Files {
		shown[strings.ToLower(file.ID)] = file
	}
	merged.matchIDs(shown)
	priorOthers := merged.private.Others
	merged.private.Others = merged.othersIn(shown)
	for _, label := range sortedNames(merged.files) {
		if !merged.files[label].hasID() {
			merged.identify(label, priorOthers, observed.isUpload)
		}
	}
	merged.mergeEnabled(observed.Files)
	return merged
}

// mergeTraining takes the values that the service changes when it trains a model.
func (c *claim) mergeTraining(remote *videoindexer.LanguageModel) {
	c.State = nullable.String(remote.State)
	c.LinguisticModelID = nullable.String(remote.LinguisticModelID)
	c.private.LinguisticModelID = remote.LinguisticModelID
}

// matchIDs finds confirmed files by their ids. It removes files that the service does not show. A file that
// was renamed elsewhere gets another label, if it can be renamed back.
func (c *claim) matchIDs(shown map[string]videoindexer.LanguageModelFile) {
	renamed := make(map[string]fileModel)
	for label, file := range c.files {
		if !file.hasID() {
			continue
		}
		id := strings.ToLower(file.id())
		remote, isShown := shown[id]
		switch {
		case !isShown:
			delete(c.files, label)
		case c.isExtended && !hasLabel(label, remote.Name, id):
			delete(c.files, label)
			renamed[id] = file
		}
	}
	for _, id := range sortedNames(renamed) {
		c.add(renamed[id].id(), shown[id].Name, renamed[id])
	}
}

// othersIn returns the names, by their ids, of the files that neither Terraform has sent nor the service has
// created.
func (c *claim) othersIn(shown map[string]videoindexer.LanguageModelFile) map[string]string {
	names := make(map[string]string)
	ids := c.enabledByID()
	for id, file := range shown {
		_, isOurs := ids[id]
		isUsers := id != "" && !file.IsServiceMade()
		if isUsers && !isOurs {
			names[file.ID] = file.Name
		}
	}
	return names
}

// identify looks for a file without an id: it is a new one of its name, or has replaced its former version in place,
// or somebody else's file. Where its text can be compared, only the response to its upload is a proof (see resolve).
func (c *claim) identify(label string, priorOthers map[string]string, isUpload bool) {
	others := c.othersNamed(label)
	formers := c.formers(label)
	added := slices.DeleteFunc(slices.Clone(others), func(id string) bool { return priorOthers[id] != "" })
	ids := slices.Concat(added, formers, others)
	if len(ids) == 0 {
		if !isUpload {
			delete(c.files, label)
		}
		return
	}
	// Otherwise somebody has added another one at the same time.
	isProof := isUpload && len(added) < 2
	canCompare := c.isExtended && nullable.IsSet(c.files[label].ContentSHA256)
	if canCompare && !isProof {
		return
	}
	mayBeReplaced := len(added) == 0 && len(formers) > 0
	// Or the former version is unchanged.
	if mayBeReplaced && !isUpload {
		c.files[label] = c.files[label].withoutText()
	}
	c.adopt(ids[0], label, c.files[label])
}

// mergeEnabled updates the values of enabled. A model whose files are all disabled counts as disabled, if any of them
// is to be enabled. Which of its files would be enabled otherwise is then not known: they keep their values.
func (c *claim) mergeEnabled(files []videoindexer.LanguageModelFile) {
	shown := shownEnabled(files, c.enabledByID())
	isAnyOn := slices.Contains(slices.Collect(maps.Values(shown)), true)
	// Of files that the state does not have, any may be.
	mayBeOn := len(c.files) == 0 || anyEnabled(c.files)
	switch {
	case isAnyOn:
		c.Enabled = types.BoolValue(true)
	case len(shown) > 0 && mayBeOn:
		c.Enabled = types.BoolValue(false)
	}
	if !isAnyOn || !c.isExtended {
		return
	}
	for label, file := range c.files {
		isEnabled, isShown := shown.get(file)
		if isShown {
			c.edit(label, func(file *fileModel) { file.Enabled = types.BoolValue(isEnabled) })
		}
	}
}

// shownEnabled returns the values of enabled that a response shows: of the files that the state has, or of all if it
// has none.
func shownEnabled(files []videoindexer.LanguageModelFile, own enabledByID) enabledByID {
	shown := make(enabledByID)
	for _, file := range files {
		if file.IsServiceMade() || file.Enabled == nil {
			continue
		}
		id := strings.ToLower(file.ID)
		_, isOwn := own[id]
		if isOwn || len(own) == 0 {
			shown[id] = *file.Enabled
		}
	}
	return shown
}

// refreshed returns the claim after a read. It was merged with the model that the service shows.
func refreshed(claimed, merged claim, remote *videoindexer.LanguageModel) claim {
	if claimed.showsOthers() {
		merged.showOthers()
	}
	merged.mergeEnabled(remote.Files)
	// The service does not say.
	if merged.Enabled.IsNull() {
		merged.Enabled = types.BoolValue(true)
	}
	shown := merged.enabledByID()
	maps.DeleteFunc(merged.private.Texts, func(id string, _ textHash) bool {
		_, isShown := shown[id]
		// A plan reads them again if they matter.
		return !isShown
	})
	prior := claimed.TrainingState.ValueString()
	switch {
	case claimed.isNew():
	case !maps.Equal(claimed.enabledByID(), shown):
		// By an apply that was killed, or by others.
		prior = untrained
	case !claimed.LinguisticModelID.Equal(merged.LinguisticModelID):
		// Trained since.
		prior = ""
	}
	merged.TrainingState = trainingState(prior, remote)
	return merged
}

// showsOthers reports whether a read has the state show the files of others.
func (c *claim) showsOthers() bool { return c.isNew() || c.Exclusive.ValueBool() }

// isShownBy reports whether a model in a list has the values of the state; false after an import. A list with other
// values may be older than the last write.
func (c *claim) isShownBy(remote *videoindexer.LanguageModel) bool {
	if c.isNew() {
		return true
	}
	merged := merge(*c, observation{LanguageModel: remote})
	for label, file := range c.files {
		if !file.hasID() || !file.FileID.Equal(merged.files[label].FileID) {
			return false
		}
	}
	showsOthers := c.Exclusive.ValueBool() && len(merged.private.Others) > 0
	return !showsOthers && videoindexer.IsSameText(remote.Name, c.Name.ValueString())
}
