package managed

import (
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// TestNeededByOthers joins what others need according to a read and to the plan that follows.
func TestNeededByOthers(t *testing.T) {
	t.Parallel()
	read := NeededByOthers{IDs: []string{"2", "3"}, IsAnyNeeded: true}
	planned := NeededByOthers{IDs: []string{"1", "2"}}
	want := NeededByOthers{IDs: []string{"1", "2", "3"}, IsAnyNeeded: true}
	check.Equal(t, want, read.and(planned), "a read and a plan")
	check.Equal(t, want, planned.and(read), "a plan and a read")
	check.Equal(t, NeededByOthers{}, NeededByOthers{}.and(NeededByOthers{}), "nothing")
}

// TestDecidedUnseen keeps ids and names apart: an object can have the id of another as its name.
func TestDecidedUnseen(t *testing.T) {
	t.Parallel()
	decided := Decided{IDs: []string{"1"}, Names: []string{"Ada"}}
	tainted := &NextCreate{IsPriorNotShown: true, Decided: decided}
	for name, test := range map[string]struct {
		create           *NextCreate
		id, ofObjectName string
		want             bool
	}{
		"its id":             {tainted, "1", "", true},
		"its name":           {tainted, "2", "Ada", true},
		"another":            {tainted, "2", "Grace", false},
		"an id as its name":  {tainted, "2", "1", false},
		"a name as its id":   {tainted, "Ada", "", false},
		"without a name":     {&NextCreate{IsPriorNotShown: true, Decided: Decided{Names: []string{""}}}, "2", "", false},
		"the plan has seen":  {&NextCreate{Decided: decided}, "1", "Ada", false},
		"no create, no plan": {nil, "1", "Ada", false},
	} {
		check.Equal(t, test.want, test.create.hasDecidedUnseen(test.id, test.ofObjectName), "%s", name)
	}
}
