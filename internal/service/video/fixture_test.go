package video_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	address = "videoindexer_video.test"
	id      = "a1b2c3d4e5"
)

const (
	videoType      = "videoindexer_video"
	transcriptType = "videoindexer_video_transcript"
	characterType  = "videoindexer_animation_character"
)

// unknown is a text that is known after apply.
var unknown = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)

var deletes = acctest.Values{"deletion_policy": "delete"}

// extended are provider arguments that allow extended operations.
var extended = acctest.Values{"extended_operations": true}

const (
	allow = "extended_operations = true" // the same in a configuration
	waits = "wait_for_indexing"
)

var x35 = mockserver.X(35)

// newServer is a mock server that holds one video, indexed and spoken in English.
func newServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, opts...)
	addModels(server)
	server.AddVideo(server.Account.ID, mockserver.Video{ID: id})
	return server
}

// addModels adds the models that the settings of these tests name.
func addModels(server *acctest.Server) {
	server.SetImageModel(server.Account.ID, &mockserver.ImageModel{Endpoint: "https://imagemodel.example/"})
	for _, id := range []string{"pm-1", "pm-2"} {
		server.AddPersonModel(server.Account.ID, mockserver.PersonModel{ID: id, Name: id})
	}
}

// newVideoServer is newServer with extended operations.
func newVideoServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	return newServer(t, append(opts, mockserver.Extended())...)
}

// waiting are the arguments of a video whose indexing is waited for.
func waiting(more acctest.Values) acctest.Values {
	return videoValues(acctest.Values{waits: true}.With(more))
}

// expectState fails the test where the video is in another state.
func expectState(t *testing.T, server *acctest.Server, want mockserver.VideoState) {
	t.Helper()
	if v, _ := server.Video(server.Account.ID, id); v.State != want {
		t.Errorf("the video is in state %s, want %s", v.State, want)
	}
}

// videoValues is a configuration of the video with further arguments.
func videoValues(more acctest.Values) acctest.Values {
	return acctest.Values{"video_id": id, "deletion_policy": "abandon"}.With(more)
}

// created is an instance that exists, in the state of the process that follows.
func created(t *testing.T, server *acctest.Server, name string, config acctest.Values) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, nil).Instance(name)
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(config)))
	instance.Protocol = server.Protocol(t, nil)
	return instance
}

// stays fails the test where the video is gone, or its deletion was requested.
func stays(t *testing.T, server *acctest.Server) {
	t.Helper()
	if _, ok := server.Video(server.Account.ID, id); !ok || server.Count(11) > 0 {
		t.Errorf("the video exists: %t, requests to delete it: %d", ok, server.Count(11))
	}
}
