package mockserver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Face is one face of a person of a person model.
type Face struct {
	ID            string
	State         string // "" when added: Ok
	SourceType    string // "" when added: UploadedPicture
	SourceVideoID string // "" for a picture
	URL           string // that a picture came from; no operation gives it back
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

func (m *media) personModel(id string) *personModel {
	for _, model := range m.persons {
		if strings.EqualFold(model.ID, id) {
			return model
		}
	}
	return nil
}

func (m *personModel) person(id string) *person {
	for _, p := range m.persons {
		if strings.EqualFold(p.ID, id) {
			return p
		}
	}
	return nil
}

func (a *account) addPersonModel(m PersonModel) *personModel {
	m.ID = strings.ToLower(m.ID)
	added := &personModel{PersonModel: m}
	a.media.persons = append(a.media.persons, added)
	return added
}

func (s *Server) addPerson(m *personModel, p Person) *person {
	p.ID = strings.ToLower(p.ID)
	p.LastModified, p.LastModifierName = cmp.Or(p.LastModified, s.now()), cmp.Or(p.LastModifierName, DefaultUserName)
	added := &person{Person: p}
	m.persons = append(m.persons, added)
	return added
}

// AddPersonModel adds a person model outside of the API, and returns its id.
func (s *Server) AddPersonModel(accountID string, m PersonModel) string {
	s.with(accountID, func(a *account) {
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
	s.with(accountID, func(a *account) {
		for _, m := range a.media.persons {
			all = append(all, m.PersonModel)
		}
	})
	return all
}

// ChangePersonModel changes a person model outside of the API, and returns whether it exists.
func (s *Server) ChangePersonModel(accountID, id string, change func(*PersonModel)) bool {
	var found *personModel
	s.with(accountID, func(a *account) {
		if found = a.media.personModel(id); found != nil {
			change(&found.PersonModel)
		}
	})
	return found != nil
}

// AddPerson adds a person to a person model outside of the API, and returns its id, or "" where the model is missing.
func (s *Server) AddPerson(accountID, personModelID string, p Person) string {
	var id string
	s.with(accountID, func(a *account) {
		m := a.media.personModel(personModelID)
		if m == nil {
			return
		}
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
	s.with(accountID, func(a *account) {
		if m := a.media.personModel(personModelID); m != nil {
			for _, p := range m.persons {
				all = append(all, p.Person)
			}
		}
	})
	return all
}

// withPerson runs f on a person under the lock, and returns whether it exists.
func (s *Server) withPerson(accountID, personModelID, personID string, f func(*person)) bool {
	var found *person
	s.with(accountID, func(a *account) {
		if m := a.media.personModel(personModelID); m != nil {
			if found = m.person(personID); found != nil {
				f(found)
			}
		}
	})
	return found != nil
}

// ChangePerson changes a person outside of the API, and returns whether it exists.
func (s *Server) ChangePerson(accountID, personModelID, personID string, change func(*Person)) bool {
	return s.withPerson(accountID, personModelID, personID, func(p *person) {
		change(&p.Person)
		p.LastModified = s.now()
	})
}

// Faces returns the faces of a person, oldest first.
func (s *Server) Faces(accountID, personModelID, personID string) []Face {
	var all []Face
	s.withPerson(accountID, personModelID, personID, func(p *person) { all = slices.Clone(p.faces) })
	return all
}

// ChangeFaces changes every face of a person outside of the API, and returns whether the person exists.
func (s *Server) ChangeFaces(accountID, personModelID, personID string, change func(*Face)) bool {
	return s.withPerson(accountID, personModelID, personID, func(p *person) {
		for i := range p.faces {
			change(&p.faces[i])
		}
	})
}

// AddFaces adds faces to a person. It creates the person and its model where they are missing; without faces it does
// only that. Both ids are GUIDs. It reports whether the account exists.
func (s *Server) AddFaces(accountID, personModelID, personID string, faces ...Face) bool {
	added := slices.Clone(faces)
	for i := range added {
		added[i].State = cmp.Or(added[i].State, "Ok")
		added[i].SourceType = cmp.Or(added[i].SourceType, UploadedPicture)
	}
	return s.with(accountID, func(a *account) {
		m := a.media.personModel(personModelID)
		if m == nil {
			m = a.addPersonModel(PersonModel{ID: personModelID, Name: "Model " + personModelID})
		}
		p := m.person(personID)
		if p == nil {
			p = s.addPerson(m, Person{ID: personID, Name: "Person " + personID})
		}
		p.faces = append(p.faces, added...)
	})
}

// SeedFaces adds n faces to a person; every third of them comes from a video. Ids follow from their order.
func (s *Server) SeedFaces(accountID, personModelID, personID string, n int) bool {
	faces := make([]Face, n)
	for i := range faces {
		faces[i] = Face{ID: fmt.Sprintf("face0000-0000-4000-8000-%012d", i), SourceType: UploadedPicture}
		if i%3 == 2 {
			faces[i].SourceType, faces[i].SourceVideoID = UploadedVideo, fmt.Sprintf("video%05d", i%100)
		}
	}
	return s.AddFaces(accountID, personModelID, personID, faces...)
}

// RemoveFaces removes the faces of a person for which remove returns true, outside of the API.
func (s *Server) RemoveFaces(accountID, personModelID, personID string, remove func(Face) bool) {
	s.withPerson(accountID, personModelID, personID, func(p *person) { p.faces = slices.DeleteFunc(p.faces, remove) })
}

// RemovePerson removes a person and its faces outside of the API, or the whole person model when personID is
// "".
func (s *Server) RemovePerson(accountID, personModelID, personID string) {
	s.with(accountID, func(a *account) {
		if personID == "" {
			a.media.removePersonModel(personModelID)
		} else if m := a.media.personModel(personModelID); m != nil {
			m.removePerson(personID)
		}
	})
}

func (m *media) removePersonModel(id string) {
	m.persons = slices.DeleteFunc(m.persons, func(model *personModel) bool { return strings.EqualFold(model.ID, id) })
}

func (m *personModel) removePerson(id string) {
	m.persons = slices.DeleteFunc(m.persons, func(p *person) bool { return strings.EqualFold(p.ID, id) })
}
