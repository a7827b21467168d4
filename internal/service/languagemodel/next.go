package languagemodel

// The next task of an apply follows from the claim, the wanted model and the tasks that were done.
// It is a pure function.

import (
	"fmt"
	"slices"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// task is a part of an apply.
type task struct {
	verb  verb
	label string // of the file
	// id is that of the file, or of the one to compare it with.
	id string
	// newName is the name to give to the file.
	newName string
	// enable says whether to enable or to disable the file.
	enable bool
	// settings are those to write.
	settings settingSet
}

// verb says what a task does, as messages have it.
type verb string

const (
	observe       verb = "read"              // X6, or the response to 20
	compareFile   verb = "compare"           // reads the text of a file that may be Terraform's own (X10)
	writeSettings verb = "update"            // 20
	renameFile    verb = "rename"            // X11
	uploadFiles   verb = "upload files to"   // all files that the model lacks in one request (20)
	deleteFile    verb = "delete"            // 21
	switchFile    verb = "enable or disable" // X11
)

// phrase says what the task does, as messages have it.
func (t task) phrase() string {
	if t.label == "" {
		return string(t.verb)
	}
	return fmt.Sprintf("%s file %q of", t.verb, t.label)
}

// hints returns sentences about what else can be done if a task has failed.
func (t task) hints(err error) []string {
	if t.verb != renameFile || !videoindexer.IsUnsupported(err) {
		return nil
	}
	const otherWays = "Rename the file to %q in the service's portal, or configure it as %q."
	return []string{fmt.Sprintf(otherWays, t.newName, nameOfLabel(t.label, t.id))}
}

// next returns the claim with all that changes without a request (applyLocally), and the first task
// from there towards the wanted model that was not done yet. A task that has no effect is not
// repeated.
func next(claimed claim, wanted wantedModel, done map[task]bool) (local claim, t task, hasNext bool) {
	local = claimed.clone()
	local.applyLocally(wanted)
	for _, t := range tasks(local, wanted) {
		if !done[t] {
			return local, t, true
		}
	}
	return local, task{}, false
}

// tasks lists the tasks that change a model into the wanted one, in order. New files are uploaded
// before those that they replace are deleted, so that a refused upload leaves the old file. A model
// is enabled first, and disabled last; single files of a model that is enabled follow.
func tasks(claimed claim, wanted wantedModel) (all []task) {
	diff := differenceOf(claimed, wanted)
	var files, uploads []task
	uploaded := diff.uploads()
	if len(uploaded) > 0 {
		uploads = []task{{verb: uploadFiles}}
	}
	if wanted.managesFiles {
		files = slices.Concat(comparisons(claimed, wanted.files), copyComparisons(claimed, wanted),
			diff.renames(), uploads, diff.deletions())
	}
	if wanted.Enabled.ValueBool() {
		all = slices.Concat(settingWrites(claimed, wanted), files, diff.switches())
	} else {
		all = slices.Concat(files, settingWrites(claimed, wanted))
	}
	lacksFiles := len(diff.missing) > 0
	if needsObservation(claimed, wanted, lacksFiles, all) {
		all = append([]task{{verb: observe}}, all...)
	}
	return all
}

// needsObservation reports whether tasks need what only an observation shows: the files of the
// model.
func needsObservation(claimed claim, wanted wantedModel, lacksFiles bool, all []task) bool {
	switch {
	case claimed.isImported():
		return true
	case wanted.managesFiles && claimed.hasUnconfirmed():
		return true
	case claimed.hasSeenFiles:
		return false
	}
	changesExtended := claimed.hasExtended && len(all) > 0
	return lacksFiles || changesExtended
}
