//go:build unix

package reliability

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/zclconf/go-cty/cty"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// walkKinds are the resources of a walk.
func walkKinds() []*kind {
	return []*kind{brandKind, brandKind, brandsKind, dictionaryKind, settingsKind}
}

// walk is one walk: a service, a working directory and the configuration that it has now.
type walk struct {
	testing.TB
	*rand.Rand
	source  *rand.PCG
	skipped map[int]bool
	at      int // the step

	kinds   []*kind
	service *walkedService
	dir     *inprocess.Directory
	estate  composition
	options inprocess.Options // of the next plan
	names   int
	log     []string
	shown   string   // the configuration that the log shows last
	said    []string // by the provider, since the last command began

	// isRisky allows errors: others have changed something that the configuration relies on.
	isRisky bool
	// mayContradict allows a plan at apply that contradicts the first: something has changed between them.
	mayContradict bool
	lastError     error
	// isUnseen means that the settings were changed in a way that the provider may be unable to see.
	isUnseen bool
}

func (w *walk) note(format string, args ...any) { w.log = append(w.log, fmt.Sprintf(format, args...)) }

// broken ends the walk at a rule that was broken.
func (w *walk) broken(format string, args ...any) {
	w.Helper()
	w.Errorf(format, args...)
}

// stopIfBroken ends a walk that has broken a rule.
func (w *walk) stopIfBroken() {
	if a, ok := w.TB.(*attempt); ok && len(a.broken) > 0 {
		runtime.Goexit()
	}
}

func (w *walk) isExtended() bool { return w.estate.provider["extended_operations"] == true }

// maybeLate makes a text one that no plan knows, now and then.
func (w *walk) maybeLate(text string) any {
	if !chance(w.Rand, 8) {
		return text
	}
	w.names++
	return late{name: fmt.Sprintf("late%d", w.names), value: text}
}

func (w *walk) kindOf(resource string) *kind {
	i := slices.IndexFunc(w.kinds, func(k *kind) bool { return "videoindexer_"+k.name == resource })
	return w.kinds[i]
}

// managedObjects are those that the configuration or the state holds.
func (w *walk) managedObjects() map[string]bool {
	managed, names := map[string]bool{}, map[string]bool{}
	for _, d := range w.estate.all {
		if id := d.args["brand_id"]; id != nil {
			managed[brandObject(id)] = true
		}
		entries, _ := d.args["brands"].(args)
		for key := range entries {
			managed[brandObject(key)] = true
			names[cty.NormalizeString(key)] = true
		}
		if name, ok := plainly(d.args["name"]).(string); ok {
			names[cty.NormalizeString(name)] = true
		}
	}
	for object, held := range w.service.holds() {
		if name, _ := held["name"].(string); names[cty.NormalizeString(name)] {
			managed[object] = true
		}
	}
	for _, address := range w.dir.Addresses() {
		kind, _, _ := strings.Cut(address, ".")
		for object := range w.kindOf(kind).objects(w.dir.Values(address)) {
			managed[object] = true
		}
	}
	return managed
}

// hear notes what the provider says of plans, applies and refreshes.
func (w *walk) hear(call, of string, diags []*tfprotov6.Diagnostic) {
	if call != "plan" && call != "apply" && call != "refresh" {
		return
	}
	for _, d := range diags {
		w.said = append(w.said, fmt.Sprintf("%s of %s: %s: %s: %s", call, of, d.Severity, d.Summary, d.Detail))
	}
}

// savedPlan is a plan with the configuration that it is for.
type savedPlan struct {
	*inprocess.Plan
	composition
	isAnnounced bool // that its apply may fail
}

// plan plans the configuration; nil means an error, which lastError has.
func (w *walk) plan(how inprocess.Options) *savedPlan {
	w.said = nil
	text := w.estate.hcl()
	w.service.requests()
	plan, err := w.dir.Plan(w.Context(), text, how)
	w.lastError = err
	requests := w.service.requests()
	if text == w.shown {
		w.note("plan %+v of the same", how)
	} else {
		w.note("plan %+v of\n%s", how, text)
	}
	w.shown = text
	for _, said := range w.said {
		w.note("  %s", said)
	}
	for _, r := range requests {
		if r.isWrite() {
			w.broken("a plan writes: %s %s", r.method, r.path)
		}
	}
	w.judgeRequests(requests)
	if err != nil {
		w.note("plan failed: %v", err)
		w.judgeProtocol(err)
		w.judgeSecrets(err.Error())
		w.stopIfBroken()
		return nil
	}
	w.note("planned:\n%s", plan)
	w.judgeSecrets(plan.String())
	w.stopIfBroken()
	saved := &savedPlan{Plan: plan, composition: w.estate.clone(), isAnnounced: slices.ContainsFunc(w.said, announcesFailure.MatchString)}
	saved.isAnnounced = saved.isAnnounced || slices.ContainsFunc(plan.Changes(), saved.createsNameFirst)
	return saved
}

// judgeProtocol expects no error of the engine about the provider.
func (w *walk) judgeProtocol(err error) {
	if strings.Contains(err.Error(), "inconsistent final plan") && (w.mayContradict || w.isListedLate(err)) {
		return
	}
	if strings.Contains(err.Error(), "Error: Provider ") {
		w.broken("against the protocol: %v", err)
	}
}

// adoptsOtherwise is the engine's error where a dictionary meets a brand at apply that the list did not show to its plan.
var adoptsOtherwise = regexp.MustCompile(`videoindexer_brand_dictionary\S+\.(adopted|overwritten|brands)`)

// isListedLate reports whether an engine has stopped an apply, since the list showed a brand by then that the plan did not see.
func (w *walk) isListedLate(err error) bool {
	return w.service.isLate && strings.Contains(err.Error(), "inconsistent final plan") && adoptsOtherwise.MatchString(err.Error())
}

// apply applies a plan, and reports whether it succeeded.
func (w *walk) apply(plan *savedPlan) bool {
	w.said = nil
	before := w.service.holds()
	w.service.requests()
	err := w.dir.Apply(w.Context(), plan.Plan)
	w.lastError = err
	after := w.service.holds()
	requests := w.service.requests()
	w.note("apply: %v", err)
	for _, r := range requests {
		if r.isWrite() {
			w.note("  %s %s", r.method, r.path)
		}
	}
	for _, said := range w.said {
		w.note("  %s", said)
	}
	w.judge(plan.Plan, plan.composition, before, after, requests, err)
	for _, c := range plan.Changes() {
		isWritten := c.Action != "no-op" && (c.Before["enabled"] != c.After["enabled"] || c.Before["use_built_in"] != c.After["use_built_in"])
		w.isUnseen = w.isUnseen && (!isWritten || c.Type != "videoindexer_brands_model_settings")
	}
	w.judgeRequests(requests)
	w.judgeSecrets()
	if err != nil {
		w.judgeProtocol(err)
	}
	w.stopIfBroken()
	return err == nil
}

// settle applies the configuration until a plan has nothing to do.
func (w *walk) settle() {
	defer func() { w.isRisky = false }()
	for round := range 8 {
		how := w.options
		w.options = inprocess.Options{}
		plan := w.plan(how)
		if plan == nil {
			if !w.isRisky && !refuses.MatchString(w.lastError.Error()) {
				w.broken("the plan fails: %v", w.lastError)
				w.stopIfBroken()
			}
			w.mend()
			continue
		}
		for _, c := range plan.Changes() {
			if how.Import[c.Address] != "" && c.Action != "no-op" && c.Action != "update" {
				w.broken("the plan of an import is a %s: %s", c.Action, c.Address)
			}
		}
		if !w.apply(plan) {
			if !plan.isAnnounced && !w.isRisky && !w.isListedLate(w.lastError) {
				w.broken("the apply fails: %v", w.lastError)
				w.stopIfBroken()
			}
			w.isRisky = w.isRisky || plan.isAnnounced
			if w.mendOrder(); round > 2 {
				w.mend()
			}
			continue
		}
		again := w.plan(inprocess.Options{})
		if again == nil || !again.IsEmpty() {
			w.broken("the second plan is not empty: %v\n%v", w.lastError, again)
		} else {
			w.judgeConfiguration()
		}
		w.stopIfBroken()
		return
	}
	w.broken("no end of errors: %v", w.lastError)
	w.stopIfBroken()
}

// createsNameFirst reports whether a change creates a brand before it deletes the one of that name.
func (p *savedPlan) createsNameFirst(c inprocess.Change) bool {
	d := p.at(c.Address)
	return c.Action == "replace" && d != nil && p.createsFirst(d) && d.kind == brandKind && d.args["brand_id"] == nil
}

// announcesFailure is what a plan says whose apply may fail, after which another one succeeds.
var announcesFailure = regexp.MustCompile(`is deleted and created under its name|is destroyed and another created|Brand name stays taken|Brand moves to another resource|` +
	`Names that differ in letter case from those of the account`)

// refuses is what the plan says of two addresses with one object, and of an exclusive dictionary without entries.
var refuses = regexp.MustCompile(`moves? to another address|planned at two addresses|Brand name is taken|Every brand of the account would be deleted`)

var failedAddress = regexp.MustCompile(`(?m)^ {2}with (.*),$`)

// mend takes what a plan refuses out of the configuration, as its user has to.
func (w *walk) mend() {
	if !w.isExtended() && w.service.isExtended {
		w.estate.provider["extended_operations"] = true
		return
	}
	for _, found := range failedAddress.FindAllStringSubmatch(w.lastError.Error(), -1) {
		address := found[1]
		w.note("mend: without %s", address)
		if w.estate.at(address) == nil {
			w.dir.Remove(address)
			continue
		}
		w.withdraw(w.estate.at(address))
	}
}

// withdraw takes a resource out of the configuration.
func (w *walk) withdraw(gone *declared) {
	w.estate.all = slices.DeleteFunc(w.estate.all, func(d *declared) bool { return d == gone })
}

// mendOrder ends create_before_destroy where an apply has failed.
func (w *walk) mendOrder() {
	for _, found := range failedAddress.FindAllStringSubmatch(w.lastError.Error(), -1) {
		if d := w.estate.at(found[1]); d != nil {
			for _, other := range w.estate.all {
				if other.block() == d.block() {
					other.createFirst = false
				}
			}
		}
	}
}

// meddle has others change something, and reports whether an error may follow.
func (w *walk) meddle() bool {
	ids := w.service.brandIDs()
	what := pick(w.Rand, "edit", "edit", "edit", "delete", "create", "settings")
	if len(ids) == 0 {
		what = "create"
	}
	id := append(ids, 0)[w.IntN(max(1, len(ids)))]
	switch what {
	case "edit":
		field := pick(w.Rand, "enabled", "description", "url", "tags", "name")
		w.note("others change %s of brand %d", field, id)
		w.service.changeBrand(id, func(b *mockserver.Brand) {
			switch field {
			case "enabled":
				b.Enabled = !b.Enabled
			case "description":
				b.Description = w.text()
			case "url":
				url := w.url()
				b.ReferenceURL = &url
			case "tags":
				b.Tags = w.tags()
			case "name":
				b.Name = w.name()
			}
		})
		return field == "name"
	case "delete":
		w.note("others delete brand %d", id)
		w.service.removeBrand(id)
	case "create":
		b := mockserver.Brand{Name: w.name(), Description: w.text(), Tags: w.tags()}
		if d := w.one(); d != nil && chance(w.Rand, 2) {
			if name, ok := plainly(d.args["name"]).(string); ok {
				b.Name = name
			}
		}
		for _, other := range w.service.holds() {
			if name, _ := other["name"].(string); strings.EqualFold(name, b.Name) {
				return false
			}
		}
		w.note("others create brand %q", b.Name)
		w.service.addBrand(b)
	case "settings":
		w.isUnseen = true
		s := mockserver.BrandsModelSettings{State: chance(w.Rand, 2), UseBuiltIn: chance(w.Rand, 2)}
		w.note("others set %+v", s)
		w.service.setSettings(s)
		return false
	}
	return true
}
