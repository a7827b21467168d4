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
		{operation: ListFaces, route: "GET " + faces, query: []string{"pageSize", "skip", "sourceType"}, handle: on((*call).person, listFaces)},
		{operation: CreatePersonModel, route: "POST " + models, query: name, handle: createPersonModel},
		{operation: ListPersonModels, route: "GET " + models, query: []string{"personNamePrefix"}, handle: listPersonModels},
		{operation: RenamePersonModel, route: "PUT " + model, query: name, handle: on((*call).personModel, renamePersonModel)},
		{operation: DeletePersonModel, route: "DELETE " + model, handle: on((*call).personModel, deletePersonModel)},
		{operation: CreatePerson, route: "POST " + persons, query: name, handle: on((*call).personModel, createPerson)},
		{operation: ListPersons, route: "GET " + persons, query: []string{"namePrefix", "pageSize", "skip"}, handle: on((*call).personModel, listPersons)},
		{operation: RenamePerson, route: "PUT " + person, query: name, handle: on((*call).person, renamePerson)},
		{operation: DeletePerson, route: "DELETE " + person, handle: on((*call).person, deletePerson)},
		{operation: AddFaces, route: "POST " + faces, body: bodyJSON, handle: on((*call).person, addFaces)},
		{operation: DeleteFace, route: "DELETE " + faces + "/{faceId}", handle: on((*call).person, deleteFace)},
	}
}

// personModel returns the person model of the path. Otherwise it answers the call and returns nil.
func (c *call) personModel() *personModel {
	m := find(c.account.personModels, c.path("personModelId"))
	if m == nil {
		c.notFound("the person model was not found")
	}
	return m
}

// person returns the person of the path. Otherwise it answers the call and returns nil.
func (c *call) person() *person {
	m := c.personModel()
	if m == nil {
		return nil
	}
	p := find(m.persons, c.path("personId"))
	if p == nil {
		c.notFound("the person was not found")
	}
	return p
}

// nameQuery returns the parameter name, which must be there.
func (c *call) nameQuery() (string, bool) {
	name, given := c.text("name")
	if !given {
		return "", c.invalid("name is missing")
	}
	if strings.TrimSpace(name) == "" {
		return "", c.refuse("the name is empty")
	}
	return name, true
}

// personModelNameIsFree refuses the name of a person model other than m.
func (c *call) personModelNameIsFree(m *personModel, name string) bool {
	isTaken := slices.ContainsFunc(c.account.personModels, func(other *personModel) bool {
		return other != m && strings.EqualFold(other.Name, name)
	})
	return !isTaken || c.fail(http.StatusBadRequest, "ALREADY_EXISTS", "another person model has that name")
}

// personNameIsFree refuses the name of a person of m other than p, where the variant demands unique
// names.
func (c *call) personNameIsFree(m *personModel, p *person, name string) bool {
	isTaken := c.opts.uniquePersonNames && slices.ContainsFunc(m.persons, func(other *person) bool {
		return other != p && strings.EqualFold(other.Name, name)
	})
	return !isTaken ||
		c.fail(http.StatusBadRequest, "PERSON_NAME_NOT_UNIQUE", "another person of the model has that name")
}

// maxPersonModels are those of an account, the default one included.
const maxPersonModels = 50

func createPersonModel(c *call) {
	name, ok := c.nameQuery()
	if !ok || !c.personModelNameIsFree(nil, name) {
		return
	}
	if len(c.account.personModels) >= maxPersonModels {
		c.fail(http.StatusBadRequest, "ACCOUNT_REACHED_PERSON_MODELS_QUOTA", "the account holds as many person models as it can")
		return
	}
	m := c.account.addPersonModel(PersonModel{ID: c.s.newID("person model", c.account.ID, name), Name: name})
	c.account.notYetListed[m] = c.s.begin(c.opts.othersListed)
	c.json(http.StatusCreated, m.body())
}

// listPersonModels lists all models or, with a prefix, the models that have a person of such a
// name.
func listPersonModels(c *call) {
	prefix, _ := c.text("personNamePrefix")
	list := []map[string]any{}
	for _, m := range listed(c, c.account.personModels) {
		if prefix == "" || len(m.named(prefix)) > 0 {
			list = append(list, m.body())
		}
	}
	c.json(http.StatusOK, list)
}

// named returns the persons whose names begin with a prefix, in any letter case.
func (m *personModel) named(prefix string) []*person {
	var found []*person
	for _, p := range m.persons {
		if strings.HasPrefix(strings.ToLower(p.Name), strings.ToLower(prefix)) {
			found = append(found, p)
		}
	}
	return found
}

func renamePersonModel(c *call, m *personModel) {
	if name, ok := c.nameQuery(); ok && c.personModelNameIsFree(m, name) {
		m.Name = name
		c.json(http.StatusOK, m.body())
	}
}

func deletePersonModel(c *call, m *personModel) {
	if m.IsDefault {
		c.fail(
			http.StatusBadRequest, "DEFAULT_PERSON_MODEL_CANNOT_BE_DELETED",
			"the default person model cannot be deleted",
		)
		return
	}
	c.account.personModels = remove(c.account.personModels, m.ID)
	c.empty(http.StatusNoContent)
}

func (m *personModel) body() map[string]any {
	return map[string]any{"id": m.ID, "name": m.Name, "isDefault": m.IsDefault, "personsCount": len(m.persons)}
}

func createPerson(c *call, m *personModel) {
	if name, ok := c.nameQuery(); ok && c.personNameIsFree(m, nil, name) {
		p := c.s.addPerson(m, Person{ID: c.s.newID("person", m.ID, name), Name: name})
		c.account.notYetListed[p] = c.s.begin(c.opts.othersListed)
		c.json(http.StatusCreated, c.personBody(p))
	}
}

func listPersons(c *call, m *personModel) {
	asked := c.page(defaultPageSize, maxPageSize)
	prefix, _ := c.text("namePrefix")
	found := listed(c, m.named(prefix))
	body := map[string]any{"results": bodies(asked, found, c.personBody), "pageSize": asked.size, "skip": asked.skip}
	if c.opts.showsPersonsTotal {
		body["totalCount"] = len(found)
	}
	c.json(http.StatusOK, body)
}

func renamePerson(c *call, p *person) {
	if name, ok := c.nameQuery(); ok && c.personNameIsFree(c.personModel(), p, name) {
		p.Name = name
		c.stampPerson(p)
		c.json(http.StatusOK, c.personBody(p))
	}
}

func deletePerson(c *call, p *person) {
	m := c.personModel()
	m.persons = remove(m.persons, p.ID)
	c.empty(http.StatusNoContent)
}

// stampPerson marks a person as written now.
func (c *call) stampPerson(p *person) {
	p.LastModified, p.LastModifierName = c.s.later(p.LastModified), DefaultUserName
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

// addFaces takes all of the pictures or none.
func addFaces(c *call, p *person) {
	var addresses []string
	if !c.read(c.body, "the body", required("urls", &addresses)) || !c.takesPictures(addresses) {
		return
	}
	ids := []string{}
	for _, address := range addresses {
		face := Face{ID: c.s.newID("face", p.ID, address), State: "Ok", SourceType: UploadedPicture, URL: address}
		p.faces = append(p.faces, face)
		c.account.notYetListed[faceID(face.ID)] = c.s.begin(c.opts.othersListed)
		ids = append(ids, face.ID)
	}
	c.stampPerson(p)
	c.json(http.StatusCreated, ids)
}

// takesPictures refuses what AddFaces cannot make faces of.
func (c *call) takesPictures(addresses []string) bool {
	if len(addresses) == 0 {
		return c.refuse("urls is empty")
	}
	for i, address := range addresses {
		if _, ok := webURL(address); !ok {
			return c.refuse("urls[%d] is not an http or https URL", i)
		}
		for part, errorType := range c.opts.refusedPictures {
			if strings.Contains(address, part) {
				return c.fail(
					http.StatusBadRequest, errorType, fmt.Sprintf("the picture of urls[%d] cannot be used", i),
				)
			}
		}
	}
	return true
}

func deleteFace(c *call, p *person) {
	before := len(p.faces)
	p.faces = slices.DeleteFunc(p.faces, func(f Face) bool { return strings.EqualFold(f.ID, c.path("faceId")) })
	if len(p.faces) == before {
		c.notFound("the face was not found")
		return
	}
	c.stampPerson(p)
	c.empty(http.StatusNoContent)
}

// faceID is the address by which lists know a face.
type faceID string

func listFaces(c *call, p *person) {
	asked := c.page(defaultPageSize, defaultPageSize)
	sourceType, given := c.text("sourceType")
	faces := slices.DeleteFunc(slices.Clone(p.faces), func(f Face) bool {
		isOther := given && f.SourceType != sourceType
		return isOther || !c.account.lists(faceID(f.ID), c.now())
	})
	results := bodies(asked, faces, Face.body)
	c.json(http.StatusOK, map[string]any{
		"results": results, "pageSize": len(results), "skip": asked.skip, "totalCount": len(faces),
	})
}

func (f Face) body() map[string]any {
	return map[string]any{
		"id": f.ID, "state": f.State, "sourceType": f.SourceType, "sourceVideoId": orNull(f.SourceVideoID),
	}
}
