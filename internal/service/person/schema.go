package person

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/deletion"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

const describePerson = "Manages a person of a person model, whom the service recognizes in videos by faces." +
	arguments.NeedsExtended +
	"\n\n" +
	"`faces` are pictures by labels that you choose. The service downloads each picture once, and does not return its address: a changed `url` adds the new picture, and then deletes " +
	"the old face.\n\n" +
	"Faces without a label, such as those from videos, stay as they are. After an import, faces are not managed until you configure them.\n\n" +
	"If the service refuses a picture, the error names its label, and the apply still adds the others. If this happens in a create, `terraform untaint` keeps the person.\n\n" +
	"[People](../guides/people.md) shows how to keep people in a file, and what to do about faces that are not `Ok`."

// policyAttribute is the deletion_policy of a noun. The value that was applied last stays where none is configured.
func policyAttribute(noun, deletes string) schema.StringAttribute {
	attribute := deletion.PlannedAttribute(fmt.Sprintf("Default: `delete` for a %s that Terraform created, `abandon` for one that was imported.", noun),
		deletion.Offer{Policy: deletion.Delete, Does: deletes},
		deletion.Offer{Policy: deletion.Abandon, Does: "stops managing the " + noun + " and leaves it as it is"})
	attribute.PlanModifiers = []planmodifier.String{stringplanmodifier.UseStateForUnknown()}
	return attribute
}

func resourceAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"person_model_id": schema.StringAttribute{
			MarkdownDescription: "Id of the person model (GUID). Changing it replaces the person.",
			Required:            true,
			Validators:          []validator.String{validate.GUID()},
			PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplaceIf(
				func(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
					resp.RequiresReplace = !strings.EqualFold(req.PlanValue.ValueString(), req.StateValue.ValueString())
				}, "Another model replaces the person; letter case does not tell models apart.", "Another model replaces the person; letter case does not tell models apart.")},
		},
		"name": schema.StringAttribute{
			MarkdownDescription: "Name of the person. Most services allow several persons of a model with the same name. Changing it renames the person.",
			Required:            true,
			Validators:          []validator.String{validate.Name()},
		},
		"faces": schema.MapNestedAttribute{
			MarkdownDescription: "Pictures of the person, by labels that you choose. Default: faces are not managed. An empty map deletes the faces that had a label.",
			Optional:            true,
			Validators:          []validator.Map{validate.NoNulls(), mapvalidator.KeysAre(stringvalidator.LengthAtLeast(1))},
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"url": schema.StringAttribute{
					MarkdownDescription: "Address of the picture (http or https), which the service must be able to read. It is stored in the state: if it contains a signature, use one that expires soon. " +
						"Changing it replaces the face.",
					Required:   true,
					Validators: []validator.String{validate.URL()},
				},
				"face_id": schema.StringAttribute{MarkdownDescription: "Id of the face.", Computed: true},
				"state":   schema.StringAttribute{MarkdownDescription: "State of the face when it was last read: `Ok` if the service uses the face to recognize the person. Null if it is not known yet.", Computed: true},
			}},
		},
		"deletion_policy": policyAttribute("person", "deletes the person with all faces"),
		"person_id": schema.StringAttribute{
			MarkdownDescription: "Id of the person (GUID).",
			Computed:            true,
			PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
	}
}
