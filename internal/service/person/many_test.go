package person_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestPersons_manyAtOnce creates sixty persons, ten at a time, while the list that all of them are looked for in grows: its pages
// have three persons, and show them three seconds late. Each is created once. A run that follows at once finds them all.
func TestPersons_manyAtOnce(t *testing.T) {
	t.Parallel()
	for order, options := range map[string][]mockserver.Option{"oldest first": nil, "newest first": {mockserver.NewestPersonsFirst()}} {
		t.Run(order, func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, func(t *testing.T) {
				const count, parallel = 60, 10
				server := newServer(t, append(options,
					mockserver.PageCap(3), mockserver.Latency(50*time.Millisecond), mockserver.CreatedListed(mockserver.AfterTime(3*time.Second)))...)
				for i := range 20 {
					server.AddPerson(server.Account.ID, modelID, mockserver.Person{Name: fmt.Sprintf("Of others %d", i)})
				}
				config := func(i int) acctest.Values { return called(fmt.Sprintf("Person %d", i)) }
				persons := make([]*acctest.Instance, count)
				each := func(do func(one *acctest.Instance, config acctest.Values)) {
					protocol := server.Protocol(t, extended)
					numbers := make(chan int)
					var group sync.WaitGroup
					for range parallel {
						group.Go(func() {
							for i := range numbers {
								if persons[i] == nil {
									persons[i] = protocol.Instance(person)
								}
								persons[i].Protocol = protocol
								do(persons[i], config(i))
							}
						})
					}
					for i := range count {
						numbers <- i
					}
					close(numbers)
					group.Wait()
				}
				each(func(one *acctest.Instance, config acctest.Values) {
					acctest.Succeeds(t, one.Apply(t.Context(), one.MustPlan(config)))
				})
				each(func(one *acctest.Instance, config acctest.Values) {
					acctest.Succeeds(t, one.Refresh(t.Context()))
					if plan := one.MustPlan(config); !one.Exists() || plan.IsUpdate || plan.IsReplacement {
						t.Errorf("%v: in the state %t, update %t", config["name"], one.Exists(), plan.IsUpdate)
					}
				})
				times := map[string]int{}
				for _, p := range server.Persons(server.Account.ID, modelID)[20:] {
					times[p.Name]++
				}
				for i := range count {
					if name := fmt.Sprintf("Person %d", i); times[name] != 1 {
						t.Errorf("%s was created %d times", name, times[name])
					}
				}
			})
		})
	}
}
