package videoindexer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// BrandFields are the fields of a brand that can be written. An update sends all of them, so a
// field that must not change needs the value that was read.
type BrandFields struct {
	Name        string `json:"name"`
	Enabled     bool   `json:"enabled"`
	Description string `json:"description"`
	// ReferenceURL is nil if the brand has none.
	ReferenceURL *string `json:"referenceUrl"`
	// Tags of a brand that was read is never nil.
	Tags []string `json:"tags"`
}

// Brand is a brand of an account.
type Brand struct {
	BrandFields

	ID                   int32  `json:"id"`
	AccountID            string `json:"accountId"`
	LastModifierUserName string `json:"lastModifierUserName"`
	// Created is RFC 3339 in UTC; empty if the service does not return it.
	Created string `json:"create"`
	// LastModified is RFC 3339 in UTC; empty if the service does not return it.
	LastModified string `json:"lastModified"`
}

type brandWire struct {
	Brand

	OtherCreated string `json:"created"`
	// Tags has nil for null.
	Tags []*string `json:"tags"`

	// members are those of the response, by their names in lower case.
	members map[string]jsontext.Value
}

func (b Brand) idAndName() (id, name string) { return brandIDText(b.ID), NormalText(b.Name) }

func brandIDText(id int32) string { return strconv.Itoa(int(id)) }

// brandNameTakenTypes are the types of the errors about a name that another brand has: some
// services have no special type for it.
var brandNameTakenTypes = []ErrorType{ErrorTypeAlreadyExists, ErrorTypeGeneral}

// CreateBrand creates a brand (X2) and returns the brand of the service. The request is sent once.
// If its response is lost or does not identify the brand, CreateBrand searches the list for the
// name (X1), because names are unique. The list may take a moment to show the brand. The error is
// an AmbiguousError if no brand has the name, or if the response was lost and the brand has other
// values, because somebody else may have created it. Creates with the same name run one after the
// other, and never return the brand of another create. If the name is taken, the error is an
// APIError with status 400.
func (c *Client) CreateBrand(ctx context.Context, account AccountRef, fields BrandFields) (*Brand, error) {
	defer c.brandLists.invalidate(account, "")
	r := accountRequest(OperationCreateBrand, account)
	r.IsSentOnce = true
	r.JSON = fields
	r.nameTakenTypes = brandNameTakenTypes
	var wire *brandWire
	create := creation[Brand]{
		recentWrites: c.recentWrites, collection: r.Path, name: NormalText(fields.Name),
		list: func(ctx context.Context) ([]Brand, error) { return c.ListBrands(ctx, account) },
		matches: func(b Brand, isCreated bool) bool {
			isLikely := isCreated || b.IsSameAs(fields)
			return isLikely && IsSameText(b.Name, fields.Name)
		},
		send: func() (brand *Brand, err error) {
			wire, err = doAndDecode(ctx, c, r, decodeCreatedBrand)
			return brandOf(wire, err)
		},
	}
	brand, err := create.run(ctx)
	isFromList := create.sendErr != nil
	if err != nil || isFromList {
		return brand, err
	}
	brand, err = c.readBack(ctx, account, wire, fields)
	if err != nil {
		// The brand exists. The next refresh reads it.
		return &Brand{ID: wire.ID, BrandFields: fields}, nil
	}
	return brand, nil
}

// decodeCreatedBrand reads the response to a create, which may be empty. One that does not say
// which brand it is about is an error.
func decodeCreatedBrand(body []byte) (*brandWire, error) {
	wire := &brandWire{}
	if !isBlank(body) {
		var err error
		wire, err = decodeAnyBrand(body)
		if err != nil {
			return nil, err
		}
	}
	if wire.ID == 0 {
		return nil, errors.New("neither the response nor the list of brands contains the id of the brand")
	}
	return wire, nil
}

// GetBrand reads a brand (16).
func (c *Client) GetBrand(ctx context.Context, account AccountRef, id int32) (*Brand, error) {
	r := accountRequest(OperationGetBrand, account, brandIDText(id))
	brand, err := doAndDecode(ctx, c, r, func(body []byte) (*Brand, error) {
		return brandOf(decodeBrand(body, id, "name"))
	})
	if err == nil {
		c.recentWrites.recordName(r.Path, brand.Name)
	}
	return brand, err
}

// ListBrands reads all brands of an account, the disabled ones too, by ascending id (X1).
func (c *Client) ListBrands(ctx context.Context, account AccountRef) ([]Brand, error) {
	r := accountRequest(OperationListBrands, account)
	brands, err := getList(ctx, c, r, "brand", func(element []byte) (*Brand, error) {
		return brandOf(decodeAnyBrand(element, "id", "name", "enabled"))
	})
	slices.SortFunc(brands, func(a, b Brand) int { return cmp.Compare(a.ID, b.ID) })
	return brands, err
}

// GetCachedBrand reads a brand for a refresh or a plan. With extended operations, all such reads of
// an account share one list (X1), until it is 30 seconds old or this client writes a brand of the
// account. A brand that the list does not show is read by its id (16). If the service does not
// return the list, every brand is.
func (c *Client) GetCachedBrand(ctx context.Context, account AccountRef, id int32) (*Brand, error) {
	if !c.AllowsExtended() {
		return c.GetBrand(ctx, account, id)
	}
	listed, err := c.brandLists.listed(ctx, account, "", brandIDText(id))
	if err != nil || listed != nil {
		return listed, err
	}
	return c.GetBrand(ctx, account, id)
}

// ListCachedBrands lists the brands of an account for a refresh, a plan, or an apply that an engine
// has just planned (X1). It shares the list of GetCachedBrand. After this client has written a
// brand of the account, it reads a new list.
func (c *Client) ListCachedBrands(ctx context.Context, account AccountRef) ([]Brand, error) {
	list, err := c.brandLists.current(ctx, account, "", nil)
	return slices.Clone(list.items), err
}

// FindBrands returns the ids of the brands with a name, from the list of ListCachedBrands.
func (c *Client) FindBrands(ctx context.Context, account AccountRef, name string) (ids []string, err error) {
	list, err := c.brandLists.current(ctx, account, "", nil)
	return idsOf(list.named(name)), err
}

// UpdateBrand writes the fields of a brand and returns the brand of the service afterwards (17).
// The contract does not say which fields the response repeats. If the response lacks a field or
// differs from the request, the brand is read once (16).
func (c *Client) UpdateBrand(
	ctx context.Context, account AccountRef, id int32, fields BrandFields,
) (*Brand, error) {
	defer c.brandLists.invalidate(account, "")
	r := accountRequest(OperationUpdateBrand, account, brandIDText(id))
	r.JSON = fields
	r.nameTakenTypes = brandNameTakenTypes
	r.isRename = c.recentWrites.isNewName(r.Path, fields.Name)
	wire, err := doAndDecode(ctx, c, r, func(body []byte) (*brandWire, error) { return decodeBrand(body, id) })
	if err != nil {
		return nil, err
	}
	c.recentWrites.recordName(r.Path, fields.Name)
	brand, err := c.readBack(ctx, account, wire, fields)
	if err != nil {
		return nil, fmt.Errorf("the brand was updated, but could not be read afterwards: %w", err)
	}
	return brand, nil
}

// readBack returns a brand that was written. If the response is incomplete, or differs from what
// was sent, the brand is read (16).
func (c *Client) readBack(
	ctx context.Context, account AccountRef, wire *brandWire, sent BrandFields,
) (*Brand, error) {
	if wire.isComplete() && wire.IsSameAs(sent) {
		return &wire.Brand, nil
	}
	return c.GetBrand(ctx, account, wire.ID)
}

// DeleteBrand deletes a brand (X3).
func (c *Client) DeleteBrand(ctx context.Context, account AccountRef, id int32) error {
	defer c.brandLists.invalidate(account, "")
	return c.doAndConfirm(ctx, accountRequest(OperationDeleteBrand, account, brandIDText(id)))
}

// brandOf makes a Brand of a response.
func brandOf(wire *brandWire, err error) (*Brand, error) {
	if err != nil {
		return nil, err
	}
	return &wire.Brand, nil
}

// decodeBrand reads the brand with an id; one with another id is an error.
func decodeBrand(data []byte, id int32, required ...string) (*brandWire, error) {
	wire, err := decodeAnyBrand(data, required...)
	if err != nil {
		return nil, err
	}
	if wire.hasValue("id") && wire.ID != id {
		return nil, fmt.Errorf("the response contains brand %d, not brand %d", wire.ID, id)
	}
	wire.ID = id
	return wire, nil
}

// decodeAnyBrand reads a brand that has some members at least.
func decodeAnyBrand(data []byte, required ...string) (*brandWire, error) {
	var members map[string]jsontext.Value
	err := decodeJSON(data, &members)
	if err != nil {
		return nil, err
	}
	wire := &brandWire{members: make(map[string]jsontext.Value, len(members))}
	for name, value := range members {
		wire.members[strings.ToLower(name)] = value
	}
	err = decodeJSON(data, wire)
	if err != nil {
		return nil, err
	}
	for _, member := range required {
		if !wire.hasValue(member) {
			return nil, errors.New("the brand has no " + member)
		}
	}
	wire.Brand.Tags = []string{}
	for _, tag := range wire.Tags {
		if tag != nil {
			wire.Brand.Tags = append(wire.Brand.Tags, *tag)
		}
	}
	wire.Created = parseTimestamp(cmp.Or(wire.Created, wire.OtherCreated))
	wire.LastModified = parseTimestamp(wire.LastModified)
	return wire, nil
}

// hasMember reports whether the response has a member, which may be null.
func (w *brandWire) hasMember(member string) bool {
	_, hasMember := w.members[member]
	return hasMember
}

// hasValue reports whether the response has a member that is not null.
func (w *brandWire) hasValue(member string) bool {
	return !isNull(w.members[member])
}

// isComplete reports whether the response has all members of a brand that callers use.
func (w *brandWire) isComplete() bool {
	for field := range reflect.TypeFor[BrandFields]().Fields() {
		member := strings.ToLower(field.Tag.Get("json"))
		if !w.hasMember(member) {
			return false
		}
	}
	hasCreated := w.hasMember("create") || w.hasMember("created")
	hasModified := w.hasMember("lastmodified") && w.hasMember("lastmodifierusername")
	return hasCreated && hasModified
}

// Normal returns the fields in a form in which those that mean the same are equal: texts are
// normal, a text that is null and an empty one are the same, and lists are sets.
func (f BrandFields) Normal() BrandFields {
	for _, value := range reflect.ValueOf(&f).Elem().Fields() {
		switch field := value.Addr().Interface().(type) {
		case *string:
			*field = NormalText(*field)
		case **string:
			text := NormalText(valueOf(*field))
			*field = &text
			if text == "" {
				*field = nil
			}
		case *[]string:
			*field = asSet(*field)
		}
	}
	return f
}

// IsSameAs reports whether fields mean the same as others.
func (f BrandFields) IsSameAs(other BrandFields) bool {
	return reflect.DeepEqual(f, other) || reflect.DeepEqual(f.Normal(), other.Normal())
}

// asSet sorts normal texts, with each once.
func asSet(values []string) []string {
	set := make([]string, 0, len(values))
	for _, value := range values {
		set = append(set, NormalText(value))
	}
	slices.Sort(set)
	return slices.Compact(set)
}
