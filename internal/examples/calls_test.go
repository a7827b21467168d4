package examples_test

import (
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// episode is the lifecycle of a resource: what its steps call, a row of the page says.
type episode struct {
	created, updated acctest.Values
	policies         []string // of destroy, "" for none; the first is that of the updated resource
}

// TestResourceCalls goes through the lifecycle of every resource, without extended operations and
// with them, and compares what the server was asked with what the page says: with the table for
// that, or with the resource's only row.
func TestResourceCalls(t *testing.T) {
	t.Parallel()
	for operations, isExtended := range map[string]bool{"base API": false, "extended": true} {
		t.Run(operations, func(t *testing.T) {
			t.Parallel()
			table := callTable(t, "The calls of each step")
			if isExtended {
				maps.Copy(table, callTable(t, "The calls of each step with extended operations"))
			}
			offered := slices.Sorted(maps.Keys(fixtures.All))
			offered = slices.DeleteFunc(offered, func(name string) bool {
				return fixtures.All[name].NeedsExtended && !isExtended
			})
			check.Equal(t, offered, slices.Sorted(maps.Keys(table)), "all resources, and those with a row in %s", callsPage)
			for name, row := range table {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					example := episodeOf(t, name, isExtended)
					got := map[string][]mockserver.Operation{}
					for i, policy := range example.policies {
						live(t, isExtended, name, example, policy, i == 0, got)
					}
					check.Equal(t, row, got, "calls on the page, and those that are sent")
				})
			}
		})
	}
}

// episodeOf returns the lifecycle that all tests share, with every policy that the resource has and
// may have.
func episodeOf(t *testing.T, name string, isExtended bool) episode {
	configs := fixtures.All[name].Configurations(isExtended)
	all := episode{created: configs[0], updated: configs[1]}
	server := acctest.NewServer(t, mockserver.WithExtended())
	fixtures.Seed(server)
	isPolicy := func(a *tfprotov6.SchemaAttribute) bool { return a.Name == "deletion_policy" }
	if !slices.ContainsFunc(acctest.Schema(t).ResourceSchemas[name].Block.Attributes, isPolicy) {
		all.policies = []string{""}
		return all
	}
	for _, policy := range []string{"delete", "disable", "restore", "empty", "abandon"} {
		instance := server.Protocol(t, acctest.Values{"extended_operations": isExtended}).Instance(name)
		config := all.created.With(acctest.Values{"deletion_policy": policy})
		diags := instance.Validate(t.Context(), config)
		if len(acctest.Errors(diags)) == 0 {
			diags = instance.Plan(t.Context(), config).Diagnostics
		}
		if len(acctest.Errors(diags)) == 0 {
			all.policies = append(all.policies, policy)
		}
	}
	if all.policies == nil {
		all.policies = []string{""}
	}
	return all
}

// callsPage is the page for contributors whose tables have the calls of every step of every
// resource.
const callsPage = "internal/videoindexer/calls.md"

// live creates, reads, updates, imports and destroys a resource, each in a process of its own; of
// all but the first policy only the destroy is of interest. It adds the calls to got, by step.
func live(t *testing.T, isExtended bool, name string, example episode, policy string, whole bool, got map[string][]mockserver.Operation) {
	options := []mockserver.Option{
		mockserver.WithRenderEnd(mockserver.AfterRequests(1)), mockserver.WithIndexingEnd(mockserver.AfterRequests(1)),
	}
	var configuration acctest.Values
	if isExtended {
		options = append(options, mockserver.WithExtended())
		configuration = acctest.Values{"extended_operations": true}
	}
	server := acctest.NewServer(t, options...)
	fixtures.Seed(server)
	server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{
		ID: fixtures.ModelID, Name: "Found", Language: "en-US",
		Files: []mockserver.LanguageFile{{Name: "a.txt", Enabled: true}},
	})
	instance := server.Protocol(t, configuration).Instance(name)
	step := func(which string, f func()) {
		instance.Protocol = server.Protocol(t, configuration)
		server.ResetRequests()
		f()
		got[which] = slices.Compact(slices.Sorted(slices.Values(slices.Concat(got[which], asked(server)))))
	}
	apply := func(which string, config acctest.Values) {
		if config != nil && policy != "" {
			config = config.With(acctest.Values{"deletion_policy": policy})
		}
		step(which, func() { acctest.MustSucceed(t, instance.Apply(t.Context(), instance.MustPlan(config))) })
	}
	apply("create", example.created)
	if whole {
		step("read", func() { acctest.MustSucceed(t, instance.Refresh(t.Context())) })
		apply("update", example.updated)
		accounts := server.Accounts() // of which the last one may be its own
		id := fixtures.All[name].ID(accounts[len(accounts)-1].ID)
		step("import", func() {
			acctest.MustSucceed(t, server.Protocol(t, configuration).Instance(name).Import(t.Context(), id))
		})
	}
	apply("destroy", nil)
}

// asked returns the calls that a server had, without those for tokens, which any step may need or
// have already.
func asked(server *acctest.Server) []mockserver.Operation {
	forTokens := []mockserver.Operation{mockserver.GetUserAccessToken, mockserver.ListAccounts, mockserver.GetAccountAccessToken}
	calls := map[mockserver.Operation]bool{}
	for _, request := range server.Requests() {
		if !slices.Contains(forTokens, request.Operation) {
			calls[request.Operation] = true
		}
	}
	return slices.Sorted(maps.Keys(calls))
}

// steps are the columns of a table of calls.
var steps = []string{"create", "read", "update", "destroy", "import"}

// callTable reads the table below a heading of the page: for each resource, the calls of each step.
func callTable(t *testing.T, heading string) map[string]map[string][]mockserver.Operation {
	t.Helper()
	_, table, _ := strings.Cut(read(t, filepath.Join(repository, filepath.FromSlash(callsPage))), "\n## "+heading+"\n")
	table, _, _ = strings.Cut(table, "\n## ")
	row := regexp.MustCompile("(?m)^\\| `(videoindexer_\\w+)` \\| (.+) \\|$")
	resources := map[string]map[string][]mockserver.Operation{}
	for _, match := range row.FindAllStringSubmatch(table, -1) {
		calls := map[string][]mockserver.Operation{}
		for i, cell := range strings.SplitN(match[2], " | ", len(steps)) {
			calls[steps[i]] = operationsOf(t, cell)
		}
		resources[match[1]] = calls
	}
	return resources
}

var callNumber = regexp.MustCompile(`^X?\d+$`)

// operationsOf returns the calls of a cell, such as "16, X2".
func operationsOf(t *testing.T, cell string) (operations []mockserver.Operation) {
	for call := range strings.SplitSeq(cell, ", ") {
		switch {
		case callNumber.MatchString(call):
			operations = append(operations, mockserver.Operation(call))
		case call != "nothing":
			t.Errorf("the page says %q, want the number of a call, or \"nothing\"", call)
		}
	}
	slices.Sort(operations)
	return operations
}

// TestPageListsExtendedOperations compares the calls that the page lists with those that the client
// can make.
func TestPageListsExtendedOperations(t *testing.T) {
	t.Parallel()
	page := read(t, filepath.Join(repository, filepath.FromSlash(callsPage)))
	var called []string
	for _, source := range clientSources(t) {
		called = append(called, submatches(source, `(?m)^\tOperation\w+ += Operation\{\s*"(X\d+)"`)...)
	}
	slices.Sort(called)
	listed := submatches(page, `(?m)^\| (X\d+) \|`)
	slices.Sort(listed)
	check.Equal(t, slices.Compact(called), listed, "extended operations of the client, and those on the page")
}

// clientSources returns the text of each file of the client that is not a test.
func clientSources(t *testing.T) (sources []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(repository, "internal", "videoindexer", "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files of the client in internal/videoindexer (%v)", err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") {
			sources = append(sources, read(t, file))
		}
	}
	return sources
}

// TestOperationsHaveOneName compares the names of operations in the client with those in the mock
// server, which must not import each other.
func TestOperationsHaveOneName(t *testing.T) {
	t.Parallel()
	inClient := operationNames(t, "videoindexer", `(?m)^\tOperation(\w+) += Operation\{\s*"(X?\d+)"`)
	inMock := operationNames(t, "mockserver", `(?m)^\t(\w+) +Operation = "(X?\d+)"`)
	for number, names := range inClient {
		for _, name := range inMock[number] {
			if !slices.Contains(names, name) {
				t.Errorf("operation %s is %s in the client, want %s as in the mock server",
					number, strings.Join(names, " and "), name)
			}
		}
		if inMock[number] == nil {
			t.Errorf("operation %s of the client is not in the mock server", number)
		}
	}
}

// TestOperationsAreNamedAsMethods requires that a method of the client has the name of the
// operation that it sends.
func TestOperationsAreNamedAsMethods(t *testing.T) {
	t.Parallel()
	iterators := []string{"ListProjects", "ListVideos"} // whose methods are Projects and Videos
	var methods []string
	for _, source := range clientSources(t) {
		methods = append(methods, submatches(source, `(?m)^func \(c \*Client\) (\w+)\(`)...)
	}
	for number, names := range operationNames(t, "videoindexer", `(?m)^\tOperation(\w+) += Operation\{\s*"(X?\d+)"`) {
		for _, name := range names {
			isMethod := slices.Contains(methods, name)
			check.Equal(t, !slices.Contains(iterators, name), isMethod, "operation %s: %s is a method of the client", number, name)
		}
	}
}

// operationNames returns the names of the operations of a package by their numbers.
func operationNames(t *testing.T, pkg, declaration string) map[string][]string {
	t.Helper()
	file := read(t, filepath.Join(repository, "internal", pkg, "operations.go"))
	names := map[string][]string{}
	for _, match := range regexp.MustCompile(declaration).FindAllStringSubmatch(file, -1) {
		names[match[2]] = append(names[match[2]], match[1])
	}
	if len(names) == 0 {
		t.Fatalf("%s has no operations", pkg)
	}
	return names
}
