package videoindexer

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

func extended(config *Config) { config.ExtendedOperations = true }

// brandService is a service that keeps the brands of one account.
type brandService struct {
	recorder // whose log has the last part of the path

	brands map[int]map[string]any
	// listed changes a brand on its way into the list; nil hides it.
	listed func(map[string]any) map[string]any
	// created changes the answer of a create: a body of its own, or none.
	created func(map[string]any) string
}

const (
	anX1 = "GET Brands"
	anX2 = "POST Brands"
)

func aGet(id int) string { return fmt.Sprintf("GET %d", id) }

func wholeBrand(id int, name string) map[string]any {
	return map[string]any{
		"id": id, "name": name, "enabled": true, "description": "", "referenceUrl": nil, "tags": []string{}, "accountId": testAccountID,
		"lastModifierUserName": "Ann", "create": "2024-05-06T07:08:09Z", "lastModified": "2024-05-06T07:08:09Z",
	}
}

func newBrandService(names ...string) *brandService {
	s := &brandService{brands: map[int]map[string]any{}}
	for i, name := range names {
		s.brands[i+1] = wholeBrand(i+1, name)
	}
	return s
}

func (s *brandService) change(id int, change func(map[string]any)) {
	s.recorder.change(func() { change(s.brands[id]) })
}

func (s *brandService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	content, _ := io.ReadAll(r.Body)
	last := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]
	s.serve(w, r, r.Method+" "+last, func() (int, any) { return s.answer(r.Method, last, content) })
}

func (s *brandService) answer(method, last string, content []byte) (int, any) {
	id, _ := strconv.Atoi(last)
	switch {
	case method == http.MethodGet && last == "Brands":
		list := []map[string]any{}
		for id := range 100 {
			brand := s.brands[id]
			if brand != nil && s.listed != nil {
				brand = s.listed(maps.Clone(brand))
			}
			if brand != nil {
				list = append(list, brand)
			}
		}
		return http.StatusOK, list
	case method == http.MethodPost:
		brand := wholeBrand(0, "")
		_ = json.Unmarshal(content, &brand)
		for _, other := range s.brands {
			if other["name"] == brand["name"] {
				return http.StatusBadRequest, map[string]any{"ErrorType": "ALREADY_EXISTS", "Message": "taken"}
			}
		}
		brand["id"] = 50 + len(s.brands)
		s.brands[50+len(s.brands)] = brand
		if s.created != nil {
			return http.StatusCreated, s.created(maps.Clone(brand))
		}
		return http.StatusCreated, brand
	case s.brands[id] == nil:
		return http.StatusNotFound, map[string]any{"ErrorType": "NOT_FOUND", "Message": "no such brand"}
	case method == http.MethodDelete:
		delete(s.brands, id)
		return http.StatusNoContent, nil
	case method == http.MethodPut:
		brand := s.brands[id]
		_ = json.Unmarshal(content, &brand)
	}
	return http.StatusOK, s.brands[id]
}

func answerJSON(w http.ResponseWriter, status int, value any) {
	text, _ := json.Marshal(value)
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

func asJSON(value any) string {
	text, _ := json.Marshal(value)
	return string(text)
}

// withCapitals begins the names of members with a capital letter.
func withCapitals(brand map[string]any) map[string]any {
	capital := map[string]any{}
	for name, value := range brand {
		capital[strings.ToUpper(name[:1])+name[1:]] = value
	}
	return capital
}

// readEach reads brands one after the other, and fails where one has another name.
func readEach(t *testing.T, c *Client, names ...string) {
	t.Helper()
	for i, name := range names {
		if brand, err := c.ReadBrand(t.Context(), testAccount, int32(i+1)); err != nil || brand.Name != name {
			t.Errorf("brand %d is %+v, %v; want the name %q", i+1, brand, err, name)
		}
	}
}

// hangUp ends the connection of a request.
func hangUp(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = conn.Close()
	}
}
