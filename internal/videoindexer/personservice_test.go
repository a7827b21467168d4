package videoindexer

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// personService is a service that keeps person models, persons and faces of one account.
type personService struct {
	recorder

	models []map[string]any
	people []map[string]any // of every model
	made   int
	// longest is the service's cap of a page; 0 for none. counted adds totalCount to it.
	longest int
	counted bool
}

const (
	anX12 = "POST"
	anX13 = "GET"
	anX16 = "POST m/Persons"
	anX17 = "GET m/Persons"
)

// newPersonService is a service with the model m, which has persons with these names; their ids are p1, p2 and so on.
func newPersonService(names ...string) *personService {
	s := &personService{models: []map[string]any{{"id": "m", "name": "Presenters", "isDefault": true, "personsCount": len(names)}}}
	for _, name := range names {
		s.addPerson(name)
	}
	return s
}

func (s *personService) addPerson(name string) map[string]any {
	person := map[string]any{
		"id": fmt.Sprintf("p%d", len(s.people)+1), "name": name, "sampleFace": map[string]any{"id": "f1", "state": "Ok"},
		"lastModified": "2024-05-06T07:08:09.5", "lastModifierName": "Ann",
	}
	s.people = append(s.people, person)
	return person
}

func (s *personService) client(t *testing.T) *Client {
	t.Helper()
	return serve(t, s.ServeHTTP, onlyToken, extended)
}

func (s *personService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.serve(w, r, logged(r, "PersonModels"), func() (int, any) { return s.answer(r, strings.Split(below(r, "PersonModels"), "/"), body) })
}

func (s *personService) answer(r *http.Request, parts []string, body []byte) (int, any) {
	name := r.URL.Query().Get("name")
	missing := map[string]string{"ErrorType": "NOT_FOUND", "Message": "there is none"}
	byID := func(list []map[string]any, id string) int {
		return slices.IndexFunc(list, func(one map[string]any) bool { return one["id"] == id })
	}
	if parts[0] == "" { // the models
		if r.Method == http.MethodGet {
			return http.StatusOK, s.models
		}
		s.made++
		s.models = append(s.models, map[string]any{"id": fmt.Sprintf("new%d", s.made), "name": name, "isDefault": false, "personsCount": 0})
		return http.StatusCreated, maps.Clone(s.models[len(s.models)-1])
	}
	model := byID(s.models, parts[0])
	switch {
	case model < 0:
		return http.StatusNotFound, missing
	case len(parts) == 1 && r.Method == http.MethodDelete:
		s.models = slices.Delete(s.models, model, model+1)
		return http.StatusNoContent, nil
	case len(parts) == 1:
		s.models[model]["name"] = name
		return http.StatusOK, s.models[model]
	case len(parts) == 2 && r.Method == http.MethodPost:
		return http.StatusCreated, s.addPerson(name)
	case len(parts) == 2:
		return http.StatusOK, s.page(r)
	}
	person := byID(s.people, parts[2])
	switch {
	case person < 0:
		return http.StatusNotFound, missing
	case len(parts) == 3 && r.Method == http.MethodPut:
		s.people[person]["name"] = name
		return http.StatusOK, s.people[person]
	case len(parts) == 3:
		s.people = slices.Delete(s.people, person, person+1)
		return http.StatusNoContent, nil
	case len(parts) == 5:
		return http.StatusNoContent, nil
	}
	var in struct{ URLs []string }
	if err := json.Unmarshal(body, &in); err != nil {
		return http.StatusBadRequest, nil
	}
	return http.StatusCreated, slices.Clone(in.URLs) // its own ids of faces
}

// page is X17.
func (s *personService) page(r *http.Request) any {
	query := r.URL.Query()
	size, _ := strconv.Atoi(query.Get("pageSize"))
	skip, _ := strconv.Atoi(query.Get("skip"))
	if s.longest > 0 {
		size = min(size, s.longest)
	}
	found := slices.DeleteFunc(append([]map[string]any{}, s.people...), func(p map[string]any) bool {
		return !strings.HasPrefix(strings.ToLower(p["name"].(string)), strings.ToLower(query.Get("namePrefix")))
	})
	page := map[string]any{"results": found[min(skip, len(found)):min(skip+size, len(found))], "pageSize": size, "skip": skip}
	if s.counted {
		page["totalCount"] = len(found)
	}
	return page
}

// lose carries a request out, where do says how, and loses its answer.
func lose(w http.ResponseWriter, do func(http.ResponseWriter)) {
	if do != nil {
		do(httptest.NewRecorder())
	}
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = conn.Close()
	}
}
