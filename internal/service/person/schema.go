package person

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/planmodifier"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema/stringplanmodifier"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
)

const describePerson = "A person of a person model, whom the service recognizes in videos by faces." + needsExtended + "\n\n" +
	"`faces` are pictures by labels of your own. The service fetches each picture when it is added, and never returns its address: Terraform compares the addresses with those that it " +
	"sent. A changed `url` deletes the face and adds the new picture. A face that someone else deletes shows as one to be added again, at the next plan in which the service says that the person " +
	"was modified. Faces without a label, such as those that come from videos, are never touched.\n\n" +
	"After an import `faces` is null, which means that faces are not managed: the first plan is empty without them. Pictures that are configured then are added beside the faces that the person has.\n\n" +
	"A picture that the service refuses is an error that names its label and address; the other pictures are added all the same. Where that ends a create, Terraform marks the resource as tainted, " +
	"and the next apply would make the person anew: `terraform untaint` keeps the person, and the next plan adds what is missing. A face whose `state` is not `Ok` is a warning.\n\n" +
	"Destroy deletes the person and all of the person's faces."

func resourceAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"person_model_id": schema.StringAttribute{
			MarkdownDescription: "Id of the person model that the person is in (GUID). Changing it replaces the person.",
			Required:            true,
			Validators:          []validator.String{validate.GUID()},
			PlanModifiers: []planmodifier.String{stringplanmodifier.RequiresReplaceIf(
				func(_ context.Context, req planmodifier.StringRequest, resp *stringplanmodifier.RequiresReplaceIfFuncResponse) {
					resp.RequiresReplace = !strings.EqualFold(req.PlanValue.ValueString(), req.StateValue.ValueString())
				}, "Another model replaces the person; letter case does not tell models apart.", "Another model replaces the person; letter case does not tell models apart.")},
		},
		"name": schema.StringAttribute{
			MarkdownDescription: "Name of the person. Most services take the same name for several persons of a model. Changing it renames the person.",
			Required:            true,
			Validators:          []validator.String{stringvalidator.LengthAtLeast(1)},
		},
		"faces": schema.MapNestedAttribute{
			MarkdownDescription: "Pictures of the person, by labels of your own. Default: faces are not managed. An empty map deletes the faces that had a label.",
			Optional:            true,
			Validators:          []validator.Map{validate.NoNulls(), mapvalidator.KeysAre(stringvalidator.LengthAtLeast(1))},
			NestedObject: schema.NestedAttributeObject{Attributes: map[string]schema.Attribute{
				"url": schema.StringAttribute{
					MarkdownDescription: "Address of the picture (http or https), which the service must be able to read. It is kept in the state: where it holds a signature, use one that expires soon. " +
						"Changing it replaces the face.",
					Required:   true,
					Validators: []validator.String{validate.URL()},
				},
				"face_id": schema.StringAttribute{MarkdownDescription: "Id of the face.", Computed: true},
				"state":   schema.StringAttribute{MarkdownDescription: "State of the face when it was last read: `Ok` where the service recognizes the person by it. Null where it is not known yet.", Computed: true},
			}},
		},
		"person_id": schema.StringAttribute{
			MarkdownDescription: "Id of the person (GUID).",
			Computed:            true,
			PlanModifiers:       []planmodifier.String{stringplanmodifier.UseStateForUnknown()},
		},
	}
}
