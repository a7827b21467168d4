package mockserver_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	mediaServices = `{"subscriptionId":"` + missing + `","resourceGroup":"g","directoryConnection":{"applicationId":"` + missing + `","applicationKey":"secret"}}`
	newImageModel = `{"trainingKey":"t","predictionKey":"p","endpoint":"https://images.example/","predictionResourceId":"/subscriptions/1"}`
)

func TestChangeMediaConnection(t *testing.T) {
	t.Parallel()
	st := newExtended(t)
	same(t, st.send("PATCH", "/MediaServices", mediaServices).is(204).body, "")
	st.send("PATCH", "/MediaServices", `{"resourceGroup":"h"}`).is(204)
	same(t, st.MediaConnections(account), []mockserver.MediaConnection{
		{SubscriptionID: missing, ResourceGroup: "g", ApplicationID: missing, ApplicationKey: "secret"}, {ResourceGroup: "h"},
	})
	info, _ := st.Account(account)
	same(t, info.MediaDirectoryConnectionApplicationID, missing)

	st = newExtended(t, mockserver.MediaConnectionAnswered())
	same(t, st.send("PATCH", "/MediaServices", mediaServices).is(200).body, "{}")
	for body, says := range map[string]string{
		`{}`:               "changes nothing",
		`{"resource":"m"}`: `unknown member "resource"`,
		`{"directoryConnection":{"applicationId":"` + missing + `"}}`: `lacks the member "applicationKey"`,
		strings.ReplaceAll(mediaServices, missing, "me"):              "directoryConnection is not valid",
		`{"subscriptionId":"me"}`:                                     "subscriptionId is not a GUID",
	} {
		st := newExtended(t)
		st.refuses = true
		st.send("PATCH", "/MediaServices", body).fails(400, "INVALID_INPUT")
		st.expectViolations(says)
		same(t, len(st.MediaConnections(account)), 0)
	}
}

func TestConnectImageModel(t *testing.T) {
	t.Parallel()
	const shown = `{"endpoint":"https://images.example/","predictionResourceId":"/subscriptions/1"}`
	st := newExtended(t)
	same(t, st.send("PUT", "/ImageModel", newImageModel).is(200).body, shown)
	same(t, st.send("GET", "/ImageModel", "").is(200).body, shown)
	m, _ := st.ImageModel(account)
	same(t, []string{m.TrainingKey, m.PredictionKey}, []string{"t", "p"})
	same(t, st.send("DELETE", "/ImageModel", "").is(204).body, "")
	st.send("DELETE", "/ImageModel", "").fails(400, "IMAGE_MODEL_ACCOUNT_NOT_FOUND")
	st.send("GET", "/ImageModel", "").fails(400, "IMAGE_MODEL_ACCOUNT_NOT_FOUND")

	st = newExtended(t, mockserver.ImageModelAnswer(mockserver.ShapeNothing))
	same(t, st.send("PUT", "/ImageModel", newImageModel).is(201).body, "")
}

func TestImageModelsThatAreRefused(t *testing.T) {
	t.Parallel()
	st := newExtended(t, mockserver.ImageModelKeys("t", "p"))
	for was, now := range map[string][2]string{
		`"t"`:                      {`" "`, "INVALID_INPUT"},
		`"https://images.example/`: {`"images`, "INVALID_URL"},
		`Key":"t"`:                 {`Key":"x"`, "IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY"},
		`Key":"p"`:                 {`Key":"x"`, "IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY"},
	} {
		st.send("PUT", "/ImageModel", strings.Replace(newImageModel, was, now[0], 1)).fails(400, now[1])
	}
	_, connected := st.ImageModel(account)
	same(t, connected, false)
	st.send("PUT", "/ImageModel", newImageModel).is(200)
	st.refuses = true
	st.send("PUT", "/ImageModel", `{"endpoint":"https://images.example/"}`).fails(400, "INVALID_INPUT")

	st = newExtended(t)
	st.AddFurtherAccounts(location, 2)
	token := st.AccountToken(mockserver.TrialLocation, mockserver.TrialAccountID, true)
	for _, a := range []ask{
		{method: "PUT", path: "/ImageModel", body: newImageModel},
		{method: "DELETE", path: "/ImageModel"},
		{method: "PATCH", path: "/MediaServices", body: mediaServices},
	} {
		a.path, a.token = "/"+mockserver.TrialLocation+"/Accounts/"+mockserver.TrialAccountID+a.path, token
		a.header = map[string]string{"Content-Type": "application/json"}
		st.do(a).fails(400, "OPERATION_NOT_SUPPORTED_ON_TRIAL")
	}
}

func TestVideoToken(t *testing.T) {
	t.Parallel()
	st := newExtended(t)
	st.video(mockserver.Video{Private: true})
	path := "/auth/" + location + "/Accounts/" + account + "/Videos/"
	var read, write string
	st.do(ask{method: "GET", path: path + videoID + "/AccessToken"}).is(200).into(&read)
	st.do(ask{method: "GET", path: path + videoID + "/AccessToken?allowEdit=true"}).is(200).into(&write)
	st.do(ask{method: "GET", path: path + "none/AccessToken"}).fails(404, "NOT_FOUND")
	st.token = read
	st.send("GET", st.videoPath("/InsightsWidget"), "").is(200)
	st.send("DELETE", st.videoPath(""), "").is(401)
	st.token = write
	st.send("DELETE", st.videoPath(""), "").is(204)
}
