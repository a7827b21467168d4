package account

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// reconnect changes what differs in the connection of an account to its media services (X24), and sends nothing else: a
// rotated key is sent only with the application that it belongs to.
func (r *paidAccountResource) reconnect(ctx context.Context, req resource.UpdateRequest, plan, state resourceModel) diag.Diagnostics {
	var writeOnlyKey types.String
	diags := req.Config.GetAttribute(ctx, writeOnlyKeyPath, &writeOnlyKey)
	all, problems := plan.differences(ctx, &state, writeOnlyKey, r.Extended())
	diags.Append(problems...)
	differ := all.connection
	if len(differ) == 0 || diags.HasError() {
		return diags
	}
	client, account, ok := r.Target(&state.AccountFields, &diags)
	if !ok {
		return diags
	}
	wanted, problems := plan.newAccount(ctx, writeOnlyKey)
	diags.Append(problems...)
	var change videoindexer.MediaConnectionChange
	if differ.Contains(subscriptionPath) {
		change.SubscriptionID = wanted.SubscriptionID
	}
	if differ.Contains(resourceGroupPath) {
		change.ResourceGroup = wanted.ResourceGroup
	}
	if slices.ContainsFunc(differ, func(at path.Path) bool { return at.Equal(connectionPath) || at.ParentPath().Equal(connectionPath) }) {
		change.DirectoryConnection = &wanted.DirectoryConnection
	}
	if err := client.UpdateMediaConnection(ctx, account, change); err != nil {
		diags.Append(notReconnected(account, differ, err))
	}
	return diags
}

// notReconnected is the error of a change of the connection, at the argument that it is about.
func notReconnected(account videoindexer.AccountRef, differ path.Paths, err error) diag.Diagnostic {
	failure := apidiag.Error("change the media connection of", subject(account), err)
	at := differ[0]
	if videoindexer.HasType(err, videoindexer.ErrorTypeMediaDirectoryApplicationInsufficientPermission) {
		at = connectionPath.AtName("application_id")
	}
	return diag.WithPath(at, failure)
}
