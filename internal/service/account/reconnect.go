package account

import (
	"context"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// reconnect changes what differs in the connection of an account to its media services (X24), and sends nothing else: a
// rotated key is sent only with the application that it belongs to.
func (r *paidAccountResource) reconnect(ctx context.Context, config tfsdk.Config, plan, state resourceModel) (diags diag.Diagnostics) {
	differ := plan.differences(ctx, &state, r.Extended(), &diags).connection
	if len(differ) == 0 || diags.HasError() {
		return diags
	}
	client, account, ok := r.Target(&state.AccountFields, &diags)
	if !ok {
		return diags
	}
	wanted := plan.newAccount(ctx, config, &diags)
	var change videoindexer.MediaConnectionChange
	if differ.Contains(subscriptionPath) {
		change.SubscriptionID = wanted.SubscriptionID
	}
	if differ.Contains(resourceGroupPath) {
		change.ResourceGroup = wanted.ResourceGroup
	}
	if slices.ContainsFunc(differ, func(at path.Path) bool { return at.ParentPath().Equal(connectionPath) }) {
		change.DirectoryConnection = &wanted.DirectoryConnection
	}
	if err := client.UpdateMediaConnection(ctx, account, change); err != nil {
		diags.Append(diag.WithPath(differ[0], apidiag.Error("change the media connection of", subject(account), err)))
	}
	return diags
}
