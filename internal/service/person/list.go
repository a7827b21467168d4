package person

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/scaffold"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewPersonModelListResource returns list.videoindexer_person_model.
func NewPersonModelListResource() list.ListResource {
	return scaffold.NewListResource(scaffold.TypeInfo{
		Name: "person_model", NeedsExtended: true,
		Summary: "Lists the person models of an account, in the order of the service, including the default model.",
	}, scaffold.NoArguments, listPersonModels)
}

// listPersonModels pushes the models, from one request for all of them (X13).
func listPersonModels(ctx context.Context, q scaffold.Query, fields *providerdata.AccountFields) diag.Diagnostics {
	remote, err := q.Client.ListPersonModels(ctx, q.Account, "")
	if err != nil {
		return diag.Diagnostics{apidiag.Error("list", personModelsSubject(q.Account), err)}
	}
	for _, shown := range remote {
		model := personModelValues{AdoptableFields: managed.AsImported(*fields)}
		model.fill(&shown)
		keys := map[string]any{personModelKey.Name: shown.ID}
		wantsMore := q.Push(q.ResultWith(ctx, cmp.Or(shown.Name, shown.ID), keys, model))
		if !wantsMore {
			return nil
		}
	}
	return nil
}

// NewListResource returns list.videoindexer_person.
func NewListResource() list.ListResource {
	return scaffold.NewListResource(scaffold.TypeInfo{
		Name: "person", NeedsExtended: true, IsPaged: true,
		Summary: "Lists the persons of a person model, or of all models, in the order of the service, page by page.",
		Notes:   "The resources have no `faces`, because the service does not return the addresses of pictures.",
	}, personListAttributes, listPersons)
}

type personListModel struct {
	providerdata.AccountFields
	PersonModelID types.String `tfsdk:"person_model_id"`
	NamePrefix    types.String `tfsdk:"name_prefix"`
}

func personListAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"person_model_id": arguments.OptionalString(personModelKey.Description+
			" If omitted, all models of the account are searched.", validate.GUID()),
		"name_prefix": arguments.OptionalString(describeNamePrefix),
	}
}

// listPersons pushes the persons while their pages arrive (X17), of all models if none is
// configured.
func listPersons(ctx context.Context, q scaffold.Query, config *personListModel) diag.Diagnostics {
	modelIDs := []string{config.PersonModelID.ValueString()}
	if config.PersonModelID.IsNull() {
		var diags diag.Diagnostics
		modelIDs, diags = personModelsToList(ctx, q, config)
		if diags.HasError() {
			return diags
		}
	}
	filter := videoindexer.PersonsQuery{NamePrefix: config.NamePrefix.ValueString()}
	for _, modelID := range modelIDs {
		for remote, err := range q.Client.IteratePersons(ctx, q.Account, modelID, filter) {
			if err != nil {
				return diag.Diagnostics{apidiag.Error("list", personsSubject(q.Account, modelID), err)}
			}
			wantsMore := q.Push(listResult(ctx, q, config, modelID, remote))
			if !wantsMore {
				return nil
			}
		}
	}
	return nil
}

// personModelsToList returns the ids of the models that can have such persons (X13). If all persons
// are wanted, it also sets their number.
func personModelsToList(
	ctx context.Context, q scaffold.Query, config *personListModel,
) (ids []string, diags diag.Diagnostics) {
	models, err := q.Client.ListPersonModels(ctx, q.Account, config.NamePrefix.ValueString())
	if err != nil {
		return nil, diag.Diagnostics{apidiag.Error("list", personModelsSubject(q.Account), err)}
	}
	total := 0
	for _, shown := range models {
		ids = append(ids, shown.ID)
		total += int(shown.PersonsCount)
	}
	if config.NamePrefix.ValueString() == "" {
		q.SetTotal(total)
	}
	return ids, nil
}

func listResult(
	ctx context.Context, q scaffold.Query, config *personListModel, modelID string, remote videoindexer.Person,
) list.ListResult {
	shown := personValues{
		AdoptableFields: managed.AsImported(config.AccountFields),
		PersonModelID:   types.StringValue(modelID), PersonID: types.StringValue(remote.ID),
		Name: nullable.String(remote.Name), Faces: types.MapNull(labeledFaceType),
	}
	keys := map[string]any{personModelKey.Name: modelID, personKey.Name: remote.ID}
	return q.ResultWith(ctx, cmp.Or(remote.Name, remote.ID), keys, shown)
}
