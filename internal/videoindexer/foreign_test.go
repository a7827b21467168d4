package videoindexer

import (
	"io"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// aCall is a row of calls.md: the number of a call, and its request.
type aCall struct {
	number  string
	request *regexp.Regexp
}

// allCalls reads the calls of calls.md.
func allCalls(t *testing.T) []aCall {
	t.Helper()
	content, err := os.ReadFile("calls.md")
	check.MustSucceed(t, err, "the calls")
	var all []aCall
	rows := regexp.MustCompile("(?m)^\\| (X?\\d+) \\| [^|]* \\| `(\\w+ \\S+)` \\|$")
	parameter := regexp.MustCompile(`\{\w+\}`)
	for _, row := range rows.FindAllStringSubmatch(string(content), -1) {
		path := strings.Replace(row[2], "…/PersonModels/{", "…/Customization/PersonModels/{", 1)
		path = strings.Replace(path, "…", "/{location}/Accounts/{accountId}", 1)
		all = append(all, aCall{row[1], regexp.MustCompile("^" + parameter.ReplaceAllString(path, `[^/]+`) + "$")})
	}
	if len(all) < 50 {
		t.Fatalf("calls.md has %d calls, want 50 or more", len(all))
	}
	return all
}

// TestSupportedOperationsAreAll compares the extended operations whose support users see with
// calls.md. The client reaches the others once it has an object: a file, a video or a render.
func TestSupportedOperationsAreAll(t *testing.T) {
	t.Parallel()
	unasked := []Operation{OperationGetLanguageModelFile, OperationGetVideoAccessToken, OperationGetRender, OperationGetRenderedFileURL}
	known := slices.Concat(extendedWrites, unasked, []Operation{OperationGetAccountAccessToken})
	for _, read := range extendedReads {
		known = append(known, read.operation)
	}
	want := []string{cancelLanguageModelTraining.Number}
	var got []string
	for _, call := range allCalls(t) {
		if strings.HasPrefix(call.number, "X") {
			want = append(want, call.number)
		}
	}
	for _, operation := range known {
		got = append(got, operation.Number)
	}
	slices.Sort(want)
	slices.Sort(got)
	check.Equal(t, want, got, "the numbers of the operations in supported.go")
}

const aPage = "<html><title>Sign in</title></html>"

// usualResponses are what a service answers to each call, and operations the ones that make it.
// What may be empty according to the description has a mark.
var usualResponses = map[string]struct {
	operation, response string
	mayBeEmpty          bool
}{
	"1": {"project token", `"token"`, false}, "2": {"user token", `"token"`, false}, "3": {"list accounts", `[]`, false},
	"4": {"create paid account", `{"id":"a"}`, true}, "5": {"get account", anAccount, false}, "6": {"image model", `{"endpoint":"a"}`, false},
	"7": {"re-index", "", true}, "8": {"captions", "WEBVTT", false}, "9": {"transcript", "", true}, "10": {"rename a character", "", true},
	"11": {"delete a video", "", true}, "12": {"source file", `"https://a.test/"`, false}, "13": {"widget", "<p>", false},
	"14": {"render", aRender, false}, "15": {"delete project", "", true}, "16": {"get brand", aBrand, false}, "17": {"update brand", aBrand, false},
	"18": {"update settings", `{}`, true}, "19": {"create language model", aModel, false}, "20": {"update language model", aModel, false},
	"21": {"delete language file", "", true}, "22": {"list faces", `[]`, false},
	"X1": {"list brands", `[]`, false}, "X2": {"create brand", aBrand, true}, "X3": {"delete brand", "", true}, "X4": {"get settings", `{"useBuiltIn":true}`, false},
	"X5": {"list language models", `[]`, false}, "X6": {"get language model", aModel, false}, "X7": {"delete language model", "", true},
	"X8": {"train", aModel, false}, "X10": {"get language file", `{"content":"a"}`, false}, "X11": {"update language file", `{}`, false},
	"X12": {"create person model", aPersonModel, false}, "X13": {"list person models", `[]`, false}, "X14": {"rename person model", aPersonModel, false},
	"X15": {"delete person model", "", true}, "X16": {"create person", aPerson, false}, "X17": {"list persons", `{"results":[]}`, false},
	"X18": {"rename person", aPerson, false}, "X19": {"delete person", "", true}, "X20": {"add face", `["a"]`, false}, "X21": {"delete face", "", true},
	"X22": {"reach an account", `"token"`, false}, "X23": {"video token", `"token"`, false}, "X24": {"media connection", "", true},
	"X25": {"connect image model", "", true}, "X26": {"disconnect image model", "", true}, "X27": {"create project", aProject, false},
	"X28": {"change project", `{}`, false}, "X29": {"get project", aProject, false}, "X30": {"list projects", `{"results":[]}`, false},
	"X31": {"get render", aRender, false}, "X32": {"cancel render", aRender, false}, "X33": {"rendered file", `"https://a.test/"`, false},
	"X34": {"list", `{"results":[]}`, false}, "X35": {"index", anIndex, false},
}

// TestWhatIsNoResponse has each call of calls.md answered with 200 and something that is no
// response to it: that is an error which names what came. X22 is left out: without it, the client
// uses 2 and 3.
func TestWhatIsNoResponse(t *testing.T) {
	t.Parallel()
	const (
		webPage = "this is a web page"
		empty   = "empty"
	)
	calls := allCalls(t)
	for _, this := range calls {
		if this.number == "X22" {
			continue
		}
		usual, isKnown := usualResponses[this.number]
		if !isKnown {
			t.Errorf("call %s of calls.md has no operation, want a row in usualResponses", this.number)
			continue
		}
		other := `{"a":[1]}`
		if strings.HasPrefix(usual.response, "{") {
			other = `["a"]`
		}
		for name, test := range map[string]struct{ contentType, body, want string }{
			"a page":                        {"text/html", aPage, webPage},
			"a page in letters of any case": {"", "\ufeff\n<!-- a\n-->\n<!DOCTYPE HTML PUBLIC \"\">\n<HTML>", webPage},
			"a page said to be JSON":        {"application/json", "<?xml version=\"1.0\"?>\n<html xmlns=\"a\"/>", webPage},
			"a part of a page":              {"Text/HTML; charset=utf-8", " <p>No access</p>", webPage},
			"nothing":                       {"application/json", " \r\n", empty},
			"null":                          {"application/json", "null", "null"},
			"a number":                      {"application/json", "7", "a number"},
			"other JSON":                    {"application/json", other, "(an? (array|object|string)|not contain a list|the address)"},
			"an error":                      {"application/json", `{"errorType":"GENERAL","message":"Not now"}`, "it contains an error: GENERAL Not now"},
			"an error of the gateway":       {"application/json", `{"statusCode":401,"message":"Not now"}`, "it contains an error: Not now"},
			"an error with a code":          {"application/json", `{"error":{"code":"A","message":"Not now"}}`, "it contains an error: Not now"},
		} {
			isNothing := usual.response == "" && other == test.body // an object says nothing that these operations need
			mayBeEmpty := usual.mayBeEmpty && test.want == empty
			isWidget := this.number == "13" && test.want == webPage
			isUsual := isNothing || mayBeEmpty
			if isUsual || isWidget {
				continue
			}
			t.Run(this.number+", "+name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					err := answeredWith(t, calls, this.number, reply{contentType: test.contentType, body: test.body})
					if err == nil || !regexp.MustCompile(test.want).MatchString(err.Error()) {
						t.Errorf("answered %q: error %v, want one that says %q", test.body, err, test.want)
					}
				})
			})
		}
	}
}

// answeredWith returns the error of an operation whose call is answered in one way, and its other
// calls as usual.
func answeredWith(t *testing.T, calls []aCall, number string, response reply) error {
	t.Helper()
	c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
		for _, call := range calls {
			isCall := call.request.MatchString(r.Method + " " + r.URL.Path)
			switch {
			case isCall && call.number == number:
				response.ServeHTTP(w, r)
			case isCall:
				_, _ = io.WriteString(w, usualResponses[call.number].response)
			}
		}
	}, keyAlone, noRetries, extended)
	operation := usualResponses[number].operation
	return callsOf(t, operation)[operation](t.Context(), c)
}

// TestErrorsHaveTheirNumber has each call of calls.md fail: the error has the number of the call.
func TestErrorsHaveTheirNumber(t *testing.T) {
	t.Parallel()
	calls := allCalls(t)
	for _, this := range calls {
		t.Run(this.number, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				err := answeredWith(t, calls, this.number, refusal(http.StatusInternalServerError, ErrorTypeGeneral))
				check.Equal(t, this.number, check.ErrorAs[*APIError](t, err).Number, "the number of %v", err)
			})
		})
	}
}
