package providerdata

import (
	"context"
	"errors"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"golang.org/x/sync/semaphore"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// access knows, for each account of a run, whether the credentials can use it. The first call
// checks this, and the others wait for its end, so that a wrong key is reported once instead of
// once for each object.
type access struct{ accounts sync.Map }

// accountAccess is what is known about one account.
type accountAccess struct {
	// turn guards the other fields. The call that proves the account holds it until the call has
	// ended.
	turn *semaphore.Weighted
	// isReached means that a call has shown that the account can be used.
	isReached bool
	// err is the reason why the account cannot be used.
	err error
}

// check makes the call, if no other call has shown that the account can be used, and returns its
// error. After a call of the run has failed for a reason that affects all calls, it returns a
// NotTriedError.
func (a *access) check(
	ctx context.Context, account videoindexer.AccountRef, call func() error,
) (wasMade bool, err error) {
	value, _ := a.accounts.LoadOrStore(account.Normal(), &accountAccess{turn: semaphore.NewWeighted(1)})
	proof := value.(*accountAccess) //nolint:forcetypeassert // stored one line above
	err = proof.turn.Acquire(ctx, 1)
	if err != nil {
		return false, err
	}
	defer proof.turn.Release(1)
	switch {
	case proof.isReached:
		return false, nil
	case videoindexer.IsNotFound(proof.err):
		return false, &videoindexer.NotTriedError{Account: account, Gone: proof.err}
	case proof.err != nil:
		return false, &videoindexer.NotTriedError{Account: account}
	}
	err = call()
	switch {
	case isInconclusive(err):
		// Such a failure proves nothing about the account.
	case videoindexer.EndsAccess(err):
		proof.err = err
	default:
		proof.isReached = true
	}
	return true, err
}

// isInconclusive reports whether the failure of a call is unrelated to the account: the caller gave
// up, or the call needs a key and only an access token is configured.
func isInconclusive(err error) bool {
	isGivenUp := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	return isGivenUp || videoindexer.IsA[*videoindexer.MissingCredentialError](err)
}

// WithAccessCheck makes a call that reads from an account, for a refresh or a plan. After a call of
// the run has shown that the account cannot be reached, no further calls are made. Their error is a
// NotTriedError, whose diagnostic is one line.
func (d *Data) WithAccessCheck(
	ctx context.Context, account videoindexer.AccountRef, call func(*videoindexer.Client) error,
) error {
	wasMade, err := d.access.check(ctx, account, func() error { return call(d.client) })
	if wasMade || err != nil {
		return err
	}
	return call(d.client)
}

// ReadWithAccessCheck makes a call with a result as WithAccessCheck does.
func ReadWithAccessCheck[T any](
	ctx context.Context, d *Data, account videoindexer.AccountRef, call func(*videoindexer.Client) (T, error),
) (response T, err error) {
	err = d.WithAccessCheck(ctx, account, func(client *videoindexer.Client) error {
		response, err = call(client)
		return err
	})
	return response, err
}

// IsRepeated reports whether an apply repeats a plan that users have seen. Terraform shows this by
// allowing deferral, which it allows in other plans only in an experiment. OpenTofu does not show
// it.
func IsRepeated(req resource.ModifyPlanRequest) bool { return req.ClientCapabilities.DeferralAllowed }

// CheckAccess adds an error if the provider's credentials cannot use the account of a planned
// resource. The error is complete only once for each account and run. A resource that does not read
// from the account while planning calls it last in ModifyPlan. It does nothing in a plan without
// changes, or if the provider or the account is unknown.
func (d *Data) CheckAccess(
	ctx context.Context, kind string, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	// An error of a repeated plan would leave a deposed object.
	if IsRepeated(req) {
		return
	}
	if !d.IsConfigured() || resp.Diagnostics.HasError() {
		return
	}
	changesNothing := resp.Plan.Raw.IsNull() || resp.Plan.Raw.Equal(req.State.Raw)
	if changesNothing {
		return
	}
	planned := AccountFieldsOf(model.Attributes(resp.Plan.Raw))
	if planned.KnowsAccount() {
		d.CheckAccountAccess(ctx, kind, planned.AccountRef(), &resp.Diagnostics)
	}
}

// CheckAccountAccess checks a known account as CheckAccess does. For objects outside of accounts,
// the account has no id.
func (d *Data) CheckAccountAccess(
	ctx context.Context, kind string, account videoindexer.AccountRef, diags *diag.Diagnostics,
) {
	_, err := d.access.check(ctx, account, func() error { return d.client.CheckAccess(ctx, account) })
	if err != nil {
		diags.Append(apidiag.PlanError("plan", apidiag.Subject{Kind: kind, Account: account}, err))
	}
}
