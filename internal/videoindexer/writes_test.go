package videoindexer

import (
	"context"
	"net/http"
	"testing"
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
			"delete": func(ctx context.Context, c *Client) { _ = c.DeleteLanguageModel(ctx, testAccount, "l") },
			"train": func(ctx context.Context, c *Client) {
				_, _ = c.TrainLanguageModel(ctx, testAccount, &LanguageModel{ID: "l"})
			},
			"delete file": func(ctx context.Context, c *Client) { _ = c.DeleteLanguageModelFile(ctx, testAccount, "l", "f") },
			"update file": func(ctx context.Context, c *Client) {
				_, _ = c.UpdateLanguageModelFile(ctx, testAccount, "l", "f", LanguageModelFileUpdate{})
			},
		}},
		"person models": {`[{"id":"m"}]`, func(ctx context.Context, c *Client) { _, _ = c.ReadPersonModel(ctx, testAccount, "m") }, map[string]call{
			"create": func(ctx context.Context, c *Client) { _, _ = c.CreatePersonModel(ctx, testAccount, "a") },
			"rename": func(ctx context.Context, c *Client) { _, _ = c.RenamePersonModel(ctx, testAccount, "m", "a") },
			"delete": func(ctx context.Context, c *Client) { _ = c.DeletePersonModel(ctx, testAccount, "m") },
		}},
		"persons": {`{"results":[{"id":"p"}],"totalCount":1}`, func(ctx context.Context, c *Client) { _, _ = c.ReadPerson(ctx, testAccount, "m", "p", "") }, map[string]call{
			"create":      func(ctx context.Context, c *Client) { _, _ = c.CreatePerson(ctx, testAccount, "M", "a") },
			"rename":      func(ctx context.Context, c *Client) { _, _ = c.RenamePerson(ctx, testAccount, "M", "p", "a") },
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
