package files

import "strings"

// LanguageModel has the options of a language model. Nil fields are not managed.
type LanguageModel struct {
	Name      string `tfsdk:"name"`
	Enabled   *bool  `tfsdk:"enabled"`
	Exclusive *bool  `tfsdk:"exclusive"`
	// Files are those with options; nil if the files of the model are not managed.
	Files map[string]LanguageModelFile `tfsdk:"files"`
}

// LanguageModelFile has the options of a training text.
type LanguageModelFile struct {
	Name    string `tfsdk:"name"`
	Enabled *bool  `tfsdk:"enabled"`
}

// ParseLanguageModels reads options of language models by their keys, which are
// <folder>/<language>.
func ParseLanguageModels(content string) (map[string]LanguageModel, error) {
	var mistakes mistakeList
	models := make(map[string]LanguageModel)
	for _, entry := range readEntries(content, "write {} if no model has options", &mistakes) {
		models[entry.key] = readLanguageModel(entry)
	}
	return models, mistakes.err()
}

func readLanguageModel(e entry) (model LanguageModel) {
	folder, language, _ := strings.Cut(e.key, "/")
	hasBoth := strings.TrimSpace(folder) != "" && strings.TrimSpace(language) != ""
	isModel := hasBoth && !strings.Contains(language, "/")
	if !isModel {
		e.mistakes.add(e.at, nil, "the key "+quoted(e.key)+
			" must be the folder and language of a model, such as Commentary/en-GB")
	}
	var name *string
	model.Files = make(map[string]LanguageModelFile)
	e.readFields(
		"a language model",
		fieldReader{"name", func(v value) { name = v.name() }},
		fieldReader{"enabled", func(v value) { model.Enabled = v.flag() }},
		fieldReader{"exclusive", func(v value) { model.Exclusive = v.flag() }},
		fieldReader{"files", func(v value) { model.Files = readTexts(v) }},
	)
	switch {
	case name != nil:
		model.Name = *name
	case isModel:
		e.noteIfProblem(nameProblem(folder))
		model.Name = folder
	}
	return model
}

func readTexts(v value) (texts map[string]LanguageModelFile) {
	if v.isNull() {
		return nil
	}
	texts = make(map[string]LanguageModelFile)
	names := positions{}
	for _, entry := range v.entries("files") {
		text := LanguageModelFile{Name: entry.key}
		entry.readFields(
			"a text",
			fieldReader{"name", func(v value) {
				name := v.name()
				if name != nil {
					text.Name = *name
				}
			}},
			fieldReader{"enabled", func(v value) { text.Enabled = v.flag() }},
		)
		earlier := names.add(text.Name, entry.at.String())
		if earlier != "" {
			entry.noteProblem("the name %s is already in %s; "+
				"each text of a model has its own", quoted(text.Name), earlier)
		}
		texts[entry.key] = text
	}
	return texts
}
