package video_test

import (
	"io"
	"net/http"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const indexData = "videoindexer_video_index"

// TestVideoIndex reads the parts of an index, in the language of the video and in another one. What an index does not have is
// null, and what is empty is empty.
func TestVideoIndex(t *testing.T) {
	t.Parallel()
	server := newVideoServer(t)
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) {
		v.DurationInSeconds = 61
		v.Insights = map[string]any{
			"brands": []map[string]any{{
				"name": "Ashgrove", "description": "Tools", "referenceUrl": "https://a.example", "confidence": 0.5,
				"instances": []map[string]any{{"start": "0:00:01", "end": "0:00:02.5"}},
			}},
			"faces": []map[string]any{{"id": 1003, "name": "Ada", "title": "Engineer", "knownPersonId": "p"}},
		}
	})
	read := func(config acctest.Values) map[string]tftypes.Value {
		index, diags := server.Protocol(t, extended).Data(t.Context(), indexData, acctest.Values{"video_id": id}.With(config))
		acctest.Succeeds(t, diags)
		return index
	}
	var expectRows func(what string, list tftypes.Value, want ...map[string]string)
	expectRows = func(what string, list tftypes.Value, want ...map[string]string) {
		t.Helper()
		var elements []tftypes.Value
		if err := list.As(&elements); err != nil || list.IsNull() || len(elements) != len(want) {
			t.Fatalf("%s: %s, %v", what, list, err)
		}
		for i, element := range elements {
			got := map[string]string{}
			for name, value := range acctest.Parts(t, element) {
				if name != "appearances" {
					got[name] = acctest.Text(t, value)
					continue
				}
				expectRows("appearances", value, map[string][]map[string]string{"brands": {{"start": "0:00:01", "end": "0:00:02.5"}}}[what]...)
			}
			if diff := cmp.Diff(want[i], got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", what, diff)
			}
		}
	}
	line := map[string]string{"text": "Welcome.", "start": "0:00:00.000", "end": "0:00:02.000", "language": "en-US", "speaker_id": "-", "confidence": "0.9"}
	index := read(nil)
	expectRows("transcript", index["transcript"], line)
	expectRows("brands", index["brands"], map[string]string{"name": "Ashgrove", "description": "Tools", "reference_url": "https://a.example", "confidence": "0.5"})
	expectRows("faces", index["faces"], map[string]string{
		"face_id": "1003", "name": "Ada", "title": "Engineer", "description": "-", "known_person_id": "p", "confidence": "-",
	})
	if state := acctest.Text(t, index["state"]); state != "Processed" || !index["duration"].Equal(number(61)) || index["json"].IsNull() {
		t.Errorf("state %s, duration %s, json %s", state, index["duration"], index["json"])
	}
	index = read(acctest.Values{"language": "de-DE", "include_json": false})
	line["language"], line["text"] = "de-DE", "[de-DE] Welcome."
	if expectRows("transcript", index["transcript"], line); !index["json"].IsNull() {
		t.Error("json is there")
	}
	server.Script(mockserver.Fault{Endpoint: x35, Do: mockserver.Body(http.StatusOK, "application/json", `{"state":"Processing","videos":[{"insights":{"transcript":[],"brands":[]}}]}`)})
	index = read(nil)
	expectRows("transcript", index["transcript"])
	if expectRows("brands", index["brands"]); !index["faces"].IsNull() || !index["duration"].IsNull() {
		t.Errorf("faces %s, duration %s", index["faces"], index["duration"])
	}
}

// longIndex answers with an index of a number of lines of a transcript, and more of what nobody reads.
func longIndex(lines, more int) mockserver.Action {
	return mockserver.Respond(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"state":"Processed","videos":[{"insights":{"transcript":[{"text":"first"}`+strings.Repeat(`,{"text":"line"}`, lines-1)+`],"ocr":[0`)
		part := strings.Repeat(",1", 1<<19)
		for written := 0; written < more; written += len(part) {
			_, _ = io.WriteString(w, part)
		}
		_, _ = io.WriteString(w, `]}}]}`)
	}))
}

// TestVideoIndex_large leaves out what is too long, and says so.
func TestVideoIndex_large(t *testing.T) {
	t.Parallel()
	server := newVideoServer(t)
	for name, test := range map[string]struct {
		lines, more int
		include     any
		warnings    []string
	}{
		"many lines":              {2_000, 0, nil, nil},
		"too many lines":          {10_001, 0, nil, []string{"The transcript of the index has too many elements"}},
		"too long for json":       {1, 17 << 20, nil, []string{"The index is too long for json"}},
		"too long, without json":  {1, 17 << 20, false, nil},
		"too long, and asked for": {1, 17 << 20, true, nil},
	} {
		server.Script(mockserver.Fault{Endpoint: x35, Do: longIndex(test.lines, test.more)})
		diags := server.Protocol(t, extended).ReadData(t.Context(), indexData, acctest.Values{"video_id": id, "include_json": test.include})
		acctest.Succeeds(t, acctest.Errors(diags))
		if len(diags) != len(test.warnings) {
			t.Errorf("%s: %q, want %q", name, acctest.Texts(diags), test.warnings)
		}
		for _, warning := range test.warnings {
			acctest.Says(t, diags, acctest.Warning, warning, `index of video "a1b2c3d4e5"`)
		}
	}
}

// heldMemory is the memory that the process has obtained from the system.
func heldMemory() int64 {
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64() - samples[1].Value.Uint64())
}

// TestVideoIndex_memory reads an index of 100 MiB, with as many lines as a transcript may have, in less than 300 MiB. No
// other test runs at the same time: it measures the memory of the process.
func TestVideoIndex_memory(t *testing.T) { //nolint:paralleltest // as documented
	server := newVideoServer(t)
	server.Script(mockserver.Fault{Endpoint: x35, Do: longIndex(10_000, 100<<20)})
	protocol := server.Protocol(t, extended)
	debug.FreeOSMemory()
	before, peak := heldMemory(), int64(0)
	done := make(chan struct{})
	var watching sync.WaitGroup
	watching.Go(func() {
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		for {
			peak = max(peak, heldMemory()-before)
			select {
			case <-tick.C:
			case <-done:
				return
			}
		}
	})
	diags := protocol.ReadData(t.Context(), indexData, acctest.Values{"video_id": id})
	close(done)
	watching.Wait()
	acctest.Succeeds(t, acctest.Errors(diags))
	acctest.Says(t, diags, acctest.Warning, "The index is too long for json", "has 100 MiB", "include_json")
	t.Logf("%d MiB at most", peak>>20)
	if peak > 300<<20 {
		t.Errorf("%d MiB were taken", peak>>20)
	}
}
