package videoindexer

import (
	"context"
	"strings"
)

// HasPersonModel says whether an account has a person model. A model that the shared list (X13) lacks is asked for its persons
// (X17): only the service's own not-found shows that it does not exist.
func (c *Client) HasPersonModel(ctx context.Context, a AccountRef, modelID string) (bool, error) {
	if model, err := c.ReadPersonModel(ctx, a, modelID); err == nil && model != nil {
		return true, nil
	}
	_, err := c.ListPersons(ctx, a, modelID, PersonsQuery{Limit: 1})
	return exists(err)
}

// HasLanguageModel says whether an account has a language model of an id (X5, X6), or one whose training has the id: an
// indexing accepts either.
func (c *Client) HasLanguageModel(ctx context.Context, a AccountRef, id string) (bool, error) {
	_, err := c.ReadLanguageModel(ctx, a, id, func(*LanguageModel) bool { return true })
	if has, err := exists(err); has || err != nil {
		return has, err
	}
	models, err := c.ListLanguageModels(ctx, a)
	for _, model := range models {
		if model.LinguisticModelID != "" && strings.EqualFold(model.LinguisticModelID, id) {
			return true, nil
		}
	}
	return false, err
}

// exists is what the error of a request for an object says of it.
func exists(err error) (bool, error) {
	if IsNotFound(err) && !IsAccountWide(err) {
		return false, nil
	}
	return err == nil, err
}
