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

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// telling is one run of a scenario.
type telling struct {
	*service
	*inprocess.Directory
	wire   *wire
	said   said
	folder string

	config string // of the last step that had one
	saved  *inprocess.Plan
	lines  []string // of what the step shows
	// planned are the requests of the last plan.
	planned   []string
	arguments map[string][]string
}

// tell runs a scenario within synctest, and notes what each step shows.
func tell(t *testing.T, told *scenario) {
	t.Helper()
	here := begin(t, told)
	shown := map[string]bool{}
	for i, step := range told.steps {
		here.lines = nil
		here.follow(t, i, step)
		step.shown = ""
		if len(here.lines) > 0 {
			lines := strings.Split(here.normal(strings.Join(here.lines, "\n")), "\n")
			step.shown = strings.Join(asAbove(inAccount(lines), shown), "\n") + "\n"
		}
	}
}

// begin starts the service of a scenario and a provider that has not met it yet.
func begin(t *testing.T, told *scenario) *telling {
	var setup string
	if len(told.steps) > 0 && told.steps[0].name == serviceStep {
		setup = told.steps[0].text
	}
	s := startService(t, setup)
	here := &telling{service: s, wire: &wire{Server: s.Server.Server, bodies: map[string]string{}}, folder: t.TempDir(), arguments: arguments(t)}
	s.Handler = here.wire
	here.Directory = inprocess.Open(s.Provider(t, here.said.hear), nil)
	return here
}

// follow takes step i of a scenario, and fails the test if that is not possible.
func (s *telling) follow(t *testing.T, i int, step *step) {
	err := s.take(t.Context(), step.name, step.text)
	if err == nil {
		err = s.broken()
	}
	if err != nil {
		t.Fatalf("step %d, %q: %v", i+1, step.name, err)
	}
}

// take carries out a step.
func (s *telling) take(ctx context.Context, name, text string) error {
	command := words(name)
	if len(command) == 0 {
		return errors.New("it has no name")
	}
	before := s.states()
	ctx, arguments, err := interrupted(ctx, command[1:])
	if err != nil {
		return err
	}
	wants := map[string]int{"taint": 1, "untaint": 1, "rm": 1, "mv": 2, "file": 1}
	if n, ok := wants[command[0]]; ok && len(arguments) != n {
		return fmt.Errorf("it has %d arguments, want %d", len(arguments), n)
	}
	switch command[0] {
	case serviceStep:
		return s.happen(text)
	case "file":
		return os.WriteFile(filepath.Join(s.folder, arguments[0]), []byte(text), 0o600)
	case "taint":
		s.Taint(arguments[0])
	case "untaint":
		s.Untaint(arguments[0])
	case "rm":
		s.Remove(arguments[0])
	case "mv":
		s.Move(arguments[0], arguments[1])
	case "import":
		return s.importOne(ctx, name, text)
	case "use":
		return s.use(ctx, text)
	case "plan", "apply", "destroy":
		if strings.TrimSpace(text) != "" {
			s.config = text
		}
		return s.planAndApply(ctx, command[0], arguments)
	default:
		return errors.New("there is no such step; see README.md")
	}
	s.showState(before, nil)
	if len(s.lines) == 0 {
		return errors.New("the state has no such instance")
	}
	return nil
}

// interrupted takes the argument -interrupt out of the others: the context then ends after that time.
func interrupted(ctx context.Context, arguments []string) (context.Context, []string, error) {
	var rest []string
	var after time.Duration
	for _, argument := range arguments {
		text, ok := strings.CutPrefix(argument, "-interrupt=")
		if !ok {
			rest = append(rest, argument)
			continue
		}
		var err error
		if after, err = time.ParseDuration(text); err != nil {
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

func (s *telling) planAndApply(ctx context.Context, command string, arguments []string) error {
	if command == "apply" && len(arguments) == 1 && arguments[0] == "saved" {
		if s.saved == nil {
			return errors.New("there is no plan")
		}
		s.apply(ctx, s.saved)
		return nil
	}
	how, err := planOptions(arguments)
	if err != nil {
		return err
	}
	how.IsDestroy = how.IsDestroy || command == "destroy"
	config, err := s.configuration(s.config)
	if err != nil {
		return err
	}
	plan, err := s.Plan(ctx, config, how)
	if how.IsDestroy {
		s.said.forgetRefresh()
	}
	s.lines = append(s.lines, "plan:")
	if err == nil {
		s.show(planLines(plan, s.arguments))
	}
	s.showPlanned(err)
	s.saved = plan
	if err == nil && command != "plan" && !plan.IsEmpty() {
		s.apply(ctx, plan)
	}
	return nil
}

func (s *telling) apply(ctx context.Context, plan *inprocess.Plan) {
	before := s.states()
	err := s.Apply(ctx, plan)
	s.lines = append(s.lines, "apply:")
	s.showCall(err)
	var planned map[string][]string
	if err == nil { // then the engine has held the state to the plan
		planned = changesIn(plan)
	}
	s.showState(before, planned)
}

// changesIn returns the lines of the changes of a plan by address.
func changesIn(plan *inprocess.Plan) map[string][]string {
	lines := map[string][]string{}
	for _, c := range plan.Changes {
		lines[c.Address] = append(lines[c.Address], differences(flattened(c.Before, nil), flattened(c.After, c.Unknown))...)
	}
	return lines
}

// planOptions reads the flags of a plan.
func planOptions(arguments []string) (inprocess.Options, error) {
	how := inprocess.Options{Import: map[string]string{}}
	for _, argument := range arguments {
		name, value, _ := strings.Cut(argument, "=")
		switch {
		case argument == "-destroy":
			how.IsDestroy = true
		case argument == "-refresh=false":
			how.NoRefresh = true
		case name == "-replace":
			how.Replace = append(how.Replace, value)
		case name == "-import":
			address, id, ok := strings.Cut(value, "=")
			if !ok {
				return how, fmt.Errorf("%s: want -import=ADDRESS=ID", argument)
			}
			how.Import[address] = strings.Trim(id, `'`)
		default:
			return how, fmt.Errorf("there is no argument %s; see README.md", argument)
		}
	}
	return how, nil
}

func (s *telling) importOne(ctx context.Context, name, text string) error {
	arguments := strings.SplitN(name, " ", 3)
	if len(arguments) < 2 {
		return errors.New("want: import ADDRESS ID")
	}
	if strings.TrimSpace(text) != "" {
		s.config = text
	}
	config, err := s.configuration(s.config)
	if err != nil {
		return err
	}
	before := s.states()
	err = s.Import(ctx, config, arguments[1], strings.Join(arguments[2:], ""))
	s.lines = append(s.lines, "import:")
	s.showCall(err)
	s.showState(before, nil)
	return nil
}

func (s *telling) show(lines []string) {
	for _, line := range lines {
		s.lines = append(s.lines, strings.TrimRight("  "+line, " "))
	}
}

// showCall shows what was said and sent.
func (s *telling) showCall(err error) {
	s.showSaid(err)
	s.show(s.wire.take())
}

// showSaid shows what was said. An error of the engine itself comes first.
func (s *telling) showSaid(err error) {
	lines, summaries := s.said.take()
	if err != nil {
		s.show(engineErrors(err, summaries))
	}
	s.show(lines)
}

// samePlanned stands for the requests of a plan that sends what the one before has sent, as most do.
const samePlanned = "requests of the plan before"

// showPlanned is showCall of a plan.
func (s *telling) showPlanned(err error) {
	s.showSaid(err)
	requests := s.wire.take()
	if len(requests) > 1 && slices.Equal(requests, s.planned) {
		s.show([]string{samePlanned})
	} else {
		s.show(requests)
	}
	s.planned = requests
}

// engineErrors returns the lines of those errors that are not the provider's.
func engineErrors(err error, summaries []string) []string {
	var lines []string
	for text := range strings.SplitSeq("\n"+err.Error(), "\nError: ") {
		text = strings.TrimSpace(text)
		isSaid := text == ""
		for _, summary := range summaries {
			isSaid = isSaid || strings.HasPrefix(text, summary)
		}
		if !isSaid {
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

func (s *telling) states() map[string]instanceState {
	all := map[string]instanceState{}
	for _, address := range s.Addresses() {
		all[address] = instanceState{flattened(s.Values(address), nil), s.IsTainted(address)}
	}
	return all
}

// showState shows what has changed in the state beyond the lines that the plan has shown.
func (s *telling) showState(before map[string]instanceState, planned map[string][]string) {
	after := s.states()
	var lines []string
	for _, address := range sortedKeys(before, after) {
		old, existed := before[address]
		next, exists := after[address]
		changes := slices.DeleteFunc(differences(old.flat, next.flat), func(line string) bool { return slices.Contains(planned[address], line) })
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
		if old.isTainted != next.isTainted {
			lines = append(lines, map[bool]string{true: "    is tainted", false: "    is no longer tainted"}[next.isTainted])
		}
	}
	if len(lines) > 0 {
		s.lines = append(s.lines, "state:")
		s.show(lines)
	}
}

var (
	randomID = regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b`)
	virtual  = regexp.MustCompile(`\b2000-01-0\dT[0-9:.]+(Z|[+-]\d\d:\d\d)?`)
)

// normal replaces what differs from run to run: random ids, times, the endpoint and the folder.
func (s *telling) normal(text string) string {
	text = strings.ReplaceAll(text, s.URL, "http://service")
	text = strings.ReplaceAll(text, strings.TrimPrefix(s.URL, "http://"), "service")
	text = strings.ReplaceAll(text, s.folder, folderName)
	text = virtual.ReplaceAllString(text, "<time>")
	return randomID.ReplaceAllStringFunc(text, func(id string) string {
		if s.isGiven(id) || strings.Contains(s.config, id) {
			return id
		}
		return "<random id>"
	})
}

// use reads data sources, opens ephemeral resources, runs lists and invokes actions, and shows what comes of each.
func (s *telling) use(ctx context.Context, text string) error {
	config, err := s.configuration(text)
	if err != nil {
		return err
	}
	all, err := s.Use(ctx, config)
	s.lines = append(s.lines, "use:")
	for _, used := range all {
		s.show([]string{used.Address})
		for _, line := range used.Progress {
			s.show([]string{"    progress: " + line})
		}
		if used.Values != nil {
			s.show(valueLines(used.Values))
		}
		for _, found := range used.Results {
			s.show([]string{fmt.Sprintf("    %q", found.Name)})
			s.show(indented(valueLines(found.Identity)))
			if found.Resource != nil {
				s.show([]string{"        resource"})
				s.show(indented(indented(valueLines(found.Resource))))
			}
		}
	}
	s.showCall(err)
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
