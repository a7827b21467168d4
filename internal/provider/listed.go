package provider

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
)

// listServer leaves out listed objects that would make a generated configuration invalid.
type listServer struct{ server }

// ListResource leaves out objects whose generated configuration Terraform would refuse, each with a
// warning, because Terraform would refuse the configuration of all objects.
func (s listServer) ListResource(
	ctx context.Context, r *tfprotov6.ListResourceRequest,
) (*tfprotov6.ListResourceServerStream, error) {
	stream, err := s.server.ListResource(ctx, r)
	if err != nil || !r.IncludeResource {
		return stream, err
	}
	results := stream.Results
	stream.Results = func(push func(tfprotov6.ListResourceResult) bool) {
		for result := range results {
			problem := unwritableKey(result.Resource)
			if problem == "" {
				problem = s.refusal(ctx, r.TypeName, result)
			}
			if problem != "" {
				warning := leftOutWarning(r.TypeName, result, problem)
				result = tfprotov6.ListResourceResult{Diagnostics: []*tfprotov6.Diagnostic{warning}}
			}
			if !push(result) {
				return
			}
		}
	}
	return stream, nil
}

// leftOutWarning warns that a list lacks an object. Its summary names the object, because Terraform
// shows only the first of several warnings with one summary.
func leftOutWarning(typeName string, listed tfprotov6.ListResourceResult, problem string) *tfprotov6.Diagnostic {
	return &tfprotov6.Diagnostic{
		Severity: tfprotov6.DiagnosticSeverityWarning,
		Summary:  fmt.Sprintf("Left out: %s %q", objectName(typeName, listed.Resource), listed.DisplayName),
		Detail: "Terraform refuses the configuration of this object:\n\n  - " + problem + "\n\n" +
			"The object in the account does not change. " +
			"To manage it, correct it in the service, and query again.",
	}
}

// requiredSummary is what the framework says of a required argument that is not configured. It is
// no reason to leave out an object, because users complete arguments that the service does not
// return. It does return names, so an object without one has none.
const requiredSummary = "Missing Configuration for Required Attribute"

// isAboutName reports whether a diagnostic is about the name of an object.
func isAboutName(d *tfprotov6.Diagnostic) bool {
	return d.Attribute.Equal(tftypes.NewAttributePath().WithAttributeName("name"))
}

// unwritableKey returns a sentence about a key of a map that an engine cannot write; "" for none.
// Attributes of objects have simple names.
func unwritableKey(object *tfprotov6.DynamicValue) string {
	attributes, _ := decodeAttributes(object)
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		entries, _ := attributes[name].(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(entries)) {
			if !importid.IsMapKey(key) {
				return fmt.Sprintf("Terraform cannot write the key %q of %s into a configuration.", key, name)
			}
		}
	}
	return ""
}

// refusal returns why the generated configuration of a listed object is invalid: "" if it is valid,
// if users complete it, or if a warning already says that the object could not be read.
func (s listServer) refusal(ctx context.Context, typeName string, listed tfprotov6.ListResourceResult) string {
	if listed.Resource == nil || len(listed.Diagnostics) > 0 {
		return ""
	}
	validated, err := s.ValidateResourceConfig(
		ctx, &tfprotov6.ValidateResourceConfigRequest{TypeName: typeName, Config: listed.Resource},
	)
	if err != nil {
		return ""
	}
	problem := ""
	for _, d := range validated.Diagnostics {
		// Generated configuration has values of computed attributes, which Terraform leaves out.
		isIgnored := !isError(d) || d.Summary == model.ReadOnlySummary
		switch {
		case d.Summary == requiredSummary && isAboutName(d):
			problem = "It has no name."
		case d.Summary == requiredSummary:
			return ""
		case !isIgnored && problem == "":
			problem = strings.TrimRight(d.Detail, ".") + "."
		}
	}
	return problem
}

// objectName returns the kind of an object with its id.
func objectName(typeName string, object *tfprotov6.DynamicValue) string {
	kind := strings.TrimPrefix(typeName, "videoindexer_")
	name := strings.ReplaceAll(kind, "_", " ")
	values, _ := decodeAttributes(object)
	id := cmp.Or(values["model_id"], values[kind+"_id"])
	if id != nil {
		return fmt.Sprintf("%s %v", name, id)
	}
	return name
}
