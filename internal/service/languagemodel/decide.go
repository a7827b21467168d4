package languagemodel

import (
	"fmt"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
)

// found is what a plan decides on.
type found struct {
	// wanted are the configured files with their hashes, open the names of those that are not known yet, and prior the files of the state.
	wanted, prior map[string]fileModel
	open          []string
	// isManaged says that files are configured, and isUnknown that it is not known which.
	isManaged, isUnknown bool
	// texts are those of privateState, and sums the same of the configured files that are to be compared with them, by their names.
	texts, sums map[string]string
	// isExtended says that the provider allows extended operations, and mayExtend that it may: while the provider is not known, the apply
	// plans once more, and may fill in what is unknown, but not change what is known.
	isExtended, mayExtend bool
}

// decision is the plan of a model.
type decision struct {
	plan  resourceModel // without files
	files map[string]fileModel
	// deleted and left are files that Terraform has not sent, and that leave the map.
	deleted, left []string
	// changesFiles says that files are uploaded, deleted, enabled or disabled, and isTrainable that one may be enabled after the apply.
	changesFiles, isTrainable bool
}

// decide plans every computed value. A value is unknown only if this apply may change it, and the apply keeps to what is planned as
// known, whatever an answer says.
func decide(plan resourceModel, prior *resourceModel, f found) (d decision) {
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
func (d *decision) decideFiles(f found, isExclusive bool) {
	if !f.isManaged {
		d.isTrainable = anyEnabled(f.prior)
		return
	}
	d.files = make(map[string]fileModel, len(f.wanted))
	d.changesFiles = f.isUnknown || len(f.open) > 0
	d.isTrainable = d.changesFiles
	for name, file := range f.wanted {
		before := f.prior[name] // null in a new one
		file = f.planFile(name, file, before)
		d.changesFiles = d.changesFiles || !file.Enabled.Equal(before.Enabled)
		d.isTrainable = d.isTrainable || mayBeTrue(file.Enabled)
		d.files[name] = file
	}
	for _, name := range sortedNames(f.prior) {
		if !f.isUnknown && !slices.Contains(f.open, name) {
			d.decideLeaving(name, f.prior[name], isExclusive)
		}
	}
}

// decideLeaving plans what becomes of a file of the state, unless it stays.
func (d *decision) decideLeaving(name string, file fileModel, isExclusive bool) {
	planned, isReplaced := d.files[name]
	switch isTheirs := file.isFound(); {
	case isReplaced && planned.FileID.Equal(file.FileID):
	case isTheirs && !isExclusive && !isReplaced:
		d.left = append(d.left, name)
	case isTheirs:
		d.deleted = append(d.deleted, name)
		fallthrough
	default:
		d.changesFiles = true
	}
}

// planFile plans the id of a file, unknown if it is uploaded. A file that a read has found stays if its text is not known to differ; of one
// whose id is not known, nobody knows whether it is there.
func (f found) planFile(name string, file, before fileModel) fileModel {
	if file.Enabled.IsNull() {
		file.Enabled = types.BoolValue(true)
		if !f.mayExtend && !before.Enabled.IsNull() { // nothing can change it
			file.Enabled = before.Enabled
		}
	}
	if before.isFound() && f.isAsFound(name, file, before) {
		before.Enabled = file.Enabled
		return before
	}
	file.FileID = types.StringUnknown()
	if file.sameContent(before) && !before.FileID.IsNull() {
		file.FileID = before.FileID
	}
	return file
}

// isAsFound reports whether the text of a file is not known to differ from one that a read has found, since it has an address, or none was read.
func (f found) isAsFound(name string, file, before fileModel) bool {
	sum := f.texts[before.FileID.ValueString()]
	return !file.ContentSHA256.IsUnknown() && (sum == "" || isSet(file.URL) || sum == f.sums[name])
}

// warnings name the files of others that leave the map.
func (d *decision) warnings(prior *resourceModel) (diags diag.Diagnostics) {
	at, subject := path.Root("files"), prior.Subject()
	if len(d.deleted) > 0 {
		diags.Append(diag.WithPath(at, managed.WillDeleteMany("file", d.deleted, subject, "Terraform has not sent them.")))
	}
	if len(d.left) > 0 {
		diags.AddAttributeWarning(at, subject.Heading()+" keeps files that are not configured", subject.WithIDs(fmt.Sprintf(
			"Terraform has not sent these files, stops showing them, and leaves them as they are: %s. With exclusive = true, it deletes them.", managed.Quoted(d.left))))
	}
	return diags
}
