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

// facesOf reads faces, without unknown ones.
func facesOf(faces types.Map) map[string]labeledFace {
	byLabel := map[string]labeledFace{}
	for label, element := range faces.Elements() {
		object, isObject := element.(types.Object)
		if isObject && nullable.IsSet(object) {
			face := object.Attributes()
			byLabel[label] = labeledFace{
				URL:    nullable.StringIn(face, "url"),
				FaceID: nullable.StringIn(face, "face_id"),
				State:  nullable.StringIn(face, "state"),
			}
		}
	}
	return byLabel
}

func (f labeledFace) value() attr.Value {
	return types.ObjectValueMust(
		labeledFaceType.AttrTypes, map[string]attr.Value{"url": f.URL, "face_id": f.FaceID, "state": f.State},
	)
}

func labels[V any](faces map[string]V) []string { return slices.Sorted(maps.Keys(faces)) }

// diffFaces compares faces by labels: unchanged are those of prior that are kept, by their wanted
// labels, and old are the others. A face is kept if the plan gave its id to a label, if its label
// still has its url, or if another label now has this url.
func diffFaces(prior, wanted map[string]labeledFace) (unchanged, old map[string]labeledFace) {
	unchanged = map[string]labeledFace{}
	old = maps.Clone(prior)
	for _, isSame := range []func(label, before string) bool{
		func(label, before string) bool { return wanted[label].FaceID.Equal(old[before].FaceID) },
		func(label, before string) bool { return label == before && wanted[label].URL.Equal(old[before].URL) },
		func(label, before string) bool { return wanted[label].URL.Equal(old[before].URL) },
	} {
		for _, label := range labels(wanted) {
			for _, before := range labels(old) {
				_, isKept := unchanged[label]
				if !isKept && isSame(label, before) {
					unchanged[label] = old[before]
					delete(old, before)
				}
			}
		}
	}
	return unchanged, old
}

// planFaces plans ids and states: those of the face if it is kept, and unknown if a picture is
// added.
func planFaces(planned, prior types.Map) types.Map {
	if !nullable.IsSet(planned) {
		return planned
	}
	wanted := facesOf(planned)
	for label, face := range wanted {
		wanted[label] = labeledFace{URL: face.URL, FaceID: types.StringUnknown(), State: types.StringUnknown()}
	}
	unchanged, _ := diffFaces(facesOf(prior), wanted)
	// An unknown face stays unknown.
	elements := planned.Elements()
	for label, face := range wanted {
		before, isKept := unchanged[label]
		if isKept {
			face.FaceID, face.State = before.FaceID, before.State
		}
		elements[label] = face.value()
	}
	return types.MapValueMust(labeledFaceType, elements)
}

// personWriter changes a person. Even after a failure, model, faces and replaced have the confirmed
// values of the service.
type personWriter struct {
	client   *videoindexer.Client
	account  videoindexer.AccountRef
	model    resourceModel
	faces    map[string]labeledFace // by label
	replaced map[string]labeledFace // those that are still to be deleted, by the labels that they had
}

// snapshot returns the state: the values of the service, with faces if the model manages them. An
// old face whose label has already another face gets another label.
func (w *personWriter) snapshot() resourceModel {
	model := w.model
	if model.Faces.IsNull() {
		return model
	}
	faces := map[string]attr.Value{}
	for label, face := range w.faces {
		faces[label] = face.value()
	}
	for label, face := range w.replaced {
		for faces[label] != nil {
			label += " (replaced)"
		}
		faces[label] = face.value()
	}
	model.Faces = types.MapValueMust(labeledFaceType, faces)
	return model
}

// listFaces lists the faces (22), and waits for those with the given ids, which the service may
// list late.
func (w *personWriter) listFaces(ctx context.Context, ids ...string) ([]videoindexer.Face, error) {
	query := videoindexer.FacesQuery{Person: w.model.ref()}
	return w.client.AwaitFaces(ctx, w.account, query, ids)
}

// readStates reads the states of the faces with labels, and returns the labels whose faces the
// service does not list.
func (w *personWriter) readStates(ctx context.Context, labels []string) (missing []string, err error) {
	ids := make([]string, len(labels))
	for i, label := range labels {
		ids[i] = w.faces[label].FaceID.ValueString()
	}
	list, err := w.listFaces(ctx, ids...)
	if err != nil {
		return nil, err
	}
	states := make(map[string]string, len(list))
	for _, face := range list {
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
	missing, err := w.readStates(ctx, labels(w.faces))
	for _, label := range missing {
		delete(w.faces, label)
	}
	return err
}

func (w *personWriter) rename(ctx context.Context, name types.String) diag.Diagnostics {
	remote, err := w.client.RenamePerson(ctx, w.account, w.model.ref(), name.ValueString())
	if err != nil {
		return diag.Diagnostics{w.model.writeError("rename", err)}
	}
	w.model.Name = nullable.KeepSpelling(remote.Name, name)
	return apidiag.NotKeptErrors(path.Root("name"), w.model.Subject(), name, w.model.Name)
}

// update changes the faces to those that are wanted. A new person has none yet.
func (w *personWriter) update(ctx context.Context, wanted map[string]labeledFace, isNew bool) diag.Diagnostics {
	unchanged, old := diffFaces(w.faces, wanted)
	var before []videoindexer.Face
	if len(unchanged) < len(wanted) && !isNew {
		var err error
		before, err = w.listFaces(ctx)
		if err != nil {
			return diag.Diagnostics{apidiag.Error("read the faces of", w.model.Subject(), err)}
		}
	}
	w.faces, w.replaced = unchanged, old
	return w.change(ctx, wanted, before)
}

// change adds the missing faces, and then deletes the old ones. If an addition has failed, it does
// not delete any face. If the service refuses a picture, the others are still added. Before are the
// faces that the service has.
func (w *personWriter) change(
	ctx context.Context, wanted map[string]labeledFace, before []videoindexer.Face,
) (diags diag.Diagnostics) {
	var added []string
	for _, label := range labels(wanted) {
		_, isKept := w.faces[label]
		if isKept {
			continue
		}
		face := wanted[label]
		id, err := w.client.AddFace(ctx, w.account, w.model.ref(), face.URL.ValueString(), before)
		if err != nil {
			diags.Append(w.faceError("add", label, err))
			isPicture := videoindexer.HasType(
				err, videoindexer.ErrorTypeInvalidPicture, videoindexer.ErrorTypeInvalidPictureSize,
			)
			if isPicture {
				continue
			}
			break
		}
		face.FaceID = types.StringValue(id)
		face.State = types.StringNull()
		w.faces[label] = face
		added = append(added, label)
	}
	if !diags.HasError() {
		diags.Append(w.deleteReplaced(ctx)...)
	}
	if len(added) > 0 {
		// Otherwise, the next refresh reads them.
		_, _ = w.readStates(ctx, added)
	}
	return diags
}

func (w *personWriter) deleteReplaced(ctx context.Context) diag.Diagnostics {
	for _, label := range labels(w.replaced) {
		err := w.client.DeleteFace(ctx, w.account, w.model.ref(), w.replaced[label].FaceID.ValueString())
		if err != nil && !videoindexer.IsNotFound(err) {
			return diag.Diagnostics{w.faceError("delete", label, err)}
		}
		delete(w.replaced, label)
	}
	return nil
}

// faceError returns the error of one face, at its address.
func (w *personWriter) faceError(verb, label string, err error) diag.Diagnostic {
	person := w.model.Subject()
	hint := ""
	if videoindexer.IsOutcomeUnknown(err) && verb == "add" {
		hint = "The person's faces do not show exactly one new picture. The next plan adds it again. " +
			"Delete surplus faces in the portal."
	}
	subject := apidiag.Subject{Kind: "face", Name: label, Whole: &person, Account: person.Account}
	return diag.WithPath(path.Root("faces").AtMapKey(label).AtName("url"),
		apidiag.Error(verb, subject, err, hint))
}
