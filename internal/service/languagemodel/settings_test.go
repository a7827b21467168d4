package languagemodel

import (
	"reflect"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestSettings wants a row for each argument that the service keeps, and checks each part of the
// rows.
func TestSettings(t *testing.T) {
	t.Parallel()
	onlyTerraformKnows := map[string]bool{
		"deletion_policy": true, "exclusive": true, "train": true, "wait_for_training": true,
		// The service keeps files, which a difference compares.
		"files": true,
	}
	rows := map[string]setting{}
	for _, s := range settingRows {
		rows[s.name] = s
	}
	for name, attribute := range resourceAttributes() {
		isArgument := attribute.IsRequired() || attribute.IsOptional()
		row, isThere := rows[name]
		switch {
		case isThere:
			wantSetting(t, row)
		case isArgument && !onlyTerraformKnows[name]:
			t.Errorf("%s: no row of settingRows, want one if the service keeps the argument. "+
				"If only Terraform knows it, add it to applyLocally and fillDefaults, and to onlyTerraformKnows here.", name)
		}
	}
}

func wantSetting(t *testing.T, s setting) {
	// No update changes the language, and only files show whether the model is enabled.
	isLanguage := s.name == "language"
	isEnabled := s.name == "enabled"
	configured := new(resourceModel)
	for field, value := range reflect.ValueOf(configured).Elem().Fields() {
		switch into := value.Addr().Interface().(type) {
		case *types.String:
			*into = types.StringValue("configured " + field.Name)
		case *types.Bool:
			*into = types.BoolValue(true)
		}
	}
	claimed := new(resourceModel)
	if s.value(claimed).Equal(s.value(configured)) {
		t.Errorf("%s: value is %s of two models that differ, want two values", s.name, s.value(claimed))
	}
	s.copy(claimed, configured)
	check.Equal(t, s.value(configured), s.value(claimed), "%s: copied", s.name)
	update := videoindexer.LanguageModelUpdate{}
	if s.write != nil {
		s.write(&update, configured)
	}
	isWritten := !reflect.ValueOf(update).IsZero()
	check.Equal(t, !isLanguage, isWritten, "%s: an update has it", s.name)
	response := new(videoindexer.LanguageModel)
	for field, value := range reflect.ValueOf(response).Elem().Fields() {
		switch into := value.Addr().Interface().(type) {
		case *string:
			*into = "shown " + field.Name
		case **string:
			*into = new("shown " + field.Name)
		case **bool:
			*into = new(false)
		}
	}
	s.show(claimed, response)
	if s.value(claimed).Equal(s.value(configured)) != isEnabled {
		t.Errorf("%s: %s before a response that shows another value, and %s after it, want a change of all but enabled",
			s.name, s.value(configured), s.value(claimed))
	}
	shown := s.value(claimed)
	s.show(claimed, &videoindexer.LanguageModel{})
	check.Equal(t, shown, s.value(claimed), "%s: after a response that does not show it", s.name)
}
