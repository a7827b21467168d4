package videoindexer

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

const (
	anX13 = "GET PersonModels"
	anX17 = "GET PersonModels/m/Persons"
)

// personsOf returns a service with the model m, which has persons of these names; their ids are p1,
// p2 and so on. Its lists say how long they are, so that each is one request.
func personsOf(names ...string) *script {
	return scripted(map[string]string{anX13: `[{"id":"m","name":"Presenters"}]`, anX17: personList(names...)})
}

func personList(names ...string) string {
	var list []string
	for i, name := range names {
		list = append(list, fmt.Sprintf(`{"id":"p%d","name":%q}`, i+1, name))
	}
	return fmt.Sprintf(`{"results":[%s],"totalCount":%d}`, strings.Join(list, ","), len(list))
}

// TestReadPerson reads a person whom some lists of the service do not show, and asks for no list
// that is not needed. Only the response about the person's faces proves that a person is gone.
func TestReadPerson(t *testing.T) {
	t.Parallel()
	const found, gone, unlisted, failed = "found", "gone", "unlisted", "failed"
	empty := reply{body: `{"results":[],"totalCount":0}`}
	missing := refusal(http.StatusNotFound, ErrorTypeNotFound)
	shown := reply{body: personList("Ada")}
	renamed := reply{body: personList("Grace")}
	face := reply{body: "[]"}
	for name, test := range map[string]struct {
		isWritten bool // this process has written to the model
		lists     []reply
		faces     reply
		name      string // by which the person is looked for
		want      string
		asked     int // lists
	}{
		"listed":                                {lists: []reply{shown}, faces: missing, name: "Ada", want: found, asked: 1},
		"one list lags":                         {lists: []reply{empty, shown}, faces: missing, name: "Ada", want: found, asked: 2},
		"one list lags, and the search by name": {lists: []reply{empty, empty, shown}, faces: face, name: "Ada", want: found, asked: 3},
		"lists lag for three seconds": {
			lists: []reply{empty, empty, empty, empty, empty, empty, shown}, faces: face, name: "Ada", want: found,
			asked: 7,
		},
		"lists never show the person": {lists: []reply{empty}, faces: face, name: "Ada", want: unlisted, asked: 7},
		"gone":                        {lists: []reply{empty}, faces: missing, name: "Ada", want: gone, asked: 2},
		"gone, without a name":        {lists: []reply{empty}, faces: missing, want: gone, asked: 1},
		"renamed, and one list lags":  {lists: []reply{empty, empty, renamed}, faces: face, name: "Ada", want: found, asked: 3},
		"after a write":               {isWritten: true, lists: []reply{shown, renamed}, faces: missing, name: "Ada", want: found, asked: 2},
		"after a write, one list lags": {
			isWritten: true, lists: []reply{shown, empty, shown}, faces: missing, name: "Ada", want: found, asked: 3,
		},
		"after a write, gone":      {isWritten: true, lists: []reply{shown, empty}, faces: missing, name: "Ada", want: gone, asked: 3},
		"the search by name fails": {lists: []reply{empty, lost}, faces: missing, name: "Ada", want: failed, asked: 2},
		"the faces cannot be read": {lists: []reply{empty}, faces: reply{status: http.StatusNotFound}, name: "Ada", want: failed, asked: 2},
		"the second list fails":    {lists: []reply{empty, empty, lost}, faces: face, name: "Ada", want: failed, asked: 3},
		"the model is gone":        {lists: []reply{missing}, faces: missing, name: "Ada", want: gone, asked: 1},
		"the model is gone, after a write": {
			isWritten: true, lists: []reply{shown, missing}, faces: missing, name: "Ada", want: gone, asked: 2,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := personsOf()
				s.set(anX17, test.lists...)
				s.set(anX17+"/P1/Faces", test.faces)
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended, noRetries)
				if test.isWritten {
					_, err := c.GetCachedPerson(t.Context(), testAccount, PersonRef{"m", "p1"}, "Ada")
					check.MustSucceed(t, err, "a read before the write")
					err = c.DeletePerson(t.Context(), testAccount, PersonRef{"M", "p2"})
					if !IsNotFound(err) {
						t.Fatalf("the delete of a missing person: error %v, want that it is not found", err)
					}
				}
				person, err := c.GetCachedPerson(t.Context(), testAccount, PersonRef{"m", "P1"}, test.name)
				got := failed
				switch {
				case person != nil:
					got = found
				case IsNotFound(err):
					got = gone
				case IsA[*NotListedError](err):
					got = unlisted
				}
				check.Equal(t, test.want, got, "the person, with the error %v", err)
				check.Equal(t, person == nil, err != nil, "an error in place of the person, which is %v", err)
				n := strings.Count(strings.Join(s.asked(), ",")+",", anX17+",")
				check.Equal(t, test.asked, n, "times that the list was asked for, of %v", s.asked())
			})
		})
	}
}

// TestReadPersonModel reads models by one list, until this client writes one. What a list lacks is
// gone only if the service says so about its persons.
func TestReadPersonModel(t *testing.T) {
	t.Parallel()
	none := reply{body: `[]`}
	shown := reply{body: `[{"id":"m","name":"Presenters"}]`}
	for name, test := range map[string]struct {
		lists   []reply
		isGone  bool
		want    string
		says    string
		isAsked []string
	}{
		"listed":                   {lists: []reply{shown}, want: "Presenters", isAsked: []string{anX13}},
		"one list lags":            {lists: []reply{none, shown}, want: "Presenters", isAsked: []string{anX13, anX17, anX13}},
		"every list lags":          {lists: []reply{none}, says: "exists, but", isAsked: []string{anX13, anX17, anX13, anX13, anX13, anX13, anX13}},
		"the model is gone":        {lists: []reply{none}, isGone: true, says: "404", isAsked: []string{anX13, anX17}},
		"the second list fails":    {lists: []reply{none, lost}, says: "connection", isAsked: []string{anX13, anX17, anX13}},
		"the service is not there": {lists: []reply{lost}, says: "connection", isAsked: []string{anX13}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := personsOf("Ada")
				s.set(anX13, test.lists...)
				if test.isGone {
					s.set(anX17, refusal(http.StatusNotFound, ErrorTypeNotFound))
				}
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended, noRetries)
				model, err := c.GetCachedPersonModel(t.Context(), testAccount, "m")
				check.Equal(t, test.want, valueOf(model).Name, "the name of the model")
				check.ErrorSays(t, test.says, err, "the read")
				s.wantAsked(t, test.isAsked...)
			})
		})
	}
}
