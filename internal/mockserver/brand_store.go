package mockserver

import (
	"cmp"
	"maps"
	"slices"
	"time"
)

// Brand is a brand of an account.
type Brand struct {
	Name         string   `json:"name"`
	Enabled      bool     `json:"enabled"`
	Tags         []string `json:"tags"`
	Description  string   `json:"description"`
	ReferenceURL *string  `json:"referenceUrl"`

	ID                   int32 // 0 in [Server.AddBrand]: the next free one
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

// AddBrand adds a brand, or replaces the one with its id, and returns the id.
func (s *Server) AddBrand(accountID string, b Brand) int32 {
	s.withAccount(accountID, func(a *account) {
		if b.ID == 0 {
			for b.ID = 1001; a.brands[b.ID] != nil; b.ID++ {
			}
		}
		now := s.now()
		b.Create = cmp.Or(b.Create, now)
		b.LastModified = cmp.Or(b.LastModified, now)
		b.LastModifierUserName = cmp.Or(b.LastModifierUserName, DefaultUserName)
		added := b.clone()
		a.brands[b.ID] = &added
	})
	return b.ID
}

// Brand returns a brand.
func (s *Server) Brand(accountID string, id int32) (Brand, bool) {
	var found Brand
	isFound := withObject(s, accountID, brandOf(id), func(b *Brand) { found = b.clone() })
	return found, isFound
}

func brandOf(id int32) func(*account) *Brand {
	return func(a *account) *Brand { return a.brands[id] }
}

// Brands returns the brands of an account by id.
func (s *Server) Brands(accountID string) []Brand {
	var all []Brand
	s.withAccount(accountID, func(a *account) { all = a.brandsByID() })
	return all
}

func (a *account) brandsByID() []Brand {
	return mapAll(slices.Sorted(maps.Keys(a.brands)), func(id int32) Brand { return a.brands[id].clone() })
}

// ChangeBrand changes a brand outside of the API, and returns whether it exists.
func (s *Server) ChangeBrand(accountID string, id int32, change func(*Brand)) bool {
	return withObject(s, accountID, brandOf(id), func(b *Brand) {
		change(b)
		b.LastModified = s.later(b.LastModified)
	})
}

// RemoveBrand removes a brand outside of the API.
func (s *Server) RemoveBrand(accountID string, id int32) {
	s.withAccount(accountID, func(a *account) { a.removeBrand(id) })
}

func (a *account) removeBrand(id int32) {
	delete(a.brands, id)
}

// BrandsModelSettings returns the settings of an account's brands model.
func (s *Server) BrandsModelSettings(accountID string) BrandsModelSettings {
	var settings BrandsModelSettings
	s.withAccount(accountID, func(a *account) { settings = a.settings })
	return settings
}

// SetBrandsModelSettings changes the settings outside of the API.
func (s *Server) SetBrandsModelSettings(accountID string, settings BrandsModelSettings) {
	s.withAccount(accountID, func(a *account) { a.settings = settings })
}
