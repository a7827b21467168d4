package project

import (
	"cmp"
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

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

// listProjects gives the projects as their pages come (X30), each read by itself (X29) where the query includes resources. A
// project that was deleted meanwhile is left out.
func listProjects(ctx context.Context, from providerdata.Target, model *listModel, req list.ListRequest) iter.Seq[list.ListResult] {
	return func(yield func(list.ListResult) bool) {
		for summary, err := range model.of(ctx, from.Client, from.Account, req.Limit) {
			remote := &videoindexer.Project{}
			if err == nil && req.IncludeResource {
				remote, err = from.Client.GetProject(ctx, from.Account, summary.ID)
			}
			switch {
			case videoindexer.IsNotFound(err) && !videoindexer.IsAccountWide(err):
				continue
			case err != nil:
				yield(providerdata.ListError("list", projectsSubject(from.Account), err))
				return
			}
			one := imported(model.AccountFields, summary)
			diags := one.read(ctx, remote)
			keys := map[string]any{projectIDPath.String(): summary.ID}
			result := providerdata.ListedAs(ctx, req, cmp.Or(summary.Name, summary.ID), from.Account, keys, one)
			result.Diagnostics.Append(diags...)
			if !yield(result) {
				return
			}
		}
	}
}

// imported is a project as it is after an import, with the arguments that have defaults.
func imported(account providerdata.AccountFields, summary videoindexer.ProjectSummary) resourceModel {
	model := emptyModel()
	model.AccountFields, model.ProjectID = account, types.StringValue(summary.ID)
	model.setDefaults()
	model.Timeouts = wait.NoTimeouts()
	return model
}
