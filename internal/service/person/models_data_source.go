package person

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/int32type"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewModelsDataSource is data.videoindexer_person_models.
func NewModelsDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name: "person_models", IsExtended: true,
		Summary: "Lists the person models of an account, in the order of the service.",
	}, modelsAttributes, readModels)
}

type modelsModel struct {
	providerdata.AccountFields
	PersonNamePrefix types.String  `tfsdk:"person_name_prefix"`
	PersonModels     []listedModel `tfsdk:"person_models"`
}

// listedModel is a person model as the service lists it.
type listedModel struct {
	PersonModelID types.String    `tfsdk:"person_model_id"`
	Name          types.String    `tfsdk:"name"`
	IsDefault     types.Bool      `tfsdk:"is_default"`
	PersonsCount  int32type.Value `tfsdk:"persons_count"`
}

const describePersonNamePrefix = "Beginning of a person's name. Returns only models that have such a person. Default: all."

func modelsAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"person_name_prefix": schema.StringAttribute{MarkdownDescription: describePersonNamePrefix, Optional: true},
		"person_models": schema.ListNestedAttribute{
			MarkdownDescription: "The person models.",
			Computed:            true,
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"person_model_id": schema.StringAttribute{MarkdownDescription: modelKey.Description, Computed: true},
				"name":            schema.StringAttribute{MarkdownDescription: "Name of the model.", Computed: true},
				"is_default":      schema.BoolAttribute{MarkdownDescription: describeIsDefault, Computed: true},
				"persons_count":   schema.NumberAttribute{MarkdownDescription: "Number of persons in the model.", CustomType: int32type.Type{}, Computed: true},
			}},
		},
	}
}

// readModels lists the models (X13).
func readModels(ctx context.Context, from providerdata.Target, model *modelsModel, diags *diag.Diagnostics) {
	remote, err := from.Client.ListPersonModels(ctx, from.Account, model.PersonNamePrefix.ValueString())
	if err != nil {
		apidiag.Add(diags, "list", modelsSubject(from.Account), err)
		return
	}
	model.PersonModels = []listedModel{}
	for _, one := range remote {
		model.PersonModels = append(model.PersonModels, listedModel{
			PersonModelID: types.StringValue(one.ID), Name: types.StringValue(one.Name), IsDefault: types.BoolValue(one.IsDefault),
			PersonsCount: int32type.New(one.PersonsCount),
		})
	}
}

func modelsSubject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: "person models", Account: account}
}
