package videoindexer

import (
	"fmt"
)

func manyPersons(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("Person %05d", i)
	}
	return names
}
