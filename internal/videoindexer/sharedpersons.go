package videoindexer

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// ReadPerson reads a person, whom the service shows only in a list (X17). All such reads of a person model share one
// list until it is 30 seconds old or this client writes a person of the model. Who is not in it is looked for by name, and
// in another list; after a write, the name comes first. The result is nil if there is no such person. If the model is gone,
// the error is an APIError for which IsNotFound is true.
func (c *Client) ReadPerson(ctx context.Context, a AccountRef, modelID, personID, name string) (*Person, error) {
	var list *listing[Person]
	listed := func() (found *Person, err error) {
		list, err = c.personLists.fresh(ctx, a, modelID, list)
		return list.get(strings.ToLower(personID)), err
	}
	named := func() (*Person, error) {
		if name == "" {
			return nil, nil //nolint:nilnil // there is nothing to look for
		}
		return c.findPerson(ctx, a, modelID, personID, name)
	}
	looks := []func() (*Person, error){listed, named, listed}
	if c.personLists.isWritten(a, modelID) {
		looks = []func() (*Person, error){named, listed, listed}
	}
	for _, look := range looks {
		found, err := look()
		switch {
		case err != nil:
			return nil, err
		case found != nil && found.Unreadable != nil:
			return nil, &UnexpectedAnswerError{Operation: "list persons", Err: fmt.Errorf("person %s of the list: %w", found.ID, found.Unreadable)}
		case found != nil:
			return found, nil
		}
	}
	return nil, nil //nolint:nilnil // as documented
}

func (c *Client) listPersons(ctx context.Context, a AccountRef, modelID string) ([]Person, error) {
	return c.ListPersons(ctx, a, modelID, PersonsQuery{})
}

func (p Person) keys() (id, name string) { return strings.ToLower(p.ID), p.Name }

// FindPersons looks for the persons of a name, for a plan (X17). Names are not unique. The result is no fresher than
// that of ReadPerson.
func (c *Client) FindPersons(ctx context.Context, a AccountRef, modelID, name string) ([]Person, error) {
	list, err := c.personLists.recent(ctx, a, modelID, nil)
	if err != nil {
		return nil, err
	}
	found := list.named(name)
	slices.SortFunc(found, func(a, b Person) int { return strings.Compare(a.ID, b.ID) })
	return found, nil
}

// findPerson lists the persons whose names begin with a prefix up to the one with an id; nil where there is none.
func (c *Client) findPerson(ctx context.Context, a AccountRef, modelID, personID, prefix string) (*Person, error) {
	for person, err := range c.Persons(ctx, a, modelID, PersonsQuery{NamePrefix: prefix}) {
		if err != nil {
			return nil, err
		}
		if strings.EqualFold(person.ID, personID) {
			return &person, nil
		}
	}
	return nil, nil //nolint:nilnil // as documented
}

func personWithID(persons []Person, id string) *Person {
	for _, person := range persons {
		if strings.EqualFold(person.ID, id) {
			return &person
		}
	}
	return nil
}
