package provider

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// shortestSecret is the length from which a value is hidden. Hiding a shorter one would make other
// words of a message unreadable, and keys are longer.
const shortestSecret = 8

// maskingServer hides the values of sensitive and write-only arguments in warnings and errors about
// a resource: a service may repeat the key that it refuses. Terraform does not hide them there.
type maskingServer struct{ server }

// ValidateResourceConfig masks what is configured.
func (s maskingServer) ValidateResourceConfig(
	ctx context.Context, r *tfprotov6.ValidateResourceConfigRequest,
) (*tfprotov6.ValidateResourceConfigResponse, error) {
	resp, err := s.server.ValidateResourceConfig(ctx, r)
	if err == nil {
		s.mask(r.TypeName, resp.Diagnostics, r.Config)
	}
	return resp, err
}

// ReadResource masks what the state has.
func (s maskingServer) ReadResource(
	ctx context.Context, r *tfprotov6.ReadResourceRequest,
) (*tfprotov6.ReadResourceResponse, error) {
	resp, err := s.server.ReadResource(ctx, r)
	if err == nil {
		s.mask(r.TypeName, resp.Diagnostics, r.CurrentState)
	}
	return resp, err
}

// PlanResourceChange masks what the state has, and what is configured.
func (s maskingServer) PlanResourceChange(
	ctx context.Context, r *tfprotov6.PlanResourceChangeRequest,
) (*tfprotov6.PlanResourceChangeResponse, error) {
	resp, err := s.server.PlanResourceChange(ctx, r)
	if err == nil {
		s.mask(r.TypeName, resp.Diagnostics, r.PriorState, r.Config)
	}
	return resp, err
}

// ApplyResourceChange masks what the state has, and what is configured.
func (s maskingServer) ApplyResourceChange(
	ctx context.Context, r *tfprotov6.ApplyResourceChangeRequest,
) (*tfprotov6.ApplyResourceChangeResponse, error) {
	resp, err := s.server.ApplyResourceChange(ctx, r)
	if err == nil {
		s.mask(r.TypeName, resp.Diagnostics, r.PriorState, r.Config)
	}
	return resp, err
}

// schemasWithSecrets are the resources with a sensitive or write-only argument, by type; the same
// for all servers.
var schemasWithSecrets = sync.OnceValue(func() map[string]*tfprotov6.Schema {
	framework := providerserver.NewProtocol6(&videoindexerProvider{})()
	offered, err := framework.GetProviderSchema(context.Background(), &tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		return nil
	}
	maps.DeleteFunc(offered.ResourceSchemas, func(_ string, schema *tfprotov6.Schema) bool {
		return len(secretNames("", schema.Block.Attributes)) == 0
	})
	return offered.ResourceSchemas
})

// mask hides the secrets of some values in messages.
func (s maskingServer) mask(typeName string, diags []*tfprotov6.Diagnostic, values ...*tfprotov6.DynamicValue) {
	if len(diags) == 0 {
		return
	}
	schema, hasSecrets := schemasWithSecrets()[typeName]
	if !hasSecrets {
		return
	}
	names := secretNames("", schema.Block.Attributes)
	var secrets []string
	for _, value := range values {
		object, err := value.Unmarshal(schema.ValueType())
		if err == nil {
			secrets = append(secrets, secretsOf(object, names)...)
		}
	}
	masking := replacerOf(secrets)
	for _, d := range diags {
		d.Summary = masking.Replace(d.Summary)
		d.Detail = masking.Replace(d.Detail)
	}
}

// replacerOf hides secrets, also in the form that they have between quotation marks. One that
// begins with another comes first, so that its end is hidden, too.
func replacerOf(secrets []string) *strings.Replacer {
	for _, secret := range slices.Clone(secrets) {
		quoted := strconv.Quote(secret)
		secrets = append(secrets, quoted[1:len(quoted)-1])
	}
	slices.SortFunc(secrets, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	var pairs []string
	for _, secret := range secrets {
		pairs = append(pairs, secret, "(sensitive value)")
	}
	return strings.NewReplacer(pairs...)
}

// secretNames returns the paths of sensitive and write-only arguments, without keys of maps.
func secretNames(parent string, attributes []*tfprotov6.SchemaAttribute) (names []string) {
	for _, a := range attributes {
		if a.Sensitive || a.WriteOnly {
			names = append(names, parent+a.Name)
		}
		if a.NestedType != nil {
			names = append(names, secretNames(parent+a.Name+".", a.NestedType.Attributes)...)
		}
	}
	return names
}

// secretsOf returns the texts of an object at these paths.
func secretsOf(object tftypes.Value, names []string) (secrets []string) {
	_ = tftypes.Walk(object, func(at *tftypes.AttributePath, value tftypes.Value) (bool, error) {
		isText := value.Type().Is(tftypes.String) && value.IsKnown()
		if !isText || !slices.Contains(names, nameOf(at)) {
			return true, nil
		}
		var textOrEmpty string
		err := value.As(&textOrEmpty)
		if err == nil && len(textOrEmpty) >= shortestSecret {
			secrets = append(secrets, textOrEmpty)
		}
		return true, nil
	})
	return secrets
}

// nameOf returns a path without keys of maps.
func nameOf(at *tftypes.AttributePath) string {
	var names []string
	for _, step := range at.Steps() {
		name, isName := step.(tftypes.AttributeName)
		if isName {
			names = append(names, string(name))
		}
	}
	return strings.Join(names, ".")
}
