package mockserver

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"unicode/utf8"
)

func brandEndpoints() []*endpoint {
	account := []scopeKind{scopeAccount}
	return []*endpoint{
		{
			number: 16, method: http.MethodGet, pattern: "/{location}/Accounts/{accountId}/Customization/Brands/{id}",
			scopes: account, handle: getBrand,
		},
		{
			number: 17, method: http.MethodPut, pattern: "/{location}/Accounts/{accountId}/Customization/Brands/{id}",
			scopes: account, write: true, lower: true, body: bodyJSON, handle: updateBrand,
		},
		{
			number: 18, method: http.MethodPut, pattern: "/{location}/Accounts/{accountId}/Customization/BrandsModelSettings",
			scopes: account, write: true, body: bodyJSON, handle: updateBrandsModelSettings,
		},
	}
}

// brand returns the brand of the path.
func (c *call) brand() (*Brand, bool) {
	id, ok := c.int32Path("id")
	if !ok {
		return nil, false
	}
	b, ok := c.account.brands[id]
	if !ok {
		c.notFound("the brand was not found")
	}
	return b, ok
}

// getBrand is endpoint 16.
func getBrand(_ *Server, c *call) {
	if b, ok := c.brand(); ok {
		c.json(http.StatusOK, c.brandBody(b))
	}
}

// updateBrand is endpoint 17.
func updateBrand(_ *Server, c *call) {
	b, ok := c.brand()
	if !ok {
		return
	}
	next, ok := c.brandUpdate(b)
	if !ok {
		return
	}
	if next.Name != b.Name && !c.rename(b, &next) || !c.nameIsFree(&next, "INVALID_INPUT") {
		return
	}
	c.stamp(&next)
	*b = next
	body := c.brandBody(b)
	for field := range c.opts.brandOmits {
		delete(body, field)
	}
	c.json(http.StatusOK, body)
}

// rename is the variant's answer to an update of b that has another name.
func (c *call) rename(b, next *Brand) bool {
	switch c.opts.extended.brands.renames {
	case RenameRefused:
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the name of a brand cannot be changed")
		return false
	case RenameIgnored:
		next.Name = b.Name
	}
	return true
}

// nameIsFree refuses the name that another brand of the account has.
func (c *call) nameIsFree(b *Brand, errorType string) bool {
	same := strings.EqualFold
	if c.opts.extended.brands.namesMatchCase {
		same = func(a, b string) bool { return a == b }
	}
	for id, other := range c.account.brands {
		if id != b.ID && same(other.Name, b.Name) {
			taken := cmp.Or(c.opts.brandDuplicate, wireError{http.StatusBadRequest, errorType})
			c.fail(taken.status, taken.errorType, "another brand has that name")
			return false
		}
	}
	return true
}

// stamp marks a brand as written now, and changes it as the variant does on its way into the store.
func (c *call) stamp(b *Brand) {
	b.LastModified, b.LastModifierUserName = c.now(), DefaultUserName
	if c.opts.brandStores != nil {
		c.opts.brandStores(b)
	}
}

// brandFields reads the writable members of a brand into b.
func (c *call) brandFields(members map[string]json.RawMessage, b *Brand) bool {
	if !c.member(members, "name", &b.Name) || !c.member(members, "enabled", &b.Enabled) ||
		!c.member(members, "tags", &b.Tags) || !c.member(members, "description", &b.Description) ||
		!c.nullableMember(members, "referenceUrl", &b.ReferenceURL) {
		return false
	}
	if strings.TrimSpace(b.Name) == "" {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "a brand needs a name")
		return false
	}
	if longest := c.opts.extended.brands.longestName; longest > 0 && utf8.RuneCountInString(b.Name) > longest {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the name of the brand is too long")
		return false
	}
	if b.ReferenceURL != nil && *b.ReferenceURL == "" && !c.opts.keepsEmptyURL {
		b.ReferenceURL = nil
	}
	return true
}

// brandUpdate reads the body of endpoint 17 over a copy of b.
func (c *call) brandUpdate(b *Brand) (Brand, bool) {
	members, ok := c.object(c.body, "the body", []string{"name", "enabled", "tags", "description", "referenceUrl"}, nil)
	next := b.clone()
	next.Tags = nil
	if !ok || !c.brandFields(members, &next) {
		return Brand{}, false
	}
	for field, keep := range map[string]func(){
		"name":         func() { next.Name = b.Name },
		"enabled":      func() { next.Enabled = b.Enabled },
		"tags":         func() { next.Tags = slices.Clone(b.Tags) },
		"description":  func() { next.Description = b.Description },
		"referenceUrl": func() { next.ReferenceURL = b.ReferenceURL },
	} {
		if c.opts.brandDrops[field] {
			keep()
		}
	}
	return next, true
}

func (c *call) brandBody(b *Brand) map[string]any {
	tags := b.Tags
	if tags == nil {
		tags = []string{}
	}
	usual := TimeForm{Zone: "Z", FractionDigits: 3}
	return map[string]any{
		"referenceUrl":            b.ReferenceURL,
		"id":                      b.ID,
		"name":                    b.Name,
		"accountId":               c.account.ID,
		"lastModifierUserName":    b.LastModifierUserName,
		c.opts.brandCreatedMember: c.timestamp(b.Create, usual),
		"lastModified":            c.timestamp(b.LastModified, usual),
		"enabled":                 b.Enabled,
		"description":             b.Description,
		"tags":                    tags,
	}
}

// updateBrandsModelSettings is endpoint 18.
func updateBrandsModelSettings(_ *Server, c *call) {
	members, ok := c.object(c.body, "the body", []string{"state", "useBuiltIn"}, nil)
	var next BrandsModelSettings
	if !ok || !c.member(members, "state", &next.State) || !c.member(members, "useBuiltIn", &next.UseBuiltIn) {
		return
	}
	c.account.settings = next
	c.shaped(http.StatusOK, c.opts.settingsAnswer, next)
}
