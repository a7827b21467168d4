package scenarios

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// eachArgument ends the name of a step that is also told once for each of its requests and each way in which it can fail.
const eachArgument = " -each"

// failure is a way in which a request fails.
type failure struct {
	name string
	does mockserver.Action
	// isLasting means that all later requests fail as well.
	isLasting bool
}

var (
	notFound   = failure{name: "404", does: mockserver.Status(http.StatusNotFound)}
	unreadable = failure{name: "unreadable", does: mockserver.GatewayHTML(http.StatusOK)}
	down       = failure{name: "down", does: mockserver.Status(http.StatusServiceUnavailable), isLasting: true}
)

// failuresOf are the ways in which a request is made to fail: a write may also collide with another one, and be carried
// out without an answer, where a read is sent again.
func failuresOf(request string) []failure {
	if strings.HasPrefix(request, http.MethodGet) {
		return []failure{{name: "403", does: mockserver.Status(http.StatusForbidden)}, notFound, unreadable, down}
	}
	return []failure{
		{name: "400", does: mockserver.Status(http.StatusBadRequest)},
		notFound,
		{name: "409", does: mockserver.Status(http.StatusConflict)},
		unreadable,
		{name: "lost", does: mockserver.ResetAfter()},
		down,
	}
}

// eachRequestFails tells a story up to a step again, once for each request of the step and each failure, and returns what
// then differs: what is said, what is sent after the failure, what the state has, and where the next apply of the same
// configuration leads.
func eachRequestFails(t *testing.T, told *story, at int, folder string) []string {
	t.Helper()
	usual := retell(t, told, at, folder, nil)
	lines := []string{"each request fails:"}
	for i, request := range usual.sent {
		lines = append(lines, fmt.Sprintf("  %d %s", i+1, request))
		var outcomes []string
		names := map[string][]string{}
		for _, failure := range failuresOf(request) {
			fault := &mockserver.Fault{Skip: i, Match: func(r *http.Request) bool { return !isForToken(r) }, Do: failure.does}
			if failure.isLasting {
				fault.Times = mockserver.Always
			}
			outcome := retell(t, told, at, folder, fault).differs(usual, i)
			if !slices.Contains(outcomes, outcome) {
				outcomes = append(outcomes, outcome)
			}
			names[outcome] = append(names[outcome], failure.name)
		}
		for _, outcome := range outcomes {
			lines = append(lines, "    "+strings.Join(names[outcome], ", ")+": "+outcome)
		}
	}
	return lines
}

// retold is what happened when a step was told again, and after it.
type retold struct {
	sent, said []string
	// before, state and end are the state before the step, after it, and after it was taken again, which said next. They have
	// the lines of each instance.
	before, state, end map[string][]string
	next               []string
}

// retell tells a story up to a step, the step with a fault, if there is one, and the same step once more without it.
func retell(t *testing.T, told *story, at int, folder string, fault *mockserver.Fault) retold {
	t.Helper()
	here := begin(t, told, folder)
	defer here.end()
	for i, step := range told.steps[:at] {
		here.follow(t, i, step, strings.TrimSuffix(step.name, eachArgument))
	}
	step := told.steps[at]
	name := strings.TrimSuffix(step.name, eachArgument)
	once := func() (said, sent []string) {
		here.lines = nil
		here.follow(t, at, step, name)
		return here.normalLines(headings(here.lines)), here.normalLines(here.wire.all())
	}
	here.wire.all()
	if fault != nil {
		here.Script(*fault)
	}
	r := retold{before: here.stateLines()}
	r.said, r.sent = once()
	r.state = here.stateLines()
	here.ClearFaults()
	r.next, _ = once()
	if here.saved != nil && here.saved.IsEmpty() {
		if err := here.Apply(t.Context(), here.saved); err != nil { // keeps what the refresh has read, as an engine does
			t.Fatal(err)
		}
	}
	r.end = here.stateLines()
	return r
}

// headings are the headings of diagnostics and of planned changes.
func headings(lines []string) []string {
	var kept []string
	part := ""
	for _, line := range lines {
		text := strings.TrimSpace(line)
		switch {
		case !strings.HasPrefix(line, " "):
			part = text
		case strings.HasPrefix(text, "Error"), strings.HasPrefix(text, "Warning"):
			kept = append(kept, text)
		case part == "plan:" && strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   ") && text != samePlanned && !isRequest.MatchString(text):
			kept = append(kept, "plan: "+text)
		}
	}
	return kept
}

var isRequest = regexp.MustCompile(`^(GET|POST|PUT|PATCH|DELETE) `)

// given are values that differ with the number of requests before them.
var given = regexp.MustCompile(`\b([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{8,})\b`)

func (s *telling) normalLines(lines []string) []string {
	var normal []string
	for _, line := range lines {
		line = s.normal(line)
		normal = append(normal, given.ReplaceAllStringFunc(line, func(id string) string {
			if s.isGiven(id) || strings.Contains(s.config, id) {
				return id
			}
			return "<id>"
		}))
	}
	return normal
}

func (s *telling) stateLines() map[string][]string {
	all := map[string][]string{}
	for address, state := range s.states() {
		var lines []string
		for _, at := range sortedKeys(state.flat) {
			lines = append(lines, fmt.Sprintf("%s = %s", at, state.flat[at]))
		}
		if state.isTainted {
			lines = append(lines, "is tainted")
		}
		all[address] = s.normalLines(lines)
	}
	return all
}

// differs says in a line what differs from what usually happens, because request i failed.
func (r retold) differs(usual retold, i int) string {
	var parts []string
	for _, line := range r.said {
		if !slices.Contains(usual.said, line) {
			parts = append(parts, line)
		}
	}
	switch rest := r.sent[min(i+1, len(r.sent)):]; {
	case slices.Equal(rest, usual.sent[i+1:]):
		parts = append(parts, "sends the rest")
	case len(rest) > 0:
		parts = append(parts, "sends "+strings.Join(inARow(methods(rest)), ", "))
	}
	switch {
	case isSame(r.state, usual.state):
		parts = append(parts, "state as without it")
	case !isSame(r.state, r.before):
		parts = append(parts, "state has other "+changed(usual.state, r.state))
	}
	if !slices.Equal(r.next, usual.said) {
		parts = append(parts, "then "+strings.Join(r.next, "; "))
	}
	if !isSame(r.end, usual.end) {
		parts = append(parts, "ends with other "+changed(usual.end, r.end))
	}
	return strings.Join(parts, "; ")
}

// methods are the methods of requests.
func methods(requests []string) []string {
	all := make([]string, len(requests))
	for i, request := range requests {
		all[i], _, _ = strings.Cut(request, " ")
	}
	return all
}

func isSame(a, b map[string][]string) bool { return maps.EqualFunc(a, b, slices.Equal) }

// changed names what differs between two states: whole instances, and attributes of those that both have.
func changed(before, after map[string][]string) string {
	var names []string
	for _, address := range sortedKeys(before, after) {
		old, existed := before[address]
		next, exists := after[address]
		if !existed || !exists {
			names = append(names, address)
			continue
		}
		for _, line := range slices.Concat(old, next) {
			name, _, _ := strings.Cut(line, " = ")
			if (!slices.Contains(old, line) || !slices.Contains(next, line)) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return strings.Join(names, ", ")
}

// inARow joins equal lines that follow each other. How often a request is repeated within a timeout is a matter of chance.
func inARow(lines []string) []string {
	var joined []string
	for i := 0; i < len(lines); {
		first := i
		for i < len(lines) && lines[i] == lines[first] {
			i++
		}
		line := lines[first]
		if i-first > 1 {
			line += " (several times)"
		}
		joined = append(joined, line)
	}
	return joined
}
