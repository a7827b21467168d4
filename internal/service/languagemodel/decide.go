package languagemodel

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
)

// facts are what a plan decides on.
type facts struct {
	// wanted are the configured files with their hashes, open the names of those that are not known yet, and prior the files of the state, with
	// those of others if they are to be deleted.
	wanted, prior map[string]fileModel
	open          []string
	// others are the names of the files of others, by their ids.
	others map[string]string
	// isManaged says that files are configured, and isUnknown that it is not known which.
	isManaged, isUnknown bool
	// texts are those of privateState, and sums the same of the configured files that are to be compared with them, by their names.
	texts, sums map[string]string
	// isExtended says that the provider allows extended operations, and mayExtend that it may: while the provider is not known, the apply
	// plans once more, and may fill in what is unknown, but not change what is known.
	isExtended, mayExtend bool
	// isAdopted says that Terraform has imported the model: its files may be those that are configured.
	isAdopted bool
}

// decision is the plan of a model.
type decision struct {
	plan  resourceModel // without files
	files map[string]fileModel
	// deleted and left are files that Terraform has not sent, and that leave the map; refused are those in whose place others are.
	deleted, left, refused []string
	// changesFiles says that files are uploaded, deleted, enabled or disabled, and isTrainable that one may be enabled after the apply.
	changesFiles, isTrainable bool
}

// decide plans every computed value. A value is unknown only if this apply may change it, and the apply keeps to what is planned as
// known, whatever an answer says.
func decide(plan resourceModel, prior *resourceModel, f facts) (d decision) {
	d.decideFiles(f, mayBeTrue(plan.Exclusive))
	isNew := prior.imported() // created, or imported and not read
	isChanged := isNew || d.changesFiles || !plan.Enabled.Equal(prior.Enabled)
	trains := plan.trains() && d.isTrainable && (isChanged || prior.needsTraining(plan.WaitForTraining))
	d.plan = plan
	d.plan.ModelID = prior.ModelID // unknown in a create
	d.plan.State = unknownIf(isChanged || trains || !f.isExtended && !plan.Name.Equal(prior.Name), prior.State)
	d.plan.LinguisticModelID = unknownIf(isNew || trains, prior.LinguisticModelID)
	d.plan.TrainingState = unknownIf(trains || isChanged && (f.mayExtend || !prior.TrainingState.IsNull()), prior.TrainingState)
	return d
}

func unknownIf(is bool, otherwise types.String) types.String {
	if is {
		return types.StringUnknown()
	}
	return otherwise
}

// needsTraining reports whether a model of a state is not trained on its files. A training that is under way counts if it is waited for.
func (m *resourceModel) needsTraining(waits types.Bool) bool {
	now := m.TrainingState.ValueString()
	return now != trained && (now != beingTrained || mayBeTrue(waits))
}

// decideFiles plans the files of the configuration against those of the state. If none are configured, they stay.
func (d *decision) decideFiles(f facts, isExclusive bool) {
	if !f.isManaged {
		d.isTrainable = anyEnabled(f.prior)
		return
	}
	d.files = make(map[string]fileModel, len(f.wanted))
	d.changesFiles = f.isUnknown || len(f.open) > 0
	d.isTrainable = d.changesFiles
	moved := map[string]string{}
	if f.isExtended {
		moved = moves(f.prior, f.wanted)
	}
	for name, file := range f.wanted {
		before := f.prior[name] // null in a new one
		file = f.planFile(name, file, before)
		label, isMoved := moved[name]
		earlier := f.uploadedBefore(name)
		switch {
		case !file.FileID.IsUnknown():
		case isMoved:
			before = f.prior[label]
			file.FileID = before.FileID
			d.checkName(f, name, "")
		case earlier != "":
			file.FileID = types.StringValue(earlier)
		}
		d.changesFiles = d.changesFiles || file.FileID.IsUnknown() || !file.Enabled.Equal(before.Enabled)
		d.isTrainable = d.isTrainable || mayBeTrue(file.Enabled)
		d.files[name] = file
	}
	d.decideLeavings(f, isExclusive)
	d.decideRefused(f)
	if !maps.Equal(d.files, f.prior) {
		d.nameContents(f)
	}
}

// uploadedBefore is the id of a file that a read has found, and that has the name and the text of a wanted one: an apply that was killed has
// uploaded it, beside the version that it replaces.
func (f facts) uploadedBefore(name string) string {
	for _, label := range sortedNames(f.prior) {
		file := f.prior[label]
		id := file.FileID.ValueString()
		isNamesake := file.isFound() && label == secondLabel(name, id)
		if isNamesake && f.texts[id] != "" && f.texts[id] == f.sums[name] {
			return id
		}
	}
	return ""
}

// nameContents gives files that are kept as a read has found them their configured contents: an engine takes null for a configured
// value only if nothing of the map changes.
func (d *decision) nameContents(f facts) {
	for name, file := range d.files {
		if file.isFound() {
			file.Content = f.wanted[name].Content
			d.files[name] = file
		}
	}
}

// decideRefused finds files that cannot be uploaded, since files of others are in their places.
func (d *decision) decideRefused(f facts) {
	for _, name := range sortedNames(d.files) {
		hasOwn := f.isExtended && f.prior[name].hasID()
		if d.files[name].FileID.IsUnknown() && !hasOwn {
			d.checkName(f, name, f.sums[name])
		}
	}
}

// checkName notes that a file of others has a name, unless it has the wanted text: then an interrupted apply has uploaded it.
func (d *decision) checkName(f facts, name, sum string) {
	for id, other := range f.others {
		isSame := sum != "" && f.texts[id] == sum
		if other == name && !isSame && !slices.Contains(d.refused, name) {
			d.refused = append(d.refused, name)
		}
	}
}

// decideLeavings plans what becomes of the files of the state.
func (d *decision) decideLeavings(f facts, isExclusive bool) {
	for _, name := range sortedNames(f.prior) {
		if !f.isUnknown && !slices.Contains(f.open, name) {
			d.decideLeaving(name, f.prior[name], isExclusive)
		}
	}
}

// decideLeaving plans what becomes of a file of the state, unless it stays.
func (d *decision) decideLeaving(name string, file fileModel, isExclusive bool) {
	_, isReplaced := d.files[name]
	switch isTheirs := file.isFound(); {
	case file.hasID() && d.keeps(file.FileID):
	case isTheirs && !isExclusive && !isReplaced:
		d.left = append(d.left, name)
	case isTheirs:
		d.deleted = append(d.deleted, name)
		fallthrough
	default:
		d.changesFiles = true
	}
}

// keeps reports whether a file of the state stays, with this name or another one.
func (d *decision) keeps(id types.String) bool {
	for _, file := range d.files {
		if file.FileID.Equal(id) {
			return true
		}
	}
	return false
}

// planFile plans the id of a file, unknown if it is uploaded. A file that a read has found stays if its text is not known to differ; of one
// whose id is not known, nobody knows whether it is there.
func (f facts) planFile(name string, file, before fileModel) fileModel {
	if isSet(file.FileID) { // what a state has comes from ignore_changes
		return file
	}
	if file.Enabled.IsNull() {
		file.Enabled = types.BoolValue(true)
		if !f.mayExtend && !before.Enabled.IsNull() { // nothing can change it
			file.Enabled = before.Enabled
		}
	}
	isAsFound := before.isFound() && f.isAsFound(name, file, before)
	if isAsFound && !f.isAdopted {
		file.FileID = before.FileID
		return file
	}
	if isAsFound {
		before.Enabled, before.URL = file.Enabled, file.URL // which the next plan compares
		return before
	}
	file.FileID = types.StringUnknown()
	if file.sameContent(before) && !before.FileID.IsNull() {
		file.FileID = before.FileID
	}
	return file
}

// isAsFound reports whether the text of a file is not known to differ from one that a read has found: in a model that was imported,
// none was read, or it has an address.
func (f facts) isAsFound(name string, file, before fileModel) bool {
	sum := f.texts[before.FileID.ValueString()]
	switch {
	case file.ContentSHA256.IsUnknown():
		return false
	case !f.isAdopted: // an apply that was interrupted has uploaded it, or somebody else
		return sum != "" && sum == f.sums[name]
	case isSet(file.URL):
		return before.URL.IsNull() || before.URL.Equal(file.URL)
	}
	return sum == "" || sum == f.sums[name]
}

// warnings name the files of others that leave the map, or are in the way.
func (d *decision) warnings(prior *resourceModel, isExtended bool) (diags diag.Diagnostics) {
	at, subject := path.Root("files"), prior.Subject()
	if len(d.deleted) > 0 {
		diags.Append(diag.WithPath(at, managed.WillDeleteMany("file", d.deleted, subject, "Terraform has not sent them.")))
	}
	if len(d.left) > 0 {
		diags.AddAttributeWarning(at, subject.Heading()+" keeps files that are not configured", subject.WithIDs(fmt.Sprintf(
			"Terraform has not sent these files, stops showing them, and leaves them unchanged: %s. With exclusive = true, it deletes them.", managed.Quoted(d.left))))
	}
	if len(d.refused) > 0 {
		wayOut := inPortal + "."
		if isExtended {
			wayOut = inPortal + orExclusive
		}
		diags.AddAttributeWarning(at, subject.Heading()+" contains other files with configured names", subject.WithIDs(fmt.Sprintf(
			"Terraform has not sent the files that have these names now: %s. The apply uploads all other files, and fails for these. %s", managed.Quoted(d.refused), wayOut)))
	}
	return diags
}
