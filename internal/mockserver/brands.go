package mockserver

import (
	"cmp"
	"hash/fnv"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
)

func brandEndpoints() []*endpoint {
	const (
		brands   = accountPath + "/Customization/Brands"
		settings = accountPath + "/Customization/BrandsModelSettings"
	)
	return []*endpoint{
		{
			operation: GetBrand, route: "GET " + brands + "/{id}",
			handle: forObject((*call).brand, getBrand),
		},
		{
			operation: UpdateBrand, route: "PUT " + brands + "/{id}",
			lowerErrorMembers: true, body: bodyJSON, handle: forObject((*call).brand, updateBrand),
		},
		{
			operation: UpdateBrandsModelSettings, route: "PUT " + settings,
			body: bodyJSON, handle: updateBrandSettings,
		},
		{operation: ListBrands, route: "GET " + brands, handle: listBrands},
		{operation: CreateBrand, route: "POST " + brands, body: bodyJSON, handle: createBrand},
		{
			operation: DeleteBrand, route: "DELETE " + brands + "/{id}",
			handle: forObject((*call).brand, deleteBrand),
		},
		{operation: GetBrandsModelSettings, route: "GET " + settings, handle: getBrandSettings},
	}
}

// brand returns the brand of the path. Otherwise it answers the call and returns nil.
func (c *call) brand() *Brand {
	b := c.account.brands[c.pathNumber("id")]
	if b == nil {
		c.respondNotFound("the brand was not found")
	}
	return b
}

func getBrand(c *call, b *Brand) { c.respondJSON(http.StatusOK, c.brandBody(b)) }

func updateBrand(c *call, b *Brand) {
	next := b.clone()
	if !c.readBrand(&next, next.members(required)) {
		return
	}
	if c.opts.ignoresBrandNames {
		next.Name = b.Name
	}
	if !c.requireFreeBrandName(&next, "INVALID_INPUT") {
		return
	}
	c.stamp(&next)
	*b = next
	c.respondJSON(http.StatusOK, c.brandBody(b))
}

// requireFreeBrandName responds with a refusal if another brand of the account has the name.
func (c *call) requireFreeBrandName(b *Brand, errorType string) bool {
	same := strings.EqualFold
	if c.opts.brandNamesMatchCase {
		same = func(a, b string) bool { return a == b }
	}
	for id, other := range c.account.brands {
		if id != b.ID && same(other.Name, b.Name) {
			taken := cmp.Or(c.opts.brandDuplicate, contractError{http.StatusBadRequest, errorType})
			return c.respondError(taken.status, taken.errorType, "another brand has that name")
		}
	}
	return true
}

// stamp marks a brand as written now.
func (c *call) stamp(b *Brand) {
	b.LastModified = c.server.later(b.LastModified)
	b.LastModifierUserName = DefaultUserName
}

// members returns the fields of a brand that a body writes, apart from the name. kind says whether
// they are required. A pointer may be null.
func (b *Brand) members(kind func(name string, to any) member) (all []member) {
	for field, value := range reflect.ValueOf(b).Elem().Fields() {
		name, isWritten := field.Tag.Lookup("json")
		if !isWritten {
			continue
		}
		m := kind(name, value.Addr().Interface())
		m.isOptional = m.isOptional && name != "name"
		m.isNullable = value.Kind() == reflect.Pointer
		all = append(all, m)
	}
	return all
}

// readBrand reads the body of UpdateBrand or CreateBrand into b.
func (c *call) readBrand(b *Brand, members []member) bool {
	if !c.readObject(c.body, "the body", members...) {
		return false
	}
	if strings.TrimSpace(b.Name) == "" {
		return c.refuse("a brand needs a name")
	}
	if b.ReferenceURL != nil && *b.ReferenceURL == "" {
		b.ReferenceURL = nil
	}
	return true
}

func (c *call) brandBody(b *Brand) map[string]any {
	usual := TimeForm{Zone: "Z", FractionDigits: 3}
	body := map[string]any{
		"id": b.ID, "accountId": c.account.ID, "lastModifierUserName": b.LastModifierUserName,
		"create": c.timestamp(b.Create, usual), "lastModified": c.timestamp(b.LastModified, usual),
	}
	for _, m := range b.members(required) {
		body[m.name] = m.to
	}
	if b.Tags == nil {
		body["tags"] = []string{}
	}
	return body
}

func updateBrandSettings(c *call) {
	var next BrandsModelSettings
	if !c.readObject(c.body, "the body", required("state", &next.State), required("useBuiltIn", &next.UseBuiltIn)) {
		return
	}
	c.account.settings = next
	c.respondJSON(http.StatusOK, next)
}

func listBrands(c *call) {
	list := make([]map[string]any, 0, len(c.account.brands))
	for _, id := range slices.Sorted(maps.Keys(c.account.brands)) {
		b := c.account.brands[id]
		isListed := c.account.pollListed(b, c.now())
		if isListed {
			list = append(list, c.brandBody(b))
		}
	}
	c.respondJSON(http.StatusOK, list)
}

func createBrand(c *call) {
	created := Brand{Enabled: true, Create: c.now()}
	if !c.readBrand(&created, created.members(optional)) {
		return
	}
	if !c.requireFreeBrandName(&created, "ALREADY_EXISTS") {
		return
	}
	c.stamp(&created)
	created.ID = c.server.newBrandID(c.account, created.Name)
	c.account.brands[created.ID] = &created
	c.account.notYetListed[&created] = c.server.begin(c.opts.brandsListed)
	c.respondJSON(http.StatusCreated, c.brandBody(&created))
}

// newBrandID returns the id of a brand that is created through the API. It follows from the name,
// as other ids do (see newID), and differs each time.
func (s *Server) newBrandID(a *account, name string) int32 {
	const (
		first = 100_000
		span  = 1 << 30
	)
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(s.newID("brand", a.ID, name)))
	return int32(first + sum.Sum32()%span)
}

func deleteBrand(c *call, b *Brand) {
	c.account.removeBrand(b.ID)
	c.respondEmpty(http.StatusNoContent)
}

func getBrandSettings(c *call) {
	c.respondJSON(http.StatusOK, c.account.settings)
}
