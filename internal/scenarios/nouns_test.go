package scenarios

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// verbs are all that can happen to the objects of the service.
var verbs = merged(brandVerbs, accountVerbs, videoVerbs, projectVerbs, languageVerbs, personVerbs)

func merged(all ...map[string]func(e event) error) map[string]func(e event) error {
	one := map[string]func(e event) error{}
	for _, some := range all {
		maps.Copy(one, some)
	}
	return one
}

// at is an argument by its number; "" if there is none.
func (e event) at(n int) string {
	if n >= len(e.arguments) {
		return ""
	}
	return e.arguments[n]
}

var accountVerbs = map[string]func(e event) error{
	"change account": func(e event) error {
		a, ok := e.Account(e.account)
		err := e.read(&a)
		e.AddAccount(a)
		return found(ok, err)
	},
	"set image-model": func(e event) error {
		m := mockserver.ImageModel{Endpoint: "https://images.example.com", PredictionResourceID: "/resources/prediction"}
		err := e.read(&m)
		e.SetImageModel(e.account, &m)
		return err
	},
	"change image-model": func(e event) error {
		m, ok := e.ImageModel(e.account)
		err := e.read(&m)
		e.SetImageModel(e.account, &m)
		return found(ok, err)
	},
	"remove image-model": func(e event) error {
		e.SetImageModel(e.account, nil)
		return nil
	},
}

var videoVerbs = map[string]func(e event) error{
	"add video": func(e event) error {
		var v mockserver.Video
		err := e.read(&v)
		return found(e.AddVideo(e.account, v), err)
	},
	"change video": func(e event) (err error) {
		return found(e.ChangeVideo(e.account, e.id(), func(v *mockserver.Video) { err = e.read(v) }), err)
	},
	"remove video": func(e event) error {
		e.RemoveVideo(e.account, e.id())
		return nil
	},
	"finish indexing": func(e event) error {
		return found(e.FinishIndexing(e.account, e.id(), mockserver.VideoState(e.at(1))), nil)
	},
}

var projectVerbs = map[string]func(e event) error{
	"add project": func(e event) error {
		var p mockserver.Project
		err := e.read(&p)
		return found(e.AddProject(e.account, p), err)
	},
	"change project": func(e event) (err error) {
		return found(e.ChangeProject(e.account, e.id(), func(p *mockserver.Project) { err = e.read(p) }), err)
	},
	"remove project": func(e event) error {
		e.RemoveProject(e.account, e.id())
		return nil
	},
	"finish render": func(e event) error {
		var failure json.RawMessage
		if e.object != "" {
			failure = json.RawMessage(e.object)
		}
		return found(e.FinishRender(e.account, e.id(), mockserver.RenderState(e.at(1)), failure), nil)
	},
}

var languageVerbs = map[string]func(e event) error{
	"add language-model": func(e event) error {
		var m mockserver.LanguageModel
		err := e.read(&m)
		e.AddLanguageModel(e.account, m)
		return err
	},
	"change language-model": func(e event) (err error) {
		return found(e.ChangeLanguageModel(e.account, e.id(), func(m *mockserver.LanguageModel) { err = e.read(m) }), err)
	},
	"remove language-model": func(e event) error {
		e.RemoveLanguageModel(e.account, e.id())
		return nil
	},
	"remove language-file": func(e event) error {
		return found(e.ChangeLanguageModel(e.account, e.id(), func(m *mockserver.LanguageModel) {
			m.Files = slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == e.at(1) })
		}), nil)
	},
	"add language-file": func(e event) (err error) {
		var f mockserver.LanguageFile
		err = e.read(&f)
		return found(e.ChangeLanguageModel(e.account, e.id(), func(m *mockserver.LanguageModel) { m.Files = append(m.Files, f) }), err)
	},
	"finish training": func(e event) error {
		return found(e.FinishTraining(e.account, e.id(), e.at(1)), nil)
	},
}

var personVerbs = map[string]func(e event) error{
	"add person-model": func(e event) error {
		var m mockserver.PersonModel
		err := e.read(&m)
		e.AddPersonModel(e.account, m)
		return err
	},
	"change person-model": func(e event) (err error) {
		return found(e.ChangePersonModel(e.account, e.id(), func(m *mockserver.PersonModel) { err = e.read(m) }), err)
	},
	"remove person-model": func(e event) error {
		e.RemovePerson(e.account, e.id(), "")
		return nil
	},
	"add person": func(e event) error {
		var p mockserver.Person
		err := e.read(&p)
		return found(e.AddPerson(e.account, e.id(), p) != "", err)
	},
	"change person": func(e event) (err error) {
		return found(e.ChangePerson(e.account, e.id(), e.at(1), func(p *mockserver.Person) { err = e.read(p) }), err)
	},
	"remove person": func(e event) error {
		if e.at(1) == "" {
			return fmt.Errorf("%s: want the ids of model and person", strings.Join(e.arguments, " "))
		}
		e.RemovePerson(e.account, e.id(), e.at(1))
		return nil
	},
	"add face": func(e event) error {
		f := mockserver.Face{State: "Ok", SourceType: "UploadedPicture"}
		err := e.read(&f)
		return found(e.AddFaces(e.account, e.id(), e.at(1), f), err)
	},
	"change faces": func(e event) (err error) {
		return found(e.ChangeFaces(e.account, e.id(), e.at(1), func(f *mockserver.Face) { err = e.read(f) }), err)
	},
	"remove face": func(e event) error {
		e.RemoveFaces(e.account, e.id(), e.at(1), func(f mockserver.Face) bool { return f.ID == e.at(2) })
		return nil
	},
}
