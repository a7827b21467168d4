package videoindexer

import (
	"context"
	"net/http"
	"strings"
)

// PersonModel is a set of persons that the service recognizes.
type PersonModel struct {
	ID string `json:"id"`
	// Name is empty where the service does not tell it.
	Name string `json:"name"`
	// IsDefault marks the model of videos that name no other: it can be renamed, but not deleted.
	IsDefault    bool  `json:"isDefault"`
	PersonsCount int32 `json:"personsCount"`
}

func (m *PersonModel) tidy() {
	m.Name = NormalText(m.Name)
}

// ListPersonModels reads the person models of an account in the service's order (X13); with a prefix, those that have a
// person whose name begins with it.
func (c *Client) ListPersonModels(ctx context.Context, a AccountRef, personNamePrefix string) ([]PersonModel, error) {
	r := onPersonModels("X13", "list person models", http.MethodGet, a)
	setText(r.Query, "personNamePrefix", personNamePrefix)
	return getList(ctx, c, r, "model", decodeObject[PersonModel])
}

// ReadPersonModel reads a person model, which the service shows only in a list (X13). All such reads of an account
// share one list until it is 30 seconds old or this client writes a person model of the account. What the list lacks is
// gone only if the service says so when it is asked for the model's persons (X17): IsNotFound is then true for the error. A
// model that exists and that further lists lack as well is a NotListedError.
func (c *Client) ReadPersonModel(ctx context.Context, a AccountRef, modelID string) (*PersonModel, error) {
	id := strings.ToLower(modelID)
	list, err := c.personModelLists.current(ctx, a, "", nil)
	if found := list.get(id); err != nil || found != nil {
		return found, err
	}
	if _, err := c.ListPersons(ctx, a, modelID, PersonsQuery{Limit: 1}); err != nil {
		return nil, err
	}
	found, err := c.personModelLists.awaited(ctx, a, "", id, list)
	if err == nil && found == nil {
		err = &NotListedError{Object: "person model " + modelID}
	}
	return found, err
}

// NotListedError means that an object exists, and that the service's list does not show it.
type NotListedError struct{ Object string }

func (e *NotListedError) Error() string {
	return e.Object + " exists, but the service's list does not show it at the moment"
}

// FindPersonModels looks for the person model of a name, in the list that all reads share (X13), and returns its id. Names are
// unique.
func (c *Client) FindPersonModels(ctx context.Context, a AccountRef, name string) (ids []string, err error) {
	list, err := c.personModelLists.current(ctx, a, "", nil)
	return idsOf(list.named(name)), err
}

func (m PersonModel) keys() (id, name string) { return strings.ToLower(m.ID), m.Name }

func (m *PersonModel) nameField() *string { return &m.Name }

// CreatePersonModel creates a person model (X12). The request is sent once. If its answer is lost, the model is looked
// up by its name (X13), since names are unique. The models are listed before as well, so that an older model is never
// taken for the new one. If nothing is found, the error is an AmbiguousError. A name that is taken is
// ErrorTypeAlreadyExists, and a model beyond the account's quota ErrorTypePersonModelsQuota, both with status 400.
func (c *Client) CreatePersonModel(ctx context.Context, a AccountRef, name string) (*PersonModel, error) {
	list := func(ctx context.Context) ([]PersonModel, error) { return c.ListPersonModels(ctx, a, "") }
	before, err := c.personModelLists.before(ctx, a, "", list)
	if err != nil {
		return nil, err
	}
	defer c.personModelLists.wrote(a, "")
	r := onPersonModels("X12", "create person model", http.MethodPost, a)
	r.OnlyOnce = true
	return creation[PersonModel]{
		claims: &c.personModelLists.creates, account: a, name: name, before: before, list: list, isIt: hasName[PersonModel](name),
		send: func() (*PersonModel, error) { return doWithName(ctx, c, r, name, (*PersonModel).nameField) },
	}.run(ctx)
}

// RenamePersonModel renames a person model, the default one too, and returns what the service holds (X14). A name that
// is taken is ErrorTypeAlreadyExists with status 400.
func (c *Client) RenamePersonModel(ctx context.Context, a AccountRef, modelID, name string) (*PersonModel, error) {
	defer c.personModelLists.wrote(a, "")
	return doWithName(ctx, c, onPersonModels("X14", "rename person model", http.MethodPut, a, modelID), name, (*PersonModel).nameField)
}

// DeletePersonModel deletes a person model and its persons (X15). The default one cannot be deleted: status 400,
// ErrorTypeDefaultPersonModel.
func (c *Client) DeletePersonModel(ctx context.Context, a AccountRef, modelID string) error {
	defer c.personModelLists.wrote(a, "")
	return c.send(ctx, onPersonModels("X15", "delete person model", http.MethodDelete, a, modelID))
}
