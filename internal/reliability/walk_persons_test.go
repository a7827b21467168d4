//go:build unix

package reliability

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// The resources of persons.
var (
	personModelKind = &kind{
		name: "person_model", needsExtended: true, isUnkeyed: true, policies: []string{"delete", "abandon"},
		draw:   func(w *walk) args { return args{"name": w.maybeLate(w.name())} },
		change: func(w *walk, d *declared) { d.args["name"] = w.maybeLate(w.name()) },
		objects: func(values map[string]any) map[string]string {
			return map[string]string{fmt.Sprintf("person_model/%v", values["person_model_id"]): ""}
		},
		wants: func(d *declared, _ string) fields { return fields{"name": plainly(d.args["name"])} },
	}
	personKind = &kind{
		name: "person", needsExtended: true, isUnkeyed: true, policies: []string{"delete", "abandon"},
		draw: drawPerson, change: changePerson,
		objects: func(values map[string]any) map[string]string {
			found := map[string]string{fmt.Sprintf("person/%v", values["person_id"]): ""}
			for label, face := range entriesAt(values, "faces") {
				if face, ok := face.(map[string]any); ok {
					found[fmt.Sprintf("face/%v", face["face_id"])] = label
				}
			}
			return found
		},
		wants: func(d *declared, label string) fields {
			if label == "" {
				return fields{"name": plainly(d.args["name"])}
			}
			if face := entryAt(d.args, "faces", label); face != nil {
				return fields{"url": plainly(face["url"])}
			}
			return nil
		},
	}
)

// attributeOf is an attribute of another declared resource.
type attributeOf struct {
	*declared
	name string
}

func drawPerson(w *walk) args {
	var models []*declared
	for _, d := range w.estate.all {
		if d.kind == personModelKind {
			models = append(models, d)
		}
	}
	if len(models) == 0 {
		return nil
	}
	a := args{"person_model_id": attributeOf{pick(w.Rand, models...), "person_model_id"}, "name": w.maybeLate(w.name())}
	if chance(w.Rand, 2) {
		a["faces"] = args{}
		for i := range w.IntN(4) {
			a["faces"].(args)[fmt.Sprintf("%s %d", pick(w.Rand, words...), i)] = w.face()
		}
	}
	return a
}

func (w *walk) face() args {
	w.names++
	return args{"url": w.maybeLate(fmt.Sprintf("https://pictures.example/%d.jpg?a=b%%20c", w.names))}
}

func changePerson(w *walk, d *declared) {
	faces, _ := d.args["faces"].(args)
	labels := slices.Sorted(maps.Keys(faces))
	switch what := pick(w.Rand, "name", "add", "change", "remove", "none"); {
	case what == "name":
		d.args["name"] = w.maybeLate(w.name())
	case what == "add" || faces == nil:
		if faces == nil {
			faces = args{}
			d.args["faces"] = faces
		}
		faces[fmt.Sprintf("new %d", w.names)] = w.face()
	case what == "none":
		d.args["faces"] = pick[any](w.Rand, nil, args{})
	case len(labels) > 0 && what == "change":
		faces[pick(w.Rand, labels...)] = w.face()
	case len(labels) > 0:
		delete(faces, pick(w.Rand, labels...))
	}
}

// holdPersons adds what the service holds of persons.
func (s *walkedService) holdPersons(all holdings) {
	for _, m := range s.PersonModels(s.Account.ID) {
		model := "person_model/" + m.ID
		all[model] = fields{"name": m.Name, "is_default": m.IsDefault}
		for _, p := range s.Persons(s.Account.ID, m.ID) {
			person := "person/" + p.ID
			all[person] = fields{"name": p.Name, "in": model}
			for _, f := range s.Faces(s.Account.ID, m.ID, p.ID) {
				all["face/"+f.ID] = fields{"url": f.URL, "in": person}
			}
		}
	}
}

// meddleWithPersons has others change a person model or somebody in it, and reports whether there is one.
func (s *walkedService) meddleWithPersons(w *walk) bool {
	models := s.PersonModels(s.Account.ID)
	if len(models) == 0 {
		return false
	}
	m := pick(w.Rand, models...)
	persons := s.Persons(s.Account.ID, m.ID)
	what := pick(w.Rand, "rename model", "add person", "rename person", "remove person", "remove faces", "add face")
	if len(persons) == 0 && strings.Contains(what, "person") || len(persons) == 0 && strings.Contains(what, "face") {
		what = "add person"
	}
	p := append(persons, mockserver.Person{})[w.IntN(max(1, len(persons)))]
	w.note("others: %s of %q, %q", what, m.Name, p.Name)
	switch what {
	case "rename model":
		s.ChangePersonModel(s.Account.ID, m.ID, func(m *mockserver.PersonModel) { m.Name = w.name() })
	case "add person":
		s.AddPerson(s.Account.ID, m.ID, mockserver.Person{Name: w.name()})
	case "rename person":
		s.ChangePerson(s.Account.ID, m.ID, p.ID, func(p *mockserver.Person) { p.Name = w.name() })
	case "remove person":
		s.RemovePerson(s.Account.ID, m.ID, p.ID)
	case "remove faces":
		s.RemoveFaces(s.Account.ID, m.ID, p.ID, func(mockserver.Face) bool { return true })
		s.ChangePerson(s.Account.ID, m.ID, p.ID, func(*mockserver.Person) {}) // the service says that the person was changed
	case "add face":
		w.names++
		s.AddFaces(s.Account.ID, m.ID, p.ID, mockserver.Face{ID: fmt.Sprintf("%08d-1111-4111-8111-111111111111", w.names)})
	}
	return true
}
