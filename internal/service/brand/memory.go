package brand

import (
	"strconv"
	"sync"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ownership"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// key is what the process knows a brand by.
func key(account videoindexer.AccountRef, id int32) ownership.Key {
	return ownership.Key{Kind: "brand", Account: account, ID: strconv.Itoa(int(id))}
}

// nameKey is what the process knows a name by that a destroy gives back to its brand.
func nameKey(account videoindexer.AccountRef, name string) ownership.Key {
	return ownership.Key{Kind: "brand name", Account: account, ID: set.Lower(name)}
}

// memory is what a process passes on from one call of an engine to the next about the same brand.
type memory struct {
	mu     sync.Mutex
	brands map[ownership.Key]remembered
}

type remembered struct {
	// found is the brand as the last plan of a create has read it: the apply that follows need not read it again.
	found *videoindexer.Brand
	// handed is what a destroy has left to the create that replaces it; nil for nothing.
	handed *set.Brand
}

// change calls a function with what is remembered of a brand.
func (m *memory) change(k ownership.Key, change func(*remembered)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.brands == nil {
		m.brands = make(map[ownership.Key]remembered)
	}
	r := m.brands[k]
	change(&r)
	m.brands[k] = r
}

// recall is what is remembered of a brand.
func (m *memory) recall(k ownership.Key) (r remembered) {
	m.change(k, func(known *remembered) { r = *known })
	return r
}
