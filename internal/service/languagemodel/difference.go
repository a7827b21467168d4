package languagemodel

// A difference compares a claim with the wanted model, file by file. It is a pure function: next.go
// makes tasks of it, and decide.go warnings.

import (
	"maps"
	"slices"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
)

// wantedModel is what a plan requires of a model.
type wantedModel struct {
	resourceModel
	files map[string]fileModel
	// managesFiles means that files are configured. Otherwise, the files of the state stay as
	// planned, even if a response shows others.
	managesFiles bool
	// omitted are the settings that are not configured, or that a destroy leaves.
	omitted settingSet
}

// applyLocally takes over what a plan changes without a request: arguments that only Terraform
// knows, which files are its own, where a text comes from, which files of a disabled model are
// enabled, and which files of others it no longer shows.
func (c *claim) applyLocally(wanted wantedModel) {
	c.recognize(wanted.files)
	c.DeletionPolicy = wanted.DeletionPolicy
	c.Exclusive = wanted.Exclusive
	c.Train = wanted.Train
	c.WaitForTraining = wanted.WaitForTraining
	c.Timeouts = wanted.Timeouts
	if !wanted.managesFiles {
		return
	}
	for label, file := range c.files {
		wantedFile, stays := wanted.files[label]
		switch {
		case stays:
			c.files[label] = wanted.withOrigin(*c, file, wantedFile)
		case file.isFound() && !wanted.Exclusive.ValueBool():
			delete(c.files, label)
			id := file.id()
			c.hidden.Others[id] = nameOfLabel(label, id)
		}
	}
	c.addCopies(wanted)
}

// withOrigin returns a file with its text from where the plan has it.
func (w *wantedModel) withOrigin(claimed claim, file, wantedFile fileModel) fileModel {
	result := file
	isPlanned := nullable.IsSet(file.FileID) && file.FileID.Equal(wantedFile.FileID)
	if isPlanned || file.hasSameContent(wantedFile) {
		result = wantedFile
		result.FileID = file.FileID
		result.Enabled = file.Enabled
	}
	if !w.canSwitchFiles(claimed) {
		result.Enabled = wantedFile.Enabled
	}
	return result
}

// canSwitchFiles reports whether single files can be enabled and disabled. In a disabled model, all
// files are disabled.
func (w *wantedModel) canSwitchFiles(claimed claim) bool {
	isOn := w.Enabled.ValueBool() && w.managesFiles
	return claimed.hasExtended && isOn
}

// difference is what distinguishes the files of a model from the wanted ones.
type difference struct {
	claimed claim
	wanted  wantedModel
	// moves are files that have the wanted texts under other names: their labels, by the names that
	// they are to have.
	moves map[string]string
	// nextNames are the names that moved files are to have, by their labels.
	nextNames map[string]string
	// missing are wanted files that the model does not have under any name.
	missing map[string]fileModel
	// obstacles are the ids of files of others that are in the places of moves and missing, by
	// their names.
	obstacles map[string][]string
}

// differenceOf compares the files of a model with the wanted ones. If no files are configured, none
// differ.
func differenceOf(claimed claim, wanted wantedModel) difference {
	diff := difference{
		claimed: claimed, wanted: wanted, nextNames: make(map[string]string),
		missing: make(map[string]fileModel), obstacles: make(map[string][]string),
	}
	if !wanted.managesFiles {
		return diff
	}
	if claimed.hasExtended {
		diff.moves = moves(claimed.files, wanted.files)
	}
	for name, label := range diff.moves {
		diff.nextNames[label] = name
	}
	for name, wantedFile := range wanted.files {
		_, isMoved := diff.moves[name]
		isMissing := !isMoved && needsUpload(claimed.files[name], wantedFile)
		if !isMoved && !isMissing {
			continue
		}
		if isMissing {
			diff.missing[name] = wantedFile
		}
		obstacles := claimed.obstacles(name)
		if len(obstacles) > 0 {
			diff.obstacles[name] = obstacles
		}
	}
	return diff
}

// moves returns where files are that could be renamed to wanted ones, or are to be renamed as
// planned: Terraform has sent them, their labels are not wanted with their texts, and the wanted
// name lacks its text.
func moves(files, wantedFiles map[string]fileModel) map[string]string {
	found := make(map[string]string)
	byID := labelsByID(files)
	spare := spareFiles(files, wantedFiles)
	for _, name := range slices.Sorted(maps.Keys(wantedFiles)) {
		wantedFile := wantedFiles[name]
		content := wantedFile.content()
		labels := spare[content]
		switch {
		case nullable.IsSet(wantedFile.FileID):
			label := byID[wantedFile.id()]
			if label != "" && label != name {
				found[name] = label
			}
		case !files[name].hasSameContent(wantedFile) && len(labels) > 0:
			found[name] = labels[0]
			spare[content] = labels[1:]
		}
	}
	return found
}

// spareFiles returns the labels, by their contents, of files that Terraform has sent and that are
// not wanted where they are.
func spareFiles(files, wantedFiles map[string]fileModel) map[string][]string {
	wantedIDs := labelsByID(wantedFiles)
	spare := make(map[string][]string)
	for _, label := range slices.Sorted(maps.Keys(files)) {
		file := files[label]
		_, isPlanned := wantedIDs[file.id()]
		isWanted := isPlanned || wantedFiles[label].hasSameContent(file)
		wasSent := file.hasID() && !file.isFound()
		if wasSent && !isWanted {
			spare[file.content()] = append(spare[file.content()], label)
		}
	}
	// Files whose contents are not known cannot be compared.
	delete(spare, "")
	return spare
}

// needsUpload reports whether a wanted file is another one than that of the model. A file whose id
// was planned was there when the plan was made, and would get another id if it were uploaded now.
func needsUpload(file, wantedFile fileModel) bool {
	return wantedFile.FileID.IsUnknown() && !file.hasSameContent(wantedFile)
}

// obstacles returns the ids of files of others because of which no file can be uploaded or renamed
// to a name. A service that has one of them beside Terraform's own file adds files, and replaces
// none.
func (c *claim) obstacles(name string) []string {
	others := c.othersNamed(name)
	if len(others) == 0 || !c.hasExtended {
		return others
	}
	hasOwn := c.files[name].hasID() || len(c.formers(name)) > 0
	if hasOwn {
		return nil
	}
	return others
}

// renames give files the names that they are to have, unless files of others have them: first those
// that no other file has, since a service may refuse a name twice.
func (d difference) renames() []task {
	var free, taken []task
	for _, name := range slices.Sorted(maps.Keys(d.moves)) {
		if len(d.obstacles[name]) > 0 {
			continue
		}
		label := d.moves[name]
		rename := task{verb: renameFile, label: label, id: d.claimed.files[label].id(), newName: name}
		_, isTaken := d.claimed.files[name]
		if isTaken {
			taken = append(taken, rename)
		} else {
			free = append(free, rename)
		}
	}
	return append(free, taken...)
}

// uploads returns the missing files whose names are free. A name is not free if a file of others
// has it, or one that is still to be renamed: an upload whose response is lost may have replaced
// the text of that file, and the rename would move the new text to the wrong name.
func (d difference) uploads() map[string]fileModel {
	files := maps.Clone(d.missing)
	maps.DeleteFunc(files, func(name string, _ fileModel) bool {
		return len(d.obstacles[name]) > 0 || d.nextNames[name] != ""
	})
	return files
}

// deletions delete the files of the state that are not wanted.
func (d difference) deletions() (all []task) {
	for _, label := range slices.Sorted(maps.Keys(d.claimed.files)) {
		file := d.claimed.files[label]
		_, stays := d.wanted.files[label]
		isWanted := stays || d.nextNames[label] != ""
		if file.hasID() && !isWanted {
			all = append(all, task{verb: deleteFile, label: label, id: file.id()})
		}
	}
	return all
}

// switches enable and disable single files.
func (d difference) switches() (all []task) {
	if !d.wanted.canSwitchFiles(d.claimed) {
		return nil
	}
	for _, label := range slices.Sorted(maps.Keys(d.claimed.files)) {
		file := d.claimed.files[label]
		wantedFile, stays := d.wanted.files[label]
		if stays && !file.Enabled.Equal(wantedFile.Enabled) {
			enable := wantedFile.Enabled.ValueBool()
			all = append(all, task{verb: switchFile, label: label, id: file.id(), enable: enable})
		}
	}
	return all
}
