package videoindexer

import (
	"context"
	"iter"
	"strings"
)

// PersonModel is a set of persons that the service recognizes.
type PersonModel struct {
	ID string `json:"id"`
	// Name is empty if the service does not return it.
	Name string `json:"name"`
	// IsDefault marks the model of videos without a person model id: it can be renamed, but not
	// deleted.
	IsDefault    bool  `json:"isDefault"`
	PersonsCount int32 `json:"personsCount"`
}

func (m *PersonModel) normalize() {
	m.Name = NormalText(m.Name)
}

func (m PersonModel) idAndName() (id, name string) { return strings.ToLower(m.ID), m.Name }

func (m *PersonModel) nameField() *string { return &m.Name }

// CreatePersonModel creates a person model (X12). The request is sent once. If its response is
// lost, the model is found by its name (X13), because names are unique. The models are also listed
// before the request, so that an older model is never mistaken for the new one. If no new model is
// found, the error is an AmbiguousError. If the name is taken, the error has
// ErrorTypeAlreadyExists; if the account has the maximum number of models,
// ErrorTypePersonModelsQuota. Both have status 400.
func (c *Client) CreatePersonModel(
	ctx context.Context, account AccountRef, name string,
) (*PersonModel, error) {
	list := func(ctx context.Context) ([]PersonModel, error) { return c.listPersonModels(ctx, account) }
	before, err := c.personModelLists.beforeCreate(ctx, account, "", list)
	if err != nil {
		return nil, err
	}
	defer c.personModelLists.invalidate(account, "")
	r := accountRequest(OperationCreatePersonModel, account)
	r.IsSentOnce = true
	create := creation[PersonModel]{
		recentWrites: c.recentWrites, collection: r.Path,
		name: name, before: before, list: list, matches: matchesName[PersonModel](name),
		send: func() (*PersonModel, error) { return doWithName[PersonModel](ctx, c, r, name) },
	}
	return create.run(ctx)
}

// ListPersonModels reads the person models of an account in the service's order (X13); with a
// prefix, those that have a person whose name begins with it.
func (c *Client) ListPersonModels(
	ctx context.Context, account AccountRef, personNamePrefix string,
) ([]PersonModel, error) {
	r := accountRequest(OperationListPersonModels, account)
	setText(r.Query, "personNamePrefix", personNamePrefix)
	return getList(ctx, c, r, "person model", decodeObject[PersonModel])
}

// listPersonModels reads all person models of an account.
func (c *Client) listPersonModels(ctx context.Context, account AccountRef) ([]PersonModel, error) {
	return c.ListPersonModels(ctx, account, "")
}

// GetCachedPersonModel reads a person model, which the service shows only in a list (X13). All such
// reads of an account share one list until it is 30 seconds old or this client writes a person
// model of the account. If the list lacks the model, the service is asked for the model's persons
// (X17): IsNotFound is true for the error only if this response confirms that the model does not
// exist. If the model exists, and later lists lack it as well, the error is a NotListedError.
func (c *Client) GetCachedPersonModel(
	ctx context.Context, account AccountRef, modelID string,
) (*PersonModel, error) {
	return c.personModelLists.find(ctx, account, "", modelID, func() (*PersonModel, error) {
		_, err := c.ListPersons(ctx, account, modelID, PersonsQuery{Limit: 1})
		return nil, err
	})
}

// FindPersonModels returns the id of the person model with a name, from the list that all reads
// share (X13). Names are unique.
func (c *Client) FindPersonModels(
	ctx context.Context, account AccountRef, name string,
) (ids []string, err error) {
	list, err := c.personModelLists.current(ctx, account, "", nil)
	return idsOf(list.named(name)), err
}

// RenamePersonModel renames a person model, which may be the default one, and returns the model of
// the service (X14). If the name is taken, the error has ErrorTypeAlreadyExists and status 400.
func (c *Client) RenamePersonModel(
	ctx context.Context, account AccountRef, modelID, name string,
) (*PersonModel, error) {
	defer c.personModelLists.invalidate(account, "")
	r := accountRequest(OperationRenamePersonModel, account, modelID)
	return doWithName[PersonModel](ctx, c, r, name)
}

// DeletePersonModel deletes a person model and its persons (X15). The default one cannot be
// deleted: status 400, ErrorTypeDefaultPersonModel.
func (c *Client) DeletePersonModel(ctx context.Context, account AccountRef, modelID string) error {
	defer c.personModelLists.invalidate(account, "")
	return c.doAndConfirm(ctx, accountRequest(OperationDeletePersonModel, account, modelID))
}

// PersonRef names a person by two ids.
type PersonRef struct {
	// ModelID is the id of the person model.
	ModelID string
	ID      string
}

// Person is a person of a person model.
type Person struct {
	ID string `json:"id"`
	// Name is empty if the service does not return it.
	Name string `json:"name"`
	// SampleFace is the picture with which the service shows the person. Its ID is empty if the
	// person has no face.
	SampleFace struct {
		ID string `json:"id"`
	} `json:"sampleFace"`
	// LastModified is RFC 3339 in UTC, and empty if the service does not return it.
	LastModified     string `json:"lastModified"`
	LastModifierName string `json:"lastModifierName"`
}

func (p *Person) normalize() {
	p.Name = NormalText(p.Name)
	p.LastModified = parseTimestamp(p.LastModified)
}

func (p Person) idAndName() (id, name string) { return strings.ToLower(p.ID), p.Name }

func (p *Person) nameField() *string { return &p.Name }

// PersonsQuery selects persons of a model.
type PersonsQuery struct {
	// NamePrefix is the beginning of their names; empty for all.
	NamePrefix string
	// Limit is the maximum number; 0 for all persons.
	Limit int
}

// CreatePerson creates a person (X16). The request is sent once. Names need not be unique. So that
// the new person can be found if the response is lost, the persons with that name are listed before
// the request (X17), and creates with the same name run one after the other. If the person is not
// found, the error is an AmbiguousError. If the service requires unique names, and the name is
// taken, the error has ErrorTypePersonNameNotUnique and status 400.
func (c *Client) CreatePerson(
	ctx context.Context, account AccountRef, modelID, name string,
) (*Person, error) {
	list := func(ctx context.Context) ([]Person, error) {
		return c.ListPersons(ctx, account, modelID, PersonsQuery{NamePrefix: name})
	}
	before, err := c.personLists.beforeCreate(ctx, account, modelID, list)
	if err != nil {
		return nil, err
	}
	defer c.personLists.invalidate(account, modelID)
	r := accountRequest(OperationCreatePerson, account, modelID)
	r.IsSentOnce = true
	create := creation[Person]{
		recentWrites: c.recentWrites, collection: r.Path,
		name: name, before: before, list: list, matches: matchesName[Person](name),
		send: func() (*Person, error) { return doWithName[Person](ctx, c, r, name) },
	}
	return create.run(ctx)
}

// ListPersons reads the persons of a person model in the service's order, with all pages, or as
// many as the limit needs (X17).
func (c *Client) ListPersons(
	ctx context.Context, account AccountRef, modelID string, q PersonsQuery,
) ([]Person, error) {
	return collect(c.IteratePersons(ctx, account, modelID, q))
}

// IteratePersons yields the persons of ListPersons as their pages come: a page is requested once
// the persons before it are used. If a page cannot be read, its error follows them.
func (c *Client) IteratePersons(
	ctx context.Context, account AccountRef, modelID string, q PersonsQuery,
) iter.Seq2[Person, error] {
	r := accountRequest(OperationListPersons, account, modelID)
	setText(r.Query, "namePrefix", q.NamePrefix)
	pages := newPager(c, r, "person", decodeObject[Person])
	pages.limit = q.Limit
	return pages.each(ctx)
}

// GetCachedPerson reads a person, whom the service shows only in a list (X17). All such reads of a
// person model share one list until it is 30 seconds old or this client writes a person of the
// model. If the list lacks the person, the person is searched by name. If that fails, the service
// is asked for the person's faces (22): IsNotFound is true for the error only if this response
// confirms that the person or the model does not exist. If the person exists, and later lists lack
// the person as well, the error is a NotListedError.
func (c *Client) GetCachedPerson(
	ctx context.Context, account AccountRef, person PersonRef, name string,
) (*Person, error) {
	return c.personLists.find(ctx, account, person.ModelID, person.ID, func() (*Person, error) {
		if name != "" {
			for listed, err := range c.IteratePersons(ctx, account, person.ModelID, PersonsQuery{NamePrefix: name}) {
				if err != nil {
					return nil, err
				}
				if strings.EqualFold(listed.ID, person.ID) {
					return &listed, nil
				}
			}
		}
		_, err := c.ListFaces(ctx, account, FacesQuery{Person: person, Limit: 1})
		return nil, err
	})
}

func (c *Client) listPersons(ctx context.Context, account AccountRef, modelID string) ([]Person, error) {
	return c.ListPersons(ctx, account, modelID, PersonsQuery{})
}

// FindPersons returns the ids of the persons with a name, for a plan (X17). Names are not unique.
// The result can be as old as that of GetCachedPerson.
func (c *Client) FindPersons(
	ctx context.Context, account AccountRef, modelID, name string,
) (ids []string, err error) {
	list, err := c.personLists.recent(ctx, account, modelID)
	return idsOf(list.named(name)), err
}

// RenamePerson renames a person, and returns the person of the service (X18). A name is refused
// with the errors of CreatePerson.
func (c *Client) RenamePerson(
	ctx context.Context, account AccountRef, person PersonRef, name string,
) (*Person, error) {
	defer c.personLists.invalidate(account, person.ModelID)
	r := accountRequest(OperationRenamePerson, account, person.ModelID, person.ID)
	return doWithName[Person](ctx, c, r, name)
}

// DeletePerson deletes a person with all faces (X19).
func (c *Client) DeletePerson(ctx context.Context, account AccountRef, person PersonRef) error {
	defer c.personLists.invalidate(account, person.ModelID)
	r := accountRequest(OperationDeletePerson, account, person.ModelID, person.ID)
	return c.doAndConfirm(ctx, r)
}
