package set_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// service has brands with unique names, whatever their letter case.
type service struct {
	mu            sync.Mutex
	brands        map[int32]videoindexer.BrandFields
	requests      []string
	refuses       map[string]error // by request
	alter         func(*videoindexer.BrandFields)
	othersNeedAll bool
}

func newService(names ...string) *service {
	s := &service{brands: map[int32]videoindexer.BrandFields{}, refuses: map[string]error{}}
	for i, name := range names {
		s.brands[int32(i+1)] = fields(name)
	}
	return s
}

func fields(name string) videoindexer.BrandFields {
	return videoindexer.BrandFields{Name: name, Enabled: true, Description: "as found", Tags: []string{"found"}}
}

var (
	errNotFound = &videoindexer.APIError{
		Status: http.StatusNotFound, Type: videoindexer.ErrorTypeNotFound, HasErrorObject: true,
	}
	errRefused = &videoindexer.APIError{Status: http.StatusBadRequest, HasErrorObject: true, Message: "no"}
	errOutage  = &videoindexer.APIError{Status: http.StatusInternalServerError, HasErrorObject: true}
)

// record notes a request, and refuses it as told.
func (s *service) record(request string) error {
	s.requests = append(s.requests, request)
	return s.refuses[request]
}

func (s *service) GetBrand(_ context.Context, _ videoindexer.AccountRef, id int32) (*videoindexer.Brand, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.record(fmt.Sprint("get ", id))
	if err != nil {
		return nil, err
	}
	b, ok := s.brands[id]
	if !ok {
		return nil, errNotFound
	}
	return &videoindexer.Brand{ID: id, BrandFields: b}, nil
}

func (s *service) put(request string, id int32, next videoindexer.BrandFields) (*videoindexer.Brand, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.record(request)
	for other, b := range s.brands {
		if other != id && strings.EqualFold(b.Name, next.Name) {
			err = errRefused
		}
	}
	if err != nil {
		return nil, err
	}
	if s.alter != nil {
		s.alter(&next)
	}
	s.brands[id] = next
	return &videoindexer.Brand{ID: id, BrandFields: next}, nil
}

func (s *service) CreateBrand(
	_ context.Context, _ videoindexer.AccountRef, next videoindexer.BrandFields,
) (*videoindexer.Brand, error) {
	return s.put("create "+next.Name, int32(100+len(s.brands)), next)
}

func (s *service) UpdateBrand(
	_ context.Context, _ videoindexer.AccountRef, id int32, next videoindexer.BrandFields,
) (*videoindexer.Brand, error) {
	return s.put(fmt.Sprintf("put %d %s", id, next.Name), id, next)
}

func (s *service) DeleteBrand(_ context.Context, _ videoindexer.AccountRef, id int32) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := s.record(fmt.Sprint("delete ", id))
	if err != nil {
		return err
	}
	delete(s.brands, id)
	return nil
}

func (s *service) run(t *testing.T, parallelism int, tasks []set.Task) []*set.Result {
	t.Helper()
	return set.Run(t.Context(), set.Service{Client: s, Coordinator: alone{s.othersNeedAll}}, parallelism, tasks)
}

// alone is a run in which no other instance works on brands. If othersNeedAll, others need them
// all.
type alone struct{ othersNeedAll bool }

func (alone) Lock(context.Context, int32, ...string) (func(), error) { return func() {}, nil }
func (alone) Take(int32)                                             {}
func (alone) GiveUp(int32)                                           {}
func (a alone) IsNeeded(int32) bool                                  { return a.othersNeedAll }
func (alone) NoteRelease(set.Brand, set.Verb)                        {}
func (alone) WasReleased(int32) bool                                 { return false }
func (alone) OthersNeedAny() bool                                    { return false }

// writes returns the requests that change something, in order.
func (s *service) writes() string {
	writes := slices.DeleteFunc(slices.Clone(s.requests), func(request string) bool {
		return strings.HasPrefix(request, "get")
	})
	return strings.Join(writes, ", ")
}

// stateBrand returns a brand of a state that is as the service has it.
func (s *service) stateBrand(id int32) set.Brand {
	return set.Brand{ID: id, Values: field.ValuesOf(s.brands[id]), IsAdopted: true}
}

// wantedBrand returns a brand that is wanted with a name, and of which nothing else is managed.
func wantedBrand(id int32, name string) set.Brand {
	b := set.Brand{ID: id, IsAdopted: id != 0, IsUnknown: id != 0}
	b.Values.SetName(name)
	b.Values.PlanUnknown()
	return b
}

// foundByName returns a brand that was found by its name.
func foundByName(e set.Brand) set.Brand {
	e.IsFoundByName = true
	return e
}

func always(verb set.Verb) func(set.Brand) set.Verb {
	return func(set.Brand) set.Verb { return verb }
}

// labeledByID returns brands by their ids, as labels.
func labeledByID(brands ...set.Brand) set.Brands {
	all := set.Brands{}
	for _, b := range brands {
		all[fmt.Sprint(b.ID)] = b
	}
	return all
}

// TestDiffNames gives names to the brands A, B and C of a state, in an order in which each is free.
func TestDiffNames(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		want   string // the name that each gets, "-" for one that ends
		writes string
		adopts bool // brands that the state does not have
	}{
		"nothing changes":             {"A B C", "", false},
		"letter case alone":           {"a B C", "put 1 a", false},
		"a chain":                     {"B C D", "put 3 D, put 2 C, put 1 B", false},
		"an adopted chain":            {"B C D", "put 3 D, put 2 C, put 1 B", true},
		"a swap":                      {"b A C", "put 1 A (renaming brand 1), put 2 A, put 1 b", false},
		"a cycle of three":            {"B C A", "put 1 A (renaming brand 1), put 3 A, put 2 C, put 1 B", false},
		"the name of a deleted brand": {"- A C", "delete 1, put 2 A", false},
		"a swap, and a new name":      {"B A D", "put 1 A (renaming brand 1), put 2 A, put 1 B, put 3 D", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService("A", "B", "C")
			prior := labeledByID(s.stateBrand(1), s.stateBrand(2), s.stateBrand(3))
			wanted := set.Brands{}
			for i, next := range strings.Fields(test.want) {
				if next != "-" {
					b := wantedBrand(int32(i+1), next)
					b.Remote = &videoindexer.Brand{ID: b.ID, BrandFields: s.brands[b.ID]}
					wanted[fmt.Sprint("new label ", i)] = b
				}
			}
			if test.adopts {
				prior = nil
			}
			tasks := set.Diff(prior, wanted, always(set.Delete))
			for _, r := range s.run(t, 1, tasks) {
				if r.Failed() {
					t.Errorf("brand %s: want no error. Got: %v", r.Label, r.Err)
				}
			}
			check.Equal(t, test.writes, s.writes(), "sent")
		})
	}
}

// TestRun does each kind of thing with brand 1, and has it fail.
func TestRun(t *testing.T) {
	t.Parallel()
	zed := field.Overwritten(field.Values{}, fields("Z"), field.ValuesOf(fields("A")))
	describes := func(b set.Brand) set.Brand {
		next := fields("A")
		next.Description = "new"
		b.Values = field.ValuesOf(next)
		b.IsUnknown = true
		return b
	}
	for name, test := range map[string]struct {
		verb     set.Verb
		wants    func(set.Brand) set.Brand // of an update
		prior    field.Values              // overwritten
		service  func(*service)
		requests string
		// state is what the state has then: "id name overwritten", "" for nothing. It is followed
		// by "!" if the task failed.
		state string
	}{
		"change": {
			verb: set.Update, wants: describes, requests: "get 1, put 1 A", state: `1 A description "as found"`,
		},
		"change refused": {
			verb: set.Update, wants: describes, service: refusing("put 1 A", errRefused),
			requests: "get 1, put 1 A", state: `1 A!`,
		},
		"change without response": {
			verb: set.Update, wants: describes, service: refusing("put 1 A", errOutage),
			requests: "get 1, put 1 A", state: `1 A description "as found"!`,
		},
		"change not kept": {
			verb: set.Update, wants: describes,
			service:  altering(func(b *videoindexer.BrandFields) { b.Description = "" }),
			requests: "get 1, put 1 A", state: `1 A description "as found"!`,
		},
		"kept, with less to restore": {
			wants: func(b set.Brand) set.Brand {
				b.Overwritten = field.Values{}
				return b
			},
			prior: zed, state: "1 A",
		},
		"leave":   {verb: set.Leave, prior: zed},
		"disable": {verb: set.Disable, requests: "get 1, put 1 A"},
		"disable fails": {
			verb: set.Disable, service: refusing("put 1 A", errRefused), requests: "get 1, put 1 A", state: "1 A!",
		},
		"disabling not kept": {
			verb: set.Disable, service: altering(func(b *videoindexer.BrandFields) { b.Enabled = true }),
			requests: "get 1, put 1 A", state: "1 A!",
		},
		"restore":            {verb: set.Restore, prior: zed, requests: "get 1, put 1 Z"},
		"nothing to restore": {verb: set.Restore},
		"restore, gone": {
			verb: set.Restore, prior: zed, service: func(s *service) { delete(s.brands, 1) }, requests: "get 1",
		},
		"delete": {verb: set.Delete, requests: "delete 1"},
		"deletion fails": {
			verb: set.Delete, service: refusing("delete 1", errRefused), requests: "delete 1", state: "1 A!",
		},
		"delete, gone":               {verb: set.Delete, service: refusing("delete 1", errNotFound), requests: "delete 1"},
		"delete, managed elsewhere":  {verb: set.Delete, service: func(s *service) { s.othersNeedAll = true }},
		"restore, managed elsewhere": {verb: set.Restore, prior: zed, service: func(s *service) { s.othersNeedAll = true }},
		"a verb without code":        {verb: "retire", state: "1 A!"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService("A")
			prior := labeledByID(s.stateBrand(1))
			wanted := set.Brands{}
			priorBrand := prior["1"]
			priorBrand.Overwritten = test.prior
			prior["1"] = priorBrand
			if test.wants != nil {
				wanted["1"] = test.wants(priorBrand)
			}
			if test.service != nil {
				test.service(s)
			}
			s.wantRun(t, set.Diff(prior, wanted, always(test.verb)), test.requests, test.state)
		})
	}
}

// TestReleaseVerbs releases a brand with each verb of a release: none lacks its case.
func TestReleaseVerbs(t *testing.T) {
	t.Parallel()
	for _, verb := range set.ReleaseVerbs {
		s := newService("A")
		r := s.run(t, 1, set.Diff(labeledByID(s.stateBrand(1)), nil, always(verb)))[0]
		check.Equal(t, nil, r.Err, "%s: the error of the task", verb)
	}
}

func refusing(request string, err error) func(*service) {
	return func(s *service) { s.refuses[request] = err }
}

// deletedAt has somebody else delete brand 1 before a request for it.
func deletedAt(request string) func(*service) {
	return func(s *service) {
		delete(s.brands, 1)
		s.refuses[request] = errNotFound
	}
}

func altering(change func(*videoindexer.BrandFields)) func(*service) {
	return func(s *service) { s.alter = change }
}

// wantRun runs one task.
func (s *service) wantRun(t *testing.T, tasks []set.Task, requests, state string) {
	t.Helper()
	r := s.run(t, 1, tasks)[0]
	check.Equal(t, requests, strings.Join(s.requests, ", "), "requests")
	got := ""
	if r.NewState != nil {
		got = strings.TrimSpace(fmt.Sprint(r.NewState.ID, " ", r.NewState.Values.Name(), " ", r.NewState.Overwritten))
	}
	if r.Failed() {
		got += "!"
	}
	check.Equal(t, state, got, "brand in the state, after the task's error %v", r.Err)
}

// TestRunNew creates and adopts a brand that the state does not have. What is not adopted is not in
// the state.
func TestRunNew(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		brand           set.Brand
		isRead          bool // by the plan
		service         func(*service)
		requests, state string
	}{
		"created":    {brand: wantedBrand(0, "B"), requests: "create B", state: "101 B"},
		"name taken": {brand: wantedBrand(0, "a"), requests: "create a", state: "!"},
		"values of others": {
			brand: wantedBrand(0, "B"), service: altering(func(b *videoindexer.BrandFields) { b.Enabled = false }),
			requests: "create B", state: "101 B",
		},
		"adopted":              {brand: wantedBrand(1, "B"), requests: "get 1, put 1 B", state: `1 B name "A"`},
		"adopted unchanged":    {brand: wantedBrand(1, "A"), requests: "get 1", state: "1 A"},
		"adopted after a look": {brand: wantedBrand(1, "B"), isRead: true, requests: "put 1 B", state: `1 B name "A"`},
		"gone since it was found": {
			brand: foundByName(wantedBrand(1, "a")), isRead: true, service: deletedAt("put 1 a"), requests: "put 1 a, create a",
			state: "100 a",
		},
		"gone":             {brand: wantedBrand(1, "B"), service: func(s *service) { delete(s.brands, 1) }, requests: "get 1", state: "!"},
		"adoption refused": {brand: wantedBrand(1, "B"), service: refusing("put 1 B", errRefused), requests: "get 1, put 1 B", state: "!"},
		"adoption without response": {
			brand: wantedBrand(1, "B"), service: refusing("put 1 B", errOutage), requests: "get 1, put 1 B",
			state: `1 A name "A"!`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService("A")
			if test.isRead {
				test.brand.Remote = &videoindexer.Brand{ID: 1, BrandFields: s.brands[1]}
			}
			tasks := set.Diff(nil, set.Brands{"one": test.brand}, always(set.Leave))
			if test.service != nil {
				test.service(s)
			}
			s.wantRun(t, tasks, test.requests, test.state)
		})
	}
}

// TestRunNameHeld has a brand keep the name that another one is to get: that one is not tried, and
// says which brand it is.
func TestRunNameHeld(t *testing.T) {
	t.Parallel()
	for refused, wanted := range map[string]set.Brands{
		"put 2 C":  {"1": wantedBrand(1, "B"), "2": wantedBrand(2, "C")},
		"delete 2": {"1": wantedBrand(1, "B")},
	} {
		t.Run(refused, func(t *testing.T) {
			t.Parallel()
			s := newService("A", "B")
			s.refuses[refused] = errRefused
			results := s.run(t, 2, set.Diff(labeledByID(s.stateBrand(1), s.stateBrand(2)), wanted, always(set.Delete)))
			check.Equal(t, refused, s.writes(), "sent")
			if len(results) != 2 || !results[0].Failed() {
				t.Fatalf("%d results, the first with the error %v, want 2, and that it was refused",
					len(results), results[0].Err)
			}
			held := fmt.Sprint(results[1].Err)
			check.Contains(t, "still that of brand 2", held, "the error of the second")
		})
	}
}
