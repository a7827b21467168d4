package languagemodel

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
)

// planned shows a decision: the files, each with its id, - in front of those that are disabled, and ? for what is not known; then the values
// that are not known.
func (d *decision) planned() string {
	var shown []string
	for _, name := range sortedNames(d.files) {
		file := d.files[name]
		mark, id := map[bool]string{true: "?", false: "-"}[file.Enabled.IsUnknown()], file.id()
		if file.Enabled.ValueBool() {
			mark = ""
		}
		if file.FileID.IsUnknown() {
			id = "?"
		}
		shown = append(shown, mark+name+"="+id)
	}
	return strings.Join(append([]string{strings.Join(shown, " ") + ";"}, d.unknown()...), " ")
}

// unknown are the names of the values that are not known.
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

// TestDecide plans a model that Terraform has trained on the files a and b, unless the row says otherwise.
func TestDecide(t *testing.T) {
	t.Parallel()
	type files = []string
	own, config := files{"a=1 id-a", "b=2 id-b"}, files{"a=1", "b=2"}
	isOff := func(m *resourceModel) { m.Enabled = types.BoolValue(false) }
	isExclusive := func(m *resourceModel) { m.Exclusive = types.BoolValue(true) }
	openName := func(m *resourceModel) { m.Name = types.StringUnknown() }
	for name, test := range map[string]struct {
		prior  []string // files of the state
		is     string   // state of the training, "" if it is trained
		wanted []string // configured files, nil for none; a hash ? is not known
		open   []string
		change func(plan *resourceModel)
		others []string // files of others, as "name id"
		made   bool     // Terraform has created the model
		base   bool     // without extended operations
		want   string
		says   string // of the warnings
	}{
		"nothing":                          {prior: own, wanted: config, want: "a=id-a b=id-b;"},
		"nothing, base":                    {prior: own, wanted: config, base: true, want: "a=id-a b=id-b;"},
		"no files configured":              {prior: own, want: ";"},
		"edited":                           {prior: own, wanted: files{"a=3", "b=2"}, want: "a=? b=id-b; training linguistic state"},
		"edited, base":                     {prior: own, wanted: files{"a=3", "b=2"}, base: true, want: "a=? b=id-b; training state"},
		"added":                            {prior: own, wanted: files{"a=1", "b=2", "c=3"}, want: "a=id-a b=id-b c=?; training linguistic state"},
		"removed":                          {prior: own, wanted: files{"a=1"}, want: "a=id-a; training linguistic state"},
		"all removed":                      {prior: own, wanted: files{}, want: "; training state"}, // nothing to train on
		"enabled if not said":              {prior: files{"-a=1 id-a"}, wanted: files{"~a=1"}, want: "a=id-a; training linguistic state"},
		"not said, base":                   {prior: files{"-a=1 id-a"}, wanted: files{"~a=1"}, base: true, want: "-a=id-a;"},
		"one disabled":                     {prior: own, wanted: files{"a=1", "-b=2"}, want: "a=id-a -b=id-b; training linguistic state"},
		"a text is not known":              {prior: own, wanted: files{"a=?", "b=2"}, want: "a=? b=id-b; training linguistic state"},
		"a file is not known":              {prior: own, wanted: files{"a=1"}, open: []string{"b"}, want: "a=id-a; training linguistic state"},
		"an unconfirmed file":              {prior: files{"a=1 "}, wanted: files{"a=1"}, want: "a=?; training linguistic state"},
		"a lost answer, exclusive":         {prior: files{"a=1 "}, others: files{"a id-x"}, wanted: files{"a=1"}, change: isExclusive, want: "a=?; training linguistic state"},
		"another name":                     {prior: own, wanted: config, change: openName, want: "a=id-a b=id-b;"},
		"another name, base":               {prior: own, wanted: config, base: true, change: openName, want: "a=id-a b=id-b; state"},
		"disabled":                         {prior: own, wanted: config, change: isOff, want: "a=id-a b=id-b; training state"},
		"enabled is not known":             {prior: own, wanted: config, change: func(m *resourceModel) { m.Enabled = types.BoolUnknown() }, want: "a=id-a b=id-b; training linguistic state"},
		"never trained":                    {prior: own, is: untrained, wanted: config, want: "a=id-a b=id-b; training linguistic state"},
		"training failed":                  {prior: own, is: failed, want: "; training linguistic state"},
		"being trained":                    {prior: own, is: beingTrained, wanted: config, want: "a=id-a b=id-b; training linguistic state"},
		"and not waited for":               {prior: own, is: beingTrained, wanted: config, change: func(m *resourceModel) { m.WaitForTraining = types.BoolValue(false) }, want: "a=id-a b=id-b;"},
		"not to be trained":                {prior: own, is: untrained, wanted: config, change: func(m *resourceModel) { m.Train = types.BoolValue(false) }, want: "a=id-a b=id-b;"},
		"nothing to train on":              {prior: files{"-a=1 id-a"}, is: untrained, wanted: files{"-a=1"}, want: "-a=id-a;"},
		"theirs, as configured":            {prior: files{"a= id-a"}, wanted: files{"a=1"}, want: "a=id-a;"},
		"theirs, disabled":                 {prior: files{"a= id-a"}, wanted: files{"-a=1"}, want: "-a=id-a; training state"},
		"theirs, another text":             {prior: files{"a= id-a"}, wanted: files{"a=3"}, want: "a=?; training linguistic state", says: `deletes 1 file of language model "Terms": "a"`},
		"theirs, not known":                {prior: files{"a= id-a"}, wanted: files{"a=?"}, want: "a=?; training linguistic state", says: `deletes 1 file of language model "Terms": "a"`},
		"theirs, open text":                {prior: files{"a= id-x"}, wanted: files{"a=?"}, want: "a=?; training linguistic state", says: `"a"`},
		"theirs, an address":               {prior: files{"a= id-a"}, wanted: files{"a=@"}, want: "a=id-a;"},
		"theirs, another address":          {prior: files{"a=% id-a"}, wanted: files{"a=@2"}, want: "a=?; training linguistic state", says: `deletes 1 file of language model "Terms": "a"`},
		"an address of ours":               {prior: files{"a= id-a"}, wanted: files{"a=@"}, made: true, want: "a=?; training linguistic state", says: `deletes 1 file of language model "Terms": "a"`},
		"an interrupted upload, exclusive": {prior: files{"a= id-a"}, wanted: files{"a=1"}, made: true, want: "a=id-a;"},
		"and beside the former":            {prior: files{"a=0 id-0", "a (id-a)= id-a"}, wanted: files{"a=1"}, made: true, change: isExclusive, want: "a=id-a; training linguistic state"},
		"theirs, no text read":             {prior: files{"a= id-x"}, wanted: files{"a=3"}, want: "a=id-x;"},
		"theirs, ignored":                  {prior: files{"a= id-a"}, wanted: files{"a= id-a"}, want: "a=id-a;"},
		"theirs, left":                     {prior: files{"a=1 id-a", "c= id-c"}, wanted: files{"a=1"}, want: "a=id-a;", says: `leaves them unchanged: "c"`},
		"theirs, exclusive":                {prior: files{"a=1 id-a", "c= id-c"}, wanted: files{"a=1"}, change: isExclusive, want: "a=id-a; training linguistic state", says: `deletes 1 file of language model "Terms": "c"`},
		"renamed":                          {prior: own, wanted: files{"b=2", "z=1"}, want: "b=id-b z=id-a;"},
		"renamed elsewhere":                {prior: files{"z=1 id-a", "b=2 id-b"}, wanted: config, want: "a=id-a b=id-b;"},
		"renamed and disabled":             {prior: own, wanted: files{"b=2", "-z=1"}, want: "b=id-b -z=id-a; training linguistic state"},
		"renamed, base":                    {prior: own, wanted: files{"b=2", "z=1"}, base: true, want: "b=id-b z=?; training state"},
		"exchanged":                        {prior: own, wanted: files{"a=2", "b=1"}, want: "a=id-b b=id-a;"},
		"in its place":                     {prior: files{"b=2 id-b"}, others: files{"a id-x"}, wanted: config, want: "a=? b=id-b; training linguistic state", says: `fails for these. Delete that file in the portal, or give yours another name. To have Terraform delete it, set exclusive`},
		"in its place, base":               {prior: own, others: files{"a id-x"}, wanted: files{"a=3", "b=2"}, base: true, want: "a=? b=id-b; training state", says: `fails for these. Delete that file`},
		"an interrupted upload":            {prior: files{"b=2 id-b"}, others: files{"a id-a"}, wanted: config, want: "a=? b=id-b; training linguistic state"},
		"an address, refused":              {prior: files{"b=2 id-b"}, others: files{"a id-a"}, wanted: files{"a=@", "b=2"}, want: "a=? b=id-b; training linguistic state", says: `have these names now: "a"`},
		"beside its own":                   {prior: own, others: files{"a id-x"}, wanted: files{"a=3", "b=2"}, want: "a=? b=id-b; training linguistic state"},
		"not in its place":                 {prior: own, others: files{"c id-x"}, wanted: config, want: "a=id-a b=id-b;"},
		"theirs, open":                     {prior: files{"c= id-c"}, wanted: files{}, open: []string{"c"}, change: isExclusive, want: "; training linguistic state"},
	} {
		prior := resourceModel{
			Name: types.StringValue("Terms"), Language: types.StringValue("en-US"), Enabled: types.BoolValue(true), Exclusive: types.BoolValue(false), Train: types.BoolValue(!test.base),
			WaitForTraining: types.BoolValue(true), State: types.StringValue("Complete"), LinguisticModelID: types.StringValue("l"), TrainingState: types.StringValue(trained),
		}
		plan := prior
		if test.is != "" {
			prior.TrainingState = types.StringValue(test.is)
		}
		if test.change != nil {
			test.change(&plan)
		}
		state := claim{resourceModel: prior, files: filesLike(test.prior...), isExtended: !test.base}
		state.Adopted, state.private.Others = types.BoolValue(!test.made), othersLike(test.others...)
		state.private.Texts = map[string]textHash{"id-a": {Bytes: "1"}}
		f := facts{claim: state, configured: filesLike(test.wanted...), unknownFiles: test.open, isManaged: test.wanted != nil, mayExtend: !test.base}
		for name, file := range f.configured {
			if !nullable.IsSet(file.FileID) {
				file.FileID = types.StringUnknown()
			}
			f.configured[name] = file
		}
		d := decide(plan, &prior, f)
		if diff := cmp.Diff(test.want, d.planned()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		var said []string
		for _, warning := range d.warnings(&prior, !test.base) {
			said = append(said, warning.Summary()+": "+warning.Detail())
		}
		if (len(said) > 0) != (test.says != "") || !strings.Contains(strings.Join(said, "\n"), test.says) {
			t.Errorf("%s: no warning has %q. Said: %q", name, test.says, said)
		}
		// While the provider is not known, nothing is planned as known that the apply, which plans once more, may plan otherwise.
		f.claim.isExtended, f.mayExtend = false, true
		first := decide(plan, &prior, f)
		for _, value := range d.unknown() {
			if !slices.Contains(first.unknown(), value) {
				t.Errorf("%s: %s is known while the provider is not, want it unknown as in the plan of the apply", name, value)
			}
		}
	}
}
