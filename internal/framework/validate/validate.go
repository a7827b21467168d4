// Package validate has checks of argument values for more than one resource. Each check runs in the
// plan and names the argument. Unknown and null values pass.
package validate

import (
	"cmp"
	"context"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// GUID accepts text of the form 00000000-0000-0000-0000-000000000000, in any letter case.
func GUID() StringCheck {
	return NewStringCheck(func(value string) string {
		if videoindexer.IsGUID(value) {
			return ""
		}
		return cmp.Or(spacesProblem(value), "is not a GUID, such as 2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b")
	})
}

// spacesProblem returns what is wrong with white space at the ends of a text, "" for nothing.
func spacesProblem(value string) string {
	if strings.TrimSpace(value) == value {
		return ""
	}
	return "has leading or trailing spaces; use trimspace()"
}

// URL accepts absolute http and https addresses without a user or password in them.
func URL() StringCheck { return masked(urlProblem) }

// URLOrEmpty accepts what URL does, and "".
func URLOrEmpty() StringCheck {
	return masked(func(value string) string {
		if value == "" {
			return ""
		}
		return urlProblem(value)
	})
}

func urlProblem(value string) string {
	address, err := url.Parse(value)
	spaces := spacesProblem(value)
	switch {
	case value == "":
		return "is empty"
	case spaces != "":
		return spaces
	case !strings.Contains(value, "://"):
		// A port, as in host:8080, makes the host look like a scheme.
		return "does not begin with http:// or https://; put https:// in front"
	case err != nil:
		return "cannot be read as a URL"
	case address.Scheme != "http" && address.Scheme != "https":
		return "does not begin with http:// or https://"
	case address.Hostname() == "":
		return "has no host"
	case address.User != nil:
		return "contains a user name or password; remove it"
	}
	return ""
}

// Endpoint accepts base URLs: addresses as URL does, to which paths can be added.
func Endpoint() StringCheck {
	return masked(func(value string) string {
		problem := urlProblem(value)
		if problem != "" {
			return problem
		}
		if strings.ContainsAny(value, "?#") {
			return "has a query or fragment; remove it"
		}
		return portProblem(value)
	})
}

// portProblem returns what is wrong with the port of an address, "" for nothing.
func portProblem(value string) string {
	address, err := url.Parse(value)
	if err != nil || address.Port() == "" {
		return ""
	}
	_, err = strconv.ParseUint(address.Port(), 10, 16)
	if err != nil {
		return "has a port above 65535"
	}
	return ""
}

var (
	userInfo = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9+.-]*://)?.*@`)
	query    = regexp.MustCompile(`[?#].+$`)
)

// Redacted returns an address for a message that refuses it: without password, and without keys in
// the query.
func Redacted(address string) string {
	withoutUser := userInfo.ReplaceAllString(address, "${1}(hidden)@")
	return query.ReplaceAllString(withoutUser, "?(hidden)")
}

// PathSegment accepts identifiers that are one segment of a path: not empty, not only dots, without
// slashes, control characters and white space at the ends.
func PathSegment() StringCheck {
	return NewStringCheck(func(value string) string {
		spaces := spacesProblem(value)
		switch {
		case strings.TrimSpace(value) == "":
			return "is empty"
		case spaces != "":
			return spaces
		case value == "." || value == "..":
			return "is not an identifier"
		case strings.ContainsAny(value, `/\`):
			return "contains a slash"
		case strings.ContainsFunc(value, unicode.IsControl):
			return "contains a control character"
		}
		return ""
	})
}

// Name accepts what every type accepts as a name. Services may remove white space at the ends.
func Name() StringCheck {
	return NewStringCheck(func(value string) string {
		if strings.TrimSpace(value) == "" {
			return "is empty"
		}
		return spacesProblem(value)
	})
}

// Duration accepts positive durations as Go writes them, such as 90s or 2m30s.
func Duration() StringCheck {
	return NewStringCheck(func(value string) string {
		duration, err := time.ParseDuration(value)
		inWords := durationInWords.FindStringSubmatch(value)
		switch {
		case err == nil && duration > 0:
			return ""
		case err == nil:
			return `is not longer than 0; write "90s" or "2h30m", for example`
		case inWords != nil:
			number := inWords[1]
			unit := strings.ToLower(cmp.Or(inWords[2], "s"))[:1]
			return fmt.Sprintf("is not a duration; write %q", number+unit)
		}
		return `is not a duration; write "90s" or "2h30m", for example`
	})
}

// durationInWords matches a duration as people write it, such as "2 hours" or "60".
var durationInWords = regexp.MustCompile(`(?i)^\s*(\d+)\s*(s|sec|seconds?|m|min|minutes?|h|hours?)?\s*$`)

// Time accepts a time in RFC 3339, a date, or one of some words. ParseTime reads it.
func Time(words ...string) StringCheck {
	problem := `is neither a time nor a date; write "2026-01-31T10:00:00Z" or "2026-01-31", for example`
	if len(words) > 0 {
		problem += `, or "` + strings.Join(words, `", or "`) + `"`
	}
	return NewStringCheck(func(value string) string {
		if ParseTime(value).IsZero() && !slices.Contains(words, value) {
			return problem
		}
		return ""
	})
}

// ParseTime returns the time of a text that Time accepts. For a date, this is the beginning of the
// day in UTC. For any other text, it is the zero time.
func ParseTime(value string) time.Time {
	for _, layout := range []string{time.RFC3339, time.DateOnly} {
		moment, err := time.Parse(layout, value)
		if err == nil {
			return moment
		}
	}
	return time.Time{}
}

// RegularExpression accepts regular expressions of Go (RE2).
func RegularExpression() StringCheck {
	return NewStringCheck(func(value string) string {
		_, err := regexp.Compile(value)
		if err != nil {
			return "is not a regular expression (RE2): " + strings.TrimPrefix(err.Error(), "error parsing regexp: ")
		}
		return ""
	})
}

// OneOf accepts only the given values.
func OneOf(values ...string) StringCheck {
	return NewStringCheck(func(value string) string {
		index := slices.IndexFunc(values, func(v string) bool { return strings.EqualFold(v, value) })
		switch {
		case index < 0:
			return "is not supported; use one of " + strings.Join(values, ", ")
		case values[index] != value:
			return fmt.Sprintf("must be written %q: letter case matters", values[index])
		}
		return ""
	})
}

// NotBlank accepts texts with a visible character. Its error does not show the text, which can be a
// secret.
func NotBlank() StringCheck {
	return NewSecretCheck(func(value string) string {
		if strings.TrimSpace(value) == "" {
			return "is blank"
		}
		return ""
	})
}

// StringCheck is a validator of strings. Unknown and null values pass.
type StringCheck struct {
	// Check returns what is wrong and how to correct it, as the end of a sentence that begins with
	// the argument and its value; "" if the value is valid.
	Check func(value string) (problem string)
	// show returns the value for the message, with a space behind it; "" if no message shows it.
	show func(value string) string
}

// NewStringCheck returns a validator with a check.
func NewStringCheck(check func(value string) (problem string)) StringCheck {
	return StringCheck{check, func(value string) string { return strconv.Quote(value) + " " }}
}

// NewSecretCheck returns the validator of a value that is too long for a message, or a secret.
func NewSecretCheck(check func(value string) (problem string)) StringCheck {
	return StringCheck{check, func(string) string { return "" }}
}

// masked makes the validator of an address, which can contain a password.
func masked(check func(value string) (problem string)) StringCheck {
	return StringCheck{check, func(value string) string { return strconv.Quote(Redacted(value)) + " " }}
}

// Description only satisfies the framework; no page or message shows it.
func (c StringCheck) Description(context.Context) string { return "must be valid" }

// MarkdownDescription returns the Description.
func (c StringCheck) MarkdownDescription(ctx context.Context) string { return c.Description(ctx) }

// ValidateString runs the check.
func (c StringCheck) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	value := req.ConfigValue.ValueString()
	problem := c.Check(value)
	if problem != "" {
		resp.Diagnostics.AddAttributeError(
			req.Path, invalidSummary(req.Path), fmt.Sprintf("%s %s%s.", argumentText(req.Path), c.show(value), problem),
		)
	}
}

// argumentText begins a sentence about the argument at a path: an element of a set has no name.
func argumentText(argument path.Path) string {
	steps := argument.Steps()
	_, isOfSet := steps[len(steps)-1].(path.PathStepElementKeyValue)
	if isOfSet {
		return "An element of " + argument.ParentPath().String()
	}
	return argument.String()
}

// invalidSummary names the outermost argument of a path. The detail names the whole path.
func invalidSummary(argument path.Path) string { return "Invalid " + argument.Steps()[:1].String() }

// Elements is a check of the elements of a list, a set or a map. It is a validator of all three
// types.
type Elements interface {
	validator.List
	validator.Map
	validator.Set
}

// NoNulls refuses null elements, which cannot be sent, and are often a missing value of another
// resource or variable. Every list, set and map of a resource has this validator.
func NoNulls() Elements { return noNulls{} }

// Tags refuses a set with null, as NoNulls does, and empty tags and white space at the ends, which
// csvdecode and split can return.
func Tags() validator.Set { return tags{} }

type tags struct{ noNulls }

func (t tags) ValidateSet(ctx context.Context, req validator.SetRequest, resp *validator.SetResponse) {
	t.noNulls.ValidateSet(ctx, req, resp)
	for _, element := range req.ConfigValue.Elements() {
		tag, _ := element.(types.String)
		if tag.IsNull() || tag.IsUnknown() {
			continue
		}
		problem := Name().Check(tag.ValueString())
		if problem != "" {
			resp.Diagnostics.AddAttributeError(
				req.Path, invalidSummary(req.Path), fmt.Sprintf("%s: Tag %q %s.", req.Path, tag.ValueString(), problem),
			)
		}
	}
}

type noNulls struct{}

func (noNulls) Description(context.Context) string         { return "must not contain null" }
func (noNulls) MarkdownDescription(context.Context) string { return "must not contain null" }

func (n noNulls) ValidateList(_ context.Context, req validator.ListRequest, resp *validator.ListResponse) {
	for i, element := range req.ConfigValue.Elements() {
		n.report(req.Path.AtListIndex(i), "is null", element, &resp.Diagnostics)
	}
}

func (n noNulls) ValidateSet(_ context.Context, req validator.SetRequest, resp *validator.SetResponse) {
	for _, element := range req.ConfigValue.Elements() {
		n.report(req.Path, "contains null", element, &resp.Diagnostics)
	}
}

func (n noNulls) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	for key, element := range req.ConfigValue.Elements() {
		n.report(req.Path.AtMapKey(key), "is null", element, &resp.Diagnostics)
	}
}

// report names the whole path, because an engine shows the first line of the resource, not that of
// an entry.
func (noNulls) report(argument path.Path, problem string, element attr.Value, diags *diag.Diagnostics) {
	if element.IsNull() {
		diags.AddAttributeError(argument, invalidSummary(argument), fmt.Sprintf("%s %s. "+
			"Set a value, or leave the element out, "+
			"for example with a for expression with an if clause.", argument, problem))
	}
}
