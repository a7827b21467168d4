package examples_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// episode is the life of a resource: what its steps call, a table of the guide says.
type episode struct {
	created, updated string   // arguments
	id               string   // to import
	policies         []string // of destroy; the first is that of the updated resource
}

var episodes = map[string]episode{
	"videoindexer_brand": {
		created: `brand_id = 1001, name = "A"`, updated: `brand_id = 1001, name = "B"`, id: "1001", policies: []string{"abandon", "disable", "restore"},
	},
	"videoindexer_brands": {
		created: `brands = { "1001" = { name = "A" } }`, updated: `brands = { "1001" = { name = "B" }, "1002" = { name = "C" } }`,
		id: "1001,1002", policies: []string{"abandon", "disable", "restore"},
	},
	"videoindexer_brands_model_settings": {
		created: `enabled = true, use_built_in = true`, updated: `enabled = true, use_built_in = false`, policies: []string{"abandon", "disable"},
	},
	"videoindexer_language_model": {
		created: `name = "A", language = "en-US", enabled = false, files = { "a.txt" = { content = "a" }, "b.txt" = { content = "b" } }`,
		updated: `name = "B", language = "en-US", enabled = true, files = { "a.txt" = { content = "b" } }`,
		id:      "11111111-2222-4333-8444-555555555555", policies: []string{"empty", "abandon"},
	},
	"videoindexer_paid_account": {
		created: paidAccount, updated: paidAccount, policies: []string{"abandon"},
	},
	"videoindexer_project": {
		created: `project_id = "p1q2r3s4t5", render = true`, updated: `project_id = "p1q2r3s4t5", render = true`,
		id: "p1q2r3s4t5", policies: []string{"abandon", "delete"},
	},
	"videoindexer_video": {
		created: `video_id = "a1b2c3d4e5", indexing_preset = "Default"`, updated: `video_id = "a1b2c3d4e5", indexing_preset = "Advanced"`,
		id: "a1b2c3d4e5", policies: []string{"abandon", "delete"},
	},
	"videoindexer_video_transcript": {
		created: `video_id = "a1b2c3d4e5", language = "fr-FR", content = "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nun\n"`,
		updated: `video_id = "a1b2c3d4e5", language = "fr-FR", content = "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\ndeux\n"`,
		id:      "a1b2c3d4e5/fr-FR", policies: []string{"abandon"},
	},
	"videoindexer_animation_character": {
		created: `video_id = "f6a7b8c9d0", character_id = 1, name = "A"`, updated: `video_id = "f6a7b8c9d0", character_id = 1, name = "B"`,
		id: "f6a7b8c9d0/1", policies: []string{"abandon"},
	},
}

const paidAccount = `subscription_id = "5b1d3f6a-2222-4c3d-8e4f-111122223333", resource_group = "media", media_resource = "newmedia", ` +
	`directory_tenant_id = "6c2e4a7b-3333-4d4e-9f5a-222233334444", ` +
	`directory_connection = { application_id = "7d3f5b8c-4444-4e5f-8a6b-333344445555", application_key = "k" }`

// TestAccResourceCalls lives through the life of every resource and compares what the server was asked
// with what the guide says.
func TestAccResourceCalls(t *testing.T) {
	t.Parallel()
	e := need(t)
	tables := callTables(t, resourceCalls)
	offered := slices.DeleteFunc(slices.Sorted(maps.Keys(resourceSchemas(t))), func(name string) bool { return needsExtended(t, name) })
	if diff := cmp.Diff(offered, slices.Sorted(maps.Keys(tables))); diff != "" {
		t.Errorf("resources with a table in templates/guides/%s (-registered +guide):\n%s", resourceCalls, diff)
	}
	if diff := cmp.Diff(offered, slices.Sorted(maps.Keys(episodes))); diff != "" {
		t.Errorf("resources with an entry in episodes (-registered +episodes):\n%s", diff)
	}
	compareCalls(t, e, tables, episodes, false)
}

// resourceCalls is the guide whose tables have every resource that works without extended operations.
const resourceCalls = "resource-calls.md.tmpl"

// compareCalls lives through episodes, with extended operations or without, and compares the calls with the tables of a
// guide.
func compareCalls(t *testing.T, e engine, tables map[string]map[string][]int, episodes map[string]episode, isExtended bool) {
	t.Helper()
	for name, story := range episodes {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := map[string][]int{}
			for i, policy := range story.policies {
				server, env := museum(t)
				if isExtended {
					server, env = museum(t, mockserver.Extended())
					env = append(env, "VIDEOINDEXER_EXTENDED_OPERATIONS=true")
				}
				live(t, e, server, env, name, story, policy, i == 0, got)
			}
			if diff := cmp.Diff(tables[name], got); diff != "" {
				t.Errorf("calls (-guide +sent):\n%s", diff)
			}
		})
	}
}

// live creates, reads, updates, imports and destroys a resource; of all but the first policy only the
// destroy is of interest. It adds the numbers of the calls to got, by step.
func live(t *testing.T, e engine, server *acctest.Server, env []string, name string, story episode, policy string, whole bool, got map[string][]int) {
	t.Helper()
	server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{ID: "11111111-2222-4333-8444-555555555555", Name: "Found", Language: "en-US"})
	w := workspace{t: t, engine: e, folder: t.TempDir(), env: environment(append(env, "TF_CLI_CONFIG_FILE="+e.settings)...)}
	configure := func(arguments string) {
		w.write("main.tf", fmt.Sprintf("%s\nresource %q \"this\" {\n%s\ndeletion_policy = %q\n}\n", providers, name, blockOf(arguments), policy))
	}
	step := func(which string, arguments ...string) {
		server.ResetRequests()
		w.run(arguments...)
		got[which] = union(got[which], asked(server))
	}
	configure(story.created)
	step("create", "apply", "-auto-approve", "-refresh=false")
	if whole {
		step("read", "apply", "-auto-approve", "-refresh-only")
		if name == "videoindexer_project" { // an update that renders follows one that does not
			configure(strings.Replace(story.updated, "render = true", "render = false", 1))
			w.run("apply", "-auto-approve", "-refresh=false")
		}
		configure(story.updated)
		step("update", "apply", "-auto-approve", "-refresh=false")
		id := story.id
		if id == "" { // named by its account alone
			accounts := server.Accounts()
			id = accounts[len(accounts)-1].ID
		}
		step("import", "import", "-state=other.tfstate", name+".this", id)
	}
	step("destroy", "destroy", "-auto-approve", "-refresh=false")
}

const providers = `terraform {
  required_providers {
    videoindexer = { source = "videoindexer/videoindexer" }
  }
}`

// blockOf writes arguments that stand in one line below each other.
func blockOf(arguments string) string {
	var b strings.Builder
	depth := 0
	for _, r := range arguments {
		switch {
		case r == '{':
			depth++
		case r == '}':
			depth--
		case r == ',' && depth == 0:
			r = '\n'
		}
		b.WriteRune(r)
	}
	return b.String()
}

// asked are the numbers of the calls that a server had, without those for tokens, which any step may
// need or have already.
func asked(server *acctest.Server) []int {
	numbers := map[int]bool{}
	for _, request := range server.Requests() {
		if !slices.Contains([]int{2, 3, mockserver.X(22)}, request.Endpoint) {
			numbers[request.Endpoint] = true
		}
	}
	return slices.Sorted(maps.Keys(numbers))
}

func union(a, b []int) []int {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// callTables reads a guide: for each resource, the calls of each step in ascending order.
func callTables(t *testing.T, guide string) map[string]map[string][]int {
	t.Helper()
	heading := regexp.MustCompile(`^## (videoindexer_\w+)$`)
	row := regexp.MustCompile(`^\| (create|read|update|destroy|import) \| ([^|]+) \|`)
	tables := map[string]map[string][]int{}
	var table map[string][]int
	for line := range strings.Lines(read(t, filepath.Join(repository, "templates", "guides", guide))) {
		line = strings.TrimSpace(line)
		if match := heading.FindStringSubmatch(line); match != nil {
			table = map[string][]int{}
			tables[match[1]] = table
		} else if match := row.FindStringSubmatch(line); match != nil && table != nil {
			numbers := []int(nil)
			for field := range strings.SplitSeq(strings.TrimSpace(match[2]), ", ") {
				name, isExtended := strings.CutPrefix(field, "X")
				if number, err := strconv.Atoi(name); err == nil && isExtended {
					numbers = append(numbers, mockserver.X(number))
				} else if err == nil {
					numbers = append(numbers, number)
				} else if field != "nothing" {
					t.Errorf("%q is no call", field)
				}
			}
			slices.Sort(numbers)
			table[match[1]] = numbers
		}
	}
	return tables
}
