package languagemodel

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"

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

// planFiles plans hash and id of every configured file against those that the model has. A file whose origin is
// not known yet has to be uploaded.
func planFiles(ctx context.Context, configured types.Map, p filesPlan) (filesPlan, diag.Diagnostics) {
	p.planned = configured
	if configured.IsUnknown() {
		p.changes, p.trainable = true, true
		return p, nil
	}
	if configured.IsNull() {
		left := unsent(p.prior)
		p.changes = len(left) < len(p.prior)
		return p, unmanaged(left)
	}
	var diags diag.Diagnostics
	var objects map[string]types.Object
	diags.Append(configured.ElementsAs(ctx, &objects, false)...)
	files := make(map[string]fileModel, len(objects))
	for _, name := range sortedNames(objects) {
		if objects[name].IsUnknown() {
			p.changes, p.trainable = true, true
			continue
		}
		var file fileModel
		diags.Append(objects[name].As(ctx, &file, basetypes.ObjectAsOptions{})...)
		file, problems := p.planFile(ctx, name, file)
		diags.Append(problems...)
		files[name] = file
	}
	for name := range p.prior {
		if _, stays := objects[name]; !stays {
			p.changes = true
		}
	}
	for name, file := range files {
		p.trainable = p.trainable || file.Enabled.IsUnknown() || file.Enabled.ValueBool()
		object, problems := types.ObjectValueFrom(ctx, fileType.AttrTypes, file)
		diags.Append(problems...)
		objects[name] = object
	}
	if diags.HasError() {
		return p, diags
	}
	value, problems := types.MapValueFrom(ctx, fileType, objects)
	p.planned = value
	return p, append(diags, problems...)
}

// planFile plans a file as configured. Its text is read once.
func (p *filesPlan) planFile(ctx context.Context, name string, file fileModel) (fileModel, diag.Diagnostics) {
	before, isPrior := p.prior[name]
	if file.Enabled.IsNull() {
		file.Enabled = types.BoolValue(true)
		switch {
		case !isPrior || p.operations.extended || before.Enabled.Equal(file.Enabled):
		case p.operations.unknown:
			file.Enabled = types.BoolUnknown()
		default: // nothing can change it
			file.Enabled = before.Enabled
		}
	}
	text, foundText := io.Discard, p.kept.foundText(before)
	var read bytes.Buffer
	if foundText != "" {
		text = &read
	}
	sum, err := file.digest(ctx, text)
	if err != nil {
		return file, diag.Diagnostics{fileError(name, file, err)}
	}
	file.ContentSHA256, file.FileID = sum, types.StringUnknown()
	isSame := isPrior && file.sameContent(before)
	if isPrior && before.isFound() && !sum.IsUnknown() {
		if isSame = foundText == "" || isSet(file.URL) || hashNormalized(read.String()) == foundText; isSame {
			enabled := file.Enabled
			file = before
			file.Enabled = enabled
		}
	}
	if isSame {
		file.FileID = before.FileID
		p.changes = p.changes || !file.Enabled.Equal(before.Enabled)
		return file, nil
	}
	p.changes = true
	return file, nil
}

// unsent are the files that an import has found, and Terraform has not sent. Without a configuration of files they are left alone.
func unsent(prior map[string]fileModel) []string {
	return slices.DeleteFunc(sortedNames(prior), func(name string) bool { return !prior[name].isFound() })
}

func unmanaged(names []string) diag.Diagnostics {
	var diags diag.Diagnostics
	if len(names) > 0 {
		diags.AddAttributeWarning(path.Root("files"), "Files of language model will not be managed", fmt.Sprintf(
			"The state shows these files, which Terraform has not sent, and files is not configured: %s. They stay in the model and are removed from the state. To delete them, configure files without them, or as {}.", quoteAll(names)))
	}
	return diags
}
