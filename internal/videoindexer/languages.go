package videoindexer

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
)

// LanguageModel is a speech model that is adapted by the texts of its files.
type LanguageModel struct {
	ID   string
	Name string
	// Language is spelled as in LanguageModelLanguages, whatever the letter case of the answer.
	Language string
	State    string
	// LinguisticModelID is what indexing wants as linguisticModelId; empty until the model is trained.
	LinguisticModelID string
	// Files is nil where the answer does not speak of files, and empty where the model has none.
	Files []LanguageModelFile
}

// LanguageModelFile is a file that a language model holds.
type LanguageModelFile struct {
	ID   string
	Name string
	// Enabled is nil where the service does not say.
	Enabled *bool
	Creator string
	// CreationTime is RFC 3339 in UTC; the raw text where the service sent no time.
	CreationTime string
}

// NewLanguageModel is what a language model is made of.
type NewLanguageModel struct {
	Name string
	// Language is one of LanguageModelLanguages.
	Language string
	Files    []LanguageFile
}

// LanguageModelUpdate is a change of a language model; what is nil or empty stays as it is.
type LanguageModelUpdate struct {
	Name *string
	// Enable enables or disables all files of the model.
	Enable *bool
	// Files are added to those of the model.
	Files []LanguageFile
}

// CreateLanguageModel creates a language model (endpoint 19). The call is never repeated once it may
// have reached the service: then the error is an AmbiguousError. A file that cannot be read, or is
// not what it was when it was hashed, is a LanguageFileError, and no model is created.
func (c *Client) CreateLanguageModel(ctx context.Context, a AccountRef, in NewLanguageModel) (*LanguageModel, error) {
	r := onAccount("create language model", http.MethodPost, a, "Customization", "Language")
	r.query = url.Values{"modelName": {in.Name}, "language": {in.Language}}
	r.onlyOnce = true
	return c.sendLanguageModel(ctx, r, in.Files)
}

// UpdateLanguageModel renames a language model, enables or disables its files, adds files to it, or
// all of these at once (endpoint 20). A missing model is an APIError with status 404. With files the
// call is never repeated once it may have reached the service: then the error is an AmbiguousError.
func (c *Client) UpdateLanguageModel(ctx context.Context, a AccountRef, modelID string, u LanguageModelUpdate) (*LanguageModel, error) {
	r := onAccount("update language model", http.MethodPut, a, "Customization", "Language", modelID)
	if u.Name != nil {
		r.query.Set("modelName", *u.Name)
	}
	setFlag(r.query, "enable", u.Enable)
	r.onlyOnce = len(u.Files) > 0
	return c.sendLanguageModel(ctx, r, u.Files)
}

func (c *Client) sendLanguageModel(ctx context.Context, r request, files []LanguageFile) (*LanguageModel, error) {
	var err error
	if r.body, err = newForm(files); err != nil {
		return nil, err
	}
	return doAndDecode(ctx, c, r, decodeLanguageModel)
}

// DeleteLanguageModelFile deletes a file of a language model (endpoint 21). A missing account, model
// or file is an APIError with status 404.
func (c *Client) DeleteLanguageModelFile(ctx context.Context, a AccountRef, modelID, fileID string) error {
	return c.send(ctx, onAccount("delete language model file", http.MethodDelete, a, "Customization", "Language", modelID, "Files", fileID))
}

// languageModelWire is a model as services of this family send it; the contract does not show it.
type languageModelWire struct {
	ID                looseString         `json:"id"`
	ModelID           looseString         `json:"modelId"`
	Name              string              `json:"name"`
	Language          string              `json:"language"`
	State             looseString         `json:"state"`
	LinguisticModelID looseString         `json:"languageModelId"`
	Files             []languageModelFile `json:"files"`
}

type languageModelFile struct {
	ID           looseString `json:"id"`
	Name         string      `json:"name"`
	Enable       *bool       `json:"enable"`
	Enabled      *bool       `json:"enabled"`
	Creator      looseString `json:"creator"`
	CreationTime looseString `json:"creationTime"`
}

func decodeLanguageModel(data []byte) (*LanguageModel, error) {
	var wire languageModelWire
	if err := decodeJSON(data, &wire); err != nil {
		return nil, err
	}
	model := LanguageModel{
		ID:                string(cmp.Or(wire.ID, wire.ModelID)),
		Name:              wire.Name,
		Language:          spelledLike(LanguageModelLanguages, wire.Language),
		State:             string(wire.State),
		LinguisticModelID: string(wire.LinguisticModelID),
	}
	if model.ID == "" {
		return nil, errors.New("the language model in the answer has no id")
	}
	// An untrained model has the empty GUID, all zeros, for its linguistic model.
	if strings.Trim(model.LinguisticModelID, "0-{}") == "" {
		model.LinguisticModelID = ""
	}
	if wire.Files != nil {
		model.Files = make([]LanguageModelFile, 0, len(wire.Files))
	}
	for _, file := range wire.Files {
		model.Files = append(model.Files, LanguageModelFile{
			ID:           string(file.ID),
			Name:         file.Name,
			Enabled:      cmp.Or(file.Enable, file.Enabled),
			Creator:      string(file.Creator),
			CreationTime: parseTimestamp(string(file.CreationTime)),
		})
	}
	return &model, nil
}
