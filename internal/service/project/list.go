package project

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewListResource returns list.videoindexer_project.
func NewListResource() list.ListResource {
	return scaffold.NewListResource(scaffold.TypeInfo{
		Name: "project", NeedsExtended: true, IsPaged: true,
		Summary: "Lists the projects of an account with their ranges, in the order of the service, page by page.",
	}, scaffold.NoArguments, listProjects)
}

// listProjects pushes the projects as their pages arrive (X30). If the query includes resources, it
// reads each project (X29), and omits projects that were deleted meanwhile.
func listProjects(ctx context.Context, query scaffold.Query, fields *providerdata.AccountFields) diag.Diagnostics {
	for summary, err := range query.Client.IterateProjects(ctx, query.Account) {
		remote := &videoindexer.Project{}
		if err == nil && query.IncludeResource {
			remote, err = query.Client.GetProject(ctx, query.Account, summary.ID)
		}
		switch {
		case videoindexer.IsNotFound(err) && !videoindexer.IsAccountWide(err):
			continue
		case err != nil:
			subject := apidiag.Subject{Kind: "projects", Account: query.Account}
			return diag.Diagnostics{apidiag.Error("list", subject, err)}
		}
		shown := unmanaged()
		shown.AdoptableFields = managed.AsImported(*fields)
		shown.ProjectID = types.StringValue(summary.ID)
		shown.Timeouts = wait.NoTimeouts()
		shown.setDefaults()
		shown.fill(remote)
		id := map[string]any{projectKey.Name: summary.ID}
		wantsMore := query.Push(query.ResultWith(ctx, cmp.Or(summary.Name, summary.ID), id, shown))
		if !wantsMore {
			return nil
		}
	}
	return nil
}
