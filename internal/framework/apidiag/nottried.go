package apidiag

import (
	"fmt"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// InFullElsewhere ends an error of one line that another error explains.
const InFullElsewhere = "the account cannot be reached. Another error of this run says why."

// NotTriedError means that a call was not made, because an earlier one of the run has shown that nothing of its account
// can be reached. Its diagnostic is one line: the earlier one says why.
type NotTriedError struct {
	Account videoindexer.AccountRef
	// Gone is the answer that the account does not exist, and nil if something else is the reason. What belongs to the
	// account is gone with it (videoindexer.IsNotFound), and a refresh removes it without reporting that answer.
	Gone error
}

func (e *NotTriedError) Error() string {
	return fmt.Sprintf("not tried, because account %s in location %s cannot be reached", e.Account.ID, e.Account.Location)
}

func (e *NotTriedError) Unwrap() error { return e.Gone }
