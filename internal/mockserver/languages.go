package mockserver

import (
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
)

// modelLanguages are the languages of language models.
var modelLanguages = strings.Fields(`zh-Hans en-GB en-AU en-US es-ES es-MX fr-FR ar-SY ar-EG de-DE it-IT ja-JP hi-IN
	ko-KR ru-RU pt-BR`)

func languageEndpoints() []*endpoint {
	const (
		models = accountPath + "/Customization/Language"
		model  = models + "/{modelId}"
		train  = model + "/Train"
		file   = model + "/Files/{fileId}"
	)
	return []*endpoint{
		{
			operation: CreateLanguageModel, route: "POST " + models, query: []string{"modelName", "language"},
			languages: modelLanguages, body: bodyForm,
			handle: createLanguageModel,
		},
		{
			operation: UpdateLanguageModel, route: "PUT " + model, query: []string{"modelName", "enable"},
			body: bodyForm, handle: forObject((*call).model, updateLanguageModel),
		},
		{
			operation: DeleteLanguageModelFile, route: "DELETE " + file,
			handle: deleteLanguageModelFile,
		},
		{operation: ListLanguageModels, route: "GET " + models, handle: listLanguageModels},
		{
			operation: GetLanguageModel, route: "GET " + model,
			handle: forObject((*call).model, getLanguageModel),
		},
		{
			operation: DeleteLanguageModel, route: "DELETE " + model,
			handle: forObject((*call).model, deleteLanguageModel),
		},
		{
			operation: TrainLanguageModel, route: "PUT " + train,
			handle: forObject((*call).model, trainLanguageModel),
		},
		{
			operation: CancelTraining, route: "DELETE " + train,
			handle: forObject((*call).model, cancelTraining),
		},
		{operation: GetLanguageModelFile, route: "GET " + file, handle: getLanguageModelFile},
		{
			operation: UpdateLanguageModelFile, route: "PUT " + file,
			query: []string{"fileName", "enable"}, handle: updateLanguageModelFile,
		},
	}
}

// model returns the language model of the path. Otherwise it answers the call and returns nil.
func (c *call) model() *languageModel {
	m := findByID(c.account.models, c.pathText("modelId"))
	if m == nil {
		c.respondNotFound("the language model was not found")
	}
	return m
}

// file returns the language model of the path, and the index of the path's file in it. Otherwise it
// answers the call and returns nil.
func (c *call) file() (*languageModel, int) {
	m := c.model()
	if m == nil {
		return nil, 0
	}
	isAsked := func(f LanguageFile) bool { return strings.EqualFold(f.ID, c.pathText("fileId")) }
	index := slices.IndexFunc(m.Files, isAsked)
	if index < 0 {
		c.respondNotFound("the file was not found")
		return nil, 0
	}
	return m, index
}

func createLanguageModel(c *call) {
	name, isNamed := c.queryText("modelName")
	language, hasLanguage := c.queryText("language")
	switch {
	case !isNamed || !hasLanguage:
		c.respondInvalid("modelName or language is missing")
		return
	case !c.requireFiles():
		return
	}
	m := &languageModel{LanguageModel: LanguageModel{
		ID: c.server.newID("language model", c.account.ID, name), Name: name, Language: language,
		State: ModelNeverTrained, LanguageModelID: untrained,
	}}
	for _, u := range c.form {
		m.Files = append(m.Files, c.newFile(m.ID, u))
	}
	c.account.models = append(c.account.models, m)
	c.account.notYetListed[m] = c.server.begin(c.opts.othersListed)
	c.respondJSON(http.StatusOK, c.modelBody(m))
}

// updateLanguageModel changes all of the model or nothing.
func updateLanguageModel(c *call, m *languageModel) {
	name, isNamed := c.queryText("modelName")
	enable := c.optionalQueryFlag("enable")
	if !c.requireFiles() {
		return
	}
	c.server.settleTraining(m)
	refusal := c.opts.whileTraining
	if m.training != nil && refusal != (contractError{}) {
		c.respondError(refusal.status, refusal.errorType, "the language model is being trained")
		return
	}
	next := m.clone()
	if isNamed {
		next.Name = name
	}
	for _, u := range c.form {
		c.takeFile(&next, u)
	}
	if enable != nil {
		for i := range next.Files {
			next.Files[i].Enabled = *enable
		}
	}
	m.LanguageModel = next
	c.respondJSON(http.StatusOK, c.modelBody(m))
}

// takeFile adds an uploaded file to m. An option decides what happens if m already has a file
// with the name.
func (c *call) takeFile(m *LanguageModel, uploaded upload) {
	added := c.newFile(m.ID, uploaded)
	i := slices.IndexFunc(m.Files, func(f LanguageFile) bool { return f.Name == uploaded.name })
	if i < 0 || c.opts.sameFileName == SameNameAddsSecond {
		m.Files = append(m.Files, added)
		return
	}
	if c.opts.sameFileName == SameNameKeepsID {
		added.ID = m.Files[i].ID
	}
	m.Files[i] = added
}

func (c *call) newFile(modelID string, uploaded upload) LanguageFile {
	return LanguageFile{
		ID: c.server.newID("language file", modelID, uploaded.name), Name: uploaded.name, Enabled: true,
		Creator: DefaultUserName, CreationTime: c.now(), URL: uploaded.url,
		Size: uploaded.size, SHA256: uploaded.sha256, Content: uploaded.content,
	}
}

// requireFiles responds with a refusal if a value is neither a file nor the address of one.
func (c *call) requireFiles() bool {
	for _, u := range c.form {
		if !u.isFile && !isFileURL(u.url) {
			return c.refuse("the value of %q is not a URL of a txt, vtt, srt or ttml file", u.name)
		}
	}
	return true
}

func isFileURL(address string) bool {
	u, isURL := webURL(address)
	return isURL && slices.Contains([]string{".txt", ".vtt", ".srt", ".ttml"}, strings.ToLower(path.Ext(u.Path)))
}

// webURL reads an http or https URL.
func webURL(address string) (*url.URL, bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return nil, false
	}
	return u, u.Scheme == "http" || u.Scheme == "https"
}

func deleteLanguageModelFile(c *call) {
	m, index := c.file()
	if m != nil {
		m.Files = slices.Delete(m.Files, index, index+1)
		c.respondEmpty(http.StatusNoContent)
	}
}

// modelBody returns a language model as CreateLanguageModel and UpdateLanguageModel show it. Files
// are in the order of their ids, which has no meaning.
func (c *call) modelBody(m *languageModel) map[string]any {
	files := slices.SortedFunc(slices.Values(m.Files), func(a, b LanguageFile) int {
		return strings.Compare(a.ID, b.ID)
	})
	return map[string]any{
		"id": m.ID, "name": m.Name, "language": m.Language, "state": m.State,
		"languageModelId": m.LanguageModelID, "files": mapAll(files, c.fileBody),
	}
}

// modelInFull returns a language model as the extended operations show it.
func (c *call) modelInFull(m *languageModel) map[string]any {
	body := c.modelBody(m)
	body["hasCrisEdits"] = m.HasCrisEdits
	body["isAutoGeneratedModel"] = m.AutoGenerated
	return body
}

func (c *call) fileBody(f LanguageFile) map[string]any {
	return map[string]any{
		"id":           f.ID,
		"name":         f.Name,
		"enable":       f.Enabled,
		"creator":      f.Creator,
		"creationTime": c.timestamp(f.CreationTime, TimeForm{FractionDigits: 3}),
	}
}

func listLanguageModels(c *call) {
	list := []map[string]any{}
	for _, m := range shownInLists(c, c.account.models) {
		c.server.settleTraining(m)
		list = append(list, c.modelInFull(m))
	}
	c.respondJSON(http.StatusOK, list)
}

// getLanguageModel answers the only request that shows the state of a training.
func getLanguageModel(c *call, m *languageModel) {
	hasEnded := m.training.poll(c.now())
	switch {
	case hasEnded:
		c.server.endTraining(m, "")
	case m.training != nil && m.training.seen > 1:
		m.State = ModelProcessing
	}
	c.respondJSON(http.StatusOK, c.modelInFull(m))
}

// deleteLanguageModel also ends a training of the model.
func deleteLanguageModel(c *call, m *languageModel) {
	c.account.models = removeByID(c.account.models, m.ID)
	c.respondEmpty(http.StatusNoContent)
}

func trainLanguageModel(c *call, m *languageModel) {
	c.server.settleTraining(m)
	if m.training != nil {
		c.refuse("the language model is being trained already")
		return
	}
	var files []string
	for _, f := range m.Files {
		if f.Enabled {
			files = append(files, f.Name)
		}
	}
	if len(files) == 0 {
		c.refuse("the language model has no enabled files")
		return
	}
	m.training = c.server.begin(c.opts.training)
	m.filesInTraining = files
	m.stateBeforeTraining = m.State
	m.State = ModelWaiting
	c.respondJSON(http.StatusOK, c.modelInFull(m))
}

func cancelTraining(c *call, m *languageModel) {
	c.server.settleTraining(m)
	if m.training == nil {
		c.refuse("the language model is not being trained")
		return
	}
	m.training = nil
	m.State = m.stateBeforeTraining
	c.respondEmpty(http.StatusNoContent)
}

// getLanguageModelFile answers with a placeholder for a file that was sent as a URL, because the
// mock server does not fetch the text.
func getLanguageModelFile(c *call) {
	m, index := c.file()
	if m == nil {
		return
	}
	file := m.Files[index]
	body := c.fileBody(file)
	body["content"] = string(file.Content)
	if file.URL != "" {
		body["content"] = "The text at " + file.URL + "\n"
	}
	c.respondJSON(http.StatusOK, body)
}

func updateLanguageModelFile(c *call) {
	m, index := c.file()
	if m == nil {
		return
	}
	name, isNamed := c.queryText("fileName")
	enable := c.optionalQueryFlag("enable")
	f := &m.Files[index]
	if isNamed {
		f.Name = name
	}
	if enable != nil {
		f.Enabled = *enable
	}
	c.respondJSON(http.StatusOK, c.fileBody(*f))
}
