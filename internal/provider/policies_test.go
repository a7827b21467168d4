package provider_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestDeletionPolicies destroys and replaces every resource that was created, adopted or imported, under each deletion_policy, and under one that
// was applied and removed again: Terraform deletes what it created, or what a policy of "delete" names, and nothing else.
func TestDeletionPolicies(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, config acctest.Values) {
		t.Helper()
		configs := []acctest.Values{byDefault(config)}
		switch extended := lives.All[name].Extended; {
		case name == "videoindexer_paid_account":
			return // which nothing deletes
		case name == "videoindexer_brands":
			configs = append(configs, acctest.Values{"brands": map[string]acctest.Values{"New": {}}})
		case extended != nil:
			configs = append(configs, byDefault(extended[0]))
		}
		for _, config := range configs {
			for _, with := range withPolicies(t, name, config) {
				if policy, _ := with["deletion_policy"].(string); policy != "empty" { // of language models alone
					ended{name: name, config: config, policy: policy}.test(t)
				}
			}
		}
	})
}

// ended is a resource that is destroyed or replaced.
type ended struct {
	name, policy                      string
	config                            acctest.Values
	isImported, isRemoved, isReplaced bool
}

func (e ended) test(t *testing.T) {
	t.Helper()
	for _, e.isImported = range []bool{false, true} {
		for _, e.isRemoved = range []bool{false, true} {
			for _, e.isReplaced = range []bool{false, true} {
				if e.isImported && lives.All[e.name].ID("") == "" && len(lives.All[e.name].Keys) > 0 || e.isRemoved && e.policy == "" {
					continue
				}
				t.Run(e.String(), func(t *testing.T) {
					t.Parallel()
					acctest.InBubble(t, e.end)
				})
			}
		}
	}
}

func (e ended) String() string {
	words := []string{fmt.Sprintf("%d arguments, policy %q", len(e.config), e.policy)}
	for word, is := range map[string]bool{"imported": e.isImported, "removed again": e.isRemoved, "replaced": e.isReplaced} {
		if is {
			words = append(words, word)
		}
	}
	slices.Sort(words[1:])
	return strings.Join(words, ", ")
}

func (e ended) end(t *testing.T) {
	t.Helper()
	server := gallery(t)
	server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{ID: lives.ModelID, Name: "A", Language: "en-US"})
	instance := server.Protocol(t, acctest.Values{"extended_operations": true}).Instance(e.name)
	if e.isImported {
		acctest.Succeeds(t, instance.Import(t.Context(), lives.All[e.name].ID(server.Account.ID)))
	}
	last := e.config
	if e.policy != "" {
		last = e.config.With(acctest.Values{"deletion_policy": e.policy})
	}
	instance.Run(last)
	isAdopted := isAdopted(instance.State())
	effect := e.policy
	if e.isRemoved {
		effect, last = "", e.config
		instance.Run(last)
	}
	if e.isReplaced {
		instance.Protocol = server.Protocol(t, acctest.Values{"extended_operations": true})
		acctest.Succeeds(t, instance.Refresh(t.Context()))
	} else {
		instance.Look(last)
	}
	server.ResetRequests()
	plan := instance.Plan(t.Context(), nil)
	if e.isReplaced {
		plan = instance.PlanReplacement(t.Context(), last)
	}
	isDeleted := effect == "delete" || !isAdopted && (effect == "" || effect == "restore")
	if errors := acctest.Errors(plan.Diagnostics); len(errors) > 0 && e.isReplaced && isDeleted && isAdopted && strings.Contains(errors[0].Detail, "terraform untaint") {
		return // nobody could make it again
	}
	acctest.Succeeds(t, plan.Diagnostics)
	if e.isReplaced {
		acctest.Succeeds(t, instance.ApplyDestroy(t.Context(), plan))
		isDeleted = isDeleted && (!isAdopted || !strings.HasPrefix(e.name, "videoindexer_brand")) // which is adopted again
	} else {
		acctest.Succeeds(t, instance.Apply(t.Context(), plan))
	}
	requests := server.Requests()
	if got := slices.ContainsFunc(requests, func(r mockserver.Request) bool { return r.Method == http.MethodDelete }); got != isDeleted {
		t.Errorf("adopted %t: deleted %t, want %t", isAdopted, got, isDeleted)
	}
	if writes := server.Writes(); writes > 0 && !isDeleted && effect != "disable" && effect != "restore" {
		t.Errorf("adopted %t: %d writes to what is left", isAdopted, writes)
	}
}

// isAdopted reports whether a state has something that Terraform has not created.
func isAdopted(state map[string]tftypes.Value) bool {
	is, has := state["adopted"]
	if !has {
		var brands, entry map[string]tftypes.Value
		_ = state["brands"].As(&brands) // no other type has brands
		for _, brand := range brands {
			_ = brand.As(&entry)
			is, has = entry["adopted"]
		}
	}
	return !has || is.Equal(tftypes.NewValue(tftypes.Bool, true))
}
