package videoindexer

import (
	"context"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// lookAfterInterrupt is how long an interrupted create takes to find out what it has done.
const lookAfterInterrupt = 10 * time.Second

// findCreated looks for what a create may just have made, until a list has had time to show it. It continues for a
// while after the caller has given up, so that the caller still learns what was created. find returns nil while it finds
// nothing. If it never finds anything, or another create may have made what it would find, findCreated returns lost, the
// error of the create.
func findCreated[T any](ctx context.Context, c *claim, lost error, find func(context.Context) (*T, error)) (*T, error) {
	if !c.mayFind() {
		return nil, lost
	}
	look, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		if transport.Sleep(look, lookAfterInterrupt) {
			cancel()
		}
	})()
	for pause := 250 * time.Millisecond; ; pause *= 2 {
		found, err := find(look)
		switch {
		case err != nil:
			return nil, lost
		case found != nil:
			return found, nil
		case pause > 2*time.Second || !transport.Sleep(look, pause):
			return nil, lost
		}
	}
}
