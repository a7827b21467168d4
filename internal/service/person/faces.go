package person

import (
	"context"
	"errors"
	"fmt"
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

// writer changes a person. Whatever fails, model and faces say what is known to be in the service.
type writer struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	model   resourceModel
	faces   map[string]labeledFace // by label
	seen    seen
	isNew   bool // the person has had no faces
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

func (w *writer) query() videoindexer.FacesQuery {
	return videoindexer.FacesQuery{PersonModelID: w.model.PersonModelID.ValueString(), PersonID: w.model.PersonID.ValueString()}
}

func (w *writer) listFaces(ctx context.Context) (map[string]videoindexer.Face, error) {
	list, err := w.client.ListFaces(ctx, w.account, w.query())
	faces := make(map[string]videoindexer.Face, len(list))
	for _, face := range list {
		faces[strings.ToLower(face.ID)] = face
	}
	return faces, err //nolint:wrapcheck // the client's errors say what was being done
}

// refresh reads the faces (22): if a face is gone, its label is removed.
func (w *writer) refresh(ctx context.Context, now seen) error {
	listed, err := w.listFaces(ctx)
	if err != nil {
		return err
	}
	for label, face := range w.faces {
		remote, ok := listed[strings.ToLower(face.FaceID.ValueString())]
		if !ok {
			delete(w.faces, label)
			continue
		}
		face.State = nullable.Text(remote.State)
		w.faces[label] = face
	}
	w.seen = now
	return nil
}

func (w *writer) rename(ctx context.Context, name types.String) diag.Diagnostics {
	modelID, personID := w.model.PersonModelID.ValueString(), w.model.PersonID.ValueString()
	remote, err := w.client.RenamePerson(ctx, w.account, modelID, personID, name.ValueString())
	if err != nil {
		wanted := w.model
		wanted.Name = name
		return diag.Diagnostics{wanted.refused(ctx, w.client, w.account, "rename", err)}
	}
	w.model.Name = types.StringValue(remote.Name)
	if now := seenOf(remote); w.seen.isProof() && now.SampleFace == w.seen.SampleFace {
		w.seen = now // the rename is what modified the person
	}
	return nameTaken(w.model.subject(w.account), name, remote.Name)
}

// change deletes and adds faces until they are those that are wanted. Every label is tried, even if others fail.
func (w *writer) change(ctx context.Context, wanted map[string]labeledFace) diag.Diagnostics {
	var diags diag.Diagnostics
	kept := map[string]labeledFace{}
	for _, label := range labels(w.faces) {
		face := w.faces[label]
		if want, ok := wanted[label]; ok && want.URL.Equal(face.URL) {
			kept[label] = face
			continue
		}
		err := w.client.DeleteFace(ctx, w.account, w.model.PersonModelID.ValueString(), w.model.PersonID.ValueString(), face.FaceID.ValueString())
		if err != nil && !videoindexer.IsNotFound(err) {
			diags.Append(w.failed(label, face.URL, "delete", err, ""))
			continue
		}
		delete(w.faces, label)
		w.seen = seen{}
	}
	var missing []string
	for _, label := range labels(wanted) {
		if _, ok := w.faces[label]; !ok {
			missing = append(missing, label)
			w.seen = seen{}
		}
	}
	if len(missing) > 0 {
		diags.Append(w.add(ctx, missing, wanted)...)
	}
	if w.seen == (seen{}) && len(w.faces) > 0 {
		w.lookAgain(ctx, kept)
	}
	return append(diags, w.warn(missing)...)
}

// lookAgain reads the states of the faces that were added, and notes for the next refresh what the list of persons
// says. It notes nothing if a face that was kept has changed: an apply keeps to its plan, and the next refresh must
// find the change. That refresh also reads what cannot be read here.
func (w *writer) lookAgain(ctx context.Context, kept map[string]labeledFace) {
	remote, err := w.client.ReadPerson(ctx, w.account, w.model.PersonModelID.ValueString(), w.model.PersonID.ValueString(), w.model.Name.ValueString())
	if err != nil || remote == nil {
		return
	}
	listed, err := w.listFaces(ctx)
	if err != nil {
		return
	}
	hasNews := false
	for label, face := range w.faces {
		now, ok := listed[strings.ToLower(face.FaceID.ValueString())]
		state := nullable.Text(now.State)
		if _, wasKept := kept[label]; wasKept {
			hasNews = hasNews || !ok || !state.Equal(face.State)
			continue
		}
		hasNews = hasNews || !ok
		face.State = state
		w.faces[label] = face
	}
	if !hasNews {
		w.seen = seenOf(remote)
	}
}

// add adds pictures: all in one request, and one by one if its answer was lost or a picture was refused. Faces that
// such a request has made cannot be assigned to a label, and are deleted first.
func (w *writer) add(ctx context.Context, missing []string, wanted map[string]labeledFace) diag.Diagnostics {
	before := map[string]videoindexer.Face{}
	if !w.isNew {
		var err error
		if before, err = w.listFaces(ctx); err != nil {
			return diag.Diagnostics{apidiag.Error("read the faces of", w.model.subject(w.account), err)}
		}
	}
	if len(missing) > 1 {
		ids, err := w.send(ctx, missing, wanted)
		switch {
		case err == nil:
			for i, label := range missing {
				w.keep(label, wanted[label], ids[i])
			}
			return nil
		case !videoindexer.IsOutcomeUnknown(err) && !isAboutPictures(err) || ctx.Err() != nil && !videoindexer.IsOutcomeUnknown(err):
			return diag.Diagnostics{diag.WithPath(path.Root("faces"), apidiag.Error("add faces to", w.model.subject(w.account), err))}
		}
		if failure := w.undo(ctx, before, len(missing), err); failure != nil {
			return diag.Diagnostics{failure}
		}
	}
	var diags diag.Diagnostics
	for _, label := range missing {
		if failure := w.addOne(ctx, label, wanted[label], before); failure != nil {
			diags.Append(failure)
		}
	}
	return diags
}

func (w *writer) send(ctx context.Context, which []string, wanted map[string]labeledFace) ([]string, error) {
	addresses := make([]string, len(which))
	for i, label := range which {
		addresses[i] = wanted[label].URL.ValueString()
	}
	return w.client.AddFaces(ctx, w.account, w.model.PersonModelID.ValueString(), w.model.PersonID.ValueString(), addresses) //nolint:wrapcheck // the client's errors say what was being done
}

func (w *writer) keep(label string, face labeledFace, id string) {
	face.FaceID, face.State = types.StringValue(id), types.StringNull()
	w.faces[label] = face
}

// addOne adds one picture. If the answer is lost, the faces show whether it was added; if they do not show it, it is
// sent once more. before are the faces that were there.
func (w *writer) addOne(ctx context.Context, label string, face labeledFace, before map[string]videoindexer.Face) diag.Diagnostic {
	for sent := 1; ; sent++ {
		ids, err := w.send(ctx, []string{label}, map[string]labeledFace{label: face})
		if err == nil {
			w.keep(label, face, ids[0])
			before[strings.ToLower(ids[0])] = videoindexer.Face{ID: ids[0]}
			return nil
		}
		if !videoindexer.IsOutcomeUnknown(err) {
			return w.failed(label, face.URL, "add", err, "")
		}
		added, lookErr := w.appeared(ctx, before, 1)
		switch {
		case lookErr != nil:
			return w.failed(label, face.URL, "add", err, "The person's faces could not be read either: "+lookErr.Error()+".")
		case len(added) == 1:
			w.keep(label, face, added[0].ID)
			before[strings.ToLower(added[0].ID)] = added[0]
			return nil
		case len(added) > 1:
			return w.failed(label, face.URL, "add", err, "Several faces have appeared, and the provider does not know which of them is this one. The next plan adds the picture again: delete surplus faces in the service.")
		case sent > 1 || ctx.Err() != nil:
			return w.failed(label, face.URL, "add", err, "The person's faces do not show it. The next plan adds the picture again.")
		}
	}
}

// undo deletes the faces that a request with several pictures has made although its answer was lost or a refusal.
func (w *writer) undo(ctx context.Context, before map[string]videoindexer.Face, most int, cause error) diag.Diagnostic {
	expected := 0 // a refusal has made none
	if videoindexer.IsOutcomeUnknown(cause) {
		expected = most
	}
	added, err := w.appeared(ctx, before, expected)
	subject := w.model.subject(w.account)
	switch {
	case err != nil:
		return diag.NewErrorDiagnostic("Unable to add faces to person", apidiag.Explained("add faces to", subject, cause,
			"The person's faces could not be read either: "+err.Error()+". The next plan adds the pictures again: then delete duplicates in the service."))
	case len(added) > most:
		return diag.NewErrorDiagnostic("Unable to add faces to person", apidiag.Explained("add faces to", subject, cause,
			fmt.Sprintf("Meanwhile %d faces have appeared, more than were sent, and the provider does not know which of them were. The next plan adds the pictures again: delete surplus faces in the service.", len(added))))
	}
	ctx, cancel := lookOn(ctx)
	defer cancel()
	for _, face := range added {
		err := w.client.DeleteFace(ctx, w.account, w.model.PersonModelID.ValueString(), w.model.PersonID.ValueString(), face.ID)
		if err != nil && !videoindexer.IsNotFound(err) {
			return apidiag.Error("delete face "+face.ID+", whose label is not known, from", subject, err)
		}
	}
	return nil
}

// pauses are those between looks at the faces, which may show what was added a moment later.
var pauses = []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, time.Second, 2 * time.Second}

// appeared are the faces that were not there before, as soon as there are as many as expected.
func (w *writer) appeared(ctx context.Context, before map[string]videoindexer.Face, expected int) ([]videoindexer.Face, error) {
	ctx, cancel := lookOn(ctx)
	defer cancel()
	for i := 0; ; i++ {
		now, err := w.listFaces(ctx)
		if err != nil {
			return nil, err
		}
		var added []videoindexer.Face
		for _, id := range labels(now) { // in the same order in every run
			if _, was := before[id]; !was {
				added = append(added, now[id])
			}
		}
		if len(added) >= expected || i == len(pauses) {
			return added, nil
		}
		select {
		case <-time.After(pauses[i]):
		case <-ctx.Done():
			return nil, ctx.Err() //nolint:wrapcheck // as it is
		}
	}
}

// lookOn lets a run that is interrupted find out what it has done.
func lookOn(ctx context.Context) (context.Context, context.CancelFunc) {
	if ctx.Err() == nil {
		return ctx, func() {}
	}
	return context.WithTimeout(context.WithoutCancel(ctx), 10*time.Second)
}

// isAboutPictures says whether the refusal of several pictures may be about one of them.
func isAboutPictures(err error) bool {
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	return ok && answer.Status == http.StatusBadRequest &&
		!videoindexer.HasType(err, videoindexer.ErrorTypeFaceIdentificationNotAllowed, videoindexer.ErrorTypeAccountNotFound)
}

// failed is the error of one picture, at its address.
func (w *writer) failed(label string, address types.String, verb string, err error, decisive string) diag.Diagnostic {
	of := w.model.subject(w.account)
	subject := apidiag.Subject{Noun: "face", ID: fmt.Sprintf("%q (%s) of person %s", label, shown(address.ValueString()), of.ID), Account: of.Account}
	return diag.WithPath(path.Root("faces").AtMapKey(label).AtName("url"),
		diag.NewErrorDiagnostic("Unable to "+verb+" face", apidiag.Explained(verb, subject, err, decisive)))
}

// warn names those of the faces with labels that the service does not use to recognize the person.
func (w *writer) warn(which []string) diag.Diagnostics {
	bad := w.unused(which)
	if len(bad) == 0 {
		return nil
	}
	return diag.Diagnostics{diag.NewAttributeWarningDiagnostic(path.Root("faces"), "Faces are not in use", fmt.Sprintf(
		"The service does not recognize %s by these faces, whose state is not Ok: %s. If this persists for some minutes, give each another picture under another address, one that shows only this face, from the front.",
		w.model.subject(w.account), strings.Join(bad, ", ")))}
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
