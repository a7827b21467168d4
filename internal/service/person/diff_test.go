package person

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// facesLike returns faces from words such as "a:x:1": a label, a url and an id, "?" for one that is
// not known yet.
func facesLike(words string) map[string]labeledFace {
	faces := map[string]labeledFace{}
	for word := range strings.FieldsSeq(words) {
		parts := strings.Split(word, ":")
		face := labeledFace{URL: types.StringValue(parts[1]), FaceID: types.StringValue(parts[2])}
		if parts[2] == "?" {
			face.FaceID = types.StringUnknown()
		}
		faces[parts[0]] = face
	}
	return faces
}

// TestDiffFaces compares faces. In the result, unchanged faces are label=id, and then obsolete ones
// are -id.
func TestDiffFaces(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ prior, wanted, want string }{
		"the first faces":                            {"", "a:x:? b:y:?", ""},
		"nothing changes":                            {"a:x:1", "a:x:?", "a=1"},
		"another url":                                {"a:x:1", "a:y:?", "-1"},
		"no label any more":                          {"a:x:1 b:y:2", "b:y:?", "b=2 -1"},
		"a renamed label":                            {"a:x:1", "b:x:?", "b=1"},
		"labels swap":                                {"a:x:1 b:y:2", "a:y:? b:x:?", "a=2 b=1"},
		"renamed, and its label is used again":       {"a:x:1", "a:y:? b:x:?", "b=1"},
		"one url at two labels, one of them renamed": {"a:x:1 c:x:2", "b:x:? c:x:?", "b=1 c=2"},
		"one url at one more label":                  {"b:x:1", "a:x:? b:x:?", "b=1"},
		"the plan gave the face to another label":    {"a:x:1", "a:x:? b:x:1", "b=1"}, // a's url was not known then
	} {
		unchanged, obsolete := diffFaces(facesLike(test.prior), facesLike(test.wanted))
		var got []string
		for _, label := range slices.Sorted(maps.Keys(unchanged)) {
			got = append(got, label+"="+unchanged[label].FaceID.ValueString())
		}
		for _, label := range slices.Sorted(maps.Keys(obsolete)) {
			got = append(got, "-"+obsolete[label].FaceID.ValueString())
		}
		check.Equal(t, test.want, strings.Join(got, " "), "%s: unchanged and obsolete faces", name)
	}
}
