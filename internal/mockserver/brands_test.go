package mockserver_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestIDsFollowFromNames has ids that follow from names and the seed, and none that is given out twice.
func TestIDsFollowFromNames(t *testing.T) {
	t.Parallel()
	ids := func(names string, opts ...mockserver.Option) map[string]string {
		b := newFixture(t, opts...)
		byName := map[string]string{}
		for name := range strings.FieldsSeq(names) {
			brand := b.send("POST "+brandsPath, but(brandBody, "Aster", name)).is(201).object()
			model := b.sendForm("POST " + modelsPath + "?language=en-US&modelName=" + name).is(200).object()
			byName[name] = fmt.Sprint(brand["id"], model["id"])
		}
		return byName
	}
	equal(t, "in another order", ids("a b c"), ids("c a b"))
	equal(t, "under another seed", ids("a")["a"] == ids("a", mockserver.Seed(2))["a"], false)
	b := newFixture(t)
	create := func() any { return b.send("POST "+brandsPath, brandBody).is(201).object()["id"] }
	first := create()
	b.send(fmt.Sprintf("DELETE %s/%.f", brandsPath, first)).is(204)
	equal(t, "an id, given out again", create() == first, false)
}
