// Package account offers the accounts of the key's user: the list of them and each in full as data,
// and paid accounts as managed resources.
package account

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	describeName        = "Name of the account."
	describeAccountType = "Type of the account: `Trial` or `Paid`."
)

// describedAttributes are the attributes of described.
func describedAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"name":         arguments.Computed(describeName),
		"cname":        arguments.Computed("Canonical name of the account (`cName` in the API)."),
		"description":  arguments.Computed("Description of the account."),
		"create_time":  arguments.Computed("Time of the creation of the account (RFC 3339, UTC)."),
		"state":        arguments.Computed("State of the account, such as `Active`."),
		"is_paid":      schema.BoolAttribute{MarkdownDescription: "Whether the account is a paid account.", Computed: true},
		"account_type": arguments.Computed(describeAccountType),
		"media_directory_connection_application_id": arguments.Computed("Id of the directory application with which the service uses the media-services resource; null if there is none."),
		"owners": peopleAttribute("Owners of the account."),
	}
}

func peopleAttribute(description string) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		MarkdownDescription: description,
		Computed:            true,
		NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
			"id":    arguments.Computed("Id of the user; null if the service does not return it."),
			"name":  arguments.Computed("Name of the user; null if the service does not return it."),
			"email": arguments.Computed("E-mail address of the user; null if the service does not return it."),
		}},
	}
}

// described are the fields of an account that the resource and the data sources share. Null means that the service left
// a field out.
type described struct {
	Name          types.String `tfsdk:"name"`
	CName         types.String `tfsdk:"cname"`
	Description   types.String `tfsdk:"description"`
	CreateTime    types.String `tfsdk:"create_time"`
	State         types.String `tfsdk:"state"`
	IsPaid        types.Bool   `tfsdk:"is_paid"`
	AccountType   types.String `tfsdk:"account_type"`
	ApplicationID types.String `tfsdk:"media_directory_connection_application_id"`
	Owners        types.List   `tfsdk:"owners"`
}

// describe takes over what the service says of an account.
func describe(ctx context.Context, a *videoindexer.Account) (described, diag.Diagnostics) {
	owners, diags := types.ListValueFrom(ctx, personType, people(a.Owners))
	return described{
		Name:          nullable.Text(a.Name),
		CName:         nullable.Text(a.CName),
		Description:   types.StringValue(a.Description),
		CreateTime:    nullable.Text(a.CreateTime),
		State:         nullable.Text(a.State),
		IsPaid:        types.BoolValue(a.IsPaid),
		AccountType:   nullable.Text(a.AccountType),
		ApplicationID: types.StringPointerValue(a.MediaDirectoryConnectionApplicationID),
		Owners:        owners,
	}, diags
}

// undescribed stands for an account that was not read yet.
func undescribed() described { return described{Owners: types.ListNull(personType)} }

// person is an element of an account's people lists. Services that list plain e-mail addresses leave the rest null.
type person struct {
	ID    types.String `tfsdk:"id"`
	Name  types.String `tfsdk:"name"`
	Email types.String `tfsdk:"email"`
}

var personType = peopleAttribute("").NestedObject.Type()

func people(members []videoindexer.Member) []person {
	list := make([]person, len(members))
	for i, m := range members {
		list[i] = person{ID: nullable.Text(m.ID), Name: nullable.Text(m.Name), Email: nullable.Text(m.Email)}
	}
	return list
}
