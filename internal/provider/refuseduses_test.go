package provider_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestNoRefusalOfAUseIsLost refuses, once and for good (403), each request that data sources, ephemeral resources, list
// resources and actions make. Each has an error that gives the answer and, but for what belongs to no account, the account.
func TestNoRefusalOfAUseIsLost(t *testing.T) {
	t.Parallel()
	ofNoAccount := map[string]bool{"data-sources/videoindexer_accounts": true, "list-resources/videoindexer_paid_account": true, "ephemeral-resources/videoindexer_user_access_token": true}
	for _, o := range registered(t) {
		key := o.folder + "/" + o.name
		if o.schema == nil || o.folder == "resources" {
			continue
		}
		for what, settings := range map[string]acctest.Values{"": nil, ", extended": {"extended_operations": true}} {
			if what == "" && isNeeded(t, o) {
				continue
			}
			t.Run(key+what, func(t *testing.T) {
				t.Parallel()
				for request := 0; ; request++ {
					server := museum(t, mockserver.RenderPace(mockserver.AfterRequests(0)), mockserver.TrainingPace(mockserver.AfterRequests(0)))
					server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{ID: testAccount, Name: "Found", Language: "en-US", Files: []mockserver.LanguageFile{{Name: "a.txt", Content: []byte("a"), Enabled: true}}})
					server.Script(mockserver.Fault{Skip: request, Do: mockserver.Status(http.StatusForbidden)})
					diags := use(t, server.Protocol(t, settings), o, uses[key])
					refused := slices.IndexFunc(server.Requests(), func(r mockserver.Request) bool { return r.Fault != "" })
					if refused < 0 {
						acctest.Succeeds(t, diags)
						if request == 0 {
							t.Error("nothing was asked")
						}
						return
					}
					operation := server.Requests()[refused].Operation()
					if o.name == supportedOperations && strings.HasPrefix(operation, "X") {
						continue // it is what the data source shows
					}
					if operation == "X22" || key == "data-sources/videoindexer_insights_widget" && operation == "13" {
						continue // there are other ways to a token, and to a widget
					}
					if !slices.ContainsFunc(acctest.Texts(acctest.Errors(diags)), func(text string) bool {
						return strings.Contains(text, "403") && (strings.Contains(text, server.Account.ID) || ofNoAccount[key] && strings.Contains(text, server.Account.Location))
					}) {
						t.Errorf("request %d (%s): says %q", request, operation, acctest.Texts(diags))
					}
				}
			})
		}
	}
}
