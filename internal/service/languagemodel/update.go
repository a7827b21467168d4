package languagemodel

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// editor changes a language model, call by call. At every moment model and files say what the service
// is known to hold, so that they are what belongs in the state, however the change ends; and where
// they may be wrong, note says so.
type editor struct {
	client  *videoindexer.Client
	account videoindexer.AccountRef
	model   resourceModel
	// files is nil as long as nothing is known of the model's files: after an import.
	files map[string]fileModel
	note  note
	// lit tells whether the last answer showed an enabled file.
	lit bool
}

// change makes the model what plan says, wanted being its files.
//
// Files that are replaced are deleted before their successors are uploaded: what an upload does to a
// file of the same name (replace it, stand beside it, be refused) is not in the contract.
func (e *editor) change(ctx context.Context, plan resourceModel, wanted map[string]fileModel) diag.Diagnostics {
	var diags diag.Diagnostics
	e.model.DeletionPolicy = plan.DeletionPolicy
	e.note.Gone = false
	if e.model.imported() || e.note.Unread {
		if diags = e.catchUp(ctx, plan, wanted); diags.HasError() {
			return diags
		}
	}
	pending := e.pending(wanted)
	uploads, problems := pack(pending)
	if diags.Append(problems...); diags.HasError() {
		return diags // before anything is deleted
	}
	for _, name := range sortedNames(e.files) {
		_, stays := wanted[name]
		if _, replaced := pending[name]; stays && !replaced {
			continue
		}
		if err := e.remove(ctx, name); err != nil {
			e.recover(ctx, err, videoindexer.LanguageModelUpdate{}, nil)
			diags.Append(e.failed(err, "delete file "+quote(name)+" of", wanted))
			return diags
		}
	}
	update := e.settings(plan)
	update.Files = uploads
	if len(pending) > 0 || update.Name != nil || update.Enable != nil {
		if len(pending) > 0 && !plan.Enabled.ValueBool() {
			update.Enable = new(false)
		}
		if err := e.write(ctx, update, pending); err != nil {
			e.recover(ctx, err, update, pending)
			diags.Append(e.failed(err, verb(pending), wanted))
			return diags
		}
	}
	if len(pending) > 0 && !plan.Enabled.ValueBool() && e.lit {
		// The service took enable=false for the files that were there before.
		update := videoindexer.LanguageModelUpdate{Enable: new(false)}
		if err := e.write(ctx, update, nil); err != nil {
			e.recover(ctx, err, update, nil)
			diags.Append(e.failed(err, "disable", wanted))
			return diags
		}
	}
	diags.Append(e.compare(plan, wanted)...)
	return diags
}

// catchUp learns what the model holds by writing its settings, and deletes what is in the way of the
// files that are wanted: after an import files of the same names, otherwise what an upload left whose
// answer was lost.
func (e *editor) catchUp(ctx context.Context, plan resourceModel, wanted map[string]fileModel) diag.Diagnostics {
	var diags diag.Diagnostics
	imported := e.model.imported()
	answer, err := e.send(ctx, videoindexer.LanguageModelUpdate{Name: plan.Name.ValueStringPointer(), Enable: plan.Enabled.ValueBoolPointer()})
	if err != nil {
		e.note.Gone = isGone(err)
		diags.Append(e.failed(err, "update", wanted))
		return diags
	}
	if e.files == nil {
		e.files = map[string]fileModel{}
	}
	if e.model.Language.IsNull() {
		e.model.Language = plan.Language
	}
	e.take(answer, nil)
	e.note.Unread = true // until all is known to be out of the way
	if !strings.EqualFold(e.model.Language.ValueString(), plan.Language.ValueString()) {
		return e.compare(plan, nil) // it will be replaced: its files stay as they are
	}
	ours := append(sortedNames(wanted), e.note.Sent...)
	if err := e.tidy(ctx, answer, ours); err != nil {
		diags.Append(e.failed(err, "delete files of", wanted))
		return diags
	}
	e.note = note{}
	if foreign := e.foreign(answer, ours); imported && len(foreign) > 0 {
		diags.AddAttributeWarning(path.Root("files"), "Language model holds other files",
			e.model.subject(e.account).String()+" holds files that are not in the configuration: "+quoteAll(foreign)+
				". They were left as they are, and Terraform does not manage them. To have one managed, add a file of its name: it is then replaced by that.")
	}
	return diags
}

// write sends settings, files or both in one request, and takes in the answer.
func (e *editor) write(ctx context.Context, update videoindexer.LanguageModelUpdate, files map[string]fileModel) error {
	answer, err := e.send(ctx, update)
	if len(files) > 0 && (isRefused(err) && !isGone(err) || err == nil && e.hasTwice(answer, files)) {
		// Files of these names that an earlier run left, killed before it could note them: delete and upload once more.
		// Had the service kept a part of an upload that it refused, it would be gone and sent again with the rest.
		found, lookErr := e.look(ctx, update)
		if lookErr == nil && len(e.strangers(found, sortedNames(files))) > 0 {
			if err := e.tidy(ctx, found, sortedNames(files)); err != nil {
				return err
			}
			answer, err = e.send(ctx, update)
		}
	}
	if err != nil {
		return err
	}
	e.take(answer, files)
	return nil
}

// send is endpoint 20; settings that it wrote are noted.
func (e *editor) send(ctx context.Context, update videoindexer.LanguageModelUpdate) (*videoindexer.LanguageModel, error) {
	answer, err := e.client.UpdateLanguageModel(ctx, e.account, e.model.ModelID.ValueString(), update)
	if err != nil {
		return nil, err
	}
	if update.Name != nil {
		e.model.Name = types.StringPointerValue(update.Name)
	}
	if update.Enable != nil {
		e.model.Enabled = types.BoolPointerValue(update.Enable)
	}
	if answer.Name != "" {
		e.model.Name = types.StringValue(answer.Name)
	}
	return answer, nil
}

// look asks what the model holds in the only way there is: by writing its name as it is. Where enable
// was part of the request that failed, what it was before is written too, so that it is known again.
func (e *editor) look(ctx context.Context, failed videoindexer.LanguageModelUpdate) (*videoindexer.LanguageModel, error) {
	again := videoindexer.LanguageModelUpdate{Name: e.model.Name.ValueStringPointer()}
	if failed.Enable != nil {
		again.Enable = e.model.Enabled.ValueBoolPointer()
	}
	return e.send(ctx, again)
}

// recover brings model and files in step with the service after a request has failed, or notes that
// they are not. sent are the files of that request: one that the service holds now has arrived.
func (e *editor) recover(ctx context.Context, failure error, update videoindexer.LanguageModelUpdate, sent map[string]fileModel) {
	if isGone(failure) {
		e.note.Gone = true
		return
	}
	if isRefused(failure) && len(sent) == 0 {
		return // nothing of it was carried out
	}
	answer, err := e.look(ctx, update)
	if err != nil {
		e.note = note{Unread: true, Sent: append(e.note.Sent, sortedNames(sent)...), Gone: isGone(err)}
		return
	}
	e.take(answer, sent)
}

// take brings model and files in step with an answer: files that it does not show are gone, and of
// those that were sent it tells the ids.
func (e *editor) take(answer *videoindexer.LanguageModel, sent map[string]fileModel) {
	e.model.State = textOrNull(answer.State)
	e.model.LinguisticModelID = textOrNull(answer.LinguisticModelID)
	if answer.Language != "" && !strings.EqualFold(answer.Language, e.model.Language.ValueString()) {
		e.model.Language = types.StringValue(answer.Language)
	}
	e.lit = false
	if answer.Files == nil {
		return // it does not speak of files
	}
	shown := make(map[string]bool, len(answer.Files))
	for _, file := range answer.Files {
		shown[strings.ToLower(file.ID)] = true
		e.lit = e.lit || file.Enabled
	}
	for name, file := range e.files {
		if !shown[strings.ToLower(file.FileID.ValueString())] {
			delete(e.files, name)
		}
	}
	for name, file := range sent {
		if found := e.strangers(answer, []string{name}); len(found) > 0 {
			file.FileID = types.StringValue(found[len(found)-1].ID)
			e.files[name] = file
		}
	}
}

// tidy deletes the files of these names that the answer shows and the state does not know.
func (e *editor) tidy(ctx context.Context, answer *videoindexer.LanguageModel, names []string) error {
	for _, file := range e.strangers(answer, names) {
		if err := e.drop(ctx, file.ID); err != nil {
			return err
		}
	}
	return nil
}

// remove deletes a file; one that is gone already is as it should be.
func (e *editor) remove(ctx context.Context, name string) error {
	if err := e.drop(ctx, e.files[name].FileID.ValueString()); err != nil {
		return err
	}
	delete(e.files, name)
	return nil
}

// drop is endpoint 21.
func (e *editor) drop(ctx context.Context, fileID string) error {
	err := e.client.DeleteLanguageModelFile(ctx, e.account, e.model.ModelID.ValueString(), fileID)
	if videoindexer.IsNotFound(err) {
		return nil
	}
	return err
}

// pending are the wanted files that the model does not hold. One whose id was planned is not among
// them: it was there when the plan was made, and what is uploaded now would get another id.
func (e *editor) pending(wanted map[string]fileModel) map[string]fileModel {
	files := make(map[string]fileModel)
	for name, file := range wanted {
		held, ok := e.files[name]
		switch {
		case ok && held.sameContent(file):
			file.FileID = held.FileID
			e.files[name] = file // its path may have changed, with the same bytes behind it
		case file.FileID.IsUnknown():
			files[name] = file
		}
	}
	return files
}

// settings are those of plan that the model does not have.
func (e *editor) settings(plan resourceModel) videoindexer.LanguageModelUpdate {
	var update videoindexer.LanguageModelUpdate
	if !plan.Name.Equal(e.model.Name) {
		update.Name = plan.Name.ValueStringPointer()
	}
	if !plan.Enabled.Equal(e.model.Enabled) {
		update.Enable = plan.Enabled.ValueBoolPointer()
	}
	return update
}

// strangers are the files of these names that the answer shows under ids that are not in e.files.
func (e *editor) strangers(answer *videoindexer.LanguageModel, names []string) []videoindexer.LanguageModelFile {
	known := make(map[string]bool, len(e.files))
	for _, file := range e.files {
		known[strings.ToLower(file.FileID.ValueString())] = true
	}
	var files []videoindexer.LanguageModelFile
	for _, file := range answer.Files {
		if file.ID != "" && slices.Contains(names, file.Name) && !known[strings.ToLower(file.ID)] {
			files = append(files, file)
		}
	}
	return files
}

// foreign are the names of the files in the answer that are neither held nor ours.
func (e *editor) foreign(answer *videoindexer.LanguageModel, ours []string) []string {
	var names []string
	for _, file := range answer.Files {
		if _, held := e.files[file.Name]; !held && !slices.Contains(ours, file.Name) {
			names = append(names, file.Name)
		}
	}
	slices.Sort(names)
	return names
}

// hasTwice tells whether the answer shows more than one new file of a name that was sent.
func (e *editor) hasTwice(answer *videoindexer.LanguageModel, files map[string]fileModel) bool {
	for name := range files {
		if len(e.strangers(answer, []string{name})) > 1 {
			return true
		}
	}
	return false
}

// isGone tells whether the service itself said that there is no such model.
func isGone(err error) bool {
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	return ok && videoindexer.IsNotFound(err) && answer.Type != videoindexer.ErrorTypeAccountNotFound
}

// isRefused tells whether the service itself turned a request down, so that nothing of it was carried out.
func isRefused(err error) bool {
	if _, ambiguous := errors.AsType[*videoindexer.AmbiguousError](err); ambiguous {
		return false
	}
	answer, ok := errors.AsType[*videoindexer.APIError](err)
	return ok && answer.HasErrorObject && answer.Status >= http.StatusBadRequest && answer.Status < http.StatusInternalServerError
}
