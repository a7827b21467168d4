// Package person manages person models and their persons with faces, and lists them.
package person

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is a videoindexer_person. Its name is null between an import and the read that follows.
type resourceModel struct {
	managed.Fields
	PersonModelID types.String `tfsdk:"person_model_id"`
	PersonID      types.String `tfsdk:"person_id"`
	Name          types.String `tfsdk:"name"`
	Faces         types.Map    `tfsdk:"faces"`
}

// Object is what this process knows the person by.
func (m *resourceModel) Object() ownership.Object {
	return personObject(m.AccountRef(), m.PersonID.ValueString())
}

func personObject(account videoindexer.AccountRef, id string) ownership.Object {
	return ownership.Object{Noun: "person", Account: account, ID: strings.ToLower(id)}
}

// labeledFace is an element of faces.
type labeledFace struct {
	URL    types.String `tfsdk:"url"`
	FaceID types.String `tfsdk:"face_id"`
	State  types.String `tfsdk:"state"`
}

var labeledFaceType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"url": types.StringType, "face_id": types.StringType, "state": types.StringType,
}}

// facesOf reads faces; those that are not known yet are left out.
func facesOf(ctx context.Context, faces types.Map) (map[string]labeledFace, diag.Diagnostics) {
	byLabel := map[string]labeledFace{}
	var diags diag.Diagnostics
	for label, element := range faces.Elements() {
		object, ok := element.(types.Object)
		if !ok || object.IsUnknown() || object.IsNull() {
			continue
		}
		var face labeledFace
		diags.Append(object.As(ctx, &face, basetypes.ObjectAsOptions{})...)
		byLabel[label] = face
	}
	return byLabel, diags
}

func labels[V any](faces map[string]V) []string { return slices.Sorted(maps.Keys(faces)) }

// Subject is what messages call the person: by name until there is an id.
func (m *resourceModel) Subject() apidiag.Subject {
	id := m.PersonID.ValueString()
	if id == "" {
		id = strconv.Quote(m.Name.ValueString())
	}
	return apidiag.Subject{Noun: "person", ID: id + " in person model " + m.PersonModelID.ValueString(), Account: m.AccountRef()}
}

// seenKey is where private state has what the list of persons showed when the faces were read.
const seenKey = "faces_seen"

// listedAs is what the list of persons shows of a person; "" if it does not tell whether the person was modified.
func listedAs(remote *videoindexer.Person) string {
	if remote.LastModified == "" {
		return ""
	}
	return remote.LastModified + " " + remote.SampleFace.ID
}
