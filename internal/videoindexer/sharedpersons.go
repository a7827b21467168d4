package videoindexer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// personLists are the shared lists of persons of a person model.
type personLists struct {
	// likely ends with the first page that is shorter than asked for, which is the last page of most services. It
	// proves that a person exists. Only whole, which costs another request, proves that a person does not exist.
	likely, whole sharedLists[map[string]*Person]
}

func (p *personLists) written(a AccountRef) {
	p.likely.written(a)
	p.whole.written(a)
}

// personListsByModel hold the shared lists of every person model.
type personListsByModel struct {
	mu     sync.Mutex
	models map[string]*personLists
}

func (p *personListsByModel) of(modelID string) *personLists {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.models == nil {
		p.models = map[string]*personLists{}
	}
	key := strings.ToLower(modelID)
	if p.models[key] == nil {
		p.models[key] = &personLists{}
	}
	return p.models[key]
}

// ReadPerson reads a person, whom the service shows only in a list (X17). All such reads of a person model share one
// list until it is 30 seconds old or this client writes a person of the model. After that, the list is limited to the
// name that the person last had. The result is nil if there is no such person. If the model is gone, the error is an
// APIError for which IsNotFound is true.
func (c *Client) ReadPerson(ctx context.Context, a AccountRef, modelID, personID, name string) (*Person, error) {
	id := strings.ToLower(personID)
	lists := c.personLists.of(modelID)
	byID, isCurrent, err := lists.likely.current(ctx, a, c.likelyPersons(modelID))
	if err == nil && isCurrent && byID[id] == nil {
		byID, isCurrent, err = lists.whole.current(ctx, a, c.allPersons(modelID))
	}
	switch {
	case err != nil:
		return nil, err
	case isCurrent && byID[id] == nil:
		return nil, nil //nolint:nilnil // as documented
	case isCurrent:
		person := *byID[id]
		return person.whole()
	}
	found, err := c.findPerson(ctx, a, modelID, personID, name)
	if err == nil && found == nil && name != "" { // renamed by someone else
		found, err = c.findPerson(ctx, a, modelID, personID, "")
	}
	if err != nil || found == nil {
		return nil, err
	}
	return found.whole()
}

// whole returns a person of a list, or an error if the person could not be read.
func (p *Person) whole() (*Person, error) {
	if p.Unreadable != nil {
		return nil, &UnexpectedAnswerError{Operation: "list persons", Err: fmt.Errorf("person %s of the list: %w", p.ID, p.Unreadable)}
	}
	return p, nil
}

// allPersons lists the persons of a model by their ids in lower case.
func (c *Client) allPersons(modelID string) fetchList[map[string]*Person] {
	return func(ctx context.Context, a AccountRef) (map[string]*Person, error) {
		return personsByID(c.personPages(a, modelID, PersonsQuery{}).all(ctx))
	}
}

// likelyPersons is allPersons, but ends with the first page that is shorter than asked for.
func (c *Client) likelyPersons(modelID string) fetchList[map[string]*Person] {
	return func(ctx context.Context, a AccountRef) (map[string]*Person, error) {
		pages := c.personPages(a, modelID, PersonsQuery{})
		pages.endsShort = true
		return personsByID(pages.all(ctx))
	}
}

func personsByID(persons []Person, err error) (map[string]*Person, error) {
	byID := make(map[string]*Person, len(persons))
	for i := range persons {
		byID[strings.ToLower(persons[i].ID)] = &persons[i]
	}
	return byID, err
}

// FindPersons looks for the persons of a name, for a plan (X17). Names are not unique. The result is no fresher than
// that of ReadPerson, and may be incomplete if the service's pages are shorter than asked for.
func (c *Client) FindPersons(ctx context.Context, a AccountRef, modelID, name string) ([]Person, error) {
	byID, _, err := c.personLists.of(modelID).likely.recent(ctx, a, c.likelyPersons(modelID))
	var found []Person
	for _, person := range byID {
		if person.Name == name {
			found = append(found, *person)
		}
	}
	slices.SortFunc(found, func(a, b Person) int { return strings.Compare(a.ID, b.ID) })
	return found, err
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
