package videoindexer

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// accountAdaptations is the name of the model that a service makes by itself for a language.
const accountAdaptations = "Account adaptations"

// ListLanguageModels reads the language models of an account, including the service's own, in the service's order (X5).
// Files is nil if the service lists models without their files.
func (c *Client) ListLanguageModels(ctx context.Context, a AccountRef) ([]LanguageModel, error) {
	r := onAccount("X5", "list language models", http.MethodGet, a, "Customization", "Language")
	return getList(ctx, c, r, "model", decodeLanguageModel)
}

// GetLanguageModel reads a language model with its files (X6).
func (c *Client) GetLanguageModel(ctx context.Context, a AccountRef, modelID string) (*LanguageModel, error) {
	r := onAccount("X6", "get language model", http.MethodGet, a, "Customization", "Language", modelID)
	return doAndDecode(ctx, c, r, decodeLanguageModel)
}

// ReadLanguageModel reads a language model for a refresh or a plan. All such reads of an account share one list (X5)
// until it is 30 seconds old or this client writes a language model of the account. A model that the list does not
// show, shows without files, or shows otherwise than the caller expects, is read by itself (X6): a list may be older
// than the last write. So is every model if the service does not return the list.
func (c *Client) ReadLanguageModel(ctx context.Context, a AccountRef, modelID string, isExpected func(*LanguageModel) bool) (*LanguageModel, error) {
	model, err := c.languageModelLists.listed(ctx, a, "", strings.ToLower(modelID))
	switch {
	case err != nil:
		return nil, err
	case model != nil && len(model.Files) > 0 && isExpected(model): // without files it may be a summary of a model that has some
		return model, nil
	}
	return c.GetLanguageModel(ctx, a, modelID)
}

// FindLanguageModels looks for the models of a name and a language, for a plan (X5), and returns their ids. Names are not unique,
// and the result is no fresher than that of ReadLanguageModel. The service's own models are left out.
func (c *Client) FindLanguageModels(ctx context.Context, a AccountRef, name, language string) (ids []string, err error) {
	list, err := c.languageModelLists.recent(ctx, a, "")
	return idsOf(slices.DeleteFunc(list.named(name), func(m LanguageModel) bool { return !m.is(name, language) })), err
}

func (m LanguageModel) keys() (id, name string) { return strings.ToLower(m.ID), m.Name }

// is says whether a model has a name and a language, and is not one of the service's own.
func (m *LanguageModel) is(name, language string) bool {
	return SameText(m.Name, name) && strings.EqualFold(m.Language, language) && !m.IsServiceMade
}

// DeleteLanguageModel deletes a language model with its files, and ends a training of it (X7).
func (c *Client) DeleteLanguageModel(ctx context.Context, a AccountRef, modelID string) error {
	defer c.languageModelLists.writes(a, "")()
	r := onAccount("X7", "delete language model", http.MethodDelete, a, "Customization", "Language", modelID)
	return c.send(ctx, r)
}

// CreateLanguageModel creates a language model (endpoint 19). The request is sent once. If its answer is lost or does not
// say which model it is about, extended operations show it (X5, X6): the only new one of the name and the language, which
// need not be unique. If it is not found, or without extended operations, the error is an AmbiguousError. If a file cannot
// be read, or has changed since it was hashed, the error is a LanguageFileError, and no model is created.
func (c *Client) CreateLanguageModel(ctx context.Context, a AccountRef, in NewLanguageModel) (*LanguageModel, error) {
	r := onAccount("19", "create language model", http.MethodPost, a, "Customization", "Language")
	r.Query = url.Values{"modelName": {in.Name}, "language": {in.Language}}
	r.OnlyOnce = true
	send := func() (*LanguageModel, error) { return c.sendLanguageModel(ctx, a, r, in.Files) }
	if !c.Extended() {
		return send()
	}
	list := func(ctx context.Context) ([]LanguageModel, error) { return c.ListLanguageModels(ctx, a) }
	before, err := c.languageModelLists.before(ctx, a, "", list)
	if err != nil && !IsUnsupported(err) {
		return nil, err
	}
	model, err := creation[LanguageModel]{
		claims: &c.languageModelLists.creates, account: a, name: in.Language + "/" + in.Name, before: before, list: list, send: send,
		isIt: func(m LanguageModel) bool { return m.is(in.Name, in.Language) },
	}.run(ctx)
	if err == nil && model.Files == nil { // a list may lack the files
		if whole, err := c.GetLanguageModel(ctx, a, model.ID); err == nil {
			return whole, nil
		}
	}
	return model, err
}
