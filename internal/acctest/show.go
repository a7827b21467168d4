package acctest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// Messages are texts of which a failing test prints the first ones, such as diagnostics as
// "summary: detail".
type Messages = inprocess.Messages

// Named are values by the names of attributes.
type Named[T any] map[string]T

// Format writes a line for each value that is not null.
func (n Named[T]) Format(to fmt.State, verb rune) {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(n)) {
		text := fmt.Sprint(n[name])
		value, isTyped := any(n[name]).(tftypes.Value)
		if isTyped {
			text = Text(value)
		}
		if text != "-" {
			lines = append(lines, name+" = "+text)
		}
	}
	Messages(lines).Format(to, verb)
}
