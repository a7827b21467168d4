package entries_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
)

// TestInput_hostile keeps names and values that are hard to encode.
func TestInput_hostile(t *testing.T) {
	t.Parallel()
	tags := make([]string, 200)
	for i := range tags {
		tags[i] = fmt.Sprintf("tag %d", i)
	}
	brands := entries{
		"AC/DC": {}, "Contoso, Inc.": {}, `"quoted" \ name`: {}, "名前 ✓ é": {}, "${name} %{if}": {}, "<b>&amp;": {}, "../..": {}, "line\nbreak": {},
		strings.Repeat("long ", 200) + "name": {"tags": tags, "description": "\u202edesk"},
	}
	b := newNamed(t, nil)
	b.Run(config(brands))
	b.IsUnchanged(config(brands))
	if n := len(b.ids()); n != len(brands) {
		t.Errorf("%d entries", n)
	}
	b.Run(nil)
	b.accountHas(map[string]string{})
}

// TestInput_notExtended refuses the type where extended operations are not allowed, reads what the state has with the
// contract's own operations, and calls no other one.
func TestInput_notExtended(t *testing.T) { //nolint:tparallel // the cases share a service whose requests are counted
	t.Parallel()
	b := newNamed(t, []string{"Found"})
	same := config(describedAs("one", "Found", "Created"))
	b.Run(same)
	b.ResetRequests()
	plain := func() { b.Instance.Protocol = b.Server.Protocol(t, nil) }
	plain()
	acctest.Succeeds(t, b.Refresh(t.Context()))
	b.requests(map[string]int{"16": 2})
	b.holds(shown{Brands: map[string]string{"Found": asWanted, "Created": asCreated}, Adopted: "[Found]", Overwritten: map[string]string{"Found": "- as found - -"}})
	for name, c := range map[string]acctest.Values{"change": same, "destroy": nil} {
		t.Run(name, func(t *testing.T) {
			acctest.Says(t, b.Plan(t.Context(), c).Diagnostics, acctest.Failure, dictionaryType, "extended_operations")
		})
	}
	other := b.Instance.Protocol.Instance(dictionaryType)
	acctest.Says(t, other.Plan(t.Context(), same).Diagnostics, acctest.Failure, dictionaryType, "extended_operations")
	acctest.Says(t, other.Import(t.Context(), b.Account.ID), acctest.Failure, dictionaryType, "extended_operations")
	b.requests(map[string]int{"16": 2})

	b.restart()
	b.Run(config(describedAs("one", "Found", "Created"), acctest.Values{"deletion_policy": "abandon"}))
	plain()
	acctest.Succeeds(t, b.Apply(t.Context(), b.Plan(t.Context(), nil)))
	b.accountHas(map[string]string{"Found": asWanted, "Created": asCreated})
}

// TestInput_unknown plans what is not known yet, without reading where nothing can be read.
func TestInput_unknown(t *testing.T) { //nolint:tparallel // the cases share a service whose requests are counted
	t.Parallel()
	b := newNamed(t, []string{"Found"})
	open := config(entries{"Found": {"description": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)}, "New": {}})
	b.expect(b.Plan(t.Context(), open), shown{
		Brands: map[string]string{"Found": "? ? ? ?", "New": "? ? ? ?"}, Adopted: "[Found]", Overwritten: "?",
	})
	provider := b.Server.Protocol(t, acctest.Values{"extended_operations": true, "endpoint": tftypes.NewValue(tftypes.String, tftypes.UnknownValue)})
	b.ResetRequests()
	for name, c := range map[string]struct {
		protocol *acctest.Protocol
		config   acctest.Values
	}{
		"provider": {provider, config(describedAs("one", "Found", "New"))},
		"account":  {b.Instance.Protocol, config(describedAs("one", "Found", "New"), acctest.Values{"account_id": unknown(b, "account_id")})},
	} {
		t.Run(name, func(t *testing.T) {
			plan := c.protocol.Instance(dictionaryType).Plan(t.Context(), c.config)
			b.expect(plan, shown{Brands: map[string]string{"Found": "? one ? ?", "New": "? one ? ?"}, Adopted: "?", Overwritten: "?"})
		})
	}
	b.requests(map[string]int{})

	same := config(describedAs("one", "Found", "New"))
	b.Run(same)
	b.ResetRequests()
	b.Instance.Protocol = provider
	acctest.Succeeds(t, b.Refresh(t.Context()))
	plan := b.Plan(t.Context(), same)
	acctest.Succeeds(t, plan.Diagnostics)
	if plan.IsUpdate {
		t.Error("something changes")
	}
	b.requests(map[string]int{})
}
