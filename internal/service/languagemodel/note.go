package languagemodel

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// note is what private state remembers of a model beside the state.
type note struct {
	// Unread means that an answer was lost and could not be asked for again: the service may hold
	// something else than the state says.
	Unread bool `json:"unread,omitempty"`
	// Sent are files by name whose upload had no readable answer. A file of such a name that is not in
	// the state is ours, whatever id it got: there was none before the upload.
	Sent map[string]sentFile `json:"uploads,omitempty"`
	// Obsolete are the ids of files of ours that have a successor and are still to be deleted.
	Obsolete []string `json:"obsolete,omitempty"`
	// Imported means that the first apply after an import is not finished.
	Imported bool `json:"imported,omitempty"`
	// Gone means that the service itself said that there is no such model.
	Gone bool `json:"gone,omitempty"`
	// Refused are fingerprints of files by name that the service refused while the model had an older
	// file of that name.
	Refused map[string]string `json:"refused,omitempty"`
	// OnePerName means that the service took such a file once the older one was deleted.
	OnePerName bool `json:"one_per_name,omitempty"`
	// Found are the texts of files that an import has found, as hashes by file id (see meaning).
	Found map[string]string `json:"found,omitempty"`
	// Others are the names of files of others by id, while files is not configured. The first apply that manages files
	// deletes them, as its plan says.
	Others map[string]string `json:"others,omitempty"`
	// IsAdopted means that Terraform has not created the model, which its default deletion_policy therefore leaves.
	IsAdopted bool `json:"adopted,omitempty"`
	// Answered is what the last answer said beyond what was planned; Read takes it into the state.
	Answered *answered `json:"answered,omitempty"`
}

// answered are the values that the service changes by itself when it trains a model.
type answered struct {
	State             string `json:"state,omitempty"`
	LinguisticModelID string `json:"linguistic_model_id,omitempty"`
}

// sentFile is what identifies the content of a file: a hash or an address, neither where it is not known.
type sentFile struct {
	SHA256 string `json:"sha256,omitempty"`
	URL    string `json:"url,omitempty"`
}

// sentFiles are the files of earlier uploads that may have arrived.
func (n *note) sentFiles() map[string]fileModel {
	files := make(map[string]fileModel, len(n.Sent))
	for name, sent := range n.Sent {
		files[name] = fileModel{ContentSHA256: nullable.Text(sent.SHA256), URL: nullable.Text(sent.URL)}
	}
	return files
}

// remember notes files whose upload had no readable answer, but not those that the model has already.
func (n *note) remember(files, current map[string]fileModel) {
	for name, file := range files {
		if current[name].sameContent(file) {
			continue
		}
		if n.Sent == nil {
			n.Sent = make(map[string]sentFile)
		}
		n.Sent[name] = sentFile{SHA256: file.ContentSHA256.ValueString(), URL: file.URL.ValueString()}
	}
}

// refuse notes that the service refused files, and that the model then had older files of the same names.
func (n *note) refuse(files, current map[string]fileModel) {
	for name, file := range files {
		if _, older := current[name]; !older {
			continue
		}
		if n.Refused == nil {
			n.Refused = make(map[string]string)
		}
		n.Refused[name] = file.fingerprint()
	}
}

func (n *note) noteOthers(files []videoindexer.LanguageModelFile) {
	for _, file := range files {
		if n.Others == nil {
			n.Others = make(map[string]string)
		}
		n.Others[file.ID] = file.Name
	}
}

// deletesFirst reports whether the older file of this name has to be deleted before this one is uploaded. The file
// itself may be the reason for a refusal: only if the same file is sent again, its name counts as the reason.
func (n *note) deletesFirst(name string, file fileModel) bool {
	refused, ok := n.Refused[name]
	return n.OnePerName || ok && refused != "" && refused == file.fingerprint()
}

// unfinished reports whether there is something to do that state and configuration do not show.
func (n *note) unfinished() bool { return n.Unread || len(n.Obsolete) > 0 }

const noteKey = "note"

func readNote(ctx context.Context, store private.Reader) (note, diag.Diagnostics) {
	var n note
	diags := private.Get(ctx, store, noteKey, &n)
	return n, diags
}
