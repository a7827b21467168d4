package video_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestActions invokes the actions on one video. What the scenarios of actions show is not repeated here.
func TestActions(t *testing.T) {
	t.Parallel()
	arguments, parameters := configured()
	transcript := acctest.Values{"language": "de-DE", "content": german}
	for name, test := range map[string]struct {
		action   string
		config   acctest.Values
		fault    mockserver.Fault
		indexed  int
		progress []string
		err      []string
	}{
		"all settings":        {"reindex_video", arguments, mockserver.Fault{}, 1, []string{`Indexing of video "a1b2c3d4e5"`, "has started"}, nil},
		"busy for long":       {"reindex_video", acctest.Values{"timeout": "500ms"}, mockserver.Fault{Endpoint: 7, Times: mockserver.Always, Do: mockserver.Status(http.StatusConflict)}, 0, []string{"Waiting"}, []string{"409 GENERAL", "Set timeout to wait longer"}},
		"missing":             {"reindex_video", acctest.Values{"video_id": "none"}, mockserver.Fault{}, 0, nil, []string{`Could not re-index video "none"`}},
		"a translation":       {"update_transcript", transcript, mockserver.Fault{}, 0, []string{`Updated transcript de-DE of video "a1b2c3d4e5"`}, nil},
		"the source language": {"update_transcript", acctest.Values{"language": "en-US", "content": englishText}, mockserver.Fault{}, 1, nil, nil},
		"a busy video":        {"update_transcript", transcript, mockserver.Fault{Endpoint: 9, Do: mockserver.Status(http.StatusConflict)}, 0, []string{"Waiting to update transcript de-DE of video", "Updated"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			addModels(server)
			server.Script(test.fault)
			config := acctest.Values{"video_id": id}.With(test.config)
			progress, diags := server.Protocol(t, nil).InvokeAction(t.Context(), "videoindexer_"+test.action, config)
			if test.err == nil {
				acctest.Succeeds(t, diags)
			} else {
				acctest.Says(t, diags, acctest.Failure, test.err...)
			}
			expectProgress(t, progress, test.progress)
			all := server.Reindexes(server.Account.ID, id)
			if len(all) != test.indexed {
				t.Fatalf("indexed %d times, want %d", len(all), test.indexed)
			}
			if name == "all settings" {
				if diff := cmp.Diff(parameters, all[0].Parameters); diff != "" {
					t.Errorf("parameters (-want +got):\n%s", diff)
				}
			}
		})
	}
}
