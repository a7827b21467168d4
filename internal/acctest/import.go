package acctest

import (
	"context"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// ImportByIdentity imports a resource by its identity and reads it, as Terraform 1.12 and later do,
// and returns the text attributes of the state and of the identity by name.
func (p *Protocol) ImportByIdentity(ctx context.Context, name string, identity Values) (state, completed map[string]string, diags []*tfprotov6.Diagnostic) {
	p.t.Helper()
	schemas, err := p.server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		p.t.Fatal(err)
	}
	identitySchema, ok := schemas.IdentitySchemas[name]
	if !ok {
		p.t.Fatalf("%s has no identity", name)
	}
	kind := identitySchema.ValueType()
	value, err := typed(kind, identity)
	if err != nil {
		p.t.Fatal(err)
	}
	dynamic, err := tfprotov6.NewDynamicValue(kind, value)
	if err != nil {
		p.t.Fatal(err)
	}
	imported, err := p.server.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{
		TypeName: name, Identity: &tfprotov6.ResourceIdentityData{IdentityData: &dynamic},
	})
	if err != nil {
		p.t.Fatal(err)
	}
	if len(Errors(imported.Diagnostics)) > 0 || len(imported.ImportedResources) == 0 {
		return nil, nil, imported.Diagnostics
	}
	object := imported.ImportedResources[0]
	read, err := p.server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{
		TypeName: name, CurrentState: object.State, CurrentIdentity: object.Identity, Private: object.Private,
	})
	if err != nil {
		p.t.Fatal(err)
	}
	if len(Errors(read.Diagnostics)) > 0 {
		return nil, nil, read.Diagnostics
	}
	return p.unpack(read.NewState, p.schema.ResourceSchemas[name].ValueType()), p.unpack(read.NewIdentity.IdentityData, kind), read.Diagnostics
}

// Identity are the text attributes of an instance's identity by name.
func (i *Instance) Identity(ctx context.Context) map[string]string {
	i.t.Helper()
	schemas, err := i.server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		i.t.Fatal(err)
	}
	return i.unpack(i.identity.IdentityData, schemas.IdentitySchemas[i.name].ValueType())
}

// ReadOldState imports a resource by its id, forgets its identity and reads it. So it begins with a state like one
// that an engine without identities has written. It returns the identity that the read publishes.
func (p *Protocol) ReadOldState(ctx context.Context, name, id string) map[string]string {
	p.t.Helper()
	schemas, err := p.server.GetResourceIdentitySchemas(ctx, &tfprotov6.GetResourceIdentitySchemasRequest{})
	if err != nil {
		p.t.Fatal(err)
	}
	imported, err := p.server.ImportResourceState(ctx, &tfprotov6.ImportResourceStateRequest{TypeName: name, ID: id})
	if err != nil {
		p.t.Fatal(err)
	}
	if len(imported.ImportedResources) == 0 {
		p.t.Fatalf("%s %s: %v", name, id, Texts(imported.Diagnostics))
	}
	object := imported.ImportedResources[0]
	read, err := p.server.ReadResource(ctx, &tfprotov6.ReadResourceRequest{TypeName: name, CurrentState: object.State, Private: object.Private})
	if err != nil {
		p.t.Fatal(err)
	}
	if len(Errors(read.Diagnostics)) > 0 || read.NewIdentity == nil {
		p.t.Fatalf("%s %s: identity %v, %v", name, id, read.NewIdentity, Texts(read.Diagnostics))
	}
	return p.unpack(read.NewIdentity.IdentityData, schemas.IdentitySchemas[name].ValueType())
}

// unpack reads the text attributes of an encoded object, nil where it is gone.
func (p *Protocol) unpack(dynamic *tfprotov6.DynamicValue, kind tftypes.Type) map[string]string {
	p.t.Helper()
	value, err := dynamic.Unmarshal(kind)
	if err != nil {
		p.t.Fatal(err)
	}
	if value.IsNull() {
		return nil
	}
	return p.texts(value)
}
