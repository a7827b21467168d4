package mockserver_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const personModelsPath = "/Customization/PersonModels"

// addPerson adds a person model with a person, and returns the path of the person's model and of the person.
func (st *mediaServer) addPerson() (model, person string) {
	st.t.Helper()
	model = st.AddPersonModel(account, mockserver.PersonModel{Name: "Presenters"})
	person = st.AddPerson(account, model, mockserver.Person{Name: "Ada"})
	model = personModelsPath + "/" + model
	return model, model + "/Persons/" + person
}

func TestPersonModels(t *testing.T) {
	t.Parallel()
	st := newExtended(t)
	first := st.list(personModelsPath)
	same(t, len(first), 1)
	same(t, first[0], map[string]any{"id": st.PersonModels(account)[0].ID, "name": "Default", "isDefault": true, "personsCount": 0.0})

	made := st.send("POST", personModelsPath+"?name=Guests", "").is(201).object()
	same(t, made, map[string]any{"id": made["id"], "name": "Guests", "isDefault": false, "personsCount": 0.0})
	path := fmt.Sprintf("%s/%s", personModelsPath, made["id"])
	st.send("POST", personModelsPath+"?name=guests", "").fails(400, "ALREADY_EXISTS")
	st.send("PUT", path+"?name=default", "").fails(400, "ALREADY_EXISTS")
	same(t, st.send("PUT", path+"?name=GUESTS", "").is(200).object()["name"], any("GUESTS"))

	byDefault := fmt.Sprintf("%s/%s", personModelsPath, first[0]["id"])
	same(t, st.send("PUT", byDefault+"?name=Everybody", "").is(200).object()["isDefault"], any(true))
	st.send("DELETE", byDefault, "").fails(400, "DEFAULT_PERSON_MODEL_CANNOT_BE_DELETED")
	same(t, st.send("DELETE", path, "").is(204).body, "")
	st.send("DELETE", path, "").fails(404, "NOT_FOUND")
	st.send("PUT", path+"?name=Gone", "").fails(404, "NOT_FOUND")
	same(t, all(st.list(personModelsPath), "name"), []any{"Everybody"})
}

func TestPersonModelsByPersonName(t *testing.T) {
	t.Parallel()
	st := newExtended(t)
	st.addPerson()
	same(t, len(st.list(personModelsPath)), 2)
	found := st.list(personModelsPath + "?personNamePrefix=ad")
	same(t, all(found, "name"), []any{"Presenters"})
	same(t, found[0]["personsCount"], any(1.0))
	same(t, st.ChangePersonModel(account, found[0]["id"].(string), func(m *mockserver.PersonModel) { m.Name = "Others" }), true)
	same(t, all(st.list(personModelsPath), "name"), []any{"Default", "Others"})
}

func TestPersonModelRefusals(t *testing.T) {
	t.Parallel()
	st := newExtended(t, mockserver.PersonModelsQuota(2))
	st.send("POST", personModelsPath+"?name=%20", "").fails(400, "INVALID_INPUT")
	st.send("POST", personModelsPath+"?name=a", "").is(201)
	st.send("POST", personModelsPath+"?name=b", "").fails(400, "ACCOUNT_REACHED_PERSON_MODELS_QUOTA")
	st.refuses = true
	st.send("POST", personModelsPath, "").fails(400, "INVALID_INPUT")
	st.send("PUT", personModelsPath+"/me?name=b", "").fails(400, "INVALID_INPUT")
	st.expectViolations("name is missing", "personModelId is not a GUID")

	st = newExtended(t)
	for i := range 49 {
		st.send("POST", fmt.Sprintf("%s?name=m%d", personModelsPath, i), "").is(201)
	}
	st.send("POST", personModelsPath+"?name=last", "").fails(400, "ACCOUNT_REACHED_PERSON_MODELS_QUOTA")
}

func TestPersons(t *testing.T) {
	t.Parallel()
	clock := newClock()
	st := newExtended(t, mockserver.WithClock(clock.Now))
	model, _ := st.addPerson()
	made := st.send("POST", model+"/Persons?name=Grace", "").is(201).object()
	same(t, made, map[string]any{
		"id": made["id"], "name": "Grace", "sampleFace": nil, "lastModified": "2025-05-04T03:02:01.000Z", "lastModifierName": mockserver.DefaultUserName,
	})
	path := fmt.Sprintf("%s/Persons/%s", model, made["id"])
	clock.pass(time.Minute)
	got := st.send("PUT", path+"?name=Ada", "").is(200).object()
	same(t, []any{got["name"], got["lastModified"]}, []any{"Ada", "2025-05-04T03:03:01.000Z"})
	same(t, st.send("DELETE", path, "").is(204).body, "")
	st.send("DELETE", path, "").fails(404, "NOT_FOUND")
	st.send("PUT", path+"?name=Gone", "").fails(404, "NOT_FOUND")
	st.send("GET", personModelsPath+"/"+missing+"/Persons", "").fails(404, "NOT_FOUND")
	st.send("POST", personModelsPath+"/"+missing+"/Persons?name=a", "").fails(404, "NOT_FOUND")

	st = newExtended(t, mockserver.UniquePersonNames())
	model, path = st.addPerson()
	st.send("POST", model+"/Persons?name=ADA", "").fails(400, "PERSON_NAME_NOT_UNIQUE")
	st.send("POST", model+"/Persons?name=Grace", "").is(201)
	st.send("PUT", path+"?name=Grace", "").fails(400, "PERSON_NAME_NOT_UNIQUE")
	st.send("PUT", path+"?name=Ada", "").is(200)
	id := path[strings.LastIndex(path, "/")+1:]
	same(t, st.ChangePerson(account, model[strings.LastIndex(model, "/")+1:], id, func(p *mockserver.Person) { p.Name = "Changed" }), true)
	same(t, st.persons(model, "").Results[0]["name"], any("Changed"))
}

type personsPage struct {
	Results        []map[string]any
	PageSize, Skip int
	TotalCount     *int
}

func (st *mediaServer) persons(model, query string) personsPage {
	st.t.Helper()
	var page personsPage
	st.send("GET", model+"/Persons"+query, "").is(200).into(&page)
	return page
}

func TestPersonsPages(t *testing.T) {
	t.Parallel()
	crowd := func(st *mediaServer) string {
		t.Helper()
		model, _ := st.addPerson()
		for i := range 60 {
			st.AddPerson(account, model[strings.LastIndex(model, "/")+1:], mockserver.Person{Name: fmt.Sprintf("Extra %d", i)})
		}
		return model
	}
	st := newExtended(t)
	model := crowd(st)
	same(t, len(st.persons(model, "").Results), 25)
	page := st.persons(model, "?pageSize=100&skip=60")
	same(t, []any{len(page.Results), page.PageSize, page.Skip, page.TotalCount == nil}, []any{1, 100, 60, true})
	same(t, len(st.persons(model, "?skip=100").Results), 0)
	same(t, len(st.persons(model, "?namePrefix=extra%205").Results), 11)

	st = newExtended(t, mockserver.PageCap(10), mockserver.ShowsPersonsTotal())
	model = crowd(st)
	page = st.persons(model, "?pageSize=100")
	same(t, []any{len(page.Results), *page.TotalCount}, []any{10, 61})
	same(t, len(st.persons(model, "").Results), 10)
	st.refuses = true
	st.send("GET", model+"/Persons?pageSize=0", "").fails(400, "INVALID_INPUT")
}
