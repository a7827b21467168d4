package person

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// NewPersonsDataSource is data.videoindexer_persons.
func NewPersonsDataSource() datasource.DataSource {
	return providerdata.NewDataSource(providerdata.About{
		Name: "persons", IsExtended: true,
		Summary: "Lists the persons of a person model, in the order of the service; all pages are read.",
	}, personsAttributes, readPersons)
}

type personsModel struct {
	providerdata.AccountFields
	PersonModelID types.String `tfsdk:"person_model_id"`
	NamePrefix    types.String `tfsdk:"name_prefix"`
	Persons       types.List   `tfsdk:"persons"`
}

// listedPersonType is the type of a person. There may be ten thousand: they are put together by hand, as faces are.
var listedPersonType = types.ObjectType{AttrTypes: map[string]attr.Type{
	"person_id": types.StringType, "name": types.StringType, "sample_face_id": types.StringType,
	"last_modified": types.StringType, "last_modifier_name": types.StringType,
}}

const describeNamePrefix = "Beginning of the names of the persons to return. Whether letter case matters depends on the service. Default: all."

func personsAttributes() map[string]schema.Attribute {
	text := arguments.ComputedText
	return map[string]schema.Attribute{
		"person_model_id": schema.StringAttribute{MarkdownDescription: modelKey.Description, Required: true, Validators: []validator.String{validate.GUID()}},
		"name_prefix":     schema.StringAttribute{MarkdownDescription: describeNamePrefix, Optional: true},
		"persons": schema.ListNestedAttribute{
			MarkdownDescription: "The persons.",
			Computed:            true,
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"person_id":          text(personKey.Description),
				"name":               text("Name of the person."),
				"sample_face_id":     text("Id of one of the person's faces; null if there is none."),
				"last_modified":      text("Time of the last modification of the person (RFC 3339, UTC)."),
				"last_modifier_name": text("Name of the user who last modified the person."),
			}},
		},
	}
}

// readPersons lists the persons (X17).
func readPersons(ctx context.Context, from providerdata.Target, model *personsModel, diags *diag.Diagnostics) {
	modelID := model.PersonModelID.ValueString()
	remote, err := from.Client.ListPersons(ctx, from.Account, modelID, videoindexer.PersonsQuery{NamePrefix: model.NamePrefix.ValueString()})
	if err != nil {
		apidiag.Add(diags, "list", personsSubject(from.Account, modelID), err)
		return
	}
	model.Persons = showPersons(remote)
}

func showPersons(remote []videoindexer.Person) types.List {
	elements := make([]attr.Value, len(remote))
	for i, p := range remote {
		elements[i] = types.ObjectValueMust(listedPersonType.AttrTypes, map[string]attr.Value{
			"person_id": types.StringValue(p.ID), "name": types.StringValue(p.Name), "sample_face_id": nullable.Text(p.SampleFace.ID),
			"last_modified": nullable.Text(p.LastModified), "last_modifier_name": nullable.Text(p.LastModifierName),
		})
	}
	return types.ListValueMust(listedPersonType, elements)
}

func personsSubject(account videoindexer.AccountRef, modelID string) apidiag.Subject {
	return apidiag.Subject{Noun: "persons", ID: "of person model " + modelID, Account: account}
}
