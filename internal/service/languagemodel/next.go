package languagemodel

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// wanted is what a plan makes of a model.
type wanted struct {
	resourceModel
	files map[string]fileModel
	// keepsFiles says that no files are configured: those of the state stay as planned, whatever an answer shows.
	keepsFiles bool
}

// setting is an argument of a model that the service keeps: the difference, the write and the error of a value that was not kept
// are derived from it.
type setting struct {
	name  string
	value func(*resourceModel) attr.Value
	// send has an update set it, and become makes it that of another model.
	send   func(*resourceModel, *videoindexer.LanguageModelUpdate)
	become func(m, other *resourceModel)
}

var settings = []setting{
	{
		"name", func(m *resourceModel) attr.Value { return m.Name },
		func(m *resourceModel, u *videoindexer.LanguageModelUpdate) { u.Name = m.Name.ValueStringPointer() },
		func(m, other *resourceModel) { m.Name = other.Name },
	},
	{
		"enabled", func(m *resourceModel) attr.Value { return m.Enabled },
		func(m *resourceModel, u *videoindexer.LanguageModelUpdate) { u.Enable = m.Enabled.ValueBoolPointer() },
		func(m, other *resourceModel) { m.Enabled = other.Enabled },
	},
}

func settingsNamed(names []string) (named []setting) {
	for _, s := range settings {
		if slices.Contains(names, s.name) {
			named = append(named, s)
		}
	}
	return named
}

// operation is a step of an apply.
type operation struct {
	kind kind
	// label is that of the file, and id its own or that of the file that it is compared with.
	label, id string
	// name is the new one of a file.
	name   string
	enable types.Bool
	// settings are the names of those that differ, separated by blanks.
	settings string
}

// kind is what an operation does, as messages say it.
type kind string

const (
	observe       kind = "read"              // X6, or the answer to 20
	checkFile     kind = "check"             // ends a doubt (X10)
	compareFile   kind = "compare"           // adopts a file of others that has the text of a wanted one (X10)
	compareTwin   kind = "find copies of"    // finds what an interrupted apply has uploaded by an address (X10)
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

// next is the first operation that makes a model the wanted one and that was not done yet. An operation that has no effect is
// not repeated.
func next(c claim, want wanted, done map[operation]bool) (o operation, isLeft bool) {
	for _, o := range operations(c, want) {
		if !done[o] {
			return o, true
		}
	}
	return operation{}, false
}

// operations lists what makes a model the wanted one, in order. New files are uploaded before those that they replace are deleted,
// so that a refused upload leaves the old file. A model is enabled first, and disabled last; single files of a model that is
// enabled follow.
func operations(c claim, want wanted) (all []operation) {
	var switches []operation
	isLacking := false
	if !want.keepsFiles {
		isLacking = len(want.lacks(c)) > 0
		all = slices.Concat(comparisons(c, want), renames(c, want), uploads(c, want), deletions(c, want))
		switches = switched(c, want)
	}
	changed := changedSettings(c, want)
	if want.Enabled.ValueBool() {
		all = slices.Concat(changed, all, switches)
	} else {
		all = slices.Concat(all, changed, switches)
	}
	isOpen := !want.keepsFiles && c.hasUnconfirmed()
	mustKnow := !c.isObserved && (isLacking || c.isExtended && len(all) > 0)
	if isOpen || mustKnow || c.imported() {
		all = append([]operation{{kind: observe}}, all...)
	}
	return all
}

// changedSettings is the write of the settings that differ.
func changedSettings(c claim, want wanted) []operation {
	var names []string
	for _, s := range settings {
		if !s.value(&want.resourceModel).Equal(s.value(&c.resourceModel)) {
			names = append(names, s.name)
		}
	}
	if len(names) == 0 {
		return nil
	}
	return []operation{{kind: writeSettings, settings: strings.Join(names, " ")}}
}

// comparisons read the texts of files of which Terraform does not know whether they are those that it has sent.
func comparisons(c claim, want wanted) (all []operation) {
	if !c.isExtended {
		return nil
	}
	for _, label := range sortedNames(c.doubts) {
		all = append(all, operation{kind: checkFile, label: label, id: c.files[label].FileID.ValueString()})
	}
	lacks := want.lacks(c)
	for _, name := range sortedNames(want.files) {
		o := operation{kind: compareFile, label: name}
		isUploaded := want.files[name].FileID.IsUnknown() && c.files[name].hasID() && c.files[name].sameContent(want.files[name])
		switch _, isLacking := lacks[name]; {
		case isLacking && isSet(want.files[name].ContentSHA256):
		case isUploaded && isSet(want.files[name].URL):
			o.kind = compareTwin
		default:
			continue
		}
		for _, o.id = range c.othersNamed(name) {
			all = append(all, o)
		}
	}
	return all
}

// renames give files the names that they are to have, unless files of others have them: first those that no other file has, since a service
// may refuse a name twice.
func renames(c claim, want wanted) (all []operation) {
	var taken []operation
	moves := want.moves(c)
	for _, name := range sortedNames(moves) {
		o := operation{kind: renameFile, label: moves[name], id: c.files[moves[name]].FileID.ValueString(), name: name}
		_, isTaken := c.files[name]
		switch {
		case len(c.inTheWay(name)) > 0:
		case isTaken:
			taken = append(taken, o)
		default:
			all = append(all, o)
		}
	}
	return append(all, taken...)
}

// uploads send the files that the model lacks, but for those in whose place others are.
func uploads(c claim, want wanted) []operation {
	if len(want.uploadable(c)) == 0 {
		return nil
	}
	return []operation{{kind: uploadFiles}}
}

// deletions delete the files of the state that are not wanted.
func deletions(c claim, want wanted) (all []operation) {
	moved := slices.Collect(maps.Values(want.moves(c)))
	for _, label := range sortedNames(c.files) {
		file := c.files[label]
		_, stays := want.files[label]
		if stays || !file.hasID() || slices.Contains(moved, label) {
			continue
		}
		all = append(all, operation{kind: deleteFile, label: label, id: file.FileID.ValueString()})
	}
	return all
}

// switched enable and disable single files.
func switched(c claim, want wanted) (all []operation) {
	if !want.switchesFiles(c) {
		return nil
	}
	for _, label := range sortedNames(c.files) {
		file := c.files[label]
		enable := want.files[label].Enabled
		if _, stays := want.files[label]; stays && !file.Enabled.Equal(enable) {
			all = append(all, operation{kind: switchFile, label: label, id: file.FileID.ValueString(), enable: enable})
		}
	}
	return all
}

// switchesFiles reports whether single files can be enabled and disabled. In a disabled model, all files are disabled.
func (w *wanted) switchesFiles(c claim) bool {
	return c.isExtended && w.Enabled.ValueBool() && !w.keepsFiles
}

// moves are files that have the wanted texts and other names: the labels that they have, by the names that they are to have.
func (w *wanted) moves(c claim) map[string]string {
	if !c.isExtended {
		return nil
	}
	return moves(c.files, w.files)
}

// moves is where files are of which a plan knows that they are to be renamed, or could be: Terraform has sent them, their labels
// are not wanted with their texts, and the wanted name lacks its text.
func moves(have, want map[string]fileModel) map[string]string {
	found := make(map[string]string)
	isUsed := make(map[string]bool)
	for _, label := range sortedNames(have) {
		file := have[label]
		isWanted := want[label].sameContent(file) || isSet(file.FileID) && want[label].FileID.Equal(file.FileID)
		isUsed[label] = isWanted || file.isFound() || !file.hasID()
	}
	for _, name := range sortedNames(want) {
		file := want[name]
		isIt := func(label string) bool {
			if isSet(file.FileID) {
				return have[label].FileID.Equal(file.FileID)
			}
			return have[label].sameContent(file)
		}
		if have[name].hasID() && isIt(name) {
			continue
		}
		for _, label := range sortedNames(have) {
			mayMove := !isUsed[label] || isSet(file.FileID)
			if mayMove && isIt(label) {
				found[name], isUsed[label] = label, true
				break
			}
		}
	}
	return found
}

// lacks are the wanted files that the model does not have under any name. One whose id was planned is not among them: it was there
// when the plan was made, and what is uploaded now would get another id.
func (w *wanted) lacks(c claim) map[string]fileModel {
	files, moved := make(map[string]fileModel), w.moves(c)
	for name, file := range w.files {
		_, isMoved := moved[name]
		if file.FileID.IsUnknown() && !isMoved && !c.files[name].sameContent(file) {
			files[name] = file
		}
	}
	return files
}

// uploadable are the files that the model lacks, but for those in whose place files of others are, or one that is still to be renamed:
// if the answer to the upload were lost, that one could have the new text already, and would be renamed with it.
func (w *wanted) uploadable(c claim) map[string]fileModel {
	files := w.lacks(c)
	maps.DeleteFunc(files, func(name string, _ fileModel) bool {
		return len(c.inTheWay(name)) > 0 || w.nextName(c, name) != ""
	})
	return files
}

// nextName is the name that the file with a label is to have; "" if it keeps its name.
func (w *wanted) nextName(c claim, label string) string {
	for name, moved := range w.moves(c) {
		if moved == label {
			return name
		}
	}
	return ""
}

// inTheWay are the files of others that an upload of a file may replace. A service that has such a file beside Terraform's own
// adds files, and replaces none.
func (c *claim) inTheWay(name string) []string {
	for label, file := range c.files {
		if c.isExtended && file.hasID() && hasLabel(label, name, file.FileID.ValueString()) {
			return nil
		}
	}
	return c.othersNamed(name)
}

// locally takes over what a plan changes without a request: arguments that only Terraform knows, where a text comes from,
// which files of a disabled model are enabled, and which files of others it no longer shows.
func locally(c claim, want wanted) claim {
	c = c.clone()
	c.DeletionPolicy, c.Timeouts, c.Train, c.WaitForTraining, c.Exclusive = want.DeletionPolicy, want.Timeouts, want.Train, want.WaitForTraining, want.Exclusive
	if want.keepsFiles {
		return c
	}
	for label, file := range c.files {
		planned, stays := want.files[label]
		switch {
		case stays:
			c.files[label] = want.origin(c, file, planned)
		case file.isFound() && !want.Exclusive.ValueBool():
			delete(c.files, label)
			c.private.Others[file.FileID.ValueString()] = nameOf(label, file.FileID.ValueString())
		}
	}
	return c
}

// origin is a file with its text from where the plan has it.
func (w *wanted) origin(c claim, file, planned fileModel) fileModel {
	id, isEnabled := file.FileID, file.Enabled
	isSame := isSet(id) && id.Equal(planned.FileID)
	if file.sameContent(planned) || isSame {
		file = planned
	}
	file.FileID, file.Enabled = id, isEnabled
	if !w.switchesFiles(c) {
		file.Enabled = planned.Enabled
	}
	return file
}
