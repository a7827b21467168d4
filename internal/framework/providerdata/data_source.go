package providerdata

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// About says what a data source, a list or an ephemeral resource is.
type About struct {
	// Name is the name of the type without the provider's.
	Name string
	// Summary begins its page with one sentence; Notes are the paragraphs that follow, if there are any.
	Summary, Notes string
	// IsExtended says that it needs operations beyond the contract.
	IsExtended bool
}

// description is what the page of the type says.
func (a About) description() string {
	text := a.Summary
	if a.IsExtended {
		text += arguments.NeedsExtended
	}
	if a.Notes != "" {
		text += "\n\n" + a.Notes
	}
	return text
}

// Target is what a type reads from: a client, and the account to use it on.
type Target struct {
	Data    *Data
	Client  *videoindexer.Client
	Account videoindexer.AccountRef
}

// modelOf is a pointer to a model that AccountFields are embedded in.
type modelOf[M any] interface {
	*M
	Model
}

// NewDataSource is the data source about an account that has the attributes, besides those of the account, and whose values
// read puts into a model which holds the configuration.
func NewDataSource[M any, P modelOf[M]](
	about About, attributes func() map[string]schema.Attribute, read func(context.Context, Target, P, *diag.Diagnostics),
) datasource.DataSource {
	return &accountDataSource[M, P]{DataSource{Name: about.Name}, about, attributes, read}
}

var _ datasource.DataSourceWithConfigure = (*accountDataSource[struct{ AccountFields }, *struct{ AccountFields }])(nil)

type accountDataSource[M any, P modelOf[M]] struct {
	DataSource
	about      About
	attributes func() map[string]schema.Attribute
	read       func(context.Context, Target, P, *diag.Diagnostics)
}

func (d *accountDataSource[M, P]) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: d.about.description(), Attributes: withAccount(d.attributes(), argument.dataSource)}
}

func (d *accountDataSource[M, P]) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	values := P(new(M))
	target, ok := d.target(ctx, "data source", d.about, req.Config, values, &resp.Diagnostics)
	if !ok {
		return
	}
	if d.read(ctx, target, values, &resp.Diagnostics); !resp.Diagnostics.HasError() {
		resp.Diagnostics.Append(model.SetState(ctx, &resp.State, values)...)
	}
}

// target loads the configuration of a type of the kind, and what it reads from. ok is false after an error.
func (d *Data) target(ctx context.Context, kind string, about About, from model.Source, into Model, diags *diag.Diagnostics) (target Target, ok bool) {
	if about.IsExtended && !d.RequireExtended(path.Empty(), "The "+kind+" videoindexer_"+about.Name, diags) {
		return target, false
	}
	target.Data = d
	target.Client, target.Account, ok = d.Load(ctx, from, into, diags)
	return target, ok
}
