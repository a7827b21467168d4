package video_test

import (
	"fmt"
	"regexp"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestVideoReplacement plans and applies replacements, as -replace, replace_triggered_by and a changed argument ask for
// them, in both orders of destroy and create.
func TestVideoReplacement(t *testing.T) {
	t.Parallel()
	const other = "z9y8x7w6v5"
	for name, test := range map[string]struct {
		before, after acctest.Values
		isRefused     bool
	}{
		"forced":                        {deletes, deletes, true},
		"forced, no longer to delete":   {deletes, nil, true},
		"forced, from now on to delete": {nil, deletes, false},
		"forced, never to delete":       {nil, nil, false},
		"another video":                 {deletes, with(deletes, acctest.Values{"video_id": other}), true},
		"another video, abandoned":      {nil, acctest.Values{"video_id": other}, false},
	} {
		for _, createFirst := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, create first %t", name, createFirst), func(t *testing.T) {
				t.Parallel()
				server := newServer(t)
				server.AddVideo(server.Account.ID, mockserver.Video{ID: other})
				video := created(t, server, videoType, videoValues(test.before))
				must(t, video.Refresh(t.Context()))
				video.CreateBeforeDestroy = createFirst
				plan := video.PlanReplacement(t.Context(), videoValues(test.after))
				if test.isRefused {
					expect(t, plan.Diagnostics, failure, []string{"Video must not be replaced", `"a1b2c3d4e5"`, `deletion_policy = "abandon" and apply that first`})
					return
				}
				must(t, plan.Diagnostics)
				video.Protocol = server.Protocol(t, nil)
				left := []string{"Video left as it is", `"a1b2c3d4e5"`, "A replacement deletes no video"}
				if createFirst { // an engine then destroys without what the plan has noted
					left = []string{"Video left", `"a1b2c3d4e5"`}
				}
				expect(t, video.Apply(t.Context(), plan), warning, left)
				stays(t, server)
				if !video.Exists() {
					t.Error("no video in the state")
				}
			})
		}
	}
}

// TestVideoTainted replaces an instance that was tainted by hand. No plan shows that to the provider, and the destroy
// must leave the video that the create adopts.
func TestVideoTainted(t *testing.T) {
	t.Parallel()
	for _, createFirst := range []bool{false, true} {
		t.Run(fmt.Sprintf("create first %t", createFirst), func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			video := created(t, server, videoType, videoValues(deletes))
			video.Tainted, video.CreateBeforeDestroy = true, createFirst
			must(t, video.Refresh(t.Context()))
			plan := planned(t, video, videoValues(deletes))
			video.Protocol = server.Protocol(t, nil)
			diags := video.Apply(t.Context(), plan)
			if createFirst {
				// The engine plans the destroy of the old instance while applying.
				expect(t, diags, warning, []string{"Video left to another instance", "`moved` block"})
			} else {
				expect(t, diags, warning, []string{"Video left as it is", "A replacement deletes no video"})
			}
			stays(t, server)
			// The mark of the create is gone: this instance deletes, as it should.
			video.Protocol = server.Protocol(t, nil)
			must(t, video.Apply(t.Context(), planned(t, video, nil)))
			if _, ok := server.Video(server.Account.ID, id); ok {
				t.Error("the destroy of the new instance left the video")
			}
		})
	}
}

// TestVideoMovedByKey has a new instance adopt the video of an old one that is destroyed, in every order that an engine
// may choose for the two: the video is never deleted, or nothing is applied.
func TestVideoMovedByKey(t *testing.T) {
	t.Parallel()
	for _, planFirst := range []string{"create", "destroy"} {
		for _, applyFirst := range []string{"create", "destroy"} {
			t.Run(planFirst+" planned first, "+applyFirst+" applied first", func(t *testing.T) {
				t.Parallel()
				server := newServer(t)
				old := created(t, server, videoType, videoValues(deletes))
				instance := old.Protocol.Instance(videoType)
				must(t, old.Refresh(t.Context()))
				if planFirst == "destroy" {
					expect(t, planned(t, old, nil).Diagnostics, warning)
					plan := instance.Plan(t.Context(), videoValues(deletes))
					expect(t, plan.Diagnostics, failure, []string{"The same plan deletes this video", "`moved` block"})
					return
				}
				create := planned(t, instance, videoValues(deletes))
				destroy := planned(t, old, nil)
				expect(t, destroy.Diagnostics, warning, []string{"Video will be left to another instance", `"a1b2c3d4e5"`, "`moved` block"})
				process := server.Protocol(t, nil)
				old.Protocol, instance.Protocol = process, process
				if applyFirst == "create" {
					must(t, instance.Apply(t.Context(), create))
				}
				expect(t, old.Apply(t.Context(), destroy), warning, []string{"Video left to another instance", "`moved` block"})
				if applyFirst == "destroy" {
					must(t, instance.Apply(t.Context(), create))
				}
				stays(t, server)
			})
		}
	}
}

// TestVideoManagedTwice destroys one of two instances that manage the same video.
func TestVideoManagedTwice(t *testing.T) {
	t.Parallel()
	for _, planFirst := range []string{"destroy", "change"} {
		t.Run(planFirst+" planned first", func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			one := created(t, server, videoType, videoValues(deletes))
			two := created(t, server, videoType, videoValues(nil))
			two.Protocol = one.Protocol
			if planFirst == "destroy" {
				planned(t, one, nil)
				expect(t, two.Plan(t.Context(), videoValues(nil)).Diagnostics, failure, []string{"The same plan deletes this video"})
				return
			}
			expect(t, planned(t, two, videoValues(nil)).Diagnostics, warning)
			destroy := planned(t, one, nil)
			one.Protocol = server.Protocol(t, nil)
			expect(t, one.Apply(t.Context(), destroy), warning, []string{"Video left to another instance"})
			stays(t, server)
		})
	}
}

// TestVideoCreateAndDestroyAtOnce applies the create of one instance and the destroy of another, which was planned without
// it (in a plan that did not know the video yet), at the same time: either the video is left, or the create fails.
func TestVideoCreateAndDestroyAtOnce(t *testing.T) {
	t.Parallel()
	for _, latency := range []time.Duration{0, 30 * time.Millisecond, 150 * time.Millisecond} {
		t.Run(latency.String(), func(t *testing.T) {
			t.Parallel()
			server := newServer(t, mockserver.Latency(latency))
			old := created(t, server, videoType, videoValues(deletes))
			instance := old.Protocol.Instance(videoType)
			destroy := planned(t, old, nil)
			create := planned(t, server.Protocol(t, nil).Instance(videoType), videoValues(nil))
			process := server.Protocol(t, nil)
			old.Protocol, instance.Protocol = process, process
			var both sync.WaitGroup
			var destroyed, failed []*tfprotov6.Diagnostic
			both.Go(func() { destroyed = old.Apply(t.Context(), destroy) })
			both.Go(func() { failed = acctest.Errors(instance.Apply(t.Context(), create)) })
			both.Wait()
			must(t, destroyed)
			_, ok := server.Video(server.Account.ID, id)
			if ok != (len(failed) == 0) || ok != instance.Exists() {
				t.Errorf("the video exists: %t; in the state: %t; errors: %q", ok, instance.Exists(), acctest.Texts(failed))
			}
		})
	}
}

// TestVideoLivesInOneProcess adopts and destroys a video again and again in one process, as a debugger or a test does: what
// one life leaves behind says nothing about the next.
func TestVideoLivesInOneProcess(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	video := server.Protocol(t, nil).Instance(videoType)
	for _, policy := range []string{"abandon", "delete", "delete"} {
		server.AddVideo(server.Account.ID, mockserver.Video{ID: id})
		config := videoValues(acctest.Values{"deletion_policy": policy})
		must(t, video.Apply(t.Context(), planned(t, video, config)))
		must(t, video.Refresh(t.Context()))
		if planned(t, video, config).IsUpdate {
			t.Error("an update is planned")
		}
		must(t, video.Apply(t.Context(), planned(t, video, nil)))
		if _, ok := server.Video(server.Account.ID, id); ok == (policy == "delete") {
			t.Errorf("%s: the video exists: %t", policy, ok)
		}
	}
}

// TestAccVideo_replaceRefused has an engine ask for a replacement, and replace what is tainted.
func TestAccVideo_replaceRefused(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	config := func(seed string) string {
		return server.Config(fmt.Sprintf("resource \"terraform_data\" \"seed\" {\n  input = %q\n}\n", seed) +
			videoBlock(`deletion_policy = "delete"`, "lifecycle {\n  replace_triggered_by = [terraform_data.seed]\n}"))
	}
	acctest.Run(t, resource.TestCase{
		CheckDestroy: exists(server, false),
		Steps: []resource.TestStep{
			{Config: config("one")},
			{Config: config("two"), ExpectError: regexp.MustCompile(`(?s)Video must not be replaced.*a1b2c3d4e5`)},
			{
				Taint: []string{address}, Config: config("one"),
				ConfigPlanChecks: resource.ConfigPlanChecks{
					PreApply: []plancheck.PlanCheck{plancheck.ExpectResourceAction(address, plancheck.ResourceActionDestroyBeforeCreate)},
				},
				Check: exists(server, true),
			},
		},
	})
}
