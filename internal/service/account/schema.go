package account

import (
	"context"
	"encoding/json"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

// oneKey accepts a directory_connection with exactly one of the two arguments for the key, and with
// a version if that is the write-only one.
type oneKey struct{}

func (oneKey) Description(context.Context) string         { return "must have one key" }
func (oneKey) MarkdownDescription(context.Context) string { return "must have one key" }

func (oneKey) ValidateObject(_ context.Context, req validator.ObjectRequest, resp *validator.ObjectResponse) {
	if !nullable.IsSet(req.ConfigValue) {
		return
	}
	connection := req.ConfigValue.Attributes()
	key := connection["application_key"]
	writeOnly := connection["application_key_wo"]
	version := connection["application_key_wo_version"]
	areKeysKnown := !key.IsUnknown() && !writeOnly.IsUnknown()
	hasOneKey := key.IsNull() != writeOnly.IsNull()
	if areKeysKnown && !hasOneKey {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid directory_connection",
			"Set either application_key_wo (Terraform 1.11 or later) or application_key.")
		return
	}
	isPairKnown := !writeOnly.IsUnknown() && !version.IsUnknown()
	isPair := writeOnly.IsNull() == version.IsNull()
	if isPairKnown && !isPair {
		resp.Diagnostics.AddAttributeError(req.Path, "Invalid directory_connection",
			"Set application_key_wo together with application_key_wo_version, "+
				"a number to increase after each rotation of the key.")
	}
}

// describeReconnects ends the descriptions of the arguments that extended operations can change.
const describeReconnects = " Changing it replaces the account, " +
	"or with [extended operations](../guides/extended-operations.md) updates its connection in place."

// resourceAttributes declares no replacement, because ReplacingChanges finds it out.
func resourceAttributes() map[string]schema.Attribute {
	key := func(description string) schema.StringAttribute {
		return schema.StringAttribute{
			MarkdownDescription: description, Optional: true, Sensitive: true,
			Validators: []validator.String{validate.NotBlank()},
		}
	}
	writeOnlyKey := func(description string) schema.StringAttribute {
		argument := key(description)
		argument.WriteOnly = true
		return argument
	}
	autoScale := arguments.BoolWithDefault(false,
		"Whether the service scales the media-services resource automatically.")
	autoScale.MarkdownDescription += arguments.ReplacementNote
	attributes := detailAttributes()
	maps.Copy(attributes, map[string]schema.Attribute{
		"account_id": arguments.ComputedString("Id of the account (GUID)."),
		"subscription_id": arguments.RequiredString(
			"Id of the cloud subscription of the media-services resource (GUID)."+describeReconnects,
			validate.GUID()),
		"resource_group": arguments.RequiredString("Resource group of the media-services resource."+describeReconnects, validate.Name()),
		"media_resource": arguments.RequiredString(
			"Name of the media-services resource to connect the account to."+arguments.ReplacementNote, validate.Name(),
		),
		"directory_tenant_id": arguments.RequiredString("Id of the directory tenant of the application."+arguments.ReplacementNote, validate.Name()),
		"directory_connection": schema.SingleNestedAttribute{
			MarkdownDescription: "Directory application with which the service uses the media-services resource, " +
				"with exactly one of `application_key` and `application_key_wo`. " +
				"Moving a key from one to the other does not change the account.",
			Required: true, Validators: []validator.Object{oneKey{}},
			Attributes: map[string]schema.Attribute{
				"application_id": arguments.RequiredString(
					"Id of the application (GUID)."+describeReconnects, validate.GUID(),
				),
				"application_key": key("Key of the application, stored in the state. " +
					"With Terraform 1.11 or later, " +
					"use `application_key_wo` instead. Default: none." + describeReconnects),
				"application_key_wo": writeOnlyKey(
					"Key of the application, stored neither in the plan nor in the state (write-only). " +
						"Needs Terraform 1.11 or later, and `application_key_wo_version`. Default: none."),
				"application_key_wo_version": arguments.OptionalNumber("Version of `application_key_wo`, " +
					"a number that you choose. " +
					"Increase it to send the key again, because Terraform cannot detect a changed key. " +
					"Required with `application_key_wo`." + describeReconnects),
			},
		},
		"encryption_key_contract": schema.StringAttribute{
			MarkdownDescription: "Settings for the encryption of the account's data with your own key: " +
				"a JSON object in the format of the service (use `jsonencode`). " +
				"Default: chosen by the service." + arguments.ReplacementNote,
			CustomType: jsontypes.NormalizedType{},
			Optional:   true,
			Validators: []validator.String{jsonObject},
		},
		"auto_scale": autoScale,
		"deletion_policy": managed.PolicyArgument("Default: `prevent`.",
			managed.PolicyChoice{Policy: managed.PolicyPrevent, Does: "makes the plan of a destroy or replacement fail, " +
				"because the service cannot delete an account"},
			managed.PolicyChoice{Policy: managed.PolicyAbandon, Does: "keeps the account"},
		),
	})
	return attributes
}

// jsonObject refuses JSON that is not an object; the type of the argument refuses what is not JSON.
var jsonObject = validate.NewSecretCheck(func(value string) string {
	var object map[string]json.RawMessage
	isObject := json.Unmarshal([]byte(value), &object) == nil && object != nil
	if isObject || !json.Valid([]byte(value)) {
		return ""
	}
	return "is not a JSON object; leave it out for an account that is encrypted with the service's own key"
})
