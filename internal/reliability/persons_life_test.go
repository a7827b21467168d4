//go:build unix

package reliability

import (
	"fmt"
	"slices"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// castID is the person model of the life of a person.
const castID = "8a1b2c3d-4e5f-4061-8273-9a0b1c2d3e4f"

// allowExtended lets the provider use extended operations.
func allowExtended(w *workspace) { w.setenv("VIDEOINDEXER_EXTENDED_OPERATIONS", "true") }

func personModelLife() life {
	block := func(name string) string {
		return fmt.Sprintf("resource \"videoindexer_person_model\" \"it\" {\n  name = %q\n}\n", name)
	}
	return life{
		options: []mockserver.Option{mockserver.Extended()},
		seed:    allowExtended,
		created: block("One"), changed: block("Two"),
		creates: true,
		stops:   "Account has a person model of that name",
		remedy:  func(w *workspace, _ report) { w.RemovePerson(w.Account.ID, w.PersonModels(w.Account.ID)[1].ID, "") },
		holds: func(w *workspace) string {
			var names []string
			for _, m := range w.PersonModels(w.Account.ID) {
				names = append(names, m.Name)
			}
			return strings.Join(names, ", ")
		},
		want: map[phase]string{create: "Default, One", update: "Default, Two", destroy: "Default"},
	}
}

// personLife looks at the newest person: an older one is what a crash has left.
func personLife() life {
	block := func(name string, pictures ...string) string {
		var faces strings.Builder
		for i, picture := range pictures {
			fmt.Fprintf(&faces, "    \"%c\" = { url = \"https://pictures.example/%s\" }\n", 'a'+i, picture)
		}
		return fmt.Sprintf("resource \"videoindexer_person\" \"it\" {\n  person_model_id = %q\n  name = %q\n  faces = {\n%s  }\n}\n", castID, name, faces.String())
	}
	return life{
		options: []mockserver.Option{mockserver.Extended()},
		seed: func(w *workspace) {
			allowExtended(w)
			w.AddPersonModel(w.Account.ID, mockserver.PersonModel{ID: castID, Name: "Cast"})
		},
		created: block("One", "1", "2"), changed: block("Two", "3", "2", "4"),
		creates: true,
		holds: func(w *workspace) string {
			persons := w.Persons(w.Account.ID, castID)
			if len(persons) == 0 {
				return "nothing"
			}
			p := persons[len(persons)-1]
			var faces []string
			for _, face := range w.Faces(w.Account.ID, castID, p.ID) {
				faces = append(faces, strings.TrimPrefix(face.URL, "https://pictures.example/"))
			}
			slices.Sort(faces)
			return p.Name + ": " + strings.Join(slices.Compact(faces), " ")
		},
		want: map[phase]string{create: "One: 1 2", update: "Two: 2 3 4", destroy: "nothing"},
	}
}

func imageModelLife() life {
	block := func(key string, version int) string {
		return fmt.Sprintf("resource \"videoindexer_image_model\" \"it\" {\n  endpoint = \"https://images.example\"\n  prediction_resource_id = \"p\"\n"+
			"  training_key_wo = %q\n  prediction_key_wo = \"k\"\n  keys_wo_version = %d\n}\n", key, version)
	}
	return life{
		options: []mockserver.Option{mockserver.Extended()},
		seed:    allowExtended,
		created: block("one", 1), changed: block("two", 2),
		holds: func(w *workspace) string {
			m, ok := w.ImageModel(w.Account.ID)
			if !ok {
				return "nothing"
			}
			return m.TrainingKey
		},
		want: map[phase]string{create: "one", update: "two", destroy: "nothing"},
	}
}
