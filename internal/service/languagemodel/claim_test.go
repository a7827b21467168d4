package languagemodel

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// writtenTask returns a task as tests write it.
func writtenTask(t task) string {
	var written []string
	for _, s := range t.settings.rows() {
		written = append(written, s.name)
	}
	switch t.verb {
	case observe:
		return "observe"
	case uploadFiles:
		return "upload"
	case writeSettings:
		return "write " + strings.Join(written, ", ")
	case deleteFile:
		return "delete " + t.label
	case renameFile:
		return t.label + " to " + t.newName
	case switchFile:
		return "switch " + t.label
	default:
		return "compare " + t.label + " " + t.id
	}
}

// TestNext lists what an apply does, in its order.
func TestNext(t *testing.T) {
	t.Parallel()
	own := fileList{sent("a", 1), sent("b", 2)}
	unname := func(m *resourceModel) { m.Name = types.StringNull() }
	renameAndDisable := func(m *resourceModel) {
		m.Name = types.StringValue("Renamed")
		m.Enabled = types.BoolValue(false)
	}
	disable := func(m *resourceModel) { m.Enabled = types.BoolValue(false) }
	makeExclusive := func(m *resourceModel) { m.Exclusive = types.BoolValue(true) }
	for name, test := range map[string]struct {
		have, want       fileList
		claimed, planned func(*resourceModel)
		isImported       bool // and not read yet
		isBase, isUnread bool
		does             string
	}{
		"nothing": {have: own, want: fileList{text("a", 1), text("b", 2)}, isBase: true, isUnread: true},
		"name and enabled": {
			have: own, want: own, claimed: renameAndDisable, isBase: true, isUnread: true,
			does: "write name, enabled",
		},
		"an unconfirmed name": {
			have: own, want: own, claimed: unname, isBase: true, isUnread: true,
			does: "write name",
		},
		"files": {
			have: own, want: fileList{text("a", 3), text("c", 4)}, isBase: true, isUnread: true,
			does: "observe; upload; delete b",
		},
		"files that are shown": {
			have: own, want: fileList{text("a", 3), text("c", 4)}, isBase: true,
			does: "upload; delete b",
		},
		"no file":                                {have: own, isBase: true, isUnread: true, does: "delete a; delete b"},
		"a file that is gone, with a planned id": {want: own, isBase: true, isUnread: true},
		"an unconfirmed file": {
			have: fileList{sent("a", 1).unconfirmed(), sent("b", 2)},
			want: fileList{text("a", 1), sent("b", 2)}, isBase: true, isUnread: true,
			does: "observe",
		},
		"a file that replaced": {
			have: fileList{sent("a", 1).withID("id-2"), sent("a", 0).withSecondLabel("id-1")},
			want: fileList{sent("a", 1).withID("id-2")}, isBase: true, isUnread: true,
			does: "delete a (id-1)",
		},
		"imported": {isImported: true, isBase: true, isUnread: true, does: "observe; write name, enabled"},
		"extended, not read": {
			have: own, want: own, planned: disable, isUnread: true,
			does: "observe; write enabled",
		},
		"a disabled file": {have: own, want: fileList{sent("a", 1).disabled(), sent("b", 2)}, does: "switch a"},
		"not switched":    {have: own, want: fileList{sent("a", 1).disabled(), sent("b", 2)}, isBase: true, isUnread: true},
		"a disabled model": {
			have: own, want: fileList{sent("a", 1).disabled(), sent("b", 2)}, planned: disable,
			does: "write enabled",
		},
		"disabled after all": {
			have: own, want: fileList{sent("a", 1), text("c", 3)}, planned: disable, isBase: true,
			does: "upload; delete b; write enabled",
		},
		"renamed elsewhere":    {have: fileList{sent("z", 1).withID("id-a"), sent("b", 2)}, want: own, does: "z to a"},
		"renamed, and refused": {have: fileList{sent("z", 1).withID("id-a"), sent("b", 2), added("a")}, want: own},
		"a rename that waits": {
			have: fileList{sent("a", 1), sent("b", 2), added("c")},
			want: fileList{text("a", 3), sent("b", 2), text("c", 1)},
			does: "compare c other-c",
		},
		"renamed by its key": {have: own, want: fileList{sent("z", 1).withID("id-a"), sent("b", 2)}, does: "a to z"},
		"not planned":        {have: own, want: fileList{text("z", 1), sent("b", 2)}, does: "a to z"},
		"renamed, base": {
			have: own, want: fileList{text("z", 1), sent("b", 2)}, isBase: true,
			does: "upload; delete a",
		},
		"uploaded before": {
			have: fileList{sent("a", 0).withID("id-0"), sent("a", 1).withSecondLabel("id-a")}, want: fileList{sent("a", 1)},
			does: "a (id-a) to a",
		},
		"renamed and edited": {have: own, want: fileList{text("z", 9), sent("b", 2)}, does: "upload; delete a"},
		"a chain":            {have: own, want: fileList{text("b", 1), text("c", 2)}, does: "b to c; a to b"},
		"renamed and copied": {
			have: fileList{sent("z", 1).withID("id-a")}, want: fileList{sent("a", 1), text("b", 1)},
			does: "z to a; upload",
		},
		"renamed once": {
			have: fileList{sent("z", 1).withID("id-a")}, want: fileList{text("a", 1), text("b", 1)},
			does: "z to a; upload",
		},
		"unknown, not moved": {
			have: fileList{forgotten("z")}, want: fileList{unknownText("b")},
			does: "upload; delete z",
		},
		"exchanged":           {have: own, want: fileList{text("a", 2), text("b", 1)}, does: "b to a; a to b"},
		"the same text twice": {have: own, want: fileList{sent("a", 1), sent("b", 2), text("c", 1)}, does: "upload"},
		"the same text twice, now known": {
			have: own, want: fileList{text("a", 1), text("b", 2), text("c", 1)},
			does: "upload",
		},
		"of others, left": {have: fileList{found("a")}, want: fileList{text("z", 1)}, does: "upload"},
		"of others, not moved": {
			have: fileList{found("a")}, want: fileList{text("z", 1)}, planned: makeExclusive,
			does: "upload; delete a",
		},
		"found, by its address": {
			have: fileList{found("a").fetchedFrom(address)},
			want: fileList{fetched("z", address)}, planned: makeExclusive,
			does: "upload; delete a",
		},
		"another in its place": {
			have: fileList{added("a")}, want: fileList{text("a", 1), text("b", 2)},
			does: "compare a other-a; upload",
		},
		"the only one": {have: fileList{added("a")}, want: fileList{text("a", 1)}, does: "compare a other-a"},
		"in its place, base": {
			have: fileList{sent("a", 1), sent("b", 2), added("a")},
			want: fileList{text("a", 3), sent("b", 2)}, isBase: true,
		},
		"of an address": {have: fileList{added("a")}, want: fileList{fetched("a", address)}},
		"beside its own": {
			have: fileList{sent("a", 1), sent("b", 2), added("a")},
			want: fileList{fetched("a", address), sent("b", 2)},
			does: "upload",
		},
		"beside its former": {
			have: fileList{sent("a", 1).withSecondLabel("id-a"), added("a")}, want: fileList{text("a", 2)},
			does: "compare a other-a; upload; delete a (id-a)",
		},
		"an address, uploaded": {
			have: fileList{fetched("a", address).withID("id-3"), sent("a", 1).withSecondLabel("id-1"), added("a")},
			want: fileList{fetched("a", address)},
			does: "compare a other-a; compare a id-3; delete a (id-1)",
		},
		"an address, as it was": {
			have: fileList{fetched("a", address).withID("id-3"), added("a")},
			want: fileList{fetched("a", address).withID("id-3")},
		},
		"a lost response": {
			have: fileList{sent("a", 1), sent("b", 2).unconfirmed(), added("b")},
			want: fileList{sent("a", 1), text("b", 2)},
			does: "observe; compare b other-b",
		},
		"a lost response, edited since": {
			have: fileList{sent("a", 1).unconfirmed(), sent("a", 0).withSecondLabel("id-a"), added("a")},
			want: fileList{text("a", 3)},
			does: "observe; compare a other-a; compare a id-a; upload; delete a (id-a)",
		},
		"a text not known": {
			have: fileList{forgotten("a")}, want: fileList{text("a", 1)}, isBase: true,
			does: "upload",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := test.have.claim()
			if test.isImported {
				c.resourceModel = imported
			}
			if test.claimed != nil {
				test.claimed(&c.resourceModel)
			}
			c.hasExtended = !test.isBase
			c.hasSeenFiles = !test.isUnread
			planned := test.want.claim()
			if test.planned != nil {
				test.planned(&planned.resourceModel)
			}
			wanted := wantedModel{resourceModel: planned.resourceModel, files: planned.files, managesFiles: true}
			local, _, _ := next(c, wanted, nil)
			var does []string
			done := map[task]bool{}
			for _, task := range tasks(local, wanted) {
				_, first, _ := next(c, wanted, done)
				check.Equal(t, writtenTask(task), writtenTask(first), "next")
				done[task] = true
				does = append(does, writtenTask(task))
			}
			check.Equal(t, test.does, strings.Join(does, "; "), "tasks")
		})
	}
}

// wantClaim expects the files of a claim, those of others, and whether the model is enabled.
func wantClaim(t *testing.T, what string, want, got claim) {
	t.Helper()
	check.Equal(t, want.files, got.files, "%s: files", what)
	check.Equal(t, want.hidden.Others, got.hidden.Others, "%s: files of others", what)
	check.Equal(t, want.Enabled, got.Enabled, "%s: enabled", what)
}

// TestMerge takes over what the service shows of files, after a read and after the response to an
// upload: the files with their hashes and ids, none where they are not proven, and the files of
// others.
func TestMerge(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		have, shown      fileList
		isOff            bool // the model is disabled
		isUpload, isBase bool
		want             fileList
		wantOff          bool
	}{
		"disabled elsewhere, with all files": {
			have: fileList{sent("a", 1), sent("b", 2)}, shown: fileList{shown("a").disabled(), shown("b").disabled()},
			want: fileList{sent("a", 1), sent("b", 2)}, wantOff: true,
		},
		"disabled elsewhere, beside others": {
			have: fileList{sent("a", 1)}, shown: fileList{shown("a").disabled(), added("x")},
			want: fileList{sent("a", 1), added("x")}, wantOff: true,
		},
		"disabled elsewhere, without ours": {
			shown: fileList{added("x").disabled()},
			want:  fileList{added("x")}, wantOff: true,
		},
		"no file but of the service": {shown: fileList{added("From transcript edits").disabled()}},
		"all of its files disabled": {
			have: fileList{sent("a", 1).disabled()}, shown: fileList{shown("a").disabled()},
			want: fileList{sent("a", 1).disabled()},
		},
		"enabled elsewhere": {
			have: fileList{sent("a", 1)}, isOff: true, shown: fileList{shown("a")},
			want: fileList{sent("a", 1)},
		},
		"still disabled": {
			have: fileList{sent("a", 1)}, isOff: true, shown: fileList{shown("a").disabled()},
			want: fileList{sent("a", 1)}, wantOff: true,
		},
		"as known": {have: fileList{sent("a", 1)}, shown: fileList{shown("a")}, want: fileList{sent("a", 1)}},
		"in other letters": {
			have: fileList{sent("a", 1).withID("x1")}, shown: fileList{shown("a").withID("X1")},
			want: fileList{sent("a", 1).withID("x1")},
		},
		"of others, in other letters": {
			have: fileList{added("a").withID("x9")}, shown: fileList{shown("a").withID("X9")},
			want: fileList{added("a").withID("x9")},
		},
		"gone": {have: fileList{sent("a", 1)}, shown: fileList{added("b")}, want: fileList{added("b")}},
		"another in its place": {
			have: fileList{sent("a", 1)}, shown: fileList{added("a")},
			want: fileList{added("a")},
		},
		"renamed": {
			have: fileList{sent("a", 1).withID("1")}, shown: fileList{shown("b").withID("1")},
			want: fileList{sent("b", 1).withID("1")},
		},
		"renamed, base": {
			have: fileList{sent("a", 1).withID("1")}, shown: fileList{shown("b").withID("1")}, isBase: true,
			want: fileList{sent("a", 1).withID("1")},
		},
		"names exchanged": {
			have:  fileList{sent("a", 1).withID("1"), sent("b", 2).withID("2")},
			shown: fileList{shown("b").withID("1"), shown("a").withID("2")},
			want:  fileList{sent("a", 2).withID("2"), sent("b", 1).withID("1")},
		},
		"renamed to another's name": {
			have: fileList{sent("a", 1).withID("1")}, shown: fileList{shown("b").withID("1"), added("b")},
			want: fileList{sent("b", 1).withID("1"), added("b")},
		},
		"disabled elsewhere": {
			have: fileList{sent("a", 1), sent("b", 2)}, shown: fileList{shown("a").disabled(), shown("b")},
			want: fileList{sent("a", 1).disabled(), sent("b", 2)},
		},
		"disabled elsewhere, base": {
			have: fileList{sent("a", 1), sent("b", 2)}, shown: fileList{shown("a").disabled(), shown("b")}, isBase: true,
			want: fileList{sent("a", 1), sent("b", 2)},
		},
		"of the service": {
			have: fileList{sent("a", 1)}, shown: fileList{shown("a"), added("From transcript edits")},
			want: fileList{sent("a", 1)},
		},
		"arrived": {
			have: fileList{sent("a", 1).unconfirmed()}, shown: fileList{shown("a")}, isUpload: true,
			want: fileList{sent("a", 1)},
		},
		"not shown yet": {
			have: fileList{sent("a", 1).unconfirmed()}, isUpload: true,
			want: fileList{sent("a", 1).unconfirmed()},
		},
		"did not arrive": {have: fileList{sent("a", 1).unconfirmed()}},
		"one of its name after a lost response": {
			have: fileList{sent("a", 1).unconfirmed()}, shown: fileList{added("a")},
			want: fileList{sent("a", 1).unconfirmed(), added("a")},
		},
		"a lost response, base API": {
			have: fileList{sent("a", 1).unconfirmed()}, shown: fileList{shown("a")}, isBase: true,
			want: fileList{sent("a", 1)},
		},
		"a lost response, an address": {
			have: fileList{fetched("a", address).unconfirmed()}, shown: fileList{shown("a")},
			want: fileList{fetched("a", address).withID("id-a")},
		},
		"arrived beside another": {
			have:  fileList{sent("a", 1).unconfirmed(), added("a").withID("3")},
			shown: fileList{shown("a").withID("3"), shown("a").withID("5")}, isUpload: true,
			want: fileList{sent("a", 1).withID("5"), added("a").withID("3")},
		},
		"arrived beside another, in other letters": {
			have:  fileList{fetched("a", address).unconfirmed(), added("a").withID("x3")},
			shown: fileList{shown("a").withID("X3"), shown("a").withID("y5")}, isUpload: true,
			want: fileList{fetched("a", address).withID("y5"), added("a").withID("x3")},
		},
		"arrived at the same time as another": {
			have:  fileList{sent("a", 1).unconfirmed()},
			shown: fileList{shown("a").withID("3"), shown("a").withID("5")}, isUpload: true,
			want: fileList{sent("a", 1).unconfirmed(), added("a").withID("3"), added("a").withID("5")},
		},
		"arrived at the same time, sorted before another": {
			have:  fileList{sent("a", 1).unconfirmed(), added("a")},
			shown: fileList{shown("a"), added("a")}, isUpload: true,
			want: fileList{sent("a", 1), added("a")},
		},
		"arrived next to the former": {
			have:  fileList{sent("a", 2).unconfirmed(), sent("a", 1).withSecondLabel("id-a")},
			shown: fileList{shown("a"), added("a")},
			want:  fileList{sent("a", 2).unconfirmed(), sent("a", 1).withSecondLabel("id-a"), added("a")},
		},
		"arrived in place of the former": {
			have: fileList{sent("a", 2).unconfirmed(), sent("a", 1).withSecondLabel("id-a")}, shown: fileList{added("a")},
			want: fileList{sent("a", 2).unconfirmed(), added("a")},
		},
		"took the former's id": {
			have:  fileList{sent("a", 2).unconfirmed(), sent("a", 1).withSecondLabel("id-a")},
			shown: fileList{shown("a")}, isUpload: true,
			want: fileList{sent("a", 2)},
		},
		"took the former's id, or did not": {
			have: fileList{sent("a", 2).unconfirmed(), sent("a", 1).withSecondLabel("id-a")}, shown: fileList{shown("a")},
			want: fileList{sent("a", 2).unconfirmed(), sent("a", 1).withSecondLabel("id-a")},
		},
		"took the former's id, or did not, base API": {
			have:  fileList{sent("a", 2).unconfirmed(), sent("a", 1).withSecondLabel("id-a")},
			shown: fileList{shown("a")}, isBase: true,
			want: fileList{forgotten("a")},
		},
		"in place of the former, beside another": {
			have:  fileList{sent("a", 2).unconfirmed(), sent("a", 1).withSecondLabel("id-a"), added("a")},
			shown: fileList{shown("a"), added("a")}, isUpload: true,
			want: fileList{sent("a", 2), added("a")},
		},
		"in place of another": {
			have:  fileList{sent("a", 2).unconfirmed(), added("a").withID("9")},
			shown: fileList{shown("a").withID("9")}, isUpload: true,
			want: fileList{sent("a", 2).withID("9")},
		},
		"the name of another, added": {
			have: fileList{sent("a", 1)}, shown: fileList{shown("a"), added("a")},
			want: fileList{sent("a", 1), added("a")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := test.have.claim()
			before.Enabled = types.BoolValue(!test.isOff)
			before.hasExtended = !test.isBase
			unchanged := before.clone()
			c := merge(before, observation{LanguageModel: test.shown.response(), isFromUpload: test.isUpload})
			want := test.want.claim()
			want.Enabled = types.BoolValue(!test.wantOff)
			wantClaim(t, "the merged claim", want, c)
			wantClaim(t, "the claim before", unchanged, before)
		})
	}
}

// TestRecognize compares files that the claim has without an id, or that others have added, with
// the wanted ones: those with the name and the text of a wanted file become Terraform's own.
func TestRecognize(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		have, wanted fileList
		isAdopted    bool
		isUnread     bool // no response has shown the files since
		want         fileList
	}{
		"a file of others": {
			have: fileList{added("a").withID("9").readAs(1)}, wanted: fileList{text("a", 1)},
			want: fileList{sent("a", 1).withID("9")},
		},
		"not with another text": {
			have: fileList{added("a").readAs(2)}, wanted: fileList{text("a", 1)},
			want: fileList{added("a")},
		},
		"not if it was not read": {
			have: fileList{added("a")}, wanted: fileList{text("a", 1)},
			want: fileList{added("a")},
		},
		"not under another name": {
			have: fileList{added("b").readAs(1)}, wanted: fileList{text("a", 1)},
			want: fileList{added("b")},
		},
		"not with an address": {
			have: fileList{added("a").readAs(1)}, wanted: fileList{fetched("a", address)},
			want: fileList{added("a")},
		},
		"not with a text that is open": {
			have: fileList{added("a").readAs(1)}, wanted: fileList{unknownText("a")},
			want: fileList{added("a")},
		},
		"one of two": {
			have:   fileList{added("a").withID("8").readAs(2), added("a").withID("9").readAs(1)},
			wanted: fileList{text("a", 1)},
			want:   fileList{sent("a", 1).withID("9"), added("a").withID("8")},
		},
		"beside the former": {
			have:   fileList{sent("a", 0).withID("0"), added("a").withID("9").readAs(1)},
			wanted: fileList{text("a", 1)},
			want:   fileList{sent("a", 1).withID("9"), sent("a", 0).withSecondLabel("0")},
		},
		"not if it is there": {
			have: fileList{sent("a", 1), added("a").readAs(1)}, wanted: fileList{text("a", 1)},
			want: fileList{sent("a", 1), added("a")},
		},
		"not if another one was planned": {
			have: fileList{added("a").readAs(1)}, wanted: fileList{sent("a", 1)},
			want: fileList{added("a")},
		},
		"a found file": {
			have: fileList{found("a").readAs(1)}, wanted: fileList{text("a", 1)},
			want: fileList{sent("a", 1)},
		},
		"a found file, disabled": {
			have: fileList{found("a").disabled().readAs(1)}, wanted: fileList{text("a", 1)},
			want: fileList{sent("a", 1).disabled()},
		},
		"a found file beside the former": {
			have:   fileList{sent("a", 0).withID("0"), found("a").withSecondLabel("9").readAs(1)},
			wanted: fileList{sent("a", 1).withID("9")},
			want:   fileList{sent("a", 1).withID("9"), sent("a", 0).withSecondLabel("0")},
		},
		"a found file by its label": {
			have: fileList{found("a").withSecondLabel("id-a").readAs(1)}, wanted: fileList{text("a (id-a)", 1)},
			want: fileList{sent("a", 1).withSecondLabel("id-a")},
		},
		"a found file once": {
			have: fileList{found("a").withSecondLabel("id-a").readAs(1)}, wanted: fileList{text("a", 1), text("a (id-a)", 1)},
			want: fileList{sent("a", 1)},
		},
		"not in an imported model": {
			have: fileList{found("a").readAs(1)}, wanted: fileList{text("a", 1)}, isAdopted: true,
			want: fileList{found("a")},
		},
		"a lost response": {
			have: fileList{sent("a", 1).unconfirmed(), added("a").withID("9").readAs(1)},
			want: fileList{sent("a", 1).withID("9")},
		},
		"a lost response, not compared yet": {
			have: fileList{sent("a", 1).unconfirmed(), added("a")},
			want: fileList{sent("a", 1).unconfirmed(), added("a")},
		},
		"a lost response, the file of others": {
			have: fileList{sent("a", 1).unconfirmed(), added("a").readAs(2)},
			want: fileList{added("a")},
		},
		"a lost response, not shown since": {
			have: fileList{sent("a", 1).unconfirmed(), added("a").readAs(2)}, isUnread: true,
			want: fileList{sent("a", 1).unconfirmed(), added("a")},
		},
		"a lost response, two of its name": {
			have: fileList{sent("a", 1).unconfirmed(), added("a").withID("8").readAs(2), added("a").withID("9")},
			want: fileList{sent("a", 1).unconfirmed(), added("a").withID("8"), added("a").withID("9")},
		},
		"a lost response, in place of the former": {
			have: fileList{sent("a", 1).unconfirmed(), sent("a", 0).withSecondLabel("id-a").readAs(1)},
			want: fileList{sent("a", 1)},
		},
		"a lost response, still the former": {
			have: fileList{sent("a", 1).unconfirmed(), sent("a", 0).withSecondLabel("id-a").readAs(2)},
			want: fileList{sent("a", 0)},
		},
		"a lost response, beside the former": {
			have: fileList{sent("a", 1).unconfirmed(), sent("a", 0).withSecondLabel("8"), added("a").withID("9").readAs(1)},
			want: fileList{sent("a", 1).withID("9"), sent("a", 0).withSecondLabel("8")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := test.have.claim()
			c.hasSeenFiles = !test.isUnread
			c.Adopted = types.BoolValue(test.isAdopted)
			c.recognize(test.wanted.byName())
			wantClaim(t, "the claim", test.want.claim(), c)
		})
	}
}

// TestAddSent loses the response to an upload: the texts that were read before it say nothing about
// what it has replaced.
func TestAddSent(t *testing.T) {
	t.Parallel()
	c := fileList{sent("a", 1).readAs(1), sent("b", 1).withSecondLabel("id-b").readAs(1)}.claim()
	c.hasSeenFiles = true
	sentFiles := fileList{sent("a", 2).unconfirmed(), sent("b", 2).unconfirmed()}
	c.addSent(sentFiles.byName())
	c.recognize(nil)
	want := slices.Concat(sentFiles, fileList{sent("a", 1).withSecondLabel("id-a"), sent("b", 1).withSecondLabel("id-b")})
	wantClaim(t, "the claim", want.claim(), c)
}

// TestCompleteRead keeps the hashes of texts only for files of the state: others may have changed
// until a plan compares them.
func TestCompleteRead(t *testing.T) {
	t.Parallel()
	before := fileList{sent("a", 1).readAs(1), added("x").readAs(2)}.claim()
	c := readClaim(before, fileList{shown("a"), added("x")}.response())
	check.Equal(t, map[string]textHash{"id-a": {Bytes: "1"}}, c.hidden.Texts, "texts")
}

// readClaim returns a claim after a read that has shown a model.
func readClaim(before claim, shown *videoindexer.LanguageModel) claim {
	c := merge(before, observation{LanguageModel: shown})
	c.completeRead(before, shown)
	return c
}

// TestCompleteReadOfTraining has a service show a trained model with the file a and the second id
// l1: only the state knows whether the training had the files that the model has now.
func TestCompleteReadOfTraining(t *testing.T) {
	t.Parallel()
	own := fileList{sent("a", 1)}
	for name, test := range map[string]struct {
		have            fileList
		isImported      bool // and not read yet
		id, prior, want string
	}{
		"as it was":              {have: own, id: "l1", prior: trained, want: trained},
		"changed since":          {have: own, id: "l1", prior: untrained, want: untrained},
		"trained elsewhere":      {have: own, id: "l0", prior: untrained, want: trained},
		"file removed by others": {have: fileList{sent("a", 1), sent("b", 2)}, id: "l1", prior: trained, want: untrained},
		"file enabled by others": {have: fileList{sent("a", 1).disabled()}, id: "l1", prior: trained, want: untrained},
		"imported":               {isImported: true, want: trained},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := test.have.claim()
			if test.isImported {
				before.resourceModel = imported
			}
			before.hasExtended = true
			before.TrainingState = types.StringValue(test.prior)
			before.LinguisticModelID = types.StringValue(test.id)
			response := fileList{shown("a")}.response()
			response.State = "Complete"
			response.LinguisticModelID = "l1"
			c := readClaim(before, response)
			check.Equal(t, test.want, c.TrainingState.ValueString(), "the model")
		})
	}
}

// TestCompleteReadOfEnabled reads a model after an update of enabled whose outcome is unknown.
// Files that are disabled for themselves do not show it.
func TestCompleteReadOfEnabled(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		have, shown fileList
		want        types.Bool
	}{
		"an enabled file":                {fileList{sent("a", 1)}, fileList{shown("a")}, types.BoolValue(true)},
		"a disabled file":                {fileList{sent("a", 1)}, fileList{shown("a").disabled()}, types.BoolValue(false)},
		"a file to be disabled":          {fileList{sent("a", 1).disabled()}, fileList{shown("a").disabled()}, types.BoolNull()},
		"a file of others that is on":    {nil, fileList{shown("c")}, types.BoolValue(true)},
		"no files, so that nothing says": {nil, nil, types.BoolNull()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := test.have.claim()
			before.hasExtended = true
			before.Enabled = types.BoolNull()
			c := readClaim(before, test.shown.response())
			check.Equal(t, test.want.String(), c.Enabled.String(), "enabled")
		})
	}
}

// TestCompleteReadOfImport shows all files of a model that was imported, as they are.
func TestCompleteReadOfImport(t *testing.T) {
	t.Parallel()
	c := readClaim(newClaim(imported, true), fileList{shown("a").disabled(), shown("b")}.response())
	wantClaim(t, "the claim", fileList{found("a").disabled(), found("b")}.claim(), c)
}
