package account

import (
	"encoding/json"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework-jsontypes/jsontypes"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/providerdata"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

const (
	replaces = " Changing it replaces the account."
	// reconnects ends the descriptions of the arguments that extended operations can change.
	reconnects = " Changing it replaces the account. With [extended operations](../guides/extended-operations.md), changing it updates the account's connection in place."
)

// resourceAttributes of a paid account. What replaces it is decided in ModifyPlan, which can name it.
func resourceAttributes() map[string]schema.Attribute {
	key := func(description string, isWriteOnly bool) schema.StringAttribute {
		return schema.StringAttribute{
			MarkdownDescription: description, Optional: true, Sensitive: true, WriteOnly: isWriteOnly, Validators: []validator.String{validate.NotBlank()},
		}
	}
	autoScale := arguments.FlagOr(false, "Whether the service scales the media-services resource automatically.")
	autoScale.MarkdownDescription += replaces
	attributes := describedAttributes()
	maps.Copy(attributes, map[string]schema.Attribute{
		"account_id":          arguments.Computed("Id of the account (GUID)."),
		"location":            providerdata.ResourceLocation(),
		"subscription_id":     arguments.RequiredText("Id of the cloud subscription of the media-services resource (GUID)."+reconnects, validate.GUID()),
		"resource_group":      arguments.RequiredText("Resource group of the media-services resource."+reconnects, validate.NotBlank()),
		"media_resource":      arguments.RequiredText("Name of the media-services resource to connect the account to."+replaces, validate.NotBlank()),
		"directory_tenant_id": arguments.RequiredText("Id of the directory tenant of the application."+replaces, validate.NotBlank()),
		"directory_connection": schema.SingleNestedAttribute{
			MarkdownDescription: "Directory application with which the service uses the media-services resource, with exactly one of `application_key` and `application_key_wo`. Moving a key from one to the other " +
				"changes nothing in the service.",
			Required: true,
			Attributes: map[string]schema.Attribute{
				"application_id":     arguments.RequiredText("Id of the application (GUID)."+reconnects, validate.GUID()),
				"application_key":    key("Key of the application, stored in the state: with Terraform 1.11 or later, use `application_key_wo` instead. Default: none."+reconnects, false),
				"application_key_wo": key("Key of the application, stored neither in the plan nor in the state (write-only). Needs Terraform 1.11 or later, and `application_key_wo_version`. Default: none.", true),
				"application_key_wo_version": schema.NumberAttribute{
					MarkdownDescription: "Version of `application_key_wo`, a number that you choose. Terraform cannot detect changes of a write-only key: increase the version to send the key again. Required with `application_key_wo`." + reconnects,
					Optional:            true,
				},
			},
		},
		"encryption_key_contract": schema.StringAttribute{
			MarkdownDescription: "Settings for the encryption of the account's data with your own key: a JSON object in the format of the service (use `jsonencode`). Default: chosen by the service." + replaces,
			CustomType:          jsontypes.NormalizedType{},
			Optional:            true,
			Validators:          []validator.String{jsonObject},
		},
		"auto_scale": autoScale,
		"deletion_policy": deletion.Argument("Default: `prevent`.",
			deletion.Offer{Policy: deletion.Prevent, Does: "makes the plan of a destroy or replacement fail, since the service has no call that deletes an account"},
			deletion.Offer{Policy: deletion.Abandon, Does: "leaves the account as it is"},
		),
	})
	return attributes
}

// jsonObject refuses JSON that is not an object; the type of the argument refuses what is not JSON.
var jsonObject = validate.Unshown("a JSON object", func(value string) string {
	var object map[string]json.RawMessage
	if text := []byte(value); !json.Valid(text) || json.Unmarshal(text, &object) == nil && object != nil {
		return ""
	}
	return "leave it out for an account that is encrypted with the service's own key"
})
