package provider_test

import (
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestUpdates has two instances of each object update it at the same time: the second one sends
// nothing before the first one has ended. What the process plans after that, nobody has reviewed.
func TestUpdates(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, _ acctest.Values) {
		isWritten := false
		for sceneName, s := range scenes(t, name) {
			acctest.InBubble(t, func(t *testing.T) {
				writes := updateTwice(t, name, s)
				isWritten = isWritten || writes[0] > 0
				check.Equal(t, writes[0], writes[1], "%s: writes after the second update has begun, which waits for the first one", sceneName)
			})
		}
		if !isWritten {
			t.Errorf("no update of %s in fixtures.All writes, want one in Changes or Extended that does", name)
		}
	})
}

// updateTwice begins the same update twice, and holds back what they write. It returns how many
// writes there were after the beginning of each.
func updateTwice(t *testing.T, name string, s scene) (writes [2]int32) {
	server := seededServer(t)
	start := func() *acctest.Protocol {
		return server.Protocol(t, s.settings.With(acctest.Values{"extended_operations": true}))
	}
	instance := created(t, start(), name, s.configs[0])
	plan := instance.PlanWithRefresh(s.configs[1])
	process := start()
	var (
		sent  atomic.Int32
		ended sync.WaitGroup
		open  = make(chan struct{})
	)
	server.Script(mockserver.Fault{
		Times: mockserver.Always,
		Match: func(r *http.Request) bool { return r.Method != http.MethodGet },
		Do: mockserver.Before(func(*http.Request) {
			sent.Add(1)
			<-open
		}),
	})
	for i := range writes {
		same := *instance
		same.Protocol = process
		ended.Go(func() { same.ApplyAsPlanned(t.Context(), plan) })
		<-time.After(5 * time.Second) // less than a request may take
		writes[i] = sent.Load()
	}
	close(open)
	ended.Wait()
	server.ClearFaults()
	wantApplyKnown(t, server, process)
	return writes
}

// wantApplyKnown expects that a process knows that it applies: its plan of a destroy names nothing
// that the destroy may then delete.
func wantApplyKnown(t *testing.T, server *acctest.Server, process *acctest.Protocol) {
	model := created(t, server.Extended(t), "videoindexer_person_model", acctest.Values{"name": "Others"})
	server.AddPerson(server.Account.ID, model.Texts()["person_model_id"], mockserver.Person{Name: "Of others"})
	model.Protocol = process
	diags := model.ApplyDestroy(t.Context(), model.MustPlan(nil))
	acctest.MustSay(t, diags, acctest.Failure, " was not deleted", "did not name")
}
