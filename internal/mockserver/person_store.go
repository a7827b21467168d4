package mockserver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// The values of sourceType of ListFaces.
const (
	UploadedPicture = "UploadedPicture"
	UploadedVideo   = "UploadedVideo"
)

// Face is one face of a person of a person model.
type Face struct {
	ID            string
	State         string // "" when added: Ok
	SourceType    string // "" when added: UploadedPicture
	SourceVideoID string // "" for a picture
	URL           string // of the picture; no operation returns it
}

// PersonModel is a person model of an account.
type PersonModel struct {
	ID        string // GUID
	Name      string
	IsDefault bool
}

// Person is a person of a person model.
type Person struct {
	ID               string // GUID
	Name             string
	LastModified     time.Time
	LastModifierName string
}

// personModel is a PersonModel with the persons in it. The server's lock guards it.
type personModel struct {
	PersonModel
	persons []*person // in the order of creation
}

type person struct {
	Person
	faces []Face
}

func (m *personModel) guid() string { return m.ID }

func (p *person) guid() string { return p.ID }

func (a *account) addPersonModel(m PersonModel) *personModel {
	m.ID = strings.ToLower(m.ID)
	added := &personModel{PersonModel: m}
	a.personModels = append(a.personModels, added)
	return added
}

func (s *Server) addPerson(m *personModel, p Person) *person {
	p.ID = strings.ToLower(p.ID)
	p.LastModified = cmp.Or(p.LastModified, s.now())
	p.LastModifierName = cmp.Or(p.LastModifierName, DefaultUserName)
	added := &person{Person: p}
	m.persons = append(m.persons, added)
	return added
}

func personModelOf(id string) func(*account) *personModel {
	return func(a *account) *personModel { return findByID(a.personModels, id) }
}

func personOf(modelID, id string) func(*account) *person {
	return func(a *account) *person {
		m := findByID(a.personModels, modelID)
		if m != nil {
			return findByID(m.persons, id)
		}
		return nil
	}
}

// AddPersonModel adds a person model outside of the API, and returns its id.
func (s *Server) AddPersonModel(accountID string, m PersonModel) string {
	s.withAccount(accountID, func(a *account) {
		if m.ID == "" {
			m.ID = s.newID("person model", a.ID, m.Name)
		}
		m.ID = a.addPersonModel(m).ID
	})
	return m.ID
}

// PersonModels returns the person models of an account in the order of creation.
func (s *Server) PersonModels(accountID string) []PersonModel {
	var all []PersonModel
	s.withAccount(accountID, func(a *account) {
		all = mapAll(a.personModels, func(m *personModel) PersonModel { return m.PersonModel })
	})
	return all
}

// ChangePersonModel changes a person model outside of the API, and returns whether it exists.
func (s *Server) ChangePersonModel(accountID, id string, change func(*PersonModel)) bool {
	return withObject(s, accountID, personModelOf(id), func(m *personModel) { change(&m.PersonModel) })
}

// AddPerson adds a person to a person model outside of the API, and returns its id, or "" where the
// model is missing.
func (s *Server) AddPerson(accountID, personModelID string, p Person) string {
	var id string
	withObject(s, accountID, personModelOf(personModelID), func(m *personModel) {
		if p.ID == "" {
			p.ID = s.newID("person", m.ID, p.Name)
		}
		id = s.addPerson(m, p).ID
	})
	return id
}

// Persons returns the persons of a person model in the order of creation.
func (s *Server) Persons(accountID, personModelID string) []Person {
	var all []Person
	withObject(s, accountID, personModelOf(personModelID), func(m *personModel) {
		all = mapAll(m.persons, func(p *person) Person { return p.Person })
	})
	return all
}

// ChangePerson changes a person outside of the API, and returns whether it exists.
func (s *Server) ChangePerson(accountID, personModelID, personID string, change func(*Person)) bool {
	return withObject(s, accountID, personOf(personModelID, personID), func(p *person) {
		change(&p.Person)
		p.LastModified = s.later(p.LastModified)
	})
}

// RemovePerson removes a person with all faces outside of the API, or the whole person model if
// personID is "".
func (s *Server) RemovePerson(accountID, personModelID, personID string) {
	s.withAccount(accountID, func(a *account) {
		m := findByID(a.personModels, personModelID)
		switch {
		case personID == "":
			a.personModels = removeByID(a.personModels, personModelID)
		case m != nil:
			m.persons = removeByID(m.persons, personID)
		}
	})
}

// Faces returns the faces of a person, oldest first.
func (s *Server) Faces(accountID, personModelID, personID string) []Face {
	var all []Face
	withObject(s, accountID, personOf(personModelID, personID), func(p *person) { all = slices.Clone(p.faces) })
	return all
}

// ChangeFaces changes every face of a person outside of the API, and returns whether the person
// exists.
func (s *Server) ChangeFaces(accountID, personModelID, personID string, change func(*Face)) bool {
	return withObject(s, accountID, personOf(personModelID, personID), func(p *person) {
		for i := range p.faces {
			change(&p.faces[i])
		}
	})
}

// RemoveFaces removes the faces of a person for which remove returns true, outside of the API.
func (s *Server) RemoveFaces(accountID, personModelID, personID string, remove func(Face) bool) {
	withObject(s, accountID, personOf(personModelID, personID), func(p *person) {
		p.faces = slices.DeleteFunc(p.faces, remove)
	})
}

// AddFaces adds faces to a person, and creates the person and its model if they are missing. Both
// ids are GUIDs. It reports whether the account exists.
func (s *Server) AddFaces(accountID, personModelID, personID string, faces ...Face) bool {
	added := slices.Clone(faces)
	for i := range added {
		added[i].State = cmp.Or(added[i].State, "Ok")
		added[i].SourceType = cmp.Or(added[i].SourceType, UploadedPicture)
	}
	return s.withAccount(accountID, func(a *account) {
		m := findByID(a.personModels, personModelID)
		if m == nil {
			m = a.addPersonModel(PersonModel{ID: personModelID, Name: "Model " + personModelID})
		}
		p := findByID(m.persons, personID)
		if p == nil {
			p = s.addPerson(m, Person{ID: personID, Name: "Person " + personID})
		}
		p.faces = append(p.faces, added...)
	})
}

// addSampleFaces adds n faces to a person, every third one from a video. Their ids follow from
// their order.
func (s *Server) addSampleFaces(accountID, personModelID, personID string, n int) {
	faces := make([]Face, n)
	for i := range faces {
		faces[i] = Face{ID: fmt.Sprintf("face0000-0000-4000-8000-%012d", i)}
		if i%3 == 2 {
			faces[i].SourceType = UploadedVideo
			faces[i].SourceVideoID = fmt.Sprintf("video%05d", i%100)
		}
	}
	s.AddFaces(accountID, personModelID, personID, faces...)
}
