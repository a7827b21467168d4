package languagemodel

// A merge takes over into a claim what a response shows. It is a pure function: texts.go then
// decides about files that only their texts can identify.

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// observation has the values of a model in a response. The response to a create or an upload proves
// which files have arrived, but not that others have not. Any other response proves which files the
// model does not have, but not which text a file has.
type observation struct {
	*videoindexer.LanguageModel
	// isFromUpload says that the response is one to a create or an upload.
	isFromUpload bool
}

// merge returns a claim that has taken over an observation. The files that remain in hidden.Others
// were not sent by Terraform.
func merge(claimed claim, observed observation) claim {
	merged := claimed.clone()
	merged.mergeTraining(observed.LanguageModel)
	for _, s := range settingRows {
		if s.show != nil {
			s.show(&merged.resourceModel, observed.LanguageModel)
		}
	}
	if observed.Files == nil {
		return merged
	}
	merged.hasSeenFiles = true
	shown := merged.filesByID(observed.LanguageModel)
	merged.matchIDs(shown)
	merged.hidden.Others = merged.othersIn(shown)
	for _, label := range slices.Sorted(maps.Keys(merged.files)) {
		if !merged.files[label].hasID() {
			merged.identify(label, claimed.hidden.Others, observed.isFromUpload)
		}
	}
	merged.mergeEnabled(shown)
	return merged
}

// mergeTraining takes the values that the service changes when it trains a model.
func (c *claim) mergeTraining(remote *videoindexer.LanguageModel) {
	c.State = nullable.String(remote.State)
	c.LinguisticModelID = nullable.String(remote.LinguisticModelID)
	c.hidden.LinguisticModelID = remote.LinguisticModelID
}

// filesByID returns the files in a response by their ids. A service can spell an id in other
// letters in each response: here, a file that the claim knows gets the spelling of the claim, so
// that all other functions compare ids as they are.
func (c *claim) filesByID(remote *videoindexer.LanguageModel) map[string]videoindexer.LanguageModelFile {
	spellings := make(map[string]string)
	ownIDs := slices.Sorted(maps.Keys(labelsByID(c.files)))
	otherIDs := slices.Sorted(maps.Keys(c.hidden.Others))
	for _, id := range slices.Concat(ownIDs, otherIDs) {
		spellings[strings.ToLower(id)] = id
	}
	files := make(map[string]videoindexer.LanguageModelFile, len(remote.Files))
	for _, file := range remote.Files {
		file.ID = cmp.Or(spellings[strings.ToLower(file.ID)], file.ID)
		files[file.ID] = file
	}
	return files
}

// matchIDs finds confirmed files by their ids. It removes files that the service does not show. A
// file that was renamed elsewhere gets another label, if it can be renamed back.
func (c *claim) matchIDs(shown map[string]videoindexer.LanguageModelFile) {
	renamed := make(map[string]fileModel)
	for label, file := range c.files {
		if !file.hasID() {
			continue
		}
		id := file.id()
		remote, isShown := shown[id]
		switch {
		case !isShown:
			delete(c.files, label)
		case c.hasExtended && !hasLabel(label, remote.Name, id):
			delete(c.files, label)
			renamed[id] = file
		}
	}
	for _, id := range slices.Sorted(maps.Keys(renamed)) {
		c.add(shown[id].Name, renamed[id], id)
	}
}

// othersIn returns the names, by their ids, of the files that neither Terraform has sent nor the
// service has created.
func (c *claim) othersIn(shown map[string]videoindexer.LanguageModelFile) map[string]string {
	names := make(map[string]string)
	own := labelsByID(c.files)
	for id, file := range shown {
		_, isOwn := own[id]
		isUserMade := id != "" && !file.IsServiceMade()
		if isUserMade && !isOwn {
			names[id] = file.Name
		}
	}
	return names
}

// identify looks for a file without an id among those that a response shows. In this order, it is:
//
//  1. a file that has been added with its name
//  2. its former version, which it has replaced in place
//  3. somebody else's file with its name, which it has replaced in place
//
// Where its text can be compared, only the response to its upload is a proof (see confirmLost).
func (c *claim) identify(label string, priorOthers map[string]string, isFromUpload bool) {
	others := c.othersNamed(label)
	formers := c.formers(label)
	isKnown := func(id string) bool { return priorOthers[id] != "" }
	added := slices.DeleteFunc(slices.Clone(others), isKnown)
	ids := slices.Concat(added, formers, others)
	if len(ids) == 0 {
		// The response to its upload may not show a file yet. Any other response proves that it is
		// not there.
		if !isFromUpload {
			delete(c.files, label)
		}
		return
	}
	// If two files were added, one of them is somebody else's.
	isProof := isFromUpload && len(added) < 2
	canCompare := c.hasExtended && nullable.IsSet(c.files[label].ContentSHA256)
	if canCompare && !isProof {
		return
	}
	mayBeReplaced := len(added) == 0 && len(formers) > 0
	if mayBeReplaced && !isFromUpload {
		// The former version was replaced, or the upload was lost: its text is not known.
		c.files[label] = c.files[label].withoutText()
	}
	c.confirm(label, c.files[label], ids[0])
}

// mergeEnabled updates the values of enabled from the files that a response shows: those that the
// state has, or all if it has none. A model whose files are all disabled counts as disabled, if any
// of them is to be enabled. Which of its files would be enabled otherwise is then not known: they
// keep their values.
func (c *claim) mergeEnabled(shown map[string]videoindexer.LanguageModelFile) {
	own := labelsByID(c.files)
	enabled := make(map[string]bool)
	for id, file := range shown {
		_, isOwn := own[id]
		isUserMade := !file.IsServiceMade() && file.Enabled != nil
		isOfState := isOwn || len(c.files) == 0
		if isUserMade && isOfState {
			enabled[id] = *file.Enabled
		}
	}
	isAnyOn := slices.Contains(slices.Collect(maps.Values(enabled)), true)
	// A state without files says nothing about which of them are to be enabled.
	mayWantOn := len(c.files) == 0 || hasEnabled(c.files)
	switch {
	case isAnyOn:
		c.Enabled = types.BoolValue(true)
	case len(enabled) > 0 && mayWantOn:
		c.Enabled = types.BoolValue(false)
	}
	if !isAnyOn || !c.hasExtended {
		return
	}
	for id, isEnabled := range enabled {
		label, isOwn := own[id]
		if isOwn {
			c.setEnabled(label, isEnabled)
		}
	}
}

// isShownBy reports whether a model in a list has the values of the state; false after an import. A
// list with other values may be older than the last write.
func (c *claim) isShownBy(remote *videoindexer.LanguageModel) bool {
	if c.isImported() {
		return true
	}
	merged := merge(*c, observation{LanguageModel: remote})
	isSameFiles := !c.hasUnconfirmed() && maps.Equal(labelsByID(c.files), labelsByID(merged.files))
	differing := settingsWhere(func(s setting) bool {
		return s.show != nil && !s.value(&merged.resourceModel).Equal(s.value(&c.resourceModel))
	})
	if !isSameFiles || differing != 0 {
		return false
	}
	showsOthers := c.Exclusive.ValueBool() && len(merged.hidden.Others) > 0
	return !showsOthers
}

// showsOthers reports whether a read has the state show the files of others.
func (c *claim) showsOthers() bool { return c.isImported() || c.Exclusive.ValueBool() }

// completeRead makes the claim, which was merged with the model that the service shows, that of the
// state to save.
func (c *claim) completeRead(before claim, remote *videoindexer.LanguageModel) {
	if before.showsOthers() {
		c.showOthers()
	}
	c.mergeEnabled(c.filesByID(remote))
	// Only files show whether a model is enabled. A new one is, and after an update whose outcome
	// is unknown, nobody knows.
	if c.Enabled.IsNull() && before.isImported() {
		c.Enabled = types.BoolValue(true)
	}
	own := labelsByID(c.files)
	// A plan reads the texts of other files again if they matter.
	maps.DeleteFunc(c.hidden.Texts, func(id string, _ textHash) bool {
		_, isOwn := own[id]
		return !isOwn
	})
	c.TrainingState = trainingState(remote, c.lacksTraining(before))
}

// lacksTraining reports whether the files were changed since the last training, as only the claim
// before a read can know.
func (c *claim) lacksTraining(before claim) bool {
	wasUntrained := before.TrainingState.ValueString() == untrained
	if before.isImported() {
		return wasUntrained
	}
	// Others have changed the files, or an apply that was killed.
	hasOtherFiles := !maps.Equal(enabledByID(before.files), enabledByID(c.files))
	if hasOtherFiles {
		return true
	}
	// A training assigns the id.
	wasTrained := !before.LinguisticModelID.Equal(c.LinguisticModelID)
	return wasUntrained && !wasTrained
}

// enabledByID returns the values of enabled of files, by their ids.
func enabledByID(files map[string]fileModel) map[string]bool {
	all := make(map[string]bool, len(files))
	for _, file := range files {
		all[file.id()] = file.Enabled.ValueBool()
	}
	return all
}
