package video_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	id             = "a1b2c3d4e5"
	videoType      = "videoindexer_video"
	transcriptType = "videoindexer_video_transcript"
	characterType  = "videoindexer_animation_character"
	waitArgument   = "wait_for_indexing"
)

var (
	// unknown is a string that is known only after apply.
	unknown      = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	deletePolicy = acctest.Values{"deletion_policy": "delete"}
	// extended are provider arguments that allow extended operations.
	extended = acctest.Values{"extended_operations": true}
)

// newServer returns a mock server with one video, which is indexed and spoken in English.
func newServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, opts...)
	server.AddVideo(server.Account.ID, mockserver.Video{ID: id})
	return server
}

// newExtendedServer returns newServer with extended operations.
func newExtendedServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	return newServer(t, append(opts, mockserver.WithExtended())...)
}

// videoValues returns the arguments of the video, with further ones.
func videoValues(more acctest.Values) acctest.Values {
	return acctest.Values{"video_id": id}.With(more)
}

// applied returns an instance of a configuration, in a new process.
func applied(t *testing.T, server *acctest.Server, name string, config acctest.Values) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, nil).Instance(name)
	acctest.MustSucceed(t, instance.Apply(t.Context(), instance.MustPlan(config)))
	acctest.Restart(instance)
	return instance
}

// indexings returns how often clients have indexed the video.
func indexings(server *acctest.Server) int { return len(server.Reindexes(server.Account.ID, id)) }

// wantVideo expects that the video exists, and that no request was to delete it.
func wantVideo(t *testing.T, server *acctest.Server) {
	_, exists := server.Video(server.Account.ID, id)
	check.Equal(t, true, exists, "the video exists")
	check.Equal(t, 0, server.Count(mockserver.DeleteVideo), "requests to delete the video")
}

func wantProgress(t *testing.T, got, want []string) {
	t.Helper()
	messages := strings.Join(got, "\n")
	for _, text := range want {
		if !strings.Contains(messages, text) {
			t.Errorf("no progress has %q. Got: %v", text, acctest.Messages(got))
		}
	}
}
