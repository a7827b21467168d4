package video

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// showPart is a part of an index as a list: null where the index does not have it, or has too much of it.
func showPart[T any](part videoindexer.IndexPart[T], name string, kind types.ObjectType, show func(T) map[string]attr.Value, subject apidiag.Subject, diags *diag.Diagnostics) types.List {
	if part.IsTooLong {
		diags.AddAttributeWarning(path.Root(name), "The "+name+" of the index has too many elements",
			fmt.Sprintf("The %s has more than %d elements in %s, which is therefore null: Terraform would need gigabytes of memory for the list. %s",
				subject, maxIndexElements, name, whereElse[name]))
	}
	if part.Elements == nil {
		return types.ListNull(kind)
	}
	elements := make([]attr.Value, len(part.Elements))
	for i, element := range part.Elements {
		elements[i] = types.ObjectValueMust(kind.AttrTypes, show(element))
	}
	return types.ListValueMust(kind, elements)
}

// whereElse says where to find a part of an index that is too long for a list.
var whereElse = map[string]string{
	"transcript": "The data source videoindexer_captions returns the transcript as one text.",
	"brands":     "With include_json = true they are in json.",
	"faces":      "With include_json = true they are in json.",
}

func showLine(l videoindexer.TranscriptLine) map[string]attr.Value {
	return map[string]attr.Value{
		"text": types.StringValue(l.Text), "start": nullable.Text(l.Start), "end": nullable.Text(l.End), "language": nullable.Text(l.Language),
		"speaker_id": nullable.Text(l.SpeakerID), "confidence": types.Float64PointerValue(l.Confidence),
	}
}

func showIndexedBrand(b videoindexer.IndexedBrand) map[string]attr.Value {
	return map[string]attr.Value{
		"name": types.StringValue(b.Name), "description": nullable.Text(b.Description), "reference_url": nullable.Text(b.ReferenceURL),
		"confidence": types.Float64PointerValue(b.Confidence), "appearances": showAppearances(b.Appearances),
	}
}

func showIndexedFace(f videoindexer.IndexedFace) map[string]attr.Value {
	return map[string]attr.Value{
		"face_id": nullable.Text(f.ID), "name": types.StringValue(f.Name), "description": nullable.Text(f.Description), "title": nullable.Text(f.Title),
		"known_person_id": nullable.Text(f.KnownPersonID), "confidence": types.Float64PointerValue(f.Confidence), "appearances": showAppearances(f.Appearances),
	}
}

func showAppearances(all []videoindexer.Appearance) types.List {
	elements := make([]attr.Value, len(all))
	for i, one := range all {
		elements[i] = types.ObjectValueMust(appearanceType.AttrTypes, map[string]attr.Value{"start": nullable.Text(one.Start), "end": nullable.Text(one.End)})
	}
	return types.ListValueMust(appearanceType, elements)
}
