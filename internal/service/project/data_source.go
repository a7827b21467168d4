package project

import (
	"context"
	"fmt"
	"iter"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewProjectsDataSource is data.videoindexer_projects.
func NewProjectsDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name: "projects", IsExtended: true,
		Summary: "Lists the projects of an account, in the order of the service; all pages are read.",
	}, projectsAttributes, readProjects)
}

type projectsModel struct {
	providerdata.AccountFields
	filter
	Projects []listedModel `tfsdk:"projects"`
}

// listedModel is a project as the service lists it.
type listedModel struct {
	ProjectID         types.String  `tfsdk:"project_id"`
	Name              types.String  `tfsdk:"name"`
	Created           types.String  `tfsdk:"created"`
	LastModified      types.String  `tfsdk:"last_modified"`
	UserName          types.String  `tfsdk:"user_name"`
	DurationInSeconds types.Float64 `tfsdk:"duration_in_seconds"`
}

func projectsAttributes() map[string]schema.Attribute {
	text := arguments.ComputedText
	return map[string]schema.Attribute{
		"name_regex": schema.StringAttribute{MarkdownDescription: describeNameRegex, Optional: true, Validators: []validator.String{validate.RegularExpression()}},
		"projects": schema.ListNestedAttribute{
			MarkdownDescription: "The projects. Fields that the service does not return are null.",
			Computed:            true,
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"project_id":          text(describeProjectID),
				"name":                text("Name of the project."),
				"created":             text("Time of the creation of the project (RFC 3339, UTC)."),
				"last_modified":       text("Time of the last modification of the project (RFC 3339, UTC)."),
				"user_name":           text("Who created the project."),
				"duration_in_seconds": schema.Float64Attribute{MarkdownDescription: "Total length of all ranges, in seconds.", Computed: true},
			}},
		},
	}
}

// readProjects lists the projects (X30).
func readProjects(ctx context.Context, from providerdata.Target, model *projectsModel, diags *diag.Diagnostics) {
	model.Projects = []listedModel{}
	for project, err := range model.of(ctx, from.Client, from.Account, 0) {
		if err != nil {
			apidiag.Add(diags, "list", projectsSubject(from.Account), err)
			return
		}
		model.Projects = append(model.Projects, listedModel{
			ProjectID: types.StringValue(project.ID), Name: types.StringValue(project.Name), Created: nullable.Text(project.Created),
			LastModified: nullable.Text(project.LastModified), UserName: nullable.Text(project.UserName),
			DurationInSeconds: types.Float64PointerValue(project.DurationInSeconds),
		})
	}
}

const describeNameRegex = "Regular expression ([RE2](https://github.com/google/re2/wiki/Syntax)) that the names of the projects must match. " +
	"Use `^` and `$` for the beginning and the end of the name, and `(?i)` in front to ignore letter case. Default: all."

// filter are the arguments that say which projects of an account are wanted.
type filter struct {
	NameRegex types.String `tfsdk:"name_regex"`
}

// of gives the projects that are wanted, as their pages come (X30). At most is how many are wanted; 0 for all.
func (f filter) of(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, atMost int64) iter.Seq2[videoindexer.ProjectSummary, error] {
	return func(yield func(videoindexer.ProjectSummary, error) bool) {
		name, err := regexp.Compile(f.NameRegex.ValueString())
		if err != nil {
			yield(videoindexer.ProjectSummary{}, fmt.Errorf("name_regex cannot be read: %w", err))
			return
		}
		given := int64(0)
		for project, err := range client.Projects(ctx, account) {
			if err == nil && !name.MatchString(project.Name) {
				continue
			}
			if given++; !yield(project, err) || given == atMost {
				return
			}
		}
	}
}

func projectsSubject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: "projects", Account: account}
}
