package languagemodel

import (
	"slices"
	"strconv"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// desired is what a plan makes of a model.
type desired struct {
	resourceModel
	files map[string]fileModel
}

// operation is a step of an apply.
type operation struct {
	kind kind
	// name is the file that it is about; "" where it is about the model.
	name string
	// files are those to upload; afterDelete says that older ones of their names are deleted before.
	files       map[string]fileModel
	afterDelete bool
}

type kind int

const (
	// writeSettings writes name and enabled where they differ (endpoint 20).
	writeSettings kind = iota
	// deleteFile deletes one file of the state (21).
	deleteFile
	// uploadFiles sends files in one request (20), and finds them.
	uploadFiles
	// writeEnabled writes enabled where it differs after an upload (20).
	writeEnabled
	// deleteReplaced deletes what an upload has replaced (21).
	deleteReplaced
	// switchFile enables or disables one file (X11).
	switchFile
)

// diff lists what makes a known model the desired one, in order. New files are uploaded before those that they replace are
// deleted, so that a refused upload leaves the old file, unless the service takes one file of a name.
func diff(have *known, want desired) []operation {
	var operations []operation
	update := have.settings(want)
	if update.Name != nil || update.Enable != nil {
		operations = append(operations, operation{kind: writeSettings})
	}
	uploads := have.lacks(want)
	for _, name := range sortedNames(uploads) {
		if _, isPresent := have.files[name]; isPresent && have.private.deletesFirst(name, uploads[name]) {
			operations = append(operations, operation{kind: deleteFile, name: name})
		}
	}
	if len(uploads) > 0 { // a service may leave files enabled that are sent to a disabled model
		deletesFirst := slices.ContainsFunc(operations, func(o operation) bool { return o.kind == deleteFile })
		operations = append(operations, operation{kind: uploadFiles, files: uploads, afterDelete: deletesFirst}, operation{kind: writeEnabled})
	}
	if len(uploads) > 0 || len(have.private.all(wasReplaced)) > 0 {
		operations = append(operations, operation{kind: deleteReplaced})
	}
	for _, name := range sortedNames(have.files) {
		if _, stays := want.files[name]; !stays {
			operations = append(operations, operation{kind: deleteFile, name: name})
		}
	}
	for _, name := range sortedNames(want.files) {
		_, isUploaded := uploads[name]
		maySwitch := isUploaded || update.Enable != nil // which enable files
		if want.switchesFiles(have) && (maySwitch && !want.files[name].Enabled.ValueBool() || have.hasSwitched(name, want)) {
			operations = append(operations, operation{kind: switchFile, name: name})
		}
	}
	return operations
}

// lacks are the wanted files that the model does not hold. One whose id was planned is not among them: it was there when
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

// hasSwitched reports whether a file of the model is enabled although it should not be, or the other way round.
func (k *known) hasSwitched(name string, want desired) bool {
	file, isPresent := k.files[name]
	return isPresent && !file.Enabled.Equal(want.files[name].Enabled)
}

// settings are those that the model does not have.
func (k *known) settings(want desired) videoindexer.LanguageModelUpdate {
	var update videoindexer.LanguageModelUpdate
	if !want.Name.Equal(k.Name) {
		update.Name = want.Name.ValueStringPointer()
	}
	if !want.Enabled.Equal(k.Enabled) {
		update.Enable = want.Enabled.ValueBoolPointer()
	}
	return update
}

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
		if len(o.files) == 1 {
			return "upload a file to"
		}
		return "upload files to"
	case deleteReplaced:
		return "delete former files of"
	case deleteFile:
		return "delete file " + strconv.Quote(o.name) + " of"
	case switchFile:
		return "enable or disable files of"
	case writeSettings, writeEnabled:
	}
	return "update"
}
