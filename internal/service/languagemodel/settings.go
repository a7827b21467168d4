package languagemodel

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
	// show copies the value from a response.
	show func(*resourceModel, *videoindexer.LanguageModel)
}

// settingRows has all settings. See resourceAttributes for their descriptions.
var settingRows = []setting{
	newSetting("name", func(m *resourceModel) *types.String { return &m.Name },
		func(u *videoindexer.LanguageModelUpdate, name types.String) { u.Name = name.ValueStringPointer() },
		func(remote *videoindexer.LanguageModel, prior types.String) types.String {
			return shownText(remote.Name, prior)
		}),
	newSetting("enabled", func(m *resourceModel) *types.Bool { return &m.Enabled },
		func(u *videoindexer.LanguageModelUpdate, enabled types.Bool) { u.Enabled = enabled.ValueBoolPointer() },
		func(_ *videoindexer.LanguageModel, prior types.Bool) types.Bool { return prior }), // see mergeEnabled
	newSetting("language", func(m *resourceModel) *types.String { return &m.Language }, nil,
		func(remote *videoindexer.LanguageModel, prior types.String) types.String {
			return shownText(remote.Language, prior)
		}),
}

func newSetting[T attr.Value](
	name string, in func(*resourceModel) *T, write func(*videoindexer.LanguageModelUpdate, T),
	shown func(remote *videoindexer.LanguageModel, prior T) T,
) setting {
	s := setting{
		name:  name,
		value: func(m *resourceModel) attr.Value { return *in(m) },
		copy:  func(m, other *resourceModel) { *in(m) = *in(other) },
		show:  func(m *resourceModel, remote *videoindexer.LanguageModel) { *in(m) = shown(remote, *in(m)) },
	}
	if write != nil {
		s.write = func(u *videoindexer.LanguageModelUpdate, m *resourceModel) { write(u, *in(m)) }
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

// shownText returns a text that a response shows, and the prior one if it does not.
func shownText(text string, prior types.String) types.String {
	if text == "" {
		return prior
	}
	return nullable.InKnownSpelling(text, prior)
}

// settingWrites returns the task that writes the settings that differ, if any do.
func settingWrites(claimed claim, wanted wantedModel) []task {
	differing := settingsWhere(func(s setting) bool {
		isEqual := s.value(&wanted.resourceModel).Equal(s.value(&claimed.resourceModel))
		return s.write != nil && !isEqual
	})
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
