package videoindexer

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestPersons sends each operation on persons and faces, and reads its answer.
func TestPersons(t *testing.T) {
	t.Parallel()
	s := newCast("Ada")
	c := s.client(t)
	want := Person{ID: "p2", Name: "Grace", SampleFaceID: "f1", LastModified: "2024-05-06T07:08:09.5Z", LastModifierName: "Ann"}
	made, err := c.CreatePerson(t.Context(), testAccount, "m", "Grace")
	if diff := cmp.Diff(&want, made); err != nil || diff != "" {
		t.Errorf("create: %v (-want +got):\n%s", err, diff)
	}
	renamed, err := c.RenamePerson(t.Context(), testAccount, "m", "p2", "Grace H.")
	if err != nil || renamed.Name != "Grace H." {
		t.Errorf("rename: %+v, %v", renamed, err)
	}
	faces, err := c.AddFaces(t.Context(), testAccount, "m", "p2", []string{"b", "a"})
	if diff := cmp.Diff([]string{"b", "a"}, faces); err != nil || diff != "" {
		t.Errorf("faces: %v, %v", faces, err)
	}
	if err := c.DeleteFace(t.Context(), testAccount, "m", "p2", "b"); err != nil {
		t.Errorf("delete a face: %v", err)
	}
	if err := c.DeletePerson(t.Context(), testAccount, "m", "p2"); err != nil {
		t.Errorf("delete: %v", err)
	}
	if err := c.DeletePerson(t.Context(), testAccount, "m", "p2"); !IsNotFound(err) {
		t.Errorf("delete again: %v", err)
	}
	requests := []string{anX17, anX16, "PUT m/Persons/p2", "POST m/Persons/p2/Faces", "DELETE m/Persons/p2/Faces/b", "DELETE m/Persons/p2", "DELETE m/Persons/p2"}
	if diff := cmp.Diff(requests, s.requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

func namesOfPersons(persons []Person) []string {
	names := make([]string, len(persons))
	for i, p := range persons {
		names[i] = p.Name
	}
	return names
}

func manyPersons(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("Person %05d", i)
	}
	return names
}

// TestListPersonsFollowsThePages lists persons at services that page as they like.
func TestListPersonsFollowsThePages(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		persons, longest int
		counted          bool
		query            PersonsQuery
		want, requests   int
	}{
		"none":                     {0, 0, false, PersonsQuery{}, 0, 1},
		"none, counted":            {0, 0, true, PersonsQuery{}, 0, 1},
		"one page":                 {20, 0, false, PersonsQuery{}, 20, 2},
		"one page, counted":        {20, 0, true, PersonsQuery{}, 20, 1},
		"pages shorter than asked": {60, 25, false, PersonsQuery{}, 60, 4},
		"shorter, and counted":     {60, 25, true, PersonsQuery{}, 60, 3},
		"ten thousand":             {10_000, 0, false, PersonsQuery{}, 10_000, 11},
		"a limit":                  {60, 25, false, PersonsQuery{Limit: 30}, 30, 2},
		"a prefix":                 {60, 0, true, PersonsQuery{NamePrefix: "person 0001"}, 10, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newCast(manyPersons(test.persons)...)
			s.longest, s.counted = test.longest, test.counted
			c := s.client(t)
			persons, err := c.ListPersons(t.Context(), testAccount, "m", test.query)
			if err != nil || len(persons) != test.want || len(s.requests()) != test.requests {
				t.Errorf("%d persons with %d requests, %v", len(persons), len(s.requests()), err)
			}
			var streamed []Person
			err = c.EachPersons(t.Context(), testAccount, "m", test.query, func(page []Person) bool {
				streamed = append(streamed, page...)
				return true
			})
			if diff := cmp.Diff(namesOfPersons(persons), namesOfPersons(streamed)); err != nil || diff != "" {
				t.Errorf("page by page: %v (-at once +page by page):\n%s", err, diff)
			}
		})
	}
}

// TestEachPersonsEnds asks for no page that nobody wants.
func TestEachPersonsEnds(t *testing.T) {
	t.Parallel()
	s := newCast(manyPersons(100)...)
	s.longest = 10
	pages := 0
	err := s.client(t).EachPersons(t.Context(), testAccount, "m", PersonsQuery{}, func([]Person) bool { pages++; return pages < 3 })
	if err != nil || pages != 3 || len(s.requests()) != 3 {
		t.Errorf("%d pages, %d requests, %v", pages, len(s.requests()), err)
	}
}

func TestPersonAnswers(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"results":[{"id":1,"name":"A","sampleFace":null}],"totalCount":1}`: "",
		`{"Results":[],"totalCount":0}`:                                      "",
		`{"totalCount":0}`:                                                   "",
		`{"results":null}`:                                                   "the answer has no results",
		`null`:                                                               "the answer has no results",
		`[]`:                                                                 "cannot unmarshal",
		`{"results":[{"name":"A"}]}`:                                         "person 1 of the page: the person has no id",
		`{"results":[null]}`:                                                 "person 1 of the page",
		`{"results":[{"id":"a","sampleFace":"f"}],"totalCount":1}`: "", // unreadable
		`{"results":[{"id":[],"name":"A"}]}`:                       "person 1 of the page",
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }, onlyToken, func(c *Config) { c.ExtendedOperations = true })
		persons, err := c.ListPersons(t.Context(), testAccount, "m", PersonsQuery{})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %+v, %v", body, persons, err)
		}
		if _, err := c.RenamePerson(t.Context(), testAccount, "m", "p", "B"); !isA[*UnexpectedAnswerError](err) {
			t.Errorf("%s as the answer of a rename: %v", body, err)
		}
	}
}

// TestUnreadablePerson reads persons from a list that shows one of them in another form than described.
func TestUnreadablePerson(t *testing.T) {
	t.Parallel()
	const body = `{"results":[{"id":"a","name":"Ada"},{"id":"b","name":{}}],"totalCount":2}`
	c := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }, onlyToken, extended)
	if person, err := c.ReadPerson(t.Context(), testAccount, "m", "a", ""); err != nil || person.Name != "Ada" {
		t.Errorf("%+v, %v", person, err)
	}
	if person, err := c.ReadPerson(t.Context(), testAccount, "m", "b", ""); !isA[*UnexpectedAnswerError](err) || !strings.Contains(err.Error(), "person b of the list") {
		t.Errorf("%+v, %v", person, err)
	}
}

// TestAddFacesAnswers reads the ids of faces that were added, one for each picture.
func TestAddFacesAnswers(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`["a",7]`:       "",
		`["a"]`:         "1 ids were returned for 2 pictures",
		`["a",""]`:      "the id of face 2 is empty",
		`["a",null]`:    "the id of face 2 is empty",
		``:              "unexpected end",
		`{"ids":["a"]}`: "cannot unmarshal",
	} {
		c := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }, onlyToken, func(c *Config) { c.ExtendedOperations = true })
		ids, err := c.AddFaces(t.Context(), testAccount, "m", "p", []string{"https://a.example/1", "https://a.example/2"})
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) || !isA[*UnexpectedAnswerError](err)) {
			t.Errorf("%s: %v, %v", body, ids, err)
		}
	}
	t.Run("lost", func(t *testing.T) {
		t.Parallel()
		s := newCast("Ada")
		s.before = losing("POST m/Persons/p1/Faces")
		if _, err := s.client(t).AddFaces(t.Context(), testAccount, "m", "p1", []string{"a"}); !isA[*AmbiguousError](err) || len(s.requests()) != 1 {
			t.Errorf("%v with %q", err, s.requests())
		}
	})
}

// TestReadPersonSharesLists reads every person of a model: one request, as long as all are found.
func TestReadPersonSharesLists(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		longest  int
		counted  bool
		gone     bool
		requests int
	}{
		"all there":               {0, false, false, 1},
		"one is gone":             {0, false, true, 3}, // the whole list, with the empty page that ends it
		"one is gone, counted":    {0, true, true, 2},
		"short pages":             {40, false, false, 5},
		"short pages, counted":    {40, true, false, 3},
		"one is gone, short ones": {40, false, true, 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newCast(manyPersons(100)...)
			s.longest, s.counted = test.longest, test.counted
			c := s.client(t)
			var all sync.WaitGroup
			for i := range 100 {
				all.Go(func() {
					person, err := c.ReadPerson(t.Context(), testAccount, "m", fmt.Sprintf("P%d", i+1), "")
					if err != nil || person == nil || person.Name != fmt.Sprintf("Person %05d", i) {
						t.Errorf("person %d: %+v, %v", i, person, err)
					}
				})
			}
			all.Wait()
			if test.gone {
				if person, err := c.ReadPerson(t.Context(), testAccount, "m", "nobody", "Nobody"); person != nil || err != nil {
					t.Errorf("who is gone: %+v, %v", person, err)
				}
			}
			if n := len(s.requests()); n != test.requests {
				t.Errorf("%d requests, want %d", n, test.requests)
			}
		})
	}
}

// TestReadPersonAfterWrite reads persons of a model that this process has written to, and of one that it has not.
func TestReadPersonAfterWrite(t *testing.T) {
	t.Parallel()
	s := newCast("Ada", "Bea")
	c := s.client(t)
	read := func(id, name string) *Person {
		t.Helper()
		person, err := c.ReadPerson(t.Context(), testAccount, "m", id, name)
		if err != nil {
			t.Fatal(err)
		}
		return person
	}
	read("p1", "Ada")
	if _, err := c.RenamePerson(t.Context(), testAccount, "m", "p1", "Ada L."); err != nil {
		t.Fatal(err)
	}
	if p := read("p1", "Ada L."); p == nil || p.Name != "Ada L." {
		t.Errorf("after a rename: %+v", p)
	}
	s.change(func() { s.people[1]["name"] = "Grace" })
	if p := read("p2", "Bea"); p == nil || p.Name != "Grace" {
		t.Errorf("after a rename by someone else: %+v", p)
	}
	if p := read("p3", "Nobody"); p != nil {
		t.Errorf("who is gone: %+v", p)
	}
	s.change(func() { s.models[0]["id"] = "other" })
	if _, err := c.ReadPerson(t.Context(), testAccount, "m", "p1", ""); !IsNotFound(err) {
		t.Errorf("of a model that is gone: %v", err)
	}
	if _, err := c.CreatePerson(t.Context(), testAccount, "m", "Ada"); !IsNotFound(err) || s.count(anX16) > 0 {
		t.Errorf("created in a model that is gone: %v", err)
	}
}

// TestReadPersonWhileWritten begins a write while the whole list is on its way: the list may miss it.
func TestReadPersonWhileWritten(t *testing.T) {
	t.Parallel()
	s := newCast("Ada")
	c := s.client(t)
	once := sync.OnceFunc(func() { c.personLists.of("m").written(testAccount) })
	s.before = func(_ http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
		if r.URL.Query().Get("skip") == "1" {
			once()
			s.change(func() { s.addPerson("Bea") })
		}
		return false
	}
	if p, err := c.ReadPerson(t.Context(), testAccount, "m", "p2", "Bea"); err != nil || p == nil {
		t.Errorf("read %+v, %v", p, err)
	}
}

// TestCreatePersonOnce loses the answer of a create: the new person is distinguished from those of the same name.
func TestCreatePersonOnce(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		also  []string // who is made at the same time by someone else
		found bool
	}{"alone": {nil, true}, "beside another name": {[]string{"Ada L."}, true}, "beside another of that name": {[]string{"Ada"}, false}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newCast("Ada", "Ada")
				lost := losing(anX16)
				s.before = func(w http.ResponseWriter, r *http.Request, do func(http.ResponseWriter)) bool {
					isLost := lost(w, r, do)
					if isLost {
						s.change(func() {
							for _, name := range test.also {
								s.addPerson(name)
							}
						})
					}
					return isLost
				}
				c := serveInBubble(t, s.ServeHTTP, onlyToken, func(c *Config) { c.ExtendedOperations = true })
				person, err := c.CreatePerson(t.Context(), testAccount, "m", "Ada")
				if test.found && (err != nil || person.ID != "p3") || !test.found && !isA[*AmbiguousError](err) {
					t.Errorf("created %+v, %v", person, err)
				}
				if n := s.count(anX16); n != 1 {
					t.Errorf("sent %d times", n)
				}
				pause(time.Minute)
			})
		})
	}
}

// TestConnections sends what changes in the connections of an account, and reads what is answered.
func TestConnections(t *testing.T) {
	t.Parallel()
	var body string
	answer := ""
	status := http.StatusOK
	s := newService(t, func(r sent) reply {
		body = r.Method + " " + r.Path[strings.LastIndex(r.Path, "/")+1:] + " " + r.Body
		return reply{status: status, body: answer}
	})
	s.config.ExtendedOperations = true
	for want, change := range map[string]MediaConnectionChange{
		`PATCH MediaServices {"directoryConnection":{"applicationId":"app","applicationKey":"the new key"}}`: {
			DirectoryConnection: &DirectoryConnection{ApplicationID: "app", ApplicationKey: "the new key"},
		},
		`PATCH MediaServices {"subscriptionId":"s","resourceGroup":"g"}`: {SubscriptionID: "s", ResourceGroup: "g"},
	} {
		if err := s.UpdateMediaConnection(t.Context(), testAccount, change); err != nil || body != want {
			t.Errorf("sent %s, %v", body, err)
		}
	}
	connection := ImageModelConnection{TrainingKey: "the training key", PredictionKey: "the prediction key", Endpoint: "https://a.example", PredictionResourceID: "p"}
	for shape, want := range map[string]*ImageModel{
		``: nil, ` `: nil, `{}`: nil,
		`{"endpoint":"https://b.example","predictionResourceId":"q"}`: {Endpoint: "https://b.example", PredictionResourceID: "q"},
	} {
		answer = shape
		held, err := s.ConnectImageModel(t.Context(), testAccount, connection)
		if diff := cmp.Diff(want, held); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", shape, err, diff)
		}
	}
	var given map[string]string
	if err := json.Unmarshal([]byte(strings.TrimPrefix(body, "PUT ImageModel ")), &given); err != nil || len(given) != 4 || given["trainingKey"] != "the training key" {
		t.Errorf("sent %s, %v", body, err)
	}
	answer, status = `{"ErrorType":"INVALID_INPUT","Message":"the training key, the prediction key and the new key are wrong"}`, http.StatusBadRequest
	_, err := s.ConnectImageModel(t.Context(), testAccount, connection)
	if err == nil || strings.Contains(err.Error(), "the training key") || strings.Contains(err.Error(), "the prediction key") || strings.Contains(err.Error(), "the new key") {
		t.Errorf("the error holds a key: %v", err)
	}
	answer, status = `[1]`, http.StatusOK
	if _, err := s.ConnectImageModel(t.Context(), testAccount, connection); !isA[*UnexpectedAnswerError](err) {
		t.Errorf("an answer of another shape: %v", err)
	}
	answer, status = "", http.StatusNoContent
	if err := s.DisconnectImageModel(t.Context(), testAccount); err != nil || body != "DELETE ImageModel " {
		t.Errorf("sent %s, %v", body, err)
	}
}
