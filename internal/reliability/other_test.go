//go:build unix

package reliability

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAnotherService takes every resource through its life at a service that reads all open points of the descriptions
// in another way than the mock server does by default: nothing may depend on the mock server's readings. After each step
// a plan is empty, and the service holds what the crash tests expect as well.
func TestAnotherService(t *testing.T) {
	t.Parallel()
	for name, life := range lives() {
		for _, part := range life.phases() {
			t.Run(name+", "+string(part), func(t *testing.T) {
				t.Parallel()
				life.liveElsewhere(t, part)
			})
		}
	}
}

// liveElsewhere lives a part of a life, in the test's own process.
func (l life) liveElsewhere(t *testing.T, part phase) {
	t.Helper()
	w := &workspace{t: t, dir: t.TempDir()}
	w.Server = acctest.NewServer(t, append(slices.Clone(l.options),
		mockserver.TokenBody(mockserver.TokenBareSpaced), mockserver.KeyOnOperations(mockserver.KeyRequired), mockserver.ListsAllLocations(),
		mockserver.AccountAnswer(mockserver.ShapeObject), mockserver.CreatedAccountAnswer(mockserver.ShapeNothing), mockserver.SettingsAnswer(mockserver.ShapeNothing),
		mockserver.Lacks(http.StatusMethodNotAllowed, "X22"), mockserver.CreatedBrandAnswer(mockserver.CreatedBrandNothing), mockserver.CreatedBrandsListed(mockserver.AfterRequests(1)),
		mockserver.ShowsSettingsState(mockserver.SettingsStateAlwaysTrue), mockserver.ListsFiles(mockserver.FilesAbsent), mockserver.Faces(mockserver.FacesArray),
		mockserver.PageCap(1), mockserver.ProjectRangesMember("videoRanges"), mockserver.RangesWithFractions(), mockserver.ImageModelAnswer(mockserver.ShapeNothing))...)
	if l.seed != nil {
		l.seed(w)
	}
	elsewhere := httptest.NewServer(otherwise(w.Server.Server, len(w.env) > 0))
	t.Cleanup(elsewhere.Close)
	w.URL = elsewhere.URL
	step := func(config, file string, check func()) resource.TestStep {
		return resource.TestStep{
			PreConfig: func() { w.write("file.txt", file) },
			Config:    w.configured(config),
			Check:     func(*terraform.State) error { check(); return nil },
		}
	}
	holds := func(of phase) func() {
		return func() {
			if got := l.holds(w); part == of && got != l.want[of] {
				t.Errorf("the service holds\n%s, want\n%s", got, l.want[of])
			}
		}
	}
	test := resource.TestCase{
		Steps:        []resource.TestStep{step(l.created, "from a file\n", holds(create))},
		CheckDestroy: func(*terraform.State) error { holds(destroy)(); return nil },
	}
	if part == update {
		if l.adopted != "" {
			test.Steps[0] = step(l.adopted, "from a file\n", func() {})
		}
		test.Steps = append(test.Steps, step(l.changed, "from an edited file\n", holds(update)))
	}
	if _, ends := l.want[destroy]; !ends { // its destroy may need what it is changed to
		test.Steps = append(test.Steps, step(l.changed, "", func() {}))
	}
	acctest.RunInProcess(t, test)
}

// otherwise writes what the service answers in forms that no option of the mock server has, each after a byte order mark.
func otherwise(service http.Handler, isExtended bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		service.ServeHTTP(answer, r)
		maps.Copy(w.Header(), answer.Header())
		w.Header().Del("Content-Length")
		body := answer.Body.Bytes()
		var value any
		if json.Unmarshal(body, &value) == nil {
			w.Header().Set("Content-Type", "text/json")
			isCreate := r.Method == http.MethodPost && strings.Contains(r.URL.Path, "Accounts/")
			body, _ = json.Marshal(another(value, isExtended && isCreate))
			body = append([]byte("\ufeff"), body...)
		}
		if answer.Code == http.StatusAccepted { // a render that is under way
			body = nil
		}
		w.WriteHeader(answer.Code)
		_, _ = w.Write(body)
	})
}

var (
	guid = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	// neverShown are members that the other service has no value for.
	neverShown = []string{"lastModified", "lastModifierUserName", "lastModifierName", "userName", "creator", "durationInSeconds", "sampleFace"}
)

// another is a value in another form: names of members with a capital letter, further members, null for what is empty, ids in
// capital letters, states in small ones, and lists from back to front. What was just created may be shown without its id.
func another(value any, withoutID bool) any {
	switch value := value.(type) {
	case string:
		if guid.MatchString(value) {
			return strings.ToUpper(value)
		}
	case []any:
		for i := range value {
			value[i] = another(value[i], false)
		}
		if _, isListed := first(value)["Id"]; isListed {
			slices.Reverse(value)
		}
		return value
	case map[string]any:
		all := map[string]any{"Extra": 1}
		for name, member := range value {
			text, isText := member.(string)
			list, isList := member.([]any)
			switch {
			case withoutID && name == "id":
				continue
			case slices.Contains(neverShown, name) || isText && text == "" || name == "tags" && isList && len(list) == 0:
				member = nil
			case isText && strings.EqualFold(name, "state"):
				member = strings.ToLower(text)
			}
			all[strings.ToUpper(name[:1])+name[1:]] = another(member, false)
		}
		return all
	}
	return value
}

func first(all []any) map[string]any {
	if len(all) == 0 {
		return nil
	}
	object, _ := all[0].(map[string]any)
	return object
}
