package video

import (
	"context"
	"errors"
	"net/http"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ datasource.DataSourceWithConfigure       = (*sourceFileDataSource)(nil)
	_ ephemeral.EphemeralResourceWithConfigure = (*sourceFileEphemeral)(nil)
)

const (
	sourceFileName      = "source_file"
	describeDownloadURL = "Download address of the file. Anyone who has the address can download the file."
)

// sourceFileModel is a videoindexer_source_file, as data source and as ephemeral resource.
type sourceFileModel struct {
	providerdata.AccountFields
	VideoID     types.String `tfsdk:"video_id"`
	DownloadURL types.String `tfsdk:"download_url"`
}

// read asks for the address; ok is false after an error.
func (m *sourceFileModel) read(ctx context.Context, data *providerdata.Data, config tfsdk.Config, diags *diag.Diagnostics) (ok bool) {
	client, account, ok := data.Load(ctx, config, m, diags)
	if !ok {
		return false
	}
	address, err := providerdata.Read(ctx, data, account, func() (string, error) {
		return client.GetSourceFileURL(ctx, account, m.VideoID.ValueString())
	})
	if err != nil {
		diags.Append(explainSourceFile(partSubject("source file", m.VideoID, account), err))
		return false
	}
	m.DownloadURL = types.StringValue(address)
	return true
}

// explainSourceFile says in so many words that a file is gone.
func explainSourceFile(subject apidiag.Subject, err error) diag.Diagnostic {
	gone, ok := errors.AsType[*videoindexer.SourceGoneError](err)
	// A 404 that is not the service's own says nothing about the file.
	if !ok || gone.Err.Status == http.StatusNotFound && !gone.Err.HasErrorObject {
		return apidiag.Error("read", subject, err)
	}
	return diag.NewAttributeErrorDiagnostic(path.Root("video_id"), "The source file is gone",
		apidiag.WithHint("read", subject, err, "The video does not exist, or the service no longer keeps its source file: only uploading the video again restores it."))
}

type sourceFileDataSource struct{ providerdata.DataSource }

// NewSourceFileDataSource is data.videoindexer_source_file.
func NewSourceFileDataSource() datasource.DataSource {
	return &sourceFileDataSource{providerdata.DataSource{Name: sourceFileName}}
}

func (d *sourceFileDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads the download address of a video's source file.\n\n" +
			"It is stored in the state, as a sensitive value. To avoid that, use the ephemeral resource of the same name (Terraform 1.10 and later).",
		Attributes: providerdata.DataSourceAttributes(map[string]schema.Attribute{
			"video_id":     videoIDToRead(),
			"download_url": schema.StringAttribute{MarkdownDescription: describeDownloadURL, Computed: true, Sensitive: true},
		}),
	}
}

func (d *sourceFileDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var model sourceFileModel
	if model.read(ctx, d.Data, req.Config, &resp.Diagnostics) {
		resp.Diagnostics.Append(resp.State.Set(ctx, model)...)
	}
}

type sourceFileEphemeral struct{ providerdata.Ephemeral }

// NewSourceFileEphemeral is ephemeral.videoindexer_source_file.
func NewSourceFileEphemeral() ephemeral.EphemeralResource {
	return &sourceFileEphemeral{providerdata.Ephemeral{Name: sourceFileName}}
}

func (e *sourceFileEphemeral) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = ephemeralschema.Schema{
		MarkdownDescription: "Reads the download address of a video's source file.\n\n" +
			"The address is new in every plan and every apply, and stored neither in the state nor in the plan.",
		Attributes: providerdata.EphemeralAttributes(map[string]ephemeralschema.Attribute{
			"video_id": ephemeralschema.StringAttribute{
				MarkdownDescription: videoKey.Description, Required: true, Validators: videoIDArgument().Validators,
			},
			"download_url": ephemeralschema.StringAttribute{MarkdownDescription: describeDownloadURL, Computed: true, Sensitive: true},
		}),
	}
}

func (e *sourceFileEphemeral) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var model sourceFileModel
	if model.read(ctx, e.Data, req.Config, &resp.Diagnostics) {
		resp.Diagnostics.Append(resp.Result.Set(ctx, model)...)
	}
}
