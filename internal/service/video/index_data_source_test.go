package video_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const indexData = "videoindexer_video_index"

func indexBlock(lines ...string) string {
	return fmt.Sprintf("data %q \"test\" {\n  video_id = %q\n%s\n}\n", indexData, id, strings.Join(lines, "\n"))
}

// shows checks attributes of the index.
func shows(checks map[string]knownvalue.Check) []statecheck.StateCheck {
	var all []statecheck.StateCheck
	for name, check := range checks {
		all = append(all, statecheck.ExpectKnownValue("data."+indexData+".test", tfjsonpath.New(name), check))
	}
	return all
}

func object(attributes map[string]knownvalue.Check) knownvalue.Check {
	return knownvalue.ObjectExact(attributes)
}

// TestAccVideoIndex reads the parts of an index, in the language of the video and in another one.
func TestAccVideoIndex(t *testing.T) {
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
	appearance := object(map[string]knownvalue.Check{"start": knownvalue.StringExact("0:00:01"), "end": knownvalue.StringExact("0:00:02.5")})
	line := func(text, language string) knownvalue.Check {
		return knownvalue.ListExact([]knownvalue.Check{object(map[string]knownvalue.Check{
			"text": knownvalue.StringFunc(func(got string) error {
				if !strings.Contains(got, text) {
					return otherTextError(got)
				}
				return nil
			}),
			"start": knownvalue.StringExact("0:00:00.000"), "end": knownvalue.StringExact("0:00:02.000"),
			"language": knownvalue.StringExact(language), "speaker_id": knownvalue.Null(), "confidence": knownvalue.Float64Exact(0.9),
		})})
	}
	acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{
		{
			Config: server.Config(indexBlock(), allow),
			ConfigStateChecks: shows(map[string]knownvalue.Check{
				"state": knownvalue.StringExact("Processed"), "duration": knownvalue.Float64Exact(61),
				"transcript": line("Welcome.", "en-US"), "json": knownvalue.NotNull(),
				"brands": knownvalue.ListExact([]knownvalue.Check{object(map[string]knownvalue.Check{
					"name": knownvalue.StringExact("Ashgrove"), "description": knownvalue.StringExact("Tools"), "reference_url": knownvalue.StringExact("https://a.example"),
					"confidence": knownvalue.Float64Exact(0.5), "appearances": knownvalue.ListExact([]knownvalue.Check{appearance}),
				})}),
				"faces": knownvalue.ListExact([]knownvalue.Check{object(map[string]knownvalue.Check{
					"face_id": knownvalue.StringExact("1003"), "name": knownvalue.StringExact("Ada"), "title": knownvalue.StringExact("Engineer"),
					"description": knownvalue.Null(), "known_person_id": knownvalue.StringExact("p"), "confidence": knownvalue.Null(),
					"appearances": knownvalue.ListSizeExact(0),
				})}),
			}),
		},
		{
			Config:            server.Config(indexBlock(`language = "de-DE"`, "include_json = false"), allow),
			ConfigStateChecks: shows(map[string]knownvalue.Check{"json": knownvalue.Null(), "transcript": line("", "de-DE")}),
		},
	}})
}

// TestAccVideoIndex_parts shows what an index does not have as null, and what is empty as empty.
func TestAccVideoIndex_parts(t *testing.T) {
	t.Parallel()
	server := newVideoServer(t, mockserver.IndexingPace(mockserver.WhenTold()))
	server.Script(mockserver.Fault{Endpoint: x35, Times: mockserver.Always, Do: mockserver.Edit(func(body []byte) []byte { return bytes.ReplaceAll(body, []byte(`"faces":[],`), nil) })})
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.State = mockserver.VideoProcessing })
	acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
		Config: server.Config(indexBlock(), allow),
		ConfigStateChecks: shows(map[string]knownvalue.Check{
			"state": knownvalue.StringExact("Processing"), "transcript": knownvalue.ListSizeExact(0), "brands": knownvalue.ListSizeExact(0), "faces": knownvalue.Null(),
		}),
	}}})
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

func TestVideoIndex_fails(t *testing.T) {
	t.Parallel()
	server := newVideoServer(t)
	read := func(server *acctest.Server, config acctest.Values) []*tfprotov6.Diagnostic {
		return server.Protocol(t, extended).ReadData(t.Context(), indexData, acctest.Values{"video_id": id}.With(config))
	}
	acctest.Says(t, server.Protocol(t, nil).ReadData(t.Context(), indexData, acctest.Values{"video_id": id}), acctest.Failure, "videoindexer_video_index needs", "extended_operations = true")
	acctest.Says(t, read(server, acctest.Values{"video_id": "none"}), acctest.Failure, `Could not read index of video "none"`, "404")
	acctest.Says(t, read(server, acctest.Values{"language": "xx"}), acctest.Failure, "language")
	acctest.Says(t, read(server, acctest.Values{"video_id": "a/b"}), acctest.Failure, "video_id must be an identifier")
	lacking := newVideoServer(t, mockserver.Lacks(http.StatusNotFound, "X35"))
	acctest.Says(t, read(lacking, nil), acctest.Failure, "Could not read index", "lacks an operation")
	server.Script(mockserver.Fault{Endpoint: x35, Do: mockserver.Respond(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<html><title>Sign in</title></html>")
	}))})
	acctest.Says(t, read(server, nil), acctest.Failure, "Could not read index", "Sign in")
}
