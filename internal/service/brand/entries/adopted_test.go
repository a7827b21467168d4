package entries_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	asFound  = "true as found https://example.com/found [found]"
	asWanted = "true one https://example.com/found [found]"
)

var (
	one = acctest.Values{"description": "one"}
	two = acctest.Values{"description": "two"}
)

// TestAdopted_life adopts brands, and walks them through every kind of change.
func TestAdopted_life(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s shape) {
		t.Helper()
		b := newBench(t, s, nil)
		last := int32(1000 + b.brands)
		asIs := b.config(acctest.Values{"description": "as found"})
		b.Run(asIs)
		b.IsUnchanged(asIs)
		b.shows("as found", b.State(), b.same(asFound), nil)
		if b.Writes() > 0 {
			t.Error("what does not differ is written")
		}
		b.Forget()

		plan := b.Look(b.config(one))
		b.shows("the plan", planned(t, plan), b.same("? one ? ?"), b.same("- as found - -"))
		acctest.Succeeds(t, b.Apply(t.Context(), plan))
		b.shows("the state", b.State(), b.same(asWanted), b.same("- as found - -"))
		b.serves(b.same(asWanted))
		b.IsUnchanged(b.config(one))
		if b.brands > 1 {
			b.changesOnly(2, b.Look(b.entries(nil, one, two, one)))
		}
		texts := b.Texts()
		if policy := texts["deletion_policy"]; texts["location"] != b.Account.Location || texts["account_id"] != b.Account.ID || policy != "abandon" && s.needs == nil {
			t.Errorf("the state has %v", texts)
		}
		if _, err := time.Parse(time.RFC3339, texts["create_time"]); err != nil && s.key == nil {
			t.Error(err)
		}

		b.ChangeBrand(b.Account.ID, last, func(brand *mockserver.Brand) { brand.Enabled, brand.Tags = false, []string{"outside"} })
		b.IsUnchanged(b.config(one)) // these fields are shown, and not managed
		b.ChangeBrand(b.Account.ID, last, func(brand *mockserver.Brand) { brand.Description = "outside" })
		b.ResetRequests()
		b.Run(b.config(one))
		want := b.same(asWanted)
		want[b.brands-1] = "false one https://example.com/found [outside]"
		b.serves(want)
		b.shows("after drift", b.State(), want, b.same("- as found - -"))
		if n := b.Writes(); n != 1 {
			t.Errorf("%d writes for one brand", n)
		}

		b.ResetRequests()
		b.IsUnchanged(b.config(acctest.Values{}))
		b.Run(b.config(acctest.Values{}, acctest.Values{"deletion_policy": "restore"}))
		if b.Writes() > 0 {
			t.Error("something is written where nothing is managed, or for the policy")
		}
		if s.needs == nil { // otherwise the name is the key
			brands := []acctest.Values{{"name": "Other 1"}, {"name": "Other 2"}, {"name": "Other 3"}}
			b.Run(b.entries([]acctest.Values{{"deletion_policy": "restore"}}, brands[:b.brands]...))
			if brand, _ := b.Brand(b.Account.ID, last); brand.Name != fmt.Sprint("Other ", b.brands) {
				t.Errorf("brand %+v", brand)
			}
		}
		cleared := b.config(acctest.Values{"enabled": false, "reference_url": "", "tags": []string{}}, acctest.Values{"deletion_policy": "restore"})
		b.Run(cleared)
		b.serves(b.same("false one - []"))
		b.IsUnchanged(cleared)
		b.Run(nil)
		want = b.same(asFound)
		want[b.brands-1] = "false as found https://example.com/found [outside]"
		b.serves(want)
		if brand, _ := b.Brand(b.Account.ID, last); brand.Name != fmt.Sprint("Found ", b.brands) {
			t.Errorf("brand %+v", brand)
		}
	})
}

// TestAdopted_changedSincePlan has somebody change a value that the plan shows as overwritten before the apply: an engine, which plans
// a create again, stops.
func TestAdopted_changedSincePlan(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s shape) {
		t.Helper()
		b := newBench(t, s, nil)
		first := b.Look(b.config(one))
		b.ChangeBrand(b.Account.ID, 1001, func(brand *mockserver.Brand) { brand.Description = "of someone else" })
		b.restart()
		second := b.PlanCreate(t.Context(), b.config(one))
		acctest.Succeeds(t, second.Diagnostics)
		if paths := fmt.Sprint(acctest.Contradictions(first.Planned, second.Planned)); !strings.Contains(paths, "overwritten") {
			t.Errorf("planned otherwise: %s", paths)
		}
	})
}

// TestAdopted_policies removes an entry, and then destroys the rest, with a policy that is there from the start or comes later.
func TestAdopted_policies(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s shape) {
		t.Helper()
		for policy, left := range map[string]string{"abandon": asWanted, "disable": "false" + strings.TrimPrefix(asWanted, "true"), "restore": asFound} {
			for _, first := range []string{"abandon", "disable", "restore"} {
				b := newBench(t, s, nil)
				settings := acctest.Values{"deletion_policy": policy}
				b.Run(b.config(one, acctest.Values{"deletion_policy": first}))
				b.ResetRequests()
				b.Run(b.config(one, settings))
				if b.Writes() > 0 {
					t.Error("a policy alone is written")
				}
				if b.brands > 1 {
					plan := b.Look(b.entries([]acctest.Values{settings}, one, one))
					if policy == "abandon" {
						acctest.Says(t, plan.Diagnostics, acctest.Warning, "will be left as it is", "deletion_policy")
					}
					acctest.Succeeds(t, b.Apply(t.Context(), plan))
					b.serves(each{asWanted, asWanted, left})
				}
				b.Run(nil)
				b.serves(b.same(left))
			}
		}
	})
}

// refusals are ways in which a write ends for good, without being carried out.
var refusals = map[string]mockserver.Action{
	"400": mockserver.Status(http.StatusBadRequest), "404": mockserver.Status(http.StatusNotFound), "500": mockserver.Status(http.StatusInternalServerError),
	"429": mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"), "reset": mockserver.ResetBefore(),
}

// TestAdopted_writeFails has the write of one brand fail: the others are written, and the next apply does the rest. The destroy of
// a create that has failed leaves all as it is, or restores it.
func TestAdopted_writeFails(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s shape) {
		t.Helper()
		for name, refusal := range refusals {
			for _, policy := range []string{"abandon", "disable", "restore"} {
				t.Run(name+", "+policy, func(t *testing.T) {
					t.Parallel()
					acctest.InBubble(t, func(t *testing.T) {
						b := newBench(t, s, acctest.Values{"max_retries": 1})
						fails := func(config acctest.Values) {
							t.Helper()
							plan := b.Look(config)
							b.Script(mockserver.Fault{Endpoint: 17, Match: ofBrand(1000 + b.brands), Times: mockserver.Always, Do: refusal})
							acctest.Says(t, b.Apply(t.Context(), plan), acctest.Failure, "Unable to update brand")
							b.ClearFaults()
							b.ResetRequests()
						}
						settings := acctest.Values{"deletion_policy": policy}
						want := b.same(asWanted)
						want[b.brands-1] = asFound
						fails(b.config(one, settings))
						b.serves(want)
						b.shows("a create", b.State(), want, b.same("- as found - -"))
						failed := *b.Instance
						b.Run(nil)
						if policy == "restore" {
							want = b.same(asFound)
						}
						b.serves(want)

						*b.Instance = failed
						b.ResetRequests()
						b.Run(b.config(one, settings))
						if n := b.Writes(); (policy != "restore" || b.brands == 1) && n != 1 {
							t.Errorf("%d writes for the rest of a create", n)
						}
						b.shows("the next create", b.State(), b.same(asWanted), b.same("- as found - -"))
						fails(b.config(two, settings))
						want = b.same("true two https://example.com/found [found]")
						want[b.brands-1] = asWanted
						b.serves(want)
						b.shows("an update", b.State(), want, b.same("- as found - -"))
						b.Run(b.config(two, settings))
						b.serves(b.same("true two https://example.com/found [found]"))
						if n := b.Writes(); n != 1 {
							t.Errorf("%d writes for the rest of an update", n)
						}
					})
				})
			}
		}
	})
}

// TestAdopted_answerLost loses the answer of a write of a create: the brand is in the state with what was overwritten, and the
// destroy restores it, also without private state. Whether the brand is managed as a whole makes no difference.
func TestAdopted_answerLost(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s shape) {
		t.Helper()
		whole := acctest.Values{"enabled": true, "description": "one", "reference_url": "https://example.com/found", "tags": []string{"found"}}
		for what, fields := range map[string]acctest.Values{"one field": one, "whole": whole} {
			for policy, left := range map[string]string{"abandon": asWanted, "disable": asWanted, "restore": asFound} {
				for _, hasPrivate := range []bool{true, false} {
					b := newBench(t, s, acctest.Values{"max_retries": 0})
					b.Script(mockserver.Fault{Endpoint: 17, Match: ofBrand(1000 + b.brands), Do: mockserver.StatusAfter(http.StatusGatewayTimeout)})
					diags := b.Apply(t.Context(), b.Look(b.config(fields, acctest.Values{"deletion_policy": policy})))
					acctest.Says(t, diags, acctest.Failure, "Unable to update brand")
					if n := len(acctest.Errors(diags)); n != 1 {
						t.Errorf("%d errors", n)
					}
					b.shows(what, b.State(), b.same(asWanted)[:b.brands-1].and(asFound), b.same("- as found - -"))
					if !hasPrivate {
						b.SetPrivate(map[string][]byte{})
					}
					b.Run(nil)
					b.serves(b.same(left))
				}
			}
		}
	})
}

// TestAdopted_nothing has a create fail before any brand is adopted: nothing is in the state.
func TestAdopted_nothing(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s shape) {
		t.Helper()
		b := newBench(t, s, nil)
		plan := b.Look(b.config(one))
		b.restart()
		reads := 16
		if s.needs != nil {
			reads = mockserver.X(1)
		}
		b.Script(mockserver.Fault{Endpoint: reads, Times: mockserver.Always, Do: mockserver.Status(http.StatusBadRequest)})
		acctest.Says(t, b.ApplyAsPlanned(t.Context(), plan), acctest.Failure, "Unable to")
		if b.Exists() || b.Count(17) > 0 {
			t.Errorf("in the state: %t; %d writes", b.Exists(), b.Count(17))
		}
	})
}

// TestAdopted_destroyFails keeps the brand in the state whose restore failed, with what restores it.
func TestAdopted_destroyFails(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s shape) {
		t.Helper()
		b := newBench(t, s, nil)
		b.Run(b.config(one, acctest.Values{"deletion_policy": "restore"}))
		b.Script(mockserver.Fault{Endpoint: 17, Match: ofBrand(1000 + b.brands), Do: mockserver.Status(http.StatusBadRequest)})
		acctest.Says(t, b.Apply(t.Context(), b.Look(nil)), acctest.Failure, "Unable to restore brand")
		left, overwritten := b.same("")[:b.brands-1].and(asWanted), b.same("")[:b.brands-1].and("- as found - -")
		b.shows("what is left", b.State(), left, overwritten)
		b.Run(nil)
		b.serves(b.same(asFound))
	})
}

// TestAdopted_gone removes brands outside. A refresh drops them; where they have ids, they cannot be created again. One that is
// gone between the refresh and the destroy is no failure.
func TestAdopted_gone(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s shape) {
		t.Helper()
		for _, last := range []int{s.brands, 1} { // the last one alone, or all of them
			b := newBench(t, s, nil)
			b.Run(b.config(one))
			for n := last; n <= b.brands; n++ {
				b.RemoveBrand(b.Account.ID, int32(1000+n))
			}
			b.restart()
			refreshed := b.Refresh(t.Context())
			acctest.Succeeds(t, refreshed)
			if s.name == "videoindexer_brand_dictionary" {
				b.Run(b.config(one))
				b.IsUnchanged(b.config(one))
				continue
			}
			if s.name == "videoindexer_brands" {
				acctest.Says(t, refreshed, acctest.Warning, "no longer has brand", "1003")
			}
			if b.Exists() != (last > 1) {
				t.Errorf("in the state: %t", b.Exists())
			}
			acctest.Says(t, b.Plan(t.Context(), b.config(one)).Diagnostics, acctest.Failure, "Brand does not exist", "adopt brand 100", "With extended_operations")
		}
		b := newBench(t, s, nil)
		config := b.config(acctest.Values{"enabled": true}, acctest.Values{"deletion_policy": "disable"})
		b.Run(config)
		b.Script(mockserver.Fault{Endpoint: 17, Match: ofBrand(1001), Do: mockserver.Before(func(*http.Request) { b.RemoveBrand(b.Account.ID, 1001) })})
		b.Run(nil)
	})
}

// TestAdopted_notKept names the field that the service did not take. The state shows what the service has.
func TestAdopted_notKept(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s shape) {
		t.Helper()
		b := newBench(t, s, nil, mockserver.BrandStores(func(brand *mockserver.Brand) { brand.Tags = []string{"found"} }))
		b.Run(b.config(one))
		diags := b.Apply(t.Context(), b.Look(b.config(acctest.Values{"description": "two", "tags": []string{"new"}})))
		d := acctest.Says(t, diags, acctest.Failure, "Value not kept by the service", "accepted the update of brand", "another value of tags")
		if steps := d.Attribute.String(); !strings.Contains(steps, "tags") {
			t.Errorf("at %s", steps)
		}
		b.shows("the state", b.State(), b.same("true two https://example.com/found [found]"), b.same("- as found - [found]"))
		b.IsUnchanged(b.config(two))
	})
}

// TestAdopted_foreignNotFound answers as a gateway does for a wrong address: nothing leaves the state.
func TestAdopted_foreignNotFound(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s shape) {
		t.Helper()
		b := newBench(t, s, nil)
		b.Run(b.config(one))
		b.Script(mockserver.Fault{Endpoint: 16, Times: mockserver.Always, Do: mockserver.GatewayHTML(http.StatusNotFound)})
		b.Script(mockserver.Fault{Endpoint: mockserver.X(1), Times: mockserver.Always, Do: mockserver.GatewayHTML(http.StatusNotFound)})
		b.restart()
		acctest.Says(t, b.Refresh(t.Context()), acctest.Failure, "Unable to read brand", "404", "Probably another server has answered")
		b.ClearFaults()
		b.IsUnchanged(b.config(one))
	})
}

// TestAdopted_readings lives with each reading of what the description of the service leaves open.
func TestAdopted_readings(t *testing.T) {
	t.Parallel()
	inEach(t, func(t *testing.T, s shape) {
		t.Helper()
		for name, option := range map[string]mockserver.Option{
			"tokens for few calls": mockserver.TokenUses(2*s.brands - 1),
			"answers omit fields":  mockserver.BrandAnswerOmits("tags", "referenceUrl", "description"),
			"empty URLs are kept":  mockserver.KeepsEmptyReferenceURL(),
			"names cannot change":  mockserver.BrandRenames(mockserver.RenameRefused),
			"capitals of members":  mockserver.CapitalBrandMembers(),
			"no account token":     mockserver.Lacks(http.StatusNotFound, "X22"),
			"letter case counts":   mockserver.BrandNamesMatchCase(),
			// The answers to updates show another create time than reads: the state keeps the one that was planned.
			"times change": mockserver.BrandStores(func(b *mockserver.Brand) { b.Create = b.Create.Add(time.Millisecond) }),
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				b := newBench(t, s, nil, option)
				whole := b.config(acctest.Values{"enabled": false, "description": "one", "reference_url": "", "tags": []string{"b", "a"}})
				b.Run(whole)
				b.serves(b.same("false one - [a b]"))
				b.IsUnchanged(whole)
				b.Run(b.config(two))
				b.serves(b.same("false two - [a b]"))
			})
		}
	})
}

// TestAdopted_interrupted ends an apply half way, as Ctrl-C does: the state has what was written, and the next apply does the rest.
func TestAdopted_interrupted(t *testing.T) {
	t.Parallel()
	const n, parallelism, writes = 40, 4, 10
	for _, name := range []string{"by id", "by name"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := shapes[name]
			s.brands = n
			b := newBench(t, s, nil)
			settings := acctest.Values{"parallelism": parallelism}
			b.Run(b.config(one, settings))
			plan := b.Look(b.config(two, settings))
			ctx, interrupt := context.WithCancel(t.Context())
			b.Script(mockserver.Fault{Endpoint: 17, Skip: writes, Times: mockserver.Always, Do: mockserver.After(func(*http.Request) { interrupt() })})
			diags := b.Apply(ctx, plan)
			acctest.Says(t, diags, acctest.Failure, "interrupted")
			acctest.Says(t, diags, acctest.Failure, "not started")
			done := 0
			for k, values := range b.read(b.State(), "brands") {
				brand, _ := b.Brand(b.Account.ID, int32(1001+k))
				if strings.Contains(values, "two") {
					if done++; brand.Description != "two" {
						t.Errorf("brand %d is %q, and %q in the state", brand.ID, brand.Description, values)
					}
				}
			}
			if done < writes-parallelism || done > writes+parallelism { // those that were underway may have been carried out
				t.Errorf("%d of %d entries are done after %d writes", done, n, writes)
			}
			b.ClearFaults()
			b.Run(b.config(two, settings))
			b.IsUnchanged(b.config(two, settings))
		})
	}
}
