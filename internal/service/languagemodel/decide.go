package languagemodel

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
)

// facts are the input of a plan's decision.
type facts struct {
	// claim is that of the state, with the texts that were read to compare them.
	claim claim
	// configured are the files of the configuration with their hashes.
	configured map[string]fileModel
	// unknownFiles are the names of those that are not known yet.
	unknownFiles []string
	// isManaged means that files are configured.
	isManaged bool
	// isUnknown means that it is not known which files are configured.
	isUnknown bool
	// mayExtend means that the provider may allow extended operations. While its configuration is unknown, the
	// apply plans once more, and may set unknown values, but not change known ones.
	mayExtend bool
}

// decision is the plan of a model.
type decision struct {
	facts
	plan  resourceModel // without files
	files map[string]fileModel
	// deleted are files that leave the map, that Terraform has not sent, and that the apply deletes.
	deleted []string
	// mayDelete are such files that the apply may keep, once it knows all values.
	mayDelete []string
	// left are such files that the apply keeps.
	left []string
	// refused are wanted files in whose place others are.
	refused []string
	// changesFiles means that files are uploaded, deleted, enabled or disabled.
	changesFiles bool
	// isTrainable means that a file may be enabled after the apply.
	isTrainable bool
}

// decide plans every computed value. A value is unknown only if this apply may change it. A known value stays as
// planned in the apply, even if an answer shows another one.
func decide(plan resourceModel, prior *resourceModel, known facts) decision {
	decided := decision{facts: known}
	decided.decideFiles(plan.Exclusive)
	isNew := prior.imported() // or created
	isSwitched := !plan.Enabled.Equal(prior.Enabled)
	isChanged := isNew || isSwitched || decided.changesFiles
	isUntrained := isChanged || prior.needsTraining(plan.WaitForTraining)
	mayTrain := plan.trains() && decided.isTrainable
	trains := mayTrain && isUntrained
	mayChange := isChanged || trains

	decided.plan = plan
	decided.plan.ModelID = prior.ModelID // unknown in a create
	decided.plan.LinguisticModelID = unknownIf(isNew || trains, prior.LinguisticModelID)
	// Without extended operations, a write is all that shows the state.
	isWritten := !known.claim.isExtended && !plan.Name.Equal(prior.Name)
	decided.plan.State = unknownIf(mayChange || isWritten, prior.State)
	hasTraining := known.mayExtend || !prior.TrainingState.IsNull()
	decided.plan.TrainingState = unknownIf(mayChange && hasTraining, prior.TrainingState)
	return decided
}

func unknownIf(isOpen bool, otherwise types.String) types.String {
	if isOpen {
		return types.StringUnknown()
	}
	return otherwise
}

// needsTraining reports whether a model of a state is not trained on its files. A training in progress counts as
// trained if the apply waits for it.
func (m *resourceModel) needsTraining(waits types.Bool) bool {
	switch m.TrainingState.ValueString() {
	case trained:
		return false
	case beingTrained:
		return mayBeTrue(waits)
	}
	return true
}

// decideFiles plans the files of the configuration against those of the state. If none are configured, they stay.
func (d *decision) decideFiles(exclusive types.Bool) {
	if !d.isManaged {
		d.isTrainable = anyEnabled(d.claim.files)
		return
	}
	have := recognized(d.claim, d.configured)
	if exclusive.ValueBool() {
		have.showOthers()
	}
	prior := d.claim.flags()
	d.files = make(map[string]fileModel, len(d.configured))
	for name, file := range d.configured {
		_, isInState := prior.get(have.files[name])
		d.files[name] = d.planFile(name, file, have, isInState)
	}
	differ := between(have, wanted{files: d.files})
	for name, label := range differ.moves {
		file := d.files[name]
		file.FileID = have.files[label].FileID
		d.files[name] = file
	}
	d.refused = sortedNames(differ.obstacles)
	d.decideChanges(prior)
	d.decideRemovals(have.files, exclusive)
	if !maps.Equal(d.files, d.claim.files) {
		d.nameContents()
	}
}

// planFile plans a file: its id is unknown if it is uploaded, or if a read has shown since the state was made that it
// was.
func (d *decision) planFile(name string, file fileModel, have claim, isInState bool) fileModel {
	if nullable.IsSet(file.FileID) { // what a state has comes from ignore_changes
		return file
	}
	before := have.files[name] // null in a new one
	if file.Enabled.IsNull() {
		file.Enabled = types.BoolValue(true)
		if !d.mayExtend && !before.Enabled.IsNull() { // nothing can change it
			file.Enabled = before.Enabled
		}
	}
	switch {
	case have.keepsFound(name, file):
		before.Enabled, before.URL = file.Enabled, file.URL // which the next plan compares
		return before
	case isInState && file.sameContent(before):
		file.FileID = before.FileID
	default:
		file.FileID = types.StringUnknown()
		if before.isFound() && file.ContentSHA256.IsUnknown() { // the apply may keep it, with its source
			file.Source = types.StringUnknown()
		}
	}
	return file
}

// decideChanges compares the planned files with those of the state.
func (d *decision) decideChanges(prior flags) {
	d.changesFiles = d.isUnknown || len(d.unknownFiles) > 0
	d.isTrainable = d.changesFiles
	for _, file := range d.files {
		isEnabled, isKept := prior.get(file)
		isSame := isKept && file.Enabled.Equal(types.BoolValue(isEnabled))
		d.changesFiles = d.changesFiles || !isSame
		d.isTrainable = d.isTrainable || mayBeTrue(file.Enabled)
	}
}

// decideRemovals plans which files of the model are deleted or kept.
func (d *decision) decideRemovals(files map[string]fileModel, exclusive types.Bool) {
	stays := make(map[string]bool, len(d.files))
	for _, file := range d.files {
		stays[file.id()] = true
	}
	for _, label := range sortedNames(files) {
		file := files[label]
		isKept := file.hasID() && stays[file.id()]
		if isKept {
			continue
		}
		planned, isReplaced := d.files[label]
		mayStay := d.isUnknown || slices.Contains(d.unknownFiles, label)
		mustLeave := exclusive.ValueBool() || isReplaced
		isOpen := mayStay || exclusive.IsUnknown() || planned.ContentSHA256.IsUnknown()
		switch {
		case !file.isFound():
			d.changesFiles = d.changesFiles || !mayStay
		case isOpen:
			d.mayDelete = append(d.mayDelete, label)
			d.changesFiles = true
		case mustLeave:
			d.deleted = append(d.deleted, label)
			d.changesFiles = true
		default:
			d.left = append(d.left, label)
		}
	}
}

// nameContents sets the configured contents of files that are kept unchanged after a read has found them: an engine
// accepts null for a configured value only if the map does not change.
func (d *decision) nameContents() {
	for name, file := range d.files {
		if file.isFound() {
			file.Content = d.configured[name].Content
			d.files[name] = file
		}
	}
}

// warnings name the files added by others that leave the map, or whose names are needed.
func (d *decision) warnings(prior *resourceModel, isExtended bool) (diags diag.Diagnostics) {
	argument := path.Root("files")
	subject := prior.Subject()
	warn := func(summary, detail string) {
		diags.AddAttributeWarning(argument, subject.Heading()+summary, subject.WithIDs(detail))
	}
	if len(d.deleted) > 0 {
		origin := "Terraform has not sent them."
		if len(d.deleted) == 1 {
			origin = "Terraform has not sent it."
		}
		diags.Append(diag.WithPath(argument, managed.WillDeleteMany("file", d.deleted, subject, origin)))
	}
	if len(d.mayDelete) > 0 {
		diags.AddAttributeWarning(argument, "Apply may delete files of "+subject.String(), subject.WithIDs(fmt.Sprintf(
			"Some values are known only after apply. Then the apply keeps, replaces or deletes these files, which "+
				"Terraform has not sent: %s.", apidiag.ListAllQuoted(d.mayDelete))))
	}
	if len(d.left) > 0 {
		warn(" keeps files that are not configured", fmt.Sprintf(
			"Terraform has not sent these files, stops showing them, and leaves them unchanged: %s. "+
				"With exclusive = true, it deletes them.", apidiag.ListQuoted(d.left)))
	}
	if len(d.refused) > 0 {
		wayOut := inPortal + "."
		if isExtended {
			wayOut = inPortal + orExclusive
		}
		warn(" contains other files with configured names", fmt.Sprintf(
			"Terraform has not sent the files that have these names now: %s. "+
				"The apply uploads all other files, and fails for these. %s", apidiag.ListQuoted(d.refused), wayOut))
	}
	return diags
}
