package token_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	user, account, project, video = "user_access_token", "account_access_token", "project_access_token", "video_access_token"

	projectID = "d3adb33f"
	videoID   = "a1b2c3d4e5"
)

var (
	// extended are provider arguments that allow extended operations, and tokenAlone those without
	// a key.
	extended   = acctest.Values{"extended_operations": true}
	tokenAlone = acctest.Values{"extended_operations": true, "subscription_key": nil, "access_token": "a-token"}
)

func newServer(t *testing.T) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, mockserver.WithExtended())
	server.AddProject(server.Account.ID, mockserver.Project{ID: projectID})
	server.AddVideo(server.Account.ID, mockserver.Video{ID: videoID, Private: true})
	return server
}

// TestOpen obtains each token for reading and for writing, twice: never one that was handed out
// before, since an engine keeps a token for as long as it is good.
func TestOpen(t *testing.T) {
	t.Parallel()
	for kind, test := range map[string]struct {
		config    acctest.Values
		operation mockserver.Operation // that issues it
		provider  acctest.Values
	}{
		user:    {nil, mockserver.GetUserAccessToken, nil},
		account: {nil, mockserver.ListAccounts, nil},
		project: {acctest.Values{"project_id": projectID}, mockserver.GetProjectAccessToken, nil},
		video:   {acctest.Values{"video_id": videoID}, mockserver.GetVideoAccessToken, extended},
	} {
		server := newServer(t)
		protocol := server.Protocol(t, test.provider)
		var handedOut []string
		for _, allowEdit := range []any{nil, false, true, true} {
			server.ResetRequests()
			result, opened := protocol.OpenEphemeral(
				t.Context(), "videoindexer_"+kind, test.config.With(acctest.Values{"allow_edit": allowEdit}),
			)
			acctest.MustSucceed(t, opened.Diagnostics)
			token := result["access_token"]
			if !slices.Contains(server.IssuedTokens(), token) || slices.Contains(handedOut, token) {
				t.Errorf("%s: token %q, want one that was issued, and not handed out before", kind, token)
			}
			check.Equal(t, server.Account.Location, result["location"], "%s: location", kind)
			handedOut = append(handedOut, token)
			requests := server.Requests()
			last := requests[len(requests)-1]
			writes := strings.Contains(last.Query, "allowEdit=true")
			check.Equal(t, test.operation, last.Operation, "%s, allow_edit %v: the operation", kind, allowEdit)
			check.Equal(t, allowEdit == true, writes, "%s: allowEdit is in the query %q", kind, last.Query)
		}
	}
}

// TestOpenErrors opens what cannot be: the error says what is wrong, without a secret.
func TestOpenErrors(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		kind             string
		provider, config acctest.Values
		says             string
	}{
		"a project that is missing": {kind: project, config: acctest.Values{"project_id": "none"}, says: "404 BREAKDOWN_NOT_FOUND"},
		"a project id with a slash": {
			kind: project, config: acctest.Values{"project_id": "a/b"}, says: `project_id "a/b" contains a slash`,
		},
		"a video that is missing": {
			kind: video, provider: extended, config: acctest.Values{"video_id": "none"},
			says: "video access token of video none",
		},
		"a video id with a slash": {
			kind: video, provider: extended, config: acctest.Values{"video_id": "a/b"},
			says: `video_id "a/b" contains a slash`,
		},
		"a video, with an access token alone": {
			kind: video, provider: tokenAlone, config: acctest.Values{"video_id": videoID},
			says: "VIDEOINDEXER_SUBSCRIPTION_KEY",
		},
		"a user, with an access token alone": {kind: user, provider: tokenAlone, says: "VIDEOINDEXER_SUBSCRIPTION_KEY"},
		"a key that is refused": {
			kind: user, provider: acctest.Values{"subscription_key": "wrong"},
			says: "Unable to obtain user access token",
		},
		"no location anywhere": {kind: user, provider: acctest.Values{"location": nil}, says: "VIDEOINDEXER_LOCATION"},
		"no account anywhere":  {kind: account, provider: acctest.Values{"account_id": nil}, says: "VIDEOINDEXER_ACCOUNT_ID"},
		"an account of someone else": {
			kind: account, config: acctest.Values{"account_id": "99999999-9999-4999-8999-999999999999"},
			says: "The subscription key cannot use this account",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, opened := newServer(t).Protocol(t, test.provider).OpenEphemeral(
				t.Context(), "videoindexer_"+test.kind, test.config,
			)
			diagnostic := acctest.MustSay(t, opened.Diagnostics, acctest.Failure, test.says)
			if strings.Contains(diagnostic.Detail, "wrong") || strings.Contains(diagnostic.Detail, "a-token") {
				t.Errorf("want no secret in the error. Got: %s", diagnostic.Detail)
			}
		})
	}
}
