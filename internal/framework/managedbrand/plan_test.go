package managedbrand_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var (
	unknownText   = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	unknownNumber = tftypes.NewValue(tftypes.Number, tftypes.UnknownValue)
)

// forEachKind runs a test for each resource that keeps brands.
func forEachKind(t *testing.T, test func(t *testing.T, kind string)) {
	t.Helper()
	for _, kind := range kinds {
		t.Run(kind, func(t *testing.T) { t.Parallel(); test(t, kind) })
	}
}

// succeed fails the test where there are errors.
func succeed(t *testing.T, diags []*tfprotov6.Diagnostic) {
	t.Helper()
	if errors := acctest.Errors(diags); len(errors) > 0 {
		t.Fatal(acctest.Texts(errors))
	}
}

// fieldsOf are the fields of a brand in a plan or state, as text: "?" for unknown, "-" for null.
func fieldsOf(t *testing.T, kind string, object tftypes.Value, id int) map[string]string {
	t.Helper()
	values := attributes(t, object)
	if kind == dictionary {
		values = attributes(t, attributes(t, values["brands"])[fmt.Sprint(id)])
	}
	texts := map[string]string{}
	for _, name := range []string{"name", "description"} {
		value, text := values[name], ""
		switch {
		case !value.IsKnown():
			text = "?"
		case value.IsNull():
			text = "-"
		default:
			if err := value.As(&text); err != nil {
				t.Fatal(err)
			}
		}
		texts[name] = text
	}
	return texts
}

// TestPlanOfCreate shows what the apply will overwrite, and leaves open what is not managed.
func TestPlanOfCreate(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1)
		for wanted, want := range map[string]string{"one": found, found: ""} {
			plan := server.Protocol(t, nil).Instance(kind).Plan(t.Context(), configure(kind, wanted, "abandon", 1001))
			succeed(t, plan.Diagnostics)
			if got := overwritten(t, kind, attributes(t, plan.Planned), 1001); got != want {
				t.Errorf("for %q: %q is planned as overwritten, want %q", wanted, got, want)
			}
			if diff := cmp.Diff(map[string]string{"name": "?", "description": wanted}, fieldsOf(t, kind, plan.Planned, 1001)); diff != "" {
				t.Error(diff)
			}
		}
		if server.Writes() > 0 {
			t.Error("a plan wrote something")
		}
	})
}

// TestPlanOfMissingBrand is an error at the argument that names the brand.
func TestPlanOfMissingBrand(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1)
		plan := server.Protocol(t, nil).Instance(kind).Plan(t.Context(), configure(kind, "one", "abandon", 5))
		want := map[string]string{single: `AttributeName("brand_id")`, dictionary: `AttributeName("brands").ElementKeyString("5")`}[kind]
		errors := acctest.Errors(plan.Diagnostics)
		if len(errors) != 1 || errors[0].Summary != "Brand does not exist" || errors[0].Attribute.String() != want || !strings.Contains(errors[0].Detail, "brand 5 (") {
			t.Errorf("%v", acctest.Texts(errors))
		}
	})
}

// TestPlanOfUnknowns plans with arguments that are known only after apply: the plan leaves open what it cannot read, and
// the create reads it.
func TestPlanOfUnknowns(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1)
		known := configure(kind, "one", "abandon", 1001)
		with := func(name string, value tftypes.Value) acctest.Values {
			config := maps.Clone(known)
			config[name] = value
			return config
		}
		type open struct{ config, settings acctest.Values }
		cases := map[string]open{
			"account":     {config: with("account_id", unknownText)},
			"location":    {config: with("location", unknownText)},
			"endpoint":    {config: known, settings: acctest.Values{"endpoint": unknownText}},
			"max_retries": {config: known, settings: acctest.Values{"max_retries": unknownNumber}},
		}
		if kind == single {
			cases["brand_id"] = open{config: with("brand_id", unknownNumber)}
			cases["description"] = open{config: with("description", unknownText)}
		} else {
			entry := acctest.Values{"1001": acctest.Values{"description": unknownText}}
			config := maps.Clone(known)
			config["brands"] = entry
			cases["description"] = open{config: config}
		}
		for name, c := range cases {
			instance := server.Protocol(t, c.settings).Instance(kind)
			first := instance.Plan(t.Context(), c.config)
			succeed(t, first.Diagnostics)
			if got := overwritten(t, kind, attributes(t, first.Planned), 1001); got != "unknown" {
				t.Errorf("%s: %q is planned as overwritten", name, got)
			}
			instance.Protocol = server.Protocol(t, nil)
			second := instance.Plan(t.Context(), known)
			succeed(t, second.Diagnostics)
			for _, at := range acctest.Contradictions(first.Planned, second.Planned) {
				t.Errorf("%s: inconsistent final plan at %s", name, at)
			}
			succeed(t, instance.ApplyAsPlanned(t.Context(), second))
			if got := overwritten(t, kind, instance.State(), 1001); got != found || description(t, server, 1001) != "one" {
				t.Errorf("%s: %q is overwritten", name, got)
			}
			server.ChangeBrand(server.Account.ID, 1001, func(b *mockserver.Brand) { b.Description = found })
		}
	})
}

// TestImportWhileProviderIsUnknown is refused: what was not read would be planned, and then written, as empty.
func TestImportWhileProviderIsUnknown(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1)
		for name, value := range map[string]tftypes.Value{"endpoint": unknownText, "max_retries": unknownNumber} {
			diags := acctest.Errors(server.Protocol(t, acctest.Values{name: value}).Instance(kind).Import(t.Context(), "1001"))
			if len(diags) != 1 || !strings.Contains(diags[0].Detail, fmt.Sprintf("%q", name)) {
				t.Errorf("%s: %v", name, acctest.Texts(diags))
			}
		}
	})
}

// TestUpdateWritesNothingStale changes what is not managed outside of Terraform between a plan and its apply, of a plan
// with and without a refresh, and of one that was made while the provider was unknown.
func TestUpdateWritesNothingStale(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		for name, settings := range map[string]acctest.Values{"refreshed": nil, "not refreshed": nil, "provider unknown": {"endpoint": unknownText}} {
			server := newServer(t, 1)
			instance := adopt(t, server, kind, configure(kind, "one", "abandon", 1001))
			outside := func(text string) {
				server.ChangeBrand(server.Account.ID, 1001, func(b *mockserver.Brand) { b.Name = text })
			}
			outside("Before the plan")
			instance.Protocol = server.Protocol(t, settings)
			if name != "not refreshed" {
				succeed(t, instance.Refresh(t.Context()))
			}
			config := configure(kind, "two", "abandon", 1001)
			first := instance.Plan(t.Context(), config)
			succeed(t, first.Diagnostics)
			outside("After the plan")
			instance.Protocol = server.Protocol(t, nil)
			second := instance.Plan(t.Context(), config)
			for _, at := range acctest.Contradictions(first.Planned, second.Planned) {
				t.Errorf("%s: inconsistent final plan at %s", name, at)
			}
			succeed(t, instance.ApplyAsPlanned(t.Context(), second))
			if b, _ := server.Brand(server.Account.ID, 1001); b.Name != "After the plan" || b.Description != "two" {
				t.Errorf("%s: the brand is called %q and described as %q", name, b.Name, b.Description)
			}
			succeed(t, instance.Refresh(t.Context()))
			if after := instance.Plan(t.Context(), config); after.IsUpdate {
				t.Errorf("%s: the next plan changes something", name)
			}
		}
	})
}

// TestUpdateOfAllFieldsReadsNothing writes without a look where nothing of a brand is left unmanaged.
func TestUpdateOfAllFieldsReadsNothing(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1)
		all := func(text string) acctest.Values {
			fields := acctest.Values{"name": "N", "enabled": true, "description": text, "reference_url": "", "tags": []string{}}
			if kind == dictionary {
				return acctest.Values{"brands": acctest.Values{"1001": fields}}
			}
			fields["brand_id"] = 1001
			return fields
		}
		instance := adopt(t, server, kind, all("one"))
		server.ResetRequests()
		plan := instance.Plan(t.Context(), all("two"))
		succeed(t, slices.Concat(plan.Diagnostics, instance.ApplyAsPlanned(t.Context(), plan)))
		if reads, writes := server.Count(16), server.Count(17); reads != 0 || writes != 1 {
			t.Errorf("%d reads and %d writes, want none and one", reads, writes)
		}
	})
}

// TestPlanOfPolicyAlone changes nothing else in the plan, and sends nothing.
func TestPlanOfPolicyAlone(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1)
		instance := adopt(t, server, kind, configure(kind, "one", "abandon", 1001))
		before := instance.State()
		server.ResetRequests()
		plan := instance.Plan(t.Context(), configure(kind, "one", "restore", 1001))
		succeed(t, plan.Diagnostics)
		var changed []string
		for name, value := range attributes(t, plan.Planned) {
			if !value.Equal(before[name]) {
				changed = append(changed, name)
			}
		}
		if diff := cmp.Diff([]string{"deletion_policy"}, changed); diff != "" {
			t.Error(diff)
		}
		succeed(t, instance.ApplyAsPlanned(t.Context(), plan))
		if server.Count(16)+server.Count(17) > 0 {
			t.Error("the service was asked")
		}
	})
}

// TestPolicyAndValueChangeTogether restores what was there at adoption, and not what came between.
func TestPolicyAndValueChangeTogether(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1)
		instance := adopt(t, server, kind, configure(kind, "one", "abandon", 1001))
		for _, config := range []acctest.Values{configure(kind, "two", "restore", 1001), nil} {
			plan := instance.Plan(t.Context(), config)
			succeed(t, slices.Concat(plan.Diagnostics, instance.ApplyAsPlanned(t.Context(), plan)))
		}
		if got := description(t, server, 1001); got != found {
			t.Errorf("restored to %q", got)
		}
		// A later instance knows nothing of the one that abandoned the brand.
		instance = adopt(t, server, kind, configure(kind, "three", "abandon", 1001))
		instance.Protocol = server.Protocol(t, nil)
		succeed(t, instance.Apply(t.Context(), instance.Plan(t.Context(), nil)))
		instance = adopt(t, server, kind, configure(kind, "four", "restore", 1001))
		if got := overwritten(t, kind, instance.State(), 1001); got != "three" {
			t.Errorf("%q is overwritten", got)
		}
	})
}

// TestAccessTokenAlone adopts with an account token in place of a key: the look at the brand proves that it works.
func TestAccessTokenAlone(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1, mockserver.KeyOnOperations(mockserver.KeyOptional))
		token := acctest.Values{"subscription_key": nil, "access_token": server.AccountToken(server.Account.Location, server.Account.ID, true)}
		instance := server.Protocol(t, token).Instance(kind)
		plan := instance.Plan(t.Context(), configure(kind, "one", "abandon", 1001))
		succeed(t, plan.Diagnostics)
		if reads, others := server.Count(16), len(server.Requests()); reads != 1 || others != 1 {
			t.Errorf("the plan took %d requests, %d of them reads of the brand", others, reads)
		}
		instance.Protocol = server.Protocol(t, token)
		server.ResetRequests()
		succeed(t, instance.Apply(t.Context(), plan))
		if reads, writes, all := server.Count(16), server.Count(17), len(server.Requests()); reads != 1 || writes != 1 || all != 2 {
			t.Errorf("the apply took %d requests, %d reads and %d writes", all, reads, writes)
		}
	})
}

// TestTags refuses what csvdecode and split make.
func TestTags(t *testing.T) {
	t.Parallel()
	forEachKind(t, func(t *testing.T, kind string) {
		t.Helper()
		server := newServer(t, 1)
		instance := server.Protocol(t, nil).Instance(kind)
		text := func(value any) tftypes.Value { return tftypes.NewValue(tftypes.String, value) }
		for name, tag := range map[string]tftypes.Value{"null": text(nil), "empty": text(""), "padded": text(" x")} {
			tags := tftypes.NewValue(tftypes.Set{ElementType: tftypes.String}, []tftypes.Value{text("good"), tag})
			config := acctest.Values{"brand_id": 1001, "tags": tags}
			if kind == dictionary {
				config = acctest.Values{"brands": acctest.Values{"1001": acctest.Values{"tags": tags}}}
			}
			errors := acctest.Errors(instance.Validate(t.Context(), config))
			if len(errors) != 1 || errors[0].Summary != "Invalid tags" {
				t.Errorf("%s: %v", name, acctest.Texts(errors))
			}
		}
	})
}
