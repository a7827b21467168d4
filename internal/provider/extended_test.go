package provider_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// need is a type, or an argument of a type, that needs extended operations.
type need struct {
	folder, name string // as in offer
	// argument and value are empty where the type needs them whatever is configured. A null value
	// stands for an argument that is left out.
	argument string
	value    any
}

// supportedOperations is the one data source that asks for extended operations even if they are not
// allowed.
const supportedOperations = "videoindexer_supported_operations"

// argumentNeeds returns the arguments of a type that need extended operations, if it does not need
// them otherwise: those of a resource are in fixtures.All.
func argumentNeeds(o offer) (all []need) {
	arguments := fixtures.All[o.name].ExtendedArguments
	switch {
	case o.folder == "actions" && o.name == "videoindexer_reindex_video":
		arguments = acctest.Values{"wait_for_indexing": true}
	case o.folder != "resources":
		return nil
	}
	for argument, value := range arguments {
		all = append(all, need{folder: o.folder, name: o.name, argument: argument, value: value})
	}
	return all
}

// allNeeds returns the arguments, and all types that need extended operations whatever is
// configured: their descriptions say so.
func allNeeds(t *testing.T) (all []need) {
	for _, o := range registered(t) {
		all = append(all, argumentNeeds(o)...)
		if needsExtended(o) {
			all = append(all, need{folder: o.folder, name: o.name})
		}
	}
	return all
}

// needsExtended reports whether the description of a type says that it needs extended operations,
// and none of its arguments alone does.
func needsExtended(o offer) bool {
	saysSo := o.schema != nil && saysNeed.MatchString(o.schema.Block.Description)
	return saysSo && argumentNeeds(o) == nil
}

// provided returns arguments of a provider that a managed resource works with.
func provided(t *testing.T, name string, settings acctest.Values) acctest.Values {
	t.Helper()
	if fixtures.All[name].NeedsExtended {
		return acctest.Values{"extended_operations": true}.With(settings)
	}
	return settings
}

// uses holds, by folder and name, the arguments of everything that has required arguments and is no
// managed resource.
var uses = map[string]acctest.Values{
	"actions/videoindexer_reindex_video":                    {"video_id": mockserver.SampleVideoID},
	"actions/videoindexer_reindex_videos":                   {"indexed_before": "2026-03-01", "max_videos": 1},
	"actions/videoindexer_render_project":                   {"project_id": mockserver.SampleProjectID},
	"actions/videoindexer_train_language_model":             {"model_id": testAccount},
	"actions/videoindexer_update_transcript":                {"video_id": mockserver.SampleVideoID, "language": "en-US", "content": "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nun\n"},
	"data-sources/videoindexer_brand":                       {"brand_id": 1001},
	"data-sources/videoindexer_captions":                    {"video_id": mockserver.SampleVideoID},
	"data-sources/videoindexer_faces":                       {"person_model_id": mockserver.SamplePersonModelID, "person_id": mockserver.SamplePersonID},
	"data-sources/videoindexer_insights_widget":             {"video_id": mockserver.SampleVideoID},
	"data-sources/videoindexer_source_file":                 {"video_id": mockserver.SampleVideoID},
	"ephemeral-resources/videoindexer_project_access_token": {"project_id": mockserver.SampleProjectID},
	"ephemeral-resources/videoindexer_source_file":          {"video_id": mockserver.SampleVideoID},
	"data-sources/videoindexer_persons":                     {"person_model_id": mockserver.SamplePersonModelID},
	"list-resources/videoindexer_person":                    {"person_model_id": mockserver.SamplePersonModelID},
	"actions/videoindexer_cancel_render":                    {"project_id": mockserver.SampleProjectID},
	"data-sources/videoindexer_video_index":                 {"video_id": mockserver.SampleVideoID},
	"ephemeral-resources/videoindexer_video_access_token":   {"video_id": mockserver.SampleVideoID},
	"ephemeral-resources/videoindexer_rendered_file":        {"project_id": mockserver.SampleRenderedProjectID},
}

// describedPolicy finds the values of deletion_policy in its description.
var describedPolicy = regexp.MustCompile("\n +- `([a-z]+)`")

// TestNeedsAreRefused configures what needs extended operations without them: an error that names
// what it is and the provider's argument, and not one request.
func TestNeedsAreRefused(t *testing.T) {
	t.Parallel()
	all := registered(t)
	for _, n := range allNeeds(t) {
		t.Run(strings.Join([]string{n.folder, n.name, n.argument}, "/"), func(t *testing.T) {
			t.Parallel()
			o := all[slices.IndexFunc(all, func(o offer) bool { return o.folder == n.folder && o.name == n.name })]
			named := n.argument
			if named == "" {
				named = n.name
			}
			server := seededServer(t)
			diags := begin(t, server.Protocol(t, nil), o, n)
			acctest.MustSay(t, diags, acctest.Failure, named, "extended_operations = true")
			for _, d := range diags {
				if d.Attribute != nil && len(d.Attribute.Steps()) == 0 {
					t.Errorf("want the error at an attribute: without, an engine shows no line. Got: %s: %s", d.Summary, d.Detail)
				}
			}
			for _, request := range server.Requests() {
				if request.Operation.IsExtended() || request.Method != "GET" {
					t.Errorf("sent %s %s, want no extended operation", request.Method, request.Path)
				}
			}
			server = seededServer(t)
			for _, text := range acctest.Texts(begin(t, server.Extended(t), o, n)) {
				if strings.Contains(text, "extended_operations = true") {
					t.Errorf("want no such error with extended operations. Got: %s", text)
				}
			}
		})
	}
}

// begin plans a managed resource, and runs anything else.
func begin(t *testing.T, protocol *acctest.Protocol, o offer, n need) []*tfprotov6.Diagnostic {
	t.Helper()
	var more acctest.Values
	if n.argument != "" {
		more = acctest.Values{n.argument: n.value}
	}
	if n.argument != "" && n.value == nil {
		more["name"] = "A" // of what is created
	}
	if o.folder == "resources" {
		return protocol.Instance(o.name).Plan(t.Context(), fixtures.All[o.name].Arguments.With(more)).Diagnostics
	}
	return use(t, protocol, o, more)
}

// use runs something that is no managed resource, with its arguments in uses and further ones.
func use(t *testing.T, protocol *acctest.Protocol, o offer, more acctest.Values) []*tfprotov6.Diagnostic {
	t.Helper()
	config := uses[o.folder+"/"+o.name].With(more)
	switch o.folder {
	case "data-sources":
		return protocol.DataDiagnostics(t.Context(), o.name, config)
	case "ephemeral-resources":
		_, opened := protocol.OpenEphemeral(t.Context(), o.name, config)
		return opened.Diagnostics
	case "list-resources":
		var diags []*tfprotov6.Diagnostic
		for _, listed := range protocol.List(t.Context(), o.name, config, true, 0) {
			diags = append(diags, listed.Diagnostics...)
		}
		return diags
	case "actions":
		_, diags := protocol.InvokeAction(t.Context(), o.name, config)
		return diags
	}
	t.Fatalf("%s is in %s, want a folder for which there is a case here", o.name, o.folder)
	return nil
}

// TestNothingExtendedByDefault runs everything that does not need them, managed resources with each
// policy from create to destroy, at a service that has all extended operations: it works without
// them, and not one is called.
func TestNothingExtendedByDefault(t *testing.T) {
	t.Parallel()
	for _, o := range registered(t) {
		if o.schema == nil || needsExtended(o) {
			continue // functions call nothing
		}
		t.Run(o.folder+"/"+o.name, func(t *testing.T) {
			t.Parallel()
			if o.folder == "resources" {
				for _, config := range withPolicies(t, o.name, fixtures.All[o.name].Arguments) {
					if !isExtendedPolicy(o.name, config["deletion_policy"]) {
						liveBy(t, o.name, config)
					}
				}
				return
			}
			server := seededServer(t)
			acctest.MustSucceed(t, use(t, server.Protocol(t, nil), o, nil))
			if o.name != supportedOperations { // it is how users find out whether to allow these
				wantNothingExtended(t, server)
			}
		})
	}
}

// isExtendedPolicy reports whether a value of deletion_policy, or nil for none, needs extended
// operations.
func isExtendedPolicy(name string, policy any) bool {
	return policy != nil && policy == fixtures.All[name].ExtendedArguments["deletion_policy"]
}

// withPolicies returns a configuration without deletion_policy, unless a type always needs one, and
// with each value that the type has.
func withPolicies(t *testing.T, name string, config acctest.Values) (all []acctest.Values) {
	t.Helper()
	if config["deletion_policy"] == nil {
		all = append(all, config)
	}
	for _, a := range acctest.Schema(t).ResourceSchemas[name].Block.Attributes {
		if a.Name != "deletion_policy" {
			continue
		}
		values := describedPolicy.FindAllStringSubmatch(a.Description, -1)
		if len(values) == 0 {
			t.Errorf("want the values of deletion_policy in its description. Got: %s", a.Description)
		}
		for _, value := range values {
			all = append(all, config.With(acctest.Values{"deletion_policy": value[1]}))
		}
	}
	return all
}

// liveBy creates, reads, changes, imports and destroys a resource.
func liveBy(t *testing.T, name string, config acctest.Values) {
	server := seededServer(t)
	protocol := server.Protocol(t, nil)
	instance := protocol.Instance(name)
	for _, config := range []acctest.Values{config, config.With(byDefault(fixtures.All[name].Changes))} {
		acctest.MustSucceed(t, instance.Apply(t.Context(), instance.PlanWithRefresh(config)))
		acctest.MustSucceed(t, instance.Refresh(t.Context()))
	}
	other := protocol.Instance(name)
	server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{ID: testAccount, Name: "Found", Language: "en-US"})
	acctest.MustSucceed(t, other.Import(t.Context(), fixtures.All[name].ID(server.Account.ID)))
	instance.Protocol = server.Protocol(t, nil)
	plan := instance.Plan(t.Context(), nil)
	if config["deletion_policy"] != "prevent" {
		acctest.MustSucceed(t, plan.Diagnostics)
		acctest.MustSucceed(t, instance.Apply(t.Context(), plan))
	}
	wantNothingExtended(t, server)
}

// byDefault returns a configuration without deletion_policy.
func byDefault(config acctest.Values) acctest.Values {
	rest := config.With(nil)
	delete(rest, "deletion_policy")
	return rest
}

func wantNothingExtended(t *testing.T, server *acctest.Server) {
	t.Helper()
	if len(server.Requests()) == 0 {
		t.Error("no request of all that was run, want some: without any, this shows nothing")
	}
	for _, request := range server.Requests() {
		if request.Operation.IsExtended() {
			t.Errorf("sent %s %s, want no extended operation", request.Method, request.Path)
		}
	}
}

// saysNeed is how the description of a type says that it needs extended operations, always or for
// some of its arguments.
var saysNeed = regexp.MustCompile("(?i)needs (the provider's )?\\[?`extended_operations`")

// TestNeedsAreDescribed compares the descriptions of types and arguments with those that need
// extended operations.
func TestNeedsAreDescribed(t *testing.T) {
	t.Parallel()
	for _, o := range registered(t) {
		if o.schema == nil {
			continue
		}
		if o.folder == "resources" {
			check.Equal(t, needsExtended(o), fixtures.All[o.name].NeedsExtended, "NeedsExtended in the row of %s in fixtures.All", o.name)
		}
		for _, a := range o.schema.Block.Attributes {
			isNeed := slices.ContainsFunc(argumentNeeds(o), func(n need) bool { return n.argument == a.Name })
			check.Equal(t, isNeed, strings.Contains(a.Description, "`extended_operations`"), "%s/%s: the description of %s names `extended_operations`, as ExtendedArguments in fixtures.All", o.folder, o.name, a.Name)
		}
	}
}
