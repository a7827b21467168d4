package provider

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/account"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brandsettings"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/imagemodel"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/languagemodel"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/person"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/project"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/token"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video"
)

// All that the provider offers. The conformance tests walk these lists.

func (p *videoindexerProvider) Resources(context.Context) []func() resource.Resource {
	return []func() resource.Resource{
		account.NewResource,
		brand.NewBrandsResource,
		brand.NewResource,
		brandsettings.NewResource,
		imagemodel.NewResource,
		languagemodel.NewResource,
		person.NewPersonModelResource,
		person.NewResource,
		project.NewResource,
		video.NewCharacterResource,
		video.NewResource,
		video.NewTranscriptResource,
	}
}

func (p *videoindexerProvider) DataSources(context.Context) []func() datasource.DataSource {
	return []func() datasource.DataSource{
		account.NewAccountsDataSource,
		account.NewDataSource,
		account.NewSupportedDataSource,
		brand.NewBrandsDataSource,
		brand.NewDataSource,
		brandsettings.NewDataSource,
		imagemodel.NewDataSource,
		languagemodel.NewModelsDataSource,
		person.NewFacesDataSource,
		person.NewPersonModelsDataSource,
		person.NewPersonsDataSource,
		project.NewProjectsDataSource,
		video.NewCaptionsDataSource,
		video.NewIndexDataSource,
		video.NewSourceFileDataSource,
		video.NewVideosDataSource,
		video.NewWidgetDataSource,
	}
}

func (p *videoindexerProvider) EphemeralResources(context.Context) []func() ephemeral.EphemeralResource {
	return []func() ephemeral.EphemeralResource{
		project.NewRenderedFileEphemeral,
		token.NewAccountEphemeral,
		token.NewProjectEphemeral,
		token.NewUserEphemeral,
		token.NewVideoEphemeral,
		video.NewSourceFileEphemeral,
	}
}

func (p *videoindexerProvider) Actions(context.Context) []func() action.Action {
	return []func() action.Action{
		languagemodel.NewTrainAction,
		project.NewCancelAction,
		project.NewRenderAction,
		video.NewReindexAction,
		video.NewReindexVideosAction,
		video.NewTranscriptAction,
	}
}

func (p *videoindexerProvider) ListResources(context.Context) []func() list.ListResource {
	return []func() list.ListResource{
		account.NewListResource,
		brand.NewListResource,
		brandsettings.NewListResource,
		languagemodel.NewListResource,
		person.NewListResource,
		person.NewPersonModelListResource,
		project.NewListResource,
		video.NewListResource,
	}
}

func (p *videoindexerProvider) Functions(context.Context) []func() function.Function {
	return []func() function.Function{
		brand.NewParseBrands,
		brandsettings.NewParseBrandSettings,
		languagemodel.NewParseLanguageModels,
		person.NewParsePeople,
		video.NewParseCaptions,
	}
}
