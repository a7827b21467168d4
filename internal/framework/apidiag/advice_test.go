package apidiag

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// client is the folder of the client, which declares the error types and describes the calls.
const client = "../../videoindexer/"

// constants returns the error types that the client declares.
func constants(t *testing.T) (all []videoindexer.ErrorType) {
	file, err := parser.ParseFile(token.NewFileSet(), client+"errors.go", nil, 0)
	check.MustSucceed(t, err, "the client's errors.go")
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if ok && strings.HasPrefix(spec.Names[0].Name, "ErrorType") {
			literal, _ := spec.Values[0].(*ast.BasicLit)
			all = append(all, videoindexer.ErrorType(strings.Trim(literal.Value, `"`)))
		}
		return true
	})
	return all
}

// described are the error types of calls.md, with the statuses and the calls that it gives for
// each.
type described struct{ statuses, calls string }

// page reads the numbers of all calls, and the error types, of calls.md.
func page(t *testing.T) (calls []string, types map[videoindexer.ErrorType]described) {
	t.Helper()
	content, err := os.ReadFile(client + "calls.md")
	check.MustSucceed(t, err, "calls.md")
	ofCalls := regexp.MustCompile("(?m)^\\| (X?\\d+) \\| [^|]* \\| `\\w+ \\S+` \\|$")
	for _, row := range ofCalls.FindAllStringSubmatch(string(content), -1) {
		calls = append(calls, row[1])
	}
	types = map[videoindexer.ErrorType]described{}
	ofTypes := regexp.MustCompile("(?m)^\\| `([A-Z_]+)` \\| ([\\d, ]+) \\| (.*) \\|$")
	for _, row := range ofTypes.FindAllStringSubmatch(string(content), -1) {
		types[videoindexer.ErrorType(row[1])] = described{row[2], row[3]}
	}
	return calls, types
}

// has reports whether a call can answer the type.
func (d described) has(call string) bool {
	exceptions, isAll := strings.CutPrefix(d.calls, "all")
	named := strings.Fields(strings.ReplaceAll(strings.TrimPrefix(exceptions, " but"), ",", " "))
	return isAll != slices.Contains(named, call)
}

// TestAdvice has each error type that the client declares in calls.md and among the advice, for the
// same calls.
func TestAdvice(t *testing.T) {
	t.Parallel()
	declared := constants(t)
	calls, onPage := page(t)
	for errorType := range adviceByType {
		if !slices.Contains(declared, errorType) {
			t.Errorf("%s has advice, want it among the error types of the client", errorType)
		}
	}
	for errorType := range onPage {
		if !slices.Contains(declared, errorType) {
			t.Errorf("%s is in calls.md, want it among the error types of the client", errorType)
		}
	}
	for _, errorType := range declared {
		if onPage[errorType].calls == "" {
			t.Errorf("%s has no row in calls.md, want one with the calls that answer it", errorType)
			continue
		}
		for _, r := range adviceByType[errorType] {
			for _, operation := range slices.Concat(r.operations, r.except) {
				if !slices.Contains(calls, operation.Number) {
					t.Errorf("%s has advice for call %s, want one of calls.md", errorType, operation.Number)
				}
			}
		}
		for _, call := range calls {
			hasAdvice := slices.ContainsFunc(adviceByType[errorType], func(r row) bool { return r.isFor(call) })
			check.Equal(t, onPage[errorType].has(call), hasAdvice, "%s of call %s has advice, as in calls.md", errorType, call)
		}
	}
}

// TestAdviceHasItsOperation gives advice about a type to the operations that can answer it,
// whatever the status, and that of the status to others.
func TestAdviceHasItsOperation(t *testing.T) {
	t.Parallel()
	const imageModels = "Image models are not available in this location"
	for _, test := range []struct {
		operation videoindexer.Operation
		errorType videoindexer.ErrorType
		status    int
		want      string
	}{
		{videoindexer.OperationGetImageModel, videoindexer.ErrorTypeUnsupported, 400, imageModels},
		{videoindexer.OperationConnectImageModel, videoindexer.ErrorTypeUnsupported, 403, imageModels},
		{videoindexer.OperationCreatePaidAccount, videoindexer.ErrorTypeUnsupported, 400, correctAdvice},
		{videoindexer.OperationUpdateLanguageModel, videoindexer.ErrorTypeUnsupported, 403, adviceByStatus[403]},
		{videoindexer.OperationRenameAnimationCharacter, videoindexer.ErrorTypeAlreadyExists, 400, "already has a tag with this name"},
		{videoindexer.OperationRenamePersonModel, videoindexer.ErrorTypeAlreadyExists, 409, "import the existing person model"},
		{videoindexer.OperationCreateLanguageModel, videoindexer.ErrorTypeAlreadyExists, 409, adviceByStatus[409]},
		{videoindexer.OperationRenderProject, videoindexer.ErrorTypeInvalidInput, 400, "needs video ranges"},
		{videoindexer.OperationUpdateLanguageModel, videoindexer.ErrorTypeInvalidInput, 400, "while it is being trained"},
		{videoindexer.OperationCreateProject, videoindexer.ErrorTypeInvalidInput, 400, correctAdvice},
		{videoindexer.OperationRenderProject, videoindexer.ErrorTypeBreakdownNotFound, 404, "the id of the project"},
		{videoindexer.OperationRenameAnimationCharacter, videoindexer.ErrorTypeBreakdownNotFound, 400, "base playlist"},
		{videoindexer.OperationGetBrand, videoindexer.ErrorTypeBreakdownNotFound, 404, adviceByStatus[404]},
		{videoindexer.OperationReindexVideo, videoindexer.ErrorTypeOperationNotSupportedOnTrial, 400, "priority works only in paid locations"},
		{videoindexer.OperationUpdateBrand, videoindexer.ErrorTypeGeneral, 400, correctAdvice},
		{videoindexer.OperationUpdateBrand, videoindexer.ErrorTypeGeneral, 500, adviceByStatus[500]},
		{videoindexer.OperationCreatePaidAccount, videoindexer.ErrorTypeAccountNotFound, 400, correctAdvice},
		{videoindexer.OperationDeleteProject, videoindexer.ErrorTypeAccountNotFound, 404, "The service has no such account"},
		{videoindexer.OperationDeleteProject, videoindexer.ErrorTypeUserNotAllowed, 403, keyNotAllowedAdvice},
		{videoindexer.Operation{}, "SOMETHING", 400, correctAdvice},
	} {
		got := adviceFor(&videoindexer.APIError{
			Number: test.operation.Number, Type: test.errorType, Status: test.status, HasErrorObject: true,
		})
		check.Contains(t, test.want, got, "%s of operation %s with %d: the advice", test.errorType, test.operation.Name, test.status)
	}
}

// TestQuota says when a quota is renewed, if the message does.
func TestQuota(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"Out of call volume quota. Quota will be replenished in 2.12:13:14.": "when it is renewed, in 2 days and 12:13:14, or",
		"Out of call volume quota. Quota will be replenished in 03:04:05.":   "when it is renewed, in 03:04:05, or",
		"The quota is used up, and is renewed at 2026-12-01T00:00:00Z.":      "when it is renewed, at 2026-12-01T00:00:00Z, or",
		"Quota exceeded; it resets in 90 minutes":                            "when it is renewed, in 90 minutes, or",
		"Quota exceeded, try again after 3600 seconds.":                      "when it is renewed, after 3600 seconds, or",
		"Quota of 100 calls exceeded in 24:00:00.":                           "once it is renewed, or",
		"Out of quota": "once it is renewed, or",
	} {
		got := adviceFor(&videoindexer.APIError{Status: 403, HasGatewayErrorObject: true, Message: message})
		check.Contains(t, want, got, "%q: the advice", message)
	}
}
