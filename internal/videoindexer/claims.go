package videoindexer

import (
	"context"
	"strings"
	"sync"
)

// claims keep the creates of one kind of object apart: those of one name take turns, and an object that one of them has
// made, or may have made, is never found by another one after a lost answer.
type claims struct {
	turns sync.Map // by claimKey of a name: a channel that holds a value while a create of the name is under way
	made  sync.Map // by claimKey of an id
	lost  sync.Map // by claimKey of a name: a create ended without knowing what it may have made
}

// begin waits until no other create of the name is under way. It returns the function that ends the turn, with the id of
// the object, "" if there is none, and the error of the create.
func (c *claims) begin(ctx context.Context, a AccountRef, name string) (end func(id string, err error), err error) {
	key := claimKey(a, name)
	held, _ := c.turns.LoadOrStore(key, make(chan struct{}, 1))
	turn, _ := held.(chan struct{})
	select {
	case turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return func(id string, err error) {
		switch {
		case id != "":
			c.made.Store(claimKey(a, id), true)
		case IsOutcomeUnknown(err):
			c.lost.Store(key, true)
		}
		<-turn
	}, nil
}

// isMade reports whether a create of this process has made the object with an id.
func (c *claims) isMade(a AccountRef, id string) bool {
	_, isMade := c.made.Load(claimKey(a, id))
	return isMade
}

// isLost reports whether what is found under a name may belong to an earlier create, whose outcome is unknown.
func (c *claims) isLost(a AccountRef, name string) bool {
	_, isLost := c.lost.Load(claimKey(a, name))
	return isLost
}

// claimKey is an account with a name or an id. The service ignores the letter case of accounts.
func claimKey(a AccountRef, key string) string {
	return strings.ToLower(a.Location+"/"+a.ID) + "/" + key
}
