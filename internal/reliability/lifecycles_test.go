//go:build unix

package reliability

import (
	"fmt"
	"slices"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// lifecycle is what a resource goes through: it is created as the first configuration says, and
// changed to the second.
type lifecycle struct {
	resource         string
	isExtended       bool
	created, changed acctest.Values
}

// phase is a part of a resource's lifecycle.
type phase string

const (
	create  phase = "create"
	update  phase = "update"
	destroy phase = "destroy"
)

// lifecycles returns those of all resources, with extended operations and without, if they can do
// without.
func lifecycles() map[string]lifecycle {
	all := map[string]lifecycle{
		"videoindexer_brand, replaced": {
			"videoindexer_brand", true, fixtures.All["videoindexer_brand"].Extended[1],
			fixtures.All["videoindexer_brand"].Extended[2],
		},
	}
	for name, fixture := range fixtures.All {
		configs := fixture.Configurations(false)
		all[name] = lifecycle{resource: name, isExtended: fixture.NeedsExtended, created: configs[0], changed: configs[1]}
		if fixture.Extended != nil {
			all[name+", extended"] = lifecycle{
				resource: name, isExtended: true, created: fixture.Extended[0], changed: fixture.Extended[1],
			}
		}
	}
	return all
}

// config returns a configuration of the resource.
func (l lifecycle) config(t *testing.T, values acctest.Values) string {
	t.Helper()
	return acctest.Block(t, l.resource, values, "")
}

// options returns those of a service that the resource can live at.
func (l lifecycle) options() []mockserver.Option {
	paces := []mockserver.Option{
		mockserver.WithRenderEnd(mockserver.AfterRequests(1)), mockserver.WithIndexingEnd(mockserver.AfterRequests(1)),
	}
	if l.isExtended {
		return append(paces, mockserver.WithExtended())
	}
	return paces
}

// laterFile is the name of a file that the updates of a language model in fixtures.All add.
const laterFile = "d.txt"

// remedies are what to do about an error of a run that finds what a killed run has left, and cannot
// know whose it is: what the error and the guide say. Otherwise the next run goes on by itself.
var remedies = map[string]func(w *workspace, stopped engine.Result){
	"Unable to create person model": func(w *workspace, _ engine.Result) {
		models := w.PersonModels(w.Account.ID)
		w.RemovePerson(w.Account.ID, models[len(models)-1].ID, "")
	},
	"Language model contains another file with that name": func(w *workspace, _ engine.Result) { // as in the service's portal
		for _, m := range w.LanguageModels(w.Account.ID) {
			w.ChangeLanguageModel(w.Account.ID, m.ID, func(m *mockserver.LanguageModel) {
				m.Files = slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool {
					return f.Name == laterFile
				})
			})
		}
	},
}

// heldBy returns what a service holds, a line an object, without times and without the ids that it
// gives.
func heldBy(s *mockserver.Server) []string {
	var lines []string
	add := func(format string, arguments ...any) { lines = append(lines, fmt.Sprintf(format, arguments...)) }
	for _, a := range s.State().Accounts {
		image, _ := s.ImageModel(a.ID)
		add("account %s: %+v, image model %s %s", a.Name, a.BrandsModelSettings, image.Endpoint, image.TrainingKey)
		for _, b := range s.Brands(a.ID) {
			address := ""
			if b.ReferenceURL != nil {
				address = *b.ReferenceURL
			}
			slices.Sort(b.Tags)
			add("brand %s: %t %q %s %q", b.Name, b.Enabled, b.Description, address, b.Tags)
		}
		for _, m := range s.LanguageModels(a.ID) {
			var files []string
			for _, f := range m.Files {
				files = append(files, fmt.Sprintf("%s %t %s", f.Name, f.Enabled, f.SHA256))
			}
			slices.Sort(files)
			slices.Sort(m.TrainedOn)
			add("language model %s: %q, trained on %q", m.Name, files, m.TrainedOn)
		}
		for _, m := range s.PersonModels(a.ID) {
			if !m.IsDefault { // which comes with its account
				add("person model %s", m.Name)
			}
			for _, p := range s.Persons(a.ID, m.ID) {
				var faces []string
				for _, f := range s.Faces(a.ID, m.ID, p.ID) {
					faces = append(faces, f.URL)
				}
				slices.Sort(faces)
				add("person %s of %s: %q", p.Name, m.Name, slices.Compact(faces)) // one may have been added twice
			}
		}
		for _, summary := range a.Projects {
			p, _ := s.Project(a.ID, summary.ID)
			add("project %s of %v: %s after %d renders", p.Name, p.Ranges, p.Render, summary.Renders)
		}
		for _, summary := range a.Videos {
			v, _ := s.Video(a.ID, summary.ID)
			preset := ""
			runs := s.Reindexes(a.ID, v.ID)
			if len(runs) > 0 {
				preset = runs[len(runs)-1].Parameters.Get("indexingPreset")
			}
			add("video %s: indexed with %s, %v, %v", v.ID, preset, v.Characters, v.Transcripts)
		}
	}
	slices.Sort(lines)
	return lines
}

// lacking returns the lines that others lack, each as often as there are more of it.
func lacking(lines, others []string) []string {
	rest := slices.Clone(others)
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool {
		at := slices.Index(rest, line)
		if at >= 0 {
			rest = slices.Delete(rest, at, at+1)
		}
		return at >= 0
	})
}

// mustHold expects a service to hold what another one holds, and returns what else it holds.
func (w *workspace) mustHold(want []string) (more []string) {
	w.t.Helper()
	got := heldBy(w.Server.Server)
	more = lacking(got, want)
	less := lacking(want, got)
	if len(less) > 0 {
		check.Equal(w.t, less, more, "what the service holds")
	}
	return more
}
