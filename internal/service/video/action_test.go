package video_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	reindexAction    = "videoindexer_reindex_video"
	transcriptAction = "videoindexer_update_transcript"
)

func TestReindexAction(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		config   acctest.Values
		busy     bool
		indexed  int
		progress []string // each must be in the messages
		err      string
	}{
		"idle":            {config: acctest.Values{"video_id": id}, indexed: 1, progress: []string{`Indexing of video "a1b2c3d4e5"`, "has started"}},
		"busy":            {config: acctest.Values{"video_id": id}, busy: true, indexed: 1, progress: []string{`Waiting to re-index video "`, "has started"}},
		"busy for long":   {config: acctest.Values{"video_id": id, "timeout": "500ms"}, busy: true, progress: []string{"Waiting"}, err: "The video is still being indexed"},
		"missing":         {config: acctest.Values{"video_id": "none"}, err: `Could not re-index video "none"`},
		"a bad preset":    {config: acctest.Values{"video_id": id, "indexing_preset": "Best"}, err: "indexing_preset"},
		"a bad category":  {config: acctest.Values{"video_id": id, "brands_categories": []string{"a,b"}}, err: "Invalid brand category"},
		"a bad callback":  {config: acctest.Values{"video_id": id, "callback_url": "hook"}, err: "callback_url"},
		"a bad timeout":   {config: acctest.Values{"video_id": id, "timeout": "0s"}, err: "timeout"},
		"a bad id":        {config: acctest.Values{"video_id": "a/b"}, err: "video_id must be an identifier"},
		"another account": {config: acctest.Values{"video_id": id, "account_id": "99999999-9999-4999-8999-999999999999"}, err: "The subscription key cannot use this account"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t, mockserver.IndexingPace(mockserver.AfterRequests(2)))
			if test.busy {
				server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.State = mockserver.VideoProcessing })
			}
			progress, diags := server.Protocol(t, nil).InvokeAction(t.Context(), reindexAction, test.config)
			expectError(t, strings.Join(acctest.Texts(acctest.Errors(diags)), "\n"), test.err)
			expectProgress(t, progress, test.progress)
			if got := len(server.Reindexes(server.Account.ID, id)); got != test.indexed {
				t.Errorf("indexed %d times, want %d", got, test.indexed)
			}
		})
	}
}

// TestReindexActionLostAnswer loses the answer to the request that starts an indexing: it is not started twice.
func TestReindexActionLostAnswer(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.IndexingPace(mockserver.WhenTold()))
	server.Script(mockserver.Fault{Endpoint: 7, Do: mockserver.ResetAfter()})
	_, diags := server.Protocol(t, nil).InvokeAction(t.Context(), reindexAction, acctest.Values{"video_id": id, "timeout": "10s"})
	if errors := acctest.Errors(diags); len(errors) > 0 || len(diags) != 1 || diags[0].Summary != "Indexing was probably started" {
		t.Errorf("diagnostics %q, want the warning", acctest.Texts(diags))
	}
	if n := len(server.Reindexes(server.Account.ID, id)); n != 1 {
		t.Errorf("indexed %d times, want once", n)
	}
}

// TestReindexActionInterrupted is the operator's Ctrl-C while the action waits.
func TestReindexActionInterrupted(t *testing.T) {
	t.Parallel()
	server := newServer(t, mockserver.IndexingPace(mockserver.WhenTold()))
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.State = mockserver.VideoProcessing })
	ctx, cancel := context.WithCancel(t.Context())
	var canceled time.Time
	server.Script(mockserver.Fault{Endpoint: 7, Skip: 1, Do: mockserver.After(func(*http.Request) {
		canceled = time.Now()
		cancel()
	})})
	_, diags := server.Protocol(t, nil).InvokeAction(ctx, reindexAction, acctest.Values{"video_id": id})
	if took := time.Since(canceled); took > 10*time.Second { // the wait itself would never end
		t.Errorf("returned %s after the interruption", took)
	}
	expectError(t, strings.Join(acctest.Texts(acctest.Errors(diags)), "\n"), "interrupted")
}

func TestTranscriptAction(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		config   acctest.Values
		fault    *mockserver.Fault
		indexed  int
		progress []string
		err      string
	}{
		"a translation": {
			config:   acctest.Values{"video_id": id, "language": "de-DE", "content": german},
			progress: []string{`Updated transcript de-DE of video "a1b2c3d4e5"`},
		},
		"the source language": {
			config:  acctest.Values{"video_id": id, "language": "en-US", "content": englishText, "send_success_email": true, "callback_url": "http://127.0.0.1:1/x"},
			indexed: 1,
		},
		"a new source language": {
			config:  acctest.Values{"video_id": id, "language": "de-DE", "content": german, "set_as_source_language": true},
			indexed: 1,
		},
		"busy": {
			config:   acctest.Values{"video_id": id, "language": "de-DE", "content": german},
			fault:    &mockserver.Fault{Endpoint: 9, Do: mockserver.Status(http.StatusConflict)},
			progress: []string{"Waiting to update transcript de-DE of video", "Updated"},
		},
		"missing":     {config: acctest.Values{"video_id": "none", "language": "de-DE", "content": german}, err: "Video does not exist"},
		"no captions": {config: acctest.Values{"video_id": id, "language": "de-DE", "content": "Guten Tag."}, err: "Invalid transcript"},
		"no language": {config: acctest.Values{"video_id": id, "language": "xx", "content": german}, err: "language"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			if test.fault != nil {
				server.Script(*test.fault)
			}
			progress, diags := server.Protocol(t, nil).InvokeAction(t.Context(), transcriptAction, test.config)
			expectError(t, strings.Join(acctest.Texts(acctest.Errors(diags)), "\n"), test.err)
			expectProgress(t, progress, test.progress)
			if got := len(server.Reindexes(server.Account.ID, id)); got != test.indexed {
				t.Errorf("indexed %d times, want %d", got, test.indexed)
			}
			if test.err == "" && test.config["language"] == "de-DE" {
				v, _ := server.Video(server.Account.ID, id)
				if diff := cmp.Diff(germanCues, v.Transcripts["de-DE"]); diff != "" {
					t.Errorf("transcript (-want +got):\n%s", diff)
				}
			}
		})
	}
}

// TestAccActions triggers both actions from a managed resource; it needs an engine that knows actions.
func TestAccActions(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks: []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_14_0)},
		Steps: []resource.TestStep{{
			Config: server.Config(fmt.Sprintf(`
action "videoindexer_update_transcript" "test" {
  config {
    video_id = %[1]q
    language = "de-DE"
    content  = %[2]q
  }
}
action "videoindexer_reindex_video" "test" {
  config {
    video_id        = %[1]q
    indexing_preset = "AudioOnly"
  }
}
resource "terraform_data" "test" {
  lifecycle {
    action_trigger {
      events  = [after_create]
      actions = [action.videoindexer_update_transcript.test, action.videoindexer_reindex_video.test]
    }
  }
}
`, id, german)),
			PostApplyFunc: func() {
				v, _ := server.Video(server.Account.ID, id)
				if diff := cmp.Diff(germanCues, v.Transcripts["de-DE"]); diff != "" {
					t.Errorf("transcript (-want +got):\n%s", diff)
				}
				if n := len(server.Reindexes(server.Account.ID, id)); n != 1 {
					t.Errorf("indexed %d times, want once", n)
				}
			},
		}},
	})
}

func expectError(t *testing.T, got, want string) {
	t.Helper()
	if want == "" && got != "" || !strings.Contains(got, want) {
		t.Errorf("errors %q, want %q", got, want)
	}
}

func expectProgress(t *testing.T, got, want []string) {
	t.Helper()
	said := strings.Join(got, "\n")
	for _, text := range want {
		if !strings.Contains(said, text) {
			t.Errorf("progress %q does not say %q", said, text)
		}
	}
}

// TestReindexActionWaits reports the waiting with the time that it took, and how it ended.
func TestReindexActionWaits(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		pace     mockserver.Pace
		outcome  mockserver.VideoState
		timeout  string
		progress []string
		err      []string
	}{
		"until it is over": {
			pace: mockserver.AfterRequests(2), timeout: "1h",
			progress: []string{"has started", `Waiting for the indexing of video "a1b2c3d4e5"`, "its state is Processing (", "so far, 1h0m0s at most)", "has ended, after "},
		},
		"at once": {pace: mockserver.Pace{}, timeout: "1h", progress: []string{"has started", "has ended, after"}},
		"fails": {
			pace: mockserver.AfterRequests(1), outcome: mockserver.VideoFailed, timeout: "1h",
			err: []string{"Video was not indexed", "Invoke the action again"},
		},
		"for long": {
			pace: mockserver.WhenTold(), timeout: "1500ms",
			err: []string{"The video is still being indexed", "did not end within 1.5s", "Set timeout to wait longer", "Invoking the action again would index the video again"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newVideoServer(t, mockserver.IndexingPace(test.pace))
			server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.FailsWith = test.outcome })
			progress, diags := server.Protocol(t, extended).InvokeAction(t.Context(), reindexAction, acctest.Values{"video_id": id, waits: true, "timeout": test.timeout})
			expectProgress(t, progress, test.progress)
			if test.err == nil {
				acctest.Succeeds(t, diags)
			} else {
				acctest.Says(t, diags, acctest.Failure, test.err...)
			}
			if n := len(server.Reindexes(server.Account.ID, id)); n != 1 {
				t.Errorf("indexed %d times, want once", n)
			}
		})
	}
}

// TestReindexActionWaitInterrupted is the operator's Ctrl-C while the action waits for the end.
func TestReindexActionWaitInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	server := newVideoServer(t, mockserver.IndexingPace(mockserver.WhenTold()), mockserver.OnRequest(func(r mockserver.Request) {
		if r.Endpoint == x35 {
			time.AfterFunc(100*time.Millisecond, cancel)
		}
	}))
	_, diags := server.Protocol(t, extended).InvokeAction(ctx, reindexAction, acctest.Values{"video_id": id, waits: true})
	d := acctest.Says(t, diags, acctest.Failure, "Waiting for the indexing was interrupted", "The service continues")
	if strings.Contains(d.Detail, "timeout") {
		t.Errorf("it speaks of a timeout: %s", d.Detail)
	}
	expectState(t, server, mockserver.VideoProcessing)
}
