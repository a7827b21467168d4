package account

import (
	"encoding/json"
	"testing"
)

func TestAdditions(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		extra                  string
		isAsked                bool
		wantMedia, wantNumbers string
	}{
		"not asked":      {`{"mediaServicesInfo":1,"other":"x"}`, false, "", ""},
		"both and other": {`{"mediaServicesInfo":{"name":"m"},"accountStatistics":12,"other":"x"}`, true, `{"mediaServicesInfo":{"name":"m"},"other":"x"}`, `{"accountStatistics":12,"other":"x"}`},
		"a name of both": {`{"MediaStatistics":1}`, true, `{"MediaStatistics":1}`, `{"MediaStatistics":1}`},
		"the other's":    {`{"mediaInfo":1}`, true, `{"mediaInfo":1}`, ""},
		"nothing added":  {`null`, true, "", ""},
	} {
		var extra map[string]json.RawMessage
		if err := json.Unmarshal([]byte(test.extra), &extra); err != nil {
			t.Fatal(err)
		}
		media, statistics := additions(extra, test.isAsked, "media", "statistic"), additions(extra, test.isAsked, "statistic", "media")
		if media.ValueString() != test.wantMedia || media.IsNull() != (test.wantMedia == "") {
			t.Errorf("%s: media_info is %s, want %q", name, media, test.wantMedia)
		}
		if statistics.ValueString() != test.wantNumbers || statistics.IsNull() != (test.wantNumbers == "") {
			t.Errorf("%s: statistics is %s, want %q", name, statistics, test.wantNumbers)
		}
	}
}
