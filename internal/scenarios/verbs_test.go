package scenarios

import (
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// event is a line of a step, and where it happens.
type event struct {
	*service
	account   string
	arguments []string
	object    string // JSON
}

// read reads the object into one of package mockserver. What the object leaves out stays.
func (e event) read(into any) error {
	decoder := json.NewDecoder(strings.NewReader(e.object))
	decoder.DisallowUnknownFields()
	return decoder.Decode(into)
}

// at returns an argument by its number; "" if there is none.
func (e event) at(n int) string {
	if n >= len(e.arguments) {
		return ""
	}
	return e.arguments[n]
}

func (e event) id() string { return e.at(0) }

// brand returns the id of the brand that the first argument names: by id, or by its name in double
// quotes.
func (e event) brand() int32 {
	for _, b := range e.Brands(e.account) {
		if e.id() == strconv.Itoa(int(b.ID)) || e.id() == strconv.Quote(b.Name) {
			return b.ID
		}
	}
	return 0
}

// verb is what can happen to objects of the service.
type verb func(e event) error

var errMissing = errors.New("the service has no such object")

// adds reads an object, which has the values of one to begin with, and adds it.
func adds[T any](first T, add func(e event, object T)) verb {
	return func(e event) error {
		object := first
		err := e.read(&object)
		add(e, object)
		return err
	}
}

// changes reads members of an object that the service has.
func changes[T any](change func(e event, edit func(*T)) bool) verb {
	return func(e event) (err error) {
		if !change(e, func(object *T) { err = e.read(object) }) {
			return errMissing
		}
		return err
	}
}

// finds does something to an object that the service has.
func finds(do func(e event) bool) verb {
	return func(e event) error {
		if !do(e) {
			return errMissing
		}
		return nil
	}
}

// does does something that cannot fail.
func does(do func(e event)) verb {
	return finds(func(e event) bool { do(e); return true })
}

// verbs are all that can happen to the objects of the service.
var verbs = map[string]verb{
	"add account":    adds(mockserver.DefaultAccount(), func(e event, a mockserver.Account) { e.AddAccount(a) }),
	"remove account": does(func(e event) { e.RemoveAccount(e.id()) }),
	"change account": changes(func(e event, edit func(*mockserver.Account)) bool {
		a, exists := e.Server.Server.Account(e.account)
		edit(&a)
		e.AddAccount(a)
		return exists
	}),

	"add brand": adds(mockserver.Brand{Enabled: true, Tags: []string{}}, func(e event, b mockserver.Brand) { e.AddBrand(e.account, b) }),
	"change brand": changes(func(e event, edit func(*mockserver.Brand)) bool {
		return e.ChangeBrand(e.account, e.brand(), edit)
	}),
	"remove brand": finds(func(e event) bool {
		id := e.brand()
		e.RemoveBrand(e.account, id)
		return id != 0
	}),
	"set settings": changes(func(e event, edit func(*mockserver.BrandsModelSettings)) bool {
		settings := e.BrandsModelSettings(e.account)
		edit(&settings)
		e.SetBrandsModelSettings(e.account, settings)
		return true
	}),

	"set image-model": adds(
		mockserver.ImageModel{Endpoint: "https://images.example.com", PredictionResourceID: "/resources/prediction"},
		func(e event, m mockserver.ImageModel) { e.SetImageModel(e.account, &m) },
	),
	"change image-model": changes(func(e event, edit func(*mockserver.ImageModel)) bool {
		m, exists := e.ImageModel(e.account)
		edit(&m)
		e.SetImageModel(e.account, &m)
		return exists
	}),
	"remove image-model": does(func(e event) { e.SetImageModel(e.account, nil) }),

	"add video":    adds(mockserver.Video{}, func(e event, v mockserver.Video) { e.AddVideo(e.account, v) }),
	"change video": changes(func(e event, edit func(*mockserver.Video)) bool { return e.ChangeVideo(e.account, e.id(), edit) }),
	"remove video": does(func(e event) { e.RemoveVideo(e.account, e.id()) }),
	"finish indexing": finds(func(e event) bool {
		return e.FinishIndexing(e.account, e.id(), mockserver.VideoState(e.at(1)))
	}),

	"add project":    adds(mockserver.Project{}, func(e event, p mockserver.Project) { e.AddProject(e.account, p) }),
	"change project": changes(func(e event, edit func(*mockserver.Project)) bool { return e.ChangeProject(e.account, e.id(), edit) }),
	"remove project": does(func(e event) { e.RemoveProject(e.account, e.id()) }),
	"finish render": finds(func(e event) bool {
		var failure json.RawMessage
		if e.object != "" {
			failure = json.RawMessage(e.object)
		}
		return e.FinishRender(e.account, e.id(), mockserver.RenderState(e.at(1)), failure)
	}),

	"add language-model": adds(mockserver.LanguageModel{}, func(e event, m mockserver.LanguageModel) { e.AddLanguageModel(e.account, m) }),
	"change language-model": changes(func(e event, edit func(*mockserver.LanguageModel)) bool {
		return e.ChangeLanguageModel(e.account, e.id(), edit)
	}),
	"remove language-model": does(func(e event) { e.RemoveLanguageModel(e.account, e.id()) }),
	"add language-file": adds(mockserver.LanguageFile{}, func(e event, f mockserver.LanguageFile) {
		e.ChangeLanguageModel(e.account, e.id(), func(m *mockserver.LanguageModel) { m.Files = append(m.Files, f) })
	}),
	"remove language-file": finds(func(e event) bool {
		return e.ChangeLanguageModel(e.account, e.id(), func(m *mockserver.LanguageModel) {
			m.Files = slices.DeleteFunc(m.Files, func(f mockserver.LanguageFile) bool { return f.Name == e.at(1) })
		})
	}),
	"finish training": finds(func(e event) bool { return e.FinishTraining(e.account, e.id(), e.at(1)) }),

	"add person-model":    adds(mockserver.PersonModel{}, func(e event, m mockserver.PersonModel) { e.AddPersonModel(e.account, m) }),
	"remove person-model": does(func(e event) { e.RemovePerson(e.account, e.id(), "") }),
	"add person":          adds(mockserver.Person{}, func(e event, p mockserver.Person) { e.AddPerson(e.account, e.id(), p) }),
	"change person": changes(func(e event, edit func(*mockserver.Person)) bool {
		return e.ChangePerson(e.account, e.id(), e.at(1), edit)
	}),
	"remove person": does(func(e event) { e.RemovePerson(e.account, e.id(), e.at(1)) }),
	"add face": adds(mockserver.Face{State: "Ok", SourceType: "UploadedPicture"}, func(e event, f mockserver.Face) {
		e.AddFaces(e.account, e.id(), e.at(1), f)
	}),
	"remove face": does(func(e event) {
		e.RemoveFaces(e.account, e.id(), e.at(1), func(f mockserver.Face) bool { return f.ID == e.at(2) })
	}),
}

// option is an option of the service, made of the words after its name.
type option func(words ...string) mockserver.Option

func plain(o mockserver.Option) option { return func(...string) mockserver.Option { return o } }

// paced returns an option that says how long something runs: when-told, or a time.
func paced(o func(mockserver.JobEnd) mockserver.Option) option {
	return func(words ...string) mockserver.Option {
		d, err := time.ParseDuration(words[0])
		if err == nil {
			return o(mockserver.AfterTime(d))
		}
		return o(mockserver.WhenTold())
	}
}

func counted(o func(int) mockserver.Option) option {
	return func(words ...string) mockserver.Option {
		n, _ := strconv.Atoi(words[0])
		return o(n)
	}
}

// options are those of the service that scenarios set, by the word that sets them.
var options = map[string]option{
	"extended":                plain(mockserver.WithExtended()),
	"settings-answer-nothing": plain(mockserver.WithoutBody(mockserver.UpdateBrandsModelSettings)),
	"indexing-pace":           paced(mockserver.WithIndexingEnd),
	"render-pace":             paced(mockserver.WithRenderEnd),
	"cancel-pace":             paced(mockserver.WithCancellationEnd),
	"training-pace":           paced(mockserver.WithTrainingEnd),
	"strict-transcripts":      plain(mockserver.WithStrictTranscripts()),
	"page-cap":                counted(mockserver.WithPageCap),
	"refuses-while-training":  counted(mockserver.WithUpdatesRefusedInTraining),
	"lists-no-files":          plain(mockserver.WithListedFiles(mockserver.FilesAbsent)),
	"lists-all-locations":     plain(mockserver.WithAccountsOfAllLocations()),
	"refuses-pictures":        func(words ...string) mockserver.Option { return mockserver.WithRefusedPictures(words[0], words[1]) },
}
