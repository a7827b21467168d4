package languagemodel

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// planned shows a decision: the files, each with its id, - in front of those that are disabled, and
// ? for what is not known; then the values that are not known.
func (d *decision) planned() string {
	var shown []string
	for _, name := range slices.Sorted(maps.Keys(d.files)) {
		file := d.files[name]
		mark := "-"
		switch {
		case file.Enabled.IsUnknown():
			mark = "?"
		case file.Enabled.ValueBool():
			mark = ""
		}
		id := file.id()
		if file.FileID.IsUnknown() {
			id = "?"
		}
		shown = append(shown, mark+name+"="+id)
	}
	return strings.Join(append([]string{strings.Join(shown, " ") + ";"}, d.unknown()...), " ")
}

// unknown returns the names of the values that are not known.
func (d *decision) unknown() (names []string) {
	for _, value := range []struct {
		name  string
		value types.String
	}{{"training", d.plan.TrainingState}, {"linguistic", d.plan.LinguisticModelID}, {"state", d.plan.State}} {
		if value.value.IsUnknown() {
			names = append(names, value.name)
		}
	}
	return names
}

// TestDecide plans a model that Terraform has trained on the files a and b, unless the row says
// otherwise.
func TestDecide(t *testing.T) {
	t.Parallel()
	const anotherAddress = address + "/2"
	own := fileList{sent("a", 1), sent("b", 2)}
	config := fileList{text("a", 1), text("b", 2)}
	const deletesA = `deletes 1 file of language model "Terms": "a"`
	const mayDeleteA = `may delete files of language model "Terms": Some values are known only after apply. ` +
		`Then the apply keeps, replaces or deletes these files, which Terraform has not sent: "a".`
	disable := func(m *resourceModel) { m.Enabled = types.BoolValue(false) }
	unknownEnabled := func(m *resourceModel) { m.Enabled = types.BoolUnknown() }
	makeExclusive := func(m *resourceModel) { m.Exclusive = types.BoolValue(true) }
	unknownExclusive := func(m *resourceModel) { m.Exclusive = types.BoolUnknown() }
	unknownName := func(m *resourceModel) { m.Name = types.StringUnknown() }
	noTraining := func(m *resourceModel) { m.Train = types.BoolValue(false) }
	noWait := func(m *resourceModel) { m.WaitForTraining = types.BoolValue(false) }
	for name, test := range map[string]struct {
		prior, wanted fileList
		isImported    bool     // and not read yet
		isUnmanaged   bool     // no files are configured
		unknownFiles  []string // names of configured files that are not known
		trainingState string   // "" if the model is trained, "null" if it is null
		change        func(plan *resourceModel)
		isCreated     bool // by Terraform
		isBase        bool // without extended operations
		want          string
		says          string // the text of a warning, "" if there is none
	}{
		"nothing":             {prior: own, wanted: config, want: "a=id-a b=id-b;"},
		"nothing, base":       {prior: own, wanted: config, isBase: true, want: "a=id-a b=id-b;"},
		"no files configured": {prior: own, isUnmanaged: true, want: ";"},
		"edited": {
			prior: own, wanted: fileList{text("a", 3), text("b", 2)},
			want: "a=? b=id-b; training linguistic state",
		},
		"edited, base": {
			prior: own, wanted: fileList{text("a", 3), text("b", 2)}, isBase: true,
			want: "a=? b=id-b; training state",
		},
		"edited, without a training_state": {
			prior: own, wanted: fileList{text("a", 3), text("b", 2)}, isBase: true, trainingState: "null",
			want: "a=? b=id-b; state",
		},
		"imported, base": {
			isImported: true, isUnmanaged: true, isBase: true,
			want: "; training linguistic state",
		},
		"added": {
			prior: own, wanted: fileList{text("a", 1), text("b", 2), text("c", 3)},
			want: "a=id-a b=id-b c=?; training linguistic state",
		},
		"added, disabled": {
			prior: own, wanted: fileList{text("a", 1), text("b", 2), text("c", 3).disabled()},
			want: "a=id-a b=id-b -c=?; training linguistic state",
		},
		"removed":     {prior: own, wanted: fileList{text("a", 1)}, want: "a=id-a; training linguistic state"},
		"all removed": {prior: own, want: "; training state"}, // nothing to train on
		"enabled if not said": {
			prior: fileList{sent("a", 1).disabled()}, wanted: fileList{text("a", 1).unset()},
			want: "a=id-a; training linguistic state",
		},
		"not said, base": {
			prior: fileList{sent("a", 1).disabled()}, wanted: fileList{text("a", 1).unset()}, isBase: true,
			want: "-a=id-a;",
		},
		"one disabled": {
			prior: own, wanted: fileList{text("a", 1), text("b", 2).disabled()},
			want: "a=id-a -b=id-b; training linguistic state",
		},
		"a text is not known": {
			prior: own, wanted: fileList{unknownText("a"), text("b", 2)},
			want: "a=? b=id-b; training linguistic state",
		},
		"a file is not known": {
			prior: own, wanted: fileList{text("a", 1)}, unknownFiles: []string{"b"},
			want: "a=id-a; training linguistic state",
		},
		"an unconfirmed file": {
			prior: fileList{sent("a", 1).unconfirmed()}, wanted: fileList{text("a", 1)},
			want: "a=?; training linguistic state",
		},
		"a lost response, exclusive": {
			prior:  fileList{sent("a", 1).unconfirmed(), added("a")},
			wanted: fileList{text("a", 1)}, change: makeExclusive,
			want: "a=?; training linguistic state",
		},
		"another name": {prior: own, wanted: config, change: unknownName, want: "a=id-a b=id-b;"},
		"another name, base": {
			prior: own, wanted: config, change: unknownName, isBase: true,
			want: "a=id-a b=id-b; state",
		},
		"disabled": {
			prior: own, wanted: config, change: disable,
			want: "a=id-a b=id-b; training state",
		},
		"enabled is not known": {
			prior: own, wanted: config, change: unknownEnabled,
			want: "a=id-a b=id-b; training linguistic state",
		},
		"never trained": {
			prior: own, wanted: config, trainingState: untrained,
			want: "a=id-a b=id-b; training linguistic state",
		},
		"training failed": {
			prior: own, isUnmanaged: true, trainingState: trainingFailed,
			want: "; training linguistic state",
		},
		"being trained": {
			prior: own, wanted: config, trainingState: beingTrained,
			want: "a=id-a b=id-b; training linguistic state",
		},
		"being trained, not waited for": {
			prior: own, wanted: config, trainingState: beingTrained, change: noWait,
			want: "a=id-a b=id-b;",
		},
		"not to be trained": {
			prior: own, wanted: config, trainingState: untrained, change: noTraining,
			want: "a=id-a b=id-b;",
		},
		"nothing to train on": {
			prior: fileList{sent("a", 1).disabled()}, wanted: fileList{text("a", 1).disabled()}, trainingState: untrained,
			want: "-a=id-a;",
		},
		"found, as configured": {
			prior: fileList{found("a").readAs(1)}, wanted: fileList{text("a", 1)},
			want: "a=id-a;",
		},
		"found, disabled": {
			prior: fileList{found("a").readAs(1)}, wanted: fileList{text("a", 1).disabled()},
			want: "-a=id-a; training state",
		},
		"found, another text": {
			prior: fileList{found("a").readAs(3)}, wanted: fileList{text("a", 1)},
			want: "a=?; training linguistic state", says: deletesA,
		},
		"found, no text read": {prior: fileList{found("a")}, wanted: fileList{text("a", 1)}, want: "a=id-a;"},
		"found, not known": {
			prior: fileList{found("a").readAs(1)}, wanted: fileList{unknownText("a")},
			want: "a=?; training linguistic state", says: mayDeleteA,
		},
		"found, not known, no text read": {
			prior: fileList{found("a")}, wanted: fileList{unknownText("a")},
			want: "a=?; training linguistic state", says: mayDeleteA,
		},
		"found, an address": {
			prior: fileList{found("c").readAs(1)}, wanted: fileList{fetched("c", address)},
			want: "c=id-c;",
		},
		"found, another address": {
			prior: fileList{found("a").fetchedFrom(address).readAs(1)}, wanted: fileList{fetched("a", anotherAddress)},
			want: "a=?; training linguistic state", says: deletesA,
		},
		"an address of ours": {
			prior: fileList{found("a").readAs(1)}, wanted: fileList{fetched("a", address)}, isCreated: true,
			want: "a=?; training linguistic state", says: deletesA,
		},
		"an interrupted upload, exclusive": {
			prior: fileList{found("a").readAs(1)}, wanted: fileList{text("a", 1)}, isCreated: true,
			want: "a=id-a;",
		},
		"an interrupted upload, exclusive, beside the former": {
			prior:  fileList{sent("a", 0).withID("id-0"), found("a").withSecondLabel("id-a").readAs(1)},
			wanted: fileList{text("a", 1)}, change: makeExclusive, isCreated: true,
			want: "a=id-a; training linguistic state",
		},
		"found, ignored": {
			prior: fileList{found("a").readAs(1)}, wanted: fileList{found("a")},
			want: "a=id-a;",
		},
		"found, left": {
			prior: fileList{sent("a", 1), found("c")}, wanted: fileList{text("a", 1)},
			want: "a=id-a;", says: `leaves them unchanged: "c"`,
		},
		"found, exclusive": {
			prior: fileList{sent("a", 1), found("c")}, wanted: fileList{text("a", 1)}, change: makeExclusive,
			want: "a=id-a; training linguistic state",
			says: `deletes 1 file of language model "Terms": "c"`,
		},
		"renamed": {prior: own, wanted: fileList{text("b", 2), text("z", 1)}, want: "b=id-b z=id-a;"},
		"renamed elsewhere": {
			prior: fileList{sent("z", 1).withID("id-a"), sent("b", 2)}, wanted: config,
			want: "a=id-a b=id-b;",
		},
		"renamed and disabled": {
			prior: own, wanted: fileList{text("b", 2), text("z", 1).disabled()},
			want: "b=id-b -z=id-a; training linguistic state",
		},
		"renamed, base": {
			prior: own, wanted: fileList{text("b", 2), text("z", 1)}, isBase: true,
			want: "b=id-b z=?; training state",
		},
		"exchanged": {prior: own, wanted: fileList{text("a", 2), text("b", 1)}, want: "a=id-b b=id-a;"},
		"in its place": {
			prior: fileList{sent("b", 2), added("a")}, wanted: config,
			want: "a=? b=id-b; training linguistic state",
			says: "fails for these. Delete that file in the portal, or give yours another name. " +
				"To have Terraform delete it, set exclusive",
		},
		"in its place, base": {
			prior:  fileList{sent("a", 1), sent("b", 2), added("a")},
			wanted: fileList{text("a", 3), text("b", 2)}, isBase: true,
			want: "a=? b=id-b; training state", says: `fails for these. Delete that file`,
		},
		"an interrupted upload": {
			prior: fileList{sent("b", 2), added("a").readAs(1)}, wanted: config,
			want: "a=? b=id-b; training linguistic state",
		},
		"an address, refused": {
			prior:  fileList{sent("b", 2), added("a").readAs(1)},
			wanted: fileList{fetched("a", address), text("b", 2)},
			want:   "a=? b=id-b; training linguistic state", says: `have these names now: "a"`,
		},
		"beside its own": {
			prior: fileList{sent("a", 1), sent("b", 2), added("a")}, wanted: fileList{text("a", 3), text("b", 2)},
			want: "a=? b=id-b; training linguistic state",
		},
		"not in its place": {
			prior: fileList{sent("a", 1), sent("b", 2), added("c")}, wanted: config,
			want: "a=id-a b=id-b;",
		},
		"found, a file that is not known": {
			prior: fileList{found("a").readAs(1)}, unknownFiles: []string{"a"}, change: makeExclusive,
			want: "; training linguistic state", says: mayDeleteA,
		},
		"found, exclusive is not known": {
			prior: fileList{found("a").readAs(1), sent("c", 1)}, wanted: fileList{text("c", 1)}, change: unknownExclusive,
			want: "c=id-c; training linguistic state", says: mayDeleteA,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			state := test.prior.claim()
			if test.isImported {
				state.resourceModel = imported
			}
			state.Exclusive = types.BoolValue(false)
			state.Train = types.BoolValue(!test.isBase)
			state.WaitForTraining = types.BoolValue(true)
			state.TrainingState = types.StringValue(trained)
			state.State = types.StringValue("Complete")
			state.LinguisticModelID = types.StringValue("l")
			plan := state.resourceModel
			switch test.trainingState {
			case "":
			case "null":
				state.TrainingState = types.StringNull()
			default:
				state.TrainingState = types.StringValue(test.trainingState)
			}
			if test.change != nil {
				test.change(&plan)
			}
			state.hasExtended = !test.isBase
			state.Adopted = types.BoolValue(!test.isCreated)
			f := facts{
				claim: state, configured: test.wanted.byName(), unknownFiles: test.unknownFiles,
				managesFiles: !test.isUnmanaged, mayHaveExtended: !test.isBase,
			}
			decided := decide(plan, f)
			check.Equal(t, test.want, decided.planned(), "the plan")
			wantWarning(t, test.says, decided)
			f.claim.hasExtended = false
			f.mayHaveExtended = true
			wantUnknownAsWell(t, decide(plan, f), decided)
		})
	}
}

// wantWarning expects a warning with a text, or none if the text is empty.
func wantWarning(t *testing.T, want string, decided decision) {
	t.Helper()
	var warnings []string
	for _, warning := range decided.fileWarnings() {
		warnings = append(warnings, warning.Summary()+": "+warning.Detail())
	}
	said := strings.Join(warnings, "\n")
	switch {
	case want == "":
		check.Equal(t, "", said, "warnings")
	case !strings.Contains(said, want):
		t.Errorf("no warning has %q. Got: %q", want, warnings)
	}
}

// wantUnknownAsWell expects that a plan with an unknown provider knows no value that the apply,
// which plans once more, may plan otherwise.
func wantUnknownAsWell(t *testing.T, first, second decision) {
	t.Helper()
	for _, value := range second.unknown() {
		if !slices.Contains(first.unknown(), value) {
			t.Errorf("%s is known while the provider is not, want it unknown as in the plan of the apply", value)
		}
	}
}
