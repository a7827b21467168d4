package languagemodel

import (
	"maps"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
)

// difference is what distinguishes the files of a model from the wanted ones.
type difference struct {
	// moves are files that have the wanted texts under other names: their labels, by the names that they are to have.
	// nextNames are these names, by the labels.
	moves, nextNames map[string]string
	// missing are wanted files that the model does not have under any name.
	missing map[string]fileModel
	// obstacles are the ids of files of others that are in the places of moves and missing, by their names.
	obstacles map[string][]string
}

// between is the difference between a model and a wanted one. If no files are configured, there is none.
func between(c claim, want wanted) difference {
	d := difference{missing: map[string]fileModel{}, obstacles: map[string][]string{}}
	if want.keepsFiles {
		return d
	}
	if c.isExtended {
		d.moves = moves(c.files, want.files)
		d.nextNames = inverse(d.moves)
	}
	own := c.ownNames()
	for name, file := range want.files {
		_, isMoved := d.moves[name]
		isNew := !isMoved && isMissing(c.files[name], file)
		if isNew {
			d.missing[name] = file
		}
		if !isMoved && !isNew {
			continue
		}
		// A service that has a file of others beside Terraform's own adds files, and replaces none.
		isBeside := c.isExtended && own[name]
		others := c.othersNamed(name)
		if len(others) > 0 && !isBeside {
			d.obstacles[name] = others
		}
	}
	return d
}

// isMissing reports whether a model has another file than the wanted one. A file whose id was planned was there when
// the plan was made, and would get another id if it were uploaded now.
func isMissing(file, planned fileModel) bool {
	return planned.FileID.IsUnknown() && !file.sameContent(planned)
}

// ownNames are the names of Terraform's own files.
func (c *claim) ownNames() map[string]bool {
	names := make(map[string]bool, len(c.files))
	for label, file := range c.files {
		if file.hasID() {
			names[nameOf(label, file.id())] = true
		}
	}
	return names
}

// moves is where files are that could be renamed to wanted ones, or are to be renamed as planned: Terraform has sent
// them, their labels are not wanted with their texts, and the wanted name lacks its text.
func moves(have, want map[string]fileModel) map[string]string {
	found, byID := make(map[string]string), labelsByID(have)
	spare := spareFiles(have, want)
	for _, name := range sortedNames(want) {
		file, labels := want[name], spare[want[name].content()]
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

// spareFiles are the labels, by their contents, of files that Terraform has sent and that are not wanted where they
// are.
func spareFiles(have, want map[string]fileModel) map[string][]string {
	planned, spare := labelsByID(want), make(map[string][]string)
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

func inverse(of map[string]string) map[string]string {
	keys := make(map[string]string, len(of))
	for key, value := range of {
		keys[value] = key
	}
	return keys
}

// renames give files the names that they are to have, unless files of others have them: first those that no other
// file has, since a service may refuse a name twice.
func (d difference) renames(c claim) []task {
	var free, taken []task
	for _, name := range sortedNames(d.moves) {
		label := d.moves[name]
		rename := task{verb: renameFile, label: label, id: c.files[label].id(), newName: name}
		_, isTaken := c.files[name]
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

// uploads are the files to upload: those that are missing, but for those in whose places files of others are, or one
// that is still to be renamed. If the answer to the upload were lost, that one could have the new text already, and
// would be renamed with it.
func (d difference) uploads() map[string]fileModel {
	files := maps.Clone(d.missing)
	maps.DeleteFunc(files, func(name string, _ fileModel) bool {
		return len(d.obstacles[name]) > 0 || d.nextNames[name] != ""
	})
	return files
}

// uploadTasks send all uploads in one request.
func (d difference) uploadTasks() []task {
	if len(d.uploads()) == 0 {
		return nil
	}
	return []task{{verb: uploadFiles}}
}

// deletions delete the files of the state that are not wanted.
func (d difference) deletions(c claim, want wanted) (all []task) {
	for _, label := range sortedNames(c.files) {
		file := c.files[label]
		_, stays := want.files[label]
		isWanted := stays || d.nextNames[label] != ""
		if file.hasID() && !isWanted {
			all = append(all, task{verb: deleteFile, label: label, id: file.id()})
		}
	}
	return all
}

// switches enable and disable single files.
func switches(c claim, want wanted) (all []task) {
	if !want.switchesFiles(c) {
		return nil
	}
	for _, label := range sortedNames(c.files) {
		file, id := c.files[label], c.files[label].id()
		planned, stays := want.files[label]
		if stays && !file.Enabled.Equal(planned.Enabled) {
			all = append(all, task{verb: switchFile, label: label, id: id, enable: planned.Enabled})
		}
	}
	return all
}

// switchesFiles reports whether single files can be enabled and disabled. In a disabled model, all files are disabled.
func (w *wanted) switchesFiles(c claim) bool {
	return c.isExtended && w.Enabled.ValueBool() && !w.keepsFiles
}

// applyLocally takes over what a plan changes without a request: arguments that only Terraform knows, which files are
// its own, where a text comes from, which files of a disabled model are enabled, and which files of others it no
// longer shows.
func applyLocally(c claim, want wanted) claim {
	c = recognized(c, want.files)
	c.DeletionPolicy, c.Exclusive = want.DeletionPolicy, want.Exclusive
	c.Train, c.WaitForTraining, c.Timeouts = want.Train, want.WaitForTraining, want.Timeouts
	if want.keepsFiles {
		return c
	}
	for label, file := range c.files {
		planned, stays := want.files[label]
		switch {
		case stays:
			c.files[label] = want.withOrigin(c, file, planned)
		case file.isFound() && !want.Exclusive.ValueBool():
			delete(c.files, label)
			id := file.id()
			c.private.Others[id] = nameOf(label, id)
		}
	}
	c.addCopies(want)
	return c
}

// withOrigin is a file with its text from where the plan has it.
func (w *wanted) withOrigin(c claim, file, planned fileModel) fileModel {
	id, isEnabled := file.FileID, file.Enabled
	isPlanned := nullable.IsSet(id) && id.Equal(planned.FileID)
	if isPlanned || file.sameContent(planned) {
		file = planned
	}
	file.FileID, file.Enabled = id, isEnabled
	if !w.switchesFiles(c) {
		file.Enabled = planned.Enabled
	}
	return file
}
