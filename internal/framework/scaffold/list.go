package scaffold

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewListResource returns the list of the resource info.Name in an account or location. The
// attributes are those of the list besides the account's. Each yields the objects of the service in
// its order, for a model with the configuration.
func NewListResource[M any, P modelOf[M]](
	info TypeInfo, attributes func() map[string]schema.Attribute, each eachFunc[P],
) list.ListResource {
	info.kind = "list of"
	return &accountList[M, P]{info: info, attributes: attributes, each: each}
}

// eachFunc pushes the objects to a query, and returns nil once the query does not want more. If an
// object cannot be read, it returns the reason, and the objects before stay.
type eachFunc[P any] func(ctx context.Context, q Query, config P) diag.Diagnostics

// NoArguments returns the attributes of a list that has only those of the account. Its model is
// AccountFields.
func NoArguments() map[string]schema.Attribute { return map[string]schema.Attribute{} }

var _ list.ListResourceWithConfigure = (*accountList[providerdata.AccountFields, *providerdata.AccountFields])(nil)

type accountList[M any, P modelOf[M]] struct {
	*providerdata.Data

	info       TypeInfo
	attributes func() map[string]schema.Attribute
	each       eachFunc[P]
}

func (l *accountList[M, P]) Metadata(
	_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse,
) {
	resp.TypeName = providerdata.TypeName(l.info.Name)
}

func (l *accountList[M, P]) Configure(
	_ context.Context, req resource.ConfigureRequest, _ *resource.ConfigureResponse,
) {
	l.Data, _ = req.ProviderData.(*providerdata.Data)
}

func (l *accountList[M, P]) ListResourceConfigSchema(
	_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse,
) {
	resp.Schema = listschema.Schema{
		MarkdownDescription: l.info.description(),
		Attributes:          arguments.ListAttributes(attributesOf[M, P](l.attributes)),
	}
}

func (l *accountList[M, P]) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var diags diag.Diagnostics
	values := P(new(M))
	target, isLoaded := l.info.load(ctx, l.Data, req.Config, values, &diags)
	if !isLoaded {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	stream.Results = func(yield func(list.ListResult) bool) {
		results := limitedResults{limit: req.Limit, countsAll: !l.info.IsPaged, yield: yield}
		query := Query{Target: target, ListRequest: req, Push: results.push, SetTotal: results.setTotal}
		failed := l.each(ctx, query, values)
		results.finish(failed)
	}
}

// Query is a request for objects.
type Query struct {
	providerdata.Target
	list.ListRequest

	// Push pushes the next object, and returns whether the query wants another one.
	Push func(list.ListResult) bool
	// SetTotal sets the number of objects before they are pushed. Without it, a list that IsPaged
	// is not counted.
	SetTotal func(total int)
}

// limitedResults gives an engine at most as many results as it wants. Engines end a list at its
// limit (100 if none is configured) without a message, and do not read anything after the last
// result. Therefore the last result waits until it is known whether there are more, and then has a
// warning.
type limitedResults struct {
	// limit is the maximum number of results; 0 for none.
	limit int64
	// pushed is the number of results that were pushed, with those over the limit.
	pushed int64
	// total is the number of all results; 0 while it is unknown.
	total int64
	// countsAll means that results over the limit are counted while the total is unknown.
	countsAll bool
	// last is the last result within the limit, which waits for its warning.
	last *list.ListResult
	// yield gives a result to the engine, and returns whether it wants another one.
	yield func(list.ListResult) bool
}

func (l *limitedResults) setTotal(total int) { l.total = int64(total) }

func (l *limitedResults) push(result list.ListResult) bool {
	l.pushed++
	switch {
	case l.limit == 0 || l.pushed < l.limit:
		return l.yield(result)
	case l.pushed == l.limit:
		l.last = &result
		return l.total <= l.limit
	}
	return l.countsAll
}

// finish gives the engine the result that has waited. failed is the reason why the list ended
// early; nil if all objects were read. Before the limit, the reason is a result of its own.
func (l *limitedResults) finish(failed diag.Diagnostics) {
	switch {
	case l.last != nil:
		l.last.Diagnostics.Append(l.limitWarnings(len(failed) > 0)...)
		l.yield(*l.last)
	case len(failed) > 0:
		l.yield(list.ListResult{Diagnostics: failed})
	}
}

// limitWarnings warns of objects that the list leaves out, or may leave out because it has failed.
func (l *limitedResults) limitWarnings(hasFailed bool) (diags diag.Diagnostics) {
	isCounted := l.countsAll && !hasFailed
	var rest string
	switch {
	case l.total > l.limit:
		rest = fmt.Sprintf(" of %d results.", l.total)
	case isCounted && l.pushed > l.limit:
		rest = fmt.Sprintf(" of %d results.", l.pushed)
	case l.pushed > l.limit:
		rest = " results. The service has more."
	case hasFailed:
		rest = " results. The provider could not read whether the service has more."
	default:
		return nil
	}
	diags.AddWarning("List ended at its limit", fmt.Sprintf(
		"The list has the first %d%s To list more, set a higher `limit` in the list block. "+
			"Without `limit`, Terraform lists 100.", l.limit, rest))
	return diags
}

// Result begins a result with the displayed name, and the identity: the account and the object's
// keys by name.
func (q Query) Result(
	ctx context.Context, name string, account videoindexer.AccountRef, keys map[string]any,
) list.ListResult {
	result := q.NewListResult(ctx)
	result.DisplayName = name
	result.Diagnostics.Append(
		result.Identity.SetAttribute(ctx, providerdata.LocationArgument.Path, account.Location)...,
	)
	result.Diagnostics.Append(result.Identity.SetAttribute(ctx, providerdata.AccountIDArgument.Path, account.ID)...)
	for key, value := range keys {
		result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root(key), value)...)
	}
	return result
}

// ResultWith returns a Result with the resource, as an import and a read would return it. The
// resource is made only with IncludeResource, because the framework drops it otherwise.
func (q Query) ResultWith(ctx context.Context, name string, keys map[string]any, from any) list.ListResult {
	result := q.Result(ctx, name, q.Account, keys)
	if q.IncludeResource {
		result.Diagnostics.Append(model.SetResource(ctx, result.Resource, from)...)
	}
	return result
}
