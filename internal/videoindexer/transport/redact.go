package transport

import (
	"encoding/json"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"

	jsonv2 "github.com/go-json-experiment/json"
)

const redacted = "(redacted)"

// secretShapes match text that looks like a credential that this client does not know: one issued
// to somebody else, or one in a response that could not be read. In doubt, text is masked. Each
// match has one of the characters of needs: most texts, the paths of calls among them, have none,
// and are not searched.
var secretShapes = []struct {
	needs string
	shape *regexp.Regexp
	with  string
}{
	{" \t\n\f\r", regexp.MustCompile(`(?i)\b(bearer\s+)[^\s"',;<>]+`), "${1}" + redacted},
	{":=", regexp.MustCompile(`(?i)((?:access_?token|application_?key|subscription-key|ocp-apim-subscription-key)"?\s*[:=]\s*"?)[^\s"&,}<>(]+`), "${1}" + redacted},
	{"=", regexp.MustCompile(`(?i)([?&](?:sig|signature|token|code)=)[^\s"&<>]+`), "${1}" + redacted},
	{"J", regexp.MustCompile(`\beyJ[\w-]{8,}(?:\.[\w-]*){0,2}`), redacted},
}

// redactor masks every secret that the client was given or has obtained.
type redactor struct {
	mu sync.RWMutex
	// secrets has the longest first: if one begins with another, masking the short one first would
	// leave the rest.
	secrets []string
}

// add makes every later text free of secret, including the spellings that secret has in JSON and
// URLs.
func (r *redactor) add(secret string) {
	if secret == "" {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, form := range spellings(secret) {
		index, isKnown := slices.BinarySearchFunc(r.secrets, form, longestFirst)
		if !isKnown {
			r.secrets = slices.Insert(r.secrets, index, form)
		}
	}
}

func quotePlainly(value any) ([]byte, error) { return jsonv2.Marshal(value) }

func spellings(secret string) []string {
	forms := []string{secret, url.QueryEscape(secret), url.PathEscape(secret)}
	// Some services escape < and & in JSON, others do not.
	for _, quote := range []func(any) ([]byte, error){json.Marshal, quotePlainly} {
		quoted, err := quote(secret)
		if err == nil {
			forms = append(forms, string(quoted[1:len(quoted)-1]))
		}
	}
	slices.SortFunc(forms, longestFirst)
	return slices.Compact(forms)
}

func longestFirst(a, b string) int {
	if len(a) != len(b) {
		return len(b) - len(a)
	}
	return strings.Compare(a, b)
}

// withoutSecrets removes the secrets from a text.
func (r *redactor) withoutSecrets(text string) string {
	// U+FDD0 is no character of any secret. The word redacted could contain a short one.
	const masked = "\uFDD0"
	r.mu.RLock()
	for _, secret := range r.secrets {
		text = strings.ReplaceAll(text, secret, masked)
	}
	r.mu.RUnlock()
	text = strings.ReplaceAll(text, masked, redacted)
	for _, known := range secretShapes {
		if strings.ContainsAny(text, known.needs) {
			text = known.shape.ReplaceAllString(text, known.with)
		}
	}
	return text
}

// wordedError gives an error of the network stack another text; errors.Is and errors.As still see
// the original.
type wordedError struct {
	text string
	err  error
}

func (e *wordedError) Error() string { return e.text }
func (e *wordedError) Unwrap() error { return e.err }

func (r *redactor) withoutSecretsError(err error) error {
	return &wordedError{r.withoutSecrets(err.Error()), err}
}

func (r *redactor) knownSecrets() []string {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return slices.Clone(r.secrets)
}

const (
	maxExcerptRunes = 300
	// excerptSource limits how much of a body is examined for an excerpt, so that a huge body costs
	// nothing.
	excerptSource = 16 << 10
)

// excerpt returns the beginning of a body as one readable line. Secrets are removed before anything
// is cut, so that no part of one can stay.
func (r *redactor) excerpt(body []byte) string {
	text := r.withoutSecrets(string(body[:min(len(body), excerptSource)]))
	if looksLikeHTML.MatchString(text) {
		text = html.UnescapeString(htmlTag.ReplaceAllString(htmlInvisible.ReplaceAllString(text, " "), " "))
	}
	return r.line(text, maxExcerptRunes)
}

// line returns a text as one line of valid, printable text of at most limit runes, without secrets.
func (r *redactor) line(text string, limit int) string {
	text = strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || unicode.IsControl(c) {
			return ' '
		}
		return c
	}, strings.ToValidUTF8(r.withoutSecrets(text), "�"))
	text = r.withoutSecrets(strings.Join(strings.Fields(text), " "))
	runes := []rune(text)
	if len(runes) > limit {
		return strings.TrimSpace(string(runes[:limit])) + "…"
	}
	return text
}
