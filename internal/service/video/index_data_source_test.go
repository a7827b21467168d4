package video_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const indexData = "videoindexer_video_index"

// TestVideoIndex reads the parts of an index, in the language of the video and in another one. What an index does not have is
// null, and what is empty is empty.
func TestVideoIndex(t *testing.T) {
	t.Parallel()
	server := newVideoServer(t)
	server.ChangeVideo(server.Account.ID, id, func(v *mockserver.Video) {
		v.DurationInSeconds = 61
		v.Insights = map[string]any{
			"brands": []map[string]any{{
				"name": "Ashgrove", "description": "Tools", "referenceUrl": "https://a.example", "confidence": 0.5,
				"instances": []map[string]any{{"start": "0:00:01", "end": "0:00:02.5"}},
			}},
			"faces": []map[string]any{{"id": 1003, "name": "Ada", "title": "Engineer", "knownPersonId": "p"}},
		}
	})
	read := func(config acctest.Values) map[string]tftypes.Value {
		index, diags := server.Protocol(t, extended).Data(t.Context(), indexData, acctest.Values{"video_id": id}.With(config))
		acctest.Succeeds(t, diags)
		return index
	}
	var expectRows func(what string, list tftypes.Value, want ...map[string]string)
	expectRows = func(what string, list tftypes.Value, want ...map[string]string) {
		t.Helper()
		var elements []tftypes.Value
		if err := list.As(&elements); err != nil || list.IsNull() || len(elements) != len(want) {
			t.Fatalf("%s: %s, %v", what, list, err)
		}
		for i, element := range elements {
			got := map[string]string{}
			for name, value := range acctest.Parts(t, element) {
				if name != "appearances" {
					got[name] = acctest.Text(value)
					continue
				}
				expectRows("appearances", value, map[string][]map[string]string{"brands": {{"start": "0:00:01", "end": "0:00:02.5"}}}[what]...)
			}
			if diff := cmp.Diff(want[i], got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", what, diff)
			}
		}
	}
	line := map[string]string{"text": "Welcome.", "start": "0:00:00.000", "end": "0:00:02.000", "language": "en-US", "speaker_id": "-", "confidence": "0.9"}
	index := read(nil)
	expectRows("transcript", index["transcript"], line)
	expectRows("brands", index["brands"], map[string]string{"name": "Ashgrove", "description": "Tools", "reference_url": "https://a.example", "confidence": "0.5"})
	expectRows("faces", index["faces"], map[string]string{
		"face_id": "1003", "name": "Ada", "title": "Engineer", "description": "-", "known_person_id": "p", "confidence": "-",
	})
	if state := acctest.Text(index["state"]); state != "Processed" || !index["duration"].Equal(number(61)) || index["json"].IsNull() {
		t.Errorf("state %s, duration %s, json %s", state, index["duration"], index["json"])
	}
	index = read(acctest.Values{"language": "de-DE", "include_json": false})
	line["language"], line["text"] = "de-DE", "[de-DE] Welcome."
	if expectRows("transcript", index["transcript"], line); !index["json"].IsNull() {
		t.Error("json is there")
	}
	server.Script(mockserver.Fault{Endpoint: x35, Do: mockserver.Body(http.StatusOK, "application/json", `{"state":"Processing","videos":[{"insights":{"transcript":[],"brands":[]}}]}`)})
	index = read(nil)
	expectRows("transcript", index["transcript"])
	if expectRows("brands", index["brands"]); !index["faces"].IsNull() || !index["duration"].IsNull() {
		t.Errorf("faces %s, duration %s", index["faces"], index["duration"])
	}
}
