package provider_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestMessagesShowNoSecrets has the service repeat each sensitive and each write-only argument of a
// resource in the message with which it refuses what a plan asks for, before the client has sent
// the argument (it masks those that it has sent). Terraform shows messages of a provider in full,
// and pipelines keep them.
func TestMessagesShowNoSecrets(t *testing.T) {
	t.Parallel()
	found := 0
	eachAttribute(t, func(at string, o offer, a *tfprotov6.SchemaAttribute) {
		isArgument := a.Optional || a.Required
		isSecret := a.Sensitive || a.WriteOnly
		isSecretArgument := isArgument && isSecret
		if !isSecretArgument || o.folder == "provider" {
			return
		}
		found++
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			if o.folder != "resources" {
				t.Fatalf("%s is in %s, want it in resources: the server hides their secrets alone", at, o.folder)
			}
			const secret = `hunter "2" of the test`
			service := acctest.NewServer(t, mockserver.WithExtended())
			_, path, _ := strings.Cut(at, " ")
			instance := service.Extended(t).Instance(o.name)
			refusal := mockserver.Refuse(http.StatusForbidden, "", "not a key: "+secret)
			service.Script(mockserver.Fault{Times: mockserver.Always, Do: refusal})
			config := withSecret(fixtures.All[o.name].Arguments, strings.Split(path, "."), secret)
			diags := instance.Plan(t.Context(), config).Diagnostics
			if len(diags) == 0 || !strings.Contains(diags[0].Detail, "not a key: ") {
				t.Fatalf("want the service's message, not a key. Got: %v", acctest.Texts(diags))
			}
			for _, text := range acctest.Texts(diags) {
				if strings.Contains(text, "hunter") {
					t.Errorf("want no secret in a message. Got: %s", text)
				}
			}
		})
	})
	if found < 4 {
		t.Errorf("%d secrets found, want 4 or more", found)
	}
}

// TestMessagesShowNoEndOfASecret has the service repeat a key that begins with another one.
func TestMessagesShowNoEndOfASecret(t *testing.T) {
	t.Parallel()
	const key, name = "a key of the test", "videoindexer_image_model"
	for _, keys := range [][2]string{{key, key + ", tail"}, {key + ", tail", key}} {
		service := acctest.NewServer(t, mockserver.WithExtended())
		instance := service.Extended(t).Instance(name)
		refusal := mockserver.Refuse(http.StatusForbidden, "", "not a key: "+key+", tail")
		service.Script(mockserver.Fault{Times: mockserver.Always, Do: refusal})
		config := fixtures.All[name].Arguments.With(acctest.Values{"training_key_wo": keys[0], "prediction_key_wo": keys[1]})
		messages := acctest.Texts(instance.Plan(t.Context(), config).Diagnostics)
		shown := strings.Join(messages, "\n")
		if !strings.Contains(shown, "not a key: (sensitive value)") || strings.Contains(shown, "tail") {
			t.Errorf("with %q: want (sensitive value) in place of the key. Got: %v", keys, messages)
		}
	}
}

// withSecret sets an argument to a secret. A write-only key stands in for the key that the state
// has, and has a version.
func withSecret(arguments acctest.Values, path []string, secret string) acctest.Values {
	name := path[0]
	if len(path) > 1 {
		inner, _ := arguments[name].(acctest.Values)
		return arguments.With(acctest.Values{name: withSecret(inner, path[1:], secret)})
	}
	changed := arguments.With(acctest.Values{name: secret})
	storedName, isWriteOnly := strings.CutSuffix(name, "_wo")
	if isWriteOnly && arguments[storedName] != nil {
		delete(changed, storedName)
		changed[name+"_version"] = 1
	}
	return changed
}
