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

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestAnotherService takes every resource through its lifecycle at a service that reads all open
// points of the descriptions in another way than the mock server does by default: nothing may
// depend on the mock server's readings. After each step a plan is empty, and the service holds what
// the crash tests expect as well. It does not compare computed values, such as times.
func TestAnotherService(t *testing.T) {
	t.Parallel()
	for name, lifecycle := range lifecycles() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			acctest.InBubble(t, lifecycle.liveElsewhere)
		})
	}
}

// liveElsewhere runs a lifecycle at the mock server as it is by default, and at another service,
// which holds the same after each step.
func (l lifecycle) liveElsewhere(t *testing.T) {
	usual := acctest.NewServer(t, l.options()...)
	other := acctest.NewServer(t, append(l.options(),
		mockserver.WithBareTokens(), mockserver.WithKeyRule(mockserver.KeyRequired), mockserver.WithAccountsOfAllLocations(),
		mockserver.WithAccountAsObject(),
		mockserver.WithoutBody(mockserver.CreatePaidAccount, mockserver.UpdateBrandsModelSettings, mockserver.CreateBrand, mockserver.ConnectImageModel),
		mockserver.WithoutOperations(http.StatusMethodNotAllowed, mockserver.GetAccountAccessToken),
		mockserver.WithCreatedBrandsListed(mockserver.AfterRequests(1)),
		mockserver.WithSettingsState(mockserver.SettingsStateAlwaysTrue),
		mockserver.WithListedFiles(mockserver.FilesAbsent), mockserver.WithFacesAsArray(),
		mockserver.WithLowerErrorMembers(), mockserver.WithTimeForm(mockserver.TimeForm{Zone: "+00:00", FractionDigits: 7}),
		mockserver.WithPersonsTotal(),
		mockserver.WithPageCap(1), mockserver.WithProjectRangesMember("videoRanges"), mockserver.WithRangeFractions())...)
	other.Handler = otherwise(other.Server, l.isExtended)
	var instances []*acctest.Instance
	for _, server := range []*acctest.Server{usual, other} {
		fixtures.Seed(server)
		protocol := server.Protocol(t, acctest.Values{"extended_operations": l.isExtended})
		instances = append(instances, protocol.Instance(l.resource))
	}
	for step, config := range []acctest.Values{l.created, l.changed, l.created, nil} { // in the end as at first, with its deletion_policy
		for service, instance := range instances {
			instance.Run(config)
			if config == nil {
				continue
			}
			plan := instance.PlanWithRefresh(config)
			if !plan.IsEmpty() {
				t.Errorf("step %d at service %d: want an empty next plan, got: %s", step, service, plan)
			}
		}
		check.Equal(t, heldBy(usual.Server), heldBy(other.Server), "what the usual service and the other hold after step %d", step)
	}
}

// otherwise writes what the service answers in forms that no option of the mock server has, each
// after a byte order mark.
func otherwise(service http.Handler, isExtended bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		response := httptest.NewRecorder()
		service.ServeHTTP(response, r)
		maps.Copy(w.Header(), response.Header())
		w.Header().Del("Content-Length")
		body := response.Body.Bytes()
		var value any
		if json.Unmarshal(body, &value) == nil {
			w.Header().Set("Content-Type", "text/json")
			isCreate := r.Method == http.MethodPost && strings.Contains(r.URL.Path, "Accounts/")
			body, _ = json.Marshal(another(value, isExtended && isCreate))
			body = append([]byte("\ufeff"), body...)
		}
		if response.Code == http.StatusAccepted { // a render that is in progress
			body = nil
		}
		w.WriteHeader(response.Code)
		_, _ = w.Write(body)
	})
}

var (
	guid = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
	// neverShown lists members that the other service has no value for.
	neverShown = []string{
		"lastModified", "lastModifierUserName", "lastModifierName",
		"userName", "creator", "durationInSeconds", "sampleFace",
	}
)

// another returns a value in another form: names of members with a capital letter, further members,
// null for what is empty, ids in capital letters, states in small ones, and lists from back to
// front. What was just created may be shown without its id.
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
		_, isListed := first(value)["Id"]
		if isListed {
			slices.Reverse(value)
		}
		return value
	case map[string]any:
		all := map[string]any{"Extra": 1}
		for name, member := range value {
			text, isText := member.(string)
			list, isList := member.([]any)
			hasNoElements := isList && len(list) == 0
			switch {
			case withoutID && name == "id":
				continue
			case slices.Contains(neverShown, name), isText && text == "", hasNoElements && name == "tags":
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
