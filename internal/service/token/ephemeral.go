// Package token hands out access tokens as ephemeral resources: nothing of them reaches state or plan.
//
// A token cannot be renewed, only replaced, and Terraform keeps the values of an ephemeral resource once it has opened
// it. So every opening obtains a new token, whatever the provider keeps for its own calls: the token has its full
// lifetime, in a plan and again in the apply.
package token

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ ephemeral.EphemeralResourceWithConfigure = (*userToken)(nil)
	_ ephemeral.EphemeralResourceWithConfigure = (*accountToken)(nil)
	_ ephemeral.EphemeralResourceWithConfigure = (*projectToken)(nil)
	_ ephemeral.EphemeralResourceWithConfigure = (*videoToken)(nil)
)

// grant is what every token has: what it may do, and the token.
type grant struct {
	AllowEdit   types.Bool   `tfsdk:"allow_edit"`
	AccessToken types.String `tfsdk:"access_token"`
}

func (g grant) permission() videoindexer.Permission {
	return videoindexer.Permission(g.AllowEdit.ValueBool())
}

// grantAttributes adds the attributes of grant.
func grantAttributes(attributes map[string]schema.Attribute) map[string]schema.Attribute {
	attributes["allow_edit"] = schema.BoolAttribute{
		MarkdownDescription: "Whether the token has write permission, also in a plan. Default: `false`.", Optional: true,
	}
	attributes["access_token"] = schema.StringAttribute{
		MarkdownDescription: "Access token, valid for at most one hour.", Computed: true, Sensitive: true,
	}
	return attributes
}

// userToken is ephemeral.videoindexer_user_access_token (endpoint 2).
type userToken struct{ providerdata.Ephemeral }

// NewUserEphemeral is ephemeral.videoindexer_user_access_token.
func NewUserEphemeral() ephemeral.EphemeralResource {
	return &userToken{providerdata.Ephemeral{Name: "user_access_token"}}
}

type userTokenModel struct {
	grant
	Location types.String `tfsdk:"location"`
}

func (e *userToken) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Obtains an access token of the subscription key's user, for calls about the user's accounts.\n\n" +
			"Every plan and every apply obtains a new token.",
		Attributes: grantAttributes(map[string]schema.Attribute{"location": providerdata.EphemeralLocation()}),
	}
}

func (e *userToken) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var model userTokenModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &model)...)
	if resp.Diagnostics.HasError() {
		return
	}
	client := e.Client(&resp.Diagnostics)
	location := e.Data.Location(model.Location, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	text, err := client.GetUserAccessToken(ctx, location, model.permission())
	subject := apidiag.Subject{Noun: "user access token", Account: videoindexer.AccountRef{Location: location}}
	if model.accept(text, err, subject, &resp.Diagnostics) {
		model.Location = types.StringValue(location)
		resp.Diagnostics.Append(resp.Result.Set(ctx, model)...)
	}
}

// accountToken is ephemeral.videoindexer_account_access_token (endpoints 2 and 3).
type accountToken struct{ providerdata.Ephemeral }

// NewAccountEphemeral is ephemeral.videoindexer_account_access_token.
func NewAccountEphemeral() ephemeral.EphemeralResource {
	return &accountToken{providerdata.Ephemeral{Name: "account_access_token"}}
}

type accountTokenModel struct {
	providerdata.AccountFields
	grant
}

func (e *accountToken) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Obtains an access token of an account, for calls within the account.\n\n" +
			"Every plan and every apply obtains a new token.",
		Attributes: providerdata.EphemeralAttributes(grantAttributes(map[string]schema.Attribute{})),
	}
}

func (e *accountToken) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var model accountTokenModel
	client, account, ok := e.Load(ctx, req.Config, &model, &resp.Diagnostics)
	if !ok {
		return
	}
	text, err := client.GetAccountAccessToken(ctx, account, model.permission())
	subject := apidiag.Subject{Noun: "account access token", Account: account}
	if model.accept(text, err, subject, &resp.Diagnostics) {
		resp.Diagnostics.Append(resp.Result.Set(ctx, model)...)
	}
}

// projectToken is ephemeral.videoindexer_project_access_token (endpoint 1).
type projectToken struct{ providerdata.Ephemeral }

// NewProjectEphemeral is ephemeral.videoindexer_project_access_token.
func NewProjectEphemeral() ephemeral.EphemeralResource {
	return &projectToken{providerdata.Ephemeral{Name: "project_access_token"}}
}

type projectTokenModel struct {
	providerdata.AccountFields
	grant
	ProjectID types.String `tfsdk:"project_id"`
}

func (e *projectToken) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Obtains an access token of one project.\n\n" +
			"Every plan and every apply obtains a new token.",
		Attributes: providerdata.EphemeralAttributes(grantAttributes(map[string]schema.Attribute{
			"project_id": schema.StringAttribute{
				MarkdownDescription: "Id of the project.", Required: true, Validators: []validator.String{validate.PathSegment()},
			},
		})),
	}
}

func (e *projectToken) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var model projectTokenModel
	client, account, ok := e.Load(ctx, req.Config, &model, &resp.Diagnostics)
	if !ok {
		return
	}
	text, err := client.GetProjectAccessToken(ctx, account, model.ProjectID.ValueString(), model.permission())
	subject := apidiag.Subject{Noun: "project access token", ID: "of project " + model.ProjectID.ValueString(), Account: account}
	if model.accept(text, err, subject, &resp.Diagnostics) {
		resp.Diagnostics.Append(resp.Result.Set(ctx, model)...)
	}
}

// videoToken is ephemeral.videoindexer_video_access_token (X23).
type videoToken struct{ providerdata.Ephemeral }

// NewVideoEphemeral is ephemeral.videoindexer_video_access_token.
func NewVideoEphemeral() ephemeral.EphemeralResource {
	return &videoToken{providerdata.Ephemeral{Name: "video_access_token"}}
}

type videoTokenModel struct {
	providerdata.AccountFields
	grant
	VideoID types.String `tfsdk:"video_id"`
}

func (e *videoToken) Schema(_ context.Context, _ ephemeral.SchemaRequest, resp *ephemeral.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Obtains an access token of one video, for example for widgets and players.\n\n" +
			"Every plan and every apply obtains a new token." +
			arguments.NeedsExtended,
		Attributes: providerdata.EphemeralAttributes(grantAttributes(map[string]schema.Attribute{
			"video_id": schema.StringAttribute{
				MarkdownDescription: "Id of the video.", Required: true, Validators: []validator.String{validate.PathSegment()},
			},
		})),
	}
}

func (e *videoToken) Open(ctx context.Context, req ephemeral.OpenRequest, resp *ephemeral.OpenResponse) {
	var model videoTokenModel
	client, account, ok := e.LoadExtended(ctx, "The ephemeral resource videoindexer_video_access_token", req.Config, &model, &resp.Diagnostics)
	if !ok {
		return
	}
	text, err := client.GetVideoAccessToken(ctx, account, model.VideoID.ValueString(), model.permission())
	subject := apidiag.Subject{Noun: "video access token", ID: "of video " + model.VideoID.ValueString(), Account: account}
	if model.accept(text, err, subject, &resp.Diagnostics) {
		resp.Diagnostics.Append(resp.Result.Set(ctx, model)...)
	}
}

// accept keeps a token that was obtained, or reports why there is none.
func (g *grant) accept(text string, err error, subject apidiag.Subject, diags *diag.Diagnostics) bool {
	if err != nil {
		apidiag.Add(diags, "obtain", subject, err)
		return false
	}
	g.AccessToken = types.StringValue(text)
	return true
}
