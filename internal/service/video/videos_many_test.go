package video_test

import (
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestVideos_many selects a few of ten thousand videos, in the data source and in the action. It runs alone, since it asks
// what the process has taken, the mock server included.
func TestVideos_many(t *testing.T) { //nolint:paralleltest // see above
	const videos, most, maxRequests = 10_000, 100 << 20, 12
	peak := uint64(0)
	sample := func() {
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		peak = max(peak, memory.HeapInuse)
	}
	server := acctest.NewServer(t, mockserver.Extended(), mockserver.OnRequest(func(mockserver.Request) { sample() }))
	server.AddVideos(server.Account.ID, videos)
	protocol := server.Protocol(t, extended)
	defer debug.SetGCPercent(debug.SetGCPercent(20)) // what is in use counts, and not how much garbage other tests allow for
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)

	acctest.Succeeds(t, protocol.ReadData(t.Context(), videosData, acctest.Values{"name_regex": "7$"}))
	sample()
	if n := len(server.Requests()); n > maxRequests {
		t.Errorf("the data source needed %d requests", n)
	}
	server.ResetRequests()
	config := acctest.Values{"filter": acctest.Values{"name_regex": "77$"}, "indexed_before": "2100-01-01", "max_videos": 100, "ignore_quota": true, "dry_run": true}
	progress, diags := protocol.InvokeAction(t.Context(), reindexVideosAction, config)
	acctest.Succeeds(t, diags)
	expectProgress(t, progress, []string{"Selected: 100 videos of"})
	sample()
	if n := len(server.Requests()); n > maxRequests {
		t.Errorf("the action needed %d requests", n)
	}
	if taken := peak - min(peak, before.HeapInuse); taken > most {
		t.Errorf("%d MiB", taken>>20)
	} else {
		t.Logf("%d MiB", taken>>20)
	}
}
