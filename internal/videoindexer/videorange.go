package videoindexer

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// VideoRange is a part of a video; Start and End are times as hh:mm:ss, with a fraction where they have one.
type VideoRange struct {
	VideoID string
	Start   string
	End     string
}

// videoRangeWire is a range as the service has it.
type videoRangeWire struct {
	VideoID string        `json:"videoId"`
	Range   timeRangeWire `json:"range"`
}

type timeRangeWire struct {
	Start string `json:"start"`
	End   string `json:"end"`
}

// UnmarshalJSONFrom reads a range.
func (r *VideoRange) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	var wire videoRangeWire
	err := json.UnmarshalDecode(d, &wire)
	*r = VideoRange{VideoID: wire.VideoID, Start: wire.Range.Start, End: wire.Range.End}
	return err
}

// MarshalJSON writes a range, with its times as they were read, except that hours get two digits.
func (r VideoRange) MarshalJSON() ([]byte, error) {
	padded := func(text string) string {
		if len(text) > 1 && text[1] == ':' {
			return "0" + text
		}
		return text
	}
	return json.Marshal(videoRangeWire{r.VideoID, timeRangeWire{padded(r.Start), padded(r.End)}})
}

// MaxVideoRanges is how many ranges a project can have (X27, X28).
const MaxVideoRanges = 100

// rangeTime is hh:mm:ss with a fraction that services write with up to seven digits; hours may have a single digit.
var rangeTime = transport.Pattern(`^(\d{1,2}):([0-5]\d):([0-5]\d(?:\.\d{1,7})?)$`)

// ParseRangeTime reads the start or end of a range, hh:mm:ss with a fraction of up to seven digits. For any other text ok
// is false.
func ParseRangeTime(text string) (at time.Duration, ok bool) {
	at, err := time.ParseDuration(rangeTime().ReplaceAllString(text, "${1}h${2}m${3}s"))
	return at, err == nil && rangeTime().MatchString(text)
}

// RangeTimeText is a text that ParseRangeTime reads, in its shortest form: hh:mm:ss, with a fraction where there is one. Any
// other text stays as it is.
func RangeTimeText(text string) string {
	at, ok := ParseRangeTime(text)
	if !ok {
		return text
	}
	whole := at.Truncate(time.Second)
	written := fmt.Sprintf("%02d:%02d:%02d", whole/time.Hour, whole%time.Hour/time.Minute, whole%time.Minute/time.Second)
	if rest := at - whole; rest > 0 {
		written += "." + strings.TrimRight(fmt.Sprintf("%09d", rest.Nanoseconds()), "0")
	}
	return written
}

// Same says whether two ranges are of the same part of the same video, however their times are written.
func (r VideoRange) Same(other VideoRange) bool {
	return r.VideoID == other.VideoID && RangeTimeText(r.Start) == RangeTimeText(other.Start) && RangeTimeText(r.End) == RangeTimeText(other.End)
}
