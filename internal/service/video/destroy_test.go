package video_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestDestroyWarns reads what destroy says, which acceptance tests cannot see.
func TestDestroyWarns(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		kind         string
		state        acctest.Values
		failedAssets []string
		want         []string // empty: no word
		deleted      bool
	}{
		"video let go":     {kind: "videoindexer_video", state: acctest.Values{"deletion_policy": "abandon"}, want: []string{"Video left as it is", `video "a1b2c3d4e5"`, "`delete`"}},
		"video deleted":    {kind: "videoindexer_video", state: acctest.Values{"deletion_policy": "delete"}, deleted: true},
		"video half gone":  {kind: "videoindexer_video", state: acctest.Values{"deletion_policy": "delete"}, failedAssets: []string{"thumb-1", "thumb-2"}, want: []string{"thumb-1, thumb-2"}, deleted: true},
		"transcript":       {kind: "videoindexer_video_transcript", state: acctest.Values{"language": "en-US", "content": englishText}, want: []string{"Transcript left as it is", "en-US of video"}},
		"character":        {kind: "videoindexer_animation_character", state: acctest.Values{"character_id": 7, "name": "Hero"}, want: []string{"Animation character left as it is", "7 of video"}},
		"character, alone": {kind: "videoindexer_animation_character", state: acctest.Values{"character_id": 7}, want: []string{"left as it is"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) { v.FailedAssets = test.failedAssets })
			test.state["video_id"], test.state["location"], test.state["account_id"] = id, server.Account.Location, server.Account.ID
			diags := server.Protocol(t, nil).Destroy(t.Context(), test.kind, test.state)
			said := strings.Join(acctest.Texts(diags), "\n")
			if len(test.want) == 0 && said != "" {
				t.Errorf("destroy says %q", said)
			}
			for _, want := range test.want {
				if !strings.Contains(said, want) {
					t.Errorf("destroy says %q, want %q", said, want)
				}
			}
			for _, d := range diags {
				if d.Severity != tfprotov6.DiagnosticSeverityWarning {
					t.Errorf("%q is no warning", d.Summary)
				}
			}
			if _, there := server.Video(server.Account.ID, id); there == test.deleted {
				t.Errorf("the video is there: %t", there)
			}
		})
	}
}
