package account

import (
	"encoding/json"
	"testing"
)

func TestAdditions(t *testing.T) {
	t.Parallel()
	both := map[string]json.RawMessage{
		"mediaServicesInfo": json.RawMessage(`{"name":"m"}`),
		"accountStatistics": json.RawMessage(`12`),
		"other":             json.RawMessage(`"x"`),
	}
	tests := map[string]struct {
		extra                  map[string]json.RawMessage
		media, statistics      bool
		wantMedia, wantNumbers string
	}{
		"nothing asked":            {both, false, false, "", ""},
		"media alone":              {both, true, false, `{"mediaServicesInfo":{"name":"m"},"other":"x"}`, ""},
		"statistics alone":         {both, false, true, "", `{"accountStatistics":12,"other":"x"}`},
		"both":                     {both, true, true, `{"mediaServicesInfo":{"name":"m"},"other":"x"}`, `{"accountStatistics":12,"other":"x"}`},
		"a name of both":           {map[string]json.RawMessage{"MediaStatistics": json.RawMessage(`1`)}, true, true, `{"MediaStatistics":1}`, `{"MediaStatistics":1}`},
		"nothing added":            {nil, true, true, "", ""},
		"the other one's, unasked": {map[string]json.RawMessage{"mediaInfo": json.RawMessage(`1`)}, false, true, "", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			media, statistics := additions(test.extra, test.media, test.statistics)
			if media.ValueString() != test.wantMedia || media.IsNull() != (test.wantMedia == "") {
				t.Errorf("media_info is %s, want %q", media, test.wantMedia)
			}
			if statistics.ValueString() != test.wantNumbers || statistics.IsNull() != (test.wantNumbers == "") {
				t.Errorf("statistics is %s, want %q", statistics, test.wantNumbers)
			}
		})
	}
}
