package languagemodel

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// wanted is what a plan makes of a model.
type wanted struct {
	resourceModel
	files map[string]fileModel
	// keepsFiles says that no files are configured: those of the state stay as planned, whatever an answer shows.
	keepsFiles bool
}

// operation is a step of an apply.
type operation struct {
	kind kind
	// label is that of the file, and id its own or that of the file to compare it with.
	label, id string
	newName   string // of a file
	enable    types.Bool
	// settings are the names of those that differ, separated by blanks.
	settings string
}

// kind is what an operation does, as messages say it.
type kind string

const (
	observe       kind = "read"              // X6, or the answer to 20
	compareFile   kind = "compare"           // reads the text of a file that may be Terraform's own (X10)
	writeSettings kind = "update"            // 20
	renameFile    kind = "rename"            // X11
	uploadFiles   kind = "upload files to"   // all files that the model lacks in one request (20)
	deleteFile    kind = "delete"            // 21
	switchFile    kind = "enable or disable" // X11
)

// verb is what a failed operation could not do, for messages.
func (o operation) verb() string {
	if o.label == "" {
		return string(o.kind)
	}
	return fmt.Sprintf("%s file %q of", o.kind, o.label)
}

// next is the first operation that makes a model the wanted one and that was not done yet. An operation that has no
// effect is not repeated.
func next(c claim, want wanted, done map[operation]bool) (o operation, isLeft bool) {
	for _, o := range operations(c, want) {
		if !done[o] {
			return o, true
		}
	}
	return operation{}, false
}

// operations lists what makes a model the wanted one, in order. New files are uploaded before those that they replace
// are deleted, so that a refused upload leaves the old file. A model is enabled first, and disabled last; single
// files of a model that is enabled follow.
func operations(c claim, want wanted) (all []operation) {
	d := between(c, want)
	var files []operation
	if !want.keepsFiles {
		files = slices.Concat(applyLocally(c, want).unread, d.renames(c), d.uploadOperations(), d.deletions(c, want))
	}
	if want.Enabled.ValueBool() {
		all = slices.Concat(settingWrites(c, want), files, switches(c, want))
	} else {
		all = slices.Concat(files, settingWrites(c, want))
	}
	isUnconfirmed := !want.keepsFiles && c.hasUnconfirmed()
	isChanged := c.isExtended && len(all) > 0
	needsFiles := isChanged || len(d.missing) > 0
	mustKnow := needsFiles && !c.isObserved
	mustRead := isUnconfirmed || mustKnow
	if mustRead || c.imported() {
		all = append([]operation{{kind: observe}}, all...)
	}
	return all
}
