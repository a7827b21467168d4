package managed

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// noteCreated notes that a create has created an object. It is called as soon as the id is known.
func (r *Resource) noteCreated(ctx context.Context, resp *resource.CreateResponse, key ledger.Key) {
	instance := r.StoreNewInstance(ctx, resp.Private, &resp.Diagnostics)
	r.Ledger.Take(key, instance)
}

// adopt takes an object before a create writes to it, and locks it until done is called. If the
// create has failed without a state, done gives the object up. canWrite is false after an error.
func (r *Resource) adopt(
	ctx context.Context, resp *resource.CreateResponse, subject apidiag.Subject, key ledger.Key,
) (done func(), canWrite bool) {
	unlock, err := r.Ledger.Lock(ctx, key)
	if err != nil {
		resp.Diagnostics.Append(apidiag.Error("adopt", subject, err))
		return unlock, false
	}
	instance := r.StoreNewInstance(ctx, resp.Private, &resp.Diagnostics)
	r.Ledger.Take(key, instance)
	return func() {
		if resp.State.Raw.IsNull() {
			r.Ledger.GiveUp(key, instance)
		}
		unlock()
	}, !resp.Diagnostics.HasError()
}

// WriteError returns the error of a create or change. If it has one of some types, it points to
// the argument whose value the service has refused. For a create with a lost response and without a
// result, it asks the user to search for the object.
func WriteError(
	verb string, subject apidiag.Subject, err error, argument path.Path, types ...videoindexer.ErrorType,
) diag.Diagnostic {
	hint := ""
	if videoindexer.IsOutcomeUnknown(err) {
		hint = fmt.Sprintf("The service's list does not show just one new object with that name. "+
			"Before the next apply, read the data source videoindexer_%s. If it has the object, import it.",
			strings.ReplaceAll(apidiag.Plural(subject.Kind), " ", "_"))
	}
	refusal := apidiag.Error(verb, subject, err, hint)
	if videoindexer.HasType(err, types...) {
		return diag.WithPath(argument, refusal)
	}
	return refusal
}
