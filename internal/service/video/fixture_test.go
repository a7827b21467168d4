package video_test

import (
	"maps"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
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
	server := acctest.NewServer(t, append(opts, mockserver.UncheckedModels())...)
	server.SetImageModel(server.Account.ID, &mockserver.ImageModel{Endpoint: "https://imagemodel.example/"})
	server.AddVideo(server.Account.ID, mockserver.Video{ID: id})
	return server
}

// newVideoServer is newServer with extended operations.
func newVideoServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	return newServer(t, append(opts, mockserver.Extended())...)
}

// waiting are the arguments of a video whose indexing is waited for.
func waiting(more acctest.Values) acctest.Values {
	return videoValues(with(acctest.Values{waits: true}, more))
}

// restart puts an instance into a process of its own, as an engine does for each plan and each apply.
func restart(t *testing.T, server *acctest.Server, instance *acctest.Instance) {
	t.Helper()
	instance.Protocol = server.Protocol(t, extended)
	server.ResetRequests()
}

// apply plans in one process and applies in another.
func apply(t *testing.T, server *acctest.Server, instance *acctest.Instance, config acctest.Values) {
	t.Helper()
	restart(t, server, instance)
	plan := planned(t, instance, config)
	restart(t, server, instance)
	must(t, acctest.Errors(instance.Apply(t.Context(), plan)))
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
	return with(acctest.Values{"video_id": id, "deletion_policy": "abandon"}, more)
}

func with(values, more acctest.Values) acctest.Values {
	all := maps.Clone(values)
	maps.Copy(all, more)
	return all
}

// created is an instance that exists, in the state of the process that follows.
func created(t *testing.T, server *acctest.Server, name string, config acctest.Values) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, nil).Instance(name)
	must(t, instance.Apply(t.Context(), planned(t, instance, config)))
	instance.Protocol = server.Protocol(t, nil)
	return instance
}

// planned is a plan without errors.
func planned(t *testing.T, instance *acctest.Instance, config acctest.Values) *acctest.Plan {
	t.Helper()
	plan := instance.Plan(t.Context(), config)
	must(t, plan.Diagnostics)
	return plan
}

func must(t *testing.T, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	if failed := acctest.Errors(diags); len(failed) > 0 {
		t.Fatalf("errors: %q", acctest.Texts(failed))
	}
}

// stays fails the test where the video is gone, or its deletion was requested.
func stays(t *testing.T, server *acctest.Server) {
	t.Helper()
	if _, ok := server.Video(server.Account.ID, id); !ok || server.Count(11) > 0 {
		t.Errorf("the video exists: %t, requests to delete it: %d", ok, server.Count(11))
	}
}
