package provider_test

import (
	"strings"
	"testing"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
)

// namesakes are the resources of which two instances with the same arguments are two objects.
const namesakes = "videoindexer_language_model videoindexer_paid_account videoindexer_person "

// TestOwnership plans one object at two addresses, in each way and order in which an engine does, under each of two deletion policies: the
// plan that comes second is an error, unless nothing is written twice. A replacement is one address.
func TestOwnership(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		t.Helper()
		policies := []acctest.Values{configuration}
		if policy, ok := lives.All[name].Variations["deletion_policy"]; ok && policy.Configured != "prevent" {
			policies = append(policies, set(configuration, "deletion_policy", policy.Configured))
		}
		for _, config := range policies {
			ownOne(t, name, config)
		}
	})
}

func ownOne(t *testing.T, name string, config acctest.Values) {
	t.Helper()
	server := gallery(t)
	process := func() *acctest.Protocol { return server.Protocol(t, acctest.Values{"extended_operations": true}) }
	isNamesake := strings.Contains(namesakes, name+" ")
	shared := process()
	acctest.Succeeds(t, shared.Instance(name).Plan(t.Context(), config).Diagnostics)
	if errors := acctest.Errors(shared.Instance(name).Plan(t.Context(), config).Diagnostics); (len(errors) == 1) == isNamesake || !isNamesake && !strings.HasSuffix(errors[0].Summary, "planned at two addresses") {
		t.Errorf("two creates: %q", acctest.Texts(errors))
	}

	old := created(t, process(), name, config)
	next := func() (kept, other *acctest.Instance) {
		old.Protocol = process()
		acctest.Succeeds(t, old.Refresh(t.Context()))
		same := *old
		return &same, old.Protocol.Instance(name)
	}
	for what, plan := range map[string]func() (first, second, destroy *acctest.Plan){
		"another address creates it, then this one destroys it": func() (first, second, destroy *acctest.Plan) {
			same, other := next()
			first, destroy = other.Plan(t.Context(), config), same.Plan(t.Context(), nil)
			return first, destroy, destroy
		},
		"this address destroys it, then another one creates it": func() (first, second, destroy *acctest.Plan) {
			same, other := next()
			destroy = same.Plan(t.Context(), nil)
			return destroy, other.Plan(t.Context(), config), destroy
		},
		"another address keeps it, then this one destroys it": func() (first, second, destroy *acctest.Plan) {
			same, _ := next()
			first, destroy = same.Plan(t.Context(), config), same.Plan(t.Context(), nil)
			return first, destroy, destroy
		},
		"this address destroys it, then another one keeps it": func() (first, second, destroy *acctest.Plan) {
			same, _ := next()
			destroy = same.Plan(t.Context(), nil)
			return destroy, same.Plan(t.Context(), config), destroy
		},
	} {
		first, second, destroy := plan()
		if errors := acctest.Errors(first.Diagnostics); len(errors) > 0 && strings.HasSuffix(errors[0].Summary, "must not be replaced") {
			continue // the policy is in the state, whoever creates it
		}
		acctest.Succeeds(t, first.Diagnostics)
		errors := acctest.Errors(second.Diagnostics)
		isAbandoned := strings.Contains(strings.Join(acctest.Texts(destroy.Diagnostics), ""), "will be left as")
		isOther := isNamesake && strings.Contains(what, "creates")
		switch {
		case len(errors) == 0 && !isAbandoned && !isOther:
			t.Errorf("%s: no error", what)
		case len(errors) > 0 && (isAbandoned || isOther):
			t.Errorf("%s: %q", what, acctest.Texts(errors))
		case len(errors) > 0:
			isMoved(t, name, errors[0].Detail)
		}
	}
	ownThree(t, func(order ...string) (isRefused []bool) {
		same, other := next()
		for _, intent := range order {
			instance, arguments := *same, config
			switch intent {
			case "create":
				instance = *other
			case "destroy":
				arguments = nil
			}
			isRefused = append(isRefused, len(acctest.Errors(instance.Plan(t.Context(), arguments).Diagnostics)) > 0)
		}
		return isRefused
	})
	same, _ := next()
	if errors := acctest.Errors(same.PlanReplacement(t.Context(), config).Diagnostics); len(errors) > 0 && !strings.HasSuffix(errors[0].Summary, "must not be replaced") {
		t.Errorf("a replacement: %q", acctest.Texts(errors))
	}
	same, _ = next()
	same.Tainted = true
	if errors := acctest.Errors(same.Plan(t.Context(), config).Diagnostics); len(errors) > 0 && !strings.HasSuffix(errors[0].Summary, "must not be replaced") {
		t.Errorf("tainted: %q", acctest.Texts(errors))
	}
}

// ownThree plans one object at three addresses in every order: they are refused if two of them are.
func ownThree(t *testing.T, plan func(order ...string) (isRefused []bool)) {
	t.Helper()
	intents := []string{"create", "keep", "destroy"}
	areThree, isPair := map[[3]string]bool{}, map[[2]string]bool{}
	for _, first := range intents {
		for _, second := range intents {
			for _, third := range intents {
				is := plan(first, second, third)
				isPair[[2]string{first, second}] = is[0] || is[1]
				areThree[[3]string{first, second, third}] = is[0] || is[1] || is[2]
			}
		}
	}
	for three, got := range areThree {
		first, second, third := three[0], three[1], three[2]
		if want := isPair[[2]string{first, second}] || isPair[[2]string{second, third}] || isPair[[2]string{first, third}]; got != want {
			t.Errorf("%s, %s and %s: refused is %t, and of two of them %t", first, second, third, got, want)
		}
	}
}

// isMoved checks the moved block of a message: it can be pasted into a configuration.
func isMoved(t *testing.T, name, message string) {
	t.Helper()
	_, text, found := strings.Cut(message, "moved {")
	text, _, isClosed := strings.Cut(text, "\n}")
	file, diags := hclsyntax.ParseConfig([]byte("moved {"+text+"\n}\n"), "", hcl.InitialPos)
	if !found || !isClosed || diags.HasErrors() {
		t.Errorf("no moved block: %v in %s", diags, message)
		return
	}
	block := file.Body.(*hclsyntax.Body).Blocks[0]
	for _, argument := range []string{"from", "to"} {
		value, ok := block.Body.Attributes[argument]
		if !ok || len(value.Expr.Variables()) != 1 || value.Expr.Variables()[0].RootName() != name {
			t.Errorf("%s is no address of a %s: %s", argument, name, text)
		}
	}
}
