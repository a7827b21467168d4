//go:build unix

package reliability

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	otherAccount  = "5E1F0C3A-9B7D-4E62-8A14-D03C6B2F9E70"
	otherLocation = "elsewhere"
	otherKey      = "key-of-the-other-service"
	// listedAfter is how long the other service does not list a brand that was created.
	listedAfter = 300 * time.Millisecond
)

// otherService is a second service of the operations on brands, their settings and language models, written from the
// descriptions alone. Where they leave something open, it does what the mock server does not do by default.
type otherService struct {
	t          *testing.T
	url        string
	mu         sync.Mutex
	brands     map[int32]otherBrand
	models     []*otherModel
	enabled    bool // what the settings call state
	useBuiltIn bool
	tokens     map[string]string // the scope by token
	requestIDs map[string]bool
	videos     map[string]*otherVideo
	projects   map[string]*otherProject
}

// otherBrand has no more than what is kept; its texts are null where they are empty.
type otherBrand struct {
	Name, Description, ReferenceURL string
	Enabled                         bool
	Tags                            []string
	made                            time.Time
}

func newOtherService(t *testing.T) *otherService {
	t.Helper()
	s := &otherService{t: t, brands: map[int32]otherBrand{}, tokens: map[string]string{}, requestIDs: map[string]bool{}, enabled: true}
	const account = "/" + otherLocation + "/Accounts/" + otherAccount
	lacking := func(c *otherCall) { c.WriteHeader(http.StatusMethodNotAllowed) } // X22
	mux := http.NewServeMux()
	routes := map[string]func(*otherCall){
		"GET /auth/" + otherLocation + "/Users/me/AccessToken":  s.userToken,
		"GET /auth" + account + "/AccessToken":                  lacking,
		"GET /" + otherLocation + "/Accounts":                   s.accounts,
		"GET " + account + "/Customization/Brands":              s.list,
		"POST " + account + "/Customization/Brands":             s.create,
		"GET " + account + "/Customization/Brands/{id}":         s.get,
		"PUT " + account + "/Customization/Brands/{id}":         s.put,
		"DELETE " + account + "/Customization/Brands/{id}":      s.remove,
		"GET " + account + "/Customization/BrandsModelSettings": s.settings,
		"PUT " + account + "/Customization/BrandsModelSettings": s.putSettings,
	}
	maps.Copy(routes, s.videoRoutes(account))
	maps.Copy(routes, s.projectRoutes(account))
	maps.Copy(routes, s.languageRoutes(account))
	for pattern, handle := range routes {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) { s.serve(&otherCall{ResponseWriter: w, r: r}, handle) })
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		// A provider whose engine another test has killed may still ask for its own server, which had this port before.
		if strings.Contains(r.URL.Path, "/"+otherLocation+"/") {
			t.Errorf("the other service has no %s %s", r.Method, r.URL.Path)
		}
		http.NotFound(w, r)
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	s.url = server.URL
	return s
}

// otherCall is a request and its answer.
type otherCall struct {
	http.ResponseWriter
	r  *http.Request
	id int32 // of the path
}

func (c *otherCall) answer(status int, body any) {
	c.Header().Set("Content-Type", "text/json")
	c.WriteHeader(status)
	_ = json.NewEncoder(c).Encode(body)
}

// refuse answers with an error object: capitals here, small letters and further members there.
func (c *otherCall) refuse(status int, kind, text string) {
	if c.r.Method == http.MethodGet {
		c.answer(status, map[string]any{"ErrorType": kind, "Message": text})
		return
	}
	c.answer(status, map[string]any{"errorType": kind, "message": text, "details": nil, "traceId": "00-1"})
}

// serve checks what every request must have: a fresh id, a key for tokens, a token of the right scope for the rest.
func (s *otherService) serve(c *otherCall, handle func(*otherCall)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	id := strings.ToLower(c.r.Header.Get("x-ms-client-request-id"))
	if id == "" || s.requestIDs[id] {
		s.t.Errorf("%s %s has the request id %q, which is missing or was used before", c.r.Method, c.r.URL.Path, id)
	}
	s.requestIDs[id] = true
	if !s.isAllowed(c.r) {
		c.WriteHeader(http.StatusUnauthorized)
		return
	}
	if text := c.r.PathValue("id"); text != "" {
		_, err := fmt.Sscan(text, &c.id)
		if _, exists := s.brands[c.id]; err != nil || !exists {
			c.refuse(http.StatusNotFound, "BRAND_NOT_FOUND", "")
			return
		}
	}
	handle(c)
}

func (s *otherService) isAllowed(r *http.Request) bool {
	if strings.HasPrefix(r.URL.Path, "/auth/") {
		return r.Header.Get("Ocp-Apim-Subscription-Key") == otherKey
	}
	wanted := map[bool]string{true: "account", false: "user"}[strings.Contains(r.URL.Path, otherAccount)]
	bearer, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	scope := s.tokens[cmp.Or(r.URL.Query().Get("accessToken"), bearer)]
	return scope == wanted+" write" || scope == wanted+" read" && r.Method == http.MethodGet
}

func (s *otherService) token(scope string, r *http.Request) string {
	access := map[bool]string{true: " write", false: " read"}[strings.EqualFold(r.URL.Query().Get("allowEdit"), "true")]
	token := fmt.Sprintf("%d.%d", rand.Uint64(), rand.Uint64())
	s.tokens[token] = scope + access
	return token
}

// userToken is endpoint 2: a bare string.
func (s *otherService) userToken(c *otherCall) {
	_, _ = io.WriteString(c, s.token("user", c.r)+"\r\n")
}

// accounts is endpoint 3.
func (s *otherService) accounts(c *otherCall) {
	c.answer(http.StatusOK, []any{map[string]any{
		"id": strings.ToLower(otherAccount), "name": "Other", "location": otherLocation, "accountType": "Paid", "accessToken": s.token("account", c.r),
	}})
}

func orNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// body is a brand as 16 and 17 answer it.
func (b otherBrand) body(id int32) map[string]any {
	return map[string]any{
		"id": id, "accountId": otherAccount, "name": b.Name, "enabled": b.Enabled, "description": orNull(b.Description), "referenceUrl": orNull(b.ReferenceURL),
		"tags": b.Tags, "create": b.made.UTC().Format("2006-01-02T15:04:05.9999999"), "lastModified": nil, "lastModifierUserName": nil, "isCustom": true,
	}
}

// list is X1, in no order: capital letters, and created for create.
func (s *otherService) list(c *otherCall) {
	list := []any{}
	for id, b := range s.brands {
		if time.Since(b.made) < listedAfter {
			continue
		}
		capital := map[string]any{"Created": b.made.UTC().Format(time.RFC3339)}
		for name, value := range b.body(id) {
			if name != "create" {
				capital[strings.ToUpper(name[:1])+name[1:]] = value
			}
		}
		list = append(list, capital)
	}
	rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	c.answer(http.StatusOK, list)
}

func (s *otherService) decode(c *otherCall, into any) {
	if err := json.NewDecoder(c.r.Body).Decode(into); err != nil {
		s.t.Error(err)
	}
}

// take reads the fields of a brand from a body, which may hold others as well. Tags lose their order, and are null
// without any.
func (s *otherService) take(c *otherCall, b *otherBrand) {
	s.decode(c, b)
	slices.Sort(b.Tags)
	b.Tags = append([]string(nil), b.Tags...)
}

// create is X2: 201 without a body.
func (s *otherService) create(c *otherCall) {
	b := otherBrand{made: time.Now()}
	s.take(c, &b)
	for _, other := range s.brands {
		if strings.EqualFold(other.Name, b.Name) {
			c.refuse(http.StatusBadRequest, "GENERAL", "Brand name is in use.")
			return
		}
	}
	s.add(b)
	c.WriteHeader(http.StatusCreated)
}

// add gives a brand an id that no other is likely to have had.
func (s *otherService) add(b otherBrand) int32 {
	id := math.MaxInt32 - rand.Int32N(1<<30)
	s.brands[id] = b
	return id
}

func (s *otherService) get(c *otherCall) { c.answer(http.StatusOK, s.brands[c.id].body(c.id)) }

// put is 17: what the body leaves out is empty afterwards, but a new name is ignored.
func (s *otherService) put(c *otherCall) {
	b := otherBrand{made: s.brands[c.id].made}
	s.take(c, &b)
	b.Name = s.brands[c.id].Name
	s.brands[c.id] = b
	c.answer(http.StatusOK, b.body(c.id))
}

// remove is X3.
func (s *otherService) remove(c *otherCall) {
	delete(s.brands, c.id)
	c.WriteHeader(http.StatusNoContent)
}

// settings is X4: state is always true.
func (s *otherService) settings(c *otherCall) {
	c.answer(http.StatusOK, map[string]any{"state": true, "useBuiltIn": s.useBuiltIn, "modified": nil})
}

// putSettings is 18.
func (s *otherService) putSettings(c *otherCall) {
	var body struct{ State, UseBuiltIn bool }
	s.decode(c, &body)
	s.enabled, s.useBuiltIn = body.State, body.UseBuiltIn
	c.answer(http.StatusOK, map[string]any{"state": s.enabled, "useBuiltIn": s.useBuiltIn})
}
