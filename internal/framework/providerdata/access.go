package providerdata

import (
	"context"
	"errors"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/breaker"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// access is what a run knows about each account: whether the credentials reach it. The first call
// proves it and the others wait for its end, so that a wrong key is reported once, and not once for
// each object.
type access struct{ accounts sync.Map }

// accountAccess is what is known about one account.
type accountAccess struct {
	// turn holds an element while a call proves the account, and while another one looks at the
	// rest.
	turn      chan struct{}
	isReached bool
	err       error // why the account cannot be reached
}

// check makes the call if no other one has proved the account, and returns its error. Once an
// earlier call of the run has failed for a reason that affects all of them, it returns a
// NotTriedError.
func (a *access) check(
	ctx context.Context, account videoindexer.AccountRef, call func() error,
) (wasMade bool, err error) {
	value, _ := a.accounts.LoadOrStore(account.Normal(), &accountAccess{turn: make(chan struct{}, 1)})
	proof := value.(*accountAccess) //nolint:forcetypeassert // stored one line above
	select {
	case proof.turn <- struct{}{}:
	case <-ctx.Done():
		return false, ctx.Err()
	}
	defer func() { <-proof.turn }()
	switch {
	case proof.isReached:
		return false, nil
	case videoindexer.IsNotFound(proof.err):
		return false, &breaker.NotTriedError{Account: account, Gone: proof.err}
	case proof.err != nil:
		return false, &breaker.NotTriedError{Account: account}
	}
	err = call()
	switch {
	case isInconclusive(err):
	case videoindexer.IsA[*videoindexer.TransportError](err) || videoindexer.IsAccountWide(err):
		proof.err = err
	default:
		proof.isReached = true
	}
	return true, err
}

// isInconclusive reports whether the failure of a call says nothing about the account: the caller
// gave up, or the call needs a key and only an access token is configured.
func isInconclusive(err error) bool {
	isGivenUp := errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
	return isGivenUp || videoindexer.IsA[*videoindexer.MissingCredentialError](err)
}

// WithAccessCheck makes a call that reads something of an account, for a refresh or a plan. Once a
// run has seen that the account cannot be reached, further calls are not made: their error is a
// NotTriedError, which makes a diagnostic of one line.
func (d *Data) WithAccessCheck(ctx context.Context, account videoindexer.AccountRef, call func() error) error {
	wasMade, err := d.access.check(ctx, account, call)
	if wasMade || err != nil {
		return err
	}
	return call()
}

// Read is WithAccessCheck for a call that returns a value.
func Read[T any](
	ctx context.Context, d *Data, account videoindexer.AccountRef, call func() (T, error),
) (answer T, err error) {
	err = d.WithAccessCheck(ctx, account, func() error {
		answer, err = call()
		return err
	})
	return answer, err
}

// CheckAccess reports that the provider's credentials do not reach the account that a resource is
// planned to work on, in full only once for each account and run. A resource that reads nothing
// else of the account while planning calls it last in ModifyPlan. It does nothing if nothing is to
// be created or changed, or if the provider or the account is not known yet.
func (d *Data) CheckAccess(
	ctx context.Context, kind string, req resource.ModifyPlanRequest, resp *resource.ModifyPlanResponse,
) {
	isRepeated := req.ClientCapabilities.DeferralAllowed // by an apply: an error there would leave a deposed object
	canCheck := d.IsConfigured() && !resp.Diagnostics.HasError()
	if !canCheck || isRepeated {
		return
	}
	changesNothing := resp.Plan.Raw.IsNull() || resp.Plan.Raw.Equal(req.State.Raw)
	if changesNothing {
		return
	}
	planned := AccountOf(model.Attributes(resp.Plan.Raw))
	if planned.KnowsAccount() {
		d.CheckAccountAccess(ctx, kind, planned.AccountRef(), &resp.Diagnostics)
	}
}

// CheckAccountAccess is CheckAccess for an account that is at hand; one without an id stands for
// what belongs to no account.
func (d *Data) CheckAccountAccess(
	ctx context.Context, kind string, account videoindexer.AccountRef, diags *diag.Diagnostics,
) {
	if _, err := d.access.check(ctx, account, func() error { return d.client.CheckAccess(ctx, account) }); err != nil {
		diags.Append(apidiag.PlanError("plan", apidiag.Subject{Kind: kind, Account: account}, err))
	}
}
