//go:build unix

package reliability

import (
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// waitedVideoLife is the life of a video whose indexing is waited for.
func waitedVideoLife() life {
	l := videoLife()
	waits := func(config string) string {
		return strings.Replace(config, "  deletion_policy", "  wait_for_indexing = true\n  deletion_policy", 1)
	}
	l.created, l.changed = waits(l.created), waits(l.changed)
	l.options = append(l.options, mockserver.Extended())
	seed := l.seed
	l.seed = func(w *workspace) {
		allowExtended(w)
		seed(w)
	}
	return l
}
