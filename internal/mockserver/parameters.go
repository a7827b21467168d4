package mockserver

import (
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// rule returns what is wrong with a value of the path or the query, "" for nothing.
type rule func(value string) (problem string)

// pathRules and queryRules are the rules for values by name; values without a rule may be any text.
// The values of language differ by operation.
var (
	pathRules = map[string]rule{
		"accountId": guidProblem, "modelId": guidProblem, "fileId": guidProblem, "personModelId": guidProblem,
		"personId": guidProblem,
		"id":       int32Problem, "characterId": int32Problem,
	}
	queryRules = map[string]rule{
		"allowEdit": flagProblem, "generateAccessTokens": flagProblem, "includeUsage": flagProblem,
		"includeMediaInfo": flagProblem, "includeStatistics": flagProblem,
		"enable": flagProblem, "sendSuccessEmail": flagProblem,
		"sendCompletionEmail": flagProblem, "setAsSourceLanguage": flagProblem,
		"pageSize": atLeast(1), "skip": atLeast(0), "createdAfter": timeProblem, "createdBefore": timeProblem,
		"modelName": emptyProblem, "fileName": emptyProblem,
		"linguisticModelId": emptyProblem, "personModelId": emptyProblem,
		"animationModelId": emptyProblem,
		"callbackUrl":      urlProblem,
		"sourceType":       oneOf(UploadedPicture, UploadedVideo),
		"format":           oneOf(slices.Sorted(maps.Keys(captionFormats))...),
		"indexingPreset": oneOf(
			"Default", "AudioOnly", "VideoOnly", "BasicAudio", "Advanced", "AdvancedAudio", "AdvancedVideo",
		),
		"streamingPreset": oneOf("NoStreaming", "Default", "SingleBitrate", "AdaptiveBitrate"),
		"sourceLanguage":  oneOf(slices.Concat([]string{"auto", "multi"}, modelLanguages)...),
		"priority":        oneOf("Low", "Normal", "High"),
	}
)

// problemUnless returns a problem if the value is wrong.
func problemUnless(isGood bool, problem string) string {
	if isGood {
		return ""
	}
	return problem
}

func guidProblem(value string) string { return problemUnless(isGUID(value), "is not a GUID") }

func emptyProblem(value string) string {
	return problemUnless(strings.TrimSpace(value) != "", "is empty")
}

func flagProblem(value string) string {
	return problemUnless(strings.EqualFold(value, "true") || strings.EqualFold(value, "false"), "is not a boolean")
}

func int32Problem(value string) string {
	_, err := strconv.ParseInt(value, 10, 32)
	return problemUnless(err == nil, "is not an int32")
}

func atLeast(least int) rule {
	return func(value string) string {
		problem := int32Problem(value)
		if problem != "" {
			return problem
		}
		n, _ := strconv.Atoi(value)
		return problemUnless(n >= least, fmt.Sprintf("is below %d", least))
	}
}

func timeProblem(value string) string { return problemUnless(!timeOf(value).IsZero(), "is not a time") }

func urlProblem(value string) string {
	_, isURL := webURL(value)
	return problemUnless(isURL, "is not an http or https URL")
}

func oneOf(allowed ...string) rule {
	return func(value string) string {
		problem := fmt.Sprintf("has a value that the contract does not list: %q", value)
		return problemUnless(slices.Contains(allowed, value), problem)
	}
}

// requireParameters responds to values of the path and the query that break a rule, and to
// parameters that the contract does not list for the operation, or that are given twice.
func (c *call) requireParameters() bool {
	for name, value := range c.pathValues {
		problem := problemWith(value, pathRules[name])
		if problem != "" {
			return c.respondInvalid("%s %s", name, problem)
		}
	}
	query, err := url.ParseQuery(c.request.URL.RawQuery)
	if err != nil {
		return c.respondInvalid("malformed query")
	}
	for name, values := range query {
		isToken := name == "accessToken" && !c.endpoint.isAuthorizedByKey()
		if !isToken && !slices.Contains(c.endpoint.query, name) {
			return c.respondInvalid("unknown query parameter %q", name)
		}
		if len(values) > 1 {
			return c.respondInvalid("query parameter %q given twice", name)
		}
		check := queryRules[name]
		if name == "language" {
			check = oneOf(c.endpoint.languages...)
		}
		problem := problemWith(values[0], check)
		if problem != "" {
			return c.respondInvalid("%s %s", name, problem)
		}
	}
	c.query = query
	return true
}

// pathText returns an unescaped value of the path.
func (c *call) pathText(name string) string { return c.pathValues[name] }

// pathNumber returns a value of the path that is an int32.
func (c *call) pathNumber(name string) int32 {
	n, _ := strconv.ParseInt(c.pathValues[name], 10, 32)
	return int32(n)
}

// queryText returns a parameter and whether it was given.
func (c *call) queryText(name string) (string, bool) { return c.query.Get(name), c.query.Has(name) }

// queryFlag returns a boolean parameter, false when it was not given.
func (c *call) queryFlag(name string) bool { return strings.EqualFold(c.query.Get(name), "true") }

// optionalQueryFlag returns a boolean parameter, nil when it was not given.
func (c *call) optionalQueryFlag(name string) *bool {
	if !c.query.Has(name) {
		return nil
	}
	value := c.queryFlag(name)
	return &value
}

// queryCount returns a parameter that is a number, and usual when it was not given.
func (c *call) queryCount(name string, usual int) int {
	if !c.query.Has(name) {
		return usual
	}
	n, _ := strconv.Atoi(c.query.Get(name))
	return n
}

// timeOf reads a time, and returns zero if the text is not a time.
func timeOf(text string) time.Time {
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", time.DateOnly} {
		t, err := time.Parse(layout, text)
		if err == nil {
			return t
		}
	}
	return time.Time{}
}

// problemWith returns what a rule finds wrong with a value; "" if there is no rule, or nothing is
// wrong.
func problemWith(value string, rule func(string) string) string {
	if rule == nil {
		return ""
	}
	return rule(value)
}
