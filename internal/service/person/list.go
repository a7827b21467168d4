package person

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	listschema "github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

var (
	_ list.ListResourceWithConfigure = (*modelList)(nil)
	_ list.ListResourceWithConfigure = (*personList)(nil)
)

type modelList struct{ providerdata.Resource }

// NewModelListResource lists videoindexer_person_model.
func NewModelListResource() list.ListResource {
	return &modelList{providerdata.Resource{Name: "person_model"}}
}

type modelListModel struct {
	providerdata.AccountFields
	PersonNamePrefix types.String `tfsdk:"person_name_prefix"`
}

func (l *modelList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = listschema.Schema{
		MarkdownDescription: "Lists the person models of an account, in the order of the service, including the default model." +
			arguments.NeedsExtended,
		Attributes: providerdata.ListAttributes(map[string]listschema.Attribute{
			"person_name_prefix": listschema.StringAttribute{MarkdownDescription: describePersonNamePrefix, Optional: true},
		}),
	}
}

// List gives the models, each from the one request that reads them all (X13).
func (l *modelList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var model modelListModel
	var diags diag.Diagnostics
	client, account, ok := l.LoadExtended(ctx, "The list of "+modelType, req.Config, &model, &diags)
	if !ok {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	remote, err := client.ListPersonModels(ctx, account, model.PersonNamePrefix.ValueString())
	if err != nil {
		apidiag.Add(&diags, "list", modelsSubject(account), err)
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	if req.Limit > 0 && int64(len(remote)) > req.Limit {
		remote = remote[:req.Limit]
	}
	stream.Results = func(push func(list.ListResult) bool) {
		for i := range remote {
			one := modelModel{AccountFields: model.AccountFields}
			one.PersonModelID = types.StringValue(remote[i].ID)
			one.fill(&remote[i])
			one.DeletionPolicy = defaultPolicy(one.DeletionPolicy)
			if remote[i].Unreadable != nil {
				one.Name = types.StringNull()
			}
			shown := providerdata.ListedAs(ctx, req, cmp.Or(remote[i].Name, remote[i].ID), account, map[string]any{modelKey.Name: remote[i].ID}, one)
			if remote[i].Unreadable != nil {
				shown.Diagnostics.Append(apidiag.Unreadable(modelSubject(account, remote[i].ID), remote[i].Unreadable))
			}
			if !push(shown) {
				return
			}
		}
	}
}

type personList struct{ providerdata.Resource }

// NewListResource lists videoindexer_person.
func NewListResource() list.ListResource { return &personList{providerdata.Resource{Name: "person"}} }

type personListModel struct {
	providerdata.AccountFields
	PersonModelID types.String `tfsdk:"person_model_id"`
	NamePrefix    types.String `tfsdk:"name_prefix"`
}

func (l *personList) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = listschema.Schema{
		MarkdownDescription: "Lists the persons of a person model, or of all models, in the order of the service, page by page." +
			arguments.NeedsExtended +
			"\n\n" +
			"The resources have no `faces`, because the service does not return the addresses of pictures.",
		Attributes: providerdata.ListAttributes(map[string]listschema.Attribute{
			"person_model_id": listschema.StringAttribute{MarkdownDescription: modelKey.Description + " Default: all models of the account.", Optional: true, Validators: []validator.String{validate.GUID()}},
			"name_prefix":     listschema.StringAttribute{MarkdownDescription: describeNamePrefix, Optional: true},
		}),
	}
}

// List gives the persons as their pages come (X17), of all models (X13) where none is configured. If a page cannot be read, its
// error follows the persons before it.
func (l *personList) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var model personListModel
	var diags diag.Diagnostics
	client, account, ok := l.LoadExtended(ctx, "The list of "+personType, req.Config, &model, &diags)
	if !ok {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	modelIDs := []string{model.PersonModelID.ValueString()}
	if model.PersonModelID.IsNull() {
		models, err := client.ListPersonModels(ctx, account, model.NamePrefix.ValueString())
		if err != nil {
			apidiag.Add(&diags, "list", modelsSubject(account), err)
			stream.Results = list.ListResultsStreamDiagnostics(diags)
			return
		}
		modelIDs = nil
		for _, one := range models {
			modelIDs = append(modelIDs, one.ID)
		}
	}
	stream.Results = func(push func(list.ListResult) bool) {
		given := int64(0)
		for _, modelID := range modelIDs {
			query := videoindexer.PersonsQuery{NamePrefix: model.NamePrefix.ValueString()}
			if req.Limit > 0 {
				query.Limit = int(req.Limit - given)
			}
			for remote, err := range client.Persons(ctx, account, modelID, query) {
				if err != nil {
					push(list.ListResult{Diagnostics: diag.Diagnostics{apidiag.Error("list", personsSubject(account, modelID), err)}})
					return
				}
				if given++; !push(listedPerson(ctx, req, model.AccountFields, modelID, remote)) || given == req.Limit {
					return
				}
			}
		}
	}
}

// listedPerson is one person of a list; as a resource it is what an import and a read make of the person.
func listedPerson(ctx context.Context, req list.ListRequest, fields providerdata.AccountFields, modelID string, remote videoindexer.Person) list.ListResult {
	account := fields.AccountRef()
	one := resourceModel{
		AccountFields: fields, PersonModelID: types.StringValue(modelID), PersonID: types.StringValue(remote.ID),
		Name: types.StringValue(remote.Name), Faces: types.MapNull(labeledFaceType), DeletionPolicy: defaultPolicy(types.StringNull()),
	}
	if remote.Unreadable != nil {
		one.Name = types.StringNull()
	}
	keys := map[string]any{modelKey.Name: modelID, personKey.Name: remote.ID}
	shown := providerdata.ListedAs(ctx, req, cmp.Or(remote.Name, remote.ID), account, keys, one)
	if remote.Unreadable != nil {
		shown.Diagnostics.Append(apidiag.Unreadable(one.subject(account), remote.Unreadable))
	}
	return shown
}
