package scenarios

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// run is one run of a scenario.
type run struct {
	*service
	*inprocess.Directory
	wire     *wire
	messages messageLog
	folder   string

	config string // of the last step that had one
	saved  *inprocess.Plan
	lines  []string // of what the step shows
	// planned are the requests of the last plan.
	planned   []string
	arguments map[string][]string
}

// runScenario runs a scenario within synctest, and notes what each step shows.
func runScenario(t *testing.T, scenario *scenario) {
	run := newRun(t, scenario)
	shown := map[string]bool{}
	for i, step := range scenario.steps {
		run.lines = nil
		err := run.runStep(t.Context(), step.name, step.text)
		if err == nil {
			err = run.broken()
		}
		check.MustSucceed(t, err, "step %d, %q", i+1, step.name)
		step.shown = ""
		if len(run.lines) > 0 {
			lines := strings.Split(run.normal(strings.Join(run.lines, "\n")), "\n")
			step.shown = strings.Join(asAbove(inAccount(lines), shown), "\n") + "\n"
		}
	}
}

// newRun starts the service of a scenario and a provider that has not met it yet.
func newRun(t *testing.T, scenario *scenario) *run {
	var setup string
	if len(scenario.steps) > 0 && scenario.steps[0].name == serviceStep {
		setup = scenario.steps[0].text
	}
	service := startService(t, setup)
	wire := &wire{Server: service.Server.Server, bodies: map[string]string{}}
	service.Handler = wire
	run := &run{service: service, wire: wire, folder: t.TempDir(), arguments: arguments(t)}
	run.Directory = inprocess.Open(service.Provider(t, run.messages.add), nil)
	return run
}

// runStep carries out a step.
func (r *run) runStep(ctx context.Context, name, text string) error {
	command := words(name)
	if len(command) == 0 {
		return errors.New("it has no name")
	}
	before := r.states()
	ctx, arguments, err := interrupted(ctx, command[1:])
	if err != nil {
		return err
	}
	wants := map[string]int{"taint": 1, "untaint": 1, "rm": 1, "mv": 2, "file": 1}
	n, isLimited := wants[command[0]]
	if isLimited && len(arguments) != n {
		return fmt.Errorf("it has %d arguments, want %d", len(arguments), n)
	}
	switch command[0] {
	case serviceStep:
		return r.happen(text)
	case "file":
		return os.WriteFile(filepath.Join(r.folder, arguments[0]), []byte(text), 0o600)
	case "taint":
		r.Taint(arguments[0])
	case "untaint":
		r.Untaint(arguments[0])
	case "rm":
		r.Remove(arguments[0])
	case "mv":
		r.Move(arguments[0], arguments[1])
	case "import":
		return r.importOne(ctx, name, text)
	case "use":
		return r.use(ctx, text)
	case "plan", "apply", "destroy":
		if strings.TrimSpace(text) != "" {
			r.config = text
		}
		return r.planAndApply(ctx, command[0], arguments)
	default:
		return errors.New("there is no such step; see README.md")
	}
	r.showState(before, nil)
	if len(r.lines) == 0 {
		return errors.New("the state has no such instance")
	}
	return nil
}

// interrupted takes the argument -interrupt out of the others: the context then ends after that
// time.
func interrupted(ctx context.Context, arguments []string) (context.Context, []string, error) {
	var rest []string
	var after time.Duration
	for _, argument := range arguments {
		text, isInterrupt := strings.CutPrefix(argument, "-interrupt=")
		if !isInterrupt {
			rest = append(rest, argument)
			continue
		}
		var err error
		after, err = time.ParseDuration(text)
		if err != nil {
			return ctx, nil, err
		}
	}
	if after == 0 {
		return ctx, rest, nil
	}
	ctx, cancel := context.WithCancel(ctx)
	time.AfterFunc(after, cancel)
	return ctx, rest, nil
}

func (r *run) planAndApply(ctx context.Context, command string, arguments []string) error {
	if command == "apply" && slices.Equal(arguments, []string{"saved"}) {
		if r.saved == nil {
			return errors.New("there is no plan")
		}
		r.apply(ctx, r.saved)
		return nil
	}
	options, err := planOptions(arguments)
	if err != nil {
		return err
	}
	options.IsDestroy = options.IsDestroy || command == "destroy"
	config, err := r.configuration(r.config)
	if err != nil {
		return err
	}
	plan, err := r.Plan(ctx, config, options)
	if options.IsDestroy {
		r.messages.forgetRefresh()
	}
	r.lines = append(r.lines, "plan:")
	if err == nil {
		r.show(planLines(plan, r.arguments))
	}
	r.showPlanned(err)
	r.saved = plan
	isApplied := err == nil && command != "plan"
	if isApplied && !plan.IsEmpty() {
		r.apply(ctx, plan)
	}
	return nil
}

func (r *run) apply(ctx context.Context, plan *inprocess.Plan) {
	before := r.states()
	err := r.Apply(ctx, plan)
	r.lines = append(r.lines, "apply:")
	r.showCall(err)
	var planned map[string][]string
	if err == nil { // then the engine has held the state to the plan
		planned = changesIn(plan)
	}
	r.showState(before, planned)
}

// changesIn returns the lines of the changes of a plan by address.
func changesIn(plan *inprocess.Plan) map[string][]string {
	lines := map[string][]string{}
	for _, c := range plan.Changes {
		lines[c.Address] = append(
			lines[c.Address], differences(flattened(c.Before, nil), flattened(c.After, c.Unknown))...,
		)
	}
	return lines
}

// planOptions reads the flags of a plan.
func planOptions(arguments []string) (inprocess.Options, error) {
	options := inprocess.Options{Import: map[string]string{}}
	for _, argument := range arguments {
		name, value, _ := strings.Cut(argument, "=")
		switch {
		case argument == "-destroy":
			options.IsDestroy = true
		case argument == "-refresh=false":
			options.NoRefresh = true
		case name == "-replace":
			options.Replace = append(options.Replace, value)
		case name == "-import":
			address, id, isPair := strings.Cut(value, "=")
			if !isPair {
				return options, fmt.Errorf("%s: want -import=ADDRESS=ID", argument)
			}
			options.Import[address] = strings.Trim(id, `'`)
		default:
			return options, fmt.Errorf("there is no argument %s; see README.md", argument)
		}
	}
	return options, nil
}

func (r *run) importOne(ctx context.Context, name, text string) error {
	arguments := strings.SplitN(name, " ", 3)
	if len(arguments) < 2 {
		return errors.New("want: import ADDRESS ID")
	}
	if strings.TrimSpace(text) != "" {
		r.config = text
	}
	config, err := r.configuration(r.config)
	if err != nil {
		return err
	}
	before := r.states()
	err = r.Import(ctx, config, arguments[1], strings.Join(arguments[2:], ""))
	r.lines = append(r.lines, "import:")
	r.showCall(err)
	r.showState(before, nil)
	return nil
}

func (r *run) show(lines []string) {
	for _, line := range lines {
		r.lines = append(r.lines, strings.TrimRight("  "+line, " "))
	}
}

// showCall shows the messages and sent.
func (r *run) showCall(err error) {
	r.showMessages(err)
	r.show(r.wire.take())
}

// showMessages shows the messages. An error of the engine itself comes first.
func (r *run) showMessages(err error) {
	lines, summaries := r.messages.take()
	if err != nil {
		r.show(engineErrors(err, summaries))
	}
	r.show(lines)
}

// samePlanned stands for the requests of a plan that sends what the one before has sent, as most
// do.
const samePlanned = "requests of the plan before"

// showPlanned is showCall of a plan.
func (r *run) showPlanned(err error) {
	r.showMessages(err)
	requests := r.wire.take()
	if len(requests) > 1 && slices.Equal(requests, r.planned) {
		r.show([]string{samePlanned})
	} else {
		r.show(requests)
	}
	r.planned = requests
}

// engineErrors returns the lines of those errors that are not the provider's.
func engineErrors(err error, summaries []string) []string {
	var lines []string
	for text := range strings.SplitSeq("\n"+err.Error(), "\nError: ") {
		text = strings.TrimSpace(text)
		isFound := text == ""
		for _, summary := range summaries {
			isFound = isFound || strings.HasPrefix(text, summary)
		}
		if !isFound {
			lines = append(lines, strings.Split("Error of Terraform: "+text, "\n")...)
		}
	}
	return lines
}

// instanceState is an instance of the state, as it is shown.
type instanceState struct {
	flat
	isTainted bool
}

func (r *run) states() map[string]instanceState {
	all := map[string]instanceState{}
	for _, address := range r.Addresses() {
		all[address] = instanceState{flattened(r.Values(address), nil), r.IsTainted(address)}
	}
	return all
}

// showState shows what has changed in the state beyond the lines that the plan has shown.
func (r *run) showState(before map[string]instanceState, planned map[string][]string) {
	after := r.states()
	var lines []string
	for _, address := range sortedKeys(before, after) {
		old, existed := before[address]
		next, exists := after[address]
		changes := slices.DeleteFunc(differences(old.flat, next.flat), func(line string) bool {
			return slices.Contains(planned[address], line)
		})
		switch {
		case !exists:
			lines = append(lines, "removed "+address)
			continue
		case !existed:
			lines = append(lines, "added "+address)
		case len(changes) > 0 || old.isTainted != next.isTainted:
			lines = append(lines, "changed "+address)
		}
		lines = append(lines, changes...)
		switch {
		case next.isTainted && !old.isTainted:
			lines = append(lines, "    is tainted")
		case old.isTainted && !next.isTainted:
			lines = append(lines, "    is no longer tainted")
		}
	}
	if len(lines) > 0 {
		r.lines = append(r.lines, "state:")
		r.show(lines)
	}
}

var (
	randomID = regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b`)
	virtual  = regexp.MustCompile(`\b2000-01-0\dT[0-9:.]+(Z|[+-]\d\d:\d\d)?`)
)

// normal replaces what differs from run to run: random ids, times, the endpoint and the folder.
func (r *run) normal(text string) string {
	text = strings.ReplaceAll(text, r.URL, "http://service")
	text = strings.ReplaceAll(text, strings.TrimPrefix(r.URL, "http://"), "service")
	text = strings.ReplaceAll(text, r.folder, folderName)
	text = virtual.ReplaceAllString(text, "<time>")
	return randomID.ReplaceAllStringFunc(text, func(id string) string {
		if r.isGiven(id) || strings.Contains(r.config, id) {
			return id
		}
		return "<random id>"
	})
}

// use reads data sources, opens ephemeral resources, runs lists and invokes actions, and shows what
// comes of each.
func (r *run) use(ctx context.Context, text string) error {
	config, err := r.configuration(text)
	if err != nil {
		return err
	}
	all, err := r.Use(ctx, config)
	r.lines = append(r.lines, "use:")
	for _, used := range all {
		r.show([]string{used.Address})
		for _, line := range used.Progress {
			r.show([]string{"    progress: " + line})
		}
		if used.Values != nil {
			r.show(valueLines(used.Values))
		}
		for _, found := range used.Results {
			r.show([]string{fmt.Sprintf("    %q", found.Name)})
			r.show(indented(valueLines(found.Identity)))
			if found.Resource != nil {
				r.show([]string{"        resource"})
				r.show(indented(indented(valueLines(found.Resource))))
			}
		}
	}
	r.showCall(err)
	return nil
}

// valueLines returns the lines of values, each under its path.
func valueLines(values map[string]any) []string {
	flat := flattened(values, nil)
	var lines []string
	for _, at := range sortedKeys(flat) {
		lines = append(lines, fmt.Sprintf("    %s = %s", at, flat[at]))
	}
	return lines
}

func indented(lines []string) []string {
	for i := range lines {
		lines[i] = "    " + lines[i]
	}
	return lines
}
