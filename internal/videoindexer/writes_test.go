package videoindexer

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// TestReadsMissNoWrite reads by a shared list, writes, and reads again: after a write of this process, be it refused, the
// list is not used any more.
func TestReadsMissNoWrite(t *testing.T) {
	t.Parallel()
	type call = func(context.Context, *Client)
	for name, test := range map[string]struct {
		list   string // what the service answers to every GET
		read   call
		writes map[string]call
	}{
		"brands": {`[{"id":7,"name":"A","enabled":true,"tags":[]}]`, func(ctx context.Context, c *Client) { _, _ = c.ReadBrand(ctx, testAccount, 7) }, map[string]call{
			"create": func(ctx context.Context, c *Client) { _, _ = c.CreateBrand(ctx, testAccount, BrandFields{Name: "B"}) },
			"update": func(ctx context.Context, c *Client) { _, _ = c.UpdateBrand(ctx, testAccount, 7, BrandFields{}) },
			"delete": func(ctx context.Context, c *Client) { _ = c.DeleteBrand(ctx, testAccount, 7) },
		}},
		"language models": {`[{"id":"l","files":[{"id":"f"}]}]`, func(ctx context.Context, c *Client) { _, _ = c.ReadLanguageModel(ctx, testAccount, "l", asListed) }, map[string]call{
			"create": func(ctx context.Context, c *Client) {
				_, _ = c.CreateLanguageModel(ctx, testAccount, NewLanguageModel{})
			},
			"update": func(ctx context.Context, c *Client) {
				_, _ = c.UpdateLanguageModel(ctx, testAccount, "l", LanguageModelUpdate{})
			},
			"delete":      func(ctx context.Context, c *Client) { _ = c.DeleteLanguageModel(ctx, testAccount, "l") },
			"train":       func(ctx context.Context, c *Client) { _, _ = c.TrainLanguageModel(ctx, testAccount, "l") },
			"delete file": func(ctx context.Context, c *Client) { _ = c.DeleteLanguageModelFile(ctx, testAccount, "l", "f") },
			"update file": func(ctx context.Context, c *Client) {
				_, _ = c.UpdateLanguageModelFile(ctx, testAccount, "l", "f", LanguageModelFileUpdate{})
			},
		}},
		"person models": {`[{"id":"m"}]`, func(ctx context.Context, c *Client) { _, _ = c.ReadPersonModel(ctx, testAccount, "m") }, map[string]call{
			"create": func(ctx context.Context, c *Client) { _, _ = c.CreatePersonModel(ctx, testAccount, "a") },
			"rename": func(ctx context.Context, c *Client) { _, _ = c.RenamePersonModel(ctx, testAccount, "m", "Old", "a") },
			"delete": func(ctx context.Context, c *Client) { _ = c.DeletePersonModel(ctx, testAccount, "m") },
		}},
		"persons": {`{"results":[{"id":"p"}],"totalCount":1}`, func(ctx context.Context, c *Client) { _, _ = c.ReadPerson(ctx, testAccount, "m", "p", "") }, map[string]call{
			"create":      func(ctx context.Context, c *Client) { _, _ = c.CreatePerson(ctx, testAccount, "M", "a") },
			"rename":      func(ctx context.Context, c *Client) { _, _ = c.RenamePerson(ctx, testAccount, "M", "p", "Old", "a") },
			"delete":      func(ctx context.Context, c *Client) { _ = c.DeletePerson(ctx, testAccount, "M", "p") },
			"add face":    func(ctx context.Context, c *Client) { _, _ = c.AddFace(ctx, testAccount, "M", "p", "", nil) },
			"delete face": func(ctx context.Context, c *Client) { _ = c.DeleteFace(ctx, testAccount, "M", "p", "f") },
		}},
	} {
		for write, do := range test.writes {
			t.Run(name+", "+write, func(t *testing.T) {
				t.Parallel()
				requests := 0
				c := serve(t, func(w http.ResponseWriter, r *http.Request) {
					requests++
					if r.Method != http.MethodGet {
						w.WriteHeader(http.StatusBadRequest)
					}
					_, _ = w.Write([]byte(test.list))
				}, onlyToken, extended, noRetries)
				test.read(t.Context(), c)
				if test.read(t.Context(), c); requests != 1 {
					t.Errorf("%d requests for two reads", requests)
				}
				do(t.Context(), c)
				before := requests
				if test.read(t.Context(), c); requests == before {
					t.Error("the list is used after the write")
				}
			})
		}
	}
}

// TestListsMayBeLong reads lists that are longer than any single object.
func TestListsMayBeLong(t *testing.T) {
	t.Parallel()
	var elements []string
	for id, name := 0, strings.Repeat("x", 1<<20); id*len(name) < transport.DefaultMaxBytes; id++ {
		elements = append(elements, fmt.Sprintf(`{"id":%d,"name":%q,"enabled":true,"tags":[]}`, id, name))
	}
	list := "[" + strings.Join(elements, ",") + "]"
	page := `{"results":` + list + `,"nextPage":{"done":true},"totalCount":` + strconv.Itoa(len(elements)) + `}`
	for body, reads := range map[string]map[string]func(context.Context, *Client) error{
		list: {
			"brands": func(ctx context.Context, c *Client) error { _, err := c.ListBrands(ctx, testAccount); return err },
			"language models": func(ctx context.Context, c *Client) error {
				_, err := c.ListLanguageModels(ctx, testAccount)
				return err
			},
		},
		page: {
			"faces": func(ctx context.Context, c *Client) error {
				_, err := c.ListFaces(ctx, testAccount, ofPerson(FacesQuery{}))
				return err
			},
			"persons": func(ctx context.Context, c *Client) error {
				_, err := c.ListPersons(ctx, testAccount, "m", PersonsQuery{})
				return err
			},
			"projects": func(ctx context.Context, c *Client) error {
				_, err := c.FindProjects(ctx, testAccount, "a")
				return err
			},
			"videos": func(ctx context.Context, c *Client) error {
				_, err := collected(c.Videos(ctx, testAccount, VideosQuery{}))
				return err
			},
		},
		strings.Repeat(" ", transport.DefaultMaxBytes) + modelBody: {
			"language model": func(ctx context.Context, c *Client) error {
				_, err := c.GetLanguageModel(ctx, testAccount, "m")
				return err
			},
		},
	} {
		c := answers(t, body, onlyToken, extended, noRetries)
		for name, read := range reads {
			if err := read(t.Context(), c); err != nil {
				t.Errorf("%s: %.200s", name, err)
			}
		}
	}
}
