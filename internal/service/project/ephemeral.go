package project

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var _ ephemeral.EphemeralResourceWithConfigure = (*renderedFile)(nil)

type renderedFile struct{ providerdata.Ephemeral }

// NewRenderedFileEphemeral is ephemeral.videoindexer_rendered_file.
func NewRenderedFileEphemeral() ephemeral.EphemeralResource {
	return &renderedFile{providerdata.Ephemeral{Name: "rendered_file"}}
}

type renderedFileModel struct {
	providerdata.AccountFields
	ProjectID   types.String `tfsdk:"project_id"`
	DownloadURL types.String `tfsdk:"download_url"`
}

func (e *renderedFile) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads the download address of a project's rendered file." +
			arguments.NeedsExtended +
			"\n\n" +
			"The address is new in every plan and every apply, and stored neither in the state nor in the plan.\n\n" +
			"If the project was not rendered, the run fails. Refer to the resource that renders it in `project_id`, so that Terraform waits for the render.",
		Attributes: providerdata.EphemeralAttributes(map[string]schema.Attribute{
			"project_id": schema.StringAttribute{MarkdownDescription: describeProjectID, Required: true, Validators: []validator.String{validate.PathSegment()}},
			"download_url": schema.StringAttribute{
				MarkdownDescription: "Download address of the file. Anyone who has the address can download the file.", Computed: true, Sensitive: true,
			},
		}),
	}
}

// Open asks for an address (X33).
func (e *renderedFile) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var model renderedFileModel
	client, account, ok := e.LoadExtended(ctx, "The ephemeral resource videoindexer_rendered_file", req.Config, &model, &resp.Diagnostics)
	if !ok {
		return
	}
	address, err := client.GetRenderedFileURL(ctx, account, model.ProjectID.ValueString())
	if err != nil {
		resp.Diagnostics.Append(noRenderedFile(account, model.ProjectID.ValueString(), err))
		return
	}
	model.DownloadURL = types.StringValue(address)
	resp.Diagnostics.Append(resp.Result.Set(ctx, model)...)
}

// noRenderedFile says in so many words that there is no file.
func noRenderedFile(account videoindexer.AccountRef, projectID string, err error) diag.Diagnostic {
	subject := apidiag.Subject{Noun: "rendered file", ID: "of project " + projectID, Account: account}
	if !videoindexer.IsNotFound(err) || videoindexer.IsAccountWide(err) {
		return apidiag.Error("read", subject, err)
	}
	return diag.NewAttributeErrorDiagnostic(projectIDPath, "There is no rendered file", apidiag.WithHint("read", subject, err,
		"The project does not exist, or was not rendered since its ranges were changed: set render = true."))
}
