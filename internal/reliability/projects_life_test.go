//go:build unix

package reliability

import (
	"fmt"
	"slices"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// ofTwoVideos is an account with two videos and extended operations.
func ofTwoVideos(w *workspace) {
	allowExtended(w)
	for _, id := range []string{"one", "two"} {
		w.AddVideo(w.Account.ID, mockserver.Video{ID: id})
	}
}

func newProjectBlock(name, video, lines string) string {
	return fmt.Sprintf("resource \"videoindexer_project\" \"it\" {\n  name = %q\n  video_ranges = [{ video_id = %q, start = \"00:00:01\", end = \"0:00:02.500\" }]\n  render = true\n  %s\n}\n", name, video, lines)
}

// newProjectLife creates a project, renders it, and changes it, which renders it again. It looks at the newest project: an older
// one is what a crash has left.
func newProjectLife() life {
	return life{
		options: []mockserver.Option{mockserver.Extended(), mockserver.RenderPace(mockserver.AfterRequests(1))},
		seed:    ofTwoVideos,
		created: newProjectBlock("One", "one", ""), changed: newProjectBlock("Two", "two", ""),
		creates: true,
		holds: func(w *workspace) string {
			newest, ok := w.newestProject()
			if !ok {
				return "nothing"
			}
			return fmt.Sprintf("%s of %v: %s after %d renders", newest.Name, newest.Ranges, newest.Render, len(w.Renders(w.Account.ID, newest.ID)))
		},
		want: map[phase]string{
			create:  "One of [{one 00:00:01 00:00:02.500}]: Succeeded after 1 renders",
			update:  "Two of [{two 00:00:01 00:00:02.500}]: Succeeded after 2 renders",
			destroy: "nothing",
		},
	}
}

// newProjects are the projects that Terraform has created, the oldest first.
func (w *workspace) newProjects() []mockserver.Project {
	var all []mockserver.Project
	for _, summary := range w.State().Accounts[0].Projects {
		if p, ok := w.Project(w.Account.ID, summary.ID); ok && p.ID != projectID {
			all = append(all, p)
		}
	}
	slices.SortFunc(all, func(a, b mockserver.Project) int { return a.Created.Compare(b.Created) })
	return all
}

func (w *workspace) newestProject() (mockserver.Project, bool) {
	all := w.newProjects()
	if len(all) == 0 {
		return mockserver.Project{}, false
	}
	return all[len(all)-1], true
}
