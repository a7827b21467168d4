package main

import (
	"strings"
	"testing"
)

// TestRun draws results with and without points: two lines of time, and one of memory where a provider was used.
func TestRun(t *testing.T) {
	const life = `{"kind": "videoindexer_brand", "objects": %, "steps": {"create": {"wall": %00000000, "provider": {"peak_rss": 30000000}}, "plan": {"wall": %0000000}}}`
	scale := strings.ReplaceAll(life, "%", "1") + "," + strings.ReplaceAll(life, "%", "7")
	for content, lines := range map[string]int{`{}`: 0, `{"scale": [` + scale + `]}`: 3} {
		var svg strings.Builder
		if err := run(strings.NewReader(content), &svg); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(svg.String(), "videoindexer_brand:"); got != lines || !strings.HasSuffix(strings.TrimSpace(svg.String()), "</svg>") {
			t.Errorf("%s: %d lines, want %d:\n%s", content, got, lines, svg.String())
		}
	}
	if err := run(strings.NewReader("no JSON"), &strings.Builder{}); err == nil {
		t.Error("what is no JSON was drawn")
	}
}
