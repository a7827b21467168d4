package languagemodel

// Settings are the arguments that the service stores for a model, besides its files. Each is a row
// of a table.

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/nullable"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// setting is an argument that the service stores for a model. The difference, the request, the
// value in a response and the error of a value that was not kept are derived from its row.
type setting struct {
	name  string
	value func(*resourceModel) attr.Value
	// copy copies the value from other to m.
	copy func(m, other *resourceModel)
	// write adds the value to an update; nil if no update can set it.
	write func(*videoindexer.LanguageModelUpdate, *resourceModel)
	// show copies the value from a response that has it; nil if only files show it (see
	// mergeEnabled).
	show func(*resourceModel, *videoindexer.LanguageModel)
}

// settingRows has all settings. See resourceAttributes for their descriptions.
var settingRows = []setting{
	textSetting("name", func(m *resourceModel) *types.String { return &m.Name },
		func(u *videoindexer.LanguageModelUpdate) **string { return &u.Name },
		func(remote *videoindexer.LanguageModel) types.String { return nullable.String(remote.Name) }),
	newSetting("enabled", func(m *resourceModel) *types.Bool { return &m.Enabled },
		func(u *videoindexer.LanguageModelUpdate, enabled types.Bool) { u.Enabled = enabled.ValueBoolPointer() }),
	textSetting("language", func(m *resourceModel) *types.String { return &m.Language }, nil,
		func(remote *videoindexer.LanguageModel) types.String { return nullable.String(remote.Language) }),
}

func newSetting[T attr.Value](
	name string, in func(*resourceModel) *T, write func(*videoindexer.LanguageModelUpdate, T),
) setting {
	s := setting{
		name:  name,
		value: func(m *resourceModel) attr.Value { return *in(m) },
		copy:  func(m, other *resourceModel) { *in(m) = *in(other) },
	}
	if write != nil {
		s.write = func(u *videoindexer.LanguageModelUpdate, m *resourceModel) { write(u, *in(m)) }
	}
	return s
}

// textSetting returns the row of a text: where an update has it, nil if none can set it, and what a
// response shows, null if it does not show the text.
func textSetting(
	name string, in func(*resourceModel) *types.String, sent func(*videoindexer.LanguageModelUpdate) **string,
	shown func(*videoindexer.LanguageModel) types.String,
) setting {
	var write func(*videoindexer.LanguageModelUpdate, types.String)
	if sent != nil {
		write = func(u *videoindexer.LanguageModelUpdate, text types.String) { *sent(u) = text.ValueStringPointer() }
	}
	s := newSetting(name, in, write)
	s.show = func(m *resourceModel, remote *videoindexer.LanguageModel) {
		text := shown(remote)
		if !text.IsNull() {
			*in(m) = nullable.InKnownSpelling(text.ValueString(), *in(m))
		}
	}
	return s
}

// settingSet is a set of settings: the bits of their rows.
type settingSet uint

// settingsWhere returns the settings for which a condition holds.
func settingsWhere(holds func(setting) bool) (set settingSet) {
	for index, s := range settingRows {
		if holds(s) {
			set |= 1 << index
		}
	}
	return set
}

var (
	allSettings     = settingsWhere(func(setting) bool { return true })
	nameSetting     = settingNamed("name")
	enabledSetting  = settingNamed("enabled")
	languageSetting = settingNamed("language")
)

func settingNamed(name string) settingSet {
	return settingsWhere(func(s setting) bool { return s.name == name })
}

func (set settingSet) rows() (rows []setting) {
	for index, s := range settingRows {
		if set&(1<<index) != 0 {
			rows = append(rows, s)
		}
	}
	return rows
}

// omittedSettings returns the settings that a configuration omits. They have the values of the
// service, which no update writes. A model whose enabled is omitted is enabled.
func omittedSettings(config *resourceModel) settingSet {
	return settingsWhere(func(s setting) bool { return s.show != nil && s.value(config).IsNull() })
}

// settingWrites returns the task that writes the settings that differ, if any do.
func settingWrites(claimed claim, wanted wantedModel) []task {
	differing := settingsWhere(func(s setting) bool {
		isEqual := s.value(&wanted.resourceModel).Equal(s.value(&claimed.resourceModel))
		return s.write != nil && !isEqual
	}) &^ wanted.omitted
	if differing == 0 {
		return nil
	}
	return []task{{verb: writeSettings, settings: differing}}
}

// settingErrors returns errors about settings that the service has otherwise than planned.
func (a *modelApply) settingErrors(settings settingSet) (diags diag.Diagnostics) {
	for _, s := range settings.rows() {
		planned := s.value(&a.wanted.resourceModel)
		shown := s.value(&a.claim.resourceModel)
		diags.Append(apidiag.NotKeptErrors(path.Root(s.name), a.subject, planned, shown)...)
	}
	return diags
}
