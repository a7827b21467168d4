package check

import (
	"strings"
	"testing"
	"time"
)

// hidden prints its text alone.
type hidden struct {
	number int
	text   string
}

func (h hidden) String() string { return h.text }

// TestDifferencesAreShort proves that two short values are in one line, and others in at most ten.
func TestDifferencesAreShort(t *testing.T) {
	t.Parallel()
	type pair struct{ first, second int }
	odd := map[int]string{}
	even := map[int]string{}
	for i := range 100 {
		odd[2*i+1] = "odd"
		even[2*i] = "even"
	}
	for name, test := range map[string]struct {
		want, got any
		says      string
	}{
		"numbers":            {1, 2, ": got 2, want 1"},
		"texts":              {"a", "b c", `: got "b c", want "a"`},
		"durations":          {time.Second, time.Minute, ": got 1m0s, want 1s"},
		"what prints itself": {hidden{1, "a"}, hidden{1, "b"}, ": got b, want a"},
		"what is hidden":     {hidden{1, "a"}, hidden{2, "a"}, "\n- \tnumber: 1,\n+ \tnumber: 2,\n"},
		"types":              {1, "1", `: got "1", want 1`},
		"private fields":     {pair{1, 2}, pair{1, 3}, "\n- \tsecond: 2,\n+ \tsecond: 3,\n"},
		"a text of lines":    {"a\nb", "a\nc", "\n- \t\"a\\nb\",\n+ \t\"a\\nc\",\n"},
		"a part of a text": {
			[]string{strings.Repeat("b", 90), strings.Repeat("a", 90) + " true, c", "d", "e", "f", "g", "h"},
			[]string{strings.Repeat("b", 90), strings.Repeat("a", 90) + " false, c", "d", "e", "f", "g", "h"},
			"aaa \",\n- \t\t\"tru\",\n+ \t\t\"fals\",",
		},
		"many values": {odd, even, "\nand "},
	} {
		got := differences(test.want, test.got)
		for strings.Contains(got, "  ") {
			got = strings.ReplaceAll(got, "  ", " ")
		}
		if !strings.Contains(got, test.says) || strings.Count(got, "\n") > 9 {
			t.Errorf("%s: the difference is %q, want %q in it, in at most ten lines", name, got, test.says)
		}
	}
	Equal(t, "", differences(pair{1, 2}, pair{1, 2}), "the same: the difference")
}

// TestExcerptsAreShort proves that a text is shown whole if it is short, and else without its
// middle and that of its long lines.
func TestExcerptsAreShort(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("a", 300) + strings.Repeat("b", 300)
	for text, want := range map[string]string{
		"a\n\n  b\n":                   "a\nb",
		long:                           long[:200] + " … " + long[400:],
		"1\n2\n3\n4\n5\n6\n7\n8\n9":    "1\n2\n3\n4\n5\n6\n7\n8\n9",
		"1\n2\n3\n4\n5\n6\n7\n8\n9\n0": "1\n2\n3\n4\n… 2 lines …\n7\n8\n9\n0",
	} {
		Equal(t, want, excerpt(text), "%.20q", text)
	}
}
