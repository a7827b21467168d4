package brand

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
)

// maxNamed is the number of brands that a message names at most.
const maxNamed = 50

// titleOf names a brand in messages by its name and id, as far as they are known: "Velora" (1001).
func titleOf(b set.Brand) string {
	name := b.Values.Name()
	switch {
	case name == "":
		return brandIDText(b.ID)
	case b.ID == 0:
		return strconv.Quote(name)
	}
	return fmt.Sprintf("%q (%d)", name, b.ID)
}

// subject names brands in messages, by name.
func (m *resourceModel) subject(brands ...set.Brand) apidiag.Subject {
	titles := make([]string, len(brands))
	for i, brand := range sortedByName(brands) {
		titles[i] = titleOf(brand)
	}
	kind := "brand"
	if len(brands) != 1 {
		kind = "brands"
	}
	return apidiag.Subject{Kind: kind, ID: apidiag.ListUpTo(maxNamed, titles), Account: m.AccountRef()}
}

// accountSubject names the account in messages.
func (m *resourceModel) accountSubject() apidiag.Subject {
	return apidiag.Subject{Kind: "account", Account: m.AccountRef()}
}

// sortedByName returns brands in the order of their names, and those without a name by id.
func sortedByName(brands []set.Brand) []set.Brand {
	return slices.SortedFunc(slices.Values(brands), func(a, b set.Brand) int {
		return cmp.Or(strings.Compare(a.Values.Name(), b.Values.Name()), cmp.Compare(a.ID, b.ID))
	})
}

// namesOf returns the names of brands of a state.
func namesOf(brands []set.Brand) (names []string) {
	for _, b := range brands {
		names = append(names, b.Values.Name())
	}
	return names
}

// previousValueTexts says of each brand which values Terraform has replaced: "Velora" (1001) <verb>
// enabled true.
func previousValueTexts(brands []set.Brand, verb string) (texts []string) {
	for _, b := range brands {
		if !b.Overwritten.IsZero() {
			texts = append(texts, fmt.Sprintf("%s %s %s", titleOf(b), verb, b.Overwritten))
		}
	}
	return texts
}

// lostValuesText says which previous values are lost with brands that leave a state; "" for none.
func lostValuesText(brands []set.Brand) string {
	values := previousValueTexts(brands, "had")
	if len(values) == 0 {
		return ""
	}
	return fmt.Sprintf("The old address loses the previous values: %s.", apidiag.ListUpTo(maxNamed, values))
}

// withBrandsPath gives a message the path of the brands of a map.
func (m *resourceModel) withBrandsPath(d diag.Diagnostic) diag.Diagnostic {
	entry := m.layout.entryPath(singleLabel)
	if len(entry.Steps()) > 0 {
		return diag.WithPath(entry.ParentPath(), d)
	}
	return d
}
