package languagemodel

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// observation has the values of a model in an answer. The answer to a create or an upload proves which files have
// arrived, but not that others have not. Any other answer proves which files the model does not have, but not
// which text a file has.
type observation struct {
	*videoindexer.LanguageModel
	isUpload bool
}

// merge combines the claim with an observation. The files that remain in private.Others were not sent by Terraform.
func merge(have claim, remote observation) claim {
	merged := have.clone()
	merged.mergeTraining(remote.LanguageModel)
	for _, s := range settings {
		s.show(&merged.resourceModel, remote.LanguageModel)
	}
	if remote.Files == nil {
		return merged
	}
	merged.isObserved = true
	shown := make(map[string]videoindexer.LanguageModelFile, len(remote.Files))
	for _, file := range remote.Files {
		shown[strings.ToLower(file.ID)] = file
	}
	merged.matchIDs(shown)
	before := merged.private.Others
	merged.private.Others = merged.othersIn(shown)
	for _, label := range sortedNames(merged.files) {
		if !merged.files[label].hasID() {
			merged.identify(label, before, remote.isUpload)
		}
	}
	merged.mergeFlags(remote.Files)
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
		now, isShown := shown[id]
		switch {
		case !isShown:
			delete(c.files, label)
		case c.isExtended && !hasLabel(label, now.Name, id):
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
	ids := c.flags()
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
// or somebody else's file. Where its text can be compared, only the answer to its upload is a proof (see resolve).
func (c *claim) identify(label string, before map[string]string, isUpload bool) {
	others := c.othersNamed(label)
	formers := c.formers(label)
	added := slices.DeleteFunc(slices.Clone(others), func(id string) bool { return before[id] != "" })
	ids := slices.Concat(added, formers, others)
	isProof := isUpload && len(added) < 2 // otherwise somebody has added another one at the same time
	canCompare := c.isExtended && nullable.IsSet(c.files[label].ContentSHA256)
	isReplaced := len(added) == 0 && len(formers) > 0
	switch {
	case len(ids) == 0:
		if !isUpload {
			delete(c.files, label)
		}
		return
	case canCompare && !isProof:
		return
	case isReplaced && !isUpload: // or not
		c.files[label] = c.files[label].withoutText()
	}
	c.adopt(ids[0], label, c.files[label])
}

// mergeFlags updates the values of enabled. A model whose files are all disabled counts as disabled, if any of them is
// to be enabled. Which of its files would be enabled otherwise is then not known: they keep their values.
func (c *claim) mergeFlags(files []videoindexer.LanguageModelFile) {
	shown := shownFlags(files, c.flags())
	anyOn := slices.Contains(slices.Collect(maps.Values(shown)), true)
	mayBeOn := len(c.files) == 0 || anyEnabled(c.files) // of files that the state does not have, any may be
	switch {
	case anyOn:
		c.Enabled = types.BoolValue(true)
	case len(shown) > 0 && mayBeOn:
		c.Enabled = types.BoolValue(false)
	}
	if !anyOn || !c.isExtended {
		return
	}
	for label, file := range c.files {
		isEnabled, isShown := shown.get(file)
		if isShown {
			c.edit(label, func(file *fileModel) { file.Enabled = types.BoolValue(isEnabled) })
		}
	}
}

// shownFlags returns the values of enabled that an answer shows: of the files that the state has, or of all if it has
// none.
func shownFlags(files []videoindexer.LanguageModelFile, own flags) flags {
	shown := make(flags)
	for _, file := range files {
		id := strings.ToLower(file.ID)
		_, isOwn := own[id]
		counts := isOwn || len(own) == 0
		isTold := file.Enabled != nil && !file.IsServiceMade()
		if counts && isTold {
			shown[id] = *file.Enabled
		}
	}
	return shown
}

// refreshed returns the claim after a read, from what it was before and what merge has made of it.
func refreshed(before, now claim, remote *videoindexer.LanguageModel) claim {
	if before.showsOthers() {
		now.showOthers()
	}
	now.mergeFlags(remote.Files)
	if now.Enabled.IsNull() { // the service does not say
		now.Enabled = types.BoolValue(true)
	}
	shown := now.flags()
	maps.DeleteFunc(now.private.Texts, func(id string, _ textHash) bool {
		_, isShown := shown[id]
		return !isShown // a plan reads them again if they matter
	})
	prior := before.TrainingState.ValueString()
	switch {
	case before.imported():
	case !maps.Equal(before.flags(), shown): // by an apply that was killed, or by others
		prior = untrained
	case !before.LinguisticModelID.Equal(now.LinguisticModelID): // trained since
		prior = ""
	}
	now.TrainingState = trainingState(prior, remote)
	return now
}

// showsOthers reports whether a read has the state show the files of others.
func (c *claim) showsOthers() bool { return c.imported() || c.Exclusive.ValueBool() }

// isShownBy reports whether a model in a list has the values of the state; false after an import. A list with other
// values may be older than the last write.
func (c *claim) isShownBy(remote *videoindexer.LanguageModel) bool {
	if c.imported() {
		return true
	}
	now := merge(*c, observation{LanguageModel: remote})
	for label, file := range c.files {
		if !file.hasID() || !file.FileID.Equal(now.files[label].FileID) {
			return false
		}
	}
	showsOthers := c.Exclusive.ValueBool() && len(now.private.Others) > 0
	return !showsOthers && videoindexer.SameText(remote.Name, c.Name.ValueString())
}
