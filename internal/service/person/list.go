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
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewModelListResource lists videoindexer_person_model.
func NewModelListResource() list.ListResource {
	return providerdata.NewList(providerdata.About{
		Name: "person_model", IsExtended: true,
		Summary: "Lists the person models of an account, in the order of the service, including the default model.",
	}, providerdata.NoArguments, listModels)
}

// listModels gives the models, from the one request that reads them all (X13).
func listModels(ctx context.Context, q providerdata.Query, fields *providerdata.AccountFields) diag.Diagnostics {
	remote, err := q.Client.ListPersonModels(ctx, q.Account, "")
	if err != nil {
		return diag.Diagnostics{apidiag.Error("list", modelsSubject(q.Account), err)}
	}
	for i := range remote {
		one := modelModel{Fields: managed.Fields{AccountFields: *fields}}
		one.fill(&remote[i])
		one.FillPolicy()
		if !q.Give(q.ListedAs(ctx, cmp.Or(remote[i].Name, remote[i].ID), map[string]any{modelKey.Name: remote[i].ID}, one)) {
			return nil
		}
	}
	return nil
}

// NewListResource lists videoindexer_person.
func NewListResource() list.ListResource {
	return providerdata.NewList(providerdata.About{
		Name: "person", IsExtended: true,
		Summary: "Lists the persons of a person model, or of all models, in the order of the service, page by page.",
		Notes:   "The resources have no `faces`, because the service does not return the addresses of pictures.",
	}, personListAttributes, listPersons)
}

type personListModel struct {
	providerdata.AccountFields
	PersonModelID types.String `tfsdk:"person_model_id"`
	NamePrefix    types.String `tfsdk:"name_prefix"`
}

func personListAttributes() map[string]listschema.Attribute {
	return map[string]listschema.Attribute{
		"person_model_id": listschema.StringAttribute{MarkdownDescription: modelKey.Description + " Default: all models of the account.", Optional: true, Validators: []validator.String{validate.GUID()}},
		"name_prefix":     listschema.StringAttribute{MarkdownDescription: describeNamePrefix, Optional: true},
	}
}

// listPersons gives the persons as their pages come (X17), of all models (X13) where none is configured.
func listPersons(ctx context.Context, q providerdata.Query, model *personListModel) diag.Diagnostics {
	modelIDs := []string{model.PersonModelID.ValueString()}
	if model.PersonModelID.IsNull() {
		models, err := q.Client.ListPersonModels(ctx, q.Account, model.NamePrefix.ValueString())
		if err != nil {
			return diag.Diagnostics{apidiag.Error("list", modelsSubject(q.Account), err)}
		}
		modelIDs = nil
		for _, one := range models {
			modelIDs = append(modelIDs, one.ID)
		}
	}
	for _, modelID := range modelIDs {
		query := videoindexer.PersonsQuery{NamePrefix: model.NamePrefix.ValueString()}
		for remote, err := range q.Client.Persons(ctx, q.Account, modelID, query) {
			if err != nil {
				return diag.Diagnostics{apidiag.Error("list", personsSubject(q.Account, modelID), err)}
			}
			one := resourceModel{
				Fields:        managed.Fields{AccountFields: model.AccountFields},
				PersonModelID: types.StringValue(modelID), PersonID: types.StringValue(remote.ID),
				Name: types.StringValue(remote.Name), Faces: types.MapNull(labeledFaceType),
			}
			one.FillPolicy()
			keys := map[string]any{modelKey.Name: modelID, personKey.Name: remote.ID}
			if !q.Give(q.ListedAs(ctx, cmp.Or(remote.Name, remote.ID), keys, one)) {
				return nil
			}
		}
	}
	return nil
}
