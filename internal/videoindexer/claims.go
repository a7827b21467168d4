package videoindexer

import (
	"context"
	"strings"
	"sync"
)

// claims keep the creates of one kind of object apart: those of one name take turns, and an object that one of them has
// made, or may have made, is never found by another one after a lost answer.
type claims struct {
	turns
	made sync.Map // by claimKey
	lost sync.Map // by claimKey: names of creates that ended without knowing what they may have made
}

// claim is a create that is under way.
type claim struct {
	claims  *claims
	account AccountRef
	name    string
	endTurn func()
}

// begin waits until no other create of the name is under way. A name that is not unique in its account alone begins with
// what contains it.
func (c *claims) begin(ctx context.Context, a AccountRef, name string) (*claim, error) {
	endTurn, err := c.take(ctx, claimKey(a, name))
	if err != nil {
		return nil, err
	}
	return &claim{claims: c, account: a, name: name, endTurn: endTurn}, nil
}

// end ends a create with the id of its object, "" if it has none, and its error. After one whose outcome is unknown,
// what is found under the name may be its object, and belongs to no other create.
func (c *claim) end(id string, err error) {
	switch {
	case id != "":
		c.claims.made.Store(claimKey(c.account, strings.ToLower(id)), true)
	case IsOutcomeUnknown(err):
		c.claims.lost.Store(claimKey(c.account, c.name), true)
	}
	c.endTurn()
}

// isMade reports whether another create of this process has made the object with an id.
func (c *claim) isMade(id string) bool {
	_, isMade := c.claims.made.Load(claimKey(c.account, strings.ToLower(id)))
	return isMade
}

// mayFind reports whether what is found under the name can be this create's: it cannot if an earlier create of the name
// ended without knowing what it may have made.
func (c *claim) mayFind() bool {
	_, isLost := c.claims.lost.Load(claimKey(c.account, c.name))
	return !isLost
}

// claimKey is an account with a name or an id. The service ignores the letter case of accounts.
func claimKey(a AccountRef, key string) string {
	return strings.ToLower(a.Location+"/"+a.ID) + "/" + key
}

// turns make callers that work on the same name wait for each other.
type turns struct {
	mu    sync.Mutex
	taken map[string]chan struct{} // holds a value while somebody has the turn
}

// take waits until nobody else has the turn of a name. It returns the function that ends the turn, or the error of ctx.
func (t *turns) take(ctx context.Context, name string) (end func(), err error) {
	t.mu.Lock()
	turn := t.taken[name]
	if turn == nil {
		if t.taken == nil {
			t.taken = map[string]chan struct{}{}
		}
		turn = make(chan struct{}, 1)
		t.taken[name] = turn
	}
	t.mu.Unlock()
	select {
	case turn <- struct{}{}:
		return func() { <-turn }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
