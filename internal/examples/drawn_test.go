package examples_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// usedNames are names that people have given, and that files, tables, folders and keys of maps have
// no place for.
var usedNames = []string{
	"Velora", "velora", "VELORA", "AC/DC", "Tarn; Fell & Sons", "Contoso, Inc.", `The "Two"`, "O'Hara", "Old Ferry\nLine", "Quay\r\nRadio", "tab\tbed",
	"Halden ", " Halden", "", "bell\a", "del\x7f", "Zoe\u0308", "Zo\u00eb", "${name} %{if}", `back\slash`, `C:\u0026\`, `C:*?<>|`, "007", "yes", "null", "~", "-", ".", "..", ".hidden", "ends.", "=1+1",
	"Emoji 😀", "a\u2028b", "# no comment", "key: value", "[list]", "{}", "Straßen", "東京ラジオ", "Łódź", "öl", "Ångström", "a/b/c", "a", "b/c", "a/b", "c", strings.Repeat("A long name. ", 12),
}

// usedFiles are names of files, the last of which no configuration can hold.
var usedFiles = []string{
	"terms.txt", "TERMS.TXT", "terms.vtt", "riders; climbs.srt", "a/b.txt", "two words.ttml", "cafe\u0301.txt", "caf\u00e9.txt", "no format", "quoted \"x\".txt", "${x}.txt", "..txt", ".txt",
	"öl.txt", "Łódź.txt", "ÅNGSTRÖM.VTT", "œuvre.srt", "~$lock.txt",
	strings.Repeat("long ", 40) + ".txt", "line\nend.txt",
}

// usedTexts are contents of files, each with its id; a model with the last one cannot be managed.
var usedTexts = []string{
	"The avocet sweeps the mud. ID\n", "no line feed ends this ID", "ID of\r\ntwo lines\r\n",
	"\ufeffID with a mark\n", "ID cafe\u0301\n", "ID ${not} %{a template}\n", "ID\nEOT\n",
	"  leading\n\n\nID trailing \n\n", `"quoted" ID \n`, "",
}

// drawnSeeds returns those of the accounts that a test draws.
func drawnSeeds(t *testing.T) []uint64 {
	t.Helper()
	return acctest.Seeds(t, 5, 1000)
}

// drawing fills accounts with what a seed says.
type drawing struct {
	*rand.Rand
	server  *acctest.Server
	account string
	seed    int
	next    int
}

// draw fills an account of the server. One in twenty has hundreds of objects.
func draw(t *testing.T, server *acctest.Server, account string, seed uint64) {
	t.Helper()
	d := &drawing{Rand: rand.New(rand.NewPCG(seed, 31)), server: server, account: account, seed: int(seed)}
	count := func() int { return d.IntN(9) }
	if seed%20 == 9 {
		count = func() int { return 200 + d.IntN(200) }
	}
	server.SetBrandsModelSettings(account, mockserver.BrandsModelSettings{
		State: d.IntN(2) == 0, UseBuiltIn: d.IntN(2) == 0,
	})
	d.brands(count())
	for range (count() + 2) / 3 { // of two files, on average
		d.languageModel()
	}
	if d.IntN(3) == 0 {
		server.AddAccountAdaptations(account, "en-US")
	}
	d.people(count())
	d.media(count() / 2)
}

// id is unique among all that is drawn for a server.
func (d *drawing) id() int {
	d.next++
	return d.seed%100_000*10_000 + d.next // ids of brands have 32 bits
}

func (d *drawing) guid() string { return fmt.Sprintf("ad097000-0000-4000-8000-%012d", d.id()) }

// name returns one that is used, or one of many plain ones.
func (d *drawing) name() string {
	if d.IntN(3) == 0 {
		return fmt.Sprintf("Name %d", d.IntN(1000))
	}
	return usedNames[d.IntN(len(usedNames))]
}

func (d *drawing) brands(n int) {
	names := map[string]bool{} // those of brands are unique
	for range n {
		name := d.name()
		if names[name] {
			name = fmt.Sprintf("%s %d", name, d.id())
		}
		names[name] = true
		b := mockserver.Brand{ID: int32(d.id()), Name: name, Enabled: d.IntN(3) > 0}
		switch d.IntN(5) {
		case 0: // none
		case 1:
			b.Description = "Morning paper, \"the Gazette\".\nSince 1887; daily."
		case 2:
			b.Description = "two\r\nlines, with blanks at the end  "
		default:
			b.Description = d.name()
		}
		switch d.IntN(6) {
		case 0: // none
		case 1:
			b.ReferenceURL = new("")
		case 2:
			b.ReferenceURL = new("www.velora.example") // no address that Terraform takes
		default:
			b.ReferenceURL = new("https://velora.example/?a=b,c&d=\"e;f\"")
		}
		for range d.IntN(4) {
			tag := []string{"sponsor", "news; daily", "a, b", `"quoted"`, "two\nlines", "Zoe\u0308", "Sponsor", "blank ", "${x}"}[d.IntN(9)]
			if !slices.Contains(b.Tags, tag) {
				b.Tags = append(b.Tags, tag)
			}
		}
		d.server.AddBrand(d.account, b)
	}
}

func (d *drawing) languageModel() {
	model := mockserver.LanguageModel{
		ID: d.guid(), Name: d.name(),
		Language: []string{"en-US", "de-DE", "En-GB", "en-US", "en-US", "tlh-KX"}[d.IntN(6)],
	}
	for range d.IntN(5) {
		text := usedTexts[d.IntN(len(usedTexts)-1)]
		if d.IntN(40) == 0 {
			text = usedTexts[len(usedTexts)-1]
		}
		id := d.guid()
		model.Files = append(model.Files, mockserver.LanguageFile{
			ID: id, Name: usedFiles[d.IntN(len(usedFiles)-min(1, d.IntN(8)))], Enabled: d.IntN(4) > 0,
			Creator: "Ann", Content: []byte(strings.Replace(text, "ID", id, 1)),
		})
	}
	d.server.AddLanguageModel(d.account, model)
	if d.IntN(2) == 0 {
		d.server.TrainLanguageModel(d.account, model.ID)
	}
	if d.IntN(3) == 0 {
		d.server.AddTranscriptEdits(d.account, model.ID)
	}
}

func (d *drawing) people(n int) {
	models := []string{}
	for _, model := range d.server.PersonModels(d.account) { // the default model, whose name is as the service made it or as people did
		if d.IntN(2) == 0 {
			d.server.ChangePersonModel(d.account, model.ID, func(m *mockserver.PersonModel) { m.Name = d.name() })
		}
		models = append(models, model.ID)
	}
	names := map[string]bool{}
	for range d.IntN(6) {
		name := d.name()
		if names[name] {
			continue
		}
		names[name] = true
		models = append(models, d.server.AddPersonModel(d.account, mockserver.PersonModel{ID: d.guid(), Name: name}))
	}
	for range n {
		model := models[d.IntN(len(models))]
		person := d.guid()
		d.server.AddPerson(d.account, model, mockserver.Person{ID: person, Name: d.name()})
		if d.IntN(3) == 0 {
			d.server.AddFaces(d.account, model, person, mockserver.Face{
				ID: d.guid(), URL: "https://pictures.example/1.jpg",
			})
		}
	}
}

func (d *drawing) media(n int) {
	for range n {
		video := fmt.Sprintf("v%d", d.id())
		d.server.AddVideo(d.account, mockserver.Video{ID: video, Name: d.name(), DurationInSeconds: 600})
		if d.IntN(2) == 0 {
			d.server.AddProject(d.account, mockserver.Project{
				ID: fmt.Sprintf("p%d", d.id()), Name: d.name(),
				Ranges: []mockserver.VideoRange{{VideoID: video, Start: "00:00:01", End: "00:01:00"}},
			})
		}
	}
}
