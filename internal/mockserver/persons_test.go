package mockserver_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestPagesOfPeople reads the persons of a model (X17) and the faces of a person (22) page by page.
func TestPagesOfPeople(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		opts          []mockserver.Option
		query         string
		persons, face int // elements on a page
	}{
		"as usual":    {nil, "?", 25, 25},
		"few":         {nil, "?pageSize=7&", 7, 7},
		"many":        {nil, "?pageSize=100&", 61, 25},
		"capped":      {[]mockserver.Option{mockserver.PageCap(10)}, "?pageSize=25&", 10, 10},
		"capped high": {[]mockserver.Option{mockserver.PageCap(1000)}, "?pageSize=40&", 40, 40},
	} {
		b := newFixture(t, test.opts...).furnish()
		for i := range 60 {
			b.AddPerson(account, personModelID, mockserver.Person{Name: fmt.Sprintf("Extra %d", i)})
		}
		b.SeedFaces(account, personModelID, personID, 60)
		for path, size := range map[string]int{peoplePath: test.persons, personPath + "/Faces": test.face} {
			seen := map[any]bool{}
			for skip := 0; ; {
				ids := b.send(fmt.Sprintf("GET %s%sskip=%d", path, test.query, skip)).is(200).each("id")
				equal(t, name, len(ids), min(size, 61-skip))
				if len(ids) == 0 {
					break
				}
				for _, id := range ids {
					seen[id] = true
				}
				skip += len(ids)
			}
			equal(t, name, len(seen), 61)
		}
		equal(t, name, len(b.send("GET "+personPath+"/Faces?skip=2147483647").each("id")), 0)
	}
}

// TestCreatedListed lists what was created three seconds later, the newest persons first.
func TestCreatedListed(t *testing.T) {
	t.Parallel()
	now := newClock()
	b := newFixture(t, mockserver.WithClock(now.Now), mockserver.CreatedListed(mockserver.AfterTime(3*time.Second)), mockserver.NewestPersonsFirst())
	model := b.send("POST " + personsPath + "?name=New").is(201).object()["id"].(string)
	persons := personsPath + "/" + model + "/Persons"
	first := b.send("POST " + persons + "?name=First").is(201).object()["id"]
	b.send("GET " + persons + "/" + first.(string) + "/Faces").is(200)
	now.pass(time.Second)
	second := b.send("POST " + persons + "?name=Second").is(201).object()["id"]
	equal(t, "persons at once", len(b.send("GET "+persons).is(200).each("id")), 0)
	equal(t, "models at once", slices.Contains(b.send("GET "+personsPath).is(200).each("id"), any(model)), false)
	now.pass(2 * time.Second)
	equal(t, "persons later", b.send("GET "+persons).is(200).each("id"), []any{first})
	equal(t, "models later", slices.Contains(b.send("GET "+personsPath).is(200).each("id"), any(model)), true)
	now.pass(time.Second)
	equal(t, "all persons", b.send("GET "+persons).is(200).each("id"), []any{second, first})
}

// TestDefaultPersonModel has a model that every account has, and that counts as one of fifty.
func TestDefaultPersonModel(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	id := b.PersonModels(account)[0].ID
	got := b.send("PUT " + personsPath + "/" + id + "?name=Everybody").is(200).object()
	equal(t, "model", got, map[string]any{"id": id, "name": "Everybody", "isDefault": true, "personsCount": 0.0})
	for i := range 49 {
		b.send(fmt.Sprintf("POST %s?name=m%d", personsPath, i)).is(201)
	}
	b.send("POST "+personsPath+"?name=last").fails(400, "ACCOUNT_REACHED_PERSON_MODELS_QUOTA")
}
