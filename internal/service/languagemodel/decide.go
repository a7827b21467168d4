package languagemodel

// A decision is the plan of every computed value, and the warnings about files of others. It is a
// pure function of what plan.go has fetched.

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
)

// facts are the input of a plan's decision.
type facts struct {
	// claim is that of the prior state, with the texts that were read to compare them. In a create,
	// nothing is claimed.
	claim claim
	// configured are the files of the configuration with their hashes.
	configured map[string]fileModel
	// unknownFiles are the names of those that are not known yet.
	unknownFiles []string
	// managesFiles means that files are configured.
	managesFiles bool
	// isMapUnknown means that it is not known which files are configured.
	isMapUnknown bool
	// mayHaveExtended means that the provider may allow extended operations. While its
	// configuration is unknown, the apply plans once more, and may set unknown values, but not
	// change known ones.
	mayHaveExtended bool
}

// decision is the plan of a model.
type decision struct {
	facts
	// plan has all values but the files.
	plan  resourceModel
	files map[string]fileModel
	// deleted are files that leave the map, that Terraform has not sent, and that the apply
	// deletes.
	deleted []string
	// mayDelete are such files that the apply may keep, once it knows all values.
	mayDelete []string
	// left are such files that the apply does not change.
	left []string
	// refused are wanted files that are not uploaded, because files of others have their names.
	refused []string
	// changesFiles means that files are uploaded, deleted, enabled or disabled.
	changesFiles bool
	// mayHaveTexts means that a file may be enabled after the apply.
	mayHaveTexts bool
}

// decide plans every computed value. A value is unknown only if this apply may change it. A known
// value stays as planned in the apply, even if a response shows another one.
func decide(plan resourceModel, f facts) decision {
	decided := decision{facts: f, plan: plan}
	decided.decideFiles()
	prior := &f.claim
	mayTrain := decided.mayTrain()
	mayChange := mayTrain || decided.changesTexts()
	// The base API shows the state in the response to each write, and nowhere else.
	isShownByRename := !prior.hasExtended && !plan.Name.Equal(prior.Name)
	// The base API does not have it.
	hasTrainingState := f.mayHaveExtended || !prior.TrainingState.IsNull()

	decided.plan.ModelID = prior.ModelID
	// A training assigns the second id.
	decided.plan.LinguisticModelID = unknownIf(prior.isBlank() || mayTrain, prior.LinguisticModelID)
	decided.plan.State = unknownIf(mayChange || isShownByRename, prior.State)
	decided.plan.TrainingState = unknownIf(mayChange && hasTrainingState, prior.TrainingState)
	return decided
}

// decideFiles plans the files of the configuration against those of the state. If none are
// configured, they stay.
func (d *decision) decideFiles() {
	if !d.managesFiles {
		d.mayHaveTexts = hasEnabled(d.claim.files)
		return
	}
	claimed := d.claim.clone()
	claimed.recognize(d.configured)
	if d.plan.Exclusive.ValueBool() {
		claimed.showOthers()
	}
	priorLabels := labelsByID(d.claim.files)
	d.files = make(map[string]fileModel, len(d.configured))
	for name, file := range d.configured {
		_, isInState := priorLabels[claimed.files[name].id()]
		d.files[name] = d.plannedFile(name, file, claimed, isInState)
	}
	diff := differenceOf(claimed, wantedModel{files: d.files, managesFiles: true})
	for name, label := range diff.moves {
		file := d.files[name]
		file.FileID = claimed.files[label].FileID
		d.files[name] = file
	}
	d.refused = slices.Sorted(maps.Keys(diff.obstacles))
	d.decideChanges(priorLabels)
	d.decideRemovals(claimed.files)
	if !maps.Equal(d.files, d.claim.files) {
		d.keepConfiguredContents()
	}
}

// plannedFile plans a file: its id is unknown if it is uploaded, or if a read has shown since the
// state was made that it was.
func (d *decision) plannedFile(name string, file fileModel, claimed claim, isInState bool) fileModel {
	if file.isIgnored() {
		return file
	}
	prior := claimed.files[name]
	file.Enabled = d.plannedEnabled(file, prior)
	switch {
	case claimed.keepsFound(name, file):
		prior.Enabled = file.Enabled
		// The next plan compares the address with that of its configuration.
		prior.URL = file.URL
		return prior
	case isInState && file.hasSameContent(prior):
		file.FileID = prior.FileID
	default:
		file.FileID = types.StringUnknown()
		mayKeepFound := prior.isFound() && file.ContentSHA256.IsUnknown()
		if mayKeepFound {
			file.Source = types.StringUnknown()
		}
	}
	return file
}

// plannedEnabled plans whether a file is enabled: as configured, or by default. Without extended
// operations, it does not change. The prior value of a new file is null.
func (d *decision) plannedEnabled(file, prior fileModel) types.Bool {
	switch {
	case !file.Enabled.IsNull():
		return file.Enabled
	case d.mayHaveExtended || prior.Enabled.IsNull():
		return types.BoolValue(true)
	}
	return prior.Enabled
}

// decideChanges compares the planned files with those of the state.
func (d *decision) decideChanges(priorLabels map[string]string) {
	d.changesFiles = d.isMapUnknown || len(d.unknownFiles) > 0
	d.mayHaveTexts = d.changesFiles
	for _, file := range d.files {
		label, isKept := priorLabels[file.id()]
		isSame := isKept && file.Enabled.Equal(d.claim.files[label].Enabled)
		if !isSame {
			d.changesFiles = true
		}
		if mayBeTrue(file.Enabled) {
			d.mayHaveTexts = true
		}
	}
}

// decideRemovals plans which of the model's files are deleted, and which are only no longer shown.
func (d *decision) decideRemovals(files map[string]fileModel) {
	plannedIDs := labelsByID(d.files)
	for _, label := range slices.Sorted(maps.Keys(files)) {
		file := files[label]
		_, isKept := plannedIDs[file.id()]
		if isKept {
			continue
		}
		// Even a file that Terraform has not sent is deleted for another one of its name.
		_, isReplaced := d.files[label]
		switch {
		case !file.isFound():
			d.changesFiles = true
		case d.mayStay(label):
			d.mayDelete = append(d.mayDelete, label)
			d.changesFiles = true
		case isReplaced || d.plan.Exclusive.ValueBool():
			d.deleted = append(d.deleted, label)
			d.changesFiles = true
		default:
			d.left = append(d.left, label)
		}
	}
}

// mayStay reports whether a file that Terraform has not sent may stay: values that are not known
// yet decide it.
func (d *decision) mayStay(label string) bool {
	mayBeConfigured := d.isMapUnknown || slices.Contains(d.unknownFiles, label)
	if mayBeConfigured || d.plan.Exclusive.IsUnknown() {
		return true
	}
	return d.files[label].ContentSHA256.IsUnknown()
}

// keepConfiguredContents sets the configured contents of files that are kept unchanged after a read
// has found them: an engine accepts null for a configured value only if the map does not change.
func (d *decision) keepConfiguredContents() {
	for name, file := range d.files {
		if file.isFound() {
			file.Content = d.configured[name].Content
			d.files[name] = file
		}
	}
}

func unknownIf(mayChange bool, otherwise types.String) types.String {
	if mayChange {
		return types.StringUnknown()
	}
	return otherwise
}

// changesTexts reports whether the apply may change the texts that the service uses.
func (d *decision) changesTexts() bool {
	if d.claim.isBlank() {
		return true
	}
	isSwitched := !d.plan.Enabled.Equal(d.claim.Enabled)
	return isSwitched || d.changesFiles
}

// mayTrain reports whether the apply may train the model.
func (d *decision) mayTrain() bool {
	if !d.plan.wantsTraining() || !d.mayHaveTexts {
		return false
	}
	return d.changesTexts() || d.claim.needsTraining(d.plan.WaitForTraining)
}

// needsTraining reports whether a model of a state is not trained on its files. A training in
// progress counts as trained if the apply waits for it.
func (m *resourceModel) needsTraining(waits types.Bool) bool {
	switch m.TrainingState.ValueString() {
	case trained:
		return false
	case beingTrained:
		return mayBeTrue(waits)
	}
	return true
}

// fileWarnings name the files added by others that leave the map, or whose names are needed.
func (d *decision) fileWarnings() (diags diag.Diagnostics) {
	argument := path.Root("files")
	subject := d.claim.Subject()
	addWarning := func(summary, detail string) {
		diags.AddAttributeWarning(argument, summary, subject.WithIDs(detail))
	}
	if len(d.deleted) > 0 {
		origin := "Terraform has not sent them."
		if len(d.deleted) == 1 {
			origin = "Terraform has not sent it."
		}
		diags.Append(diag.WithPath(argument, managed.DeletionWarning("file", d.deleted, subject, origin)))
	}
	if len(d.mayDelete) > 0 {
		addWarning("Apply may delete files of "+subject.String(), fmt.Sprintf(
			"Some values are known only after apply. "+
				"Then the apply keeps, replaces or deletes these files, "+
				"which Terraform has not sent: %s.", apidiag.ListAllQuoted(d.mayDelete)))
	}
	if len(d.left) > 0 {
		addWarning(subject.Heading()+" keeps files that are not configured", fmt.Sprintf(
			"Terraform has not sent these files, stops showing them, and leaves them unchanged: %s. "+
				"With exclusive = true, it deletes them.", apidiag.ListQuoted(d.left)))
	}
	if len(d.refused) > 0 {
		addWarning(subject.Heading()+" contains other files with configured names", fmt.Sprintf(
			"Terraform has not sent the files that have these names now: %s. "+
				"The apply uploads all other files, "+
				"and fails for these. %s", apidiag.ListQuoted(d.refused), d.refusedAdvice()))
	}
	return diags
}

// refusedAdvice returns what can be done about files of others that have the names of wanted ones.
func (d *decision) refusedAdvice() string {
	if d.claim.hasExtended {
		return inPortal + orExclusive
	}
	return inPortal + "."
}
