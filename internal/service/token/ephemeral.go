// Package token has access tokens as ephemeral resources, so that neither state nor plan contain
// them.
//
// A token cannot be renewed, and Terraform keeps the values of an ephemeral resource after it has
// opened it. Therefore, each opening obtains a new token instead of one that the provider has
// stored: the token has its full lifetime, in a plan and again in the apply.
package token

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const alwaysNew = "Every plan and every apply obtains a new token."

// tokenFields are the common attributes of all tokens: the permission and the token.
type tokenFields struct {
	AllowEdit   types.Bool   `tfsdk:"allow_edit"`
	AccessToken types.String `tfsdk:"access_token"`
}

func (t tokenFields) permission() videoindexer.Permission {
	return videoindexer.Permission(t.AllowEdit.ValueBool())
}

func tokenAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"allow_edit": arguments.OptionalBool("Whether the token has write permission, " +
			"even in a plan. Default: `false`."),
		"access_token": schema.StringAttribute{
			MarkdownDescription: "Access token, valid for at most one hour.", Computed: true, Sensitive: true,
		},
	}
}

// NewUserEphemeral returns ephemeral.videoindexer_user_access_token (2).
func NewUserEphemeral() ephemeral.EphemeralResource {
	info := scaffold.TypeInfo{
		Name: "user_access_token", Summary: "Obtains an access token of the subscription key's user, " +
			"for operations on the user's accounts.", Notes: alwaysNew,
	}
	return scaffold.NewEphemeralResource(info, tokenAttributes, openUser)
}

type userTokenModel struct {
	providerdata.LocationField
	tokenFields
}

func openUser(ctx context.Context, target providerdata.Target, result *userTokenModel) diag.Diagnostics {
	token, err := target.Client.GetUserAccessToken(ctx, target.Account.Location, result.permission())
	return result.setToken(token, err, apidiag.Subject{Kind: "user access token", Account: target.Account})
}

// NewAccountEphemeral returns ephemeral.videoindexer_account_access_token (2 and 3).
func NewAccountEphemeral() ephemeral.EphemeralResource {
	info := scaffold.TypeInfo{
		Name: "account_access_token", Summary: "Obtains an access token of an account, " +
			"for operations within the account.", Notes: alwaysNew,
	}
	return scaffold.NewEphemeralResource(info, tokenAttributes, openAccount)
}

type accountTokenModel struct {
	providerdata.AccountFields
	tokenFields
}

func openAccount(ctx context.Context, target providerdata.Target, result *accountTokenModel) diag.Diagnostics {
	token, err := target.Client.GetAccountAccessToken(ctx, target.Account, result.permission())
	return result.setToken(token, err, apidiag.Subject{Kind: "account access token", Account: target.Account})
}

// NewProjectEphemeral returns ephemeral.videoindexer_project_access_token (1).
func NewProjectEphemeral() ephemeral.EphemeralResource {
	info := scaffold.TypeInfo{
		Name: "project_access_token", Summary: "Obtains an access token of one project.", Notes: alwaysNew,
	}
	return scaffold.NewEphemeralResource(info, idAttributes("project_id", "Id of the project."), openProject)
}

type projectTokenModel struct {
	providerdata.AccountFields
	tokenFields
	ProjectID types.String `tfsdk:"project_id"`
}

func openProject(ctx context.Context, target providerdata.Target, result *projectTokenModel) diag.Diagnostics {
	id := result.ProjectID.ValueString()
	token, err := target.Client.GetProjectAccessToken(ctx, target.Account, id, result.permission())
	subject := apidiag.Subject{
		Kind: "project access token", Whole: &apidiag.Subject{Kind: "project", ID: id}, Account: target.Account,
	}
	return result.setToken(token, err, subject)
}

// NewVideoEphemeral returns ephemeral.videoindexer_video_access_token (X23).
func NewVideoEphemeral() ephemeral.EphemeralResource {
	info := scaffold.TypeInfo{
		Name: "video_access_token", NeedsExtended: true, Notes: alwaysNew,
		Summary: "Obtains an access token of one video, for example for widgets and players.",
	}
	return scaffold.NewEphemeralResource(info, idAttributes("video_id", "Id of the video."), openVideo)
}

type videoTokenModel struct {
	providerdata.AccountFields
	tokenFields
	VideoID types.String `tfsdk:"video_id"`
}

func openVideo(ctx context.Context, target providerdata.Target, result *videoTokenModel) diag.Diagnostics {
	id := result.VideoID.ValueString()
	token, err := target.Client.GetVideoAccessToken(ctx, target.Account, id, result.permission())
	subject := apidiag.Subject{
		Kind: "video access token", Whole: &apidiag.Subject{Kind: "video", ID: id}, Account: target.Account,
	}
	return result.setToken(token, err, subject)
}

// idAttributes returns the attributes of a token of one object.
func idAttributes(name, description string) func() map[string]schema.Attribute {
	return func() map[string]schema.Attribute {
		attributes := tokenAttributes()
		attributes[name] = arguments.RequiredString(description, validate.PathSegment())
		return attributes
	}
}

// setToken sets a token that was obtained, or returns the error that says why there is none.
func (t *tokenFields) setToken(token string, err error, subject apidiag.Subject) diag.Diagnostics {
	if err != nil {
		return diag.Diagnostics{apidiag.Error("obtain", subject, err)}
	}
	t.AccessToken = types.StringValue(token)
	return nil
}
