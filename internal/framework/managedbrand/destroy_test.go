package managedbrand_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestPlanOfDestroySaysWhatStays warns of brands that stay in the service as they are, also of an entry that is removed.
func TestPlanOfDestroySaysWhatStays(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 2)
		for policy, warns := range map[string]bool{"abandon": true, "disable": false, "restore": false} {
			instance := adopt(t, server, kind, configure(kind, "one", policy, 1001, 1002))
			next := map[string]acctest.Values{"destroy": nil}
			if kind == dictionary {
				next["a removed entry"] = configure(kind, "one", policy, 1002)
			} else {
				next["another brand"] = configure(kind, "one", policy, 1002)
			}
			for name, config := range next {
				instance.Protocol = server.Protocol(t, nil)
				r := run{t: t}
				r.note(instance.Plan(t.Context(), config).Diagnostics)
				if r.warnedOf("will be left as ") != warns || warns && !r.warnedOf("1001") || len(r.stopped) > 0 {
					t.Errorf("%s, %s: warnings %q, errors %q", policy, name, r.warnings, r.stopped)
				}
			}
		}
	})
}

// TestDestroyChecksWhatCameBack has a service that accepts the write of a destroy and ignores it: an error, and the
// brand stays in the state.
func TestDestroyChecksWhatCameBack(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		for policy, field := range map[string]string{"disable": "enabled", "restore": "description"} {
			var ignores atomic.Bool
			server := newServer(t, 1, mockserver.BrandStores(func(b *mockserver.Brand) {
				if ignores.Load() {
					b.Enabled, b.Description = true, "one"
				}
			}))
			instance := adopt(t, server, kind, configure(kind, "one", policy, 1001))
			ignores.Store(true)
			instance.Protocol = server.Protocol(t, nil)
			errors := acctest.Errors(instance.Apply(t.Context(), instance.Plan(t.Context(), nil)))
			if len(errors) != 1 || errors[0].Summary != "Value not kept by the service" || !strings.Contains(errors[0].Detail, fmt.Sprintf("%q sends for", policy)) || !strings.Contains(errors[0].Detail, field) || !instance.Exists() {
				t.Errorf("%s: errors %v, still in the state: %t", policy, acctest.Texts(errors), instance.Exists())
				continue
			}
			if got := overwritten(t, kind, instance.State(), 1001); got != found {
				t.Errorf("%s: %q is overwritten", policy, got)
			}
			ignores.Store(false)
			if succeed(t, instance.Apply(t.Context(), instance.Plan(t.Context(), nil))); instance.Exists() {
				t.Errorf("%s: still in the state", policy)
			}
		}
	})
}

// TestRestoreLeavesAnEmptyAddress restores a description: an empty reference_url, which is not managed, stays an empty one
// at a service that distinguishes it from none.
func TestRestoreLeavesAnEmptyAddress(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1, mockserver.KeepsEmptyReferenceURL())
		empty := ""
		server.ChangeBrand(server.Account.ID, 1001, func(b *mockserver.Brand) { b.ReferenceURL = &empty })
		instance := adopt(t, server, kind, configure(kind, "one", "restore", 1001))
		instance.Protocol = server.Protocol(t, nil)
		succeed(t, instance.Apply(t.Context(), instance.Plan(t.Context(), nil)))
		if b, _ := server.Brand(server.Account.ID, 1001); b.ReferenceURL == nil || b.Description != found {
			t.Errorf("reference_url %v, description %q", b.ReferenceURL, b.Description)
		}
	})
}

// TestCreateFailsAfterItsWrite keeps what was overwritten: the tainted instance's destroy restores it under "restore",
// and neither disables nor restores otherwise.
func TestCreateFailsAfterItsWrite(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		option mockserver.Option
		fault  *mockserver.Fault
		expect string
	}{
		"a service that drops tags": {option: mockserver.BrandDrops("tags"), expect: "Value not kept by the service"},
		"504 after the write":       {fault: &mockserver.Fault{Endpoint: 17, Times: mockserver.Always, Do: mockserver.StatusAfter(http.StatusGatewayTimeout)}, expect: "Unable to update brand"},
		"500 in place of the write": {fault: &mockserver.Fault{Endpoint: 17, Times: mockserver.Always, Do: mockserver.Status(http.StatusInternalServerError)}, expect: "Unable to update brand"},
		"the read after it is lost": {option: mockserver.BrandAnswerOmits("tags"), fault: &mockserver.Fault{Endpoint: 16, Skip: 2, Times: mockserver.Always, Do: mockserver.Status(http.StatusInternalServerError)}, expect: "Unable to update brand"},
	} {
		for _, policy := range policies {
			t.Run(name+", "+policy, func(t *testing.T) {
				t.Parallel()
				forEachKind(t, func(t *testing.T, kind string) {
					t.Helper()
					createFails(t, kind, policy, c.option, c.fault, c.expect)
				})
			})
		}
	}
}

func createFails(t *testing.T, kind, policy string, option mockserver.Option, fault *mockserver.Fault, expect string) {
	t.Helper()
	options := []mockserver.Option{}
	if option != nil {
		options = append(options, option)
	}
	server := newServer(t, 1, options...)
	if fault != nil {
		server.Script(*fault)
	}
	fields := acctest.Values{"description": "one", "tags": []string{"managed"}}
	config := acctest.Values{"deletion_policy": policy}
	if kind == dictionary {
		config["brands"] = acctest.Values{"1001": fields}
	} else {
		config["brand_id"], config["description"], config["tags"] = 1001, fields["description"], fields["tags"]
	}
	once := acctest.Values{"max_retries": 0}
	instance := server.Protocol(t, once).Instance(kind)
	plan := instance.Plan(t.Context(), config)
	succeed(t, plan.Diagnostics)
	instance.Protocol = server.Protocol(t, once)
	errors := acctest.Texts(acctest.Errors(instance.Apply(t.Context(), plan)))
	if len(errors) != 1 || !strings.Contains(errors[0], expect) || !instance.Tainted {
		t.Fatalf("errors %q, tainted %t", errors, instance.Tainted)
	}
	if got := overwritten(t, kind, instance.State(), 1001); got != found {
		t.Errorf("%q is overwritten", got)
	}
	server.ClearFaults()
	before := description(t, server, 1001)
	instance.Protocol = server.Protocol(t, once)
	succeed(t, slices.Concat(instance.Refresh(t.Context()), instance.Apply(t.Context(), instance.Plan(t.Context(), nil))))
	want := before
	if policy == "restore" {
		want = found
	}
	if got := description(t, server, 1001); got != want { // which checks that it is not switched off either
		t.Errorf("the destroy left %q, want %q", got, want)
	}
}

// TestManagedTwice warns of a brand that two instances manage, and names it.
func TestManagedTwice(t *testing.T) {
	t.Parallel()
	for _, pair := range [][2]string{{single, single}, {single, dictionary}, {dictionary, dictionary}} {
		t.Run(fmt.Sprint(pair), func(t *testing.T) {
			t.Parallel()
			server := newServer(t, 2)
			var instances []*acctest.Instance
			planning := server.Protocol(t, nil)
			r := run{t: t}
			for _, kind := range pair {
				plan := planning.Instance(kind).Plan(t.Context(), configure(kind, "one", "abandon", 1001))
				r.note(plan.Diagnostics)
				instances = append(instances, adopt(t, server, kind, configure(kind, "one", "abandon", 1001)))
			}
			if !r.warnedOf("Brand managed twice") || !r.warnedOf("manages brand 1001 (") || len(r.stopped) > 0 {
				t.Errorf("creates: warnings %q", r.warnings)
			}
			// And at every plan afterwards.
			planning, r = server.Protocol(t, nil), run{t: t}
			for i, instance := range instances {
				instance.Protocol = planning
				r.note(instance.Refresh(t.Context()))
				r.note(instance.Plan(t.Context(), configure(pair[i], "one", "abandon", 1001)).Diagnostics)
			}
			if !r.warnedOf("Brand managed twice") {
				t.Errorf("later: warnings %q", r.warnings)
			}
			// But not where each has its own.
			planning, r = server.Protocol(t, nil), run{t: t}
			for i, kind := range pair {
				r.note(planning.Instance(kind).Plan(t.Context(), configure(kind, "one", "abandon", 1001+i)).Diagnostics)
			}
			if len(r.warnings) > 0 {
				t.Errorf("each its own: %q", r.warnings)
			}
		})
	}
}

// TestChangedSincePlan stops before anything is written where a value that is to be overwritten has changed since the
// plan: Terraform compares the plan with the one that it makes when it applies.
func TestChangedSincePlan(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1)
		instance := server.Protocol(t, nil).Instance(kind)
		config := configure(kind, "one", "abandon", 1001)
		first := instance.Plan(t.Context(), config)
		server.ChangeBrand(server.Account.ID, 1001, func(b *mockserver.Brand) { b.Description = "changed since" })
		instance.Protocol = server.Protocol(t, nil)
		second := instance.Plan(t.Context(), config)
		if len(acctest.Contradictions(first.Planned, second.Planned)) == 0 {
			t.Error("nothing would stop the apply")
		}
		// A change of what is not overwritten stops nothing.
		server.ChangeBrand(server.Account.ID, 1001, func(b *mockserver.Brand) { b.Description, b.Name = found, "Changed" })
		instance.Protocol = server.Protocol(t, nil)
		second = instance.Plan(t.Context(), config)
		if at := acctest.Contradictions(first.Planned, second.Planned); len(at) > 0 {
			t.Errorf("the apply would stop for %s", at)
		}
	})
}

// TestUnreachableAccountIsReportedOnce has thirty brands with a key that is refused: one whole report, and one line for
// each other brand, of plans and of refreshes.
func TestUnreachableAccountIsReportedOnce(t *testing.T) {
	t.Parallel()
	const n = 30
	server := newServer(t, n)
	var instances []*acctest.Instance
	good := server.Protocol(t, nil)
	for i := range n {
		instance := good.Instance(single)
		succeed(t, instance.Apply(t.Context(), instance.Plan(t.Context(), configure(single, "one", "abandon", 1001+i))))
		instances = append(instances, instance)
	}
	wrong := func() *acctest.Protocol { return server.Protocol(t, acctest.Values{"subscription_key": "wrong"}) }
	for name, call := range map[string]func(p *acctest.Protocol, i int) []string{
		"plan": func(p *acctest.Protocol, i int) []string {
			return acctest.Texts(p.Instance(single).Plan(t.Context(), configure(single, "one", "abandon", 1001+i)).Diagnostics)
		},
		"refresh": func(p *acctest.Protocol, i int) []string {
			instances[i].Protocol = p
			return acctest.Texts(instances[i].Refresh(t.Context()))
		},
	} {
		p, whole := wrong(), 0
		for i := range n {
			texts := call(p, i)
			if len(texts) != 1 {
				t.Fatalf("%s of brand %d: %q", name, 1001+i, texts)
			}
			if strings.Contains(texts[0], "\n") {
				whole++
			} else if !strings.Contains(texts[0], fmt.Sprint(1001+i)) || !strings.Contains(texts[0], "another error of this run") {
				t.Errorf("%s of brand %d: %q", name, 1001+i, texts[0])
			}
		}
		if whole != 1 {
			t.Errorf("%s: %d whole reports, want one", name, whole)
		}
	}
}
