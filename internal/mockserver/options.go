package mockserver

import (
	"strings"
	"time"
)

// Option changes how the service behaves. Without any, it behaves as the contract says, and as services of its family
// do where the contract is silent.
type Option func(*options)

type options struct {
	clock         func() time.Time
	tokenLifetime time.Duration
	tokenUses     int // 0: as many as its lifetime allows
	basePath      string
	keys          []string
	trial         []string // locations without paid accounts
	latency       time.Duration
	onRequest     func(Request)
	seed          uint64

	requestsPerSecond int
	requestsPerMinute int
	limitWindow       Window
	retryAfter        RetryAfter

	mediaResourceErrors map[string]string

	variants
	media    mediaOptions
	extended extendedOptions
}

func defaultOptions() options {
	return options{
		clock:               time.Now,
		tokenLifetime:       time.Hour,
		keys:                []string{DefaultSubscriptionKey},
		trial:               []string{"trial"},
		mediaResourceErrors: map[string]string{},
		variants:            defaultVariants(),
		media:               defaultMediaOptions(),
		extended:            defaultExtendedOptions(),
	}
}

// WithClock replaces the clock that tokens, limits and timestamps follow.
func WithClock(now func() time.Time) Option { return func(o *options) { o.clock = now } }

// TokenLifetime is how long an access token is accepted. The default is the contract's upper bound, one hour.
func TokenLifetime(d time.Duration) Option { return func(o *options) { o.tokenLifetime = d } }

// TokenUses makes access tokens expire after n calls, for tests that must see it happen on a machine of any speed.
func TokenUses(n int) Option { return func(o *options) { o.tokenUses = n } }

// BasePath puts the whole service below a path prefix such as "/api".
func BasePath(prefix string) Option {
	return func(o *options) { o.basePath = strings.TrimSuffix(prefix, "/") }
}

// SubscriptionKeys names the accepted subscription keys in place of [DefaultSubscriptionKey].
func SubscriptionKeys(keys ...string) Option { return func(o *options) { o.keys = keys } }

// TrialLocations names the locations that hold trial accounts only; every other location is a paid region.
// The default is "trial".
func TrialLocations(names ...string) Option { return func(o *options) { o.trial = names } }

// Latency delays the answer of every request.
func Latency(d time.Duration) Option { return func(o *options) { o.latency = d } }

// OnRequest calls f after each request, outside the service's lock, from the goroutine that served it.
func OnRequest(f func(Request)) Option { return func(o *options) { o.onRequest = f } }

// Seed makes the ids that the service gives out differ from those of another seed. Under one seed the n-th object of
// a kind and name always gets the same id, so that runs under chaos can be repeated.
func Seed(seed uint64) Option { return func(o *options) { o.seed = seed } }

// RequestsPerSecond refuses what exceeds n requests a second with 429.
func RequestsPerSecond(n int) Option { return func(o *options) { o.requestsPerSecond = n } }

// RequestsPerMinute refuses what exceeds n requests a minute with 429.
func RequestsPerMinute(n int) Option { return func(o *options) { o.requestsPerMinute = n } }

// FamilyLimits sets the limits seen at services of this family: 10 requests a second and 120 a minute.
func FamilyLimits() Option {
	return func(o *options) { o.requestsPerSecond, o.requestsPerMinute = 10, 120 }
}

// Window says how a request limit counts.
type Window int

const (
	SlidingWindow Window = iota // the requests of the last second or minute
	FixedWindow                 // the requests since the clock's second or minute began
)

// LimitWindow sets how request limits count. The default is [SlidingWindow].
func LimitWindow(w Window) Option { return func(o *options) { o.limitWindow = w } }

// RetryAfter is the form of the Retry-After header on a 429.
type RetryAfter int

const (
	RetryAfterSeconds RetryAfter = iota
	RetryAfterDate
	RetryAfterMissing
	RetryAfterZero
	RetryAfterHuge
	RetryAfterGarbage
)

// RetryAfterForm sets the form of Retry-After where a request limit or chaos answers 429.
func RetryAfterForm(form RetryAfter) Option { return func(o *options) { o.retryAfter = form } }

// MediaResourceError makes creation of a paid account on the named media resource fail with 400 and errorType.
func MediaResourceError(resource, errorType string) Option {
	return func(o *options) { o.mediaResourceErrors[resource] = errorType }
}
