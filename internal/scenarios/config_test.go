package scenarios

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// folderName stands for the folder of the scenario's files.
const folderName = "FOLDER"

// configuration completes the configuration of a step. Its provider block, which it need not have, gets the arguments
// that it leaves out.
func (s *telling) configuration(text string) (string, error) {
	text = strings.ReplaceAll(text, folderName, s.folder)
	defaults := map[string]string{
		"endpoint": s.URL, "location": mockserver.DefaultLocation, "account_id": mockserver.DefaultAccountID,
		"subscription_key": mockserver.DefaultSubscriptionKey,
	}
	file, diags := hclsyntax.ParseConfig([]byte(text), "main.tf", hcl.InitialPos)
	if diags.HasErrors() {
		return "", diags
	}
	at, block := len(text), "\nprovider \"videoindexer\" {\n"
	end := "}\n"
	if body, ok := file.Body.(*hclsyntax.Body); ok {
		for _, b := range body.Blocks {
			if b.Type != "provider" {
				continue
			}
			at, block, end = b.OpenBraceRange.End.Byte, "\n", ""
			for name := range b.Body.Attributes {
				delete(defaults, name)
			}
			if _, ok := b.Body.Attributes["access_token"]; ok {
				delete(defaults, "subscription_key")
			}
			if _, ok := b.Body.Attributes["extended_operations"]; ok {
				defaults["extended_operations"] = ""
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(defaults)) {
		if defaults[name] != "" {
			block += fmt.Sprintf("  %s = %q\n", name, defaults[name])
		}
	}
	if _, ok := defaults["extended_operations"]; !ok && s.isExtended {
		block += "  extended_operations = true\n"
	}
	return text[:at] + block + end + text[at:], nil
}

func sortedKeys[V any](all ...map[string]V) []string {
	keys := map[string]bool{}
	for _, one := range all {
		for key := range one {
			keys[key] = true
		}
	}
	return slices.Sorted(maps.Keys(keys))
}
