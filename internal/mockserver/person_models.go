package mockserver

import (
	"net/http"
	"strings"
)

const personModelsPath = "/{location}/Accounts/{accountId}/Customization/PersonModels"

func personModelEndpoints() []*endpoint {
	account := []scopeKind{scopeAccount}
	name := []string{"name"}
	return []*endpoint{
		{
			number: X(12), method: http.MethodPost, pattern: personModelsPath, scopes: account, write: true, query: name,
			handle: createPersonModel,
		},
		{
			number: X(13), method: http.MethodGet, pattern: personModelsPath, scopes: account, query: []string{"personNamePrefix"},
			handle: listPersonModels,
		},
		{
			number: X(14), method: http.MethodPut, pattern: personModelsPath + "/{personModelId}", scopes: account, write: true,
			query: name, handle: renamePersonModel,
		},
		{
			number: X(15), method: http.MethodDelete, pattern: personModelsPath + "/{personModelId}", scopes: account, write: true,
			handle: deletePersonModel,
		},
	}
}

// personModel returns the person model of the path.
func (c *call) personModel() (*personModel, bool) {
	id, ok := c.guidPath("personModelId")
	if !ok {
		return nil, false
	}
	m := c.account.media.personModel(id)
	if m == nil {
		c.notFound("the person model was not found")
	}
	return m, m != nil
}

// nameQuery returns the parameter name, which must be there.
func (c *call) nameQuery() (string, bool) {
	name, given := c.textQuery("name")
	if !given {
		return "", c.invalid("name is missing")
	}
	if strings.TrimSpace(name) == "" {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the name is empty")
		return "", false
	}
	return name, true
}

// personModelNameIsFree refuses the name of a person model other than m.
func (c *call) personModelNameIsFree(m *personModel, name string) bool {
	for _, other := range c.account.media.persons {
		if other != m && strings.EqualFold(other.Name, name) {
			c.fail(http.StatusBadRequest, "ALREADY_EXISTS", "another person model has that name")
			return false
		}
	}
	return true
}

// createPersonModel is X12.
func createPersonModel(s *Server, c *call) {
	name, ok := c.nameQuery()
	if !ok || !c.personModelNameIsFree(nil, name) {
		return
	}
	if len(c.account.media.persons) >= c.opts.extended.persons.modelsQuota {
		c.fail(http.StatusBadRequest, "ACCOUNT_REACHED_PERSON_MODELS_QUOTA", "the account holds as many person models as it can")
		return
	}
	m := c.account.addPersonModel(PersonModel{ID: s.newID("person model", c.account.ID, name), Name: name})
	c.json(http.StatusCreated, m.body())
}

// listPersonModels is X13. With a prefix it gives the models that have a person of such a name.
func listPersonModels(_ *Server, c *call) {
	prefix, _ := c.textQuery("personNamePrefix")
	list := []map[string]any{}
	for _, m := range c.account.media.persons {
		if prefix == "" || len(m.named(prefix)) > 0 {
			list = append(list, m.body())
		}
	}
	c.json(http.StatusOK, list)
}

// named returns the persons whose names begin with a prefix, in any letter case.
func (m *personModel) named(prefix string) []*person {
	var found []*person
	for _, p := range m.persons {
		if strings.HasPrefix(strings.ToLower(p.Name), strings.ToLower(prefix)) {
			found = append(found, p)
		}
	}
	return found
}

// renamePersonModel is X14.
func renamePersonModel(_ *Server, c *call) {
	m, ok := c.personModel()
	if !ok {
		return
	}
	name, ok := c.nameQuery()
	if !ok || !c.personModelNameIsFree(m, name) {
		return
	}
	m.Name = name
	c.json(http.StatusOK, m.body())
}

// deletePersonModel is X15.
func deletePersonModel(_ *Server, c *call) {
	m, ok := c.personModel()
	switch {
	case !ok:
	case m.IsDefault:
		c.fail(http.StatusBadRequest, "DEFAULT_PERSON_MODEL_CANNOT_BE_DELETED", "the default person model cannot be deleted")
	default:
		c.account.media.removePersonModel(m.ID)
		c.empty(http.StatusNoContent)
	}
}

func (m *personModel) body() map[string]any {
	return map[string]any{"id": m.ID, "name": m.Name, "isDefault": m.IsDefault, "personsCount": len(m.persons)}
}
