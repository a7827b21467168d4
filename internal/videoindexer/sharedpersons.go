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
	// proves that a person exists. Who is not in whole, which costs another request, is looked for by name, and in again.
	likely, whole, again sharedLists[map[string]*Person]
}

func (p *personLists) written(a AccountRef) {
	p.likely.written(a)
	p.whole.written(a)
	p.again.written(a)
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
// name that the person last had. The result is nil if there is no such person: neither the whole list, read twice, nor
// the list of persons of that name shows one. If the model is gone, the error is an APIError for which IsNotFound is true.
func (c *Client) ReadPerson(ctx context.Context, a AccountRef, modelID, personID, name string) (*Person, error) {
	lists, all := c.personLists.of(modelID), c.allPersons(modelID)
	in := func(list *sharedLists[map[string]*Person], fetch fetchList[map[string]*Person]) func() (*Person, error) {
		return func() (*Person, error) {
			byID, isCurrent, err := list.current(ctx, a, fetch)
			if err != nil || !isCurrent {
				return nil, err
			}
			return byID[strings.ToLower(personID)], nil
		}
	}
	named := func() (*Person, error) {
		if name == "" {
			return nil, nil //nolint:nilnil // there is nothing to look for
		}
		return c.findPerson(ctx, a, modelID, personID, name)
	}
	fresh := func() (*Person, error) {
		byID, err := all(ctx, a)
		return byID[strings.ToLower(personID)], err
	}
	looks := []func() (*Person, error){in(&lists.likely, c.likelyPersons(modelID)), in(&lists.whole, all), named, in(&lists.again, all)}
	if !lists.again.isCurrent(a) {
		looks = []func() (*Person, error){named, fresh, fresh}
	}
	for _, look := range looks {
		found, err := look()
		if err != nil {
			return nil, err
		}
		if found != nil {
			person := *found
			return person.whole()
		}
	}
	return nil, nil //nolint:nilnil // as documented
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
		return personsByID(c.ListPersons(ctx, a, modelID, PersonsQuery{}))
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
