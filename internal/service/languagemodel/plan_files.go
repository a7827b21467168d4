package languagemodel

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"
)

// filesPlan is what the plan of the files depends on, and its result.
type filesPlan struct {
	prior      map[string]fileModel // nil where nothing is known
	kept       privateState
	operations allowed

	planned types.Map
	// changes says that files are uploaded, deleted, enabled or disabled.
	changes bool
	// trainable says that the model may have an enabled file after the apply.
	trainable bool
}

// plan plans hash and id of every configured file against those that the model has. A file whose origin is not known yet has
// to be uploaded.
func (p *filesPlan) plan(ctx context.Context, configured types.Map) (diags diag.Diagnostics) {
	p.planned = configured
	if configured.IsUnknown() {
		p.changes, p.trainable = true, true
		return nil
	}
	var objects map[string]types.Object
	diags.Append(configured.ElementsAs(ctx, &objects, false)...)
	for _, name := range sortedNames(objects) {
		if objects[name].IsUnknown() {
			p.changes, p.trainable = true, true
			continue
		}
		var file fileModel
		diags.Append(objects[name].As(ctx, &file, basetypes.ObjectAsOptions{})...)
		planned, err := p.planFile(ctx, name, file)
		if err != nil {
			diags.Append(fileError(name, file, err))
			continue
		}
		p.trainable = p.trainable || planned.Enabled.IsUnknown() || planned.Enabled.ValueBool()
		object, problems := types.ObjectValueFrom(ctx, fileType.AttrTypes, planned)
		diags.Append(problems...)
		objects[name] = object
	}
	var left []string
	for _, name := range sortedNames(p.prior) {
		if _, stays := objects[name]; configured.IsNull() && p.prior[name].isFound() {
			left = append(left, name)
		} else if !stays {
			p.changes = true
		}
	}
	if len(left) > 0 {
		diags.AddAttributeWarning(path.Root("files"), "Files of language model will not be managed", fmt.Sprintf(
			"The state shows these files, which Terraform has not sent, and files is not configured: %s. They stay in the model and are removed from the state. To delete them, configure files without them, or as {}.", quoteAll(left)))
	}
	if diags.HasError() || configured.IsNull() {
		return diags
	}
	value, problems := types.MapValueFrom(ctx, fileType, objects)
	p.planned = value
	return append(diags, problems...)
}

// planFile plans a file as configured. Its text is read once.
func (p *filesPlan) planFile(ctx context.Context, name string, file fileModel) (fileModel, error) {
	before, isPrior := p.prior[name]
	wasEnabled := before.Enabled
	if file.Enabled.IsNull() {
		file.Enabled = types.BoolValue(true)
		switch {
		case !isPrior || p.operations.extended || wasEnabled.Equal(file.Enabled):
		case p.operations.unknown:
			file.Enabled = types.BoolUnknown()
		default: // nothing can change it
			file.Enabled = wasEnabled
		}
	}
	text, foundText := io.Discard, p.kept.foundText(before)
	var read bytes.Buffer
	if foundText != "" {
		text = &read
	}
	sum, err := file.digest(ctx, text)
	if err != nil {
		return file, err
	}
	file.ContentSHA256, file.FileID = sum, types.StringUnknown()
	isSame := file.sameContent(before)
	if before.isFound() && !sum.IsUnknown() && (foundText == "" || isSet(file.URL) || hashNormalized(read.String()) == foundText) {
		isSame, before.Enabled = true, file.Enabled
		file = before
	}
	if isSame {
		file.FileID = before.FileID
	}
	p.changes = p.changes || !isSame || !file.Enabled.Equal(wasEnabled)
	return file, nil
}
