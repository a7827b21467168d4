package providerdata

import (
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewList lists what an account or location has of the resource about.Name. The attributes are those of the list besides the
// account's. Results gives what the service has, in its order, for a model that holds the configuration; it is not asked
// for more results than the query wants.
func NewList[M any, P modelOf[M]](
	about About, attributes func() map[string]schema.Attribute, results func(context.Context, Target, P, list.ListRequest) iter.Seq[list.ListResult],
) list.ListResource {
	return &accountList[M, P]{Resource{Name: about.Name}, about, attributes, results}
}

// NoArguments are the attributes of a list that has no others than those of the account. Its model is AccountFields.
func NoArguments() map[string]schema.Attribute { return map[string]schema.Attribute{} }

var _ list.ListResourceWithConfigure = (*accountList[AccountFields, *AccountFields])(nil)

type accountList[M any, P modelOf[M]] struct {
	Resource
	about      About
	attributes func() map[string]schema.Attribute
	results    func(context.Context, Target, P, list.ListRequest) iter.Seq[list.ListResult]
}

func (l *accountList[M, P]) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: l.about.description(), Attributes: attributesOf[M, P](l.attributes(), argument.list)}
}

func (l *accountList[M, P]) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var diags diag.Diagnostics
	values := P(new(M))
	target, ok := l.target(ctx, "list of", l.about, req.Config, values, &diags)
	if !ok {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	stream.Results = AtMost(req.Limit, l.results(ctx, target, values, req))
}

// AtMost ends a list after as many objects as its limit; 0 stands for all. Results that only report something do not count.
func AtMost(limit int64, results iter.Seq[list.ListResult]) iter.Seq[list.ListResult] {
	return func(yield func(list.ListResult) bool) {
		given := int64(0)
		for result := range results {
			if result.Identity != nil {
				given++
			}
			if !yield(result) || given == limit && limit > 0 {
				return
			}
		}
	}
}

// ListError is the result that ends a list because something cannot be read: the objects before it stay.
func ListError(verb string, subject apidiag.Subject, err error) list.ListResult {
	return list.ListResult{Diagnostics: diag.Diagnostics{apidiag.Error(verb, subject, err)}}
}

// Listed begins a result of a list resource: the name that users are shown, and the identity, which is the account and the
// object's own keys by name.
func Listed(ctx context.Context, req list.ListRequest, name string, account videoindexer.AccountRef, keys map[string]any) list.ListResult {
	result := req.NewListResult(ctx)
	result.DisplayName = name
	result.Diagnostics.Append(result.Identity.SetAttribute(ctx, locationArgument.path, account.Location)...)
	result.Diagnostics.Append(result.Identity.SetAttribute(ctx, accountIDArgument.path, account.ID)...)
	for key, value := range keys {
		result.Diagnostics.Append(result.Identity.SetAttribute(ctx, path.Root(key), value)...)
	}
	return result
}

// ListedAs is Listed with the resource, which is what an import and a read make of the object. Without IncludeResource the
// framework drops it, so that it is not made.
func ListedAs(ctx context.Context, req list.ListRequest, name string, account videoindexer.AccountRef, keys map[string]any, from any) list.ListResult {
	result := Listed(ctx, req, name, account, keys)
	if req.IncludeResource {
		result.Diagnostics.Append(model.SetResource(ctx, result.Resource, from)...)
	}
	return result
}
