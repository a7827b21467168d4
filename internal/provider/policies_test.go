package provider_test

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
	videoindexerprovider "github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// TestDeletionPolicies destroys and replaces every resource that was created, adopted or imported,
// under each deletion_policy, and under one that was applied and removed again: Terraform deletes
// what it created, or what a policy of "delete" names, and nothing else. Where the destroy sends no
// write, the plan says so, with what would end the object, unless the user has chosen it, and the
// apply says nothing more.
func TestDeletionPolicies(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, config acctest.Values) {
		configs := []acctest.Values{byDefault(config)}
		extended := fixtures.All[name].Extended
		switch {
		case fixtures.All[name].IsAccount:
			return // which nothing deletes
		case name == "videoindexer_brands":
			configs = append(configs, acctest.Values{"brands": map[string]acctest.Values{"New": {}}})
		case extended != nil:
			configs = append(configs, byDefault(extended[0]))
		}
		for _, config := range configs {
			for _, with := range withPolicies(t, name, config) {
				policy, _ := with["deletion_policy"].(string)
				destroyCase{typeName: name, config: config, policy: policy}.runVariants(t)
			}
		}
	})
}

// fate is what becomes of an object.
type fate string

const (
	fateLeft     fate = "left"
	fateChanged  fate = "changed"
	fateDisabled fate = "disabled" // changed, unless it is disabled already
	fateDeleted  fate = "deleted"
	fateRefused  fate = "refused" // left, with an error
	// fateIrreplaceable is refused if no create can make the object again, and left if one can.
	fateIrreplaceable fate = "irreplaceable"
)

// ending is how Terraform ends an object: under the deletion_policy that was applied last, which
// may be none.
type ending struct {
	policy                string
	isAdopted, isReplaced bool
}

// fates are what becomes of objects. All others are left.
var fates = map[ending]fate{
	{policy: ""}:                                           fateDeleted,
	{policy: "", isReplaced: true}:                         fateDeleted,
	{policy: "abandon"}:                                    fateLeft,
	{policy: "abandon", isAdopted: true}:                   fateLeft,
	{policy: "delete"}:                                     fateDeleted,
	{policy: "delete", isReplaced: true}:                   fateDeleted,
	{policy: "delete", isAdopted: true}:                    fateDeleted,
	{policy: "delete", isAdopted: true, isReplaced: true}:  fateIrreplaceable,
	{policy: "empty"}:                                      fateDeleted, // the files
	{policy: "empty", isReplaced: true}:                    fateDeleted,
	{policy: "empty", isAdopted: true}:                     fateDeleted,
	{policy: "disable"}:                                    fateDisabled,
	{policy: "disable", isAdopted: true}:                   fateDisabled,
	{policy: "prevent"}:                                    fateRefused, // of accounts alone, which have tests of their own
	{policy: "prevent", isAdopted: true}:                   fateRefused,
	{policy: "restore"}:                                    fateDeleted,
	{policy: "restore", isReplaced: true}:                  fateDeleted,
	{policy: "restore", isAdopted: true}:                   fateChanged,
	{policy: "restore", isAdopted: true, isReplaced: true}: fateChanged,
}

// TestPoliciesAreOffered finds a policy that no resource offers, and one whose effect on objects no
// test shows.
func TestPoliciesAreOffered(t *testing.T) {
	t.Parallel()
	for _, policy := range managed.Policies() {
		isOffered := slices.ContainsFunc(resources(t), func(r resource.Resource) bool {
			return accepts(t, r, policy)
		})
		if !isOffered {
			t.Errorf("no resource accepts deletion_policy = %q, want one that offers it", policy)
		}
		for _, isAdopted := range []bool{false, true} {
			_, hasFate := fates[ending{policy: string(policy), isAdopted: isAdopted}]
			if !hasFate {
				t.Errorf("policy %q has no row in fates with isAdopted: %t, want what becomes of the object", policy, isAdopted)
			}
		}
	}
}

// accepts reports whether the validators of a resource accept a policy.
func accepts(t *testing.T, r resource.Resource, policy managed.Policy) bool {
	t.Helper()
	var described resource.SchemaResponse
	r.Schema(t.Context(), resource.SchemaRequest{}, &described)
	argument, hasPolicy := described.Schema.Attributes["deletion_policy"].(schema.StringAttribute)
	return hasPolicy && !slices.ContainsFunc(argument.Validators, func(v validator.String) bool {
		text, isCheck := v.(validate.StringCheck)
		return isCheck && text.Check(string(policy)) != ""
	})
}

// resources returns the resources of the registry.
func resources(t *testing.T) (all []resource.Resource) {
	t.Helper()
	for _, newResource := range videoindexerprovider.New("test")().Resources(t.Context()) {
		all = append(all, newResource())
	}
	return all
}

// canRecreate reports whether a create can make every object of a type again.
func canRecreate(t *testing.T, typeName string) bool {
	t.Helper()
	all := resources(t)
	i := slices.IndexFunc(all, func(r resource.Resource) bool {
		var metadata resource.MetadataResponse
		r.Metadata(t.Context(), resource.MetadataRequest{}, &metadata)
		return metadata.TypeName == typeName
	})
	withFacts := all[i].(interface {
		DestroyFacts(effect managed.Effect, isAdopted bool) managed.DestroyFacts
	})
	return !withFacts.DestroyFacts(managed.EffectDelete, true).CannotRecreate
}

// destroyCase is a resource that is destroyed or replaced.
type destroyCase struct {
	typeName, policy string
	config           acctest.Values
	isImported       bool
	// isPolicyRemoved means that the policy was applied and removed again.
	isPolicyRemoved bool
	isReplaced      bool
}

func (d destroyCase) runVariants(t *testing.T) {
	t.Helper()
	for _, variant := range d.variants() {
		removesNothing := variant.isPolicyRemoved && variant.policy == ""
		if removesNothing || !acctest.IsSampled(2, variant.typeName, variant) {
			continue
		}
		t.Run(variant.String(), func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, variant.run)
		})
	}
}

// variants returns the case with each origin and each end of the object.
func (d destroyCase) variants() (all []destroyCase) {
	for _, isImported := range []bool{false, true} {
		for _, isPolicyRemoved := range []bool{false, true} {
			for _, isReplaced := range []bool{false, true} {
				d.isImported = isImported
				d.isPolicyRemoved = isPolicyRemoved
				d.isReplaced = isReplaced
				all = append(all, d)
			}
		}
	}
	return all
}

func (d destroyCase) String() string {
	words := []string{fmt.Sprintf("%d arguments, policy %q", len(d.config), d.policy)}
	if d.isImported {
		words = append(words, "imported")
	}
	if d.isPolicyRemoved {
		words = append(words, "removed again")
	}
	if d.isReplaced {
		words = append(words, "replaced")
	}
	return strings.Join(words, ", ")
}

// run creates, adopts or imports the object, ends it, and compares its fate.
func (d destroyCase) run(t *testing.T) {
	t.Helper()
	server := seededWithOthers(t)
	server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{ID: fixtures.ModelID, Name: "A", Language: "en-US"})
	instance := d.prepared(t, server)
	isAdopted := isAdopted(instance.State())
	server.ResetRequests()
	diags := d.endObject(t, server, instance)
	want := d.fate(t, isAdopted)
	got := fateOf(server, diags)
	if want == fateDisabled && slices.Contains([]fate{fateChanged, fateLeft}, got) {
		got = fateDisabled // some brands are disabled already
	}
	check.Equal(t, want, got, "adopted %t: fate, by the row of fates and CannotRecreate of the type", isAdopted)
	if want == fateRefused {
		acctest.MustFailOnce(t, diags, "`terraform untaint")
	} else {
		acctest.MustSucceed(t, diags)
	}
}

// prepared returns the resource after its last apply and refresh.
func (d destroyCase) prepared(t *testing.T, server *acctest.Server) *acctest.Instance {
	t.Helper()
	instance := server.Extended(t).Instance(d.typeName)
	if d.isImported {
		acctest.MustSucceed(t, instance.Import(t.Context(), fixtures.All[d.typeName].ID(server.Account.ID)))
	}
	if d.policy != "" {
		instance.Run(d.config.With(acctest.Values{"deletion_policy": d.policy}))
	}
	if d.policy == "" || d.isPolicyRemoved {
		instance.Run(d.config)
	}
	if d.isReplaced {
		instance.Protocol = server.Extended(t)
		acctest.MustSucceed(t, instance.Refresh(t.Context()))
	} else {
		instance.PlanWithRefresh(d.lastConfig())
	}
	return instance
}

// lastPolicy returns the policy that was applied last; "" for none.
func (d destroyCase) lastPolicy() string {
	if d.isPolicyRemoved {
		return ""
	}
	return d.policy
}

// lastConfig returns the configuration that was applied last.
func (d destroyCase) lastConfig() acctest.Values {
	if d.lastPolicy() == "" {
		return d.config
	}
	return d.config.With(acctest.Values{"deletion_policy": d.lastPolicy()})
}

// endObject plans and applies the destroy or the replacement, and returns the messages of the
// apply, or the errors of the plan.
func (d destroyCase) endObject(
	t *testing.T, server *acctest.Server, instance *acctest.Instance,
) []*tfprotov6.Diagnostic {
	t.Helper()
	var plan *acctest.Plan
	if d.isReplaced {
		plan = instance.PlanReplacement(t.Context(), d.lastConfig())
	} else {
		plan = instance.Plan(t.Context(), nil)
	}
	refused := acctest.Errors(plan.Diagnostics)
	switch {
	case len(refused) > 0:
		return refused
	case d.isReplaced:
		return instance.ApplyDestroy(t.Context(), plan)
	}
	diags := instance.Apply(t.Context(), plan)
	wantLeftExplained(t, plan, d.lastPolicy(), server.Writes(), diags)
	return diags
}

// fate returns what must become of the object.
func (d destroyCase) fate(t *testing.T, isAdopted bool) fate {
	t.Helper()
	want := cmp.Or(fates[ending{d.lastPolicy(), isAdopted, d.isReplaced}], fateLeft)
	if want != fateIrreplaceable {
		return want
	}
	if canRecreate(t, d.typeName) {
		return fateLeft
	}
	return fateRefused
}

// fateOf returns what requests have done to an object.
func fateOf(server *acctest.Server, diags []*tfprotov6.Diagnostic) fate {
	isDelete := func(r mockserver.Request) bool { return r.Method == http.MethodDelete }
	switch {
	case slices.ContainsFunc(server.Requests(), isDelete):
		return fateDeleted
	case server.Writes() > 0:
		return fateChanged
	case len(acctest.Errors(diags)) > 0:
		return fateRefused
	}
	return fateLeft
}

// willLeave is what a plan says of an object that its apply leaves, with the sentence that says
// what would end it.
var willLeave = regexp.MustCompile(`(?s) will be left unchanged:.* without any change in the service\.(?: (.+?\.)\n|)`)

// wantLeftExplained expects the plan of a destroy to say what its apply leaves, with what would end
// that unless the user has chosen it.
func wantLeftExplained(t *testing.T, plan *acctest.Plan, policy string, writes int, applied []*tfprotov6.Diagnostic) {
	check.Equal(t, 0, len(applied), "messages of the apply, of which %v", acctest.Texts(applied))
	match := willLeave.FindStringSubmatch(strings.Join(acctest.Texts(plan.Diagnostics), "\n") + "\n")
	if match == nil {
		if policy == "abandon" {
			t.Errorf("want what the apply leaves unchanged in the plan. Got: %v", acctest.Texts(plan.Diagnostics))
		}
		return
	}
	check.Equal(t, 0, writes, "writes of the apply, whose plan says %q", match[0])
	switch {
	case policy == "" && match[1] == "":
		t.Errorf("the warning %q advises nothing, want what would end it", match[0])
	case policy != "" && strings.Contains(match[1], "deletion_policy"):
		t.Errorf("the warning advises %q, want nothing of the policy, which users have chosen", match[1])
	}
}

// isAdopted reports whether a state has something that Terraform has not created.
func isAdopted(state map[string]tftypes.Value) bool {
	adopted, isThere := state["adopted"]
	if !isThere {
		var brands, entry map[string]tftypes.Value
		_ = state["brands"].As(&brands) // no other type has brands
		for _, brand := range brands {
			_ = brand.As(&entry)
			adopted, isThere = entry["adopted"]
		}
	}
	return !isThere || adopted.Equal(tftypes.NewValue(tftypes.Bool, true))
}

// TestDestroyWhatIsGone destroys every resource after somebody else has deleted all that it
// manages, with and without a refresh: an engine plans the configuration first, and nothing of it
// stops the destroy.
func TestDestroyWhatIsGone(t *testing.T) {
	t.Parallel()
	eachScene(t, func(t *testing.T, name string, s scene) {
		for _, config := range withPolicies(t, name, byDefault(s.configs[0])) {
			if fixtures.All[name].IsAccount && config["deletion_policy"] != "abandon" {
				continue // which is never destroyed
			}
			for _, noRefresh := range []bool{false, true} {
				t.Run(fmt.Sprintf("policy %v, without refresh %t", config["deletion_policy"], noRefresh), func(t *testing.T) {
					t.Parallel()
					acctest.InBubble(t, func(t *testing.T) {
						server := seededWithOthers(t)
						dir := inprocess.Open(server.Provider(t), nil)
						text := server.Config(acctest.Block(t, name, config, ""), "extended_operations = true")
						acctest.PlanAndApply(t, dir, text, inprocess.Options{})
						deleteAll(server)
						acctest.PlanAndApply(t, dir, text, inprocess.Options{IsDestroy: true, NoRefresh: noRefresh})
						left := dir.Addresses()
						if len(left) > 0 {
							t.Errorf("the state has %q, want nothing", left)
						}
					})
				})
			}
		}
	})
}

// deleteAll deletes what resources manage.
func deleteAll(server *acctest.Server) {
	account := server.Account.ID
	for _, b := range server.Brands(account) {
		server.RemoveBrand(account, b.ID)
	}
	for _, m := range server.LanguageModels(account) {
		server.RemoveLanguageModel(account, m.ID)
	}
	for _, m := range server.PersonModels(account) {
		server.RemovePerson(account, m.ID, "") // the model, with its persons
	}
	for _, id := range []string{mockserver.SampleVideoID, mockserver.SampleAnimatedVideoID} {
		server.RemoveVideo(account, id)
	}
	for _, id := range []string{mockserver.SampleProjectID, mockserver.SampleRenderedProjectID} {
		server.RemoveProject(account, id)
	}
	server.SetImageModel(account, nil)
}

// plansOfContainers are the plans that end an object with contents.
var plansOfContainers = map[string]struct {
	// plan gets the configuration of the instance, and one that replaces the object.
	plan func(t *testing.T, instance *acctest.Instance, config, changed acctest.Values) *acctest.Plan
	// isUnread means that the plan does not see the object, and cannot name what it contains.
	isUnread bool
}{
	"destroyed": {plan: func(_ *testing.T, instance *acctest.Instance, _, _ acctest.Values) *acctest.Plan {
		return instance.PlanWithRefresh(nil)
	}},
	"destroyed without a refresh": {plan: func(_ *testing.T, instance *acctest.Instance, _, _ acctest.Values) *acctest.Plan {
		return instance.MustPlan(nil)
	}},
	"replaced": {plan: func(_ *testing.T, instance *acctest.Instance, _, changed acctest.Values) *acctest.Plan {
		return instance.PlanWithRefresh(changed)
	}},
	"-replace": {plan: func(t *testing.T, instance *acctest.Instance, config, _ acctest.Values) *acctest.Plan {
		t.Helper()
		return instance.PlanReplacement(t.Context(), config)
	}},
	"tainted": {plan: func(_ *testing.T, instance *acctest.Instance, config, _ acctest.Values) *acctest.Plan {
		instance.Object.IsTainted = true
		return instance.PlanWithRefresh(config)
	}},
	"tainted, without a refresh": {isUnread: true, plan: func(
		_ *testing.T, instance *acctest.Instance, config, _ acctest.Values,
	) *acctest.Plan {
		instance.Object.IsTainted = true
		return instance.MustPlan(config)
	}},
}

// TestContents ends objects that contain something of others. The plan names it, and the apply
// deletes nothing that came later; what an error advises then goes through.
func TestContents(t *testing.T) {
	t.Parallel()
	const firstID, laterID = "aaaaaaaa-0000-4000-8000-000000000001", "aaaaaaaa-0000-4000-8000-000000000002"
	for name, fixture := range fixtures.All {
		config := fixture.Arguments
		contents := fixture.Contents
		if contents == nil {
			continue
		}
		replaced, _ := fixtures.VariationOf(name, contents.Replaces, nil)
		changed := set(config, contents.Replaces, replaced.Configured)
		for change, test := range plansOfContainers {
			isNamed := !test.isUnread
			t.Run(name+" "+change, func(t *testing.T) {
				t.Parallel()
				server := seededWithOthers(t)
				instance := created(t, server.Extended(t), name, config)
				attributes := instance.Texts()
				first := contents.Add(server, attributes, "sooner", firstID)
				plan := func() *acctest.Plan { return test.plan(t, instance, config, changed) }
				planned := plan()
				texts := acctest.Texts(planned.Diagnostics)
				messages := strings.Join(texts, "\n")
				check.Equal(t, isNamed, strings.Contains(messages, "Apply deletes 1 "), "the plan says that it deletes 1: %v", texts)
				check.Equal(t, isNamed, strings.Contains(messages, first), "the plan names %q: %v", first, texts)
				isTainted := strings.HasPrefix(change, "tainted")
				// Applied first, another policy would come too late.
				check.Equal(t, isNamed && isTainted, strings.Contains(messages, "run `terraform untaint"), "the plan advises to untaint: %v", texts)
				check.Equal(t, isNamed && !isTainted, strings.Contains(messages, `deletion_policy = "abandon" and apply that first`),
					"the plan advises to apply another policy: %v", texts)
				later := contents.Add(server, attributes, "later", laterID)
				diags := instance.Apply(t.Context(), planned)
				failed := acctest.MustSay(t, diags, acctest.Failure, " was not deleted", "did not name", fmt.Sprintf("%q", later))
				check.Equal(t, isTainted, strings.Contains(failed.Detail, "terraform untaint"), "the error names terraform untaint: %s", failed.Detail)
				check.Equal(t, !isNamed, strings.Contains(failed.Detail, first), "the error names %q: %s", first, failed.Detail)
				check.Equal(t, config["name"], any(instance.Texts()["name"]), "the name")
				if !isNamed { // terraform untaint, and then terraform destroy -target
					instance.Object.IsTainted = false
					instance.WantUnchanged(config)
					planned = instance.PlanWithRefresh(nil)
				} else {
					planned = plan() // again
				}
				acctest.MustSay(t, planned.Diagnostics, acctest.Warning, "Apply deletes 2 ", first, later)
				acctest.MustSucceed(t, instance.Apply(t.Context(), planned))
			})
		}
		t.Run(name+" cannot be looked at", func(t *testing.T) {
			t.Parallel()
			server := seededWithOthers(t)
			instance := created(t, server.Extended(t), name, config)
			answerWith := func(status int) {
				server.ClearFaults()
				server.Script(mockserver.Fault{Operation: contents.List, Times: mockserver.Always, Do: mockserver.Status(status)})
			}
			answerWith(http.StatusForbidden)
			plan := instance.MustPlan(nil)
			acctest.MustSay(t, plan.Diagnostics, acctest.Warning, "Unable to list the contents of")
			acctest.MustSay(t, instance.Apply(t.Context(), plan), acctest.Failure, "Unable to list the contents of")
			if contents.List.IsExtended() { // a service may lack it
				answerWith(http.StatusNotImplemented)
				acctest.MustSucceed(t, instance.Apply(t.Context(), plan))
			}
		})
	}
}
