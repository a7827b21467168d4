package video

import (
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
)

// NewSourceFileEphemeral returns ephemeral.videoindexer_source_file.
func NewSourceFileEphemeral() ephemeral.EphemeralResource {
	return scaffold.NewEphemeralResource(scaffold.TypeInfo{
		Name:    sourceFileName,
		Summary: "Reads the download address of a video's source file.",
		Notes:   "The address is new in every plan and every apply, and stored neither in the state nor in the plan.",
	}, sourceFileAttributes, readSourceFile)
}
