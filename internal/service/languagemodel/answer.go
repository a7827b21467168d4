package languagemodel

import (
	"context"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// outcome is what is known of an upload beside the files that an answer shows.
type outcome int

const (
	uploadAccepted outcome = iota
	uploadRefused          // nothing of it was carried out
	uploadUnknown
)

// fill updates model and files from an answer: files that it does not show are gone.
func (u *updater) fill(answer *videoindexer.LanguageModel) {
	u.note.Answered = &answered{State: answer.State, LinguisticModelID: answer.LinguisticModelID}
	if answer.Name != "" {
		u.model.Name = types.StringValue(answer.Name)
	}
	if u.model.Language.IsNull() { // imported
		u.model.Language = u.plan.Language
	}
	if answer.Language != "" && !strings.EqualFold(answer.Language, u.model.Language.ValueString()) {
		u.model.Language = types.StringValue(answer.Language)
	}
	if u.files == nil {
		u.files = make(map[string]fileModel)
	}
	if !u.showsFiles(answer) {
		return
	}
	for name, file := range u.files {
		found := u.foreign(answer, name)
		switch {
		case file.FileID.ValueString() != "":
			if !shows(answer, file.FileID.ValueString()) {
				delete(u.files, name)
			}
		case len(found) == 1: // an earlier answer did not show it
			file.FileID = types.StringValue(found[0].ID)
			u.files[name] = file
		case len(found) == 0:
			delete(u.files, name)
		}
	}
	if u.isExtended {
		u.fillFlags(answer)
	}
}

// showsFiles reports whether an answer can be trusted about files. One without any files cannot, if the service has
// never shown any of the files that the model must hold.
func (u *updater) showsFiles(answer *videoindexer.LanguageModel) bool {
	if answer.Files == nil || len(answer.Files) > 0 || len(u.files) == 0 {
		return answer.Files != nil
	}
	return len(withoutID(u.files)) < len(u.files)
}

// arrived finds files that were sent in an answer, and reports whether it shows all of them. A file of
// such a name that was not known before is the one that was sent; begin has made sure of that.
func (u *updater) arrived(answer *videoindexer.LanguageModel, sent map[string]fileModel, how outcome) bool {
	all := true
	for _, name := range sortedNames(sent) {
		file := sent[name]
		current, isPresent := u.files[name]
		found := u.foreign(answer, name)
		for _, f := range found { // more than one only after an import: the others are replaced as well
			if id := u.files[name].FileID.ValueString(); id != "" {
				u.note.Obsolete = append(u.note.Obsolete, id)
			}
			file.FileID = types.StringValue(f.ID)
			u.files[name] = file
		}
		switch {
		case len(found) > 0:
		case how == uploadAccepted && isPresent && shows(answer, current.FileID.ValueString()):
			file.FileID = current.FileID // replaced in place
			u.files[name] = file
		case how == uploadUnknown && isPresent:
			u.files[name] = fileModel{FileID: current.FileID} // it may have been replaced in place
			all = false
		default:
			all = false
		}
	}
	if u.isExtended {
		u.fillFlags(answer)
	}
	return all
}

// foreign are the files of a name that the answer shows and Terraform does not know.
func (u *updater) foreign(answer *videoindexer.LanguageModel, name string) []videoindexer.LanguageModelFile {
	return slices.DeleteFunc(u.allForeign(answer), func(f videoindexer.LanguageModelFile) bool { return f.Name != name })
}

// allForeign are the files that the answer shows and Terraform does not know, but for the one of the service's own.
func (u *updater) allForeign(answer *videoindexer.LanguageModel) []videoindexer.LanguageModelFile {
	known := make(map[string]bool, len(u.files))
	for _, file := range u.files {
		known[strings.ToLower(file.FileID.ValueString())] = true
	}
	for _, id := range u.note.Obsolete {
		known[strings.ToLower(id)] = true
	}
	known[""] = true
	return slices.DeleteFunc(slices.Clone(answer.Files), func(f videoindexer.LanguageModelFile) bool { return known[strings.ToLower(f.ID)] || f.IsServiceMade() })
}

func shows(answer *videoindexer.LanguageModel, id string) bool {
	return id != "" && slices.ContainsFunc(answer.Files, func(f videoindexer.LanguageModelFile) bool { return strings.EqualFold(f.ID, id) })
}

// snapshot is the state to save: what the service is known to have. plan decides whether the absence of files is null
// or an empty map, and which values are taken from the last answer.
func (u *updater) snapshot(ctx context.Context, plan resourceModel, diags *diag.Diagnostics) resourceModel {
	model := u.model
	if last := u.note.Answered; last != nil {
		if plan.State.IsUnknown() {
			model.State = nullable.Text(last.State)
		}
		if plan.LinguisticModelID.IsUnknown() {
			model.LinguisticModelID = nullable.Text(last.LinguisticModelID)
		}
	}
	if u.files == nil || len(u.files) == 0 && plan.Files.IsNull() {
		model.Files = types.MapNull(fileType)
		return model
	}
	files, problems := types.MapValueFrom(ctx, fileType, u.files)
	diags.Append(problems...)
	model.Files = files
	return model
}
