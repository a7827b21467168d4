package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewRenderedFileEphemeral is ephemeral.videoindexer_rendered_file.
func NewRenderedFileEphemeral() ephemeral.EphemeralResource {
	return providerdata.NewEphemeral(providerdata.About{
		Name: "rendered_file", IsExtended: true,
		Summary: "Reads the download address of a project's rendered file.",
		Notes: "The address is new in every plan and every apply, and stored neither in the state nor in the plan.\n\n" +
			"If the project was not rendered, the run fails. Refer to the resource that renders it in `project_id`, so that Terraform waits for the render.",
	}, renderedFileAttributes, openRenderedFile)
}

type renderedFileModel struct {
	providerdata.AccountFields
	ProjectID   types.String `tfsdk:"project_id"`
	DownloadURL types.String `tfsdk:"download_url"`
}

func renderedFileAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"project_id": schema.StringAttribute{MarkdownDescription: describeProjectID, Required: true, Validators: []validator.String{validate.PathSegment()}},
		"download_url": schema.StringAttribute{
			MarkdownDescription: "Download address of the file. Anyone who has the address can download the file.", Computed: true, Sensitive: true,
		},
	}
}

// openRenderedFile asks for an address (X33).
func openRenderedFile(ctx context.Context, from providerdata.Target, model *renderedFileModel, diags *diag.Diagnostics) {
	address, err := from.Client.GetRenderedFileURL(ctx, from.Account, model.ProjectID.ValueString())
	if err != nil {
		subject, hint := apidiag.Subject{Noun: "rendered file", ID: "of project " + model.ProjectID.ValueString(), Account: from.Account}, ""
		if videoindexer.IsNotFound(err) {
			hint = "The project does not exist, or was not rendered since its ranges were changed: set render = true."
		}
		diags.AddAttributeError(projectIDPath, "Unable to read rendered file", apidiag.WithHint("read", subject, err, hint))
		return
	}
	model.DownloadURL = types.StringValue(address)
}
