package field

import (
	"encoding/json"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// DescribeOverwritten is what the documentation says of the overwritten values of a brand.
const DescribeOverwritten = "Values that Terraform has replaced since it adopted the brand; a plan shows them before the apply replaces them. `deletion_policy = \"restore\"` writes them back. Null if nothing " +
	"was replaced; an empty `reference_url` means none."

// DescribeAliases is what the documentation of all resources of brands says of those that do not see each other.
const DescribeAliases = "If two aliases of the provider or two states manage the same brand, they overwrite each other's values, and a destroy of one disables, restores or deletes it for both."

// Overwrite are the overwritten values of a brand after wanted has replaced values of before: those that were
// overwritten earlier, and those that are now. They are unknown as far as wanted is.
func Overwrite(earlier Values, before videoindexer.BrandFields, wanted Values) Values {
	fresh := ^(earlier.set | earlier.unknown)
	replaced := fresh & wanted.set & differ(wanted.Overlay(before), before)
	earlier.take(before, replaced)
	earlier.set |= replaced // an empty reference_url stands for none
	earlier.unknown |= fresh & wanted.unknown
	return earlier
}

// Restored are the fields of a brand with overwritten values in their places.
func (v Values) Restored(b videoindexer.BrandFields) videoindexer.BrandFields {
	v.fields = v.fields.Normal()
	return v.Overlay(b)
}

// String names the values that are set in a sentence: name "Ashgrove", enabled false.
func (v Values) String() string {
	var texts []string
	for i, f := range table {
		if v.set&(1<<i) != 0 {
			value, _ := json.Marshal(f.at(&v.fields)) //nolint:errchkjson // of texts and bools
			texts = append(texts, f.name+" "+string(value))
		}
	}
	return strings.Join(texts, ", ")
}
