package languagemodel

import (
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// desired is what a plan makes of a model.
type desired struct {
	resourceModel
	files map[string]fileModel
}

// operation is a step of an apply.
type operation struct {
	kind kind
	// name and id are those of the file to delete or to switch.
	name, id string
	// rename and enable are the settings to write; null where they stay.
	rename types.String
	enable types.Bool
}

type kind int

const (
	// look learns what the model has (X6, or the answer to 20).
	look kind = iota
	// writeSettings writes name and enabled (20).
	writeSettings
	// uploadFiles sends all files that the model lacks in one request (20).
	uploadFiles
	// deleteFile deletes one file (21).
	deleteFile
	// switchFile enables or disables one file (X11).
	switchFile
)

// diff lists what makes a known model the desired one, in order. New files are uploaded before those that they replace are
// deleted, so that a refused upload leaves the old file.
func diff(have *known, want desired) []operation {
	var operations []operation
	settings := operation{kind: writeSettings}
	if !want.Name.Equal(have.Name) {
		settings.rename = want.Name
	}
	if !want.Enabled.Equal(have.Enabled) {
		settings.enable = want.Enabled
	}
	if settings != (operation{kind: writeSettings}) {
		operations = append(operations, settings)
	}
	lacks := have.lacks(want)
	if len(lacks) > 0 {
		operations = append(operations, operation{kind: uploadFiles})
	}
	for _, f := range have.private.all(wasReplaced, isOthers) {
		if f.Fact == wasReplaced || want.manages(have) {
			operations = append(operations, operation{kind: deleteFile, name: f.Name, id: f.ID})
		}
	}
	for _, name := range sortedNames(have.files) {
		if _, stays := want.files[name]; !stays {
			operations = append(operations, operation{kind: deleteFile, name: name, id: have.files[name].FileID.ValueString()})
		}
	}
	for _, name := range sortedNames(want.files) {
		file, isPresent := have.files[name]
		if isPresent && want.switchesFiles(have) && !file.Enabled.Equal(want.files[name].Enabled) {
			operations = append(operations, operation{kind: switchFile, name: name, id: file.FileID.ValueString(), enable: want.files[name].Enabled})
		}
	}
	if have.private.isInDoubt() || have.shown == nil && (len(lacks) > 0 || have.isExtended && len(operations) > 0) {
		operations = append([]operation{{kind: look}}, operations...)
	}
	return operations
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

// manages reports whether all files of the model are Terraform's.
func (d *desired) manages(have *known) bool { return have.isExtended && !d.Files.IsNull() }

// switchesFiles reports whether single files can be enabled and disabled. In a disabled model, all files are disabled.
func (d *desired) switchesFiles(have *known) bool { return have.isExtended && d.Enabled.ValueBool() }

// hasLanguage reports whether the model has the wanted language, in whatever letter case.
func (d *desired) hasLanguage(k *known) bool {
	return strings.EqualFold(k.Language.ValueString(), d.Language.ValueString())
}

// adopt takes over what a plan changes without a request: arguments that only Terraform knows, where a text comes from, and
// which files of a disabled model are enabled.
func (k *known) adopt(want desired) {
	k.DeletionPolicy, k.Timeouts = want.DeletionPolicy, want.Timeouts
	k.Train, k.WaitForTraining, k.CancelTraining = want.Train, want.WaitForTraining, want.CancelTraining
	for name, wanted := range want.files {
		current, isPresent := k.files[name]
		if !isPresent {
			continue
		}
		file := current
		if current.sameContent(wanted) {
			file = wanted
			file.FileID, file.Enabled = current.FileID, current.Enabled
		}
		if !want.switchesFiles(k) {
			file.Enabled = wanted.Enabled
		}
		k.files[name] = file
	}
}

// verb is what a failed operation could not do, for messages.
func (o operation) verb() string {
	switch o.kind {
	case uploadFiles:
		return "upload files to"
	case deleteFile:
		return "delete file " + strconv.Quote(o.name) + " of"
	case switchFile:
		return "enable or disable files of"
	case look, writeSettings:
	}
	return "update"
}
