package provider_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
)

// TestOneProcess plans, plans and creates, and destroys in one process of the provider, as "terraform test" does: nothing is said of another
// address, and the destroy sends what it sends in a process of its own.
func TestOneProcess(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, config acctest.Values) {
		t.Helper()
		configs := withPolicies(t, name, config)
		if extended := lives.All[name].Extended; extended != nil {
			configs = append(configs, byDefault(extended[0]))
		}
		for i, config := range configs {
			if name == "videoindexer_paid_account" && config["deletion_policy"] != "abandon" {
				continue // which is never destroyed
			}
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				t.Parallel()
				acctest.InBubble(t, func(t *testing.T) {
					if diff := cmp.Diff(destroyedIn(t, name, config, false), destroyedIn(t, name, config, true)); diff != "" {
						t.Errorf("%v: %s", config, diff)
					}
				})
			})
		}
	})
}

// destroyedIn returns the endpoints of the writes of a destroy, in the process that has created or in another one.
func destroyedIn(t *testing.T, name string, config acctest.Values, isSame bool) (endpoints []int) {
	t.Helper()
	server := gallery(t)
	start := func() *acctest.Protocol { return server.Protocol(t, acctest.Values{"extended_operations": true}) }
	process := start()
	i := process.Instance(name)
	var said []*tfprotov6.Diagnostic
	say := func(diags []*tfprotov6.Diagnostic) {
		acctest.Succeeds(t, diags)
		said = append(said, diags...)
	}
	say(i.Plan(t.Context(), config).Diagnostics)
	say(i.Plan(t.Context(), config).Diagnostics)
	again := i.PlanCreate(t.Context(), config)
	say(again.Diagnostics)
	say(i.ApplyAsPlanned(t.Context(), again))
	if !isSame {
		process = start()
	}
	i.Protocol = process
	say(i.Refresh(t.Context()))
	server.ResetRequests()
	destroy := i.Plan(t.Context(), nil)
	say(destroy.Diagnostics)
	say(i.ApplyAsPlanned(t.Context(), destroy))
	for _, text := range acctest.Texts(said) {
		if strings.Contains(text, "address") || strings.Contains(text, "another resource") {
			t.Errorf("said %s", text)
		}
	}
	for _, r := range server.Requests() {
		if r.Method != "GET" {
			endpoints = append(endpoints, r.Endpoint)
		}
	}
	return endpoints
}
