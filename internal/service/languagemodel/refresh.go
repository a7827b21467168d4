package languagemodel

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// refresh is Read with extended operations: the model as the service shows it (X5 or X6). One that is gone leaves the state.
func (r *languageModelResource) refresh(ctx context.Context, state resourceModel, left note, resp *resource.ReadResponse) {
	client, account, ok := r.Target(&state.AccountFields, &resp.Diagnostics)
	if !ok {
		return
	}
	files, diags := state.filesByName(ctx)
	resp.Diagnostics.Append(diags...)
	u := &updater{client: client, account: account, model: state, files: files, note: left, isExtended: true}
	r.Owned.See(object(account, state.ModelID.ValueString()), nil)
	remote, err := providerdata.Read(ctx, r.Data, account, func() (*videoindexer.LanguageModel, error) {
		if state.imported() {
			return client.GetLanguageModel(ctx, account, state.ModelID.ValueString())
		}
		return client.ReadLanguageModel(ctx, account, state.ModelID.ValueString(), u.isInStep)
	})
	switch {
	case videoindexer.IsNotFound(err): // with its account, perhaps
		resp.State.RemoveResource(ctx)
		return
	case err != nil:
		apidiag.Add(&resp.Diagnostics, "read", state.subject(account), err)
		return
	case remote.IsServiceMade:
		next := "remove it from the state with terraform state rm"
		if state.imported() {
			next = "nothing was imported"
		}
		resp.Diagnostics.AddError("Language model is the service's own", fmt.Sprintf(
			"%s (name %q) was created by the service itself. Terraform does not manage such models: %s.", state.subject(account).Capitalized(), remote.Name, next))
		return
	}
	resp.Diagnostics.Append(u.observe(ctx, remote)...)
	resp.Diagnostics.Append(resp.State.Set(ctx, u.snapshot(ctx, state, &resp.Diagnostics))...)
	resp.Diagnostics.Append(private.Set(ctx, resp.Private, noteKey, u.note)...)
}

// observe updates everything from what a read has shown.
func (u *updater) observe(ctx context.Context, remote *videoindexer.LanguageModel) (diags diag.Diagnostics) {
	prior, isImport := u.model, u.model.imported()
	manages := isImport || !u.model.Files.IsNull()
	before := maps.Clone(u.files)
	u.fill(remote)
	if remote.Files != nil {
		u.arrived(remote, u.note.sentFiles(), uploadUnknown)
		u.note.Unread, u.note.Sent = false, nil
		u.rename(remote)
	}
	u.note.Others = nil
	if !manages {
		u.note.noteOthers(u.allForeign(remote))
	} else {
		for _, file := range u.allForeign(remote) {
			found := fileModel{FileID: types.StringValue(file.ID), Enabled: types.BoolValue(true)}
			if isImport {
				found.Source, found.Content, found.URL = types.StringValue(file.Name), types.StringValue(""), types.StringValue("")
			}
			u.files[u.keyFor(file)] = found
		}
	}
	u.fillFlags(remote)
	u.note.Gone, u.note.Imported = false, false
	u.model.State, u.model.LinguisticModelID = nullable.Text(remote.State), nullable.Text(remote.LinguisticModelID)
	isTrainedAnew := !isImport && !prior.LinguisticModelID.Equal(u.model.LinguisticModelID)
	priorState := prior.TrainingState.ValueString()
	if !isImport && isChanged(before, u.files) {
		priorState, isTrainedAnew = untrained, false
	}
	u.model.TrainingState = trainingState(priorState, remote, isTrainedAnew)
	if isImport {
		return u.readTexts(ctx)
	}
	return nil
}

// isInStep says whether a model is as the state has it: then a list that shows it needs no second request. A list may
// be older than the last write.
func (u *updater) isInStep(remote *videoindexer.LanguageModel) bool {
	for _, file := range u.files {
		if !shows(remote, file.FileID.ValueString()) {
			return false
		}
	}
	for _, file := range u.allForeign(remote) {
		if _, isKnown := u.note.Others[file.ID]; !isKnown {
			return false
		}
	}
	return remote.Name == u.model.Name.ValueString()
}

// isChanged says whether a model was trained on other files than it has.
func isChanged(before, now map[string]fileModel) bool {
	enabled := func(files map[string]fileModel) map[string]bool {
		all := map[string]bool{}
		for _, file := range files {
			if id := file.FileID.ValueString(); id != "" {
				all[strings.ToLower(id)] = file.Enabled.ValueBool()
			}
		}
		return all
	}
	return !maps.Equal(enabled(before), enabled(now))
}

// rename moves files of ours whose names have changed in the service.
func (u *updater) rename(remote *videoindexer.LanguageModel) {
	for key, file := range maps.Clone(u.files) {
		for _, shown := range remote.Files {
			if !strings.EqualFold(shown.ID, file.FileID.ValueString()) || shown.ID == "" || key == shown.Name || key == ambiguousKey(shown) {
				continue
			}
			delete(u.files, key)
			u.files[u.keyFor(shown)] = file
		}
	}
}

// keyFor is the key of files for one that the service shows: its name or, where another file has that, its name and id.
func (u *updater) keyFor(file videoindexer.LanguageModelFile) string {
	if _, isTaken := u.files[file.Name]; isTaken {
		return ambiguousKey(file)
	}
	return file.Name
}

func ambiguousKey(file videoindexer.LanguageModelFile) string {
	return fmt.Sprintf("%s (%s)", file.Name, file.ID)
}

// fillFlags updates the values of enabled from an answer. A model whose files are all disabled counts as disabled. Which of
// its files would be enabled otherwise is then not known: they keep their values.
func (u *updater) fillFlags(answer *videoindexer.LanguageModel) {
	flags := map[string]bool{}
	anyOn := false
	for _, file := range answer.Files {
		if file.Enabled != nil && !file.IsServiceMade() {
			flags[strings.ToLower(file.ID)] = *file.Enabled
			anyOn = anyOn || *file.Enabled
		}
	}
	if len(flags) == 0 {
		u.model.Enabled = types.BoolValue(u.model.Enabled.IsNull() || u.model.Enabled.ValueBool())
		return
	}
	wasOn := u.model.Enabled.ValueBool() // null in an import, which has no files yet
	wantsOn := len(u.files) == 0         // whether any file is to be enabled; of files that are not managed, any may be
	for _, file := range u.files {
		wantsOn = wantsOn || file.Enabled.ValueBool()
	}
	u.model.Enabled = types.BoolValue(anyOn || wasOn && !wantsOn)
	if !u.model.Enabled.ValueBool() {
		return
	}
	for name, file := range u.files {
		if flag, ok := flags[strings.ToLower(file.FileID.ValueString())]; ok {
			file.Enabled = types.BoolValue(flag)
			u.files[name] = file
		}
	}
}
