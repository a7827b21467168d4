package project

import (
	"context"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewRenderedFileEphemeral returns ephemeral.videoindexer_rendered_file.
func NewRenderedFileEphemeral() ephemeral.EphemeralResource {
	return scaffold.NewEphemeralResource(scaffold.TypeInfo{
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
		"download_url": arguments.DownloadURLAttribute(),
	}
}

// openRenderedFile requests the address of the rendered file (X33).
func openRenderedFile(
	ctx context.Context, target providerdata.Target, result *renderedFileModel,
) (diags diag.Diagnostics) {
	address, err := target.Client.GetRenderedFileURL(ctx, target.Account, result.ProjectID.ValueString())
	if err != nil {
		project := projectSubject(target.Account, result.ProjectID.ValueString())
		subject := apidiag.Subject{Kind: "rendered file", Whole: &project, Account: target.Account}
		failure := apidiag.Error("read", subject, err)
		if videoindexer.IsObjectMissing(err) {
			failure = apidiag.ErrorWithoutAdvice("read", subject, err, fmt.Sprintf(
				"Project %s has no rendered file. Set render = true.",
				result.ProjectID.ValueString()))
		}
		diags.Append(diag.WithPath(projectIDPath, failure))
		return diags
	}
	result.DownloadURL = types.StringValue(address)
	return diags
}
