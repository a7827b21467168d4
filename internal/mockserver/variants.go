package mockserver

// variants holds a reading for each point that the contract leaves open.
type variants struct {
	tokenBody       TokenBodyForm
	keyOnOperations KeyRule
	errorMembers    MemberCase
	errorBody       BodyForm
	notFoundBody    BodyForm
	notFoundType    string
	tooManyBody     BodyForm
	requestIDHeader string
	timeForm        *TimeForm

	accountAnswer      Shape
	createdAnswer      Shape
	trialCreateStatus  int
	people             PeopleForm
	quotaUsage         QuotaRule
	accountFlagMembers map[string]string
	summaryTokens      SummaryTokenForm
	listsAllLocations  bool
	writeUserNeeded    bool

	brandCreatedMember string
	brandDrops         map[string]bool
	brandOmits         map[string]bool
	brandStores        func(*Brand)
	brandDuplicate     wireError // zero: that of the operation
	keepsEmptyURL      bool
	settingsAnswer     Shape

	modelIDMember   string
	modelAnswer     Shape
	capitalLanguage bool
	sameFileName    SameFileName
	fileOrder       FileOrder
	checksFileURLs  bool
	formRequired    bool
	ignoresEnable   bool
}

func defaultVariants() variants {
	return variants{
		keyOnOperations:    KeyWhereListed,
		notFoundType:       "NOT_FOUND",
		tooManyBody:        BodyStatusCode,
		requestIDHeader:    "x-ms-request-id",
		accountAnswer:      ShapeArray,
		createdAnswer:      ShapeObject,
		trialCreateStatus:  403,
		accountFlagMembers: map[string]string{"includeMediaInfo": "mediaInfo", "includeStatistics": "statistics"},
		brandCreatedMember: "create",
		brandDrops:         map[string]bool{},
		brandOmits:         map[string]bool{},
		settingsAnswer:     ShapeObject,
		modelIDMember:      "id",
		modelAnswer:        ShapeObject,
		checksFileURLs:     true,
	}
}

// TokenBodyForm is how an authorization endpoint writes a token.
type TokenBodyForm int

const (
	TokenQuoted TokenBodyForm = iota // a JSON string
	TokenBare
	TokenQuotedSpaced // a JSON string between white space
	TokenBareSpaced
	TokenEmpty       // 200 and no body
	TokenEmptyQuoted // 200 and an empty JSON string
)

// TokenBody sets how tokens are written.
func TokenBody(form TokenBodyForm) Option { return func(o *options) { o.tokenBody = form } }

// KeyRule says whether operations want the subscription key beside the access token.
type KeyRule int

const (
	KeyWhereListed KeyRule = iota // its absence is a violation on 4, 5 and 10, which are served all the same
	KeyOptional
	KeyRequired // 401 on every operation
)

// KeyOnOperations sets whether operations want the subscription key. A wrong key is always refused.
func KeyOnOperations(rule KeyRule) Option { return func(o *options) { o.keyOnOperations = rule } }

// MemberCase is the letter case of the members of error objects.
type MemberCase int

const (
	MembersByEndpoint MemberCase = iota // lower on 1 and 17, capitalised elsewhere
	MembersLower
	MembersCapitalised
)

// ErrorMembers forces the letter case of error members.
func ErrorMembers(c MemberCase) Option { return func(o *options) { o.errorMembers = c } }

// BodyForm is the form of an error's body.
type BodyForm int

const (
	BodyErrorObject BodyForm = iota
	BodyEmpty
	BodyText
	BodyHTML
	BodyStatusCode // {"statusCode": 401, "message": "..."}
)

// ErrorBody replaces the error object of every error by another body.
func ErrorBody(form BodyForm) Option { return func(o *options) { o.errorBody = form } }

// NotFoundBody replaces the error object of 404 alone, as a gateway in front of the service may.
func NotFoundBody(form BodyForm) Option { return func(o *options) { o.notFoundBody = form } }

// NotFoundType sets the error type of a 404 for which the contract names none. The default is NOT_FOUND.
func NotFoundType(errorType string) Option { return func(o *options) { o.notFoundType = errorType } }

// TooManyBody sets the body of a 429.
func TooManyBody(form BodyForm) Option { return func(o *options) { o.tooManyBody = form } }

// RequestIDHeader names the response header with the service's request id; "" sends none.
func RequestIDHeader(name string) Option { return func(o *options) { o.requestIDHeader = name } }

// TimeForm is how timestamps are written: Zone is "", "Z" or an offset such as "+00:00".
type TimeForm struct {
	Zone           string
	FractionDigits int
}

// Timestamps forces one form on all timestamps.
func Timestamps(form TimeForm) Option { return func(o *options) { o.timeForm = &form } }

// Shape is the shape of a successful answer.
type Shape int

const (
	ShapeObject Shape = iota
	ShapeArray
	ShapeNothing // no body
)

// AccountAnswer sets the shape of Get Account (5): an array unless told otherwise.
func AccountAnswer(s Shape) Option { return func(o *options) { o.accountAnswer = s } }

// CreatedAccountAnswer sets the body of the 201 of endpoint 4.
func CreatedAccountAnswer(s Shape) Option { return func(o *options) { o.createdAnswer = s } }

// TrialCreateStatus is the status of creating a paid account in a trial location: 403 (default) or 400.
func TrialCreateStatus(status int) Option { return func(o *options) { o.trialCreateStatus = status } }

// PeopleForm is the element of owners, contributors and readers.
type PeopleForm int

const (
	PeopleObjects PeopleForm = iota
	PeopleEmails
	PeopleNull // objects, and null in place of an empty list
)

// People sets the element of the people lists of an account.
func People(form PeopleForm) Option { return func(o *options) { o.people = form } }

// QuotaRule says when an account shows quotaUsage.
type QuotaRule int

const (
	QuotaUnlessRefused QuotaRule = iota // unless includeUsage=false
	QuotaWhenAsked                      // with includeUsage=true only
)

// QuotaUsage sets when endpoint 5 shows quotaUsage.
func QuotaUsage(rule QuotaRule) Option { return func(o *options) { o.quotaUsage = rule } }

// AccountFlagMember names the member that includeMediaInfo or includeStatistics adds to an account.
func AccountFlagMember(flag, member string) Option {
	return func(o *options) { o.accountFlagMembers[flag] = member }
}

// SummaryTokenForm is what an account summary (3) says of tokens.
type SummaryTokenForm int

const (
	SummaryTokenMember SummaryTokenForm = iota // accessToken when asked for, no member otherwise
	SummaryTokenNull                           // accessToken when asked for, null otherwise
	SummaryTokenNever                          // no token even when asked for
)

// SummaryTokens sets what an account summary says of tokens.
func SummaryTokens(form SummaryTokenForm) Option { return func(o *options) { o.summaryTokens = form } }

// ListsAllLocations makes endpoint 3 list the accounts of every location.
func ListsAllLocations() Option { return func(o *options) { o.listsAllLocations = true } }

// WriteUserNeeded makes endpoint 3 refuse allowEdit=true to a user token without write permission.
func WriteUserNeeded() Option { return func(o *options) { o.writeUserNeeded = true } }

// BrandCreatedMember names a brand's creation time: "create" (default) or "created".
func BrandCreatedMember(name string) Option { return func(o *options) { o.brandCreatedMember = name } }

// BrandDrops makes PUT brand ignore the named fields: the brand keeps its former values.
func BrandDrops(fields ...string) Option {
	return func(o *options) {
		for _, f := range fields {
			o.brandDrops[f] = true
		}
	}
}

// BrandAnswerOmits leaves the named fields out of the answer of PUT brand, though they were stored.
func BrandAnswerOmits(fields ...string) Option {
	return func(o *options) {
		for _, f := range fields {
			o.brandOmits[f] = true
		}
	}
}

// BrandStores changes a brand on its way into the store, as a service that normalises values does.
func BrandStores(f func(*Brand)) Option { return func(o *options) { o.brandStores = f } }

// DuplicateBrandName sets the answer to a name that another brand of the account has. The default is 400 INVALID_INPUT
// for an update (17), and 400 ALREADY_EXISTS for a creation (X2); GENERAL is seen for both.
func DuplicateBrandName(status int, errorType string) Option {
	return func(o *options) { o.brandDuplicate = wireError{status, errorType} }
}

// KeepsEmptyReferenceURL stores an empty referenceUrl as "" rather than null.
func KeepsEmptyReferenceURL() Option { return func(o *options) { o.keepsEmptyURL = true } }

// SettingsAnswer sets the body of endpoint 18: the settings, or nothing.
func SettingsAnswer(s Shape) Option { return func(o *options) { o.settingsAnswer = s } }

// ModelIDMember names the id of a language model: "id" (default), "modelId", or "" for an answer without one.
func ModelIDMember(name string) Option { return func(o *options) { o.modelIDMember = name } }

// ModelAnswer sets the shape of the answers of 19 and 20: the model, or nothing.
func ModelAnswer(s Shape) Option { return func(o *options) { o.modelAnswer = s } }

// CapitalLanguage answers a model's language as En-US where en-US was sent.
func CapitalLanguage() Option { return func(o *options) { o.capitalLanguage = true } }

// SameFileName is what an update of a language model does with a file whose name the model has already.
type SameFileName int

const (
	SameNameKeepsID SameFileName = iota
	SameNameNewID
	SameNameAddsSecond
	SameNameRefused // 400 INVALID_INPUT, nothing of the request taken
)

// SameFileNames sets what an update does with the name of a file that the model has already.
func SameFileNames(rule SameFileName) Option { return func(o *options) { o.sameFileName = rule } }

// FileOrder is the order of the files in the answers of 19 and 20.
type FileOrder int

const (
	FilesAsSent FileOrder = iota
	FilesReversed
	FilesByID
)

// FilesOrder sets the order of the files in answers.
func FilesOrder(order FileOrder) Option { return func(o *options) { o.fileOrder = order } }

// AcceptsAnyFileURL switches off the check that a file's URL is http or https and names a txt, vtt, srt or ttml file.
func AcceptsAnyFileURL() Option { return func(o *options) { o.checksFileURLs = false } }

// FormRequired refuses an update of a language model (20) that has no form at all.
func FormRequired() Option { return func(o *options) { o.formRequired = true } }

// FilesShown is how a list of models (X5) shows the files of a model.
type FilesShown int

const (
	FilesInFull FilesShown = iota
	FilesAbsent            // no member
	FilesNull
)

// IgnoresEnable makes an update of a language model (20) accept enable and leave the files as they are.
func IgnoresEnable() Option { return func(o *options) { o.ignoresEnable = true } }
