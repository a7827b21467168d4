package providerdata

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
)

// NewEphemeral is the ephemeral resource of an account that has the attributes, besides those of the account, and whose values
// open puts into a model which holds the configuration.
func NewEphemeral[M any, P modelOf[M]](
	about About, attributes func() map[string]schema.Attribute, open func(context.Context, Target, P, *diag.Diagnostics),
) ephemeral.EphemeralResource {
	return &accountEphemeral[M, P]{Ephemeral{Name: about.Name}, about, attributes, open}
}

var _ ephemeral.EphemeralResourceWithConfigure = (*accountEphemeral[struct{ AccountFields }, *struct{ AccountFields }])(nil)

type accountEphemeral[M any, P modelOf[M]] struct {
	Ephemeral
	about      About
	attributes func() map[string]schema.Attribute
	open       func(context.Context, Target, P, *diag.Diagnostics)
}

func (e *accountEphemeral[M, P]) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: e.about.description(), Attributes: withAccount(e.attributes(), argument.ephemeral)}
}

func (e *accountEphemeral[M, P]) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	values := P(new(M))
	target, ok := e.target(ctx, "ephemeral resource", e.about, req.Config, values, &resp.Diagnostics)
	if !ok {
		return
	}
	if e.open(ctx, target, values, &resp.Diagnostics); !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(resp.Result.Set(ctx, values)...)
	}
}
