package videoindexer

import (
	"context"
	"strings"
	"sync"
)

// claims keep the creates of one kind of object apart whose names need not be unique: those of one name take turns, and
// an object that one of them has made is never found by another one after a lost answer.
type claims struct {
	turns
	made sync.Map // by claimKey
	lost sync.Map // by claimKey: names of creates that ended without a trace of what they may have made
}

// begin waits until no other create of the name is under way. The create calls end with the id of its object, "" if it
// has none. A name that is not unique in its account alone begins with what contains it.
func (c *claims) begin(ctx context.Context, a AccountRef, name string) (end func(id string), err error) {
	endTurn, err := c.take(ctx, claimKey(a, name))
	if err != nil {
		return nil, err
	}
	return func(id string) {
		if id != "" {
			c.made.Store(claimKey(a, strings.ToLower(id)), true)
		}
		endTurn()
	}, nil
}

// has reports whether a create of this process has made the object with an id.
func (c *claims) has(a AccountRef, id string) bool {
	_, has := c.made.Load(claimKey(a, strings.ToLower(id)))
	return has
}

// lose notes that a create of the name ended without knowing what it has made: what is found under the name from now on
// may be its object, and belongs to no other create.
func (c *claims) lose(a AccountRef, name string) { c.lost.Store(claimKey(a, name), true) }

// hasLost reports whether a create of the name has called lose.
func (c *claims) hasLost(a AccountRef, name string) bool {
	_, has := c.lost.Load(claimKey(a, name))
	return has
}

// claimKey is an account with a name or an id. The service ignores the letter case of accounts.
func claimKey(a AccountRef, key string) string {
	return strings.ToLower(a.Location+"/"+a.ID) + "/" + key
}
