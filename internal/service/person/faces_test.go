package person_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/private"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestPerson_facesAreReadWhereModified reads faces only where the list of persons says that somebody was modified.
func TestPerson_facesAreReadWhereModified(t *testing.T) {
	t.Parallel()
	var clock laterClock
	server := newPersonServer(t, mockserver.WithClock(clock.now))
	ada := applied(t, server, person, called("Ada", "front", "a"))
	bea := applied(t, server, person, called("Bea", "front", "b", "left", "c"))
	// A change in the moment of our own write gets the same time: until a moment later, faces are read at every refresh.
	server.RemoveFaces(server.Account.ID, modelID, ada.Texts()["person_id"], func(mockserver.Face) bool { return true })
	acctest.Restart(ada, bea)
	acctest.Succeeds(t, bea.Refresh(t.Context()))
	acctest.Succeeds(t, ada.Refresh(t.Context()))
	if n := server.Count(22); n != 3 { // a face that is gone is looked for twice
		t.Errorf("%d reads", n)
	}
	acctest.Succeeds(t, ada.ApplyAsPlanned(t.Context(), ada.Planned(called("Ada", "front", "a"))))
	for range 2 { // at the first look after a modification, the same moment may still see another one
		acctest.Restart(ada, bea)
		acctest.Succeeds(t, ada.Refresh(t.Context()))
		acctest.Succeeds(t, bea.Refresh(t.Context()))
		clock.later(t, ada, bea)
	}
	acctest.Restart(ada, bea)
	server.ChangeFaces(server.Account.ID, modelID, bea.Texts()["person_id"], func(f *mockserver.Face) { f.State = "Failed" })
	server.ChangePerson(server.Account.ID, modelID, bea.Texts()["person_id"], func(*mockserver.Person) {})
	expectNoChange(t, ada, called("Ada", "front", "a"))
	if n := server.Count(22); n != 0 {
		t.Errorf("the faces of someone who was not modified were read")
	}
	acctest.Says(t, bea.Refresh(t.Context()), acctest.Warning, "Faces are not in use", `"front" (Failed), "left" (Failed)`, "another picture")
	if n := server.Count(22); n != 1 {
		t.Errorf("%d reads", n)
	}
	server.Script(mockserver.Fault{Endpoint: 22, Do: mockserver.Status(http.StatusForbidden)})
	before := bea.State()
	acctest.Says(t, bea.Refresh(t.Context()), acctest.Failure, "Unable to read the faces of person", server.Account.ID, "403")
	if got := bea.State()["faces"]; !got.Equal(before["faces"]) {
		t.Errorf("the state has lost the faces that could not be read: %s", got)
	}
	// as long as a face is not in use it is looked at: that the service comes to use it is no modification of the person
	server.ChangeFaces(server.Account.ID, modelID, bea.Texts()["person_id"], func(f *mockserver.Face) { f.State = "Ok" })
	if diags := bea.Refresh(t.Context()); len(diags) > 0 || server.Count(22) != 3 {
		t.Errorf("faces that are in use by now: %q, %d reads", acctest.Texts(diags), server.Count(22))
	}
	clock.later(t, bea)
	for range 2 {
		expectNoChange(t, bea, called("Bea", "front", "b", "left", "c"))
	}
	if n := server.Count(22); n != 4 {
		t.Errorf("read again, for nothing: %d", n)
	}
	// the first face of a list of persons is gone, and the service does not call that a modification
	acctest.Restart(ada)
	server.RemoveFaces(server.Account.ID, modelID, ada.Texts()["person_id"], func(mockserver.Face) bool { return true })
	acctest.Succeeds(t, ada.Refresh(t.Context()))
	plan := ada.Planned(called("Ada", "front", "a"))
	if !plan.IsUpdate {
		t.Error("a face that is gone is no drift")
	}
	acctest.Succeeds(t, ada.ApplyAsPlanned(t.Context(), plan))
	expectStage(t, server, "Ada: a", "Bea: b c")
}

// laterClock is a clock of a service that a test sets forward.
type laterClock struct{ ahead atomic.Int64 }

func (c *laterClock) now() time.Time { return time.Now().Add(time.Duration(c.ahead.Load())) }

// later lets ten seconds pass, also in what persons have kept of their last read.
func (c *laterClock) later(t *testing.T, persons ...*acctest.Instance) {
	t.Helper()
	const passed = 10 * time.Second
	c.ahead.Add(int64(passed))
	for _, p := range persons {
		kept := p.Private()
		var seen private.Mark
		if err := json.Unmarshal(kept["faces_seen"], &seen); err != nil {
			t.Fatal(err)
		}
		seen.Since = seen.Since.Add(-passed)
		var err error
		if kept["faces_seen"], err = json.Marshal(seen); err != nil {
			t.Fatal(err)
		}
		p.SetPrivate(kept)
	}
}

// TestPerson_facesNotInUse adds pictures that the service takes and then works on: a warning of the apply and of each refresh
// until the faces are in use.
func TestPerson_facesNotInUse(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t)
	server.Script(mockserver.Fault{Endpoint: mockserver.X(20), Times: mockserver.Always, Do: mockserver.After(func(*http.Request) {
		ada := server.Persons(server.Account.ID, modelID)[0].ID
		server.ChangeFaces(server.Account.ID, modelID, ada, func(f *mockserver.Face) { f.State = "Processing" })
	})})
	instance := server.Protocol(t, extended).Instance(person)
	config := called("Ada", "front", "a", "left", "b")
	diags := instance.ApplyAsPlanned(t.Context(), instance.Planned(config))
	acctest.Succeeds(t, diags)
	said := acctest.Says(t, diags, acctest.Warning, "Faces are not in use", `"front" (Processing), "left" (Processing)`, "another picture")
	if said.Attribute.String() != `AttributeName("faces")` {
		t.Errorf("at %s", said.Attribute)
	}
	acctest.Restart(instance)
	acctest.Says(t, instance.Refresh(t.Context()), acctest.Warning, "Faces are not in use")
	expectNoChange(t, instance, config)
	server.ChangeFaces(server.Account.ID, modelID, instance.Texts()["person_id"], func(f *mockserver.Face) { f.State = "Ok" })
	if diags := instance.Refresh(t.Context()); len(diags) > 0 {
		t.Errorf("in use by now: %q", acctest.Texts(diags))
	}
}

// TestPerson_refusedPictures has pictures refused: each is named, and the others are there.
func TestPerson_refusedPictures(t *testing.T) {
	t.Parallel()
	newServer := func() *acctest.Server {
		return newPersonServer(t, mockserver.RefusesPictures("blurred", "INVALID_PICTURE"), mockserver.RefusesPictures("large", "INVALID_PICTURE_SIZE"))
	}
	bad := []string{"a", "one", "b", "blurred", "c", "two", "d", "large"}
	expect := func(diags []string) {
		t.Helper()
		if len(diags) != 2 || !strings.Contains(diags[0], `Could not add face "b" (https://pictures.example/blurred.jpg) of the person`) || !strings.Contains(diags[0], "INVALID_PICTURE:") ||
			!strings.Contains(diags[0], "shows one face from the front") ||
			!strings.Contains(diags[1], `"d" (https://pictures.example/large.jpg)`) || !strings.Contains(diags[1], "INVALID_PICTURE_SIZE") || !strings.Contains(diags[1], "scale it") {
			t.Errorf("errors %q", diags)
		}
	}
	t.Run("create", func(t *testing.T) {
		t.Parallel()
		server := newServer()
		instance := server.Protocol(t, extended).Instance(person)
		diags := instance.Apply(t.Context(), instance.Planned(called("Ada", bad...)))
		expect(acctest.Texts(acctest.Errors(diags)))
		acctest.Says(t, diags, acctest.Warning, "Person was created despite the error", "terraform untaint")
		if at := acctest.Errors(diags)[0].Attribute.String(); at != `AttributeName("faces").ElementKeyString("b").AttributeName("url")` {
			t.Errorf("at %s", at)
		}
		expectStage(t, server, "Ada: one two")
		expectLabels(t, server, instance, pictures("a", "one", "c", "two"))
		if !instance.Tainted {
			t.Error("it is not tainted")
		}
		instance.Tainted = false // terraform untaint
		acctest.Restart(instance)
		acctest.Succeeds(t, instance.Refresh(t.Context()))
		good := []string{"a", "one", "b", "three", "c", "two", "d", "four"}
		plan := instance.Planned(called("Ada", good...))
		if !plan.IsUpdate {
			t.Error("what is missing is no update")
		}
		acctest.Succeeds(t, instance.ApplyAsPlanned(t.Context(), plan))
		expectStage(t, server, "Ada: four one three two")
		expectLabels(t, server, instance, pictures(good...))
	})
	t.Run("tainted", func(t *testing.T) {
		t.Parallel()
		server := newServer()
		instance := server.Protocol(t, extended).Instance(person)
		instance.Apply(t.Context(), instance.Planned(called("Ada", bad...)))
		acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(called("Ada", "a", "one"))))
		expectStage(t, server, "Ada: one")
	})
	t.Run("update", func(t *testing.T) {
		t.Parallel()
		server := newServer()
		instance := applied(t, server, person, called("Ada", "a", "one", "e", "five"))
		expect(acctest.Texts(acctest.Errors(instance.Apply(t.Context(), instance.Planned(called("Ada", append(bad, "e", "five")...))))))
		expectStage(t, server, "Ada: five one two")
		expectLabels(t, server, instance, pictures("a", "one", "c", "two", "e", "five"))
		acctest.Restart(instance)
		acctest.Succeeds(t, instance.Refresh(t.Context()))
		if plan := instance.Planned(called("Ada", append(bad, "e", "five")...)); !plan.IsUpdate {
			t.Error("what is missing is not planned")
		}
	})
	t.Run("one picture", func(t *testing.T) {
		t.Parallel()
		server := newServer()
		instance := applied(t, server, person, called("Ada", "a", "one"))
		acctest.Says(t, instance.Apply(t.Context(), instance.Planned(called("Ada", "a", "blurred"))), acctest.Failure, `face "a"`, "INVALID_PICTURE")
		if n := server.CountOf("X20"); n != 1 {
			t.Errorf("sent %d times", n)
		}
		expectStage(t, server, "Ada: one")
		expectLabels(t, server, instance, pictures("a", "one"))
		acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(called("Ada", "a", "two"))))
		expectStage(t, server, "Ada: two")
	})
}

// TestPerson_facesOfOthers has somebody add a face while a picture is refused, and while an answer is lost: nothing of theirs is
// deleted, and no face is deleted as long as the new picture is missing.
func TestPerson_facesOfOthers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		status int
		says   string
	}{
		"refused": {http.StatusBadRequest, "INVALID_PICTURE"}, "lost": {http.StatusGatewayTimeout, "Several faces have appeared"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newPersonServer(t)
			instance := applied(t, server, person, called("Ada", "a", "one", "b", "two"))
			plan := instance.Planned(called("Ada", "a", "three", "b", "two"))
			id := instance.Texts()["person_id"]
			server.Script(mockserver.Fault{Endpoint: mockserver.X(20), Do: mockserver.Respond(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				theirs := []mockserver.Face{{ID: "face0000-0000-4000-8000-000000000001", URL: picture("theirs")}}
				if test.status == http.StatusGatewayTimeout {
					theirs = append(theirs, mockserver.Face{ID: "face0000-0000-4000-8000-000000000002", URL: picture("three")})
				}
				server.AddFaces(server.Account.ID, modelID, id, theirs...)
				w.WriteHeader(test.status)
				_, _ = io.WriteString(w, `{"ErrorType":"INVALID_PICTURE","Message":"no face"}`)
			}))})
			acctest.Says(t, instance.ApplyAsPlanned(t.Context(), plan), acctest.Failure, `face "a"`, test.says)
			expectLabels(t, server, instance, pictures("a", "one", "b", "two"))
			if n := server.CountOf("X21"); n != 0 {
				t.Errorf("%d faces were deleted", n)
			}
		})
	}
}

// TestPerson_replacedFaceStays cannot delete the face that a new picture has replaced: the state keeps it at another label, and the
// next apply deletes it.
func TestPerson_replacedFaceStays(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t)
	instance := applied(t, server, person, called("Ada", "a", "one"))
	server.Script(mockserver.Fault{Endpoint: mockserver.X(21), Do: mockserver.Status(http.StatusForbidden)})
	acctest.Says(t, instance.Apply(t.Context(), instance.Planned(called("Ada", "a", "two"))), acctest.Failure, `Could not delete face "a"`)
	expectStage(t, server, "Ada: one two")
	expectLabels(t, server, instance, pictures("a", "two", "a (replaced)", "one"))
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(called("Ada", "a", "two"))))
	expectStage(t, server, "Ada: two")
	expectLabels(t, server, instance, pictures("a", "two"))
}

// TestPerson_notApproved has an account without faces.
func TestPerson_notApproved(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t, mockserver.RefusesPictures("", "FACE_IDENTIFICATION_NOT_ALLOWED"))
	instance := server.Protocol(t, extended).Instance(person)
	diags := instance.Apply(t.Context(), instance.Planned(called("Ada", "a", "one", "b", "two")))
	acctest.Says(t, diags, acctest.Failure, `Could not add face "a"`, "FACE_IDENTIFICATION_NOT_ALLOWED", "apply for it at the service")
	if n := len(acctest.Errors(diags)); n != 1 || server.CountOf("X20") != 1 {
		t.Errorf("%d errors, %d requests", n, server.CountOf("X20"))
	}
	expectStage(t, server, "Ada:")
}

// TestPerson_secretAddress refuses a picture whose address holds a signature: the error does not show it.
func TestPerson_secretAddress(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t, mockserver.RefusesPictures("blurred", "INVALID_PICTURE"))
	instance := server.Protocol(t, extended).Instance(person)
	config := called("Ada")
	config["faces"] = map[string]acctest.Values{"a": {"url": picture("blurred") + "?sig=theSignature#part"}}
	diags := instance.Apply(t.Context(), instance.Planned(config))
	acctest.Says(t, diags, acctest.Failure, `"a" (https://pictures.example/blurred.jpg)`)
	if text := strings.Join(acctest.Texts(diags), ""); strings.Contains(text, "theSignature") {
		t.Errorf("it is in %s", text)
	}
}

// TestPerson_lostAnswers loses the answer of each write, after it was carried out and before: everybody is there once, with
// each face once and under its own label.
func TestPerson_lostAnswers(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]mockserver.Fault{
		"create":                 {Endpoint: mockserver.X(16), Do: mockserver.ResetAfter()},
		"rename":                 {Endpoint: mockserver.X(18), Do: mockserver.ResetAfter()},
		"faces, after":           {Endpoint: mockserver.X(20), Do: mockserver.ResetAfter()},
		"faces, before":          {Endpoint: mockserver.X(20), Do: mockserver.ResetBefore()},
		"faces, by a gateway":    {Endpoint: mockserver.X(20), Do: mockserver.StatusAfter(http.StatusGatewayTimeout)},
		"faces, in the middle":   {Endpoint: mockserver.X(20), Do: mockserver.CutAnswer()},
		"faces, without ids":     {Endpoint: mockserver.X(20), Do: mockserver.BodyAfter(http.StatusCreated, "application/json", `[]`)},
		"faces, twice":           {Endpoint: mockserver.X(20), Times: 2, Do: mockserver.ResetAfter()},
		"one more face":          {Endpoint: mockserver.X(20), Skip: 1, Do: mockserver.ResetAfter()},
		"a face that is deleted": {Endpoint: mockserver.X(21), Do: mockserver.ResetAfter()},
		"reads":                  {Endpoint: 22, Times: 2, Do: mockserver.ResetAfter()},
		"destroy":                {Endpoint: mockserver.X(19), Do: mockserver.ResetAfter()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newPersonServer(t)
			server.Script(fault)
			instance := server.Protocol(t, extended).Instance(person)
			acctest.Succeeds(t, instance.ApplyAsPlanned(t.Context(), instance.Planned(called("Ada", "a", "one", "b", "two", "c", "three"))))
			expectStage(t, server, "Ada: one three two")
			expectLabels(t, server, instance, pictures("a", "one", "b", "two", "c", "three"))
			after := []string{"a", "one", "b", "four", "c", "three"}
			acctest.Restart(instance)
			acctest.Succeeds(t, instance.ApplyAsPlanned(t.Context(), instance.Planned(called("Bea", after...))))
			expectStage(t, server, "Bea: four one three")
			expectLabels(t, server, instance, pictures(after...))
			expectNoChange(t, instance, called("Bea", after...))
			acctest.Restart(instance)
			acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(nil)))
			expectStage(t, server)
		})
	}
}

// TestPerson_facesFail has a part of an update fail for good: the state says what is there.
func TestPerson_facesFail(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		fault mockserver.Fault
		says  []string
		want  string
		state []string
	}{
		"nothing can be added": {
			mockserver.Fault{Endpoint: mockserver.X(20), Times: mockserver.Always, Do: mockserver.ResetBefore()},
			[]string{`face "b"`, "do not show it"},
			"Ada: old one",
			[]string{"a", "one", "z", "old"},
		},
		"nothing can be read": {
			mockserver.Fault{Endpoint: 22, Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)},
			[]string{"Could not read the faces of the person"},
			"Ada: old one",
			[]string{"a", "one", "z", "old"},
		},
		"nothing can be deleted": {
			mockserver.Fault{Endpoint: mockserver.X(21), Times: mockserver.Always, Do: mockserver.Status(http.StatusForbidden)},
			[]string{`Could not delete face "z" (https://pictures.example/old.jpg)`},
			"Ada: old one three two",
			[]string{"a", "one", "b", "two", "c", "three", "z", "old"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newPersonServer(t)
			instance := applied(t, server, person, called("Ada", "a", "one", "z", "old"))
			server.Script(test.fault)
			diags := instance.Apply(t.Context(), instance.Planned(called("Ada", "a", "one", "b", "two", "c", "three")))
			acctest.Says(t, diags, acctest.Failure, test.says...)
			expectStage(t, server, test.want)
			expectLabels(t, server, instance, pictures(test.state...))
			server.ClearFaults()
			acctest.Restart(instance)
			acctest.Succeeds(t, instance.Refresh(t.Context()))
			acctest.Succeeds(t, instance.ApplyAsPlanned(t.Context(), instance.Planned(called("Ada", "a", "one", "b", "two", "c", "three"))))
			expectStage(t, server, "Ada: one three two")
		})
	}
}
