package languagemodel

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// wantedModel is what a plan requires of a model.
type wantedModel struct {
	resourceModel
	files map[string]fileModel
	// keepsFiles means that no files are configured. The files of the state stay as planned, even if a response
	// shows others.
	keepsFiles bool
}

func wantedOf(plan resourceModel) wantedModel {
	files, _ := filesOf(plan.Files)
	return wantedModel{resourceModel: plan, files: files}
}

// task is a step of an apply.
type task struct {
	verb verb
	// label is that of the file, and id its own or that of the file to compare it with.
	label, id     string
	newName       string // of a file
	enable        types.Bool
	settingErrors settingSet // that differ
}

// verb says what a task does.
type verb int

const (
	observe       verb = iota // X6, or the response to 20
	compareFile               // reads the text of a file that may be Terraform's own (X10)
	writeSettings             // 20
	renameFile                // X11
	uploadFiles               // all files that the model lacks in one request (20)
	deleteFile                // 21
	switchFile                // X11
)

var verbTexts = map[verb]string{
	observe: "read", compareFile: "compare", writeSettings: "update", renameFile: "rename",
	uploadFiles: "upload files to", deleteFile: "delete", switchFile: "enable or disable",
}

// String returns the verb as messages have it.
func (v verb) String() string { return verbTexts[v] }

// phrase says what the task does, as messages have it.
func (t task) phrase() string {
	if t.label == "" {
		return t.verb.String()
	}
	return fmt.Sprintf("%s file %q of", t.verb, t.label)
}

// next returns the first task towards the wanted model that was not done yet. A task that has no effect is not
// repeated.
func next(claimed claim, wanted wantedModel, done map[task]bool) (t task, ok bool) {
	for _, t := range tasks(claimed, wanted) {
		if !done[t] {
			return t, true
		}
	}
	return task{}, false
}

// tasks lists the tasks that change a model into the wanted one, in order. The claim is one that applyLocally has
// returned. New files are uploaded before those that they replace are deleted, so that a refused upload leaves the
// old file. A model is enabled first, and disabled last; single files of a model that is enabled follow.
func tasks(claimed claim, wanted wantedModel) (all []task) {
	diff := claimed.differenceTo(wanted)
	var files, uploads []task
	if len(diff.uploads()) > 0 {
		uploads = []task{{verb: uploadFiles}}
	}
	if !wanted.keepsFiles {
		files = slices.Concat(claimed.unread, diff.renames(), uploads, diff.deletions())
	}
	if wanted.Enabled.ValueBool() {
		all = slices.Concat(settingWrites(claimed, wanted), files, diff.switches())
	} else {
		all = slices.Concat(files, settingWrites(claimed, wanted))
	}
	needsFiles := len(diff.missing) > 0
	if mustObserve(claimed, wanted, needsFiles, all) {
		all = append([]task{{verb: observe}}, all...)
	}
	return all
}

// mustObserve reports whether tasks need what only an observation shows: the files of the model.
func mustObserve(claimed claim, wanted wantedModel, needsFiles bool, all []task) bool {
	switch {
	case claimed.isNew():
		return true
	case !wanted.keepsFiles && claimed.hasUnconfirmed():
		return true
	case claimed.isObserved:
		return false
	}
	changesExtended := claimed.isExtended && len(all) > 0
	return needsFiles || changesExtended
}
