package video

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	ephemeralschema "github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	resourceschema "github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
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

// readSourceFile asks for the address.
func readSourceFile(ctx context.Context, from providerdata.Target, model *sourceFileModel, diags *diag.Diagnostics) {
	address, err := providerdata.Read(ctx, from.Data, from.Account, func() (string, error) {
		return from.Client.GetSourceFileURL(ctx, from.Account, model.VideoID.ValueString())
	})
	if err != nil {
		diags.Append(explainSourceFile(partSubject("source file", model.VideoID, from.Account), err))
		return
	}
	model.DownloadURL = types.StringValue(address)
}

// explainSourceFile says in so many words that a file is gone.
func explainSourceFile(subject apidiag.Subject, err error) diag.Diagnostic {
	if !videoindexer.IsSourceGone(err) {
		return apidiag.Error("read", subject, err)
	}
	return diag.NewAttributeErrorDiagnostic(path.Root("video_id"), "The source file is gone",
		apidiag.WithHint("read", subject, err, "The video does not exist, or the service no longer keeps its source file: only uploading the video again restores it."))
}

// NewSourceFileDataSource is data.videoindexer_source_file.
func NewSourceFileDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name:    sourceFileName,
		Summary: "Reads the download address of a video's source file.",
		Notes:   "It is stored in the state, as a sensitive value. To avoid that, use the ephemeral resource of the same name (Terraform 1.10 and later).",
	}, sourceFileAttributes, readSourceFile)
}

func sourceFileAttributes() map[string]schema.Attribute {
	return arguments.ForData(map[string]resourceschema.Attribute{
		"video_id":     videoIDArgument(),
		"download_url": resourceschema.StringAttribute{MarkdownDescription: describeDownloadURL, Computed: true, Sensitive: true},
	})
}

// NewSourceFileEphemeral is ephemeral.videoindexer_source_file.
func NewSourceFileEphemeral() ephemeral.EphemeralResource {
	return providerdata.NewEphemeral(providerdata.About{
		Name:    sourceFileName,
		Summary: "Reads the download address of a video's source file.",
		Notes:   "The address is new in every plan and every apply, and stored neither in the state nor in the plan.",
	}, sourceFileEphemeralAttributes, readSourceFile)
}

func sourceFileEphemeralAttributes() map[string]ephemeralschema.Attribute {
	return map[string]ephemeralschema.Attribute{
		"video_id": ephemeralschema.StringAttribute{
			MarkdownDescription: videoKey.Description, Required: true, Validators: videoIDArgument().Validators,
		},
		"download_url": ephemeralschema.StringAttribute{MarkdownDescription: describeDownloadURL, Computed: true, Sensitive: true},
	}
}
