package mockserver

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
)

func languageFileEndpoints() []*endpoint {
	account := []scopeKind{scopeAccount}
	return []*endpoint{
		{
			number: X(10), method: http.MethodGet, pattern: modelsPath + "/{modelId}/Files/{fileId}", scopes: account,
			handle: getLanguageModelFile,
		},
		{
			number: X(11), method: http.MethodPut, pattern: modelsPath + "/{modelId}/Files/{fileId}", scopes: account, write: true,
			query: []string{"fileName", "enable"}, handle: updateLanguageModelFile,
		},
	}
}

// getLanguageModelFile is X10. For a file that was given by its URL it answers with a placeholder: the mock server
// does not fetch the text.
func getLanguageModelFile(_ *Server, c *call) {
	m, i, ok := c.file()
	if !ok {
		return
	}
	f := m.Files[i]
	content := string(f.Content)
	if f.URL != "" {
		content = "The text at " + f.URL + "\n"
	}
	body := c.fileBody(f)
	body["content"] = c.opts.extended.models.contentAnswers(content)
	c.json(http.StatusOK, body)
}

// updateLanguageModelFile is X11.
func updateLanguageModelFile(_ *Server, c *call) {
	m, at, ok := c.file()
	if !ok {
		return
	}
	name, named := c.textQuery("fileName")
	if named && strings.TrimSpace(name) == "" {
		c.invalid("fileName is empty")
		return
	}
	enable, ok := c.boolQuery("enable")
	if !ok {
		return
	}
	f := &m.Files[at]
	taken := slices.ContainsFunc(m.Files, func(other LanguageFile) bool { return other.ID != f.ID && other.Name == name })
	if named && taken && c.opts.sameFileName == SameNameRefused {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", fmt.Sprintf("the model has a file named %q", name))
		return
	}
	if named {
		f.Name = name
	}
	if enable != nil {
		f.Enabled = *enable
	}
	c.json(http.StatusOK, c.fileBody(*f))
}
