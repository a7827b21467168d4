package field_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	kind = tftypes.Object{AttributeTypes: map[string]tftypes.Type{
		"name": tftypes.String, "enabled": tftypes.Bool, "description": tftypes.String,
		"reference_url": tftypes.String, "tags": tftypes.Set{ElementType: tftypes.String},
	}}
	address  = "https://example.com"
	ashgrove = videoindexer.BrandFields{
		Name: "Ashgrove", Enabled: true, Description: "tools", ReferenceURL: &address,
		Tags: []string{"b", "a", "b"},
	}
)

// values are read from attributes as the protocol has them: a nil is null, and what is left out
// too.
func values(attributes map[string]any) field.Values {
	in := make(map[string]tftypes.Value)
	for name, value := range attributes {
		in[name] = tftypes.NewValue(kind.AttributeTypes[name], value)
	}
	return field.Read(in)
}

func tags(tags ...any) []tftypes.Value {
	in := []tftypes.Value{}
	for _, tag := range tags {
		in = append(in, tftypes.NewValue(tftypes.String, tag))
	}
	return in
}

// shown returns what a plan or state shows of values, as text.
func shown(v field.Values) map[string]string {
	attributes := make(map[string]tftypes.Value)
	texts := make(map[string]string)
	v.Write(kind, attributes)
	for name, value := range attributes {
		texts[name] = value.String()
	}
	return texts
}

func wantValues(t *testing.T, name string, got field.Values, want map[string]any) {
	t.Helper()
	check.Equal(t, shown(values(want)), shown(got), "%s", name)
}

const unknown = tftypes.UnknownValue

// TestTable has a value of each field in every form that a service, a configuration and a state
// give it.
func TestTable(t *testing.T) {
	t.Parallel()
	complete := map[string]any{
		"name": "Ashgrove", "enabled": true, "description": "tools", "reference_url": address,
		"tags": tags("a", "b"),
	}
	wantValues(t, "of the service", field.ValuesOf(ashgrove), complete)
	empty := ""
	none := map[string]any{"name": "", "enabled": false, "description": "", "tags": tags()}
	wantValues(t, "of a service with nothing", field.ValuesOf(videoindexer.BrandFields{}), none)
	wantValues(t, "of a service with an empty address", field.ValuesOf(videoindexer.BrandFields{ReferenceURL: &empty}), none)
	all := values(complete)
	partly := values(map[string]any{"tags": tags("a", unknown)})
	got := []any{all.IsKnown(), all.IsZero(), all.Name(), all.HasName()}
	check.Equal(t, []any{true, false, "Ashgrove", true}, got, "all values: IsKnown, IsZero, Name and HasName")
	check.Equal(t, false, partly.IsKnown(), "a set with an unknown element is known")
	check.Equal(t, false, partly.IsZero(), "a set with an unknown element is zero")
	overlaid := values(nil).Overlaid(ashgrove)
	check.Equal(t, true, overlaid.IsSameAs(ashgrove), "nothing is managed: %v and %v, which was sent, are the same", ashgrove, overlaid)
	cleared := ashgrove
	cleared.ReferenceURL = new(string)
	cleared.Tags = []string{}
	sent := values(map[string]any{"reference_url": "", "tags": tags()}).Overlaid(ashgrove)
	check.Equal(t, cleared, sent, "cleared")
	if !field.WriteTexts(kind.AttributeTypes["tags"], nil).IsNull() {
		t.Error("a set that was not read is empty, want null")
	}
}

// TestTableComplete has one row for each field of the client, and nothing else.
func TestTableComplete(t *testing.T) {
	t.Parallel()
	fields := reflect.TypeFor[videoindexer.BrandFields]()
	samples := map[reflect.Type]any{}
	for _, sample := range []any{"a", true, &address, []string{"a"}} {
		samples[reflect.TypeOf(sample)] = sample
	}
	for structField := range fields.Fields() {
		var b videoindexer.BrandFields
		reflect.ValueOf(&b).Elem().FieldByIndex(structField.Index).Set(reflect.ValueOf(samples[structField.Type]))
		rows := field.ValuesOf(b).DifferencesIn(videoindexer.BrandFields{})
		if len(rows) != 1 {
			t.Errorf("%s has %d rows, want 1: %v", structField.Name, len(rows), rows)
		}
	}
	check.Equal(t, fields.NumField(), len(field.Table), "rows of the table, one for each field")
}

// TestFill keeps the form of a value that means the same to the service.
func TestFill(t *testing.T) {
	t.Parallel()
	const (
		composed   = "Caf\u00e9"
		decomposed = "Cafe\u0301"
	)
	v := values(map[string]any{"name": composed, "enabled": false, "description": unknown, "reference_url": ""})
	v.Fill(videoindexer.BrandFields{Name: decomposed, Enabled: true, Description: "tools", Tags: []string{"a"}})
	wantValues(t, "filled", v, map[string]any{
		"name": composed, "enabled": true, "description": "tools", "reference_url": "", "tags": tags("a"),
	})
	v = values(map[string]any{"name": "Birch", "tags": unknown})
	v.FillUnknown(ashgrove)
	wantValues(t, "unknown ones filled", v, map[string]any{"name": "Birch", "tags": tags("a", "b")})
}

// TestPlan completes configurations, and finds what an update writes.
func TestPlan(t *testing.T) {
	t.Parallel()
	prior := values(map[string]any{"name": "Cafe\u0301", "enabled": true, "description": "tools", "tags": tags("a")})
	config := map[string]any{"name": "Caf\u00e9", "description": "toys", "reference_url": unknown}
	unset := values(config)
	unset.PlanUnknown()
	wantValues(t, "unset values as unknown", unset, map[string]any{
		"name": "Caf\u00e9", "enabled": unknown, "description": "toys", "reference_url": unknown, "tags": unknown,
	})
	created := values(config)
	created.FillUnset(field.ValuesOf(field.NewBrandFields))
	wantValues(t, "created", created, map[string]any{
		"name": "Caf\u00e9", "enabled": true, "description": "toys", "reference_url": unknown, "tags": tags(),
	})
	wantValues(t, "beyond a new brand", created.ChangesFrom(field.ValuesSent(field.NewBrandFields)),
		map[string]any{"name": "Caf\u00e9", "description": "toys", "reference_url": unknown})
	cleared := values(nil)
	cleared.FillUnset(values(map[string]any{"reference_url": ""}))
	wantValues(t, "no longer configured", cleared, map[string]any{"reference_url": ""})
	want := map[string]any{
		"name": "Cafe\u0301", "enabled": true, "description": "toys", "reference_url": unknown, "tags": tags("a"),
	}
	for isSameLabel, name := range map[bool]string{true: "Cafe\u0301", false: "Caf\u00e9"} {
		planned := values(config)
		planned.FillUnset(prior)
		if isSameLabel {
			planned.KeepForm(prior)
		}
		want["name"] = name
		at := fmt.Sprintf("under the same label %t: ", isSameLabel)
		wantValues(t, at+"planned", planned, want)
		wantValues(t, at+"changed", planned.ChangesFrom(prior), map[string]any{"description": "toys", "reference_url": unknown})
	}
	wantDifference(t, values(config), prior.Fields(), field.Difference{Name: "description", Sent: `"toys"`, Returned: `"tools"`})
	marked := field.ValuesSent(videoindexer.BrandFields{Description: "R&D <1>"})
	wantDifference(t, marked, videoindexer.BrandFields{}, field.Difference{Name: "description", Sent: `"R&D <1>"`, Returned: `""`})
}

// wantDifference expects the one field that a brand has otherwise than it was sent.
func wantDifference(t *testing.T, sent field.Values, has videoindexer.BrandFields, want field.Difference) {
	t.Helper()
	check.Equal(t, []field.Difference{want}, sent.DifferencesIn(has), "fields that differ")
}

// TestOverwritten records what is replaced, and writes it back.
func TestOverwritten(t *testing.T) {
	t.Parallel()
	before := ashgrove
	before.ReferenceURL = nil
	for name, c := range map[string]struct{ earlier, wanted, want map[string]any }{
		"nothing": {nil, map[string]any{"name": "Ashgrove", "tags": tags("b", "a"), "reference_url": ""}, nil},
		"none of an address": {
			nil, map[string]any{"reference_url": address, "enabled": true}, map[string]any{"reference_url": ""},
		},
		"earlier ones stay": {
			map[string]any{"name": "Birch"},
			map[string]any{"name": "Cedar", "enabled": false},
			map[string]any{"name": "Birch", "enabled": true},
		},
		"not known yet": {
			map[string]any{"name": "Birch"},
			map[string]any{"name": unknown, "tags": tags(unknown)},
			map[string]any{"name": "Birch", "tags": unknown},
		},
	} {
		got := field.Overwritten(values(c.earlier), before, values(c.wanted))
		wantValues(t, name, got, c.want)
		wantValues(t, name+", as an object", field.ReadObject(got.WriteObject(kind)), c.want)
	}
	object := values(map[string]any{"name": unknown}).WriteObject(kind)
	check.Equal(t, false, object.IsKnown(), "an object with nothing known is known")
	check.Equal(t, false, field.ReadObject(object).IsKnown(), "an object with nothing known is known, as it is read")
	overwritten := values(map[string]any{"name": "Birch", "enabled": false, "reference_url": "", "tags": tags("x", "y")})
	restored := videoindexer.BrandFields{Name: "Birch", Description: "tools", Tags: []string{"x", "y"}}
	check.Equal(t, restored, overwritten.Restored(ashgrove), "restored")
	empty := videoindexer.BrandFields{ReferenceURL: new(string)}
	got := values(map[string]any{"name": "Birch"}).Restored(empty)
	if got.ReferenceURL == nil {
		t.Error("an empty address that nothing has overwritten is restored as none, want it empty")
	}
	texts := strings.Split(overwritten.String(), ", ")
	slices.Sort(texts)
	check.Equal(t, []string{`enabled false`, `name "Birch"`, `reference_url ""`, `tags ["x","y"]`}, texts, "shown as")
}
