package person_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// newCrowd returns a server with 60 persons in the model modelID, of which the service lists 25 at
// a time, and a face of the first one from a picture and one from a video.
func newCrowd(t *testing.T) (server *acctest.Server, first string) {
	t.Helper()
	server = newServer(t, mockserver.WithPageCap(25))
	for i := range 60 {
		id := server.AddPerson(server.Account.ID, modelID, mockserver.Person{Name: fmt.Sprintf("Person %02d", i)})
		if i == 0 {
			first = id
		}
	}
	server.AddFaces(server.Account.ID, modelID, first, mockserver.Face{ID: "picture"},
		mockserver.Face{ID: "video", State: "Pending", SourceType: mockserver.UploadedVideo, SourceVideoID: "abc"})
	return server, first
}

// TestData reads the data sources: how many there are, the texts of the last one, and the query of
// the first request.
func TestData(t *testing.T) {
	t.Parallel()
	server, first := newCrowd(t)
	faces := acctest.Values{"person_model_id": modelID, "person_id": first}
	forTokens := []mockserver.Operation{mockserver.GetUserAccessToken, mockserver.ListAccounts, mockserver.GetAccountAccessToken}
	for name, test := range map[string]struct {
		kind   string
		config acctest.Values
		count  int
		last   map[string]string
		query  string
	}{
		"models": {
			kind: "person_models", count: 2,
			last: map[string]string{"person_model_id": modelID, "name": "Presenters", "persons_count": "60", "is_default": "false"},
		},
		"persons": {
			kind: "persons", config: acctest.Values{"person_model_id": modelID}, count: 60,
			last: map[string]string{"name": "Person 59"}, query: "pageSize=1000&skip=0",
		},
		"one person": {
			kind: "persons", config: acctest.Values{"person_model_id": modelID, "name_prefix": "Person 00"}, count: 1,
			last:  map[string]string{"person_id": first, "sample_face_id": "picture", "last_modified": "T", "last_modifier_name": " "},
			query: "namePrefix=Person 00&pageSize=1000&skip=0",
		},
		"faces": {
			kind: "faces", config: faces, count: 2,
			last:  map[string]string{"face_id": "video", "state": "Pending", "source_type": "UploadedVideo", "source_video_id": "abc", "json": `"video"`},
			query: "pageSize=100&skip=0",
		},
		"faces of pictures": {
			kind: "faces", config: faces.With(acctest.Values{"source_type": "UploadedPicture"}), count: 1,
			last:  map[string]string{"face_id": "picture", "state": "Ok", "source_type": "UploadedPicture"},
			query: "pageSize=100&skip=0&sourceType=UploadedPicture",
		},
		"short pages": {
			kind: "faces", config: faces.With(acctest.Values{"page_size": 1}), count: 2,
			last: map[string]string{"face_id": "video"}, query: "pageSize=1&skip=0",
		},
		"a limit": {
			kind: "faces", config: faces.With(acctest.Values{"limit": 1}), count: 1,
			last: map[string]string{"face_id": "picture"}, query: "pageSize=1&skip=0",
		},
	} {
		server.ResetRequests()
		got, diags := server.Protocol(t, extended).Data(t.Context(), "videoindexer_"+test.kind, test.config)
		acctest.MustSucceed(t, diags)
		all := acctest.Elements(t, got[test.kind])
		if len(all) != test.count || test.count == 0 {
			t.Fatalf("%s: %d listed, want %d", name, len(all), test.count)
		}
		last := acctest.Parts(t, all[len(all)-1])
		for attribute, want := range test.last {
			text := acctest.Text(last[attribute])
			check.Contains(t, want, text, "%s: %s", name, attribute)
		}
		requests := slices.DeleteFunc(server.Requests(), func(r mockserver.Request) bool {
			return slices.Contains(forTokens, r.Operation)
		})
		if len(requests) == 0 {
			t.Fatalf("%s: no request but for tokens, want one for %q", name, test.query)
		}
		query, _ := url.QueryUnescape(requests[0].Query)
		check.Equal(t, test.query, query, "%s: the query", name)
	}
}

// TestDataFails reads what is not there, and with arguments that cannot be.
func TestDataFails(t *testing.T) {
	t.Parallel()
	server, _ := newCrowd(t)
	faces := acctest.Values{"person_model_id": modelID, "person_id": personID}
	for name, test := range map[string]struct {
		kind   string
		config acctest.Values
		says   []string
	}{
		"a model that is not there": {
			"persons",
			acctest.Values{"person_model_id": personID},
			[]string{"Could not list the persons of the person model", "404", personID},
		},
		"nobody":                {"faces", faces, []string{"Unable to read faces", "404", personID}},
		"page_size of no int32": {"faces", faces.With(acctest.Values{"page_size": 3000000000}), []string{"page_size must be a whole number"}},
		"page_size of zero":     {"faces", faces.With(acctest.Values{"page_size": 0}), []string{"page_size must be a whole number from 1 to 2147483647"}},
		"limit of less than 0":  {"faces", faces.With(acctest.Values{"limit": -1}), []string{"limit must be a whole number from 1 to 2147483647"}},
		"an unknown source": {
			"faces", faces.With(acctest.Values{"source_type": "Camera"}),
			[]string{`source_type "Camera" is not supported; use one of UploadedPicture, `},
		},
		"a path":         {"persons", acctest.Values{"person_model_id": "a/b"}, []string{`person_model_id "a/b" is not a GUID`}},
		"two ids in one": {"faces", faces.With(acctest.Values{"person_model_id": "a/b"}), []string{`person_model_id "a/b" is not a GUID`}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.MustSay(
				t, server.Protocol(t, extended).DataDiagnostics(t.Context(), "videoindexer_"+test.kind, test.config),
				acctest.Failure, test.says...,
			)
		})
	}
}

// TestLists lists as a query does: the names, or the errors, and the number of requests for pages.
func TestLists(t *testing.T) {
	t.Parallel()
	server, _ := newCrowd(t)
	of := acctest.Values{"person_model_id": modelID}
	for name, test := range map[string]struct {
		kind   string
		config acctest.Values
		limit  int64
		fault  mockserver.Fault
		count  int
		last   string
		pages  int
	}{
		"models":        {kind: personModel, count: 2, last: "Presenters"},
		"persons":       {kind: person, config: of, count: 60, last: "Person 59", pages: 4},
		"of all models": {kind: person, count: 60, last: "Person 59", pages: 5},
		"up to a limit": {kind: person, config: of, limit: 30, count: 30, last: "Person 29", pages: 2},
		"some of all":   {kind: person, limit: 30, count: 30, last: "first 30 of 60 results", pages: 3},
		"by name":       {kind: person, config: of.With(acctest.Values{"name_prefix": "Person 2"}), count: 10, last: "Person 29", pages: 2},
		"a page that cannot be read": {
			kind: person, config: of,
			fault: mockserver.Fault{Operation: mockserver.ListPersons, Skip: 1, Do: mockserver.Status(http.StatusForbidden)},
			count: 26, last: "Could not list the persons of the person model", pages: 2,
		},
		"models that cannot be read": {
			kind:  personModel,
			fault: mockserver.Fault{Operation: mockserver.ListPersonModels, Do: mockserver.Status(http.StatusForbidden)},
			count: 1, last: "Could not list the person models",
		},
		"models of persons that cannot be read": {
			kind:  person,
			fault: mockserver.Fault{Operation: mockserver.ListPersonModels, Do: mockserver.Status(http.StatusForbidden)},
			count: 1, last: "Could not list the person models",
		},
	} {
		server.ClearFaults()
		if test.fault.Operation != "" {
			server.Script(test.fault)
		}
		server.ResetRequests()
		listed := server.Protocol(t, extended).List(t.Context(), test.kind, test.config, false, test.limit)
		last := acctest.Listed{}
		if len(listed) > 0 {
			last = listed[len(listed)-1]
		}
		pages := server.Count(mockserver.ListPersons)
		check.Equal(t, test.count, len(listed), "%s: number listed", name)
		check.Equal(t, test.pages, pages, "%s: number of pages", name)
		message := last.String()
		check.Contains(t, test.last, message, "%s: the last one", name)
	}
}
