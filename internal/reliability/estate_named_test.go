//go:build unix

package reliability

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// isExtended says that the estate has brands by name, which need the extended operations.
func (e estate) isExtended() bool { return e.named > 0 }

// seedNamed puts into the service the entries that a dictionary finds: every fourth.
func (e estate) seedNamed(w *workspace) {
	if !e.isExtended() {
		return
	}
	w.setenv("VIDEOINDEXER_EXTENDED_OPERATIONS", "true")
	for i := 0; i < e.entries; i += 4 {
		w.AddBrand(w.Account.ID, mockserver.Brand{Name: fmt.Sprintf("Entry %d", i), Description: "As found in the account"})
	}
}

// namedBlocks configure brands by name, a fourth of which each revision gives another name, and a dictionary, a fourth of
// whose entries each revision removes and adds.
func (e estate) namedBlocks(revision int) string {
	if !e.isExtended() {
		return ""
	}
	return fmt.Sprintf(`
resource "videoindexer_brand" "named" {
  count       = %[1]d
  name        = count.index %% 4 == 0 ? "Named ${count.index}, revision %[3]d" : "Named ${count.index}"
  description = "Revision %[3]d"
}

resource "videoindexer_brand_dictionary" "all" {
  brands = { for i in range(%[4]d, %[4]d + %[2]d) : "Entry ${i}" => { enabled = true, description = "Revision %[3]d" } }
}
`, e.named, e.entries, revision, e.firstEntry(revision))
}

func (e estate) firstEntry(revision int) int { return (revision - 1) * e.entries / 4 }

// namedLines are the brands by name that the service holds after a revision; 0 stands for none, after the destroy of
// the second. An entry that was found is never deleted.
func (e estate) namedLines(revision int) []string {
	var lines []string
	line := func(name string, revision int) {
		lines = append(lines, fmt.Sprintf("%s: Revision %d true", name, revision))
	}
	for i := range e.named {
		switch {
		case revision == 0:
		case i%4 == 0:
			line(fmt.Sprintf("Named %d, revision %d", i, revision), revision)
		default:
			line(fmt.Sprintf("Named %d", i), revision)
		}
	}
	latest := revision
	if revision == 0 {
		latest = 2
	}
	first := e.firstEntry(latest)
	for i := range first + e.entries {
		isFound := i < e.entries && i%4 == 0
		switch {
		case i < first && isFound:
			line(fmt.Sprintf("Entry %d", i), 1)
		case i >= first && (isFound || revision > 0):
			line(fmt.Sprintf("Entry %d", i), latest)
		}
	}
	slices.Sort(lines)
	return lines
}

// checkNamed compares the brands by name that the service holds with the configuration: nothing lost, nothing doubled.
func (e estate) checkNamed(w *workspace, revision int) {
	w.t.Helper()
	var lines []string
	for _, b := range w.Brands(w.Account.ID) {
		if !e.isByID(b) {
			lines = append(lines, fmt.Sprintf("%s: %s %t", b.Name, b.Description, b.Enabled))
		}
	}
	slices.Sort(lines)
	if diff := cmp.Diff(e.namedLines(revision), lines); diff != "" {
		w.t.Errorf("brands by name (-want +held):\n%s", diff)
	}
}

// isByID says that a brand is one of those that are adopted by id.
func (e estate) isByID(b mockserver.Brand) bool {
	return b.ID >= firstBrand && b.ID < int32(firstBrand+e.brands)
}

// faultsOfNames make every extended operation on brands go wrong in every way, in addition to what goes wrong at random.
func (w *workspace) faultsOfNames() {
	for _, endpoint := range []int{mockserver.X(1), mockserver.X(2), mockserver.X(3)} {
		for i, action := range []mockserver.Action{
			mockserver.ResetAfter(), mockserver.CutAnswer(), mockserver.StatusAfter(http.StatusGatewayTimeout), mockserver.ResetBefore(),
			mockserver.GatewayHTML(http.StatusBadGateway), mockserver.SlowAnswer(time.Second),
			mockserver.Status(http.StatusTooManyRequests, "Retry-After", "1"), mockserver.Status(http.StatusInternalServerError),
			mockserver.BodyAfter(http.StatusBadGateway, "text/html", "<html>Bad gateway</html>"),
		} {
			w.Script(mockserver.Fault{Endpoint: endpoint, Skip: i % 2, Do: action})
		}
	}
}

// isUnborn says that a brand was not created, and that the error says so: an X2 that failed is never sent again, and the
// next apply creates the brand. Further ones of a dictionary are counted.
func isUnborn(failure diagnostic) bool {
	return strings.HasPrefix(failure.Summary, "Unable to create brand") && strings.Contains(failure.Detail, "was not repeated") ||
		strings.HasPrefix(failure.Address, "videoindexer_brand_dictionary.") && failure.Summary == "Work on more brands failed"
}
