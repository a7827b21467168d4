package person

import (
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// labeledFace is an element of faces.
type labeledFace struct{ URL, FaceID, State types.String }

var labeledFaceType = types.ObjectType{
	AttrTypes: map[string]attr.Type{"url": types.StringType, "face_id": types.StringType, "state": types.StringType},
}

// facesOf returns the faces of an attribute by their labels, without unknown ones.
func facesOf(faces types.Map) map[string]labeledFace {
	byLabel := map[string]labeledFace{}
	for label, element := range faces.Elements() {
		face, isObject := element.(types.Object)
		if !isObject || !nullable.IsSet(face) {
			continue
		}
		fields := face.Attributes()
		byLabel[label] = labeledFace{
			URL:    nullable.StringIn(fields, "url"),
			FaceID: nullable.StringIn(fields, "face_id"),
			State:  nullable.StringIn(fields, "state"),
		}
	}
	return byLabel
}

func (f labeledFace) value() attr.Value {
	return types.ObjectValueMust(
		labeledFaceType.AttrTypes, map[string]attr.Value{"url": f.URL, "face_id": f.FaceID, "state": f.State},
	)
}

// diffFaces returns the prior faces that do not change, by their wanted labels, and the obsolete
// others, by their prior labels. A wanted label gets the first of these faces that no other label
// has got:
//
//  1. the one whose id the plan has given to the label
//  2. the one that had the label, and has the wanted url
//  3. one that had another label, and has the wanted url
func diffFaces(prior, wanted map[string]labeledFace) (unchanged, obsolete map[string]labeledFace) {
	unchanged = map[string]labeledFace{}
	obsolete = maps.Clone(prior)
	hasSameID := func(label, priorLabel string) bool {
		return wanted[label].FaceID.Equal(obsolete[priorLabel].FaceID)
	}
	hasSameURL := func(label, priorLabel string) bool {
		return wanted[label].URL.Equal(obsolete[priorLabel].URL)
	}
	hasSameLabelAndURL := func(label, priorLabel string) bool {
		return label == priorLabel && hasSameURL(label, priorLabel)
	}
	for _, isSame := range []func(label, priorLabel string) bool{hasSameID, hasSameLabelAndURL, hasSameURL} {
		for _, label := range slices.Sorted(maps.Keys(wanted)) {
			for _, priorLabel := range slices.Sorted(maps.Keys(obsolete)) {
				_, isUnchanged := unchanged[label]
				if !isUnchanged && isSame(label, priorLabel) {
					unchanged[label] = obsolete[priorLabel]
					delete(obsolete, priorLabel)
				}
			}
		}
	}
	return unchanged, obsolete
}

// planFaces plans ids and states: those of the prior face if it does not change, and unknown ones
// if a picture is added.
func planFaces(planned, prior types.Map) types.Map {
	if !nullable.IsSet(planned) {
		return planned
	}
	wanted := facesOf(planned)
	for label, face := range wanted {
		wanted[label] = labeledFace{URL: face.URL, FaceID: types.StringUnknown(), State: types.StringUnknown()}
	}
	unchanged, _ := diffFaces(facesOf(prior), wanted)
	// Faces that are unknown as a whole are not wanted, and stay as planned.
	elements := planned.Elements()
	for label, face := range wanted {
		priorFace, isUnchanged := unchanged[label]
		if isUnchanged {
			face.FaceID = priorFace.FaceID
			face.State = priorFace.State
		}
		elements[label] = face.value()
	}
	return types.MapValueMust(labeledFaceType, elements)
}

// personWriter changes a person. Even after a failure, person, faces and obsolete have the
// confirmed values of the service.
type personWriter struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	person  personValues
	// faces are the faces by label.
	faces map[string]labeledFace
	// obsolete are faces that are still to be deleted, by the labels that they had.
	obsolete map[string]labeledFace
}

// snapshot returns the state: the values of the service, with faces if they are managed. An
// obsolete face whose label has another face already gets another label.
func (w *personWriter) snapshot() personValues {
	state := w.person
	if state.Faces.IsNull() {
		return state
	}
	faces := map[string]attr.Value{}
	for label, face := range w.faces {
		faces[label] = face.value()
	}
	for label, face := range w.obsolete {
		for faces[label] != nil {
			label += " (replaced)"
		}
		faces[label] = face.value()
	}
	state.Faces = types.MapValueMust(labeledFaceType, faces)
	return state
}

// listFaces lists the faces (22), and waits for those with the given ids, which the service may
// list late.
func (w *personWriter) listFaces(ctx context.Context, ids ...string) ([]videoindexer.Face, error) {
	query := videoindexer.FacesQuery{Person: w.person.ref()}
	return w.client.AwaitFaces(ctx, w.account, query, ids)
}

// readStates reads the states of the faces with labels, and returns the labels whose faces the
// service does not list.
func (w *personWriter) readStates(ctx context.Context, labels []string) (missing []string, err error) {
	ids := make([]string, len(labels))
	for i, label := range labels {
		ids[i] = w.faces[label].FaceID.ValueString()
	}
	remote, err := w.listFaces(ctx, ids...)
	if err != nil {
		return nil, err
	}
	states := make(map[string]string, len(remote))
	for _, face := range remote {
		states[strings.ToLower(face.ID)] = face.State
	}
	for i, label := range labels {
		face := w.faces[label]
		state, isListed := states[strings.ToLower(ids[i])]
		if !isListed {
			missing = append(missing, label)
		}
		face.State = nullable.String(state)
		w.faces[label] = face
	}
	return missing, nil
}

// refresh reads the states of the faces, and removes the labels of faces that do not exist any
// more.
func (w *personWriter) refresh(ctx context.Context) error {
	missing, err := w.readStates(ctx, slices.Sorted(maps.Keys(w.faces)))
	for _, label := range missing {
		delete(w.faces, label)
	}
	return err
}

func (w *personWriter) rename(ctx context.Context, name types.String) diag.Diagnostics {
	remote, err := w.client.RenamePerson(ctx, w.account, w.person.ref(), name.ValueString())
	if err != nil {
		return diag.Diagnostics{w.person.writeError("rename", err)}
	}
	w.person.Name = nullable.InKnownSpelling(remote.Name, name)
	return apidiag.NotKeptErrors(path.Root("name"), w.person.Subject(), name, w.person.Name)
}

// update changes the faces to those that are wanted. A new person has none yet.
func (w *personWriter) update(ctx context.Context, wanted map[string]labeledFace, isNew bool) diag.Diagnostics {
	unchanged, obsolete := diffFaces(w.faces, wanted)
	var remote []videoindexer.Face
	addsFaces := len(unchanged) < len(wanted)
	if addsFaces && !isNew {
		var err error
		remote, err = w.listFaces(ctx)
		if err != nil {
			return diag.Diagnostics{apidiag.Error("read the faces of", w.person.Subject(), err)}
		}
	}
	w.faces = unchanged
	w.obsolete = obsolete
	added, diags := w.addFaces(ctx, wanted, remote)
	// After a failed addition no face is deleted, so that the person does not lose one without its
	// successor.
	if !diags.HasError() {
		diags.Append(w.deleteObsolete(ctx)...)
	}
	if len(added) > 0 {
		// If the states cannot be read, the next refresh reads them.
		_, _ = w.readStates(ctx, added)
	}
	return diags
}

// addFaces adds the wanted faces that are missing, and returns their labels. If the service refuses
// a picture, the others are still added. remote are the faces that the person has in the service.
func (w *personWriter) addFaces(
	ctx context.Context, wanted map[string]labeledFace, remote []videoindexer.Face,
) (added []string, diags diag.Diagnostics) {
	for _, label := range slices.Sorted(maps.Keys(wanted)) {
		_, isUnchanged := w.faces[label]
		if isUnchanged {
			continue
		}
		face := wanted[label]
		id, err := w.client.AddFace(ctx, w.account, w.person.ref(), face.URL.ValueString(), remote)
		if err != nil {
			diags.Append(w.faceError("add", label, err))
			isAboutPicture := videoindexer.HasType(
				err, videoindexer.ErrorTypeInvalidPicture, videoindexer.ErrorTypeInvalidPictureSize,
			)
			if isAboutPicture {
				continue
			}
			return added, diags
		}
		face.FaceID = types.StringValue(id)
		face.State = types.StringNull()
		w.faces[label] = face
		added = append(added, label)
	}
	return added, diags
}

func (w *personWriter) deleteObsolete(ctx context.Context) diag.Diagnostics {
	for _, label := range slices.Sorted(maps.Keys(w.obsolete)) {
		err := w.client.DeleteFace(ctx, w.account, w.person.ref(), w.obsolete[label].FaceID.ValueString())
		if err != nil && !videoindexer.IsNotFound(err) {
			return diag.Diagnostics{w.faceError("delete", label, err)}
		}
		delete(w.obsolete, label)
	}
	return nil
}

// faceError returns the error of one face, at its address.
func (w *personWriter) faceError(verb, label string, err error) diag.Diagnostic {
	hint := ""
	if videoindexer.IsOutcomeUnknown(err) && verb == "add" {
		hint = "The person's faces do not show exactly one new picture. The next plan adds it again. " +
			"Delete surplus faces in the portal."
	}
	person := w.person.Subject()
	subject := apidiag.Subject{Kind: "face", Name: label, Whole: &person, Account: person.Account}
	argument := path.Root("faces").AtMapKey(label).AtName("url")
	return diag.WithPath(argument, apidiag.Error(verb, subject, err, hint))
}
