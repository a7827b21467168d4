package person_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	address  = "data.videoindexer_faces.test"
	modelID  = "11111111-2222-4333-8444-555555555555"
	personID = "66666666-7777-4888-8999-aaaaaaaaaaaa"
)

// newServer is a mock server that holds a person with n faces, every third of them from a video.
func newServer(t *testing.T, n int, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, opts...)
	server.SeedFaces(server.Account.ID, modelID, personID, n)
	return server
}

func block(lines string) string {
	return fmt.Sprintf("data \"videoindexer_faces\" \"test\" {\n  person_model_id = %q\n  person_id = %q\n%s\n}\n", modelID, personID, lines)
}

// showsSeeded expects the faces that a server was given, each once.
func showsSeeded(n int) statecheck.StateCheck {
	faces := make([]knownvalue.Check, n)
	for i := range faces {
		faces[i] = knownvalue.ObjectPartial(map[string]knownvalue.Check{"face_id": knownvalue.StringExact(fmt.Sprintf("face0000-0000-4000-8000-%012d", i))})
	}
	return statecheck.ExpectKnownValue(address, tfjsonpath.New("faces"), knownvalue.ListExact(faces))
}

func shows(n int) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New("faces"), knownvalue.ListSizeExact(n))
}

// TestAccFaces_pages follows the pages to the end in every shape that the answer may have. The
// service's own cap is below the page size that is asked for.
func TestAccFaces_pages(t *testing.T) {
	t.Parallel()
	for name, shape := range map[string]mockserver.FacesShape{
		"object": mockserver.FacesObject, "object without a total": mockserver.FacesObjectWithoutTotal, "array": mockserver.FacesArray,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, 60, mockserver.Faces(shape))
			server.Script(
				mockserver.Fault{Endpoint: 22, Do: mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0")},
				mockserver.Fault{Endpoint: 22, Skip: 1, Do: mockserver.ResetAfter()},
			)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: server.Config(block("")), ConfigStateChecks: []statecheck.StateCheck{showsSeeded(60)}}},
			})
		})
	}
}

func TestAccFaces_arguments(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		lines string
		want  int
		asks  map[string]string // the query of the first request
	}{
		"nothing":     {"", 9, map[string]string{"pageSize": "100", "skip": "0", "sourceType": ""}},
		"page_size":   {"page_size = 4", 9, map[string]string{"pageSize": "4", "skip": "0"}},
		"limit":       {"limit = 5", 5, map[string]string{"skip": "0"}},
		"source_type": {`source_type = "UploadedVideo"`, 3, map[string]string{"sourceType": "UploadedVideo"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, 9)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config:            server.Config(block(test.lines)),
					ConfigStateChecks: []statecheck.StateCheck{shows(test.want)},
					Check:             acctest.Remote(func() error { return firstAsk(server, test.asks) }),
				}},
			})
		})
	}
}

// firstAsk checks the query of the first request for faces.
func firstAsk(server *acctest.Server, want map[string]string) error {
	for _, request := range server.Requests() {
		if request.Endpoint != 22 {
			continue
		}
		query, err := url.ParseQuery(request.Query)
		if err != nil {
			return err
		}
		for name, value := range want {
			if query.Get(name) != value {
				return fmt.Errorf("%s is %q in %s, want %q", name, query.Get(name), request.Query, value)
			}
		}
		return nil
	}
	return fmt.Errorf("faces were never asked for")
}

// TestAccFaces_face looks at the attributes of one face, and at what the service says beyond them.
func TestAccFaces_face(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	server.AddFaces(server.Account.ID, modelID, personID,
		mockserver.Face{ID: "picture"},
		mockserver.Face{ID: "video", State: "Pending", SourceType: mockserver.UploadedVideo, SourceVideoID: "abc"})
	face := func(i int, name string) tfjsonpath.Path {
		return tfjsonpath.New("faces").AtSliceIndex(i).AtMapKey(name)
	}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{{
			Config: server.Config(block("")),
			ConfigStateChecks: []statecheck.StateCheck{
				shows(2),
				statecheck.ExpectKnownValue(address, face(0, "face_id"), knownvalue.StringExact("picture")),
				statecheck.ExpectKnownValue(address, face(0, "state"), knownvalue.StringExact("Ok")),
				statecheck.ExpectKnownValue(address, face(0, "source_type"), knownvalue.StringExact("UploadedPicture")),
				statecheck.ExpectKnownValue(address, face(0, "source_video_id"), knownvalue.Null()),
				statecheck.ExpectKnownValue(address, face(1, "face_id"), knownvalue.StringExact("video")),
				statecheck.ExpectKnownValue(address, face(1, "state"), knownvalue.StringExact("Pending")),
				statecheck.ExpectKnownValue(address, face(1, "source_type"), knownvalue.StringExact("UploadedVideo")),
				statecheck.ExpectKnownValue(address, face(1, "source_video_id"), knownvalue.StringExact("abc")),
				statecheck.ExpectKnownValue(address, face(1, "json"), knownvalue.StringFunc(func(text string) error {
					var got struct{ ID string }
					if err := json.Unmarshal([]byte(text), &got); err != nil {
						return err
					}
					if got.ID != "video" {
						return fmt.Errorf("the id in %s is %q, want video", text, got.ID)
					}
					return nil
				})),
			},
		}},
	})
}

func TestAccFaces_none(t *testing.T) {
	t.Parallel()
	server := newServer(t, 0)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{{Config: server.Config(block("")), ConfigStateChecks: []statecheck.StateCheck{shows(0)}}},
	})
}

func TestAccFaces_badInput(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ body, expect string }{
		"page_size of no int32": {block("page_size = 3000000000"), `(?s)page_size.*int32`},
		"page_size of zero":     {block("page_size = 0"), `page_size must be at least 1`},
		"limit of no int32":     {block("limit = 3000000000"), `(?s)limit.*int32`},
		"limit of less than 0":  {block("limit = -1"), `limit must be at least 1`},
		"unknown source":        {block(`source_type = "Camera"`), `(?s)source_type.*"UploadedPicture"`},
		"no guid":               {"data \"videoindexer_faces\" \"test\" {\n  person_model_id = \"model\"\n  person_id = \"" + personID + "\"\n}", `(?s)person_model_id.*GUID`},
		"nobody": {
			"data \"videoindexer_faces\" \"test\" {\n  person_model_id = \"" + modelID + "\"\n  person_id = \"99999999-9999-4999-8999-999999999999\"\n}",
			`(?s)Unable to read faces.*404.*99999999-9999-4999-8999-999999999999`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, 1)
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{Config: server.Config(test.body), ExpectError: regexp.MustCompile(test.expect)}},
			})
		})
	}
}
