// Package person manages person models and their persons with faces, and lists them.
package person

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// resourceModel is a videoindexer_person. Its name is null between an import and the read that follows.
type resourceModel struct {
	providerdata.AccountFields
	PersonModelID types.String `tfsdk:"person_model_id"`
	PersonID      types.String `tfsdk:"person_id"`
	Name          types.String `tfsdk:"name"`
	Faces         types.Map    `tfsdk:"faces"`
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

func facesMap(ctx context.Context, faces map[string]labeledFace) (types.Map, diag.Diagnostics) {
	return types.MapValueFrom(ctx, labeledFaceType, faces)
}

func labels[V any](faces map[string]V) []string { return slices.Sorted(maps.Keys(faces)) }

func (m *resourceModel) subject(account videoindexer.AccountRef) apidiag.Subject {
	id := m.PersonID.ValueString()
	if id == "" {
		id = strconv.Quote(m.Name.ValueString())
	}
	return apidiag.Subject{Noun: "person", ID: id + " in person model " + m.PersonModelID.ValueString(), Account: account}
}

// seen is what the list of persons said when the faces were last read, kept in private state: as long as it says the same,
// the faces need not be read again.
type seen struct {
	LastModified string `json:"lastModified,omitempty"`
	SampleFace   string `json:"sampleFace,omitempty"`
}

const seenKey = "faces_seen"

func seenOf(remote *videoindexer.Person) seen {
	return seen{LastModified: remote.LastModified, SampleFace: remote.SampleFaceID}
}

// isProof says whether an equal value proves that the faces are the same.
func (s seen) isProof() bool { return s.LastModified != "" }

func readSeen(ctx context.Context, store private.Reader) (seen, diag.Diagnostics) {
	var s seen
	diags := private.Get(ctx, store, seenKey, &s)
	return s, diags
}

// shown is the address of a picture without what may hold a credential.
func shown(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		before, _, _ := strings.Cut(address, "?")
		return before
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String()
}
