package person

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// operation adds the picture of a label, or deletes the face that had the label.
type operation struct {
	isDelete bool
	label    string
	face     labeledFace
}

// diffFaces compares faces by labels: kept are those of prior that stay, by their wanted labels. A face stays if the plan
// gave its id to a label, if its label still has its url, or if another label has this url now. The operations add what
// is new first, so that a person is never without a face because a picture is refused.
func diffFaces(prior, wanted map[string]labeledFace) (kept map[string]labeledFace, operations []operation) {
	kept = map[string]labeledFace{}
	left := maps.Clone(prior)
	for _, isSame := range []func(label string, want labeledFace, before string, has labeledFace) bool{
		func(_ string, want labeledFace, _ string, has labeledFace) bool { return want.FaceID.Equal(has.FaceID) },
		func(label string, want labeledFace, before string, has labeledFace) bool {
			return label == before && want.URL.Equal(has.URL)
		},
		func(_ string, want labeledFace, _ string, has labeledFace) bool { return want.URL.Equal(has.URL) },
	} {
		for _, label := range labels(wanted) {
			for _, before := range labels(left) {
				if _, isKept := kept[label]; !isKept && isSame(label, wanted[label], before, left[before]) {
					kept[label] = left[before]
					delete(left, before)
				}
			}
		}
	}
	for _, label := range labels(wanted) {
		if _, isKept := kept[label]; !isKept {
			operations = append(operations, operation{label: label, face: wanted[label]})
		}
	}
	for _, label := range labels(left) {
		operations = append(operations, operation{isDelete: true, label: label, face: left[label]})
	}
	return kept, operations
}

// writer changes a person. Whatever fails, model and faces say what is known to be in the service.
type writer struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	model   resourceModel
	faces   map[string]labeledFace // by label
	// before are the ids of faces that are not looked for after a lost answer; nil until they are read.
	before map[string]bool
	// isStopped means that adding further pictures would fail as well.
	isStopped bool
}

// snapshot is the state: what the service has, with the faces where the plan manages them.
func (w *writer) snapshot(ctx context.Context, plan resourceModel, diags *diag.Diagnostics) resourceModel {
	model := w.model
	model.Faces = types.MapNull(labeledFaceType)
	if !plan.Faces.IsNull() {
		faces, problems := facesMap(ctx, w.faces)
		diags.Append(problems...)
		model.Faces = faces
	}
	return model
}

// listFaces reads the faces by their ids in lower case (22).
func (w *writer) listFaces(ctx context.Context) (map[string]videoindexer.Face, error) {
	list, err := w.client.ListFaces(ctx, w.account, videoindexer.FacesQuery{PersonModelID: w.modelID(), PersonID: w.personID()})
	faces := make(map[string]videoindexer.Face, len(list))
	for _, face := range list {
		faces[strings.ToLower(face.ID)] = face
	}
	return faces, err //nolint:wrapcheck // the client's errors say what was being done
}

func (w *writer) modelID() string  { return w.model.PersonModelID.ValueString() }
func (w *writer) personID() string { return w.model.PersonID.ValueString() }

// refresh reads the states of the faces. The label of a face that is gone, which two lists say, is removed.
func (w *writer) refresh(ctx context.Context) error {
	listed := map[string]videoindexer.Face{}
	for range 2 {
		now, err := w.listFaces(ctx)
		if err != nil {
			return err
		}
		maps.Copy(listed, now)
		isWhole := true
		for label, face := range w.faces {
			remote, ok := listed[strings.ToLower(face.FaceID.ValueString())]
			face.State = nullable.Text(remote.State)
			w.faces[label] = face
			isWhole = isWhole && ok
		}
		if isWhole {
			return nil
		}
	}
	maps.DeleteFunc(w.faces, func(_ string, face labeledFace) bool {
		_, ok := listed[strings.ToLower(face.FaceID.ValueString())]
		return !ok
	})
	return nil
}

func (w *writer) rename(ctx context.Context, name types.String) diag.Diagnostics {
	remote, err := w.client.RenamePerson(ctx, w.account, w.modelID(), w.personID(), w.model.Name.ValueString(), name.ValueString())
	if err != nil {
		wanted := w.model
		wanted.Name = name
		return diag.Diagnostics{wanted.refused(ctx, w.client, w.account, "rename", err)}
	}
	w.model.Name = types.StringValue(remote.Name)
	return nameKept(w.model.Subject(), name, w.model.Name)
}

// change adds and deletes faces until they are those that are wanted. A refused picture does not keep the others from being
// added, but as long as one is missing, no face is deleted.
func (w *writer) change(ctx context.Context, wanted map[string]labeledFace) diag.Diagnostics {
	kept, operations := diffFaces(w.faces, wanted)
	left := w.faces
	w.faces = kept
	for _, label := range labels(left) {
		w.remember(label, left[label])
	}
	var diags diag.Diagnostics
	var added []string
	for _, o := range operations {
		switch {
		case o.isDelete && !diags.HasError():
			diags.Append(w.delete(ctx, o)...)
		case !o.isDelete && !w.isStopped:
			failure := w.add(ctx, o.label, o.face)
			diags.Append(failure...)
			if !failure.HasError() {
				added = append(added, o.label)
			}
		}
	}
	return append(diags, w.look(ctx, added)...)
}

// remember keeps a face in the state that is to be deleted: at its label, or at another one where that has another face.
func (w *writer) remember(label string, face labeledFace) {
	for _, known := range w.faces {
		if known.FaceID.Equal(face.FaceID) {
			return
		}
	}
	for _, isTaken := w.faces[label]; isTaken; _, isTaken = w.faces[label] {
		label += " (replaced)"
	}
	w.faces[label] = face
}

func (w *writer) delete(ctx context.Context, o operation) diag.Diagnostics {
	err := w.client.DeleteFace(ctx, w.account, w.modelID(), w.personID(), o.face.FaceID.ValueString())
	if err != nil && !videoindexer.IsNotFound(err) {
		return diag.Diagnostics{w.failed(o.label, o.face.URL, "delete", err, "")}
	}
	maps.DeleteFunc(w.faces, func(_ string, face labeledFace) bool { return face.FaceID.Equal(o.face.FaceID) })
	return nil
}

// add adds the picture of a label. If the answer is lost, the one face that has appeared since is this one; if none has,
// the picture is sent once more.
func (w *writer) add(ctx context.Context, label string, face labeledFace) diag.Diagnostics {
	failed := func(err error, hint string) diag.Diagnostics {
		w.isStopped = !isAboutPicture(err)
		return diag.Diagnostics{w.failed(label, face.URL, "add", err, hint)}
	}
	if w.before == nil {
		listed, err := w.listFaces(ctx)
		if err != nil {
			w.isStopped = true
			return diag.Diagnostics{apidiag.Error("read the faces of", w.model.Subject(), err)}
		}
		w.before = map[string]bool{}
		for id := range listed {
			w.before[id] = true
		}
	}
	for sent := 1; ; sent++ {
		ids, err := w.client.AddFaces(ctx, w.account, w.modelID(), w.personID(), []string{face.URL.ValueString()})
		if err != nil {
			if !videoindexer.IsOutcomeUnknown(err) {
				return failed(err, "")
			}
			var lookErr error
			ids, lookErr = w.appeared(ctx)
			switch {
			case lookErr != nil:
				return failed(err, "The person's faces could not be read either: "+lookErr.Error()+".")
			case len(ids) > 1:
				return failed(err, "Several faces have appeared, and the provider does not know which of them is this one: "+strings.Join(ids, ", ")+
					". The next plan adds the picture again: delete surplus faces in the service.")
			case len(ids) == 0 && (sent > 1 || ctx.Err() != nil):
				return failed(err, "The person's faces do not show it. The next plan adds the picture again.")
			case len(ids) == 0:
				continue
			}
		}
		id := ids[0]
		w.before[strings.ToLower(id)] = true
		old, isReplaced := w.faces[label]
		face.FaceID, face.State = types.StringValue(id), types.StringNull()
		w.faces[label] = face
		if isReplaced {
			w.remember(label, old)
		}
		return nil
	}
}

// pauses are those between looks at the faces, which may show what was added a moment later.
var pauses = []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second}

// appeared are the ids of pictures that were not there before, as soon as there are any.
func (w *writer) appeared(ctx context.Context) ([]string, error) {
	if ctx.Err() != nil { // a run that is interrupted finds out what it has done
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
		defer cancel()
	}
	for i := 0; ; i++ {
		now, err := w.listFaces(ctx)
		if err != nil {
			return nil, err
		}
		var ids []string
		for _, id := range labels(now) {
			if !w.before[id] && !strings.EqualFold(now[id].SourceType, "UploadedVideo") {
				ids = append(ids, now[id].ID)
			}
		}
		if len(ids) > 0 || i == len(pauses) {
			return ids, nil
		}
		select {
		case <-time.After(pauses[i]):
		case <-ctx.Done():
			return nil, ctx.Err() //nolint:wrapcheck // as it is
		}
	}
}

// look reads the states of faces that were added, and warns of those that are not in use. What cannot be read here, the
// next refresh reads.
func (w *writer) look(ctx context.Context, added []string) diag.Diagnostics {
	if len(added) == 0 {
		return nil
	}
	listed, err := w.listFaces(ctx)
	if err != nil {
		return nil
	}
	for _, label := range added {
		face := w.faces[label]
		face.State = nullable.Text(listed[strings.ToLower(face.FaceID.ValueString())].State)
		w.faces[label] = face
	}
	return w.warn(added)
}

// isAboutPicture says whether the refusal of a picture says nothing about other pictures.
func isAboutPicture(err error) bool {
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	return ok && answer.Status == http.StatusBadRequest &&
		!videoindexer.HasType(err, videoindexer.ErrorTypeFaceIdentificationNotAllowed, videoindexer.ErrorTypeAccountNotFound)
}

// failed is the error of one picture, at its address.
func (w *writer) failed(label string, address types.String, verb string, err error, hint string) diag.Diagnostic {
	of := w.model.Subject()
	subject := apidiag.Subject{Noun: "face", ID: fmt.Sprintf("%q (%s) of person %s", label, shown(address.ValueString()), of.ID), Account: of.Account}
	return diag.WithPath(path.Root("faces").AtMapKey(label).AtName("url"),
		diag.NewErrorDiagnostic("Unable to "+verb+" face", apidiag.WithHint(verb, subject, err, hint)))
}

// warn names those of the faces with labels that the service does not use to recognize the person.
func (w *writer) warn(which []string) diag.Diagnostics {
	bad := w.unused(which)
	if len(bad) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root("faces"), "Faces are not in use", w.model.Subject().WithIDs(fmt.Sprintf(
		"The service does not recognize %s by these faces, whose state is not Ok: %s. If this persists for some minutes, give each another picture: %s",
		w.model.Subject(), strings.Join(bad, ", "), apidiag.Guide("people#faces-that-are-not-ok"))))}
}

// unused are those of the faces with labels whose state is not Ok, each with its state. An unknown state does not
// count.
func (w *writer) unused(which []string) []string {
	var bad []string
	for _, label := range which {
		if face, ok := w.faces[label]; ok && face.State.ValueString() != "" && !strings.EqualFold(face.State.ValueString(), "Ok") {
			bad = append(bad, fmt.Sprintf("%q (%s)", label, face.State.ValueString()))
		}
	}
	return bad
}
