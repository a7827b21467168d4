// Package providerdata is what every resource, data source, ephemeral resource and action has in
// common: the provider's client, and the account that it works on.
package providerdata

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/ledger"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/model"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// Data is what the provider's configuration becomes: handed to all that the provider offers.
type Data struct {
	// client is nil as long as one of the arguments in pending is unknown.
	client  *videoindexer.Client
	pending []string
	// location and accountID are the provider's defaults: null where there is none, unknown while
	// the configuration is.
	location  types.String
	accountID types.String
	access    access
	// Ledger is what this process knows of the objects of the run. (access is about accounts, and the
	// client's shared lists are answers.)
	Ledger ledger.Ledger
}

// NewData is the data of a configured provider. Where client is nil, pending names the provider's
// arguments that are not known yet.
func NewData(client *videoindexer.Client, pending []string, location, accountID types.String) *Data {
	return &Data{client: client, pending: pending, location: location, accountID: accountID}
}

// IsConfigured reports whether the provider has a client: false while planning with an unknown provider
// argument, and while a configuration is validated, which has no data.
func (d *Data) IsConfigured() bool { return d != nil && d.client != nil }

// Client is the API client. While the provider's configuration is unknown there is none, and an
// error that names the arguments it waits for.
func (d *Data) Client(diags *diag.Diagnostics) *videoindexer.Client {
	if d.client == nil {
		diags.AddError("The provider's configuration is not known yet",
			d.untilKnown("Managed resources can wait for the apply, but Terraform reads this object during the plan."))
	}
	return d.client
}

// Load reads a configuration, plan or state into a model, and returns the client and the account to
// work with, as Target does. ok is false after an error, or if diags held one before.
func (d *Data) Load(
	ctx context.Context, from model.Source, into Model, diags *diag.Diagnostics,
) (client *videoindexer.Client, account videoindexer.AccountRef, ok bool) {
	diags.Append(model.Get(ctx, from, into)...)
	if diags.HasError() {
		return nil, account, false
	}
	return d.Target(into, diags)
}

// Target is a client and what to use it on, for a CRUD method: ok is false after an error.
func (d *Data) Target(
	on Model, diags *diag.Diagnostics,
) (client *videoindexer.Client, account videoindexer.AccountRef, ok bool) {
	client = d.Client(diags)
	if client == nil {
		return nil, account, false
	}
	account, ok = on.Resolve(d, diags)
	return client, account, ok
}

// resolve returns the value of an argument, which becomes the provider's default where it has none
// of its own.
func resolve(a Argument, value *types.String, fallback types.String, diags *diag.Diagnostics) string {
	if !nullable.IsSet(value) {
		*value = fallback
	}
	switch {
	case value.IsUnknown():
		diags.AddAttributeError(a.Path, "The provider's configuration is not known yet",
			fmt.Sprintf("%q is not set here, and the provider's %q is known only after apply. Set %q here, or give the provider a value that is known while planning.", a.Name, a.Name, a.Name))
	case value.ValueString() == "":
		a.reportMissing(diags)
	}
	return value.ValueString()
}

// RequireConfigured is the error of an import while the provider's configuration is not known: an object
// that was not read would be planned, and then written, with empty values. It returns whether the
// import may go on.
func (d *Data) RequireConfigured(diags *diag.Diagnostics) bool {
	if d.IsConfigured() {
		return true
	}
	diags.AddError("Nothing can be imported yet",
		d.untilKnown("To import an object, the provider must read it during the plan."))
	return false
}

// untilKnown says what a configuration that is not known yet means, as so does, and how to go on.
func (d *Data) untilKnown(so string) string {
	return fmt.Sprintf("The provider's \"%s\" is known only after apply. %s First apply the resources that this value depends on (-target), "+
		"or give the provider a value that is known while planning.", strings.Join(d.pending, `", "`), so)
}

// HasExtended reports whether the operations beyond the contract may be used; false while the provider
// is not known.
func (d *Data) HasExtended() bool { return d.IsConfigured() && d.client.AllowsExtended() }

// MayHaveExtended reports whether an apply may use them, as far as its plan knows: true while the
// provider is not known.
func (d *Data) MayHaveExtended() bool { return !d.IsConfigured() || d.client.AllowsExtended() }

// notAllowed is the summary of RequireExtended.
const notAllowed = "Extended operations are not allowed"

// RequireExtended reports something configured that needs operations beyond the contract, if the
// provider does not allow them; while the provider is not known, nothing is reported. What is the
// name of a type, or of an argument that stands at a path. It returns whether the plan may go on.
func (d *Data) RequireExtended(at path.Path, what string, diags *diag.Diagnostics) bool {
	if d.MayHaveExtended() {
		return true
	}
	var refusal diag.Diagnostic = diag.NewErrorDiagnostic(notAllowed, fmt.Sprintf("%s needs operations that are not part of the base API. "+
		"Set extended_operations = true (VIDEOINDEXER_EXTENDED_OPERATIONS) in the provider's configuration, if your service has them: %s", what, apidiag.Guide("extended-operations")))
	if len(at.Steps()) > 0 {
		refusal = diag.WithPath(at, refusal) // an empty path would hide the line of the configuration
	}
	diags.Append(refusal)
	return false
}

// RequireExtendedFor is RequireExtended of a flag at a path. One that is not set, or says its
// default, needs nothing, and one that is not known yet is judged once it is.
func (d *Data) RequireExtendedFor(at path.Path, flag types.Bool, byDefault bool, diags *diag.Diagnostics) bool {
	if !nullable.IsSet(flag) || flag.ValueBool() == byDefault {
		return true
	}
	return d.RequireExtended(at, fmt.Sprintf("%s = %t", at, flag.ValueBool()), diags)
}
