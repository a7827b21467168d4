package languagemodel

import (
	"maps"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
)

// difference is what distinguishes the files of a model from the wanted ones.
type difference struct {
	have claim
	want wanted
	// moves are files that have the wanted texts under other names: their labels, by the names that they are to have.
	moves map[string]string
	// nextNames are the names that moved files are to have, by their labels.
	nextNames map[string]string
	// missing are wanted files that the model does not have under any name.
	missing map[string]fileModel
	// obstacles are the ids of files of others that are in the places of moves and missing, by their names.
	obstacles map[string][]string
}

// between returns the difference between a model and a wanted one. If no files are configured, there is none.
func between(have claim, want wanted) difference {
	differ := difference{
		have: have, want: want, missing: make(map[string]fileModel), obstacles: make(map[string][]string),
	}
	if want.keepsFiles {
		return differ
	}
	if have.isExtended {
		differ.moves = moves(have.files, want.files)
		differ.nextNames = inverse(differ.moves)
	}
	ownNames := have.ownNames()
	for name, file := range want.files {
		_, isMoved := differ.moves[name]
		isNew := !isMoved && isMissing(have.files[name], file)
		if isNew {
			differ.missing[name] = file
		}
		if !isMoved && !isNew {
			continue
		}
		// A service that has a file of others beside Terraform's own adds files, and replaces none.
		isBeside := have.isExtended && ownNames[name]
		others := have.othersNamed(name)
		if len(others) > 0 && !isBeside {
			differ.obstacles[name] = others
		}
	}
	return differ
}

// isMissing reports whether a model has another file than the wanted one. A file whose id was planned was there when
// the plan was made, and would get another id if it were uploaded now.
func isMissing(file, planned fileModel) bool {
	return planned.FileID.IsUnknown() && !file.sameContent(planned)
}

// ownNames returns the names of Terraform's own files.
func (c *claim) ownNames() map[string]bool {
	names := make(map[string]bool, len(c.files))
	for label, file := range c.files {
		if file.hasID() {
			names[nameOf(label, file.id())] = true
		}
	}
	return names
}

// moves returns where files are that could be renamed to wanted ones, or are to be renamed as planned: Terraform has
// sent them, their labels are not wanted with their texts, and the wanted name lacks its text.
func moves(have, want map[string]fileModel) map[string]string {
	found := make(map[string]string)
	byID := labelsByID(have)
	spare := spareFiles(have, want)
	for _, name := range sortedNames(want) {
		file := want[name]
		labels := spare[want[name].content()]
		switch {
		case nullable.IsSet(file.FileID):
			label := byID[file.id()]
			if label != "" && label != name {
				found[name] = label
			}
		case !have[name].sameContent(file) && len(labels) > 0:
			found[name], spare[file.content()] = labels[0], labels[1:]
		}
	}
	return found
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

// spareFiles returns the labels, by their contents, of files that Terraform has sent and that are not wanted where they
// are.
func spareFiles(have, want map[string]fileModel) map[string][]string {
	planned := labelsByID(want)
	spare := make(map[string][]string)
	for _, label := range sortedNames(have) {
		file := have[label]
		_, isPlanned := planned[file.id()]
		isWanted := isPlanned || want[label].sameContent(file)
		wasSent := file.hasID() && !file.isFound()
		if wasSent && !isWanted {
			spare[file.content()] = append(spare[file.content()], label)
		}
	}
	delete(spare, "") // of which nothing is known
	return spare
}

func inverse(values map[string]string) map[string]string {
	keys := make(map[string]string, len(values))
	for key, value := range values {
		keys[value] = key
	}
	return keys
}

// renames give files the names that they are to have, unless files of others have them: first those that no other
// file has, since a service may refuse a name twice.
func (d difference) renames() []task {
	var free, taken []task
	for _, name := range sortedNames(d.moves) {
		label := d.moves[name]
		rename := task{verb: renameFile, label: label, id: d.have.files[label].id(), newName: name}
		_, isTaken := d.have.files[name]
		switch {
		case len(d.obstacles[name]) > 0:
		case isTaken:
			taken = append(taken, rename)
		default:
			free = append(free, rename)
		}
	}
	return append(free, taken...)
}

// uploads returns the missing files whose names are free. A name is not free if a file of others has it, or one that is
// still to be renamed: an upload whose answer is lost may have replaced the text of that file, and the rename would
// move the new text to the wrong name.
func (d difference) uploads() map[string]fileModel {
	files := maps.Clone(d.missing)
	maps.DeleteFunc(files, func(name string, _ fileModel) bool {
		return len(d.obstacles[name]) > 0 || d.nextNames[name] != ""
	})
	return files
}

// deletions delete the files of the state that are not wanted.
func (d difference) deletions() (all []task) {
	for _, label := range sortedNames(d.have.files) {
		file := d.have.files[label]
		_, stays := d.want.files[label]
		isWanted := stays || d.nextNames[label] != ""
		if file.hasID() && !isWanted {
			all = append(all, task{verb: deleteFile, label: label, id: file.id()})
		}
	}
	return all
}

// switches enable and disable single files.
func (d difference) switches() (all []task) {
	if !d.want.switchesFiles(d.have) {
		return nil
	}
	for _, label := range sortedNames(d.have.files) {
		file := d.have.files[label]
		planned, stays := d.want.files[label]
		if stays && !file.Enabled.Equal(planned.Enabled) {
			all = append(all, task{verb: switchFile, label: label, id: file.id(), enable: planned.Enabled})
		}
	}
	return all
}

// switchesFiles reports whether single files can be enabled and disabled. In a disabled model, all files are disabled.
func (w *wanted) switchesFiles(have claim) bool {
	isOn := w.Enabled.ValueBool() && !w.keepsFiles
	return have.isExtended && isOn
}

// applyLocally takes over what a plan changes without a request: arguments that only Terraform knows, which files are
// its own, where a text comes from, which files of a disabled model are enabled, and which files of others it no
// longer shows.
func applyLocally(have claim, want wanted) claim {
	have = recognized(have, want.files)
	have.DeletionPolicy, have.Exclusive = want.DeletionPolicy, want.Exclusive
	have.Train = want.Train
	have.WaitForTraining = want.WaitForTraining
	have.Timeouts = want.Timeouts
	if want.keepsFiles {
		return have
	}
	for label, file := range have.files {
		planned, stays := want.files[label]
		switch {
		case stays:
			have.files[label] = want.withOrigin(have, file, planned)
		case file.isFound() && !want.Exclusive.ValueBool():
			delete(have.files, label)
			id := file.id()
			have.private.Others[id] = nameOf(label, id)
		}
	}
	have.addCopies(want)
	return have
}

// withOrigin returns a file with its text from where the plan has it.
func (w *wanted) withOrigin(have claim, file, planned fileModel) fileModel {
	id, isEnabled := file.FileID, file.Enabled
	isPlanned := nullable.IsSet(id) && id.Equal(planned.FileID)
	if isPlanned || file.sameContent(planned) {
		file = planned
	}
	file.FileID, file.Enabled = id, isEnabled
	if !w.switchesFiles(have) {
		file.Enabled = planned.Enabled
	}
	return file
}
