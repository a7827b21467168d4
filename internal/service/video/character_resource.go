package video

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/arguments"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/importid"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/managed"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/number"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/validate"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// characterKeys name an animated character inside its account.
var characterKeys = importid.Keys{
	videoKey, {Name: "character_id", Description: "Id of the character in the video.", IsInt32: true},
}

// characterModel is the model of videoindexer_animation_character. Its name is null after an
// import, because the service does not return names.
type characterModel struct {
	managed.LeftFields
	VideoID     types.String `tfsdk:"video_id"`
	CharacterID types.Number `tfsdk:"character_id"`
	Name        types.String `tfsdk:"name"`
}

// NewCharacterResource returns videoindexer_animation_character.
func NewCharacterResource() resource.Resource {
	return managed.NewObjectResource[characterModel](managed.ResourceInfo{
		Name: "animation_character", Keys: characterKeys,
		Summary: "Manages the name of an animated character in a video, " +
			"which is also a tag of the image model (preview).",
		Notes: "The character must exist. " +
			"The service detects characters when it indexes a video with an animation model. " +
			"The resource adopts the character (see [Adoption](../guides/reliability.md#adoption)).\n\n" +
			"The service does not return the name, so plans do not show changes made outside Terraform.",
	}, characterAttributes)
}

func characterAttributes() map[string]schema.Attribute {
	return map[string]schema.Attribute{
		"video_id":     videoIDArgument(),
		"character_id": arguments.RequiredNumber("Id of the character in the video, an int32.", number.AnyInt32()),
		"name": arguments.RequiredString(
			"Name of the character, unique among the characters and tags of the model.", validate.Name()),
	}
}

func (m *characterModel) EffectHint() string { return "The service cannot remove a name." }

// Fetch keeps the state, because the service has no call that returns the name.
func (m *characterModel) Fetch(context.Context, managed.ReadRequest) (exists bool, diags diag.Diagnostics) {
	return true, nil
}

// Write names the character.
func (m *characterModel) Write(
	ctx context.Context, writing managed.WriteRequest[characterModel],
) (becomesState bool, diags diag.Diagnostics) {
	isUpdate := writing.Origin == managed.OriginState
	if isUpdate && m.Name.Equal(writing.Prior.Name) {
		return true, nil
	}
	isImported := isUpdate && writing.Prior.Name.IsNull()
	return m.rename(ctx, writing.Client, isImported)
}

// rename sends the name. If the name is taken, the character itself most likely has it already,
// provided that an earlier attempt may have set it, or that the name is unknown since the import.
func (m *characterModel) rename(
	ctx context.Context, client *videoindexer.Client, isImported bool,
) (isNamed bool, diags diag.Diagnostics) {
	err := client.RenameAnimationCharacter(
		ctx, m.AccountRef(), m.VideoID.ValueString(), number.Value(m.CharacterID), m.Name.ValueString(),
	)
	isTaken := videoindexer.HasType(err, videoindexer.ErrorTypeAlreadyExists)
	mayBeItsOwn := isImported || mayBeFromLostAttempt(err)
	switch {
	case isTaken && mayBeItsOwn:
		diags.AddWarning("Character may have its name already",
			fmt.Sprintf("The service reports that the name %s exists, but not which character has it. "+
				"The provider assumes that it is %s. "+
				"If it is another character, choose another name.",
				m.Name, m.Subject()))
	case isTaken:
		diags.AddAttributeError(path.Root("name"), "Name of the character is taken", apidiag.DetailWithoutAdvice(
			"rename", m.Subject(), err, "Choose another name.",
		))
	case err != nil:
		diags.Append(apidiag.Error("rename", m.Subject(), err))
	}
	return !diags.HasError(), diags
}

// mayBeFromLostAttempt reports whether the service may refuse a name because an earlier attempt of
// the same call, whose response was lost, has set it.
func mayBeFromLostAttempt(err error) bool {
	refused, isAPIError := errors.AsType[*videoindexer.APIError](err)
	return isAPIError && refused.MayHaveSucceeded
}

func (m *characterModel) Subject() apidiag.Subject {
	return partSubject("animated character", strconv.Itoa(int(number.Value(m.CharacterID))), m.VideoID, m.AccountRef())
}
