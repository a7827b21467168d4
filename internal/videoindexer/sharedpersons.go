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
	lists := c.personLists.of(modelID)
	for _, shared := range []*sharedLists[map[string]*Person]{&lists.likely, &lists.whole} {
		byID, isCurrent, err := shared.get(ctx, a, true, c.listByID(a, modelID, shared == &lists.likely))
		if err != nil {
			return nil, err
		}
		if !isCurrent {
			break
		}
		if found := byID[strings.ToLower(personID)]; found != nil {
			person := *found
			return person.whole()
		}
		if shared == &lists.whole {
			return nil, nil //nolint:nilnil // as documented
		}
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

// listByID lists the persons of a model by their ids in lower case.
func (c *Client) listByID(a AccountRef, modelID string, endsShort bool) func(context.Context) (map[string]*Person, error) {
	return func(ctx context.Context) (map[string]*Person, error) {
		pages := c.persons(a, modelID, PersonsQuery{})
		pages.endsShort = endsShort
		persons, err := pages.all(ctx)
		byID := make(map[string]*Person, len(persons))
		for i := range persons {
			byID[strings.ToLower(persons[i].ID)] = &persons[i]
		}
		return byID, err
	}
}

// FindPersons looks for the persons of a name, for a plan (X17). Names are not unique. The result is no fresher than
// that of ReadPerson, and may be incomplete if the service's pages are shorter than asked for.
func (c *Client) FindPersons(ctx context.Context, a AccountRef, modelID, name string) ([]Person, error) {
	byID, _, err := c.personLists.of(modelID).likely.get(ctx, a, false, c.listByID(a, modelID, true))
	var found []Person
	for _, person := range byID {
		if person.Name == name {
			found = append(found, *person)
		}
	}
	slices.SortFunc(found, func(a, b Person) int { return strings.Compare(a.ID, b.ID) })
	return found, err
}

// findPerson lists the persons whose names begin with a prefix up to the one with an id.
func (c *Client) findPerson(ctx context.Context, a AccountRef, modelID, personID, prefix string) (found *Person, err error) {
	err = c.EachPersons(ctx, a, modelID, PersonsQuery{NamePrefix: prefix}, func(page []Person) bool {
		found = find(page, personID)
		return found == nil
	})
	return found, err
}

func find(persons []Person, id string) *Person {
	for _, person := range persons {
		if strings.EqualFold(person.ID, id) {
			return &person
		}
	}
	return nil
}
