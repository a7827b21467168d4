package mockserver_test

import (
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// extendedOperations are the extended operations that take a token, which is always of account scope.
var extendedOperations = []struct {
	number       int
	method, path string
	write        bool
}{
	{1, "GET", "/Customization/Brands", false},
	{2, "POST", "/Customization/Brands", true},
	{3, "DELETE", "/Customization/Brands/1001", true},
	{4, "GET", "/Customization/BrandsModelSettings", false},
	{5, "GET", "/Customization/Language", false},
	{6, "GET", "/Customization/Language/" + missing, false},
	{7, "DELETE", "/Customization/Language/" + missing, true},
	{8, "PUT", "/Customization/Language/" + missing + "/Train", true},
	{9, "DELETE", "/Customization/Language/" + missing + "/Train", true},
	{10, "GET", "/Customization/Language/" + missing + "/Files/" + missing, false},
	{11, "PUT", "/Customization/Language/" + missing + "/Files/" + missing, true},
	{12, "POST", "/Customization/PersonModels", true},
	{13, "GET", "/Customization/PersonModels", false},
	{14, "PUT", "/Customization/PersonModels/" + missing, true},
	{15, "DELETE", "/Customization/PersonModels/" + missing, true},
	{16, "POST", "/Customization/PersonModels/" + missing + "/Persons", true},
	{17, "GET", "/Customization/PersonModels/" + missing + "/Persons", false},
	{18, "PUT", "/Customization/PersonModels/" + missing + "/Persons/" + missing, true},
	{19, "DELETE", "/Customization/PersonModels/" + missing + "/Persons/" + missing, true},
	{20, "POST", "/Customization/PersonModels/" + missing + "/Persons/" + missing + "/Faces", true},
	{21, "DELETE", "/Customization/PersonModels/" + missing + "/Persons/" + missing + "/Faces/f", true},
	{24, "PATCH", "/MediaServices", true},
	{25, "PUT", "/ImageModel", true},
	{26, "DELETE", "/ImageModel", true},
	{27, "POST", "/Projects", true},
	{28, "PUT", "/Projects/p", true},
	{29, "GET", "/Projects/p/Index", false},
	{30, "GET", "/Projects", false},
	{31, "GET", "/Projects/p/renderoperation", false},
	{32, "PUT", "/Projects/p/renderoperation/cancel", true},
	{33, "GET", "/Projects/p/renderedfile/downloadurl", false},
	{34, "GET", "/Videos", false},
	{35, "GET", "/Videos/v/Index", false},
}

// newExtended is a mediaServer with the extended operations.
func newExtended(t *testing.T, opts ...mockserver.Option) *mediaServer {
	t.Helper()
	return newMediaServer(t, append([]mockserver.Option{mockserver.Extended()}, opts...)...)
}

// list returns the array that an operation answers.
func (st *mediaServer) list(path string) []map[string]any {
	st.t.Helper()
	var list []map[string]any
	st.send(http.MethodGet, path, "").is(200).into(&list)
	return list
}

// all returns one member of each element.
func all(list []map[string]any, member string) []any {
	values := make([]any, len(list))
	for i, element := range list {
		values[i] = element[member]
	}
	return values
}

func TestExtendedOperationsAreOptedInto(t *testing.T) {
	t.Parallel()
	for _, op := range extendedOperations {
		st := newMediaServer(t)
		st.refuses = true
		refusal := st.send(op.method, op.path, "")
		refusal.is(404)
		refusal.notFromService("has no operation " + op.method)
		st.expectViolations("unknown route")
		same(t, []int{st.Count(0), st.Count(mockserver.X(op.number))}, []int{1, 0})
	}
	st := newMediaServer(t)
	st.refuses = true
	st.do(ask{method: "GET", path: accountTokenPath}).notFromService("has no operation GET")
}

func TestExtendedScopes(t *testing.T) {
	t.Parallel()
	for _, op := range extendedOperations {
		for _, write := range []bool{false, true} {
			b := newBench(t, mockserver.Extended())
			for token, allowed := range map[string]bool{
				b.UserToken(location, true):                    false,
				b.VideoToken(location, account, "v", true):     false,
				b.ProjectToken(location, account, "p", true):   false,
				b.AccountToken(location, missing, true):        false,
				b.AccountToken("eastus", account, true):        false,
				"none":                                         false,
				b.AccountToken(location, account, write):       write || !op.write,
				b.AccountToken(location, account, write) + "x": false,
			} {
				got := b.do(ask{method: op.method, path: "~" + op.path, token: token})
				if allowed != (got.status != http.StatusUnauthorized) {
					t.Errorf("X%d with write %t: status %d, want it allowed: %t", op.number, write, got.status, allowed)
				}
			}
			same(t, b.Count(mockserver.X(op.number)), 8)
		}
	}
}

func TestExtendedOperationsWantTheKey(t *testing.T) {
	t.Parallel()
	for _, op := range extendedOperations {
		b := newBench(t, mockserver.Extended())
		b.do(ask{method: op.method, path: "~" + op.path, token: b.write(), noKey: true})
		if got := b.Violations(); len(got) == 0 {
			t.Errorf("X%d without the key is no violation", op.number)
		}
	}
	b := newBench(t, mockserver.Extended(), mockserver.KeyOnOperations(mockserver.KeyOptional))
	b.do(ask{method: "GET", path: "~/Customization/Brands", token: b.read(), noKey: true}).is(200)
	b.expectViolations()
}

func TestExtendedInputThatIsNotAllowed(t *testing.T) {
	t.Parallel()
	for _, op := range extendedOperations {
		st := newExtended(t)
		st.refuses = true
		st.send(op.method, op.path+"?page=1", "{}").fails(400, "INVALID_INPUT")
		st.expectViolations(`unknown query parameter "page"`)

		st = newExtended(t)
		st.refuses = true
		st.send(op.method, op.path, "{}").fails(400, "INVALID_INPUT")
		same(t, len(st.Violations()), 1)
	}
	b := newBench(t, mockserver.Extended())
	id := map[string]string{"x-ms-client-request-id": missing}
	for range 2 {
		b.do(ask{method: "GET", path: "~/Customization/Brands", token: b.read(), header: id}).is(200)
	}
	b.do(ask{method: "GET", path: "~/Customization/Brands", token: b.read(), body: "{}"}).fails(400, "INVALID_INPUT")
	b.do(ask{method: "POST", path: "~/Customization/Brands", token: b.write(), body: `{"name":"a"}`}).fails(400, "INVALID_INPUT")
	b.expectViolations("endpoint X1: GET /westus2/Accounts/"+account+"/Customization/Brands: x-ms-client-request-id", "takes no body", "must be application/json")
}

func TestOperationsThatTheServiceLacks(t *testing.T) {
	t.Parallel()
	for status, body := range map[int]string{
		http.StatusNotFound:         `{"message":"Resource not found","statusCode":404}`,
		http.StatusMethodNotAllowed: "",
		http.StatusNotImplemented:   "",
	} {
		b := newBench(t, mockserver.Extended(), mockserver.Lacks(status, "X1", "X22"))
		same(t, b.do(ask{method: "GET", path: "~/Customization/Brands"}).is(status).body, body)
		same(t, b.do(ask{method: "GET", path: accountTokenPath}).is(status).body, body)
		b.do(ask{method: "GET", path: "~/Customization/BrandsModelSettings", token: b.read()}).is(200)
		same(t, []int{b.CountOf("X1"), b.CountOf("X4"), b.CountOf("16"), b.CountOf("0")}, []int{1, 1, 0, 0})
		b.expectViolations()
	}
}

func TestFaultsOfExtendedOperations(t *testing.T) {
	t.Parallel()
	st := newExtended(t)
	st.Script(mockserver.Fault{Endpoint: mockserver.X(2), Do: mockserver.ResetAfter()})
	_, err := st.try(ask{
		method: "POST", path: "~/Customization/Brands", token: st.token, body: `{"name":"Kept"}`,
		header: map[string]string{"Content-Type": "application/json"},
	})
	if err == nil {
		t.Error("the connection was not reset")
	}
	same(t, len(st.Brands(account)), 4)
	same(t, st.Requests()[0].Operation(), "X2")
	st.Chaos(1, mockserver.Rates{InternalError: 1, Endpoints: []int{mockserver.X(1)}})
	st.send("GET", "/Customization/Brands", "").is(500)
	st.send("GET", "/Customization/BrandsModelSettings", "").is(200)
}
