package brand_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// TestBrandKeptElsewhere removes an entry, or a whole map, whose brand another map has as well, as
// after an apply of the new address alone. The plan announces a deletion only if the apply deletes
// the brand.
func TestBrandKeptElsewhere(t *testing.T) {
	t.Parallel()
	for name, rest := range map[string]string{"entry": block("videoindexer_brands.old", `brands = {}`), "map": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			runInOrders(t, func(t *testing.T, seed int) { wantLeftElsewhere(t, seed, rest) })
		})
	}
}

// wantLeftElsewhere leaves the rest of a configuration of two maps with one brand.
func wantLeftElsewhere(t *testing.T, seed int, rest string) {
	directory := newRecordedDirectory(t, seed, nil)
	released := block("videoindexer_brands.old", `brands = { New = {} }`)
	kept := block("videoindexer_brands.new", `brands = { New = {} }`)
	directory.mustRun(released, inprocess.Options{})
	created := directory.ids()
	directory.mustRun(released+kept, inprocess.Options{})
	directory.messages = nil
	directory.mustRun(rest+kept, inprocess.Options{})
	isDeleted := directory.ids()["New"] != created["New"]
	isAnnounced := strings.Contains(strings.Join(directory.messages, "\n"), "Apply deletes 1 brand")
	check.Equal(t, isDeleted, isAnnounced, "whether the plan announces that the brand is deleted")
	directory.wantMessages("Moved without a moved block")
}
