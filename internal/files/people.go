package files

import (
	"fmt"
	"strings"
)

// PersonModel is a person model with its persons.
type PersonModel struct {
	Name    string            `tfsdk:"name"`
	Default bool              `tfsdk:"default"`
	Persons map[string]Person `tfsdk:"persons"`
}

// Person is a person with addresses of pictures by labels; nil if faces are not managed.
type Person struct {
	Name  string            `tfsdk:"name"`
	Faces map[string]string `tfsdk:"faces"`
}

// ParsePeople reads person models with their persons, by their keys.
func ParsePeople(content string) (map[string]PersonModel, error) {
	var mistakes mistakeList
	models := make(map[string]PersonModel)
	names := positions{}
	defaultAt := ""
	for _, entry := range readEntries(content, "write {} if there are no person models", &mistakes) {
		model := readPersonModel(entry)
		models[entry.key] = model
		position := entry.at.String()
		problem := ""
		switch {
		case model.Default && defaultAt != "":
			problem = fmt.Sprintf("the default person model is already in %s; an account has one", defaultAt)
		case model.Default:
			defaultAt = position
		default:
			earlier := names.add(model.Name, position)
			if earlier != "" {
				problem = fmt.Sprintf("the name %s is already in %s; "+
					"each person model has its own", quoted(model.Name), earlier)
			}
		}
		if problem != "" {
			mistakes.add(entry.at, entry.keys, problem)
		}
	}
	return models, mistakes.err()
}

func readPersonModel(e entry) (model PersonModel) {
	var name *string
	var isDefault *bool
	model.Persons = make(map[string]Person)
	e.readFields(
		"a person model",
		fieldReader{"name", func(v value) { name = v.name() }},
		fieldReader{"default", func(v value) { isDefault = v.flag() }},
		fieldReader{"persons", func(v value) {
			for _, person := range v.entries("persons") {
				model.Persons[person.key] = readPerson(person)
			}
		}},
	)
	model.Name = e.nameOrKey(name)
	model.Default = isDefault != nil && *isDefault
	return model
}

func readPerson(e entry) (person Person) {
	var name *string
	e.readFields(
		"a person",
		fieldReader{"name", func(v value) { name = v.name() }},
		fieldReader{"faces", func(v value) { person.Faces = readFaces(v) }},
	)
	person.Name = e.nameOrKey(name)
	return person
}

func readFaces(v value) (faces map[string]string) {
	if v.isNull() {
		return nil
	}
	faces = make(map[string]string)
	for _, face := range v.entries("faces") {
		address := face.text()
		switch {
		case address != nil && strings.TrimSpace(*address) != "":
			faces[face.key] = *address
		case address != nil || face.isNull():
			face.noteProblem("a face is empty; write the address of a picture, or remove it")
		}
	}
	return faces
}
