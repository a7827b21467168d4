package mockserver

import (
	"net/http"
	"slices"
	"strconv"
)

// The extended operations have the numbers that follow this one.
const beforeExtended = 100

// X returns the number that stands for extended operation Xn wherever an endpoint has a number: X(1) for X1, in
// [Server.Count], [Request], [Fault] and [Rates].
func X(n int) int { return beforeExtended + n }

// operationName is the name that the descriptions of the service give an endpoint: "16", "X1".
func operationName(number int) string {
	if number > beforeExtended {
		return "X" + strconv.Itoa(number-beforeExtended)
	}
	return strconv.Itoa(number)
}

func (e *endpoint) name() string { return operationName(e.number) }

// extendedOptions are the variants of the extended operations.
type extendedOptions struct {
	on          bool
	lacks       map[string]int // status by operation
	brands      brandReadings
	models      modelReadings
	persons     personReadings
	connections connectionReadings
	projects    projectReadings
	videos      videoReadings
	paging      pagingReadings
}

func defaultExtendedOptions() extendedOptions {
	return extendedOptions{
		lacks: map[string]int{}, models: defaultModelReadings(), persons: defaultPersonReadings(), connections: defaultConnectionReadings(),
		projects: projectReadings{rangesMember: "videosRanges"}, paging: pagingReadings{cap: 1000},
	}
}

// Extended adds the extended operations. Without it, a request to one of them is one to an unknown route.
func Extended() Option { return func(o *options) { o.extended.on = true } }

// Lacks makes the service one that does not have the named extended operations ("X1", "X22"): 404 without an error
// object, 405 or 501.
func Lacks(status int, operations ...string) Option {
	return func(o *options) {
		for _, name := range operations {
			o.extended.lacks[name] = status
		}
	}
}

// endpoints is all that the service answers.
func (o *options) endpoints() []*endpoint {
	if !o.extended.on {
		return endpoints()
	}
	return slices.Concat(endpoints(), extendedEndpoints())
}

// extendedEndpoints is all of the extended operations. For each of them the subscription key is listed.
func extendedEndpoints() []*endpoint {
	all := slices.Concat(
		brandListEndpoints(),
		languageListEndpoints(),
		trainingEndpoints(),
		languageFileEndpoints(),
		personModelEndpoints(),
		personListEndpoints(),
		faceEndpoints(),
		connectionEndpoints(),
		projectListEndpoints(),
		renderEndpoints(),
		videoListEndpoints(),
		accountTokenEndpoints(),
	)
	for _, e := range all {
		e.keyListed = true
	}
	return all
}

// lack answers a request for an operation that the service does not have. As a gateway does, it answers everyone
// alike.
func (c *call) lack(status int) {
	form := BodyEmpty
	if status == http.StatusNotFound {
		form = BodyStatusCode
	}
	c.out = *c.s.errorAnswer(c.endpoint, form, status, "", "Resource not found")
}
