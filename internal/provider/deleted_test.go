package provider_test

import (
	"fmt"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestDestroyWhatIsGone destroys every resource after somebody else has deleted all that it manages, with and without a refresh: an engine
// plans the configuration first, and nothing of it stops the destroy.
func TestDestroyWhatIsGone(t *testing.T) {
	t.Parallel()
	eachScene(t, func(t *testing.T, name string, s scene) {
		t.Helper()
		for _, config := range withPolicies(t, name, byDefault(s.configs[0])) {
			if name == "videoindexer_paid_account" && config["deletion_policy"] != "abandon" {
				continue // which is never destroyed
			}
			for _, noRefresh := range []bool{false, true} {
				t.Run(fmt.Sprintf("policy %v, without refresh %t", config["deletion_policy"], noRefresh), func(t *testing.T) {
					t.Parallel()
					acctest.InBubble(t, func(t *testing.T) {
						server := gallery(t)
						dir := inprocess.Open(server.Provider(t), nil)
						text := server.Config(lives.Block(name, config), "extended_operations = true")
						acctest.CarryOut(t, dir, text, inprocess.Options{})
						deleteAll(server)
						acctest.CarryOut(t, dir, text, inprocess.Options{IsDestroy: true, NoRefresh: noRefresh})
						if left := dir.Addresses(); len(left) > 0 {
							t.Errorf("the state has %q", left)
						}
					})
				})
			}
		}
	})
}

// deleteAll deletes what resources manage.
func deleteAll(server *acctest.Server) {
	account := server.Account.ID
	for _, b := range server.Brands(account) {
		server.RemoveBrand(account, b.ID)
	}
	for _, m := range server.LanguageModels(account) {
		server.RemoveLanguageModel(account, m.ID)
	}
	for _, m := range server.PersonModels(account) {
		server.RemovePerson(account, m.ID, "") // the model, with its persons
	}
	for _, id := range []string{mockserver.SampleVideoID, mockserver.SampleAnimatedVideoID} {
		server.RemoveVideo(account, id)
	}
	for _, id := range []string{mockserver.SampleProjectID, mockserver.SampleRenderedID} {
		server.RemoveProject(account, id)
	}
	server.SetImageModel(account, nil)
}
