package provider_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestManagedTwice plans two instances that manage one object, before it is created and after: the second plan says
// so. A replacement counts as the instance that it replaces.
func TestManagedTwice(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"videoindexer_person_model",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := museum(t)
			isTwice := func(plan *acctest.Plan) bool {
				t.Helper()
				acctest.Succeeds(t, plan.Diagnostics)
				return strings.Contains(strings.Join(acctest.Texts(plan.Diagnostics), " "), "managed twice")
			}
			protocol := server.Protocol(t, provided(name, nil))
			one, two := protocol.Instance(name), protocol.Instance(name)
			first := one.Plan(t.Context(), configurations[name])
			if isTwice(first) || !isTwice(two.Plan(t.Context(), configurations[name])) {
				t.Error("creates: the first plan says that the object is managed twice, or the second does not")
			}
			one.Protocol = server.Protocol(t, provided(name, nil))
			acctest.Succeeds(t, one.Apply(t.Context(), first))

			one.Protocol = server.Protocol(t, provided(name, nil))
			two.Protocol = one.Protocol
			acctest.Succeeds(t, one.Refresh(t.Context()))
			if isTwice(one.Plan(t.Context(), configurations[name])) || !isTwice(two.Plan(t.Context(), configurations[name])) {
				t.Error("one that exists: the first plan says that the object is managed twice, or the second does not")
			}
			one.Protocol = server.Protocol(t, provided(name, nil))
			acctest.Succeeds(t, one.Refresh(t.Context()))
			if isTwice(one.PlanReplacement(t.Context(), configurations[name])) {
				t.Error("a replacement counts as two")
			}
		})
	}
}

// quiet reports a warning of an object that is managed twice.
func quiet(t *testing.T, how string, plans ...*acctest.Plan) {
	t.Helper()
	for _, plan := range plans {
		if texts := strings.Join(acctest.Texts(plan.Diagnostics), " "); strings.Contains(texts, "managed twice") {
			t.Errorf("%s: %s", how, texts)
		}
	}
}

// TestManagedOnce plans one instance after another of one object, in each of the ways in which Terraform does: a renamed key,
// in both orders, a replacement, and a tainted instance. None counts as two.
func TestManagedOnce(t *testing.T) {
	t.Parallel()
	for _, name := range []string{
		"videoindexer_person", "videoindexer_person_model",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := museum(t)
			protocol := func() *acctest.Protocol { return server.Protocol(t, provided(name, nil)) }
			one := protocol().Instance(name)
			acctest.Succeeds(t, one.Apply(t.Context(), one.Plan(t.Context(), configurations[name])))
			next := func() (old, renamed *acctest.Instance) {
				one.Protocol = protocol()
				acctest.Succeeds(t, one.Refresh(t.Context()))
				return one, one.Protocol.Instance(name)
			}
			old, renamed := next()
			quiet(t, "a renamed key, destroy first", old.Plan(t.Context(), nil), renamed.Plan(t.Context(), configurations[name]))
			old, renamed = next()
			quiet(t, "a renamed key, create first", renamed.Plan(t.Context(), configurations[name]), old.Plan(t.Context(), nil))
			old, _ = next()
			quiet(t, "planned twice", old.Plan(t.Context(), configurations[name]), old.Plan(t.Context(), configurations[name]))
			old, _ = next()
			quiet(t, "a replacement", old.PlanReplacement(t.Context(), configurations[name]))
			old, _ = next()
			old.Tainted = true
			quiet(t, "tainted", old.Plan(t.Context(), configurations[name]))
		})
	}
}

// TestImportedTwice imports one object at two addresses: the second plan says how to be left with one, without deleting it.
func TestImportedTwice(t *testing.T) {
	t.Parallel()
	for name, prefix := range map[string]string{
		"videoindexer_person_model": "", "videoindexer_person": mockserver.SamplePersonModelID + "/",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := museum(t)
			protocol := func() *acctest.Protocol {
				return server.Protocol(t, acctest.Values{"extended_operations": true})
			}
			one := protocol().Instance(name)
			acctest.Succeeds(t, one.Apply(t.Context(), one.Plan(t.Context(), configurations[name])))
			id := one.Texts()[map[string]string{
				"videoindexer_person_model": "person_model_id", "videoindexer_person": "person_id",
			}[name]]
			one.Protocol = protocol()
			two := one.Protocol.Instance(name)
			acctest.Succeeds(t, one.Refresh(t.Context()))
			acctest.Succeeds(t, two.Import(t.Context(), prefix+id))
			quiet(t, "the first", one.Plan(t.Context(), configurations[name]))
			acctest.Says(t, two.Plan(t.Context(), configurations[name]).Diagnostics, acctest.Warning, "managed twice", id, "deletes the object for all", "terraform state rm")
		})
	}
}

// TestPersonsOfOneName creates two persons of one name in one person model, which services allow.
func TestPersonsOfOneName(t *testing.T) {
	t.Parallel()
	const name = "videoindexer_person"
	protocol := museum(t).Protocol(t, provided(name, nil))
	quiet(t, "two persons", protocol.Instance(name).Plan(t.Context(), configurations[name]), protocol.Instance(name).Plan(t.Context(), configurations[name]))
}
