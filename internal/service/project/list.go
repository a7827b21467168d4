package project

import (
	"cmp"
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewListResource lists videoindexer_project.
func NewListResource() list.ListResource {
	return providerdata.NewList(providerdata.About{
		Name: "project", IsExtended: true,
		Summary: "Lists the projects of an account with their ranges, in the order of the service, page by page.",
	}, listAttributes, listProjects)
}

// listModel is the configuration of a list.
type listModel struct {
	providerdata.AccountFields
	filter
}

func listAttributes() map[string]listschema.Attribute {
	return map[string]listschema.Attribute{
		"name_regex": listschema.StringAttribute{MarkdownDescription: describeNameRegex, Optional: true, Validators: []validator.String{validate.RegularExpression()}},
	}
}

// listProjects gives the projects as their pages come (X30), each read by itself (X29) where the query includes resources.
func listProjects(ctx context.Context, from providerdata.Target, model *listModel, req list.ListRequest) iter.Seq[list.ListResult] {
	return func(yield func(list.ListResult) bool) {
		for summary, err := range model.of(ctx, from.Client, from.Account, req.Limit) {
			result, isThere := list.ListResult{}, true
			if err == nil {
				result, isThere, err = listedProject(ctx, req, from.Client, model.AccountFields, summary)
			}
			if err != nil {
				yield(providerdata.ListError("list", projectsSubject(from.Account), err))
				return
			}
			if isThere && !yield(result) {
				return
			}
		}
	}
}

// listedProject is one project of a list; as a resource it is what an import and a read make of it. The second result
// is false if it was deleted meanwhile. One that cannot be read is a warning; the error is one that every other project
// would have as well.
func listedProject(ctx context.Context, req list.ListRequest, client *videoindexer.Client, fields providerdata.AccountFields, summary videoindexer.ProjectSummary) (result list.ListResult, isThere bool, err error) {
	account := fields.AccountRef()
	model := imported(fields, summary)
	remote := &videoindexer.Project{ProjectSummary: summary}
	if req.IncludeResource {
		remote, err = client.GetProject(ctx, account, summary.ID)
	}
	var diags diag.Diagnostics
	switch {
	case videoindexer.IsNotFound(err) && !videoindexer.IsAccountWide(err):
		return result, false, nil
	case err != nil && (ctx.Err() != nil || videoindexer.IsAccountWide(err) || videoindexer.IsUnsupported(err)):
		return result, false, err //nolint:wrapcheck // listProjects explains it
	case err != nil:
		diags.Append(apidiag.Warning("read", subjectOf(account, summary.ID), err))
	case req.IncludeResource:
		diags.Append(model.read(ctx, remote)...)
	}
	name := cmp.Or(model.Name.ValueString(), summary.ID)
	result = providerdata.ListedAs(ctx, req, name, account, map[string]any{projectIDPath.String(): summary.ID}, model)
	result.Diagnostics.Append(diags...)
	return result, true, nil
}

// imported is a project as it is after an import, with the arguments that have defaults.
func imported(account providerdata.AccountFields, summary videoindexer.ProjectSummary) resourceModel {
	model := emptyModel()
	model.AccountFields, model.ProjectID, model.Name = account, types.StringValue(summary.ID), types.StringValue(summary.Name)
	model.setDefaults()
	model.Timeouts = wait.NoTimeouts()
	return model
}
