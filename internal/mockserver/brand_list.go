package mockserver

import (
	"hash/fnv"
	"maps"
	"net/http"
	"slices"
	"strings"
)

func brandListEndpoints() []*endpoint {
	account := []scopeKind{scopeAccount}
	const customization = "/{location}/Accounts/{accountId}/Customization"
	return []*endpoint{
		{
			number: X(1), method: http.MethodGet, pattern: customization + "/Brands", scopes: account, handle: listBrands,
		},
		{
			number: X(2), method: http.MethodPost, pattern: customization + "/Brands", scopes: account, write: true,
			body: bodyJSON, handle: createBrand,
		},
		{
			number: X(3), method: http.MethodDelete, pattern: customization + "/Brands/{id}", scopes: account, write: true,
			handle: deleteBrand,
		},
		{
			number: X(4), method: http.MethodGet, pattern: customization + "/BrandsModelSettings", scopes: account,
			handle: getBrandsModelSettings,
		},
	}
}

// listBrands is X1.
func listBrands(_ *Server, c *call) {
	list := make([]map[string]any, 0, len(c.account.brands))
	for _, id := range slices.Sorted(maps.Keys(c.account.brands)) {
		if job := c.account.unlisted[id]; job != nil && !job.look(c.now()) {
			continue
		}
		delete(c.account.unlisted, id)
		list = append(list, c.listedBrand(c.account.brands[id]))
	}
	c.json(http.StatusOK, list)
}

// createBrand is X2.
func createBrand(s *Server, c *call) {
	members, ok := c.object(c.body, "the body", []string{"name"}, []string{"enabled", "tags", "description", "referenceUrl"})
	created := Brand{Enabled: true, Create: c.now()}
	if !ok || !c.brandFields(members, &created) || !c.nameIsFree(&created, "ALREADY_EXISTS") {
		return
	}
	c.stamp(&created)
	created.ID = s.newBrandID(c.account, created.Name)
	c.account.brands[created.ID] = &created
	c.account.unlisted[created.ID] = &job{pace: c.opts.extended.brands.listed, began: c.now()}
	body := c.listedBrand(&created)
	switch c.opts.extended.brands.created {
	case CreatedBrandNothing:
		c.empty(http.StatusCreated)
		return
	case CreatedBrandWithoutID:
		maps.DeleteFunc(body, func(name string, _ any) bool { return strings.EqualFold(name, "id") })
	}
	c.json(http.StatusCreated, body)
}

// newBrandID returns the id of a brand that is created through the API. It follows from the name, as other ids do (see
// newID), and is never that of a brand that was deleted.
func (s *Server) newBrandID(a *account, name string) int32 {
	const first, span = 100_000, 1 << 30
	for {
		sum := fnv.New32a()
		_, _ = sum.Write([]byte(s.newID("brand", a.ID, name)))
		id := int32(first + sum.Sum32()%span)
		if a.brands[id] == nil && !a.deletedBrands[id] {
			return id
		}
	}
}

// listedBrand is a brand as X1 and X2 show it.
func (c *call) listedBrand(b *Brand) map[string]any {
	body := c.brandBody(b)
	if !c.opts.extended.brands.capitals {
		return body
	}
	capital := make(map[string]any, len(body))
	for name, value := range body {
		capital[strings.ToUpper(name[:1])+name[1:]] = value
	}
	return capital
}

// deleteBrand is X3.
func deleteBrand(_ *Server, c *call) {
	if b, ok := c.brand(); ok {
		c.account.removeBrand(b.ID)
		c.empty(http.StatusNoContent)
	}
}

// getBrandsModelSettings is X4.
func getBrandsModelSettings(_ *Server, c *call) {
	body := map[string]any{"state": c.account.settings.State, "useBuiltIn": c.account.settings.UseBuiltIn}
	switch c.opts.extended.brands.settingsState {
	case SettingsStateMissing:
		delete(body, "state")
	case SettingsStateAlwaysTrue:
		body["state"] = true
	}
	c.json(http.StatusOK, body)
}

// ListCreatedBrands makes X1 list every brand of an account from now on. See [CreatedBrandsListed].
func (s *Server) ListCreatedBrands(accountID string) {
	s.with(accountID, func(a *account) { clear(a.unlisted) })
}
