package account

import (
	"encoding/json"
	"maps"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
)

// additions are, as a JSON object, the members of an account that the contract does not name, if a flag has asked for them.
// Only the name of a member shows which flag added it: one that is named after another flag is left out. Null stands for none.
func additions(extra map[string]json.RawMessage, isAsked bool, flag, other string) jsontypes.Normalized {
	added := maps.Clone(extra)
	maps.DeleteFunc(added, func(name string, _ json.RawMessage) bool {
		name = strings.ToLower(name)
		return strings.Contains(name, other) && !strings.Contains(name, flag)
	})
	text, err := json.Marshal(added)
	if !isAsked || len(added) == 0 || err != nil { // an error cannot be: the members were decoded from JSON
		return jsontypes.NewNormalizedNull()
	}
	return jsontypes.NewNormalizedValue(string(text))
}
