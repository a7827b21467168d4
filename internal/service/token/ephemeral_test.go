package token_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/echoprovider"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"
	"github.com/hashicorp/terraform-plugin-testing/tfversion"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	projectID = "d3adb33f"
	videoID   = "a1b2c3d4e5"
)

// extended are provider arguments that allow extended operations.
var extended = acctest.Values{"extended_operations": true}

func newServer(t *testing.T, opts ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, append(opts, mockserver.Extended())...)
	server.AddProject(server.Account.ID, mockserver.Project{ID: projectID})
	server.AddVideo(server.Account.ID, mockserver.Video{ID: videoID, Private: true})
	return server
}

// kinds are the tokens, each with its arguments, the endpoint that issues it, and what the provider needs for that.
var kinds = map[string]struct {
	arguments acctest.Values
	endpoint  int
	provider  acctest.Values
}{
	"videoindexer_user_access_token":    {nil, 2, nil},
	"videoindexer_account_access_token": {nil, 3, nil},
	"videoindexer_project_access_token": {acctest.Values{"project_id": projectID}, 1, nil},
	"videoindexer_video_access_token":   {acctest.Values{"video_id": videoID}, mockserver.X(23), extended},
}

// TestOpen obtains each token for reading and for writing, twice: never one that was handed out before.
func TestOpen(t *testing.T) {
	t.Parallel()
	for name, kind := range kinds {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			protocol := server.Protocol(t, kind.provider)
			var handedOut []string
			for _, allowEdit := range []any{nil, false, true, true} {
				arguments := acctest.Values{"allow_edit": allowEdit}
				maps.Copy(arguments, kind.arguments)
				server.ResetRequests()
				result, opened := protocol.OpenEphemeral(t.Context(), name, arguments)
				if len(opened.Diagnostics) > 0 {
					t.Fatal(acctest.Texts(opened.Diagnostics))
				}
				text := result["access_token"]
				if !slices.Contains(server.IssuedTokens(), text) {
					t.Errorf("%q was never issued", text)
				}
				if slices.Contains(handedOut, text) {
					t.Error("the token was handed out before")
				}
				handedOut = append(handedOut, text)
				if result["location"] != server.Account.Location {
					t.Errorf("location %q", result["location"])
				}
				requests := server.Requests()
				last := requests[len(requests)-1]
				writes := strings.Contains(last.Query, "allowEdit=true")
				if last.Endpoint != kind.endpoint || writes != (allowEdit == true) {
					t.Errorf("allow_edit %v asked endpoint %d with %q", allowEdit, last.Endpoint, last.Query)
				}
			}
		})
	}
}

// TestOpenLate lets tokens live for ten minutes, and opens again after nine: the token that is handed
// out then is good for five minutes more, when the first has long expired.
func TestOpenLate(t *testing.T) {
	t.Parallel()
	var passed atomic.Int64
	server := newServer(t, mockserver.TokenLifetime(10*time.Minute), mockserver.WithClock(func() time.Time {
		return time.Now().Add(time.Duration(passed.Load()))
	}))
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	protocol := server.Protocol(t, nil)
	open := func() string {
		result, opened := protocol.OpenEphemeral(t.Context(), "videoindexer_account_access_token", nil)
		if len(opened.Diagnostics) > 0 {
			t.Fatal(acctest.Texts(opened.Diagnostics))
		}
		return result["access_token"]
	}
	status := func(token string) int {
		url := fmt.Sprintf("%s/%s/Accounts/%s/Customization/Brands/1001", server.URL, server.Account.Location, server.Account.ID)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Authorization", "Bearer "+token)
		request.Header.Set("Ocp-Apim-Subscription-Key", server.Key)
		answer, err := new(http.Client).Do(request)
		if err != nil {
			t.Fatal(err)
		}
		_ = answer.Body.Close()
		return answer.StatusCode
	}
	first := open()
	passed.Store(int64(9 * time.Minute))
	second := open()
	passed.Store(int64(14 * time.Minute))
	if got := status(second); got != http.StatusOK {
		t.Errorf("the second token is answered %d five minutes after it was handed out", got)
	}
	if got := status(first); got != http.StatusUnauthorized {
		t.Errorf("the first token is answered %d", got)
	}
}

// TestAccTokensLeaveNoTrace uses a token in a run, and looks for it in the plan and in the state.
func TestAccTokensLeaveNoTrace(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	factories := acctest.Provider()
	factories["echo"] = func() (tfprotov6.ProviderServer, error) { return echoprovider.NewProviderServer()() }
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_10_0)},
		ProtoV6ProviderFactories: factories,
		Steps: []resource.TestStep{{
			Config: server.Config(`
ephemeral "videoindexer_account_access_token" "test" {}
ephemeral "videoindexer_video_access_token" "test" {
  video_id = "`+videoID+`"
}
provider "echo" {
  data = [ephemeral.videoindexer_account_access_token.test.access_token, ephemeral.videoindexer_video_access_token.test.access_token]
}
data "videoindexer_account" "test" {}
resource "terraform_data" "test" {
  input = data.videoindexer_account.test.name
}`, "extended_operations = true"),
			ConfigPlanChecks:  resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{noTrace{server}}},
			ConfigStateChecks: []statecheck.StateCheck{noTrace{server}},
		}},
	})
}

// noTrace looks for every token that the server issued.
type noTrace struct{ server *acctest.Server }

func (n noTrace) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	resp.Error = n.check(req.Plan)
}

func (n noTrace) CheckState(_ context.Context, req statecheck.CheckStateRequest, resp *statecheck.CheckStateResponse) {
	resp.Error = n.check(req.State)
}

func (n noTrace) check(document any) error {
	text, err := json.Marshal(document)
	if err != nil {
		return fmt.Errorf("marshal: %w", err)
	}
	tokens := n.server.IssuedTokens()
	if len(tokens) == 0 {
		return errors.New("no token was issued")
	}
	for _, token := range tokens {
		if strings.Contains(string(text), token) {
			return errors.New("a token is in it")
		}
	}
	return nil
}

func TestOpenErrors(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		kind             string
		provider, config acctest.Values
		expect           string
	}{
		"a project that is missing":            {"videoindexer_project_access_token", nil, acctest.Values{"project_id": "none"}, "404 BREAKDOWN_NOT_FOUND"},
		"a project id with a slash":            {"videoindexer_project_access_token", nil, acctest.Values{"project_id": "a/b"}, "project_id must be an identifier"},
		"a video that is missing":              {"videoindexer_video_access_token", extended, acctest.Values{"video_id": "none"}, `video access token of video none`},
		"a video id with a slash":              {"videoindexer_video_access_token", extended, acctest.Values{"video_id": "a/b"}, "video_id must be an identifier"},
		"a video, without extended operations": {"videoindexer_video_access_token", nil, acctest.Values{"video_id": videoID}, "The ephemeral resource videoindexer_video_access_token needs"},
		"a video, with an access token alone": {
			"videoindexer_video_access_token",
			acctest.Values{"extended_operations": true, "subscription_key": nil, "access_token": "a-token"},
			acctest.Values{"video_id": videoID},
			"VIDEOINDEXER_SUBSCRIPTION_KEY",
		},
		"an account of someone else": {
			"videoindexer_account_access_token", nil,
			acctest.Values{"account_id": "99999999-9999-4999-8999-999999999999"},
			"The subscription key cannot use this account",
		},
		"a key that is refused": {"videoindexer_user_access_token", acctest.Values{"subscription_key": "wrong"}, nil, "Unable to obtain user access token"},
		"an access token alone": {"videoindexer_user_access_token", acctest.Values{"subscription_key": nil, "access_token": "a-token"}, nil, "VIDEOINDEXER_SUBSCRIPTION_KEY"},
		"no location anywhere":  {"videoindexer_user_access_token", acctest.Values{"location": nil}, nil, "VIDEOINDEXER_LOCATION"},
		"no account anywhere":   {"videoindexer_account_access_token", acctest.Values{"account_id": nil}, nil, "VIDEOINDEXER_ACCOUNT_ID"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := newServer(t)
			_, opened := server.Protocol(t, test.provider).OpenEphemeral(t.Context(), test.kind, test.config)
			text := strings.Join(acctest.Texts(acctest.Errors(opened.Diagnostics)), "\n")
			if !strings.Contains(text, test.expect) {
				t.Errorf("errors %q do not say %q", text, test.expect)
			}
			if strings.Contains(text, "wrong") || strings.Contains(text, "a-token") {
				t.Errorf("a secret is in %q", text)
			}
		})
	}
}

// TestAccTokens runs each through Terraform, and sees that the token arrives where it is used.
func TestAccTokens(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	var blocks, values strings.Builder
	var checks []statecheck.StateCheck
	for name, kind := range kinds {
		fmt.Fprintf(&blocks, "ephemeral %q \"test\" {\n", name)
		for argument, value := range kind.arguments {
			fmt.Fprintf(&blocks, "  %s = %q\n", argument, value)
		}
		blocks.WriteString("}\n")
		fmt.Fprintf(&values, "    %s = ephemeral.%s.test.access_token\n", name, name)
		checks = append(checks, statecheck.ExpectKnownValue("echo.test", tfjsonpath.New("data").AtMapKey(name), knownvalue.StringRegexp(regexp.MustCompile(`\S{10,}`))))
	}
	factories := acctest.Provider()
	factories["echo"] = func() (tfprotov6.ProviderServer, error) { return echoprovider.NewProviderServer()() }
	acctest.Run(t, resource.TestCase{
		TerraformVersionChecks:   []tfversion.TerraformVersionCheck{tfversion.SkipBelow(tfversion.Version1_10_0)},
		ProtoV6ProviderFactories: factories,
		Steps: []resource.TestStep{{
			Config:            server.Config(fmt.Sprintf("%sprovider \"echo\" {\n  data = {\n%s  }\n}\nresource \"echo\" \"test\" {}\n", blocks.String(), values.String()), "extended_operations = true"),
			ConfigStateChecks: checks,
		}},
	})
}
