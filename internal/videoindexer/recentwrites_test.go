package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// created is an object that a test creates, something that is done with it, and its end.
type created struct {
	post, made     string // the request, and the response
	create         func(context.Context, *Client) error
	use, used      string
	then           func(context.Context, *Client) error
	remove         string
	deleted        func(context.Context, *Client) error
	alsoUnextended bool
}

func createdObjects() map[string]created {
	projects := created{
		post: "POST Projects", made: `{"id":"p"}`, use: "GET Projects/p/Index", used: aProject, remove: "DELETE Projects/p",
		create: func(ctx context.Context, c *Client) error {
			_, err := c.CreateProject(ctx, testAccount, ProjectFields{Name: "A"})
			return err
		},
		then:    func(ctx context.Context, c *Client) error { _, err := c.GetProject(ctx, testAccount, "p"); return err },
		deleted: func(ctx context.Context, c *Client) error { return c.DeleteProject(ctx, testAccount, "p") },
	}
	tokens := projects
	tokens.use = "GET Projects/p/AccessToken"
	tokens.used = "a-token"
	tokens.then = func(ctx context.Context, c *Client) error {
		_, err := c.GetProjectAccessToken(ctx, testAccount, "p", PermissionRead)
		return err
	}
	return map[string]created{
		"project": projects, "token of a project": tokens,
		"brand": {
			post: "POST Brands", made: `{"id":7,"name":"A"}`, use: aGet(7), used: `{"id":7,"name":"A"}`, remove: "DELETE Brands/7",
			create: func(ctx context.Context, c *Client) error {
				_, err := c.CreateBrand(ctx, testAccount, BrandFields{Name: "A"})
				return err
			},
			then:    func(ctx context.Context, c *Client) error { _, err := c.GetBrand(ctx, testAccount, 7); return err },
			deleted: func(ctx context.Context, c *Client) error { return c.DeleteBrand(ctx, testAccount, 7) },
		},
		"language model": {
			post: "POST Language", made: `{"id":"L","files":[]}`, use: "PUT Language/L", used: `{"id":"L"}`, remove: "DELETE Language/L", alsoUnextended: true,
			create: func(ctx context.Context, c *Client) error {
				_, err := c.CreateLanguageModel(ctx, testAccount, LanguageModelFields{Name: "A", Language: "en-US"})
				return err
			},
			then: func(ctx context.Context, c *Client) error {
				_, err := c.UpdateLanguageModel(ctx, testAccount, "L", LanguageModelUpdate{Enabled: new(true)})
				return err
			},
			deleted: func(ctx context.Context, c *Client) error { return c.DeleteLanguageModel(ctx, testAccount, "L") },
		},
		"person model": {
			post: "POST PersonModels", made: `{"id":"M"}`, use: "GET PersonModels/M/Persons", used: `{"results":[]}`, remove: "DELETE PersonModels/M",
			create: func(ctx context.Context, c *Client) error {
				_, err := c.CreatePersonModel(ctx, testAccount, "A")
				return err
			},
			then: func(ctx context.Context, c *Client) error {
				_, err := c.ListPersons(ctx, testAccount, "M", PersonsQuery{})
				return err
			},
			deleted: func(ctx context.Context, c *Client) error { return c.DeletePersonModel(ctx, testAccount, "M") },
		},
		"person": {
			post: "POST PersonModels/M/Persons", made: `{"id":"P"}`, use: "GET PersonModels/M/Persons/P/Faces", used: `[]`, remove: "DELETE PersonModels/M/Persons/P",
			create: func(ctx context.Context, c *Client) error {
				_, err := c.CreatePerson(ctx, testAccount, "M", "A")
				return err
			},
			then: func(ctx context.Context, c *Client) error {
				_, err := c.ListFaces(ctx, testAccount, FacesQuery{Person: PersonRef{"M", "P"}})
				return err
			},
			deleted: func(ctx context.Context, c *Client) error {
				return c.DeletePerson(ctx, testAccount, PersonRef{"M", "P"})
			},
		},
	}
}

// TestOwnCreateIsAwaited has the service not find what was just created: a 404 of its own is asked
// again for ten seconds, without any retries, and nothing else is.
func TestOwnCreateIsAwaited(t *testing.T) {
	t.Parallel()
	missing := refusal(http.StatusNotFound, ErrorTypeNotFound)
	for name, c := range map[string]struct {
		responses []reply // before the object is found
		forever   bool
		later     time.Duration // how long after the create
		remove    bool          // whether it is deleted first
		took      time.Duration
		isFound   bool
	}{
		"found":                                 {isFound: true},
		"found late":                            {responses: []reply{missing, missing, missing}, took: 1750 * time.Millisecond, isFound: true},
		"never found":                           {responses: []reply{missing}, forever: true, took: gracePeriod},
		"missing nine seconds after the create": {responses: []reply{missing}, forever: true, later: 9 * time.Second, took: time.Second},
		"missing ten seconds after the create":  {responses: []reply{missing}, forever: true, later: 10 * time.Second},
		"missing after a deletion":              {responses: []reply{missing}, forever: true, remove: true},
		"a 404 of another server":               {responses: []reply{{status: http.StatusNotFound}}, forever: true},
		"no render":                             {responses: []reply{refusal(http.StatusNotFound, ErrorTypeProjectRenderOperationNotFound)}, forever: true},
		"another refusal":                       {responses: []reply{refusal(http.StatusBadRequest, ErrorTypeNotFound)}, forever: true},
	} {
		for kind, object := range createdObjects() {
			t.Run(kind+" "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s := scripted(map[string]string{
						object.post: object.made, object.remove: "",
						"GET PersonModels": "[]", "GET Language": "[]", "GET Projects": `{"results":[]}`,
					})
					s.set("GET PersonModels/M/Persons", reply{body: `{"results":[]}`})
					modes := []func(*Config){extended}
					if object.alsoUnextended && !c.remove {
						modes = append(modes, func(*Config) {})
					}
					for _, mode := range modes {
						client := serveInBubble(t, s.ServeHTTP, mode, noRetries)
						s.set(object.use, reply{body: object.used}) // a create may read its object
						check.MustSucceed(t, object.create(t.Context(), client), "the create")
						if c.remove {
							check.MustSucceed(t, object.deleted(t.Context(), client), "the delete")
						}
						pause(c.later)
						responses := c.responses
						if !c.forever {
							s.set(object.use, append(responses, reply{body: object.used})...)
						} else {
							s.set(object.use, responses...)
						}
						began := time.Now()
						err := object.then(t.Context(), client)
						took := time.Since(began)
						check.Equal(t, c.isFound, err == nil, "extended %t: found, with the error %v", client.AllowsExtended(), err)
						check.Equal(t, c.took, took, "extended %t: it took", client.AllowsExtended())
					}
				})
			})
		}
	}
}

// TestWaitForOwnCreateEnds has the caller give up while a create is awaited: that is no proof that
// the object is gone.
func TestWaitForOwnCreateEnds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := scripted(map[string]string{"POST PersonModels": `{"id":"M"}`, "GET PersonModels": "[]"})
		client := serveInBubble(t, s.ServeHTTP, extended)
		_, err := client.CreatePersonModel(t.Context(), testAccount, "A")
		check.MustSucceed(t, err, "the create")
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err = client.DeletePersonModel(ctx, testAccount, "M")
		check.ErrorAs[*InterruptedError](t, err)
		check.Equal(t, false, IsNotFound(err), "it is not found, with the error %v", err)
		check.ErrorIs(t, context.DeadlineExceeded, err, "the delete")
	})
}

// TestRepeatedDeleteOfOwnCreate has the first response to a delete lost: the second one, that there
// is no such object, is about the first.
func TestRepeatedDeleteOfOwnCreate(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := scripted(map[string]string{"POST PersonModels": `{"id":"M"}`, "GET PersonModels": "[]"})
		s.set("DELETE PersonModels/M", lost, refusal(http.StatusNotFound, ErrorTypeNotFound))
		client := serveInBubble(t, s.ServeHTTP, extended)
		_, err := client.CreatePersonModel(t.Context(), testAccount, "A")
		check.MustSucceed(t, err, "the create")
		began := time.Now()
		err = client.DeletePersonModel(t.Context(), testAccount, "M")
		if !IsNotFound(err) || time.Since(began) > time.Second {
			t.Errorf("the delete: error %v after %s, want that it is not found, at once", err, time.Since(began))
		}
	})
}

// TestDeleteEndsWaitForParts deletes a model with a person that was just created: that the person
// is gone counts at once.
func TestDeleteEndsWaitForParts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := scripted(map[string]string{
			"POST PersonModels/M/Persons": `{"id":"P"}`, "GET PersonModels/M/Persons": `{"results":[]}`, "DELETE PersonModels/M": "",
		})
		s.set("DELETE PersonModels/M/Persons/P", refusal(http.StatusNotFound, ErrorTypeNotFound))
		client := serveInBubble(t, s.ServeHTTP, extended)
		_, created := client.CreatePerson(t.Context(), testAccount, "M", "Ada")
		deleted := client.DeletePersonModel(t.Context(), testAccount, "M")
		began := time.Now()
		err := client.DeletePerson(t.Context(), testAccount, PersonRef{"M", "P"})
		check.MustSucceed(t, errors.Join(created, deleted), "the create of the person, and the delete of its model")
		if !IsNotFound(err) || time.Since(began) > 0 {
			t.Errorf("the delete of the person: error %v after %s, want that it is not found, at once", err, time.Since(began))
		}
	})
}

// TestOwnAccountIsAwaited has the service not list, and then not find, an account that was just
// created.
func TestOwnAccountIsAwaited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		lists := 0
		gets := 0
		isCreated := false
		client := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
			switch {
			case r.Method == http.MethodPost:
				isCreated = true
				reply{body: `{"id":"` + testAccountID + `"}`}.ServeHTTP(w, r)
			case strings.HasPrefix(r.URL.Path, "/auth/"):
				reply{body: "user-token"}.ServeHTTP(w, r)
			case strings.HasSuffix(r.URL.Path, "/Accounts"):
				if isCreated {
					lists++
				}
				list := reply{body: "[]"}
				if lists > 2 {
					list.body = `[{"id":"` + testAccountID + `","accessToken":"account-token"}]`
				}
				list.ServeHTTP(w, r)
			default:
				gets++
				if gets < 3 {
					refusal(http.StatusBadRequest, ErrorTypeAccountNotFound).ServeHTTP(w, r)
					return
				}
				reply{body: `{"id":"` + testAccountID + `"}`}.ServeHTTP(w, r)
			}
		}, keyAlone, noRetries)
		id, err := client.CreatePaidAccount(t.Context(), testLocation, PaidAccountFields{})
		check.MustSucceed(t, err, "the create")
		_, err = client.GetAccount(t.Context(), AccountRef{Location: testLocation, ID: id}, AccountQuery{})
		check.MustSucceed(t, err, "the read")
		check.Equal(t, []int{3, 3}, []int{lists, gets}, "lists and reads")
	})
}

// TestReleasedNameIsAwaited has the service still know the name of what was just deleted or
// renamed: its refusal of that name is asked again for ten seconds, without any retries.
func TestReleasedNameIsAwaited(t *testing.T) {
	t.Parallel()
	type step = func(context.Context, *Client) error
	createBrand := func(ctx context.Context, c *Client) error {
		_, err := c.CreateBrand(ctx, testAccount, BrandFields{Name: "A"})
		return err
	}
	changeBrand := func(id int32, name string) step {
		return func(ctx context.Context, c *Client) error {
			_, err := c.GetBrand(ctx, testAccount, id)
			if err != nil {
				return err
			}
			_, err = c.UpdateBrand(ctx, testAccount, id, BrandFields{Name: name})
			return err
		}
	}
	createModel := func(ctx context.Context, c *Client) error {
		_, err := c.CreatePersonModel(ctx, testAccount, "A")
		return err
	}
	renamePerson := func(id string) step {
		return func(ctx context.Context, c *Client) error {
			_, err := c.RenamePerson(ctx, testAccount, PersonRef{"M", id}, "A")
			return err
		}
	}
	nameCharacter := func(id int32) step {
		return func(ctx context.Context, c *Client) error {
			return c.RenameAnimationCharacter(ctx, testAccount, "v", id, "A")
		}
	}
	renameProject := func(id string) step {
		return func(ctx context.Context, c *Client) error {
			return c.UpdateProject(ctx, testAccount, id, ProjectFields{Name: "A"})
		}
	}
	deleteBrand := func(ctx context.Context, c *Client) error { return c.DeleteBrand(ctx, testAccount, 1) }
	deleteGone := func(ctx context.Context, c *Client) error {
		err := c.DeleteBrand(ctx, testAccount, 3)
		if IsNotFound(err) {
			return nil
		}
		return err
	}
	deleteModel := func(ctx context.Context, c *Client) error { return c.DeletePersonModel(ctx, testAccount, "N") }
	taken := refusal(http.StatusBadRequest, ErrorTypeAlreadyExists)
	general := refusal(http.StatusConflict, ErrorTypeGeneral)
	const aPut, anX2, anX12 = "PUT Brands/2", "POST Brands", "POST PersonModels"
	const anX18, anX28, a10 = "PUT PersonModels/M/Persons/Q", "PUT Projects/q", "PUT Videos/v/Index/AnimationCharacters/2"
	for name, c := range map[string]struct {
		release step // nil for none
		write   step
		request string
		refused reply
		forever bool
		took    time.Duration
		isDone  bool
	}{
		"brand after a delete":              {release: deleteBrand, write: createBrand, request: anX2, refused: taken, took: 250 * time.Millisecond, isDone: true},
		"brand after a delete, gone before": {release: deleteGone, write: createBrand, request: anX2, refused: taken, took: 250 * time.Millisecond, isDone: true},
		"brand after a delete, GENERAL":     {release: deleteBrand, write: createBrand, request: anX2, refused: general, took: 250 * time.Millisecond, isDone: true},
		"brand after a rename":              {release: changeBrand(1, "B"), write: changeBrand(2, "A"), request: aPut, refused: taken, took: 250 * time.Millisecond, isDone: true},
		"brand after a change":              {release: changeBrand(1, "A"), write: changeBrand(2, "A"), request: aPut, refused: taken, forever: true},
		"brand, another refusal":            {release: deleteBrand, write: createBrand, request: anX2, refused: refusal(http.StatusBadRequest, ErrorTypeInvalidInput), forever: true},
		"brand, nothing released":           {write: createBrand, request: anX2, refused: taken, forever: true},
		"brand after another kind":          {release: deleteModel, write: createBrand, request: anX2, refused: taken, forever: true},
		"brand, taken for good":             {release: deleteBrand, write: createBrand, request: anX2, refused: taken, forever: true, took: gracePeriod},
		"person model after a delete":       {release: deleteModel, write: createModel, request: anX12, refused: taken, took: 250 * time.Millisecond, isDone: true},
		"person model, GENERAL":             {release: deleteModel, write: createModel, request: anX12, refused: general, forever: true},
		"person after a rename of another":  {release: renamePerson("P"), write: renamePerson("Q"), request: anX18, refused: refusal(http.StatusBadRequest, ErrorTypePersonNameNotUnique), took: 250 * time.Millisecond, isDone: true},
		"project after a rename of another": {release: renameProject("p"), write: renameProject("q"), request: anX28, refused: taken, took: 250 * time.Millisecond, isDone: true},
		"character after one of another":    {release: nameCharacter(1), write: nameCharacter(2), request: a10, refused: taken, took: 250 * time.Millisecond, isDone: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := scripted(map[string]string{
					"DELETE Brands/1": "", "DELETE PersonModels/N": "", "GET PersonModels": "[]",
					aGet(1): `{"id":1,"name":"A"}`, aGet(2): `{"id":2,"name":"C"}`,
					"PUT Brands/1": `{"id":1}`, aPut: `{"id":2}`, anX2: `{"id":7}`, aGet(7): `{"id":7,"name":"A"}`, anX12: `{"id":"M"}`,
					"PUT PersonModels/M/Persons/P": `{"id":"P"}`, anX18: `{"id":"Q"}`, "PUT Videos/v/Index/AnimationCharacters/1": "", a10: "",
					"PUT Projects/p": "{}", anX28: "{}",
				})
				client := serveInBubble(t, s.ServeHTTP, extended, noRetries)
				if c.release != nil {
					check.MustSucceed(t, c.release(t.Context(), client), "the release of the name")
				}
				if c.forever {
					s.set(c.request, c.refused)
				} else {
					s.set(c.request, c.refused, s.responses[c.request][0])
				}
				began := time.Now()
				err := c.write(t.Context(), client)
				took := time.Since(began)
				check.Equal(t, c.isDone, err == nil, "the write is done, with the error %v", err)
				check.Equal(t, c.took, took, "the write took")
				refused, isRefused := errors.AsType[*APIError](err)
				if isRefused && refused.NameWasFreed != (c.took > 0) {
					t.Errorf("the error says that the name was released: %t, want %t", refused.NameWasFreed, c.took > 0)
				}
			})
		})
	}
}

// TestListsLackWhatWasDeleted has a list show what was just deleted: nobody is told to adopt that.
func TestListsLackWhatWasDeleted(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := brandsOf("A", "B")
		s.set("DELETE Brands/1", reply{})
		client := serveInBubble(t, s.ServeHTTP, extended)
		check.MustSucceed(t, client.DeleteBrand(t.Context(), testAccount, 1), "the delete")
		brands, err := client.ListBrands(t.Context(), testAccount)
		check.MustSucceed(t, err, "the list at once")
		if len(brands) != 1 || brands[0].ID != 2 {
			t.Errorf("at once: listed %+v, want brand 2 alone", brands)
		}
		pause(gracePeriod)
		brands, err = client.ListBrands(t.Context(), testAccount)
		check.MustSucceed(t, err, "the list ten seconds later")
		check.Equal(t, 2, len(brands), "brands that are listed ten seconds later")
	})
}

// TestFreedNames refuses the name in each request that gives an object one, after a name in its
// collection has become free: the client knows that this may be the reason.
func TestFreedNames(t *testing.T) {
	t.Parallel()
	for _, o := range allOperations() {
		t.Run(o.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				collection := ""
				client := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
					body, _ := io.ReadAll(r.Body)
					label := shortened(r.Method + " " + r.URL.Path)
					others := o.others[label]
					switch {
					case strings.HasSuffix(r.URL.Path, testAccountID+"/AccessToken"):
						_, _ = fmt.Fprint(w, `"token"`)
					case givesName(r, body):
						collection = strings.TrimPrefix(r.URL.Path, "/")
						if r.Method != http.MethodPost {
							collection = path.Dir(collection)
						}
						refusal(http.StatusBadRequest, ErrorTypeAlreadyExists).ServeHTTP(w, r)
					case others != nil:
						_, _ = fmt.Fprint(w, others[0])
					default:
						_, _ = fmt.Fprint(w, "{}")
					}
				}, keyAlone, noRetries, extended)
				_, _ = o.call(t.Context(), client)
				if collection == "" {
					return
				}
				client.recentWrites.freed[strings.ToLower(collection)] = time.Now()
				_, err := o.call(t.Context(), client)
				refused := check.ErrorAs[*APIError](t, err)
				check.Equal(t, true, refused.NameWasFreed, "the refused name may have become free")
			})
		})
	}
}

// givesName reports whether a request gives a name, which is unique, to an object.
func givesName(r *http.Request, body []byte) bool {
	var object struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(body, &object) // a body that is no object has no name
	return object.Name != "" || r.Method != http.MethodGet && r.URL.Query().Get("name") != ""
}
