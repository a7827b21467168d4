package account

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
)

// additions divides the members of an account that the contract does not name among the flags that asked for them. Only
// the name of a member shows which flag added it. A member that is named after one of them belongs to that flag; any
// other member belongs to each flag that was set, so that nothing is lost.
func additions(extra map[string]json.RawMessage, askedMedia, askedStatistics bool) (mediaInfo, statistics jsontypes.Normalized) {
	media, stats := map[string]json.RawMessage{}, map[string]json.RawMessage{}
	for name, value := range extra {
		isMedia, isStatistics := namedAfter(name, "media"), namedAfter(name, "statistic", "stats")
		if askedMedia && (isMedia || !isStatistics) {
			media[name] = value
		}
		if askedStatistics && (isStatistics || !isMedia) {
			stats[name] = value
		}
	}
	return object(media), object(stats)
}

func namedAfter(name string, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(strings.ToLower(name), word) })
}

// object is a JSON object of these members, null where there are none.
func object(members map[string]json.RawMessage) jsontypes.Normalized {
	if len(members) == 0 {
		return jsontypes.NewNormalizedNull()
	}
	text, err := json.Marshal(members)
	if err != nil {
		return jsontypes.NewNormalizedNull() // cannot be: the members were decoded from JSON
	}
	return jsontypes.NewNormalizedValue(string(text))
}
