package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewProjectsDataSource returns data.videoindexer_projects.
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
func readProjects(ctx context.Context, target providerdata.Target, result *projectsModel) diag.Diagnostics {
	projects := []videoindexer.ProjectSummary{}
	for project, err := range target.Client.IterateProjects(ctx, target.Account) {
		if err != nil {
			subject := apidiag.Subject{Kind: "projects", Account: target.Account}
			return diag.Diagnostics{apidiag.Error("list", subject, err)}
		}
		projects = append(projects, project)
	}
	result.Projects = projectColumns.List(projects)
	return nil
}
