package mockserver

import (
	"net/http"
	"strings"
)

const personsPath = personModelsPath + "/{personModelId}/Persons"

func personListEndpoints() []*endpoint {
	account := []scopeKind{scopeAccount}
	name := []string{"name"}
	return []*endpoint{
		{
			number: X(16), method: http.MethodPost, pattern: personsPath, scopes: account, write: true, query: name,
			handle: createPerson,
		},
		{
			number: X(17), method: http.MethodGet, pattern: personsPath, scopes: account,
			query: []string{"namePrefix", "pageSize", "skip"}, handle: listPersons,
		},
		{
			number: X(18), method: http.MethodPut, pattern: personsPath + "/{personId}", scopes: account, write: true, query: name,
			handle: renamePerson,
		},
		{
			number: X(19), method: http.MethodDelete, pattern: personsPath + "/{personId}", scopes: account, write: true,
			handle: deletePerson,
		},
	}
}

// person returns the person of the path and its model.
func (c *call) person() (*personModel, *person, bool) {
	id, ok := c.guidPath("personId")
	if !ok {
		return nil, nil, false
	}
	m, ok := c.personModel()
	if !ok {
		return nil, nil, false
	}
	p := m.person(id)
	if p == nil {
		c.notFound("the person was not found")
	}
	return m, p, p != nil
}

// personNameIsFree refuses the name of a person of m other than p, where the variant demands unique names.
func (c *call) personNameIsFree(m *personModel, p *person, name string) bool {
	if !c.opts.extended.persons.uniqueNames {
		return true
	}
	for _, other := range m.persons {
		if other != p && strings.EqualFold(other.Name, name) {
			c.fail(http.StatusBadRequest, "PERSON_NAME_NOT_UNIQUE", "another person of the model has that name")
			return false
		}
	}
	return true
}

// createPerson is X16.
func createPerson(s *Server, c *call) {
	m, ok := c.personModel()
	if !ok {
		return
	}
	name, ok := c.nameQuery()
	if !ok || !c.personNameIsFree(m, nil, name) {
		return
	}
	p := s.addPerson(m, Person{ID: s.newID("person", m.ID, name), Name: name})
	c.json(http.StatusCreated, c.personBody(p))
}

// listPersons is X17.
func listPersons(_ *Server, c *call) {
	m, ok := c.personModel()
	if !ok {
		return
	}
	size, skip, ok := c.page(usualPage, c.opts.extended.persons.pageCap)
	if !ok {
		return
	}
	prefix, _ := c.textQuery("namePrefix")
	found := m.named(prefix)
	results := []map[string]any{}
	for _, p := range found[min(skip, len(found)):min(skip+size, len(found))] {
		results = append(results, c.personBody(p))
	}
	body := map[string]any{"results": results, "pageSize": size, "skip": skip}
	if c.opts.extended.persons.showsTotal {
		body["totalCount"] = len(found)
	}
	c.json(http.StatusOK, body)
}

// renamePerson is X18.
func renamePerson(_ *Server, c *call) {
	m, p, ok := c.person()
	if !ok {
		return
	}
	name, ok := c.nameQuery()
	if !ok || !c.personNameIsFree(m, p, name) {
		return
	}
	p.Name, p.LastModified, p.LastModifierName = name, c.now(), DefaultUserName
	c.json(http.StatusOK, c.personBody(p))
}

// deletePerson is X19.
func deletePerson(_ *Server, c *call) {
	if m, p, ok := c.person(); ok {
		m.removePerson(p.ID)
		c.empty(http.StatusNoContent)
	}
}

func (c *call) personBody(p *person) map[string]any {
	body := map[string]any{
		"id": p.ID, "name": p.Name, "sampleFace": nil, "lastModifierName": p.LastModifierName,
		"lastModified": c.timestamp(p.LastModified, TimeForm{Zone: "Z", FractionDigits: 3}),
	}
	if len(p.faces) > 0 {
		body["sampleFace"] = p.faces[0].wire()
	}
	return body
}
