package videoindexer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// personsPageSize is how many persons are asked for at a time.
const personsPageSize = 1000

// Person is a person of a person model.
type Person struct {
	ID   string
	Name string
	// SampleFaceID is empty where the person has no face.
	SampleFaceID string
	// LastModified is RFC 3339 in UTC, empty where the service leaves it out.
	LastModified     string
	LastModifierName string
	// Unreadable is the reason why only the id could be read from a list; nil if the person was read.
	Unreadable error
}

type personWire struct {
	ID         looseString `json:"id"`
	Name       string      `json:"name"`
	SampleFace *struct {
		ID looseString `json:"id"`
	} `json:"sampleFace"`
	LastModified     looseString `json:"lastModified"`
	LastModifierName looseString `json:"lastModifierName"`
}

func (w personWire) person() (Person, error) {
	if w.ID == "" {
		return Person{}, errors.New("the person has no id")
	}
	p := Person{ID: string(w.ID), Name: w.Name, LastModified: parseTimestamp(string(w.LastModified)), LastModifierName: string(w.LastModifierName)}
	if w.SampleFace != nil {
		p.SampleFaceID = string(w.SampleFace.ID)
	}
	return p, nil
}

// PersonsQuery says which persons of a model are wanted.
type PersonsQuery struct {
	// NamePrefix is what their names begin with; empty for all.
	NamePrefix string
	// Limit ends the list early; 0 for all persons.
	Limit int
}

// ListPersons reads the persons of a person model in the service's order, following the pages to the end or to the limit
// (X17). A missing model is an APIError for which IsNotFound is true.
func (c *Client) ListPersons(ctx context.Context, a AccountRef, modelID string, q PersonsQuery) ([]Person, error) {
	return c.persons(a, modelID, q).all(ctx)
}

func (c *Client) persons(a AccountRef, modelID string, q PersonsQuery) *pager[Person] {
	r := onPersonModels("X17", "list persons", http.MethodGet, a, modelID, "Persons")
	r.maxBytes = maxListBytes
	setText(r.query, "namePrefix", q.NamePrefix)
	return &pager[Person]{
		operation: r.operation,
		size:      personsPageSize,
		limit:     q.Limit,
		key:       func(p Person) string { return p.ID },
		fetch: func(ctx context.Context, skip, size int) (page[Person], error) {
			return doAndDecode(ctx, c, r.ofPage(skip, size), decodePersons)
		},
	}
}

// EachPersons passes the persons of ListPersons to use, page by page, until use returns false.
func (c *Client) EachPersons(ctx context.Context, a AccountRef, modelID string, q PersonsQuery, use func([]Person) bool) error {
	pages := c.persons(a, modelID, q)
	pages.use = use
	_, err := pages.all(ctx)
	return err
}

func decodePersons(data []byte) (page[Person], error) {
	var wire struct {
		Results    []json.RawMessage `json:"results"`
		TotalCount *float64          `json:"totalCount"`
	}
	if err := decodeJSON(data, &wire); err != nil {
		return page[Person]{}, err
	}
	if wire.Results == nil && (wire.TotalCount == nil || *wire.TotalCount != 0) {
		return page[Person]{}, errors.New("the answer has no results")
	}
	fetched := page[Person]{items: make([]Person, len(wire.Results))}
	if wire.TotalCount != nil {
		fetched.total = int(max(0, min(*wire.TotalCount, math.MaxInt32)))
	}
	for i, element := range wire.Results {
		var one personWire
		unreadable := decodeListed(element, &one, &one.ID)
		person, err := one.person()
		if err != nil {
			return page[Person]{}, fmt.Errorf("person %d of the page: %w", i+1, cmp.Or(unreadable, err))
		}
		person.Unreadable = unreadable
		fetched.items[i] = person
	}
	return fetched, nil
}

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

// CreatePerson creates a person (X16). The request is sent once. Names need not be unique: the persons of that name are
// listed before (X17), so that the new one can be found if the answer is lost. If it is not found, the error is an
// AmbiguousError. If the service requires unique names, a name that is taken is ErrorTypePersonNameNotUnique with
// status 400.
func (c *Client) CreatePerson(ctx context.Context, a AccountRef, modelID, name string) (*Person, error) {
	before, err := c.ListPersons(ctx, a, modelID, PersonsQuery{NamePrefix: name})
	if err != nil {
		return nil, err
	}
	c.personLists.of(modelID).written(a)
	r := onPersonModels("X16", "create person", http.MethodPost, a, modelID, "Persons")
	r.query.Set("name", name)
	r.onlyOnce = true
	person, err := doAndDecode(ctx, c, r, decodePerson)
	if !isOpen(err) {
		return person, err
	}
	return findCreated(ctx, err, func(ctx context.Context) (*Person, error) {
		after, err := c.ListPersons(ctx, a, modelID, PersonsQuery{NamePrefix: name})
		after = slices.DeleteFunc(after, func(p Person) bool { return p.Name != name || find(before, p.ID) != nil })
		if err != nil || len(after) != 1 { // two new ones: someone else made one of them
			return nil, err
		}
		return &after[0], nil
	})
}

// RenamePerson renames a person (X18).
func (c *Client) RenamePerson(ctx context.Context, a AccountRef, modelID, personID, name string) (*Person, error) {
	c.personLists.of(modelID).written(a)
	r := onPersonModels("X18", "rename person", http.MethodPut, a, modelID, "Persons", personID)
	r.query.Set("name", name)
	return doAndDecode(ctx, c, r, decodePerson)
}

// DeletePerson deletes a person and the faces (X19). One that is gone is an APIError for which IsNotFound is true.
func (c *Client) DeletePerson(ctx context.Context, a AccountRef, modelID, personID string) error {
	c.personLists.of(modelID).written(a)
	return c.send(ctx, onPersonModels("X19", "delete person", http.MethodDelete, a, modelID, "Persons", personID))
}

// AddFaces adds pictures of a person, by their addresses, and returns the faces' ids in the same order (X20). It is never
// repeated once it may have reached the service: then the error is an AmbiguousError, and ListFaces shows what was added.
func (c *Client) AddFaces(ctx context.Context, a AccountRef, modelID, personID string, urls []string) ([]string, error) {
	content, err := jsonBody(map[string][]string{"urls": urls})
	if err != nil {
		return nil, err
	}
	c.personLists.of(modelID).written(a)
	r := onPersonModels("X20", "add faces", http.MethodPost, a, modelID, "Persons", personID, "Faces")
	r.onlyOnce, r.body = true, content
	return doAndDecode(ctx, c, r, func(body []byte) ([]string, error) { return decodeFaceIDs(body, len(urls)) })
}

// decodeFaceIDs reads the ids of the faces that were made from a number of pictures.
func decodeFaceIDs(body []byte, pictures int) ([]string, error) {
	var ids []looseString
	if err := decodeJSON(body, &ids); err != nil {
		return nil, err
	}
	if len(ids) != pictures {
		return nil, fmt.Errorf("%d ids were returned for %d pictures", len(ids), pictures)
	}
	faces := make([]string, len(ids))
	for i, id := range ids {
		if faces[i] = string(id); id == "" {
			return nil, fmt.Errorf("the id of face %d is empty", i+1)
		}
	}
	return faces, nil
}

// DeleteFace deletes a face of a person (X21). One that is gone is an APIError for which IsNotFound is true.
func (c *Client) DeleteFace(ctx context.Context, a AccountRef, modelID, personID, faceID string) error {
	c.personLists.of(modelID).written(a)
	return c.send(ctx, onPersonModels("X21", "delete face", http.MethodDelete, a, modelID, "Persons", personID, "Faces", faceID))
}

func decodePerson(body []byte) (*Person, error) {
	var wire personWire
	if err := decodeJSON(body, &wire); err != nil {
		return nil, err
	}
	person, err := wire.person()
	return &person, err
}
