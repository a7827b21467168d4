package apidiag

import (
	"fmt"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NotTriedError means that a call was not made, because an earlier one of the run has shown that nothing of its account
// can be reached. Its diagnostic is one line: the earlier one says why.
type NotTriedError struct{ Account videoindexer.AccountRef }

func (e *NotTriedError) Error() string {
	return fmt.Sprintf("not tried, because account %s in location %s cannot be reached: another error says why", e.Account.ID, e.Account.Location)
}
