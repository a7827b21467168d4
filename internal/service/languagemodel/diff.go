package languagemodel

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// desired is what a plan makes of a model.
type desired struct {
	resourceModel
	files map[string]fileModel
}

// operation is a step of an apply.
type operation struct {
	kind      kind
	label, id string       // of the file to delete or to switch
	rename    types.String // null where the name stays
	enable    types.Bool   // null where it stays
}

// kind is what an operation does, as messages say it.
type kind string

const (
	look          kind = "look at"           // learns what the model has (X6, or the answer to 20)
	writeSettings kind = "update"            // writes name and enabled (20)
	uploadFiles   kind = "upload files to"   // sends all files that the model lacks in one request (20)
	deleteFile    kind = "delete"            // deletes one file (21)
	switchFile    kind = "enable or disable" // enables or disables one file (X11)
)

// verb is what a failed operation could not do, for messages.
func (o operation) verb() string {
	if o.label == "" {
		return string(o.kind)
	}
	return fmt.Sprintf("%s file %q of", o.kind, o.label)
}

// diff lists what makes a known model the desired one, in order. New files are uploaded before those that they replace are
// deleted, so that a refused upload leaves the old file. A model is enabled first, and disabled last; single files of a model that
// is enabled follow.
func diff(have *known, want desired) (operations []operation) {
	lacks := have.lacks(want)
	if len(lacks) > 0 {
		operations = append(operations, operation{kind: uploadFiles})
	}
	deletions, switches := diffFiles(have, want)
	operations = append(operations, deletions...)
	settings := diffSettings(have, want)
	if want.Enabled.ValueBool() {
		operations = append(settings, operations...)
	} else {
		operations = append(operations, settings...)
	}
	operations = append(operations, switches...)
	mustKnow := len(lacks) > 0 || have.isExtended && len(operations) > 0
	if have.hasUnconfirmed() || have.imported() || have.shown == nil && mustKnow {
		operations = append([]operation{{kind: look}}, operations...)
	}
	return operations
}

// diffFiles lists the files that are to be deleted, enabled or disabled.
func diffFiles(have *known, want desired) (deletions, switches []operation) {
	for _, label := range sortedNames(have.files) {
		file := have.files[label]
		wanted, stays := want.files[label]
		o := operation{kind: deleteFile, label: label, id: file.FileID.ValueString()}
		switch {
		case !stays:
			deletions = append(deletions, o)
		case want.switchesFiles(have) && !file.Enabled.Equal(wanted.Enabled):
			o.kind, o.enable = switchFile, wanted.Enabled
			switches = append(switches, o)
		}
	}
	return deletions, switches
}

// diffSettings lists the write of name and enabled, if one of them differs.
func diffSettings(have *known, want desired) []operation {
	o := operation{kind: writeSettings}
	if !want.Name.Equal(have.Name) {
		o.rename = want.Name
	}
	if !want.Enabled.Equal(have.Enabled) {
		o.enable = want.Enabled
	}
	if o.rename.IsNull() && o.enable.IsNull() {
		return nil
	}
	return []operation{o}
}

// lacks are the wanted files that the model does not have. One whose id was planned is not among them: it was there when
// the plan was made, and what is uploaded now would get another id.
func (k *known) lacks(want desired) map[string]fileModel {
	files := make(map[string]fileModel)
	for name, file := range want.files {
		if file.FileID.IsUnknown() && !k.files[name].sameContent(file) {
			files[name] = file
		}
	}
	return files
}

// switchesFiles reports whether single files can be enabled and disabled. In a disabled model, all files are disabled.
func (d *desired) switchesFiles(have *known) bool {
	return have.isExtended && d.Enabled.ValueBool() && !have.leavesFiles
}

// recordLocal takes over what a plan changes without a request: arguments that only Terraform knows, where a text comes from,
// which files of a disabled model are enabled, and which files of others it no longer shows.
func (k *known) recordLocal(want desired) {
	k.DeletionPolicy, k.Timeouts, k.Train, k.WaitForTraining, k.Exclusive = want.DeletionPolicy, want.Timeouts, want.Train, want.WaitForTraining, want.Exclusive
	for name, file := range k.files {
		wanted, stays := want.files[name]
		if !stays {
			if file.isFound() && !want.Exclusive.ValueBool() {
				delete(k.files, name)
			}
			continue
		}
		id, isEnabled := file.FileID, file.Enabled
		if file.sameContent(wanted) {
			file = wanted
		}
		if file.FileID, file.Enabled = id, isEnabled; !want.switchesFiles(k) {
			file.Enabled = wanted.Enabled
		}
		k.files[name] = file
	}
}
