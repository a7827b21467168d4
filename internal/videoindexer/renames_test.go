package videoindexer

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
)

var errTaken = errors.New("the name is taken")

// names are the names of objects by ids, each of which the service accepts only once.
type names struct {
	mu   sync.Mutex
	byID map[string]string
}

func (n *names) rename(id string) func(context.Context, string) (*string, error) {
	return func(_ context.Context, name string) (*string, error) {
		n.mu.Lock()
		defer n.mu.Unlock()
		for other, has := range n.byID {
			if other != id && has == name {
				return nil, errTaken
			}
		}
		n.byID[id] = name
		return &name, nil
	}
}

// TestExchange renames objects in each order, one after the other: all get their names, unless a name belongs to an object
// that keeps it.
func TestExchange(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		has, want map[string]string
		stays     map[string]string // where that differs from want
	}{
		"swap":           {map[string]string{"1": "x", "2": "y"}, map[string]string{"1": "y", "2": "x"}, nil},
		"cycle of three": {map[string]string{"1": "x", "2": "y", "3": "z"}, map[string]string{"1": "y", "2": "z", "3": "x"}, nil},
		"chain":          {map[string]string{"1": "x", "2": "y", "3": "z"}, map[string]string{"1": "y", "2": "z", "3": "w"}, nil},
		"taken":          {map[string]string{"1": "x", "2": "y"}, map[string]string{"1": "y"}, map[string]string{"1": "x", "2": "y"}},
	} {
		for _, order := range permutations(slices.Sorted(maps.Keys(test.want))) {
			t.Run(fmt.Sprint(name, " ", order), func(t *testing.T) {
				t.Parallel()
				var r renames
				service := names{byID: maps.Clone(test.has)}
				refused := 0
				for _, id := range order {
					_, err := exchange(t.Context(), &r, testAccount, "", test.has[id], test.want[id], service.rename(id), func(err error) bool { return errors.Is(err, errTaken) })
					if err != nil {
						refused++
					}
				}
				want := test.want
				if test.stays != nil {
					want = test.stays
				}
				if !maps.Equal(service.byID, want) {
					t.Errorf("the names are %v, want %v", service.byID, want)
				}
				if refused == len(order) && test.stays == nil {
					t.Errorf("every rename was refused")
				}
			})
		}
	}
}

// TestExchangeTogether renames objects at the same time. What one run leaves, the next one ends.
func TestExchangeTogether(t *testing.T) {
	t.Parallel()
	want := map[string]string{"1": "y", "2": "z", "3": "x"}
	service := names{byID: map[string]string{"1": "x", "2": "y", "3": "z"}}
	for range 3 {
		var r renames
		var all sync.WaitGroup
		for id, from := range maps.Clone(service.byID) {
			if from == want[id] {
				continue
			}
			all.Go(func() {
				_, _ = exchange(t.Context(), &r, testAccount, "", from, want[id], service.rename(id), func(err error) bool { return errors.Is(err, errTaken) })
			})
		}
		all.Wait()
	}
	if !maps.Equal(service.byID, want) {
		t.Errorf("the names are %v", service.byID)
	}
}

func permutations(all []string) [][]string {
	if len(all) < 2 {
		return [][]string{all}
	}
	var orders [][]string
	for i, first := range all {
		for _, rest := range permutations(slices.Delete(slices.Clone(all), i, i+1)) {
			orders = append(orders, append([]string{first}, rest...))
		}
	}
	return orders
}
