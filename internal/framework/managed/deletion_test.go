package managed_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
)

// TestWillDeleteMany gives the number, and the first ten names.
func TestWillDeleteMany(t *testing.T) {
	t.Parallel()
	of := apidiag.Subject{Kind: "person model", ID: "1"}
	names := []string{"Ada"}
	said := managed.WillDeleteMany("person", names, of, "Their faces go, too.")
	if said.Summary() != "Apply deletes 1 person" || said.Detail() != `Applying this plan deletes 1 person of person model 1: "Ada". Their faces go, too.` {
		t.Errorf("%s: %s", said.Summary(), said.Detail())
	}
	for len(names) < 10 {
		names = append(names, "Bea")
	}
	if said = managed.WillDeleteMany("person", names, of, ""); said.Summary() != "Apply deletes 10 persons" || !strings.HasSuffix(said.Detail(), `, "Bea".`) {
		t.Errorf("%s: %s", said.Summary(), said.Detail())
	}
	if detail := managed.WillDeleteMany("person", append(names, "Cid", "Dan"), of, "").Detail(); !strings.HasSuffix(detail, `"Bea" and 2 more.`) {
		t.Errorf("of twelve: %s", detail)
	}
}
