// Package person manages person models and their persons with faces, and lists them.
package person

import (
	"context"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-framework/types/basetypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
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
	// DeletionPolicy is null between an import and the read that follows, too.
	DeletionPolicy types.String `tfsdk:"deletion_policy"`
}

// object is the person, for what this process knows of the person.
func (m *resourceModel) object() ownership.Object {
	return personObject(m.AccountRef(), m.PersonID.ValueString())
}

// stays reports whether a destroy leaves the person, and the name taken.
func (m *resourceModel) stays() bool { return m.policy() == deletion.Abandon }

func (m *resourceModel) policy() deletion.Policy {
	return deletion.Of(m.DeletionPolicy, deletion.Abandon)
}

// defaultPolicy is deletion_policy where nothing is configured: what Terraform has not created it does not delete unless
// told. What was applied before remains.
func defaultPolicy(prior types.String) types.String {
	if prior.ValueString() == "" {
		return types.StringValue(string(deletion.Abandon))
	}
	return prior
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
	// Written is when Terraform wrote to the person, until the faces were read so much later that whoever changes them
	// from then on gives the person another LastModified.
	Written time.Time `json:"written,omitzero"`
}

const (
	seenKey = "faces_seen"
	// resolution is how coarse the service's times may be.
	resolution = 2 * time.Second
)

// isCurrent says whether what was seen proves that the faces have not changed, now that the list shows the person so.
func (s seen) isCurrent(remote *videoindexer.Person) bool {
	return s == seen{LastModified: remote.LastModified, SampleFace: remote.SampleFace.ID} && s.LastModified != ""
}

// after is what to keep once the faces were read at a time.
func (s seen) after(remote *videoindexer.Person, read time.Time) seen {
	now := seen{LastModified: remote.LastModified, SampleFace: remote.SampleFace.ID}
	if read.Sub(s.Written) < resolution {
		now.Written = s.Written
	}
	return now
}

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
