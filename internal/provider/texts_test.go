package provider_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/lives"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestTexts has services that trim texts, and portals that store them in another form, for each argument that takes any text: what is applied is
// unchanged in the next plan, also if it is configured in another form.
func TestTexts(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, config acctest.Values) {
		t.Helper()
		if extended := lives.All[name].Extended; extended != nil {
			config = extended[0]
		}
		validating := acctest.NewServer(t).Protocol(t, nil).Instance(name)
		for _, argument := range acctest.Schema(t).ResourceSchemas[name].Block.Attributes {
			if !argument.Optional && !argument.Required || argument.WriteOnly || argument.NestedType != nil || !argument.Type.Is(tftypes.String) {
				continue
			}
			for _, text := range []string{"Caf\u00e9\r\nb\n", "Caf\u00e9\r\nb"} { // of a heredoc, and a name
				for _, stored := range []string{"Caf\u00e9\nb", "Cafe\u0301\r\nb \r\n"} {
					with := func(text string) acctest.Values { return config.With(acctest.Values{argument.Name: text}) }
					if len(acctest.Errors(validating.Validate(t.Context(), with(text)))) == 0 {
						t.Run(fmt.Sprintf("%s, %q as %q", argument.Name, text, stored), func(t *testing.T) {
							t.Parallel()
							acctest.InBubble(t, func(t *testing.T) { keeps(t, name, text, stored, with) })
						})
					}
				}
			}
		}
	})
}

// keeps applies a text that the service has in the form stored from then on, unless it refuses it.
func keeps(t *testing.T, name, text, stored string, with func(string) acctest.Values) {
	t.Helper()
	server := gallery(t)
	server.Script(mockserver.Fault{Times: mockserver.Always, Do: mockserver.Edit(func(body []byte) []byte {
		return []byte(strings.ReplaceAll(string(body), quoted(text), quoted(stored)))
	})})
	one := server.Protocol(t, acctest.Values{"extended_operations": true}).Instance(name)
	diags := one.Apply(t.Context(), one.Look(with(text)))
	if strings.Contains(strings.Join(acctest.Texts(diags), "\n"), "The service answered 400") {
		return
	}
	acctest.Succeeds(t, diags)
	one.IsUnchanged(with(text))
	one.IsUnchanged(with("Caf\u00e9\nb"))
}

// quoted is a text as JSON has it.
func quoted(text string) string {
	quoted, _ := json.Marshal(text)
	return string(quoted)
}
