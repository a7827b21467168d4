package videoindexer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// accountAdaptations is the name of the model that a service makes by itself for a language.
const accountAdaptations = "Account adaptations"

// ListLanguageModels reads the language models of an account, including the service's own, in the service's order (X5).
// Files is nil if the service lists models without their files. Of a model in an unexpected form only the id and
// Unreadable are set.
func (c *Client) ListLanguageModels(ctx context.Context, a AccountRef) ([]LanguageModel, error) {
	r := extendedOnAccount("X5", "list language models", http.MethodGet, a, "Customization", "Language")
	return getList(ctx, c, r, "model", decodeListedLanguageModel)
}

func decodeListedLanguageModel(element []byte) (LanguageModel, error) {
	model, err := decodeLanguageModel(element)
	if err == nil {
		return *model, nil
	}
	var known struct{ ID, ModelID string }
	if decodeJSON(element, &known) != nil || known.ID == "" && known.ModelID == "" {
		return LanguageModel{}, err
	}
	return LanguageModel{ID: cmp.Or(known.ID, known.ModelID), Unreadable: err}, nil
}

// ListLanguageModelsInFull is ListLanguageModels with the files of every model: those that the list does not show are read
// model by model (X6).
func (c *Client) ListLanguageModelsInFull(ctx context.Context, a AccountRef) ([]LanguageModel, error) {
	listed, err := c.ListLanguageModels(ctx, a)
	if err != nil {
		return nil, err
	}
	models := make([]LanguageModel, 0, len(listed))
	for _, model := range listed {
		whole := &model
		if model.Files == nil {
			if whole, err = c.GetLanguageModel(ctx, a, model.ID); IsNotFound(err) {
				continue // deleted since
			}
		}
		if err != nil {
			return nil, err
		}
		models = append(models, *whole)
	}
	return models, nil
}

// GetLanguageModel reads a language model with its files (X6). A missing one is an APIError for which IsNotFound is true.
func (c *Client) GetLanguageModel(ctx context.Context, a AccountRef, modelID string) (*LanguageModel, error) {
	r := extendedOnAccount("X6", "get language model", http.MethodGet, a, "Customization", "Language", modelID)
	r.MaxBytes = maxFileBytes
	return doAndDecode(ctx, c, r, decodeLanguageModel)
}

// ReadLanguageModel reads a language model for a refresh or a plan. All such reads of an account share one list (X5)
// until it is 30 seconds old or this client writes a language model of the account. A model that the list does not
// show, shows without files, or shows otherwise than the caller expects, is read by itself (X6): a list may be older than
// the last write. So is every model if the service does not return the list. A missing model is an APIError for which
// IsNotFound is true.
func (c *Client) ReadLanguageModel(ctx context.Context, a AccountRef, modelID string, isExpected func(*LanguageModel) bool) (*LanguageModel, error) {
	list, isCurrent, err := c.languageModelLists.current(ctx, a, "")
	if endsReads(ctx, err) {
		return nil, err
	}
	// Without files it may be a summary of a model that has some.
	if model := list.get(strings.ToLower(modelID)); err == nil && isCurrent && model != nil && len(model.Files) > 0 && isExpected(model) {
		return model, nil
	}
	return c.GetLanguageModel(ctx, a, modelID)
}

// FindLanguageModels looks for the models of a name and a language, for a plan (X5). Names are not unique, and the
// result is no fresher than that of ReadLanguageModel. The service's own models are left out.
func (c *Client) FindLanguageModels(ctx context.Context, a AccountRef, name, language string) ([]LanguageModel, error) {
	list, err := c.languageModelLists.recent(ctx, a, "", nil)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(list.named(name), func(m LanguageModel) bool { return !m.is(name, language) }), nil
}

func (m LanguageModel) keys() (id, name string) { return strings.ToLower(m.ID), m.Name }

// is says whether a model has a name and a language, and is not one of the service's own.
func (m *LanguageModel) is(name, language string) bool {
	return m.Name == name && strings.EqualFold(m.Language, language) && !m.IsServiceMade
}

func (m *LanguageModel) id() string {
	if m == nil {
		return ""
	}
	return m.ID
}

// DeleteLanguageModel deletes a language model with its files, and ends a training of it (X7). The call may be
// repeated: an error for which IsNotFound is true then means success.
func (c *Client) DeleteLanguageModel(ctx context.Context, a AccountRef, modelID string) error {
	c.languageModelLists.written(a, "")
	r := extendedOnAccount("X7", "delete language model", http.MethodDelete, a, "Customization", "Language", modelID)
	return c.send(ctx, r)
}

// CreateLanguageModel creates a language model (endpoint 19). The call is never repeated once it may have reached the
// service: then the error is an AmbiguousError, unless extended operations show what it has made. If a file cannot be
// read, or has changed since it was hashed, the error is a LanguageFileError, and no model is created.
func (c *Client) CreateLanguageModel(ctx context.Context, a AccountRef, in NewLanguageModel) (*LanguageModel, error) {
	r := onAccount("create language model", http.MethodPost, a, "Customization", "Language")
	r.Query = url.Values{"modelName": {in.Name}, "language": {in.Language}}
	r.OnlyOnce = true
	create := func() (*LanguageModel, error) { return c.sendLanguageModel(ctx, a, r, in.Files) }
	if !c.Extended() {
		return create()
	}
	return c.createLanguageModel(ctx, a, in, create)
}

// createLanguageModel is CreateLanguageModel with extended operations. If the answer is lost or does not say which
// model it is about, the model is the one of that name and language that the list shows now and did not show before
// (X5). Names are not unique, so creates of the same name take turns, and none takes the model of another.
func (c *Client) createLanguageModel(ctx context.Context, a AccountRef, in NewLanguageModel, create func() (*LanguageModel, error)) (model *LanguageModel, err error) {
	claim, err := c.languageCreates.begin(ctx, a, in.Language+"/"+in.Name)
	if err != nil {
		return nil, err
	}
	defer func() { claim.end(model.id(), err) }()
	before, err := c.ListLanguageModels(ctx, a)
	lacksList := IsUnsupported(err)
	if err != nil && !lacksList {
		return nil, fmt.Errorf("list the language models there are before creating one: %w", err)
	}
	model, err = create()
	if lacksList || !IsOutcomeUnknown(err) {
		return model, err
	}
	return findCreated(ctx, claim, err, func(ctx context.Context) (*LanguageModel, error) {
		return c.findNewModel(ctx, a, claim, in, before)
	})
}

var errSeveralNew = errors.New("the list of language models shows several new ones that it may be")

// findNewModel returns the one model that a create may have made since a list was taken, or nil.
func (c *Client) findNewModel(ctx context.Context, a AccountRef, claim *claim, in NewLanguageModel, before []LanguageModel) (*LanguageModel, error) {
	models, err := c.ListLanguageModels(ctx, a)
	if err != nil {
		return nil, err
	}
	var found *LanguageModel
	for _, model := range models {
		if !model.is(in.Name, in.Language) || slices.ContainsFunc(before, func(old LanguageModel) bool { return strings.EqualFold(old.ID, model.ID) }) || claim.isMade(model.ID) {
			continue
		}
		whole, err := c.GetLanguageModel(ctx, a, model.ID)
		switch {
		case IsNotFound(err):
			continue
		case err != nil:
			return nil, err
		case !whole.mayHoldOnly(in.Files):
			continue
		case found != nil:
			return nil, errSeveralNew
		}
		found = whole
	}
	return found, nil
}

// mayHoldOnly says whether a model holds no other files than those that were sent. It may show none.
func (m *LanguageModel) mayHoldOnly(sent []LanguageFile) bool {
	return !slices.ContainsFunc(m.Files, func(file LanguageModelFile) bool {
		return !file.IsServiceMade() && !slices.ContainsFunc(sent, func(s LanguageFile) bool { return s.Name == file.Name })
	})
}
