package mockserver

import (
	"net/http"
	"strings"
	"time"
)

// Option changes the behavior of the service. Without options, the service follows the contract
// and, for open points of the contract, other services. There is an option for another reading of
// an open point only if a test needs it. The name of an option begins with With.
type Option func(*options)

type options struct {
	clock         func() time.Time
	tokenLifetime time.Duration
	tokenUses     int // 0: as many as its lifetime allows
	basePath      string
	latency       time.Duration
	onRequest     func(Request)
	seed          uint64

	extended bool
	lacks    map[Operation]int // statuses

	keyOnOperations   KeyRule
	lowerErrorMembers bool
	timeForm          *TimeForm
	pageCap           int // 0: that of the operation
	edits             map[Operation][]func(*response)
	listsAllLocations bool

	brandDuplicate      contractError // zero: that of the operation
	ignoresBrandNames   bool
	brandsListed        JobEnd
	othersListed        JobEnd
	brandNamesMatchCase bool

	sameFileName  SameFileName
	training      JobEnd
	whileTraining contractError // zero: updates are taken

	uniquePersonNames       bool
	showsPersonsTotal       bool
	refusedPictures         map[string]string // error types by a part of the address
	rendering               JobEnd
	cancelling              JobEnd
	rendersEndWithoutResult bool
	indexing                JobEnd
	strictTranscripts       bool
	widgetRedirects         bool
	widgetForAccountTokens  bool
}

func defaultOptions() options {
	return options{
		clock:           time.Now,
		tokenLifetime:   time.Hour,
		lacks:           map[Operation]int{},
		refusedPictures: map[string]string{},
		edits:           map[Operation][]func(*response){},
	}
}

// WithClock replaces the clock that tokens, limits and timestamps follow.
func WithClock(now func() time.Time) Option { return func(o *options) { o.clock = now } }

// WithTokenLifetime sets the validity of an access token. The default is the maximum of the
// contract, one hour.
func WithTokenLifetime(d time.Duration) Option { return func(o *options) { o.tokenLifetime = d } }

// WithTokenUses makes access tokens expire after n calls, for tests that must not depend on the
// speed of the machine.
func WithTokenUses(n int) Option { return func(o *options) { o.tokenUses = n } }

// WithBasePath puts the whole service below a path prefix such as "/api".
func WithBasePath(prefix string) Option {
	return func(o *options) { o.basePath = strings.TrimSuffix(prefix, "/") }
}

// WithLatency delays the response of every request.
func WithLatency(d time.Duration) Option { return func(o *options) { o.latency = d } }

// WithRequestHook calls f after each request, without the service's lock, in the goroutine that
// served the request.
func WithRequestHook(f func(Request)) Option { return func(o *options) { o.onRequest = f } }

// WithSeed makes the ids of the service differ from the ids of another seed. With one seed, the
// n-th object of a kind and name always gets the same id, so that runs under chaos can be repeated.
func WithSeed(seed uint64) Option { return func(o *options) { o.seed = seed } }

// WithExtended adds the extended operations. Without it, their routes are unknown.
func WithExtended() Option { return func(o *options) { o.extended = true } }

// WithoutOperations removes extended operations from the service, which then answers 404 without an
// error object, 405 or 501.
func WithoutOperations(status int, operations ...Operation) Option {
	return func(o *options) {
		for _, operation := range operations {
			o.lacks[operation] = status
		}
	}
}

// WithExtendedMissing removes all extended operations from the service, but allows requests for
// them. The service answers 404 without an error object, as for an unknown route, but does not
// record a violation.
func WithExtendedMissing() Option {
	return func(o *options) {
		o.extended = true
		for _, e := range endpoints(true) {
			if e.operation.IsExtended() {
				o.lacks[e.operation] = http.StatusNotFound
			}
		}
	}
}

// KeyRule sets whether operations require the subscription key in addition to the access token.
type KeyRule int

const (
	KeyWhereListed KeyRule = iota // a missing key is a violation where the contract lists it, and the request is served
	KeyOptional
	KeyRequired // 401 on every operation
)

// WithKeyRule sets whether operations require the subscription key. A wrong key is always
// refused.
func WithKeyRule(rule KeyRule) Option { return func(o *options) { o.keyOnOperations = rule } }

// WithLowerErrorMembers begins the members of all error objects with a small letter. Without it,
// those of GetProjectAccessToken and UpdateBrand do.
func WithLowerErrorMembers() Option { return func(o *options) { o.lowerErrorMembers = true } }

// WithPageCap sets the highest number of elements on a page of ListFaces, ListPersons, ListProjects
// or ListVideos, whatever pageSize is.
func WithPageCap(n int) Option { return func(o *options) { o.pageCap = n } }

// WithAccountsOfAllLocations makes ListAccounts list the accounts of every location.
func WithAccountsOfAllLocations() Option { return func(o *options) { o.listsAllLocations = true } }

// WithDuplicateBrandError sets the response to a name that another brand of the account has. The
// default is 400 INVALID_INPUT for UpdateBrand, and 400 ALREADY_EXISTS for CreateBrand; GENERAL is
// seen for both.
func WithDuplicateBrandError(status int, errorType string) Option {
	return func(o *options) { o.brandDuplicate = contractError{status, errorType} }
}

// WithBrandNamesIgnored answers an update that renames a brand with 200 and the previous name, and
// applies the other values.
func WithBrandNamesIgnored() Option { return func(o *options) { o.ignoresBrandNames = true } }

// WithCreatedBrandsListed sets when ListBrands lists a brand that CreateBrand created: at once,
// after a number of ListBrands without it, or after a time by the server's clock. GetBrand finds it
// at once.
func WithCreatedBrandsListed(e JobEnd) Option { return func(o *options) { o.brandsListed = e } }

// WithCreatedListed sets when lists show objects that were created through the API, as
// [WithCreatedBrandsListed] does for brands. Requests for the object itself find it at once.
func WithCreatedListed(e JobEnd) Option {
	return func(o *options) {
		o.brandsListed = e
		o.othersListed = e
	}
}

// WithCaseSensitiveBrandNames lets brands of an account have names that differ in letter case
// alone.
func WithCaseSensitiveBrandNames() Option { return func(o *options) { o.brandNamesMatchCase = true } }

// SameFileName is the effect of an update of a language model on a file whose name the model
// already has.
type SameFileName int

const (
	SameNameKeepsID SameFileName = iota
	SameNameNewID
	SameNameAddsSecond
)

// WithSameFileNames sets what an update does if the model already has a file with the name.
func WithSameFileNames(rule SameFileName) Option { return func(o *options) { o.sameFileName = rule } }

// WithTrainingEnd sets how long a training runs. Only GetLanguageModel shows its state: the first
// request during a training shows Waiting, the others Processing. With [WhenTold], a training runs
// until [Server.FinishTraining].
func WithTrainingEnd(e JobEnd) Option { return func(o *options) { o.training = e } }

// WithUpdatesRefusedInTraining refuses an update of a language model that is being trained,
// with 400 or 409.
func WithUpdatesRefusedInTraining(status int) Option {
	errorType := "INVALID_INPUT"
	if status == http.StatusConflict {
		errorType = "GENERAL"
	}
	return func(o *options) { o.whileTraining = contractError{status, errorType} }
}

// WithUniquePersonNames refuses, with 400 PERSON_NAME_NOT_UNIQUE, the name that another person of
// the model has.
func WithUniquePersonNames() Option { return func(o *options) { o.uniquePersonNames = true } }

// WithPersonsTotal adds totalCount to the response of ListPersons.
func WithPersonsTotal() Option { return func(o *options) { o.showsPersonsTotal = true } }

// WithRefusedPictures makes AddFace refuse, with 400 and errorType (INVALID_PICTURE,
// INVALID_PICTURE_SIZE), pictures whose address contains part.
func WithRefusedPictures(part, errorType string) Option {
	return func(o *options) { o.refusedPictures[part] = errorType }
}

// WithRenderEnd sets how long every render runs.
func WithRenderEnd(e JobEnd) Option { return func(o *options) { o.rendering = e } }

// WithCancellationEnd sets how long the cancellation of a render takes.
func WithCancellationEnd(e JobEnd) Option { return func(o *options) { o.cancelling = e } }

// WithoutEndedRenders forgets renders that failed or were canceled: the next request of one (14)
// starts a new one. Without it, the service answers 200 with the state and error of the render that
// ended.
func WithoutEndedRenders() Option { return func(o *options) { o.rendersEndWithoutResult = true } }

// WithIndexingEnd sets how long every indexing runs: of ReindexVideo, of UpdateTranscript, and of
// videos added as Processing.
func WithIndexingEnd(e JobEnd) Option { return func(o *options) { o.indexing = e } }

// WithStrictTranscripts accepts only transcripts as the contract describes them, without other
// features of WebVTT.
func WithStrictTranscripts() Option { return func(o *options) { o.strictTranscripts = true } }

// WithWidgetRedirects answers GetInsightsWidget with a redirect (302) in place of a page. The
// address contains the access token of the request.
func WithWidgetRedirects() Option { return func(o *options) { o.widgetRedirects = true } }

// WithWidgetForAccountTokens lets GetInsightsWidget accept tokens of account scope too; the family
// of services requires video scope.
func WithWidgetForAccountTokens() Option { return func(o *options) { o.widgetForAccountTokens = true } }
