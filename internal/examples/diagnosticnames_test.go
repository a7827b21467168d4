package examples_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

var (
	namesDiagnostic = regexp.MustCompile(`(?:Warning|Error|Diagnostic)s?$`)
	// hasDiagnostics finds the types of one diagnostic and of a list of them.
	hasDiagnostics = regexp.MustCompile(`\b(?:diag|tfprotov6)\.Diagnostic`)
)

// TestDiagnosticNames checks that the name of each function and method which returns diagnostics
// says whether these are one or a list.
func TestDiagnosticNames(t *testing.T) {
	t.Parallel()
	found := 0
	for _, folder := range []string{"framework", "provider", "service"} {
		for _, file := range filesIn(t, filepath.Join("internal", folder), ".go") {
			positions := token.NewFileSet()
			parsed, err := parser.ParseFile(positions, file, nil, parser.SkipObjectResolution)
			check.MustSucceed(t, err, "parsing %s", nameOf(file))
			for name, function := range functionsOf(parsed) {
				result := diagnosticResult(function)
				if result == "" || !namesDiagnostic.MatchString(name.Name) {
					continue
				}
				found++
				isList := strings.HasPrefix(result, "[]") || strings.HasSuffix(result, "Diagnostics")
				if isList != strings.HasSuffix(name.Name, "s") {
					line := positions.Position(name.Pos()).Line
					t.Errorf("%s, line %d: %s returns %s, want a plural for a list and a singular for one diagnostic",
						nameOf(file), line, name.Name, result)
				}
			}
		}
	}
	if found < 50 {
		t.Errorf("%d functions found, want 50 or more", found)
	}
}

// functionsOf returns the types of the functions of a file and of the methods of its interfaces, by
// their names.
func functionsOf(file *ast.File) map[*ast.Ident]*ast.FuncType {
	functions := make(map[*ast.Ident]*ast.FuncType)
	ast.Inspect(file, func(node ast.Node) bool {
		switch declared := node.(type) {
		case *ast.FuncDecl:
			functions[declared.Name] = declared.Type
		case *ast.Field:
			function, isFunction := declared.Type.(*ast.FuncType)
			for _, name := range declared.Names {
				if isFunction {
					functions[name] = function
				}
			}
		}
		return true
	})
	return functions
}

// diagnosticResult returns the type of the diagnostics that a function returns, "" for none.
func diagnosticResult(function *ast.FuncType) string {
	if function.Results == nil {
		return ""
	}
	for _, result := range function.Results.List {
		text := types.ExprString(result.Type)
		if hasDiagnostics.MatchString(text) {
			return text
		}
	}
	return ""
}
