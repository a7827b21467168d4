package videoindexer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/http"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/golden"
)

// operation is a method of the client, and what a service may answer to it in addition to
// anyResponses.
type operation struct {
	name      string
	file      string
	call      func(context.Context, *Client) (any, error)
	responses []reply
	// others are the bodies of requests that are not the operation itself, by their method and
	// path: one for each time, and the last one for all further times.
	others map[string][]string
	// number and operation are what its errors call it.
	number, operation string
	// isCase is an operation under circumstances of its own, which is given its own responses
	// alone.
	isCase bool
}

type operations []operation

func (o *operations) add(name string, call func(context.Context, *Client) (any, error), responses ...reply) {
	*o = append(*o, operation{name: name, call: call, responses: responses})
}

// operationsByFile returns all operations, by the file of testdata/responses that has their
// responses.
func operationsByFile() map[string][]operation {
	return map[string][]operation{
		"videos": videoOperations(), "projects": projectOperations(), "persons": personOperations(),
		"brands": brandOperations(), "language_models": languageOperations(), "accounts": accountOperations(),
	}
}

func allOperations() (all []operation) {
	byFile := operationsByFile()
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		for _, o := range byFile[name] {
			o.file = name
			all = append(all, o)
		}
	}
	return all
}

// callsOf returns the operations with these names.
func callsOf(t *testing.T, names ...string) map[string]func(context.Context, *Client) error {
	t.Helper()
	calls := map[string]func(context.Context, *Client) error{}
	for _, o := range allOperations() {
		if slices.Contains(names, o.name) {
			calls[o.name] = func(ctx context.Context, c *Client) error { _, err := o.call(ctx, c); return err }
		}
	}
	if len(calls) < len(names) {
		t.Fatalf("%d of %q are operations, want all", len(calls), names)
	}
	return calls
}

// successes are given to every operation in addition: successes without what it needs. See
// TestWhatIsNoResponse for others.
var successes = []reply{{}, {body: "{}"}}

// refusals are given to every operation: one of each kind, from the service and from others. What a
// status means by itself is in TestIsNotFoundAndIsConflict.
var refusals = []reply{
	{status: http.StatusFound, location: "https://elsewhere.test/"},
	refusal(http.StatusBadRequest, ErrorTypeInvalidInput), refusal(http.StatusBadRequest, ErrorTypeAccountNotFound),
	refusal(http.StatusUnauthorized, ErrorTypeUserNotAllowed),
	{status: http.StatusNotFound},
	refusal(http.StatusNotFound, ErrorTypeBreakdownNotFound),
	refusal(http.StatusConflict, ErrorTypeProjectRenderInProgress),
	{status: http.StatusGone},
	refusal(http.StatusInternalServerError, ErrorTypeGeneral),
	lost,
}

// unclear are responses to a create after which it is looked for. Where a list is answered alike,
// they show whether it is needed.
var unclear = []reply{
	{body: "{}"}, {status: http.StatusNotImplemented}, refusal(http.StatusForbidden, ErrorTypeUserNotAllowed), lost,
}

// bodies returns successes with these bodies.
func bodies(all ...string) []reply {
	replies := make([]reply, len(all))
	for i, body := range all {
		replies[i] = reply{body: body}
	}
	return replies
}

// sentKey finds the secrets that operations of the tests send.
var sentKey = regexp.MustCompile(`\bkey-\d\b`)

// TestResponses holds what each operation sends, and what it makes of any response, against
// testdata/responses: the whole value, or the text, the type and the meaning of the error. A file
// has a paragraph for each operation on one type of object; shared.txt has one for each response
// that all operations are given, with the operations of each outcome. After a change, run it with
// -update and read the difference.
func TestResponses(t *testing.T) { //nolint:tparallel // the outcomes are collected once all operations are done
	t.Parallel()
	all := allOperations()
	shared := slices.Concat(successes, refusals)
	own := make([]string, len(all))
	ofShared := make([][]string, len(all)) // the outcome of each shared response, by operation
	t.Run("operations", func(t *testing.T) {
		for i, o := range all {
			t.Run(o.name, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					usual, _, _ := outcomeOf(t, o, successes[0])
					_, _, err := outcomeOf(t, o, reply{status: http.StatusNotImplemented})
					apiErr, ok := errors.AsType[*APIError](err)
					if ok {
						o.number = apiErr.Number
						o.operation = apiErr.Operation
					}
					for _, key := range sentKey.FindAllString(usual, -1) {
						_, _, err := outcomeOf(t, o, reply{status: http.StatusBadRequest, body: key + " is wrong"})
						if err == nil || strings.Contains(err.Error(), key) {
							t.Errorf("error %v, want one without %q, which the service repeats", err, key)
						}
					}
					own[i] = fmt.Sprintf("\n## %s\n%s: %s %s\n%s", o.name, o.operation, usual, o.number, outcomes(t, o, usual))
					for _, response := range shared {
						if !o.isCase {
							_, outcome, _ := outcomeOf(t, o, response)
							ofShared[i] = append(ofShared[i], outcome)
						}
					}
				})
			})
		}
	})
	texts := map[string]string{}
	for i, o := range all {
		texts[o.file] += own[i]
	}
	for i, response := range shared {
		byOutcome := map[string][]string{}
		for j, o := range all {
			if !o.isCase {
				byOutcome[ofShared[j][i]] = append(byOutcome[ofShared[j][i]], o.name)
			}
		}
		ordered := slices.SortedFunc(maps.Keys(byOutcome), func(a, b string) int {
			return cmp.Or(cmp.Compare(len(byOutcome[b]), len(byOutcome[a])), cmp.Compare(a, b))
		})
		texts["shared"] += "\n# " + responseLabel(response) + "\n= " + ordered[0] + "\n"
		for _, outcome := range ordered[1:] {
			texts["shared"] += strings.Join(byOutcome[outcome], ", ") + "\n= " + outcome + "\n"
		}
	}
	for name, text := range texts {
		golden.Assert(t, abbreviated(t, name, text), "responses/"+name+".txt")
	}
}

// abbreviated has names in place of whole brands. The file of brands says what they stand for, so
// that a field of a brand is in one line.
func abbreviated(t *testing.T, file, text string) string {
	brand, err := decodeAnyBrand([]byte(aBrand))
	if err != nil || !reflect.DeepEqual(brand.BrandFields, aBrandsFields) {
		t.Errorf("a brand (-want +got), error %v:\n%s", err, gocmp.Diff(aBrandsFields, brand.BrandFields))
		return text
	}
	short := strings.NewReplacer(
		aBrand, "BRAND", shown(reflect.ValueOf(brand.Brand)), "BRAND",
		inJSON(aBrandsFields), "FIELDS", shown(reflect.ValueOf(aBrandsFields)), "FIELDS",
		inJSON(BrandFields{Name: "Name", Tags: []string{}}), "NAME",
	).Replace(text)
	if file != "brands" {
		return short
	}
	return "# BRAND is " + aBrand + ", FIELDS are those that can be written, NAME those of a brand that has a name alone.\n" + short
}

// outcomes returns what an operation makes of each of its own responses, with the requests where
// they are not the usual ones. Responses of the same outcome share a line.
func outcomes(t *testing.T, o operation, usual string) string {
	byOutcome := map[string][]string{}
	var order []string
	for _, response := range o.responses {
		requests, outcome, _ := outcomeOf(t, o, response)
		if requests != usual {
			outcome += comparedWith(usual, requests)
		}
		if byOutcome[outcome] == nil {
			order = append(order, outcome)
		}
		byOutcome[outcome] = append(byOutcome[outcome], responseLabel(response))
	}
	var b strings.Builder
	for _, outcome := range order {
		fmt.Fprintf(&b, "%s\n= %s\n", strings.Join(byOutcome[outcome], " | "), outcome)
	}
	return b.String()
}

// comparedWith says how requests differ from the usual ones.
func comparedWith(usual, requests string) string {
	if strings.HasPrefix(usual, requests+"\n") {
		return fmt.Sprintf("; only %d of the requests", strings.Count(requests, "\n")+1)
	}
	return "\n\t" + strings.ReplaceAll(requests, "\n", "\n\t")
}

// inLines returns requests, a line for each; one that is repeated has the number of times.
func inLines(requests []string) string {
	var b strings.Builder
	for i, times := 0, 1; i < len(requests); i, times = i+times, 1 {
		for i+times < len(requests) && requests[i+times] == requests[i] {
			times++
		}
		b.WriteString("\n" + requests[i])
		if times > 1 {
			fmt.Fprintf(&b, " (%d times)", times)
		}
	}
	return strings.TrimPrefix(b.String(), "\n")
}

func responseLabel(response reply) string {
	if response.never {
		return "no response"
	}
	label := response.body
	if response.status != 0 {
		label = strings.TrimSpace(fmt.Sprint(response.status, " ", response.body))
	} else if label == "" {
		label = "nothing"
	}
	if response.contentType != "" {
		label = response.contentType + " " + label
	}
	if response.location != "" {
		label += " to " + response.location
	}
	short := strings.NewReplacer(`{"ErrorType":"`, "", `","Message":"no"}`, "", "\n", `\n`)
	return short.Replace(strings.ToValidUTF8(label, "�"))
}

// outcomeOf calls an operation of a client that knows a key alone.
func outcomeOf(t *testing.T, o operation, response reply) (requests, text string, err error) {
	t.Helper()
	var mu sync.Mutex
	var log []string
	seen := map[string]int{}
	c := serveInBubble(t, func(w http.ResponseWriter, r *http.Request) {
		content, _ := io.ReadAll(r.Body)
		w.Header().Set("X-Ms-Request-Id", "their-id")
		if strings.HasSuffix(r.URL.Path, testAccountID+"/AccessToken") {
			permission := "read"
			if r.URL.Query().Get("allowEdit") == "true" {
				permission = "write"
			}
			_, _ = fmt.Fprintf(w, `"token-%s"`, permission)
			return
		}
		credential := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer token-")
		line := shortened(r.Method+" "+r.RequestURI) + " " + credential
		kind := r.Header.Get("Content-Type")
		if kind != "" {
			line += " " + kind + " " + string(content)
		}
		mu.Lock()
		defer mu.Unlock()
		log = append(log, line)
		this := response
		what := shortened(r.Method + " " + r.URL.Path)
		others := o.others[what]
		if others != nil {
			this = reply{body: others[min(seen[what], len(others)-1)]}
			seen[what]++
		}
		this.ServeHTTP(w, r)
	}, keyAlone, noRetries, extended)
	value, err := o.call(t.Context(), c)
	mu.Lock()
	defer mu.Unlock()
	if err == nil {
		return masked(inLines(log)), masked(shown(reflect.ValueOf(value))), nil
	}
	text = errorOutcome(err, strings.Join(append(log, ""), " "))
	v := reflect.ValueOf(value)
	isNothing := !v.IsValid() || v.IsZero()
	isEmpty := v.Kind() == reflect.Slice && v.Len() == 0
	if !isNothing && !isEmpty {
		text = masked(shown(v)) + " and " + text
	}
	if o.operation != "" {
		text = strings.Replace(text, o.operation+": ", "OPERATION: ", 1)
	}
	return masked(inLines(log)), strings.Replace(text, "operation "+o.number+": ", "operation X: ", 1), err
}

var (
	bubbleAddress = regexp.MustCompile(`http://bubble\d+\.localhost`)
	uuids         = regexp.MustCompile(`[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}`)
	boundaries    = regexp.MustCompile(`[0-9a-f]{60}`)
)

func shortened(text string) string {
	return strings.ReplaceAll(bubbleAddress.ReplaceAllString(text, ""), "/"+testLocation+"/Accounts/"+testAccountID, "A")
}

func masked(text string) string {
	text = strings.ReplaceAll(boundaries.ReplaceAllString(shortened(text), "BOUNDARY"), "\r\n", `\r\n`)
	text = uuids.ReplaceAllString(text, "our-id")
	return strings.ReplaceAll(text, " (request id our-id, service request id their-id)", "")
}

// errorOutcome returns all that callers ask of an error. The operation and the response are left
// out (… stands for the body), so that several can share a line. Where an error is at no address
// that was sent to, it says so.
func errorOutcome(err error, sent string) string {
	types := []string{strings.NewReplacer("*videoindexer.", "", "*transport.", "").Replace(fmt.Sprintf("%T", err))}
	for e := err; e != nil; e = errors.Unwrap(e) {
		v := reflect.Indirect(reflect.ValueOf(e))
		if v.Kind() != reflect.Struct || !v.FieldByName("Method").IsValid() {
			continue
		}
		at := shortened(v.FieldByName("Method").String() + " " + v.FieldByName("URL").String())
		if !strings.Contains(strings.ReplaceAll(sent, "?", " "), at+" ") {
			types = append(types, "at "+at)
		}
	}
	text := err.Error()
	unexpected, ok := errors.AsType[*UnexpectedResponseError](err)
	if ok {
		if unexpected.Excerpt != "" {
			text = strings.Replace(text, ": "+unexpected.Excerpt, "…", 1)
		}
	}
	apiErr, ok := errors.AsType[*APIError](err)
	if ok {
		text = strings.ReplaceAll(text, apiErr.Summary(), "RESPONSE")
	}
	for meaning, isMeant := range map[string]bool{
		"not found": IsNotFound(err), "conflict": IsConflict(err), "account-wide": IsAccountWide(err),
		"unsupported": IsUnsupported(err), "no render": IsRenderNotFound(err), "without captions": IsCaptionsUnavailable(err), "may be done": MayHaveSucceeded(err), "outcome unknown": IsOutcomeUnknown(err) && !IsA[*UnexpectedResponseError](err),
	} {
		if isMeant {
			types = append(types, meaning)
		}
	}
	slices.Sort(types[1:])
	return fmt.Sprintf("%s [%s]", strings.ReplaceAll(masked(text), "\n", `\n`), strings.Join(types, "; "))
}

// shown writes a value out, without the fields that are empty.
func shown(v reflect.Value) string {
	if !v.IsValid() {
		return "nothing"
	}
	switch value := v.Interface().(type) {
	case error:
		return "error " + value.Error()
	case json.RawMessage:
		return string(value)
	}
	var parts []string
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return shown(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			field := v.Field(i)
			if !field.IsZero() {
				parts = append(parts, v.Type().Field(i).Name+": "+shown(field))
			}
		}
		return "{" + strings.Join(parts, ", ") + "}"
	case reflect.Slice:
		if v.IsNil() {
			return "no list"
		}
		for i := range v.Len() {
			parts = append(parts, shown(v.Index(i)))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case reflect.Map:
		for _, key := range v.MapKeys() {
			parts = append(parts, shown(key)+": "+shown(v.MapIndex(key)))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ", ") + "}"
	case reflect.String:
		return fmt.Sprintf("%q", v.String())
	default:
		return fmt.Sprint(v.Interface())
	}
}

// only returns the outcome of an operation that returns nothing but an error.
func only(err error) (any, error) { return nil, err }

// collected returns what a sequence yields up to its first error, and each error in its place.
func collected[T any](all iter.Seq2[T, error]) (any, error) {
	list := []any{}
	for item, err := range all {
		if err != nil {
			return list, err
		}
		list = append(list, item)
	}
	return list, nil
}
