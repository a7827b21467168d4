package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"strings"
)

// transcriptEdits is the name of the file that a service adds by itself to a language model.
const transcriptEdits = "From transcript edits"

// IsServiceMade says whether a name is that of the file that a service adds by itself to a language model.
func IsServiceMade(fileName string) bool {
	return strings.EqualFold(strings.TrimSpace(fileName), transcriptEdits)
}

// IsServiceMade says whether the service has added the file by itself, from edits of transcripts. Only the name shows
// it: the creator of such a file is the user who made the edits.
func (f *LanguageModelFile) IsServiceMade() bool { return IsServiceMade(f.Name) }

// GetLanguageModelFile reads a file of a language model, and its content as the service keeps it (X10).
func (c *Client) GetLanguageModelFile(ctx context.Context, a AccountRef, modelID, fileID string) (file *LanguageModelFile, content string, err error) {
	r := onAccount("X10", "get language model file", http.MethodGet, a, "Customization", "Language", modelID, "Files", fileID)
	file, err = doAndDecode(ctx, c, r, func(data []byte) (*LanguageModelFile, error) {
		var text struct{ Content *string }
		if err := decodeJSON(data, &text); err != nil {
			return nil, err
		}
		if text.Content == nil {
			return nil, errors.New("the file in the answer has no content")
		}
		content = *text.Content
		return decodeLanguageModelFile(data)
	})
	return file, content, err
}

// LanguageModelFileUpdate is a change of a file of a language model; what is nil stays as it is.
type LanguageModelFileUpdate struct {
	Name    *string
	Enabled *bool
}

// UpdateLanguageModelFile renames, enables or disables a file of a language model (X11). A service may refuse a name
// that another file of the model has.
func (c *Client) UpdateLanguageModelFile(ctx context.Context, a AccountRef, modelID, fileID string, u LanguageModelFileUpdate) (*LanguageModelFile, error) {
	defer c.languageModelLists.writes(a, "")()
	r := onAccount("X11", "update language model file", http.MethodPut, a, "Customization", "Language", modelID, "Files", fileID)
	if u.Name != nil {
		r.Query.Set("fileName", *u.Name)
	}
	setFlag(r.Query, "enable", u.Enabled)
	return doAndDecode(ctx, c, r, decodeLanguageModelFile)
}

func decodeLanguageModelFile(data []byte) (*LanguageModelFile, error) {
	var file LanguageModelFile
	err := decodeJSON(data, &file)
	file.tidy()
	return &file, err
}
