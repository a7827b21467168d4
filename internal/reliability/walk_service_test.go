//go:build unix

package reliability

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// fields are what the service holds of an object, by the provider's name of each.
type fields map[string]any

// holdings are the objects of a service, by kind and id.
type holdings map[string]fields

type walkedRequest struct{ method, path, operation string }

func (r walkedRequest) isWrite() bool { return r.method != http.MethodGet }

// walkedService is a mock server that a walk uses and that others use, too.
type walkedService struct {
	*acctest.Server
	isExtended, keepsEmpty bool
	isLate                 bool // a list lacks a brand that was just created
}

// drawService starts a mock server that reads the open points at random.
func drawService(w *walk, seed uint64) *walkedService {
	s := &walkedService{isExtended: !chance(w.Rand, 4)}
	options, isLate := drawReadings(w.Rand, s.isExtended)
	s.isLate = isLate
	options = append(options, mockserver.Seed(seed))
	if s.keepsEmpty = chance(w.Rand, 4); s.keepsEmpty {
		options = append(options, mockserver.KeepsEmptyReferenceURL())
	}
	s.Server = acctest.NewServer(w.TB, options...)
	for i := range w.IntN(7) {
		url := w.url()
		b := mockserver.Brand{Name: w.rawName(), Enabled: chance(w.Rand, 2), Description: w.text(), Tags: w.tags()}
		if i%2 == 0 {
			b.ReferenceURL = &url
		}
		s.addBrand(b)
	}
	return s
}

func drawReadings(r *rand.Rand, isExtended bool) (options []mockserver.Option, isLate bool) {
	maybe := func(option mockserver.Option) {
		if chance(r, 4) {
			options = append(options, option)
		}
	}
	maybe(mockserver.TokenBody(pick(r, mockserver.TokenBare, mockserver.TokenQuotedSpaced, mockserver.TokenBareSpaced)))
	maybe(mockserver.KeyOnOperations(pick(r, mockserver.KeyOptional, mockserver.KeyRequired)))
	maybe(mockserver.ErrorMembers(pick(r, mockserver.MembersLower, mockserver.MembersCapitalised)))
	maybe(mockserver.TokenUses(40 + r.IntN(40)))
	maybe(mockserver.AccountAnswer(mockserver.ShapeObject))
	maybe(mockserver.ListsAllLocations())
	maybe(mockserver.Timestamps(mockserver.TimeForm{Zone: pick(r, "", "Z", "+00:00"), FractionDigits: r.IntN(8)}))
	maybe(mockserver.BrandCreatedMember("created"))
	maybe(mockserver.BrandAnswerOmits(pick(r, "tags", "description", "referenceUrl", "enabled")))
	maybe(mockserver.SettingsAnswer(mockserver.ShapeNothing))
	if isExtended {
		options = append(options, mockserver.Extended())
		maybe(mockserver.CreatedBrandAnswer(pick(r, mockserver.CreatedBrandWithoutID, mockserver.CreatedBrandNothing)))
		maybe(mockserver.CapitalBrandMembers())
		maybe(mockserver.BrandNamesMatchCase())
		before := len(options)
		maybe(mockserver.CreatedBrandsListed(mockserver.AfterRequests(1 + r.IntN(2))))
		isLate = len(options) > before
		maybe(mockserver.ShowsSettingsState(pick(r, mockserver.SettingsStateMissing, mockserver.SettingsStateAlwaysTrue)))
		maybe(mockserver.Lacks(pick(r, 404, 405, 501), "X22"))
		maybe(mockserver.DuplicateBrandName(http.StatusBadRequest, "GENERAL"))
	}
	return options, isLate
}

// provider are the arguments of the provider for the service.
func (s *walkedService) provider() args {
	return args{"endpoint": s.URL, "location": s.Account.Location, "account_id": s.Account.ID, "subscription_key": s.Key, "max_retries": 0}
}

func (s *walkedService) holds() holdings {
	all := holdings{}
	for _, b := range s.Brands(s.Account.ID) {
		f := fields{"name": b.Name, "enabled": b.Enabled, "description": b.Description, "tags": slices.Clone(b.Tags), "reference_url": nil}
		if b.ReferenceURL != nil {
			f["reference_url"] = *b.ReferenceURL
		}
		all[brandObject(b.ID)] = f
	}
	settings := s.BrandsModelSettings(s.Account.ID)
	all["settings"] = fields{"enabled": settings.State, "use_built_in": settings.UseBuiltIn}
	return all
}

func (s *walkedService) brandIDs() []int32 {
	var ids []int32
	for _, b := range s.Brands(s.Account.ID) {
		ids = append(ids, b.ID)
	}
	return ids
}

func (s *walkedService) addBrand(b mockserver.Brand) { s.AddBrand(s.Account.ID, s.stored(b)) }

func (s *walkedService) changeBrand(id int32, change func(*mockserver.Brand)) {
	s.ChangeBrand(s.Account.ID, id, func(b *mockserver.Brand) {
		change(b)
		*b = s.stored(*b)
	})
}

// stored is a brand as the service stores it.
func (s *walkedService) stored(b mockserver.Brand) mockserver.Brand {
	if b.ReferenceURL != nil && *b.ReferenceURL == "" && !s.keepsEmpty {
		b.ReferenceURL = nil
	}
	return b
}

func (s *walkedService) removeBrand(id int32) { s.RemoveBrand(s.Account.ID, id) }

func (s *walkedService) setSettings(settings mockserver.BrandsModelSettings) {
	s.SetBrandsModelSettings(s.Account.ID, settings)
}

// requests returns and forgets the requests so far: method, path and operation.
func (s *walkedService) requests() []walkedRequest {
	var all []walkedRequest
	for _, r := range s.Requests() {
		all = append(all, walkedRequest{r.Method, r.Path, r.Operation()})
	}
	s.ResetRequests()
	return all
}

func (s *walkedService) secrets() []string { return append(s.IssuedTokens(), s.Key) }

// fail makes one write go wrong after n that do not, until ClearFaults.
func (s *walkedService) fail(n int, how mockserver.Action) {
	s.Script(mockserver.Fault{Skip: n, Do: how, Match: func(r *http.Request) bool { return r.Method != http.MethodGet }})
}

// changes are the fields in which two holdings of an object differ.
func (f fields) changes(other fields) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(f)) {
		if fmt.Sprintf("%#v", f[name]) != fmt.Sprintf("%#v", other[name]) {
			names = append(names, name)
		}
	}
	return names
}
