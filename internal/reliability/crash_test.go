//go:build unix

package reliability

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// phase is a part of a resource's life.
type phase string

const (
	create  phase = "create"
	update  phase = "update"
	destroy phase = "destroy"
)

// shortLives are those that are crashed without RELIABILITY=full: one that adopts an object and one that makes it.
var shortLives = []string{"brand", "language_model"}

// TestCrash kills the provider at every point of every resource's life: before a request is carried out, and between
// that and its answer. The next run must converge, and the service must hold nothing that the state does not know,
// except what a create made before it was killed. Without RELIABILITY=full only two lives are tried, at the points
// right after a write: at the others the service is as it was.
func TestCrash(t *testing.T) {
	t.Parallel()
	leftovers := &leftovers{}
	t.Cleanup(func() { leftovers.log(t) })
	for name, life := range lives() {
		if !isFull() && !slices.Contains(shortLives, name) {
			continue
		}
		for _, part := range life.phases() {
			t.Run(name+", "+string(part), func(t *testing.T) {
				t.Parallel()
				life.crashEverywhere(t, name, part, leftovers)
			})
		}
	}
}

func (l life) crashEverywhere(t *testing.T, name string, part phase, leftovers *leftovers) {
	t.Helper()
	points := l.rehearse(t, part, (*workspace).live)
	for i, point := range points {
		for _, moment := range []string{"before", "after"} {
			isWrite := point.Method != http.MethodGet
			if !isFull() && (!isWrite || moment == "before") {
				continue
			}
			what := whatAt(moment, i, point)
			t.Run(what, func(t *testing.T) {
				t.Parallel()
				w := l.prepare(t, part)
				w.Script(mockserver.Fault{Skip: i, Do: w.crash(moment)})
				if r := w.live(part); r.code == 0 {
					t.Fatal("the provider was killed, and the engine reports success")
				}
				w.ClearFaults()
				made := w.made()
				r := w.live(part)
				if r.code != 0 && l.stops != "" && r.says(l.stops) {
					leftovers.add(name, part, what)
					l.remedy(w, r)
					r = w.live(part)
				}
				if part == destroy && moment == "after" && r.says("does not exist", "run `terraform destroy -refresh=false`") {
					r = w.run("destroy", "-json", "-auto-approve", "-refresh=false")
				}
				if r.code != 0 {
					t.Fatalf("the next run does not converge: %s", r)
				}
				if part != destroy {
					w.mustBeClean()
				}
				l.verify(w, part)
				if lost := w.made() - l.makes(); lost > 0 {
					leftovers.add(name, part, what)
					isPosted := slices.ContainsFunc(points[:i+1], func(p mockserver.Request) bool { return p.Method == http.MethodPost })
					if part != create || lost != made || !isPosted {
						t.Errorf("%d objects are in the service and not in the state; when the provider was killed there were %d", lost, made)
					}
				}
			})
		}
	}
}

// rehearse runs a part without any fault, and returns its requests: the points at which it can be hit.
func (l life) rehearse(t *testing.T, part phase, live func(*workspace, phase) report) []mockserver.Request {
	t.Helper()
	w := l.prepare(t, part)
	if r := live(w, part); r.code != 0 {
		t.Fatalf("without any fault: %s", r)
	}
	l.verify(w, part)
	if t.Failed() {
		t.FailNow()
	}
	points := w.Requests()
	if len(points) == 0 {
		t.Fatal("nothing is sent, so there is no point to hit")
	}
	return points
}

func whatAt(moment string, i int, point mockserver.Request) string {
	return fmt.Sprintf("%s request %d, %s %s", moment, i+1, point.Method, lastSegments(point.Path))
}

// live runs a part of the life.
func (w *workspace) live(part phase) report {
	w.t.Helper()
	if part == destroy {
		return w.destroy()
	}
	return w.apply()
}

// prepare makes a workspace that is about to live a part.
func (l life) prepare(t *testing.T, part phase) *workspace {
	t.Helper()
	w := newWorkspace(t, l.options...)
	w.silent = true
	if l.seed != nil {
		l.seed(w)
	}
	w.found = w.objects()
	w.write("file.txt", "from a file\n")
	w.configure(l.created)
	if part != create {
		if part == update && l.adopted != "" {
			w.configure(l.adopted)
		}
		w.mustApply()
	}
	if part == update {
		w.write("file.txt", "from an edited file\n")
		w.configure(l.changed)
	}
	w.ResetRequests()
	return w
}

// made counts the objects that the configurations make, rather than adopt.
func (w *workspace) made() int { return w.objects() - w.found }

// objects counts those of all kinds that a configuration can make and a state can lose.
func (w *workspace) objects() int {
	return len(w.LanguageModels(w.Account.ID)) + len(w.Accounts()) + len(w.PersonModels(w.Account.ID)) +
		len(w.Persons(w.Account.ID, castID)) + len(w.State().Accounts[0].Projects)
}

// crash kills the provider before a request is carried out, or after it was and before its answer.
func (w *workspace) crash(moment string) mockserver.Action {
	if moment == "after" {
		return mockserver.After(func(*http.Request) { w.killProvider(syscall.SIGKILL) })
	}
	return mockserver.Respond(http.HandlerFunc(func(response http.ResponseWriter, _ *http.Request) {
		w.killProvider(syscall.SIGKILL)
		if connection, _, err := http.NewResponseController(response).Hijack(); err == nil {
			_ = connection.Close()
		}
	}))
}

func lastSegments(path string) string {
	segments := strings.Split(path, "/")
	return strings.Join(segments[max(0, len(segments)-2):], " ")
}

// leftovers are the points at which a kill leaves something in the service that no state knows of.
type leftovers struct {
	mu     sync.Mutex
	points []string
}

func (l *leftovers) add(name string, part phase, what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.points = append(l.points, fmt.Sprintf("%s, %s: %s", name, part, what))
}

func (l *leftovers) log(t *testing.T) {
	t.Helper()
	slices.Sort(l.points)
	t.Logf("a kill leaves something that no state knows of at %d points:\n%s", len(l.points), strings.Join(l.points, "\n"))
}
