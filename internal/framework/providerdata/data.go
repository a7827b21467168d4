// Package providerdata has the data of the configured provider that all types use: the client, and
// the default account. It loads models, and resolves the accounts that they work on.
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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TypeName returns the name of a type in a configuration, from its name without the provider's.
func TypeName(name string) string { return "videoindexer_" + name }

// Data is the result of the provider's configuration, which all types receive.
type Data struct {
	// client is nil as long as one of the arguments in pending is unknown.
	client *videoindexer.Client
	// pending are the unknown arguments of the provider that the client needs.
	pending []string
	// location is the provider's default; null without one, unknown while the configuration is.
	location types.String
	// accountID is the provider's default, as location is.
	accountID types.String
	// access knows which accounts the credentials can use.
	access access
	// Ledger remembers which instance has or wants which object (see decisions/ledger.md).
	Ledger ledger.Ledger
}

// NewData returns the data of a configured provider. If client is nil, pending names the unknown
// arguments of the provider.
func NewData(client *videoindexer.Client, pending []string, location, accountID types.String) *Data {
	return &Data{client: client, pending: pending, location: location, accountID: accountID}
}

// IsConfigured reports whether the provider has a client. It is false in a plan with an unknown
// provider argument, and in a validation, which has no data.
func (d *Data) IsConfigured() bool { return d != nil && d.client != nil }

// RequireClient returns the API client. If the provider's configuration is unknown, it returns nil,
// and adds an error that names the unknown arguments.
func (d *Data) RequireClient(diags *diag.Diagnostics) *videoindexer.Client {
	if d.client == nil {
		diags.AddError("The provider's configuration is not known yet",
			d.unknownConfigurationText("Managed resources can wait for the apply, "+
				"but Terraform reads this object during the plan."))
	}
	return d.client
}

// Target is what a type works on: an account, or a location alone, with the client for it.
type Target struct {
	Data    *Data
	Client  *videoindexer.Client
	Account videoindexer.AccountRef
}

// Load reads a configuration, plan or state into a model, sets its account, and returns what to
// work on. isLoaded is false after an error, or if diags held one before.
func (d *Data) Load(
	ctx context.Context, from model.Source, into Model, diags *diag.Diagnostics,
) (target Target, isLoaded bool) {
	diags.Append(model.Get(ctx, from, into)...)
	if diags.HasError() {
		return Target{}, false
	}
	client := d.RequireClient(diags)
	if client == nil {
		return Target{}, false
	}
	account, isResolved := into.Resolve(d, diags)
	return Target{Data: d, Client: client, Account: account}, isResolved
}

// RequireConfigured adds an error to an import while the provider's configuration is unknown: an
// object that was not read would be planned, and then written, with empty values. It returns
// whether the import may continue.
func (d *Data) RequireConfigured(diags *diag.Diagnostics) bool {
	if d.IsConfigured() {
		return true
	}
	diags.AddError("Nothing can be imported yet",
		d.unknownConfigurationText("To import an object, the provider must read it during the plan."))
	return false
}

// unknownConfigurationText returns the detail of an error about an unknown configuration, with its
// consequence.
func (d *Data) unknownConfigurationText(consequence string) string {
	return fmt.Sprintf("The provider's \"%s\" is known only after apply. %s "+
		"First apply the resources that this value depends on (-target), "+
		"or give the provider a value that is known while planning.", strings.Join(d.pending, `", "`), consequence)
}

// HasExtended reports whether extended operations may be used; false while the provider's
// configuration is unknown.
func (d *Data) HasExtended() bool { return d.IsConfigured() && d.client.AllowsExtended() }

// MayHaveExtended reports whether an apply may use extended operations, as far as its plan knows:
// true while the provider's configuration is unknown.
func (d *Data) MayHaveExtended() bool { return !d.IsConfigured() || d.client.AllowsExtended() }

// notAllowed is the summary of RequireExtended.
const notAllowed = "Extended operations are not allowed"

// RequireExtended returns an error if the provider does not allow extended operations, unless its
// configuration is unknown. What is the name of a type, or of an argument at a path, that needs
// them.
func (d *Data) RequireExtended(at path.Path, what string) diag.Diagnostics {
	if d.MayHaveExtended() {
		return nil
	}
	var refusal diag.Diagnostic = diag.NewErrorDiagnostic(notAllowed, fmt.Sprintf(
		"%s needs operations that are not part of the base API. "+
			"Set extended_operations = true (VIDEOINDEXER_EXTENDED_OPERATIONS) in the provider's configuration, "+
			"if your service has them: %s",
		what, apidiag.GuideURL("extended-operations")))
	if len(at.Steps()) > 0 {
		// An empty path would hide the line of the configuration.
		refusal = diag.WithPath(at, refusal)
	}
	return diag.Diagnostics{refusal}
}

// RequireExtendedIfTrue requires extended operations for a flag at a path that is true. An unknown
// flag is checked once it is known.
func (d *Data) RequireExtendedIfTrue(at path.Path, flag types.Bool) diag.Diagnostics {
	if !flag.Equal(types.BoolValue(true)) {
		return nil
	}
	return d.RequireExtended(at, at.String()+" = true")
}

// RequireExtendedIfFalse requires them for a flag that is false, and not only omitted.
func (d *Data) RequireExtendedIfFalse(at path.Path, flag types.Bool) diag.Diagnostics {
	if !flag.Equal(types.BoolValue(false)) {
		return nil
	}
	return d.RequireExtended(at, at.String()+" = false")
}
