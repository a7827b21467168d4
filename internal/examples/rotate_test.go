package examples_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// rotateGuide is the guide that TestAccRotateAKey follows.
const rotateGuide = "rotate-a-key.md.tmpl"

// TestAccRotateAKey follows the guide: its configuration with keys from a secret store, each of the
// keys rotated, and the plans that it shows. No key is in the state, nor in a plan.
func TestAccRotateAKey(t *testing.T) {
	t.Parallel()
	e := need(t, engine.WriteOnly)
	guide := blocks(t, filepath.Join(repository, "templates", "guides", rotateGuide))
	configuration := guide[slices.IndexFunc(guide, func(b block) bool { return saveAs.MatchString(b.before) })].text
	var shown []string // the plans
	for _, b := range guide {
		if strings.Contains(b.text, "1 to change") {
			shown = append(shown, b.text)
		}
	}
	if len(shown) != 2 {
		t.Fatalf("the guide shows %d plans, want that of the account and that of the image model", len(shown))
	}
	server := acctest.NewServer(t, mockserver.WithExtended())
	store := filepath.Join(t.TempDir(), "secrets.json")
	secrets := map[string]map[string]string{
		"video-indexer": {"subscription_key": server.Key},
		"newsroom": {
			"application_key": "the first application key",
			"training_key":    "the first training key",
			"prediction_key":  "the first prediction key",
		},
	}
	var known []string // all keys that there ever were
	put := func(secret, name, value string) {
		secrets[secret][name] = value
		content, err := json.Marshal(secrets)
		if err == nil {
			err = os.WriteFile(store, content, 0o600)
		}
		check.MustSucceed(t, err, "the store of secrets")
		known = append(known, value)
	}
	for secret, values := range secrets {
		for name, value := range values {
			put(secret, name, value)
		}
	}
	env := []string{
		"VAULT_ADDR=" + store, "VIDEOINDEXER_ENDPOINT=" + server.URL,
		"VIDEOINDEXER_LOCATION=" + server.Account.Location,
	}
	w := e.at(t, env...)
	w.Write("main.tf", configuration)
	w.apply()
	account := server.Accounts()[1].ID
	wantKeys := func(reconnections []mockserver.MediaConnection, training, prediction string) {
		t.Helper()
		check.Equal(t, reconnections, server.MediaConnections(account), "changes of the connection")
		m, _ := server.ImageModel(account)
		check.Equal(t, training, m.TrainingKey, "the training key of the image model")
		check.Equal(t, prediction, m.PredictionKey, "the prediction key of the image model")
	}
	wantKeys(nil, "the first training key", "the first prediction key")

	// raise has the version of a key raised, and the plan applied that the guide shows.
	raise := func(version, plan string) {
		t.Helper()
		w.mustPlanNothing() // no version tells that the store has another key
		configuration = strings.Replace(configuration, version+" = 1", version+" = 2", 1)
		w.Write("main.tf", configuration)
		printed := w.Run("plan", "-out=tfplan")
		for line := range strings.Lines(plan) {
			line = strings.TrimSpace(line)
			if !strings.Contains(printed, line) {
				t.Errorf("the guide says that %q is printed, and it was not: %v", line, inprocess.Excerpt(printed))
			}
		}
		w.wantNoSecrets("tfplan", known)
		w.apply("tfplan")
	}
	put("newsroom", "application_key", "the second application key")
	raise("application_key_wo_version", shown[0])
	rotated := []mockserver.MediaConnection{
		{ApplicationID: "9d8c7b6a-5f4e-4d3c-8b2a-1f0e9d8c7b6a", ApplicationKey: "the second application key"},
	}
	wantKeys(rotated, "the first training key", "the first prediction key")

	put("newsroom", "training_key", "the second training key")
	put("newsroom", "prediction_key", "the second prediction key")
	raise("keys_wo_version", shown[1])
	wantKeys(rotated, "the second training key", "the second prediction key")

	put("video-indexer", "subscription_key", "anotherSubscriptionKey")
	server.SetKey("anotherSubscriptionKey")
	w.mustPlanNothing()
	w.wantNoSecrets("terraform.tfstate", known)
	check.Equal(t, 2, len(server.Accounts()), "accounts of the service")

	// A plan that was saved takes the key that the store has when it is applied.
	configuration = strings.Replace(configuration, "keys_wo_version = 2", "keys_wo_version = 3", 1)
	w.Write("main.tf", configuration)
	w.Run("plan", "-out=tfplan")
	put("newsroom", "training_key", "the third training key")
	w.apply("tfplan")
	wantKeys(rotated, "the third training key", "the second prediction key")
}

// wantNoSecrets looks for secrets in a file of the workspace. A plan is searched in the form that
// the engine shows, too.
func (w workspace) wantNoSecrets(file string, secrets []string) {
	w.t.Helper()
	text := read(w.t, filepath.Join(w.Folder, file))
	if strings.HasSuffix(file, "plan") {
		text += w.Run("show", "-json", file)
	}
	for _, secret := range secrets {
		if strings.Contains(text, secret) || strings.Contains(text, fmt.Sprintf("%q", secret)) {
			w.t.Errorf("%s must not hold %q", file, secret)
		}
	}
}
