package mockserver

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

func personEndpoints() []*endpoint {
	const (
		models  = accountPath + "/Customization/PersonModels"
		model   = models + "/{personModelId}"
		persons = model + "/Persons"
		person  = persons + "/{personId}"
		faces   = person + "/Faces"
	)
	name := []string{"name"}
	return []*endpoint{
		{
			operation: ListFaces, route: "GET " + faces,
			query: []string{"pageSize", "skip", "sourceType"}, handle: forObject((*call).person, listFaces),
		},
		{
			operation: CreatePersonModel, route: "POST " + models,
			query: name, handle: createPersonModel,
		},
		{
			operation: ListPersonModels, route: "GET " + models,
			query: []string{"personNamePrefix"}, handle: listPersonModels,
		},
		{
			operation: RenamePersonModel, route: "PUT " + model,
			query: name, handle: forObject((*call).personModel, renamePersonModel),
		},
		{
			operation: DeletePersonModel, route: "DELETE " + model,
			handle: forObject((*call).personModel, deletePersonModel),
		},
		{
			operation: CreatePerson, route: "POST " + persons,
			query: name, handle: forObject((*call).personModel, createPerson),
		},
		{
			operation: ListPersons, route: "GET " + persons,
			query: []string{"namePrefix", "pageSize", "skip"}, handle: forObject((*call).personModel, listPersons),
		},
		{
			operation: RenamePerson, route: "PUT " + person,
			query: name, handle: forObject((*call).person, renamePerson),
		},
		{
			operation: DeletePerson, route: "DELETE " + person,
			handle: forObject((*call).person, deletePerson),
		},
		{
			operation: AddFace, route: "POST " + faces,
			body: bodyJSON, handle: forObject((*call).person, addFaces),
		},
		{
			operation: DeleteFace, route: "DELETE " + faces + "/{faceId}",
			handle: forObject((*call).person, deleteFace),
		},
	}
}

// personModel returns the person model of the path. Otherwise it answers the call and returns nil.
func (c *call) personModel() *personModel {
	m := findByID(c.account.personModels, c.pathText("personModelId"))
	if m == nil {
		c.respondNotFound("the person model was not found")
	}
	return m
}

// person returns the person of the path. Otherwise it answers the call and returns nil.
func (c *call) person() *person {
	m := c.personModel()
	if m == nil {
		return nil
	}
	p := findByID(m.persons, c.pathText("personId"))
	if p == nil {
		c.respondNotFound("the person was not found")
	}
	return p
}

// queryName returns the parameter name, which is required.
func (c *call) queryName() (string, bool) {
	name, isGiven := c.queryText("name")
	if !isGiven {
		return "", c.respondInvalid("name is missing")
	}
	if strings.TrimSpace(name) == "" {
		return "", c.refuse("the name is empty")
	}
	return name, true
}

// requireFreePersonModelName responds with a refusal if a person model other than m has the name.
func (c *call) requireFreePersonModelName(m *personModel, name string) bool {
	isTaken := slices.ContainsFunc(c.account.personModels, func(other *personModel) bool {
		return other != m && strings.EqualFold(other.Name, name)
	})
	if !isTaken {
		return true
	}
	return c.respondError(http.StatusBadRequest, "ALREADY_EXISTS", "another person model has that name")
}

// requireFreePersonName responds with a refusal if a person of m other than p has the name, and the
// service requires unique names.
func (c *call) requireFreePersonName(m *personModel, p *person, name string) bool {
	isTaken := c.opts.uniquePersonNames && slices.ContainsFunc(m.persons, func(other *person) bool {
		return other != p && strings.EqualFold(other.Name, name)
	})
	if !isTaken {
		return true
	}
	return c.respondError(http.StatusBadRequest, "PERSON_NAME_NOT_UNIQUE", "another person of the model has that name")
}

// maxPersonModels is the highest number of person models in an account, the default model included.
const maxPersonModels = 50

func createPersonModel(c *call) {
	name, isValid := c.queryName()
	if !isValid {
		return
	}
	if !c.requireFreePersonModelName(nil, name) {
		return
	}
	if len(c.account.personModels) >= maxPersonModels {
		c.respondError(
			http.StatusBadRequest, "ACCOUNT_REACHED_PERSON_MODELS_QUOTA",
			"the account holds as many person models as it can",
		)
		return
	}
	m := c.account.addPersonModel(PersonModel{ID: c.server.newID("person model", c.account.ID, name), Name: name})
	c.account.notYetListed[m] = c.server.begin(c.opts.othersListed)
	c.respondJSON(http.StatusCreated, m.body())
}

// listPersonModels lists all models or, with a prefix, the models with a person whose name begins
// so.
func listPersonModels(c *call) {
	prefix, _ := c.queryText("personNamePrefix")
	list := []map[string]any{}
	for _, m := range shownInLists(c, c.account.personModels) {
		if prefix == "" || len(m.personsWithPrefix(prefix)) > 0 {
			list = append(list, m.body())
		}
	}
	c.respondJSON(http.StatusOK, list)
}

// personsWithPrefix returns the persons whose names begin with a prefix, in any letter case.
func (m *personModel) personsWithPrefix(prefix string) []*person {
	var found []*person
	for _, p := range m.persons {
		if strings.HasPrefix(strings.ToLower(p.Name), strings.ToLower(prefix)) {
			found = append(found, p)
		}
	}
	return found
}

func renamePersonModel(c *call, m *personModel) {
	name, isValid := c.queryName()
	if !isValid {
		return
	}
	if !c.requireFreePersonModelName(m, name) {
		return
	}
	m.Name = name
	c.respondJSON(http.StatusOK, m.body())
}

func deletePersonModel(c *call, m *personModel) {
	if m.IsDefault {
		c.respondError(
			http.StatusBadRequest, "DEFAULT_PERSON_MODEL_CANNOT_BE_DELETED",
			"the default person model cannot be deleted",
		)
		return
	}
	c.account.personModels = removeByID(c.account.personModels, m.ID)
	c.respondEmpty(http.StatusNoContent)
}

func (m *personModel) body() map[string]any {
	return map[string]any{"id": m.ID, "name": m.Name, "isDefault": m.IsDefault, "personsCount": len(m.persons)}
}

func createPerson(c *call, m *personModel) {
	name, isValid := c.queryName()
	if !isValid {
		return
	}
	if !c.requireFreePersonName(m, nil, name) {
		return
	}
	p := c.server.addPerson(m, Person{ID: c.server.newID("person", m.ID, name), Name: name})
	c.account.notYetListed[p] = c.server.begin(c.opts.othersListed)
	c.respondJSON(http.StatusCreated, c.personBody(p))
}

func listPersons(c *call, m *personModel) {
	asked := c.page(defaultPageSize, maxPageSize)
	prefix, _ := c.queryText("namePrefix")
	found := shownInLists(c, m.personsWithPrefix(prefix))
	body := map[string]any{
		"results": pageBodies(asked, found, c.personBody), "pageSize": asked.size, "skip": asked.skip,
	}
	if c.opts.showsPersonsTotal {
		body["totalCount"] = len(found)
	}
	c.respondJSON(http.StatusOK, body)
}

func renamePerson(c *call, p *person) {
	name, isValid := c.queryName()
	if !isValid {
		return
	}
	if !c.requireFreePersonName(c.personModel(), p, name) {
		return
	}
	p.Name = name
	c.stampPerson(p)
	c.respondJSON(http.StatusOK, c.personBody(p))
}

func deletePerson(c *call, p *person) {
	m := c.personModel()
	m.persons = removeByID(m.persons, p.ID)
	c.respondEmpty(http.StatusNoContent)
}

// stampPerson marks a person as written now.
func (c *call) stampPerson(p *person) {
	p.LastModified = c.server.later(p.LastModified)
	p.LastModifierName = DefaultUserName
}

func (c *call) personBody(p *person) map[string]any {
	body := map[string]any{
		"id": p.ID, "name": p.Name, "sampleFace": nil, "lastModifierName": p.LastModifierName,
		"lastModified": c.timestamp(p.LastModified, TimeForm{Zone: "Z", FractionDigits: 3}),
	}
	if len(p.faces) > 0 {
		body["sampleFace"] = p.faces[0].body()
	}
	return body
}

// addFaces adds all of the pictures or none.
func addFaces(c *call, p *person) {
	var addresses []string
	if !c.readObject(c.body, "the body", required("urls", &addresses)) {
		return
	}
	if !c.requirePictures(addresses) {
		return
	}
	ids := []string{}
	for _, address := range addresses {
		face := Face{ID: c.server.newID("face", p.ID, address), State: "Ok", SourceType: UploadedPicture, URL: address}
		p.faces = append(p.faces, face)
		c.account.notYetListed[faceID(face.ID)] = c.server.begin(c.opts.othersListed)
		ids = append(ids, face.ID)
	}
	c.stampPerson(p)
	c.respondJSON(http.StatusCreated, ids)
}

// requirePictures responds with a refusal if AddFace cannot make faces of the pictures.
func (c *call) requirePictures(addresses []string) bool {
	if len(addresses) == 0 {
		return c.refuse("urls is empty")
	}
	for i, address := range addresses {
		_, isURL := webURL(address)
		if !isURL {
			return c.refuse("urls[%d] is not an http or https URL", i)
		}
		for part, errorType := range c.opts.refusedPictures {
			if strings.Contains(address, part) {
				return c.respondError(
					http.StatusBadRequest, errorType, fmt.Sprintf("the picture of urls[%d] cannot be used", i),
				)
			}
		}
	}
	return true
}

func deleteFace(c *call, p *person) {
	before := len(p.faces)
	p.faces = slices.DeleteFunc(p.faces, func(f Face) bool { return strings.EqualFold(f.ID, c.pathText("faceId")) })
	if len(p.faces) == before {
		c.respondNotFound("the face was not found")
		return
	}
	c.stampPerson(p)
	c.respondEmpty(http.StatusNoContent)
}

// faceID is the address that identifies a face in lists.
type faceID string

func listFaces(c *call, p *person) {
	asked := c.page(defaultPageSize, defaultPageSize)
	sourceType, isGiven := c.queryText("sourceType")
	faces := slices.DeleteFunc(slices.Clone(p.faces), func(f Face) bool {
		if isGiven && f.SourceType != sourceType {
			return true
		}
		isListed := c.account.pollListed(faceID(f.ID), c.now())
		return !isListed
	})
	results := pageBodies(asked, faces, Face.body)
	c.respondJSON(http.StatusOK, map[string]any{
		"results": results, "pageSize": len(results), "skip": asked.skip, "totalCount": len(faces),
	})
}

func (f Face) body() map[string]any {
	return map[string]any{
		"id": f.ID, "state": f.State, "sourceType": f.SourceType, "sourceVideoId": orNull(f.SourceVideoID),
	}
}
