package set_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// service has brands with unique names, whatever their letter case.
type service struct {
	mu       sync.Mutex
	brands   map[int32]videoindexer.BrandFields
	requests []string
	refuses  map[string]error // by request
	keeps    func(*videoindexer.BrandFields)
	owned    *ownership.Objects
}

func newService(names ...string) *service {
	s := &service{brands: map[int32]videoindexer.BrandFields{}, refuses: map[string]error{}, owned: new(ownership.Objects)}
	for i, name := range names {
		s.brands[int32(i+1)] = fields(name)
	}
	return s
}

func fields(name string) videoindexer.BrandFields {
	return videoindexer.BrandFields{Name: name, Enabled: true, Description: "as found", Tags: []string{"found"}}
}

var (
	errNotFound = &videoindexer.APIError{Status: http.StatusNotFound, Type: videoindexer.ErrorTypeNotFound, HasErrorObject: true}
	errRefused  = &videoindexer.APIError{Status: http.StatusBadRequest, HasErrorObject: true, Message: "no"}
	errTaken    = &videoindexer.APIError{Status: http.StatusBadRequest, HasErrorObject: true, Message: "the name is taken"}
)

// do notes a request, and refuses it as told. The caller holds the lock.
func (s *service) do(request string) error {
	s.requests = append(s.requests, request)
	return s.refuses[request]
}

func (s *service) isTaken(name string, by int32) bool {
	for id, b := range s.brands {
		if id != by && strings.EqualFold(b.Name, name) {
			return true
		}
	}
	return false
}

func (s *service) GetBrand(_ context.Context, _ videoindexer.AccountRef, id int32) (*videoindexer.Brand, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.do(fmt.Sprint("get ", id)); err != nil {
		return nil, err
	}
	b, ok := s.brands[id]
	if !ok {
		return nil, errNotFound
	}
	return &videoindexer.Brand{ID: id, BrandFields: b}, nil
}

func (s *service) put(request string, id int32, next videoindexer.BrandFields) (*videoindexer.Brand, error) {
	if err := s.do(request); err != nil {
		return nil, err
	}
	if s.isTaken(next.Name, id) {
		return nil, errTaken
	}
	if s.keeps != nil {
		s.keeps(&next)
	}
	s.brands[id] = next
	return &videoindexer.Brand{ID: id, BrandFields: next}, nil
}

func (s *service) CreateBrand(_ context.Context, _ videoindexer.AccountRef, next videoindexer.BrandFields) (*videoindexer.Brand, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.put("create "+next.Name, int32(100+len(s.brands)), next)
}

func (s *service) UpdateBrand(_ context.Context, _ videoindexer.AccountRef, id int32, next videoindexer.BrandFields) (*videoindexer.Brand, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.brands[id]; !ok {
		return nil, errNotFound
	}
	return s.put(fmt.Sprintf("put %d %s", id, next.Name), id, next)
}

func (s *service) DeleteBrand(_ context.Context, _ videoindexer.AccountRef, id int32) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.do(fmt.Sprint("delete ", id)); err != nil {
		return err
	}
	delete(s.brands, id)
	return nil
}

func (s *service) run(t *testing.T, parallelism int, operations []set.Operation) []*set.Result {
	t.Helper()
	return set.Run(t.Context(), set.Service{Client: s, Objects: s.owned}, parallelism, operations)
}

// has is a brand of a state that is as the service has it.
func (s *service) has(id int32) set.Brand {
	return set.Brand{ID: id, Values: field.Of(s.brands[id]), IsAdopted: true}
}

// named is a brand that is wanted with a name, and of which nothing else is managed.
func named(id int32, name string) set.Brand {
	b := set.Brand{ID: id, IsAdopted: id != 0, Overwritten: field.Unknown()}
	b.Values.SetName(name)
	b.Values.PlanEntry(nil)
	return b
}

func abandon(string, set.Brand) set.Kind { return set.Abandon }

// TestDiff_names gives names to brands of a state, in an order in which each is free. The texts are "id name" of what is wanted.
func TestDiff_names(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		has  []string
		want []string // by key: the name that each gets, "" for one that is deleted
		puts string
	}{
		"nothing changes":   {[]string{"A", "B"}, []string{"A", "B"}, ""},
		"letter case alone": {[]string{"A", "B"}, []string{"a", "B"}, "put 1 a"},
		"a chain":           {[]string{"A", "B", "C"}, []string{"B", "C", "D"}, "put 3 D, put 2 C, put 1 B"},
		"a swap":            {[]string{"A", "B"}, []string{"b", "A"}, "put 1 b (renaming brand 1), put 2 A, put 1 b"},
		"a cycle of three":  {[]string{"A", "B", "C"}, []string{"B", "C", "A"}, "put 1 B (renaming brand 1), put 3 A, put 2 C, put 1 B"},
		"of a deleted one":  {[]string{"A", "B"}, []string{"", "A"}, "delete 1, put 2 A"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService(test.has...)
			prior, wanted := map[string]set.Brand{}, map[string]set.Brand{}
			for i := range test.has {
				id := int32(i + 1)
				prior[fmt.Sprint(id)] = s.has(id)
				if test.want[i] != "" {
					next := named(id, test.want[i])
					next.Values.FillUnknown(s.brands[id])
					wanted[fmt.Sprint(id)] = next
				}
			}
			for _, r := range s.run(t, 1, set.Diff(prior, wanted, func(string, set.Brand) set.Kind { return set.Delete })) {
				if r.Failed() {
					t.Errorf("brand %s: %v", r.Key, r.Err)
				}
			}
			writes := slices.DeleteFunc(s.requests, func(r string) bool { return strings.HasPrefix(r, "get") })
			if got := strings.Join(writes, ", "); got != test.puts {
				t.Errorf("sent %s\nwant %s", got, test.puts)
			}
		})
	}
}

// operation is what TestRun does with brand 1.
func operation(kind set.Kind, change func(*set.Operation)) set.Operation {
	s := newService("A")
	o := set.Operation{Key: "1", Kind: kind, Prior: s.has(1)}
	if change != nil {
		change(&o)
	}
	return o
}

func described(b *set.Brand, description string) {
	b.Values.PlanEntry(nil)
	b.Values.FillUnknown(videoindexer.BrandFields{Name: "A", Enabled: true, Description: description, Tags: []string{"found"}})
}

// TestRun does each kind of thing with a brand, and has it fail.
func TestRun(t *testing.T) {
	t.Parallel()
	wants := func(o *set.Operation) {
		o.Prior = set.Brand{}
		o.Wanted = named(1, "B")
	}
	changes := func(o *set.Operation) {
		o.Wanted = o.Prior
		o.Wanted.Values = field.Values{}
		described(&o.Wanted, "new")
		o.Wanted.Overwritten = field.Unknown()
	}
	overwrote := func(o *set.Operation) {
		o.Prior.Overwritten = field.Overwrite(field.Values{}, fields("Z"), o.Prior.Values)
	}
	complete := func(change func(*set.Operation)) func(*set.Operation) {
		return func(o *set.Operation) {
			change(o)
			o.Prior.IsComplete, o.Wanted.IsComplete = true, true
		}
	}
	nothing := func(*set.Operation) {}
	for name, test := range map[string]struct {
		kind     set.Kind
		change   func(*set.Operation)
		service  func(*service)
		requests string
		// is what the state has then: "id name overwritten", "" for nothing. It is followed by "!" if the operation failed.
		is string
	}{
		"created":          {set.Create, func(o *set.Operation) { wants(o); o.Wanted = named(0, "B") }, nil, "create B", "101 B"},
		"name taken":       {set.Create, func(o *set.Operation) { wants(o); o.Wanted = named(0, "a") }, nil, "create a", "!"},
		"adopted":          {set.Adopt, wants, nil, "get 1, put 1 B", `1 B name "A"`},
		"adopted as it is": {set.Adopt, func(o *set.Operation) { wants(o); o.Wanted = named(1, "A") }, nil, "get 1", "1 A"},
		"adopted after a look": {set.Adopt, func(o *set.Operation) {
			wants(o)
			o.Wanted.Found = &videoindexer.Brand{ID: 1, BrandFields: fields("A")}
		}, nil, "put 1 B", `1 B name "A"`},
		"planned otherwise":       {set.Adopt, func(o *set.Operation) { wants(o); o.Wanted.Refusal = "it has appeared" }, nil, "", "!"},
		"gone":                    {set.Adopt, wants, func(s *service) { delete(s.brands, 1) }, "get 1", "!"},
		"write of adoption fails": {set.Adopt, wants, func(s *service) { s.refuses["put 1 B"] = errTaken }, "get 1, put 1 B", `1 A name "A"!`},
		"left by another one": {set.Adopt, wants, func(s *service) {
			s.owned.See(set.Object(videoindexer.AccountRef{}, 1), set.Known{Overwritten: field.Sent(fields("Z")).Without(^field.Name)})
		}, "get 1, put 1 B", `1 B name "Z"`},
		"changed":                  {set.Update, changes, nil, "get 1, put 1 A", `1 A description "as found"`},
		"all changed":              {set.Update, complete(changes), nil, "put 1 A", `1 A description "as found"`},
		"change fails":             {set.Update, changes, func(s *service) { s.refuses["put 1 A"] = errTaken }, "get 1, put 1 A", `1 A description "as found"!`},
		"change is not kept":       {set.Update, changes, func(s *service) { s.keeps = func(b *videoindexer.BrandFields) { b.Description = "" } }, "get 1, put 1 A", `1 A description "as found"!`},
		"forgotten":                {set.Forget, nothing, nil, "", ""},
		"abandoned":                {set.Abandon, overwrote, nil, "", ""},
		"disabled":                 {set.Disable, nothing, nil, "get 1, put 1 A", ""},
		"disabled, complete":       {set.Disable, complete(nothing), nil, "put 1 A", ""},
		"disable fails":            {set.Disable, nothing, func(s *service) { s.refuses["put 1 A"] = errTaken }, "get 1, put 1 A", "1 A!"},
		"disabling is not kept":    {set.Disable, nothing, func(s *service) { s.keeps = func(b *videoindexer.BrandFields) { b.Enabled = true } }, "get 1, put 1 A", "1 A!"},
		"restored":                 {set.Restore, overwrote, nil, "get 1, put 1 Z", ""},
		"nothing to restore":       {set.Restore, nothing, nil, "", ""},
		"restored, gone":           {set.Restore, overwrote, func(s *service) { delete(s.brands, 1) }, "get 1", ""},
		"deleted":                  {set.Delete, nothing, nil, "delete 1", ""},
		"deletion fails":           {set.Delete, nothing, func(s *service) { s.refuses["delete 1"] = errTaken }, "delete 1", "1 A!"},
		"deleted, gone":            {set.Delete, nothing, func(s *service) { s.refuses["delete 1"] = errNotFound }, "delete 1", ""},
		"another one has taken it": {set.Delete, nothing, func(s *service) { s.owned.TakeOver(set.Object(videoindexer.AccountRef{}, 1)) }, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService("A")
			if test.service != nil {
				test.service(s)
			}
			r := s.run(t, 1, []set.Operation{operation(test.kind, test.change)})[0]
			if got := strings.Join(s.requests, ", "); got != test.requests {
				t.Errorf("requests %q, want %q", got, test.requests)
			}
			is := ""
			if r.Brand != nil {
				is = strings.TrimSpace(fmt.Sprint(r.Brand.ID, " ", r.Brand.Values.Name(), " ", r.Brand.Overwritten))
			}
			if r.Failed() {
				is += "!"
			}
			if is != test.is {
				t.Errorf("the state has %q, want %q (%v)", is, test.is, r.Err)
			}
		})
	}
}

// TestRun_adoptedClears adopts a brand and clears its address: the state has "", as planned, and not null.
func TestRun_adoptedClears(t *testing.T) {
	t.Parallel()
	s := newService("A")
	b, cleared := s.brands[1], fields("A")
	b.ReferenceURL, cleared.ReferenceURL = new("https://example.com"), new("")
	s.brands[1] = b
	o := set.Operation{Key: "1", Kind: set.Adopt, Wanted: set.Brand{ID: 1, IsAdopted: true, Values: field.Sent(cleared), Overwritten: field.Unknown()}}
	r := s.run(t, 1, []set.Operation{o})[0]
	if r.Failed() || !r.Brand.Values.IsComplete() {
		t.Errorf("failed: %t; the address is not set in the state", r.Failed())
	}
}

// TestRun_nameHeld has a brand keep the name that another one is to get: that one is not tried, and says which brand it is.
func TestRun_nameHeld(t *testing.T) {
	t.Parallel()
	for name, refused := range map[string]string{"in a chain": "put 2 C", "in a swap": "put 1 B (renaming brand 1)", "by a deletion": "delete 2"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService("A", "B")
			s.refuses[refused] = errTaken
			prior := map[string]set.Brand{"1": s.has(1), "2": s.has(2)}
			wanted := map[string]set.Brand{"1": named(1, "B"), "2": named(2, "C")}
			switch name {
			case "in a swap":
				wanted["2"] = named(2, "A")
			case "by a deletion":
				delete(wanted, "2")
			}
			failed := 0
			for _, r := range s.run(t, 2, set.Diff(prior, wanted, func(string, set.Brand) set.Kind { return set.Delete })) {
				if r.Failed() {
					failed++
				}
				if _, isHeld := r.Err.(*set.ChangedError); isHeld && (r.Verb != "rename" || !strings.Contains(r.Err.Error(), "still that of brand")) { //nolint:errorlint // not wrapped
					t.Errorf("%s: %v", r.Verb, r.Err)
				}
			}
			if failed != 2 || len(slices.DeleteFunc(s.requests, func(r string) bool { return strings.HasPrefix(r, "get") })) != 1 {
				t.Errorf("%d failed, requests %q", failed, s.requests)
			}
		})
	}
}
