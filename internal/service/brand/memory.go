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

// memory is what a process passes on from one call of an engine to the next about the same brand.
type memory struct {
	// found has brands as the last plan of a create has read them: the apply that follows need not read them again.
	found sync.Map
	// handed has what a destroy has left to the create that replaces it.
	handed sync.Map
}

// left is what a destroy has left to a create; nil for nothing.
func (m *memory) left(k ownership.Key) *set.Brand {
	left, _ := m.handed.Load(k)
	b, _ := left.(*set.Brand)
	return b
}
