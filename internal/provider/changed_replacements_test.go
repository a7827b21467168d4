package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// TestChangedReplacements taints each resource and changes its arguments in the apply that replaces
// it, with and without a refresh, and with an object that the destroy leaves to the create. The
// apply goes through, or asks for a refresh before it writes anything.
func TestChangedReplacements(t *testing.T) {
	t.Parallel()
	eachScene(t, func(t *testing.T, name string, s scene) {
		if fixtures.All[name].IsAccount {
			return // its create makes an account for ever
		}
		for i, next := range []acctest.Values{s.configs[1], s.configs[0]} {
			for _, before := range withPolicies(t, name, s.configs[i]) {
				policy := before["deletion_policy"]
				if isExtendedPolicy(name, policy) && s.settings == nil {
					continue
				}
				after := byDefault(next)
				if before["name"] != nil {
					after["name"] = before["name"] // so that the create takes what the destroy leaves
				}
				for _, isRefreshed := range []bool{true, false} {
					t.Run(fmt.Sprint(i, before["deletion_policy"], isRefreshed), func(t *testing.T) {
						t.Parallel()
						acctest.InBubble(t, func(t *testing.T) { replaceChanged(t, name, s, before, after, isRefreshed) })
					})
				}
			}
		}
	})
}

func replaceChanged(t *testing.T, name string, s scene, before, after acctest.Values, isRefreshed bool) {
	server := seededWithOthers(t)
	if name == "videoindexer_image_model" { // the names of characters need one
		server.SetImageModel(server.Account.ID, nil) // so that Terraform creates it
	}
	extended := fmt.Sprint("extended_operations = ", s.settings != nil)
	text := func(config acctest.Values) string { return server.Config(acctest.Block(t, name, config, ""), extended) }
	dir := inprocess.Open(server.Provider(t), nil)
	acctest.PlanAndApply(t, dir, text(before), inprocess.Options{})
	dir.Taint(name + ".it")
	plan, err := dir.Plan(t.Context(), text(after), inprocess.Options{NoRefresh: !isRefreshed})
	if err != nil {
		t.Fatalf("want no error. Got: %v", inprocess.Excerpt(err))
	}
	writes := server.Writes()
	err = dir.Apply(t.Context(), plan)
	if err == nil {
		acctest.MustPlanNothing(t, dir, text(after))
		return
	}
	switch message := err.Error(); {
	case strings.Contains(message, "terraform untaint"):
		return // a replacement of what nobody could make again
	case isRefreshed, !strings.Contains(message, "Plan again without -refresh=false"):
		t.Errorf("the apply fails: %v", err)
	}
	check.Equal(t, writes, server.Writes(), "writes before the refusal")
	acctest.PlanAndApply(t, dir, text(after), inprocess.Options{})
}
