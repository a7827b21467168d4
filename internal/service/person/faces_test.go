package person_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestFacesFail has a part of a change of faces fail: the error names the label, the state shows
// what is there, and the next run does the rest. No face is deleted as long as a new one is
// missing.
func TestFacesFail(t *testing.T) {
	t.Parallel()
	const surplus = "Delete surplus faces"
	for name, test := range map[string]struct {
		options        []mockserver.Option
		before, wanted []string // faces; nil before: a create
		faults         func(*acctest.Server) []mockserver.Fault
		says           []string
		adds           int // requests that add faces
		want           string
		labels         []string
		after          string
	}{
		"a refused picture of an update": {
			options: []mockserver.Option{mockserver.WithRefusedPictures("blurred", "INVALID_PICTURE")},
			before:  []string{"a", "one", "b", "two"}, wanted: []string{"a", "blurred", "b", "two", "c", "three"},
			says: []string{`Could not add face "a" of person "Ada"`, "INVALID_PICTURE", "shows one face from the front"},
			adds: 2,
			want: "Ada: one three two", labels: []string{"a", "one", "b", "two", "c", "three"},
			after: "Ada: one three two",
		},
		"an account without faces": {
			options: []mockserver.Option{mockserver.WithRefusedPictures("", "FACE_IDENTIFICATION_NOT_ALLOWED")},
			wanted:  []string{"a", "one", "b", "two"},
			says:    []string{`Could not add face "a"`, "FACE_IDENTIFICATION_NOT_ALLOWED", "Request approval from the service"},
			adds:    1,
			want:    "Ada:", after: "Ada:",
		},
		"nothing can be added": {
			before: []string{"a", "one", "z", "old"}, wanted: []string{"a", "one", "b", "two", "c", "three"},
			faults: func(*acctest.Server) []mockserver.Fault {
				return []mockserver.Fault{{Operation: mockserver.AddFace, Do: mockserver.ResetBefore()}}
			},
			says: []string{`face "b"`, "do not show exactly one new picture", surplus}, adds: 1,
			want: "Ada: old one", labels: []string{"a", "one", "z", "old"}, after: "Ada: one three two",
		},
		"nothing can be read": {
			before: []string{"a", "one", "z", "old"}, wanted: []string{"a", "one", "b", "two"},
			faults: func(*acctest.Server) []mockserver.Fault {
				return []mockserver.Fault{
					{Operation: mockserver.ListFaces, Do: mockserver.Status(http.StatusForbidden)},
				}
			},
			says: []string{`Could not read the faces of person "Ada"`},
			want: "Ada: old one", labels: []string{"a", "one", "z", "old"}, after: "Ada: one two",
		},
		"a replaced face cannot be deleted": {
			before: []string{"a", "one", "z", "old"}, wanted: []string{"a", "two"},
			faults: func(*acctest.Server) []mockserver.Fault {
				return []mockserver.Fault{
					{Operation: mockserver.DeleteFace, Do: mockserver.Body(http.StatusOK, "text/html", "<html>Welcome</html>")},
				}
			},
			says: []string{`Could not delete face "a"`}, adds: 1,
			want:   "Ada: old one two",
			labels: []string{"a", "two", "a (replaced)", "one", "z", "old"}, after: "Ada: two",
		},
		"others add a face to a lost one": {
			before: []string{"a", "one"}, wanted: []string{"a", "three"},
			faults: func(server *acctest.Server) []mockserver.Fault {
				theirs := mockserver.Before(func(*http.Request) {
					ada := server.Persons(server.Account.ID, modelID)[0].ID
					server.AddFaces(server.Account.ID, modelID, ada, mockserver.Face{
						ID: "face0000-0000-4000-8000-000000000001", URL: picture("theirs"),
					})
				})
				return []mockserver.Fault{
					{Operation: mockserver.AddFace, Do: mockserver.StatusAfter(http.StatusGatewayTimeout)},
					{Operation: mockserver.ListFaces, Skip: 1, Do: theirs},
				}
			},
			says: []string{`face "a"`, surplus}, adds: 1,
			want: "Ada: one theirs three", labels: []string{"a", "one"}, after: "Ada: theirs three three",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) {
				server := newServer(t, test.options...)
				instance := newInstance(t, server, person)
				if test.before != nil {
					instance.Run(personNamed("Ada", test.before...))
				}
				plan := instance.PlanWithRefresh(personNamed("Ada", test.wanted...))
				if test.faults != nil {
					server.Script(test.faults(server)...)
				}
				server.ResetRequests()
				diags := instance.Apply(t.Context(), plan)
				failure := acctest.MustSay(t, diags, acctest.Failure, test.says...)
				check.Equal(t, slices.Contains(test.says, surplus), strings.Contains(failure.Detail, surplus), "%q of a face that may have been added, in %s", surplus, failure.Detail)
				check.Equal(t, test.adds, server.Count(mockserver.AddFace), "pictures were sent")
				wantPersons(t, server, test.want)
				wantLabels(t, server, instance, test.labels...)
				if test.before == nil {
					acctest.MustSay(t, diags, acctest.Warning, `Person "Ada" was created despite the error`, "terraform untaint")
					instance.Object.IsTainted = false // as terraform untaint does
				}
				server.ClearFaults()
				plan = instance.PlanWithRefresh(personNamed("Ada", test.wanted...))
				if !plan.IsUpdate {
					t.Errorf("want an update that adds what is missing. Planned: %s", plan)
				}
				instance.Apply(t.Context(), plan)
				wantPersons(t, server, test.after)
			})
		})
	}
}

// TestReplacedFaceIsGone has others delete a face before the update that replaces it does.
func TestReplacedFaceIsGone(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instance := applied(t, server, person, personNamed("Ada", "a", "one"))
	id := instance.Texts()["person_id"]
	server.Script(mockserver.Fault{Operation: mockserver.DeleteFace, Do: mockserver.Before(func(*http.Request) {
		server.RemoveFaces(server.Account.ID, modelID, id, func(f mockserver.Face) bool { return f.URL == picture("one") })
	})})
	instance.MustConverge(personNamed("Ada", "a", "two"))
	wantPersons(t, server, "Ada: two")
}

// TestFacesAreRead reads the faces by one request in each refresh.
func TestFacesAreRead(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	instance := applied(t, server, person, personNamed("Ada", "front", "a", "left", "b"))
	id := instance.Texts()["person_id"]
	for _, state := range []string{"Failed", "Ok"} {
		// The state of a face is no modification of its person. Letter case does not matter in a
		// GUID.
		server.ChangeFaces(server.Account.ID, modelID, id, func(f *mockserver.Face) {
			f.State = state
			f.ID = strings.ToUpper(f.ID)
		})
		acctest.Restart(instance)
		acctest.MustSucceed(t, instance.Refresh(t.Context()))
		check.Equal(t, 1, server.Count(mockserver.ListFaces), "%s: reads of the faces", state)
		faces := acctest.Text(instance.State()["faces"])
		check.Equal(t, 2, strings.Count(faces, "state:"+state), "faces in state %s of %s", state, faces)
	}
}
