// Madeup makes the changes of contributing/adding-a-resource.md in a copy of the repository, writes
// the generated files, lints what was changed, runs all tests, and prints the cost of each change.
//
// With -quick, only the tests run that walk the registry or a list of fields. With -each, each
// change (or each named change) is made in a copy of its own, and tests must fail without a part of
// the change. With -update, the command writes the figures to the page. The folder changes contains
// the changes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/txtar"
)

const (
	folder   = "internal/cmd/madeup/changes"
	page     = "contributing/adding-a-resource.md"
	generate = "make generate"
	lint     = "make -s bin/golangci-lint && bin/golangci-lint run --allow-parallel-runners"
	// quickPackages and quickTests are the tests that walk the registry or a list of fields.
	quickPackages = "./internal/examples ./internal/files ./internal/framework/apidiag ./internal/mockserver ./internal/provider " +
		"./internal/scenarios ./internal/live ./internal/service/brand/field ./internal/service/languagemodel ./internal/videoindexer"
	quickTests = "Advice|BrandFields|Calls|Described?$|Everything|Fill|Files|Forgotten|Guide|Import|Mistakes|Mocks" +
		"|Omitted|Overwritten|Parsers|PlannedDeletions|Refusals|Registry|Responses|Scenarios|Settings|Short|Table|Texts|UseWhile"
	quick = "go test " + quickPackages + " -run '" + quickTests + "'"
	all   = "go test -timeout 1h ./..."
)

// options are the flags and arguments of the command.
type options struct {
	each, quick, update bool
	names               []string
}

func main() {
	var o options
	flag.BoolVar(&o.quick, "quick", false, "run only the tests that walk the registry or a list of fields")
	flag.BoolVar(&o.each, "each", false, "make each change, or those whose files are named, in a copy of its own, "+
		"and leave out one part at a time")
	flag.BoolVar(&o.update, "update", false, "write the figures into the page")
	flag.Parse()
	o.names = flag.Args()
	err := o.run(context.Background())
	if err != nil {
		fmt.Fprintln(os.Stderr, "madeup:", err)
		os.Exit(1)
	}
}

func (o options) run(ctx context.Context) error {
	changes, err := readChanges()
	if err != nil {
		return err
	}
	err = errors.Join(checkFigures(changes, o.update), checkQuickTests())
	if err != nil {
		return err
	}
	if !o.each {
		return o.try(ctx, changes)
	}
	for _, c := range changes {
		if len(o.names) > 0 && !slices.Contains(o.names, c.name) {
			continue
		}
		err := o.try(ctx, []change{c})
		if err != nil {
			return fmt.Errorf("%s: %w", c.title, err)
		}
	}
	return nil
}

var testFunction = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)`)

// checkQuickTests reports parts of quickTests that no name of a test contains.
func checkQuickTests() error {
	var names []string
	for dir := range strings.FieldsSeq(quickPackages) {
		files, err := filepath.Glob(dir + "/*_test.go")
		if err != nil {
			return err
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			for _, declared := range testFunction.FindAllStringSubmatch(string(text), -1) {
				names = append(names, declared[1])
			}
		}
	}
	for part := range strings.SplitSeq(quickTests, "|") {
		if !slices.ContainsFunc(names, regexp.MustCompile(part).MatchString) {
			return fmt.Errorf("no test that -quick could run has %q in its name", part)
		}
	}
	return nil
}

// change is a change of a contributor. Its comment has lines "title: ..." and "goal: ...", the
// highest number of lines, and one line for each file:
//
//   - "without <file>: <packages and flags of go test>: <text>" names tests that fail with a text
//     if the file is unchanged.
//   - "unproven <file>: <reason>" says why no test finds that the file is unchanged.
//
// A line "golden: <packages and flags of go test>" names tests whose golden files the change
// rewrites.
type change struct {
	*txtar.Archive
	name  string // of its file in changes, without the extension
	title string
	goal  int
	// golden are packages and flags of go test; "" if the change rewrites no golden file.
	golden string
	parts  []part
	// unproven has a reason for each file that no test requires.
	unproven map[string]string
}

// part is a file of a change that tests require.
type part struct{ file, tests, says string }

func readChanges() ([]change, error) {
	names, err := filepath.Glob(folder + "/*.txtar")
	if err != nil || len(names) == 0 {
		return nil, errors.New("no changes: start this in the root of the repository")
	}
	var all []change
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			return nil, err
		}
		c := change{
			Archive: archive, name: strings.TrimSuffix(filepath.Base(name), ".txtar"), unproven: map[string]string{},
		}
		for line := range strings.Lines(string(archive.Comment)) {
			err := c.read(strings.TrimSpace(line))
			if err != nil {
				return nil, fmt.Errorf("%s: %q: %w", name, line, err)
			}
		}
		err = c.checkParts()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, c)
	}
	return all, nil
}

// read reads a line of the comment.
func (c *change) read(line string) (err error) {
	if line == "" {
		return nil
	}
	key, value, _ := strings.Cut(line, ": ")
	required, isRequired := strings.CutPrefix(key, "without ")
	unproven, isUnproven := strings.CutPrefix(key, "unproven ")
	switch {
	case key == "title":
		c.title = value
	case key == "goal":
		_, err = fmt.Sscan(value, &c.goal)
	case key == "golden":
		c.golden = value
	case isRequired:
		tests, says, _ := strings.Cut(value, ": ")
		c.parts = append(c.parts, part{file: required, tests: tests, says: says})
	case isUnproven:
		c.unproven[unproven] = value
	default:
		err = errors.New("neither title, goal, golden, without nor unproven")
	}
	return err
}

// checkParts reports files of the change without a line in its comment, and lines without a file.
func (c *change) checkParts() error {
	named := slices.Collect(maps.Keys(c.unproven))
	for _, p := range c.parts {
		named = append(named, p.file)
	}
	slices.Sort(named)
	var changed []string
	for _, file := range c.Files {
		changed = append(changed, file.Name)
		if !slices.Contains(named, file.Name) {
			return fmt.Errorf("%s has no line: add \"without %[1]s: <tests>: <text>\", or \"unproven %[1]s: <reason>\"", file.Name)
		}
	}
	slices.Sort(changed)
	if !slices.Equal(named, changed) {
		return fmt.Errorf("lines for %q, want one for each file of the change, %q", named, changed)
	}
	return nil
}

// cost returns the number of lines and files of a change.
func (c change) cost() (lines, files int) {
	for _, f := range c.Files {
		for line := range strings.Lines(string(f.Data)) {
			if !strings.HasPrefix(line, "@ ") {
				lines++
			}
		}
	}
	return lines, len(c.Files)
}

// checkFigures prints the costs of changes, and compares them with the page.
func checkFigures(changes []change, update bool) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	current := string(text)
	for _, c := range changes {
		lines, files := c.cost()
		figures := fmt.Sprintf("%d lines in %d files", lines, files)
		fmt.Fprintf(os.Stderr, "%s: %s, of at most %d\n", c.title, figures, c.goal)
		if lines > c.goal {
			return fmt.Errorf("%s costs more than %d lines", c.title, c.goal)
		}
		row := regexp.MustCompile(`(?m)^(\| ` + regexp.QuoteMeta(c.title) + ` \|) [^|]* \|`)
		if !row.MatchString(current) {
			return fmt.Errorf("%s has no row that begins with %q", page, "| "+c.title+" |")
		}
		current = row.ReplaceAllString(current, "$1 "+figures+" |")
	}
	switch {
	case current == string(text):
		return nil
	case update:
		return os.WriteFile(page, []byte(current), 0o600) //nolint:gosec // the page is a constant
	}
	return fmt.Errorf("%s has other figures: run make made-up ARGS=-update", page)
}

// try makes changes in a copy, generates files, rewrites golden files, and runs tests. With -each,
// it also runs the tests that must fail without a part.
func (o options) try(ctx context.Context, changes []change) error {
	dir, err := os.MkdirTemp("", "madeup")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	r, err := copyTo(ctx, dir)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }()
	for _, c := range changes {
		for _, file := range c.Files {
			err := r.change(file)
			if err != nil {
				return fmt.Errorf("%s: %s: %w", c.title, file.Name, err)
			}
		}
	}
	for _, line := range o.commands(changes) {
		text, err := command(ctx, dir, line)
		if err != nil {
			return fmt.Errorf("%s: %w\n%s", line, err, text)
		}
	}
	if !o.each {
		return nil
	}
	for _, c := range changes {
		for _, p := range c.parts {
			err := r.lacks(ctx, p)
			if err != nil {
				return fmt.Errorf("without %s: %w", p.file, err)
			}
		}
	}
	return nil
}

// commands returns the commands that must succeed after changes.
func (o options) commands(changes []change) []string {
	lines := []string{generate}
	for _, c := range changes {
		if c.golden != "" {
			lines = append(lines, "go test "+c.golden+" -update")
		}
	}
	switch {
	case o.quick:
		return append(lines, quick)
	case o.each:
		return append(lines, all)
	}
	return append(lines, lintOf(changes), all)
}

// lintOf returns the command that lints the packages of changes.
func lintOf(changes []change) string {
	var packages []string
	for _, c := range changes {
		for _, f := range c.Files {
			if strings.HasSuffix(f.Name, ".go") {
				packages = append(packages, "./"+filepath.Dir(f.Name))
			}
		}
	}
	slices.Sort(packages)
	return lint + " " + strings.Join(slices.Compact(packages), " ")
}

// repository is a copy of the repository, with the original content of the files of a change.
type repository struct {
	*os.Root
	originals map[string][]byte
}

// copyTo copies the files in git, and the tools that were built already.
func copyTo(ctx context.Context, dir string) (repository, error) {
	text, err := command(ctx, ".",
		"git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C "+dir+
			" && mkdir -p "+dir+"/bin && for tool in golangci-lint tfplugindocs; do "+
			"if [ -e bin/$tool ]; then ln -s \"$PWD/bin/$tool\" "+dir+"/bin/; fi; done")
	if err != nil {
		return repository{}, fmt.Errorf("%w: %s", err, text)
	}
	root, err := os.OpenRoot(dir)
	return repository{root, map[string][]byte{}}, err
}

// change writes a new file, or edits an existing one. Lines below "@ <text>" are inserted after the
// first line that contains the text. "~ <old> => <new>" replaces the first <old> after that
// position.
func (r repository) change(file txtar.File) error {
	text, err := r.ReadFile(file.Name)
	if errors.Is(err, os.ErrNotExist) {
		r.keep(file.Name, nil)
		return errors.Join(r.MkdirAll(filepath.Dir(file.Name), 0o700), r.WriteFile(file.Name, file.Data, 0o600))
	}
	if err != nil {
		return err
	}
	r.keep(file.Name, text)
	e := edited{after: string(text)}
	for line := range strings.Lines(string(file.Data)) {
		err := e.edit(line)
		if err != nil {
			return err
		}
	}
	return r.WriteFile(file.Name, []byte(e.before+e.after), 0o600)
}

func (r repository) keep(name string, text []byte) {
	_, isKept := r.originals[name]
	if !isKept {
		r.originals[name] = text
	}
}

// edited is a file: the text before the position of the next edit, and the text after it.
type edited struct{ before, after string }

func (e *edited) edit(line string) error {
	anchor, isAnchor := strings.CutPrefix(line, "@ ")
	replacement, isReplacement := strings.CutPrefix(line, "~ ")
	switch {
	case isAnchor:
		return e.moveTo(strings.TrimSpace(anchor))
	case isReplacement:
		before, after, _ := strings.Cut(strings.TrimSuffix(replacement, "\n"), " => ")
		if !strings.Contains(e.after, before) {
			return fmt.Errorf("no line has %q", before)
		}
		e.after = strings.Replace(e.after, before, after, 1)
	default:
		e.before += line
	}
	return nil
}

// moveTo moves the position to the end of the first line that contains a text, searching from the
// beginning of the file.
func (e *edited) moveTo(anchor string) error {
	text := e.before + e.after
	i := strings.Index(text, anchor)
	if i < 0 {
		return fmt.Errorf("no line has %q", anchor)
	}
	nextLine := i + strings.IndexByte(text[i:], '\n') + 1
	e.before = text[:nextLine]
	e.after = text[nextLine:]
	return nil
}

// lacks restores the original content of a file, or removes a new one, and expects tests to fail.
func (r repository) lacks(ctx context.Context, missing part) error {
	changed, err := r.ReadFile(missing.file)
	if err != nil {
		return err
	}
	err = r.Remove(missing.file)
	original := r.originals[missing.file]
	if err == nil && original != nil {
		err = r.WriteFile(missing.file, original, 0o600)
	}
	if err != nil {
		return err
	}
	text, err := command(ctx, r.Name(), "go test "+missing.tests)
	switch {
	case err == nil:
		return fmt.Errorf("go test %s passes, want a failure with %q", missing.tests, missing.says)
	case !strings.Contains(text, missing.says):
		return fmt.Errorf("go test %s: want a failure with %q, got %w\n%s", missing.tests, missing.says, err, text)
	}
	return r.WriteFile(missing.file, changed, 0o600)
}

func command(ctx context.Context, dir, line string) (text string, err error) {
	began := time.Now()
	c := exec.CommandContext(ctx, "sh", "-c", line)
	c.Dir = dir
	// A copy compiles most of the repository once. Less garbage collection saves a fifth of the
	// time.
	c.Env = append(
		os.Environ(), "TF_ACC=1", "CGO_ENABLED=0", "GOFLAGS=-trimpath -vet=off -ldflags=-s", "GOGC=400",
	)
	output, err := c.CombinedOutput()
	fmt.Fprintf(os.Stderr, "%4.0f s  %s\n", time.Since(began).Seconds(), line)
	return string(output), err
}
