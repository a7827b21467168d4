package managed

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestNeeded joins what others need according to a read and to the plan that follows.
func TestNeeded(t *testing.T) {
	t.Parallel()
	read := NeededByOthers{IDs: []string{"2", "3"}, IsAnyNeeded: true}
	planned := NeededByOthers{IDs: []string{"1", "2"}}
	want := NeededByOthers{IDs: []string{"1", "2", "3"}, IsAnyNeeded: true}
	check.Equal(t, want, read.and(planned), "a read and a plan")
	check.Equal(t, want, planned.and(read), "a plan and a read")
	check.Equal(t, NeededByOthers{}, NeededByOthers{}.and(NeededByOthers{}), "nothing")
}
