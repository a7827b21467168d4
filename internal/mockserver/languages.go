package mockserver

import (
	"fmt"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
)

// modelLanguages are the languages of language models (19).
var modelLanguages = strings.Fields(`zh-Hans en-GB en-AU en-US es-ES es-MX fr-FR ar-SY ar-EG de-DE it-IT ja-JP hi-IN ko-KR
	ru-RU pt-BR`)

func languageEndpoints() []*endpoint {
	account := []scopeKind{scopeAccount}
	return []*endpoint{
		{
			number: 19, method: http.MethodPost, pattern: modelsPath, scopes: account, write: true,
			query: []string{"modelName", "language"}, body: bodyForm, handle: createLanguageModel,
		},
		{
			number: 20, method: http.MethodPut, pattern: modelsPath + "/{modelId}", scopes: account, write: true,
			query: []string{"modelName", "enable"}, body: bodyForm, handle: updateLanguageModel,
		},
		{
			number: 21, method: http.MethodDelete, pattern: modelsPath + "/{modelId}/Files/{fileId}", scopes: account, write: true,
			handle: deleteLanguageModelFile,
		},
	}
}

// createLanguageModel is endpoint 19.
func createLanguageModel(s *Server, c *call) {
	name, _ := c.textQuery("modelName")
	if strings.TrimSpace(name) == "" {
		c.invalid("modelName is missing")
		return
	}
	language, ok := c.enumQuery("language", modelLanguages...)
	if !ok {
		return
	}
	if language == "" {
		c.invalid("language is missing")
		return
	}
	if !c.checkFiles() {
		return
	}
	m := &LanguageModel{
		ID: s.newID("language model", c.account.ID, name), Name: name, Language: language,
		State: ModelNeverTrained, LanguageModelID: untrained,
	}
	for _, u := range c.form {
		m.Files = append(m.Files, c.newFile(m, u))
	}
	if !c.modelNameIsFree(m) {
		return
	}
	c.account.models = append(c.account.models, m)
	c.shaped(http.StatusOK, c.opts.modelAnswer, c.modelBody(m, FilesInFull))
}

// updateLanguageModel is endpoint 20. It changes the model as a whole or not at all.
func updateLanguageModel(_ *Server, c *call) {
	m, ok := c.model()
	if !ok {
		return
	}
	name, named := c.textQuery("modelName")
	if named && strings.TrimSpace(name) == "" {
		c.invalid("modelName is empty")
		return
	}
	enable, ok := c.boolQuery("enable")
	if !ok || !c.checkFiles() {
		return
	}
	if c.opts.formRequired && !c.hasForm {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the request has no form")
		return
	}
	if c.refusedWhileTraining(m) {
		return
	}
	next := m.clone()
	if named {
		next.Name = name
	}
	if !c.modelNameIsFree(&next) {
		return
	}
	for _, u := range c.form {
		if !c.takeFile(&next, u) {
			return
		}
	}
	if enable != nil && !c.opts.ignoresEnable {
		for i := range next.Files {
			next.Files[i].Enabled = *enable
		}
	}
	*m = next
	c.shaped(http.StatusOK, c.opts.modelAnswer, c.modelBody(m, FilesInFull))
}

// deleteLanguageModelFile is endpoint 21.
func deleteLanguageModelFile(_ *Server, c *call) {
	m, i, ok := c.file()
	if !ok {
		return
	}
	m.Files = slices.Delete(m.Files, i, i+1)
	c.empty(http.StatusNoContent)
}

// file returns the language model of the path and where in it the file of the path is.
func (c *call) file() (*LanguageModel, int, bool) {
	m, ok := c.model()
	if !ok {
		return nil, 0, false
	}
	id, ok := c.guidPath("fileId")
	if !ok {
		return nil, 0, false
	}
	i := slices.IndexFunc(m.Files, func(f LanguageFile) bool { return strings.EqualFold(f.ID, id) })
	if i < 0 {
		c.notFound("the file was not found")
	}
	return m, i, i >= 0
}

// model returns the language model of the path.
func (c *call) model() (*LanguageModel, bool) {
	id, ok := c.guidPath("modelId")
	if !ok {
		return nil, false
	}
	m := c.account.model(id)
	if m == nil {
		c.notFound("the language model was not found")
	}
	return m, m != nil
}

// takeFile adds an uploaded file to m. The variant decides what happens to a name that m has already.
func (c *call) takeFile(m *LanguageModel, u upload) bool {
	added := c.newFile(m, u)
	i := slices.IndexFunc(m.Files, func(f LanguageFile) bool { return f.Name == u.name })
	if i < 0 || c.opts.sameFileName == SameNameAddsSecond {
		m.Files = append(m.Files, added)
		return true
	}
	switch c.opts.sameFileName {
	case SameNameRefused:
		c.fail(http.StatusBadRequest, "INVALID_INPUT", fmt.Sprintf("the model has a file named %q", u.name))
		return false
	case SameNameKeepsID:
		added.ID = m.Files[i].ID
	}
	m.Files[i] = added
	return true
}

func (c *call) newFile(m *LanguageModel, u upload) LanguageFile {
	f := LanguageFile{
		ID: c.s.newID("language file", m.ID, u.name), Name: u.name, Enabled: true,
		Creator: DefaultUserName, CreationTime: c.now(),
	}
	if u.isFile {
		f.Size, f.SHA256, f.Content = u.size, u.sha256, u.content
	} else {
		f.URL = u.url
	}
	return f
}

// checkFiles refuses values that are neither a file nor the address of one.
func (c *call) checkFiles() bool {
	if !c.opts.checksFileURLs {
		return true
	}
	for _, u := range c.form {
		if !u.isFile && !isFileURL(u.url) {
			c.fail(http.StatusBadRequest, "INVALID_INPUT",
				fmt.Sprintf("the value of %q is not a URL of a txt, vtt, srt or ttml file", u.name))
			return false
		}
	}
	return true
}

func isFileURL(address string) bool {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	return slices.Contains([]string{".txt", ".vtt", ".srt", ".ttml"}, strings.ToLower(path.Ext(u.Path)))
}

func (c *call) modelBody(m *LanguageModel, shown FilesShown) map[string]any {
	files := []map[string]any{}
	for _, f := range c.ordered(m.Files) {
		files = append(files, c.fileBody(f))
	}
	language := m.Language
	if c.opts.capitalLanguage {
		language = strings.ToUpper(language[:1]) + language[1:]
	}
	body := map[string]any{
		"name": m.Name, "language": language, "state": m.State, "languageModelId": m.LanguageModelID, "files": files,
	}
	switch shown {
	case FilesAbsent:
		delete(body, "files")
	case FilesNull:
		body["files"] = nil
	}
	if c.opts.modelIDMember != "" {
		body[c.opts.modelIDMember] = m.ID
	}
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

// ordered returns the files in the order of the variant.
func (c *call) ordered(files []LanguageFile) []LanguageFile {
	files = slices.Clone(files)
	switch c.opts.fileOrder {
	case FilesReversed:
		slices.Reverse(files)
	case FilesByID:
		slices.SortFunc(files, func(a, b LanguageFile) int { return strings.Compare(a.ID, b.ID) })
	}
	return files
}
