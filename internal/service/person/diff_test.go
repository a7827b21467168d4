package person

import (
	"fmt"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"
)

// facesLike are faces from a label, a url and an id in turn; the id "?" is not known yet.
func facesLike(parts ...string) map[string]labeledFace {
	faces := map[string]labeledFace{}
	for i := 0; i+2 < len(parts); i += 3 {
		id := types.StringValue(parts[i+2])
		if parts[i+2] == "?" {
			id = types.StringUnknown()
		}
		faces[parts[i]] = labeledFace{URL: types.StringValue(parts[i+1]), FaceID: id}
	}
	return faces
}

// TestDiffFaces compares faces. What is wanted shows kept faces as label=id, and then the operations in their order.
func TestDiffFaces(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		prior, wanted map[string]labeledFace
		want          []string
	}{
		"the first faces":   {nil, facesLike("a", "x", "?", "b", "y", "?"), []string{"+a x", "+b y"}},
		"nothing changes":   {facesLike("a", "x", "1"), facesLike("a", "x", "?"), []string{"a=1"}},
		"another url":       {facesLike("a", "x", "1"), facesLike("a", "y", "?"), []string{"+a y", "-a 1"}},
		"no label any more": {facesLike("a", "x", "1", "b", "y", "2"), facesLike("b", "y", "?"), []string{"b=2", "-a 1"}},
		"a renamed label":   {facesLike("a", "x", "1"), facesLike("b", "x", "?"), []string{"b=1"}},
		"labels swap":       {facesLike("a", "x", "1", "b", "y", "2"), facesLike("a", "y", "?", "b", "x", "?"), []string{"a=2", "b=1"}},
		"renamed, and its label is used again": {
			facesLike("a", "x", "1"), facesLike("a", "y", "?", "b", "x", "?"), []string{"b=1", "+a y"},
		},
		"one url at two labels, one of them renamed": {
			facesLike("a", "x", "1", "c", "x", "2"), facesLike("b", "x", "?", "c", "x", "?"), []string{"b=1", "c=2"},
		},
		"one url at one more label": {facesLike("b", "x", "1"), facesLike("a", "x", "?", "b", "x", "?"), []string{"b=1", "+a x"}},
		"the plan gave the face to another label, and the url of its own one turns out to be the same": {
			facesLike("a", "x", "1"), facesLike("a", "x", "?", "b", "x", "1"), []string{"b=1", "+a x"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			kept, operations := diffFaces(test.prior, test.wanted)
			var got []string
			for _, label := range labels(kept) {
				got = append(got, label+"="+kept[label].FaceID.ValueString())
			}
			for _, o := range operations {
				if o.isDelete {
					got = append(got, fmt.Sprintf("-%s %s", o.label, o.face.FaceID.ValueString()))
				} else {
					got = append(got, fmt.Sprintf("+%s %s", o.label, o.face.URL.ValueString()))
				}
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
