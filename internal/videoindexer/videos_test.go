package videoindexer

import (
	"testing"
)

func TestCaptionLanguage(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{"ar-BH": "br-BH", "AR-bh": "br-BH", "ar-SY": "ar-SY", "": ""} {
		if got := captionLanguage(code); got != want {
			t.Errorf("captionLanguage(%q) = %q", code, got)
		}
	}
}

func TestRangeTimes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0:00:05": "00:00:05", "00:00:05.000": "00:00:05", "00:00:05.0000000": "00:00:05", "01:02:03.4500000": "01:02:03.45", "99:59:59.0000001": "99:59:59.0000001",
		"00:60:00": "", "00:00:60": "", "5": "", "": "", "-0:00:05": "", "00:00:05.": "", "00:00:05.12345678": "", "100:00:00": "", "0:0:5": "",
	} {
		at, ok := ParseRangeTime(text)
		if ok != (want != "") {
			t.Errorf("%q is read as %s, %t", text, at, ok)
		}
		if want == "" {
			want = text
		}
		if got := RangeTimeText(text); got != want {
			t.Errorf("%q is written %q, want %q", text, got, want)
		}
	}
	if !(VideoRange{"v", "0:00:05", "0:00:06"}).Same(VideoRange{"v", "00:00:05.0", "00:00:06"}) || (VideoRange{"v", "0:00:05", "x"}).Same(VideoRange{"v", "0:00:05", "y"}) {
		t.Error("ranges are compared as texts")
	}
}
