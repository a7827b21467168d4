package videoindexer

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// IsSameText reports whether two texts have the same NormalText.
func IsSameText(a, b string) bool { return a == b || NormalText(a) == NormalText(b) }

// NormalText returns a text with LF as line ends, without white space at the end, and in the normal
// form NFC of Unicode, which Terraform uses for all texts. Texts with the same NormalText mean the
// same. The names of all objects except brands are read in this form.
func NormalText(text string) string {
	// Replacing is much slower than the search, and seldom necessary.
	if strings.Contains(text, "\r") {
		text = lineEnds.Replace(text)
	}
	return norm.NFC.String(strings.TrimRightFunc(text, unicode.IsSpace))
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

var guidPattern = regexp.MustCompile(`^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$`)

// IsGUID reports whether text has the form of the contract's GUIDs, in any letter case.
func IsGUID(text string) bool { return guidPattern.MatchString(text) }
