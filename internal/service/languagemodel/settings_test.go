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
		case isThere && attribute.IsOptional() && !attribute.IsComputed():
			t.Errorf("%s: optional and not computed, want it computed: if it is omitted, it has the value of the service", name)
		case isThere:
			wantSetting(t, row)
		case isArgument && !onlyTerraformKnows[name]:
			t.Errorf("%s: no row of settingRows, want one if the service keeps the argument. "+
				"If only Terraform knows it, add it to applyLocally and fillDefaults, and to onlyTerraformKnows here.", name)
		}
	}
}

func wantSetting(t *testing.T, s setting) {
	// No update changes the language.
	isLanguage := s.name == "language"
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
	// Only files show whether the model is enabled.
	if s.name == "enabled" {
		return
	}
	response := new(videoindexer.LanguageModel)
	for field, value := range reflect.ValueOf(response).Elem().Fields() {
		switch into := value.Addr().Interface().(type) {
		case *string:
			*into = "shown " + field.Name
		case **string:
			*into = new("shown " + field.Name)
		}
	}
	s.show(claimed, response)
	if s.value(claimed).Equal(s.value(configured)) {
		t.Errorf("%s: %s before and after a response that shows another value, want a change", s.name, s.value(claimed))
	}
	shown := s.value(claimed)
	s.show(claimed, &videoindexer.LanguageModel{})
	check.Equal(t, shown, s.value(claimed), "%s: after a response that does not show it", s.name)
}
