package mockserver

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

// Brand is a brand of an account.
type Brand struct {
	ID                   int32 // 0 in [Server.AddBrand]: the next free one
	Name                 string
	Enabled              bool
	Description          string
	ReferenceURL         *string
	Tags                 []string
	LastModifierUserName string
	Create, LastModified time.Time
}

// BrandsModelSettings are the settings of an account's brands model.
type BrandsModelSettings struct {
	State      bool `json:"state"`
	UseBuiltIn bool `json:"useBuiltIn"`
}

func (b *Brand) clone() Brand {
	copied := *b
	copied.Tags = slices.Clone(b.Tags)
	if b.ReferenceURL != nil {
		url := *b.ReferenceURL
		copied.ReferenceURL = &url
	}
	return copied
}

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
	for id, other := range c.account.brands {
		if id != b.ID && strings.EqualFold(other.Name, next.Name) {
			c.fail(c.opts.brandDuplicate.status, c.opts.brandDuplicate.errorType, "another brand has that name")
			return
		}
	}
	next.LastModified, next.LastModifierUserName = c.now(), DefaultUserName
	if c.opts.brandStores != nil {
		c.opts.brandStores(&next)
	}
	*b = next
	body := c.brandBody(b)
	for field := range c.opts.brandOmits {
		delete(body, field)
	}
	c.json(http.StatusOK, body)
}

// brandUpdate reads the body of endpoint 17 over a copy of b.
func (c *call) brandUpdate(b *Brand) (Brand, bool) {
	fields := []string{"name", "enabled", "tags", "description", "referenceUrl"}
	members, ok := c.object(c.body, "the body", fields, nil)
	if !ok {
		return Brand{}, false
	}
	next := b.clone()
	next.Tags = nil
	if !c.member(members, "name", &next.Name) || !c.member(members, "enabled", &next.Enabled) ||
		!c.member(members, "tags", &next.Tags) || !c.member(members, "description", &next.Description) ||
		!c.nullableMember(members, "referenceUrl", &next.ReferenceURL) {
		return Brand{}, false
	}
	if strings.TrimSpace(next.Name) == "" {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "a brand needs a name")
		return Brand{}, false
	}
	if next.ReferenceURL != nil && *next.ReferenceURL == "" && !c.opts.keepsEmptyURL {
		next.ReferenceURL = nil
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

// AddBrand adds a brand, or replaces the one with its id, and returns the id.
func (s *Server) AddBrand(accountID string, b Brand) int32 {
	s.with(accountID, func(a *account) {
		if b.ID == 0 {
			for b.ID = 1001; a.brands[b.ID] != nil; b.ID++ {
			}
		}
		now := s.now()
		b.Create, b.LastModified = cmp.Or(b.Create, now), cmp.Or(b.LastModified, now)
		b.LastModifierUserName = cmp.Or(b.LastModifierUserName, DefaultUserName)
		added := b.clone()
		a.brands[b.ID] = &added
	})
	return b.ID
}

// Brand returns a brand.
func (s *Server) Brand(accountID string, id int32) (Brand, bool) {
	var found Brand
	var ok bool
	s.with(accountID, func(a *account) {
		var b *Brand
		if b, ok = a.brands[id]; ok {
			found = b.clone()
		}
	})
	return found, ok
}

// Brands returns the brands of an account by id.
func (s *Server) Brands(accountID string) []Brand {
	var all []Brand
	s.with(accountID, func(a *account) {
		for _, id := range slices.Sorted(maps.Keys(a.brands)) {
			all = append(all, a.brands[id].clone())
		}
	})
	return all
}

// ChangeBrand changes a brand outside of the API, and returns whether it exists.
func (s *Server) ChangeBrand(accountID string, id int32, change func(*Brand)) bool {
	var ok bool
	s.with(accountID, func(a *account) {
		var b *Brand
		if b, ok = a.brands[id]; ok {
			change(b)
			b.LastModified = s.now()
		}
	})
	return ok
}

// RemoveBrand removes a brand outside of the API.
func (s *Server) RemoveBrand(accountID string, id int32) {
	s.with(accountID, func(a *account) { delete(a.brands, id) })
}

// BrandsModelSettings returns the settings of an account's brands model.
func (s *Server) BrandsModelSettings(accountID string) BrandsModelSettings {
	var settings BrandsModelSettings
	s.with(accountID, func(a *account) { settings = a.settings })
	return settings
}

// SetBrandsModelSettings changes the settings outside of the API.
func (s *Server) SetBrandsModelSettings(accountID string, settings BrandsModelSettings) {
	s.with(accountID, func(a *account) { a.settings = settings })
}
