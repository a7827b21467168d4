package ledger_test

import (
	"cmp"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	account  = videoindexer.AccountRef{Location: "trial", ID: "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10"}
	brand    = ledger.Key{Kind: "brand", Account: account, ID: "1"}
	name     = ledger.Key{Kind: "brand", Account: account, ID: "velora", IsName: true}
	one, two = ledger.Instance{ID: "one", Type: "a"}, ledger.Instance{ID: "two", Type: "b"}
	three    = ledger.Instance{ID: "three", Type: "b"}
)

// TestIsNeeded asks whether one must leave the brand because another instance does something with
// it.
func TestIsNeeded(t *testing.T) {
	t.Parallel()
	for what, test := range map[string]struct {
		note     func(l *ledger.Ledger)
		planned  []string // the ids that the plan of one found needed
		isNeeded bool
	}{
		"nobody knows it":          {},
		"a plan found it needed":   {planned: []string{"2", "1"}, isNeeded: true},
		"a plan found another":     {planned: []string{"2"}},
		"it holds it itself":       {note: func(l *ledger.Ledger) { l.AddRole(brand, one, ledger.Holds|ledger.Wants) }},
		"another state has it":     {note: func(l *ledger.Ledger) { l.AddRole(brand, two, ledger.Holds) }, isNeeded: true},
		"another keeps it":         {note: func(l *ledger.Ledger) { l.AddRole(brand, two, ledger.Keeps) }, isNeeded: true},
		"another releases it":      {note: func(l *ledger.Ledger) { l.AddRole(brand, two, ledger.Holds|ledger.Releases) }},
		"another replaces it":      {note: func(l *ledger.Ledger) { l.AddRole(brand, two, ledger.Releases|ledger.Wants) }, isNeeded: true},
		"another creates its like": {note: func(l *ledger.Ledger) { l.AddRole(brand, two, ledger.Resembles) }},
		"another wants it":         {note: func(l *ledger.Ledger) { l.AddRole(brand, two, ledger.Wants) }, isNeeded: true},
		"another has taken it":     {note: func(l *ledger.Ledger) { l.Take(brand, two) }, isNeeded: true},
		"it has taken it itself": {note: func(l *ledger.Ledger) {
			l.AddRole(brand, ledger.Instance{ID: "plan of one", Type: "a"}, ledger.Wants)
			l.Take(brand, one)
		}},
		"another has failed": {note: func(l *ledger.Ledger) {
			l.AddRole(brand, two, ledger.Wants)
			l.Take(brand, three)
			l.GiveUp(brand, three)
		}},
		"one of two has failed": {note: func(l *ledger.Ledger) {
			l.AddRole(brand, two, ledger.Wants)
			l.AddRole(brand, ledger.Instance{ID: "plan of three", Type: "b"}, ledger.Wants)
			l.Take(brand, three)
			l.GiveUp(brand, three)
		}, isNeeded: true},
		"another type has failed": {note: func(l *ledger.Ledger) {
			l.AddRole(brand, two, ledger.Wants)
			l.Take(brand, ledger.Instance{ID: "four", Type: "c"})
			l.GiveUp(brand, ledger.Instance{ID: "four", Type: "c"})
		}, isNeeded: true},
		"another has failed after others": {note: func(l *ledger.Ledger) {
			l.Take(brand, three)
			l.Take(brand, two)
			l.GiveUp(brand, three)
		}, isNeeded: true},
		"another has it no more": {note: func(l *ledger.Ledger) { l.AddRole(brand, two, ledger.Holds); l.RemoveRoles(brand, two) }},
	} {
		var l ledger.Ledger
		if test.note != nil {
			test.note(&l)
		}
		check.Equal(t, test.isNeeded, l.IsNeeded(brand, one, test.planned...), "%s: IsNeeded", what)
	}
}

// TestNeededIDs lists what instances but some would miss.
func TestNeededIDs(t *testing.T) {
	t.Parallel()
	var l ledger.Ledger
	other := brand
	other.ID = "2"
	l.AddRole(brand, one, ledger.Holds)
	l.AddRole(brand, two, ledger.Wants)
	l.AddRole(other, two, ledger.Holds)
	l.AddRole(name, two, ledger.Holds)
	l.AddRole(ledger.Key{Kind: "video", Account: account, ID: "1"}, two, ledger.Holds)
	for _, test := range []struct {
		but  []ledger.Instance
		want []string
	}{
		{nil, []string{"1", "2"}},
		{[]ledger.Instance{one}, []string{"1", "2"}},
		{[]ledger.Instance{two}, []string{"1"}},
		{[]ledger.Instance{three, two}, []string{"1"}},
		{[]ledger.Instance{one, two}, nil},
	} {
		check.Equal(t, test.want, l.NeededIDs("brand", account, test.but...), "needed by others than %v", test.but)
	}
}

// TestNeededInAnyCase lists what others need, whichever instance without a plan the asking one
// replaces. Those of its type are two and three.
func TestNeededInAnyCase(t *testing.T) {
	t.Parallel()
	own := ledger.Instance{ID: "own", Type: "b"}
	other := brand
	elsewhere := brand
	other.ID = "2"
	elsewhere.Account.Location = "westus2"
	for name, test := range map[string]struct {
		needers []ledger.Instance
		role    ledger.Role // Holds if it is 0
		planned ledger.Key  // what two and three keep beside
		isOther bool        // the object cannot be that of the asking instance
		want    []string
	}{
		"nobody":                {},
		"the asking instance":   {needers: []ledger.Instance{own}},
		"one suspect":           {needers: []ledger.Instance{two, own}},
		"two suspects":          {needers: []ledger.Instance{two, three}, want: []string{"1"}},
		"another that was read": {needers: []ledger.Instance{one}},
		"another that was not":  {needers: []ledger.Instance{one}, role: ledger.Keeps, want: []string{"1"}},
		"another that was not, of another object": {needers: []ledger.Instance{one}, role: ledger.Keeps, isOther: true},
		"two suspects, of another object":         {needers: []ledger.Instance{two, three}, isOther: true, want: []string{"1"}},
		"two suspects, one of them tainted":       {needers: []ledger.Instance{two, three}, role: ledger.Holds | ledger.Tainted, want: []string{"1"}},
		"a suspect and another":                   {needers: []ledger.Instance{one, two}, want: []string{"1"}},
		"two with plans":                          {needers: []ledger.Instance{two, three}, planned: other},
		"two with plans in another account":       {needers: []ledger.Instance{two, three}, planned: elsewhere, want: []string{"1"}},
	} {
		var l ledger.Ledger
		l.AddRole(brand, ledger.Instance{ID: "four", Type: "b"}, ledger.Resembles)
		for _, instance := range test.needers {
			l.AddRole(brand, instance, cmp.Or(test.role, ledger.Holds))
		}
		if test.planned.ID != "" {
			l.AddRole(test.planned, two, ledger.Keeps)
			l.AddRole(test.planned, three, ledger.Keeps)
		}
		mayBeOwn := func(id string) bool { return id == brand.ID && !test.isOther }
		needed := l.NeededInAnyCase("brand", account, own, mayBeOwn)
		check.Equal(t, test.want, needed, "%s: needed beside by", name)
	}
}

// TestMayBeReleased reports what a destroy of this run may release before a create finds it.
func TestMayBeReleased(t *testing.T) {
	t.Parallel()
	var l ledger.Ledger
	l.AddRole(brand, one, ledger.Wants)
	check.Equal(t, false, l.MayBeReleased(brand, one), "wanted by one: it may be released for one")
	check.Equal(t, false, l.MayBeReleased(brand, two), "wanted by one: it may be released for two")
	l.AddRole(brand, one, ledger.Keeps)
	check.Equal(t, true, l.MayBeReleased(brand, one), "kept by one: it may be released for one")
	check.Equal(t, false, l.MayBeReleased(brand, two), "kept by one: it may be released for two")
	for _, role := range []ledger.Role{ledger.Holds, ledger.Releases} {
		var l ledger.Ledger
		l.AddRole(brand, one, role)
		check.Equal(t, true, l.MayBeReleased(brand, two), "with role %d of another instance: it may be released", role)
	}
}

// TestKeys distinguishes objects, but not by the letter case of their account, or of an id that is
// a GUID.
func TestKeys(t *testing.T) {
	t.Parallel()
	var l ledger.Ledger
	l.Take(brand, one)
	spelled := brand
	spelled.Account = videoindexer.AccountRef{Location: "Trial", ID: strings.ToUpper(account.ID)}
	check.Equal(t, true, l.IsTakenByOther(spelled, two), "taken, in another letter case, for another instance")
	check.Equal(t, false, l.IsTakenByOther(spelled, one), "taken, in another letter case, for the instance itself")
	for id, want := range map[string]bool{
		"2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b": true, "abc": false,
		"2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b/2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3c": true,
	} {
		l.Take(ledger.Key{ID: id}, one)
		check.Equal(t, want, l.IsTakenByOther(ledger.Key{ID: strings.ToUpper(id)}, two), "%s is the same in upper case", id)
		check.Equal(t, want, l.IsNeeded(ledger.Key{ID: strings.ToUpper(id)}, one, id), "IsNeeded of %s in upper case", id)
	}
	elsewhere := brand
	named := brand
	elsewhere.Account.Location = "westus2"
	named.IsName = true
	for what, other := range map[string]ledger.Key{
		"kind": {Kind: "video", Account: account, ID: brand.ID}, "id": {Kind: brand.Kind, Account: account, ID: "2"}, "location": elsewhere, "sort": named,
	} {
		check.Equal(t, false, l.IsTakenByOther(other, two), "another %s is the same object", what)
	}
}

// TestSlot leaves two values with a name, each of which a create takes once.
func TestSlot(t *testing.T) {
	t.Parallel()
	var l ledger.Ledger
	texts := ledger.Slot[string]{Name: "text"}
	numbers := ledger.Slot[int]{Name: "number"}
	texts.Remember(&l, brand, "text")
	_, isNumber := numbers.Recall(&l, brand)
	text, isText := texts.Recall(&l, brand)
	check.Equal(t, false, isNumber, "a text is recalled as a number")
	check.Equal(t, true, isText, "a text is recalled as a text")
	check.Equal(t, "text", text, "the value that is recalled")
	texts.Remember(&l, brand, "more")
	for _, want := range []string{"more", "text", ""} {
		text, isText := texts.RecallOnce(&l, brand)
		check.Equal(t, want, text, "the text that a create takes")
		check.Equal(t, want != "", isText, "a create takes a text")
	}
	texts.Remember(&l, brand, "text")
	l.Take(brand, one)
	text, isText = texts.Recall(&l, brand)
	check.Equal(t, false, isText, "of a brand that an instance has taken, a create finds %q", text)
}

// TestSlotsAreListed compares the slots of the shipped code with those that the decision lists.
func TestSlotsAreListed(t *testing.T) {
	t.Parallel()
	declared := map[string]int{}
	slot := regexp.MustCompile(`ledger\.Slot\[.+\]\{Name: "(.+)"\}`)
	err := filepath.WalkDir("../..", func(path string, _ fs.DirEntry, err error) error {
		isShipped := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
		if err != nil || !isShipped {
			return err
		}
		source, err := os.ReadFile(path)
		for _, found := range slot.FindAllStringSubmatch(string(source), -1) {
			declared[found[1]]++
		}
		return err
	})
	check.MustSucceed(t, err, "reading the shipped code")
	page, err := os.ReadFile("../../../decisions/ledger.md")
	check.MustSucceed(t, err, "reading the decision")
	_, table, _ := strings.Cut(string(page), "| Slot |")
	listed := map[string]int{}
	for _, row := range regexp.MustCompile(`(?m)^\| ([a-z ]+) \|`).FindAllStringSubmatch(table, -1) {
		listed[row[1]]++
	}
	check.Equal(t, declared, listed, "the slots that decisions/ledger.md lists, beside those that are declared")
}

// TestLock has two operations lock the same two keys in opposite orders, and a third one give up.
func TestLock(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l ledger.Ledger
		unlock, err := l.Lock(t.Context(), brand, name, brand)
		check.MustSucceed(t, err, "the first lock")
		isLocked := false
		go func() {
			again, _ := l.Lock(t.Context(), name, brand)
			isLocked = true
			again()
		}()
		ctx, cancel := context.WithCancel(t.Context())
		failed := make(chan error)
		go func() {
			_, err := l.Lock(ctx, brand)
			failed <- err
		}()
		synctest.Wait()
		cancel()
		err = <-failed
		check.ErrorIs(t, context.Canceled, err, "the end of the context")
		check.Equal(t, false, isLocked, "it is locked twice")
		unlock()
		synctest.Wait()
		check.Equal(t, true, isLocked, "what was unlocked is locked by the one that waits")
	})
}

// TestAwaitLocks waits for one who holds a lock, but not for ever, and holds none itself.
func TestAwaitLocks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l ledger.Ledger
		unlock, err := l.Lock(t.Context(), brand)
		check.MustSucceed(t, err, "the first lock")
		ended := make(chan error, 1)
		hasWaited := false
		go func() {
			err := l.AwaitLocks(t.Context(), name, brand)
			hasWaited = true
			ended <- err
		}()
		short, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		err = l.AwaitLocks(short, brand)
		check.ErrorIs(t, context.DeadlineExceeded, err, "a wait while it is locked")
		check.Equal(t, false, hasWaited, "the other one has waited")
		unlock()
		check.ErrorSays(t, "", <-ended, "the one that waits, after the unlock")
		check.ErrorSays(t, "", l.AwaitLocks(t.Context(), name, brand), "with nothing locked")
	})
}

// TestAwaitVisits waits for plans of the same kind and account that began before, and for no
// others.
func TestAwaitVisits(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l ledger.Ledger
		elsewhere := l.BeginVisit("brand", videoindexer.AccountRef{Location: "westus2"})
		first := l.BeginVisit("brand", account)
		second := l.BeginVisit("brand", account)
		l.AwaitEarlierVisits(t.Context(), first)
		l.AwaitVisits(t.Context(), "video", account)
		var ended []string
		go func() {
			l.AwaitEarlierVisits(t.Context(), second)
			ended = append(ended, "second")
		}()
		<-time.After(time.Minute)
		check.Equal(t, nil, ended, "those that have ended, while the second plan waits for the first")
		l.EndVisit(first)
		<-time.After(time.Second)
		go func() {
			l.AwaitVisits(t.Context(), "brand", account)
			ended = append(ended, "release")
		}()
		<-time.After(time.Minute)
		check.Equal(t, []string{"second"}, ended, "those that have ended, while the second plan is in progress")
		l.EndVisit(second)
		<-time.After(time.Second)
		check.Equal(t, []string{"second", "release"}, ended, "those that have ended, with no plan in progress")
		l.EndVisit(elsewhere)
	})
}

// TestAwaitQuietTime waits until no instance has needed anything, and none is read or planned, for
// a moment, but not for ever, and not again while only releases follow.
func TestAwaitQuietTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var l ledger.Ledger
		waited := func() time.Duration {
			begin := time.Now()
			l.AwaitVisits(t.Context(), "brand", account)
			return time.Since(begin)
		}
		check.Equal(t, 100*time.Millisecond, waited(), "the first release waits")
		l.AddRole(brand, one, ledger.Releases)
		check.Equal(t, 0, waited(), "the next release waits")
		go func() {
			for range 3 {
				l.AddRole(brand, two, ledger.Holds)
				<-time.After(90 * time.Millisecond)
			}
		}()
		synctest.Wait()
		check.Equal(t, 280*time.Millisecond, waited(), "while others are read, a release waits")
		l.AddRole(brand, two, ledger.Holds)
		go func() {
			<-time.After(50 * time.Millisecond)
			late := l.BeginVisit("brand", account)
			<-time.After(time.Second)
			l.EndVisit(late)
		}()
		check.Equal(t, 1150*time.Millisecond, waited(), "while a read is in progress that has begun since, a release waits")
		ctx, stop := context.WithTimeout(t.Context(), time.Minute)
		defer stop()
		go func() {
			for ctx.Err() == nil {
				l.AddRole(brand, two, ledger.Wants)
				<-time.After(90 * time.Millisecond)
			}
		}()
		synctest.Wait()
		got := waited()
		if got > 6*time.Second {
			t.Errorf("a release waits %v, want at most 6s", got)
		}
		<-time.After(2 * time.Minute) // until both have ended
	})
}
