package project

import (
	"cmp"
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewProjectsDataSource returns the data source videoindexer_projects.
func NewProjectsDataSource() datasource.DataSource {
	return scaffold.NewDataSource(scaffold.TypeInfo{
		Name: "projects", NeedsExtended: true,
		Summary: "Lists all projects of an account, in the order of the service.",
	}, projectsAttributes, readProjects)
}

type projectsModel struct {
	providerdata.AccountFields
	Projects types.List `tfsdk:"projects"`
}

// projectColumns describe a project in a list.
var projectColumns = arguments.Columns[videoindexer.ProjectSummary]{
	arguments.NewColumn("project_id", describeProjectID, func(p videoindexer.ProjectSummary) attr.Value {
		return types.StringValue(p.ID)
	}),
	arguments.StringColumn("name", "Name of the project.", func(p videoindexer.ProjectSummary) string { return p.Name }),
	arguments.StringColumn("created", "Creation time of the project (RFC 3339, UTC).", func(p videoindexer.ProjectSummary) string { return p.Created }),
	arguments.StringColumn("last_modified", "Time of the last change of the project (RFC 3339, UTC).",
		func(p videoindexer.ProjectSummary) string { return p.LastModified }),
	arguments.StringColumn("user_name", "Name of the user who created the project.", func(p videoindexer.ProjectSummary) string {
		return p.UserName
	}),
	arguments.NewColumn(
		"duration_in_seconds", "Total length of all ranges, in seconds.",
		func(p videoindexer.ProjectSummary) attr.Value { return types.Float64PointerValue(p.DurationInSeconds) },
	),
}

func projectsAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{"projects": projectColumns.Attribute(
		"The projects. Fields that the service does not return are null.", nil)}
}

// readProjects lists the projects (X30).
func readProjects(ctx context.Context, target scaffold.Target, model *projectsModel, diags *diag.Diagnostics) {
	projects := []videoindexer.ProjectSummary{}
	for project, err := range target.Client.IterateProjects(ctx, target.Account) {
		if err != nil {
			apidiag.Add(diags, "list", apidiag.Subject{Kind: "projects", Account: target.Account}, err)
			return
		}
		projects = append(projects, project)
	}
	model.Projects = projectColumns.List(projects)
}

// NewListResource returns the list resource videoindexer_project.
func NewListResource() list.ListResource {
	return scaffold.NewList(scaffold.TypeInfo{
		Name: "project", NeedsExtended: true, IsPaged: true,
		Summary: "Lists the projects of an account with their ranges, in the order of the service, page by page.",
	}, scaffold.NoArguments, listProjects)
}

// listProjects pushes the projects as their pages arrive (X30). If the query includes resources, it
// reads each project (X29), and omits projects that were deleted meanwhile.
func listProjects(ctx context.Context, query scaffold.Query, fields *providerdata.AccountFields) diag.Diagnostics {
	for summary, err := range query.Client.IterateProjects(ctx, query.Account) {
		remote := &videoindexer.Project{}
		if err == nil && query.IncludeResource {
			remote, err = query.Client.GetProject(ctx, query.Account, summary.ID)
		}
		switch {
		case videoindexer.IsNotFound(err) && !videoindexer.IsAccountWide(err):
			continue
		case err != nil:
			subject := apidiag.Subject{Kind: "projects", Account: query.Account}
			return diag.Diagnostics{apidiag.Error("list", subject, err)}
		}
		shown := emptyModel()
		shown.AdoptableFields = managed.AsImported(*fields)
		shown.ProjectID = types.StringValue(summary.ID)
		shown.Timeouts = wait.NoTimeouts()
		shown.setDefaults()
		shown.fill(remote)
		id := map[string]any{projectKey.Name: summary.ID}
		wantsMore := query.Push(query.ResultWith(ctx, cmp.Or(summary.Name, summary.ID), id, shown))
		if !wantsMore {
			return nil
		}
	}
	return nil
}

// NewRenderedFileEphemeral returns the ephemeral resource videoindexer_rendered_file.
func NewRenderedFileEphemeral() ephemeral.EphemeralResource {
	return scaffold.NewEphemeral(scaffold.TypeInfo{
		Name: "rendered_file", NeedsExtended: true,
		Summary: "Reads the download address of a project's rendered file.",
		Notes: "The address is new in every plan and every apply, " +
			"and stored neither in the state nor in the plan.\n\n" +
			"If the project was not rendered, the run fails. " +
			"Refer to the resource that renders it in `project_id`, so that Terraform waits for the render.",
	}, renderedFileAttributes, openRenderedFile)
}

type renderedFileModel struct {
	providerdata.AccountFields
	ProjectID   types.String `tfsdk:"project_id"`
	DownloadURL types.String `tfsdk:"download_url"`
}

func renderedFileAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"project_id":   arguments.RequiredString(describeProjectID, validate.PathSegment()),
		"download_url": arguments.DownloadURL(),
	}
}

// openRenderedFile requests the address of the rendered file (X33).
func openRenderedFile(ctx context.Context, target scaffold.Target, model *renderedFileModel, diags *diag.Diagnostics) {
	address, err := target.Client.GetRenderedFileURL(ctx, target.Account, model.ProjectID.ValueString())
	if err != nil {
		project := subjectOf(target.Account, model.ProjectID.ValueString())
		subject := apidiag.Subject{Kind: "rendered file", Whole: &project, Account: target.Account}
		failure := apidiag.Error("read", subject, err)
		if managed.IsMissing(err) {
			failure = apidiag.ErrorWithoutAdvice("read", subject, err, fmt.Sprintf(
				"Project %s has no rendered file. Set render = true.",
				model.ProjectID.ValueString()))
		}
		diags.Append(diag.WithPath(projectIDPath, failure))
		return
	}
	model.DownloadURL = types.StringValue(address)
}
