package mockserver_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// operations are the operations that need a token, with the scopes of the contract's table. All but
// GET need a token that can write.
var operations = []struct {
	operation       mockserver.Operation
	request, scopes string
}{
	{mockserver.ListAccounts, "GET " + accountsPath, "user"},
	{mockserver.CreatePaidAccount, "POST " + accountsPath, "user"},
	{mockserver.GetAccount, "GET ~", "account"},
	{mockserver.GetImageModel, "GET ~/ImageModel", "account"},
	{mockserver.ReindexVideo, "PUT ~/Videos/v/ReIndex", "account video"},
	{mockserver.GetCaptions, "GET ~/Videos/v/Captions", "account video"},
	{mockserver.UpdateTranscript, "PUT ~/Videos/v/Index/Transcript", "account video"},
	{mockserver.RenameAnimationCharacter, "PUT ~/Videos/v/Index/AnimationCharacters/1", "account"},
	{mockserver.DeleteVideo, "DELETE ~/Videos/v", "account video"},
	{mockserver.GetSourceFileURL, "GET ~/Videos/v/SourceFile/DownloadUrl", "account video"},
	{mockserver.GetInsightsWidget, "GET ~/Videos/v/InsightsWidget", "video"},
	{mockserver.RenderProject, "POST ~/Projects/p/render", "account"},
	{mockserver.DeleteProject, "DELETE ~/Projects/p", "account project"},
	{mockserver.GetBrand, "GET " + brandPath, "account"},
	{mockserver.UpdateBrand, "PUT " + brandPath, "account"},
	{mockserver.UpdateBrandsModelSettings, "PUT " + settingsPath, "account"},
	{mockserver.CreateLanguageModel, "POST " + modelsPath, "account"},
	{mockserver.UpdateLanguageModel, "PUT " + modelPath, "account"},
	{mockserver.DeleteLanguageModelFile, "DELETE " + filePath, "account"},
	{mockserver.ListFaces, "GET " + personPath + "/Faces", "account"},
	{mockserver.ListBrands, "GET " + brandsPath, "account"},
	{mockserver.CreateBrand, "POST " + brandsPath, "account"},
	{mockserver.DeleteBrand, "DELETE " + brandPath, "account"},
	{mockserver.GetBrandsModelSettings, "GET " + settingsPath, "account"},
	{mockserver.ListLanguageModels, "GET " + modelsPath, "account"},
	{mockserver.GetLanguageModel, "GET " + modelPath, "account"},
	{mockserver.DeleteLanguageModel, "DELETE " + modelPath, "account"},
	{mockserver.TrainLanguageModel, "PUT " + modelPath + "/Train", "account"},
	{mockserver.CancelTraining, "DELETE " + modelPath + "/Train", "account"},
	{mockserver.GetLanguageModelFile, "GET " + filePath, "account"},
	{mockserver.UpdateLanguageModelFile, "PUT " + filePath, "account"},
	{mockserver.CreatePersonModel, "POST " + personsPath, "account"},
	{mockserver.ListPersonModels, "GET " + personsPath, "account"},
	{mockserver.RenamePersonModel, "PUT " + personsPath + "/" + personModelID, "account"},
	{mockserver.DeletePersonModel, "DELETE " + personsPath + "/" + personModelID, "account"},
	{mockserver.CreatePerson, "POST " + peoplePath, "account"},
	{mockserver.ListPersons, "GET " + peoplePath, "account"},
	{mockserver.RenamePerson, "PUT " + personPath, "account"},
	{mockserver.DeletePerson, "DELETE " + personPath, "account"},
	{mockserver.AddFace, "POST " + personPath + "/Faces", "account"},
	{mockserver.DeleteFace, "DELETE " + personPath + "/Faces/f1", "account"},
	{mockserver.UpdateMediaConnection, "PATCH ~/MediaServices", "account"},
	{mockserver.ConnectImageModel, "PUT ~/ImageModel", "account"},
	{mockserver.DisconnectImageModel, "DELETE ~/ImageModel", "account"},
	{mockserver.CreateProject, "POST ~/Projects", "account"},
	{mockserver.UpdateProject, "PUT ~/Projects/p", "account"},
	{mockserver.GetProject, "GET ~/Projects/p/Index", "account"},
	{mockserver.ListProjects, "GET ~/Projects", "account"},
	{mockserver.GetRender, "GET ~/Projects/p/renderoperation", "account"},
	{mockserver.CancelRender, "PUT ~/Projects/p/renderoperation/cancel", "account"},
	{mockserver.GetRenderedFileURL, "GET ~/Projects/p/renderedfile/downloadurl", "account"},
	{mockserver.ListVideos, "GET ~/Videos", "account"},
	{mockserver.GetVideoIndex, "GET ~/Videos/v/Index", "account"},
}

// TestScopes calls each operation with tokens of each scope and permission, and with invalid
// tokens.
func TestScopes(t *testing.T) {
	t.Parallel()
	for _, op := range operations {
		t.Run(string(op.operation), func(t *testing.T) {
			t.Parallel()
			clock := newClock()
			b := newFixture(t, mockserver.WithClock(clock.Now), mockserver.WithTokenLifetime(time.Minute))
			b.violates = true // the requests lack their bodies
			expired := []string{b.AccountToken(location, account, mockserver.Write), b.UserToken(location, mockserver.Write)}
			clock.pass(time.Minute)
			method, path, _ := strings.Cut(op.request, " ")
			wantAllowed := func(what, token string, allowed bool) {
				t.Helper()
				b.AddVideo(account, mockserver.Video{ID: "v", Private: true})
				b.AddProject(account, mockserver.Project{ID: "p"})
				b.ResetRequests()
				got := b.do(ask{method: method, path: path, token: token})
				isRefused := got.status == http.StatusUnauthorized
				check.Equal(t, !allowed, isRefused, "%s with the token %s is refused: %d %.300s", got.ask, what, got.status, got.body)
				if isRefused {
					check.Equal(t, any("USER_NOT_ALLOWED"), got.errorType(), "%s with the token %s: the type of the error", got.ask, what)
				}
				check.Equal(t, op.operation, b.Requests()[0].Operation, "operation")
			}
			for _, write := range []bool{false, true} {
				for scope, token := range map[string]string{
					"user":    b.UserToken(location, mockserver.Permission(write)),
					"account": b.AccountToken(location, account, mockserver.Permission(write)),
					"video":   b.VideoToken(location, account, "v", mockserver.Permission(write)),
					"project": b.ProjectToken(location, account, "p", mockserver.Permission(write)),
				} {
					isEnough := write || method == http.MethodGet
					wantAllowed(scope, token, isEnough && slices.Contains(strings.Fields(op.scopes), scope))
				}
			}
			for what, token := range map[string]string{
				"no":                       "-",
				"an unknown":               "eyJhbGciOiJIUzI1NiJ9.nonsense.nonsense",
				"an expired":               expired[0],
				"an expired user's":        expired[1],
				"another account's":        b.AccountToken(location, missing, mockserver.Write),
				"another video's":          b.VideoToken(location, account, "w", mockserver.Write),
				"another project's":        b.ProjectToken(location, account, "q", mockserver.Write),
				"another location's":       b.AccountToken("eastus", account, mockserver.Write),
				"a user's, from elsewhere": b.UserToken("eastus", mockserver.Write),
			} {
				wantAllowed(what, token, false)
			}
		})
	}
}

// TestExtendedOperationsAreOptedInto calls extended operations of a service without them, and of
// one that lacks some of them.
func TestExtendedOperationsAreOptedInto(t *testing.T) {
	t.Parallel()
	b := plainFixture(t)
	b.violates = true
	for _, op := range operations {
		b.ResetRequests()
		got := b.send(op.request)
		if op.operation.IsExtended() {
			got.is(404)
			check.Equal(t, "message statusCode", keys(got.object()), "%s", op.operation)
			check.Equal(t, 1, b.Count(""), "%s", op.operation)
		}
	}
	b.send("GET /auth" + accountsPath + "/" + account + "/AccessToken").is(404)
	for status, body := range map[int]string{404: `{"message":"Resource not found","statusCode":404}`, 405: "", 501: ""} {
		b := newFixture(t, mockserver.WithoutOperations(status, mockserver.ListBrands, mockserver.GetAccountAccessToken))
		check.Equal(t, body, b.send("GET "+brandsPath).is(status).body, "body")
		check.Equal(t, body, b.send("GET /auth"+accountsPath+"/"+account+"/AccessToken").is(status).body, "body")
		b.send("GET " + settingsPath).is(200)
		for operation, want := range map[mockserver.Operation]int{
			mockserver.ListBrands: 1, mockserver.GetBrandsModelSettings: 1, mockserver.GetBrand: 0, "": 0,
		} {
			check.Equal(t, want, b.Count(operation), "the count of %s", operation)
		}
	}
}

// TestKeys calls each operation without the subscription key, whether the contract lists the key or
// not.
func TestKeys(t *testing.T) {
	t.Parallel()
	keyListed := []mockserver.Operation{mockserver.CreatePaidAccount, mockserver.GetAccount, mockserver.RenameAnimationCharacter}
	for rule, status := range map[mockserver.KeyRule]int{
		mockserver.KeyWhereListed: 200, mockserver.KeyOptional: 200, mockserver.KeyRequired: 401,
	} {
		for _, op := range operations {
			b := newFixture(t, mockserver.WithKeyRule(rule))
			b.violates = true
			method, path, _ := strings.Cut(op.request, " ")
			got := b.do(ask{method: method, path: path, noKey: true})
			hasKey := op.operation.IsExtended() || slices.Contains(keyListed, op.operation)
			misses := strings.Contains(strings.Join(b.Violations(), "\n"), "the subscription key is missing")
			of := fmt.Sprintf("%s with rule %v ", op.operation, rule)
			check.Equal(t, hasKey && rule == mockserver.KeyWhereListed, misses, "%sviolates the contract", of)
			check.Equal(t, status == 401, got.status == 401, "%sis refused", of)
		}
	}
	b := newFixture(t)
	wrong := map[string]string{"Ocp-Apim-Subscription-Key": "other"}
	b.do(ask{method: "GET", path: brandPath, header: wrong}).fails(401, "USER_NOT_ALLOWED")
	token := b.AccountToken(location, account, mockserver.Read)
	get := func(withKey string) int {
		header := map[string]string{"Ocp-Apim-Subscription-Key": withKey}
		return b.do(ask{method: "GET", path: brandPath, token: token, noKey: true, header: header}).status
	}
	b.SetKey("another")
	check.Equal(t, []int{401, 200}, []int{get(key), get("")}, "revoked")
	b.SetKey("next")
	check.Equal(t, []int{401, 200}, []int{get(key), get("next")}, "set")
	b.RevokeTokens()
	check.Equal(t, 401, get("next"), "tokens revoked")
}

// TestTokens requests tokens, and checks that each is valid for its object and permission.
func TestTokens(t *testing.T) {
	t.Parallel()
	const below = "/auth" + accountsPath + "/" + account
	for name, test := range map[string]struct{ path, reads, writes string }{
		"user":    {"/auth/" + location + "/Users/me/AccessToken", "GET " + accountsPath, "GET " + accountsPath + "?allowEdit=true"},
		"account": {below + "/AccessToken", "GET " + brandsPath, "DELETE " + brandPath},
		"project": {below + "/Projects/" + projectID + "/AccessToken", "", "DELETE " + projectPath},
		"video":   {below + "/Videos/" + videoID + "/AccessToken", "GET " + videoPath + "/InsightsWidget", "DELETE " + videoPath},
	} {
		b := newFixture(t).seed()
		with := func(request, token string) int {
			method, path, _ := strings.Cut(request, " ")
			return b.do(ask{method: method, path: path, token: token}).status
		}
		var read, write string
		b.send("GET " + test.path).is(200).into(&read)
		b.send("GET " + test.path + "?allowEdit=true").is(200).into(&write)
		if test.reads != "" {
			check.Equal(t, 200, with(test.reads, read), "%s: reads", name)
		}
		check.Equal(t, 401, with(test.writes, read), "%s: writes with a token that reads", name)
		status := with(test.writes, write)
		if status >= 300 {
			t.Errorf("%s: status %d of a write, want less than 300", name, status)
		}
		for _, token := range []string{read, write} {
			check.Equal(t, true, slices.Contains(b.IssuedTokens(), token), "%s: issued", name)
		}
		b.do(ask{method: "GET", path: test.path, noKey: true}).fails(401, "USER_NOT_ALLOWED")
		b.send("GET "+test.path+"?allowEdit=1").fails(400, "INVALID_INPUT")
		b.send("GET "+test.path+"?accessToken=x").fails(400, "INVALID_INPUT")
		b.wantViolations("key is missing", "allowEdit is not a boolean", "unknown query parameter")
	}

	b := newFixture(t)
	b.AddAccount(mockserver.Account{ID: missing, Location: location, OfAnotherUser: true})
	b.AddProject(missing, mockserver.Project{ID: projectID})
	for _, of := range []string{
		location + "/Accounts/" + missing, location + "/Accounts/" + modelID, "eastus/Accounts/" + account,
	} {
		b.send("GET /auth/"+of+"/AccessToken").fails(401, "USER_NOT_ALLOWED")
		b.send("GET /auth/"+of+"/Projects/"+projectID+"/AccessToken").fails(401, "USER_NOT_ALLOWED")
	}
	b.send("GET "+below+"/Projects/none/AccessToken").fails(404, "BREAKDOWN_NOT_FOUND")
}

// TestWhereTheTokenGoes accepts tokens only as the contract sends them, and keeps them out of
// violations.
func TestWhereTheTokenGoes(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	token := b.AccountToken(location, account, mockserver.Read)
	b.do(ask{method: "GET", path: brandPath + "?accessToken=" + token, token: "-"}).is(200)
	basic := map[string]string{"Authorization": "Basic " + b.AccountToken(location, account, mockserver.Read)}
	b.do(ask{method: "GET", path: brandPath, header: basic}).is(401)
	b.wantViolations("token in query", "not a bearer token")
	for _, token := range b.IssuedTokens() {
		for _, violation := range b.Violations() {
			if strings.Contains(violation, token) {
				t.Errorf("the violation %q holds the token %q, want none", violation, token)
			}
		}
	}

	// A token is optional for reads of a public video.
	for _, path := range []string{"/Captions", "/SourceFile/DownloadUrl", "/InsightsWidget"} {
		b := newFixture(t).seed()
		b.do(ask{method: "GET", path: videoPath + path, token: "-"}).is(200)
		b.ChangeVideo(account, videoID, func(v *mockserver.Video) { v.Private = true })
		b.do(ask{method: "GET", path: videoPath + path, token: "-"}).fails(401, "USER_NOT_ALLOWED")
	}
}

// A token with a limited number of uses is refused after them.
func TestTokenUses(t *testing.T) {
	t.Parallel()
	b := newFixture(t, mockserver.WithTokenUses(2))
	token := b.UserToken(location, mockserver.Read)
	for call, want := range []int{200, 200, 401} {
		got := b.do(ask{method: "GET", path: accountsPath, token: token})
		check.Equal(t, want, got.status, "call %d with a token for two: status", call+1)
	}
}
