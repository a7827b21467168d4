package examples_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestContributingPaths checks that files and folders which pages for contributors name exist, and
// that one of them describes each package of framework and each file of managed.
func TestContributingPaths(t *testing.T) {
	t.Parallel()
	found := 0
	all := read(t, filepath.Join(repository, "CONTRIBUTING.md"))
	for _, page := range filesIn(t, "contributing", ".md") {
		all += read(t, page)
	}
	for _, path := range submatches(all, "`((?:internal|templates|examples|modules|scripts)/[^\\s`]+)") {
		if strings.ContainsAny(path, "*") || strings.Contains(path, "thing") {
			continue
		}
		found++
		_, err := os.Stat(filepath.Join(repository, strings.TrimSuffix(path, "/...")))
		if err != nil {
			t.Errorf("there is no %s", path)
		}
	}
	packages, err := os.ReadDir(filepath.Join(repository, "internal", "framework"))
	if err != nil || found < 15 {
		t.Fatalf("%d paths found (%v), want 15 or more", found, err)
	}
	for _, entry := range packages {
		if !strings.Contains(all, "`framework/"+entry.Name()+"`") {
			t.Errorf("no page describes framework/%s", entry.Name())
		}
	}
	for _, file := range filesIn(t, "internal/framework/managed", ".go") {
		name := filepath.Base(file)
		if !strings.HasSuffix(name, "_test.go") && !strings.Contains(all, "`"+name+"`") {
			t.Errorf("no page describes %s of framework/managed", name)
		}
	}
}

// TestContributingNames checks that what pages for contributors write as code exists: names of Go,
// arguments and types of Terraform, files and folders, and targets of make.
func TestContributingNames(t *testing.T) {
	t.Parallel()
	names := repositoryNames(t)
	found := 0
	pages := []string{inRepository(t, "CONTRIBUTING.md")}
	for _, folder := range []string{"contributing", "decisions", "internal"} {
		pages = append(pages, filesIn(t, folder, ".md")...)
	}
	for _, page := range pages {
		for _, name := range namesOn(t, page) {
			found++
			if !names[strings.TrimSuffix(name, "/")] {
				t.Errorf("%s: there is no %s", nameOf(page), name)
			}
		}
	}
	if found < 500 {
		t.Errorf("%d names found, want 500 or more", found)
	}
}

// namesOn returns the names that a page writes as code, and those of members anywhere on it.
func namesOn(t *testing.T, page string) []string {
	t.Helper()
	text := read(t, page)
	written := submatches(text, `\b([A-Za-z]\w*\.[A-Z]\w*)\b`)
	written = append(written, submatches(fence.ReplaceAllString(text, ""), "`([^`\n]+)`")...)
	slices.Sort(written)
	return slices.DeleteFunc(slices.Compact(written), func(name string) bool {
		isRepositorys := isName.MatchString(name) || isPath.MatchString(name) || isTarget.MatchString(name)
		return !isRepositorys || namesOfOthers.MatchString(name)
	})
}

var (
	// fence finds blocks of code.
	fence = regexp.MustCompile("(?ms)^ *```.*?\n *```$")
	// isName finds names of Go and Terraform, isPath files and folders, and isTarget what make
	// does.
	isName   = regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$`)
	isPath   = regexp.MustCompile(`^[\w.-]*[/.][\w./-]*\w/?$`)
	isTarget = regexp.MustCompile(`^make [a-z-]+$`)
	// namesOfOthers finds names that the repository does not have: of Terraform's language, of the
	// code of the framework, of Go 1.27, of examples, and of what a decision is against.
	namesOfOthers = regexp.MustCompile(`^(?:` +
		`for_each|ignore_changes|precondition|create_before_destroy|replace_triggered_by|` +
		`registerContext|Server\.contextCancels|NullifyCollectionBlocks|loggingContext|grpc\.Server.*|` +
		`internal/(?:proto6server|fwserver)/.*|encoding/json/(?:v2|jsontext)|` +
		`depguard|util|helpers|common|if|switch|case|can|may|canPlan|isOneWay|` +
		`TestAcc|.*thing(?:s\.go|_test|/?)|terraform_data\.x\.output|videos/0/.*|videoindexer_reindexing)$`)
)

// names are those of the repository, each in all forms in which a page can write it. Types of
// Terraform are folders of examples.
type names map[string]bool

// repositoryNames returns all names of the repository.
func repositoryNames(t *testing.T) names {
	t.Helper()
	all := names{}
	for _, target := range submatches(read(t, inRepository(t, "GNUmakefile")), `(?m)^([a-z-]+):.*## `) {
		all["make "+target] = true
	}
	for _, file := range repositoryFiles(t) {
		all.addPath(file)
		// Benchmarks have the names of configurations.
		all.addPath(strings.TrimSuffix(file, ".tf"))
		if filepath.Ext(file) == ".go" {
			parsed, err := parser.ParseFile(token.NewFileSet(), inRepository(t, file), nil, parser.SkipObjectResolution)
			check.MustSucceed(t, err, "parsing %s", file)
			all.addCode(parsed)
		}
	}
	return all
}

// repositoryFiles returns the paths of the files that pages can name.
func repositoryFiles(t *testing.T) (all []string) {
	t.Helper()
	root, err := os.ReadDir(repository)
	check.MustSucceed(t, err, "listing the repository")
	for _, entry := range root {
		switch {
		case !entry.IsDir():
			all = append(all, entry.Name())
		case entry.Name() != ".git" && entry.Name() != "bin":
			for _, file := range filesIn(t, entry.Name(), "") {
				all = append(all, nameOf(file))
			}
		}
	}
	return all
}

// addPath adds a file and its folders, each also without the folders that it is in.
func (n names) addPath(path string) {
	for path != "." {
		rest := path
		for isBelow := true; isBelow; {
			n[rest] = true
			_, rest, isBelow = strings.Cut(rest, "/")
		}
		path = filepath.ToSlash(filepath.Dir(path))
	}
}

// addCode adds what a file of Go declares, imports and uses, and its texts, such as the names of
// arguments.
func (n names) addCode(file *ast.File) {
	inPackage := strings.TrimSuffix(file.Name.Name, "_test")
	n[inPackage] = true
	ast.Inspect(file, func(node ast.Node) bool {
		switch found := node.(type) {
		case *ast.ImportSpec:
			if found.Name != nil {
				n[found.Name.Name] = true
			}
			n.addPath(strings.Trim(found.Path.Value, `"`))
		case *ast.BasicLit:
			text, err := strconv.Unquote(found.Value)
			if err == nil {
				n[text] = true
			}
		case *ast.SelectorExpr:
			n[found.Sel.Name] = true
			from, isIdentifier := found.X.(*ast.Ident)
			if isIdentifier {
				n[from.Name+"."+found.Sel.Name] = true
			}
		case *ast.FuncDecl:
			n.addMember(inPackage, found.Name)
			if found.Recv != nil {
				n.addMember(typeName(found.Recv.List[0].Type), found.Name)
			}
		case *ast.ValueSpec:
			for _, name := range found.Names {
				n.addMember(inPackage, name)
			}
		case *ast.TypeSpec:
			n.addMember(inPackage, found.Name)
			n.addFields(found)
		}
		return true
	})
}

func (n names) addMember(of string, name *ast.Ident) {
	n[name.Name] = true
	n[of+"."+name.Name] = true
}

// addFields adds the fields of a struct, or the methods of an interface.
func (n names) addFields(declared *ast.TypeSpec) {
	ast.Inspect(declared.Type, func(node ast.Node) bool {
		field, isField := node.(*ast.Field)
		if isField {
			for _, name := range field.Names {
				n.addMember(declared.Name.Name, name)
			}
		}
		return true
	})
}

// typeName returns the name of the type of a receiver, which may be a pointer or have parameters.
func typeName(expression ast.Expr) string {
	switch found := expression.(type) {
	case *ast.StarExpr:
		return typeName(found.X)
	case *ast.IndexExpr:
		return typeName(found.X)
	case *ast.IndexListExpr:
		return typeName(found.X)
	case *ast.Ident:
		return found.Name
	}
	return ""
}
