package messages

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Variable is the environment variable with the folder that messages are written to. Without it none are written.
const Variable = "VIDEOINDEXER_TEST_MESSAGES"

// Message is a diagnostic, and where it came up.
type Message struct {
	Call      string `json:"call"` // of the protocol: plan, apply, refresh, data, list, action, ...
	Type      string `json:"type"`
	Attribute string `json:"attribute,omitempty"`
	Severity  string `json:"severity"`
	Summary   string `json:"summary"`
	Detail    string `json:"detail"`
}

// rules are what a message must not say, and where.
var rules = []struct {
	calls string // all calls with this in their name
	text  *regexp.Regexp
	what  string
}{
	{"action", regexp.MustCompile(`(?i)\bapply again\b`), `of an action says "apply again": nothing is left to apply`},
	{"list", regexp.MustCompile(`(?i)\bapply again\b`), `of a list says "apply again"`},
	{"data", regexp.MustCompile(`(?i)removed from the state`), "of a data source speaks of the state"},
	{"list", regexp.MustCompile(`(?i)removed from the state`), "of a list speaks of the state"},
	{"action", regexp.MustCompile(`(?i)removed from the state`), "of an action speaks of the state"},
	{"", regexp.MustCompile(`(?i)lets? go of|none of (its|the) concern|strangers?\b|hurry|weather|patience|tells which|%!|<nil>`), "has words that readers stumble over, or is broken"},
}

// Broken says which rules the message breaks.
func (m Message) Broken() []string {
	var broken []string
	text := m.Summary + "\n" + m.Detail
	for _, rule := range rules {
		if strings.Contains(m.Call, rule.calls) && rule.text.MatchString(text) {
			broken = append(broken, rule.what)
		}
	}
	if first, _ := utf8.DecodeRuneInString(m.Summary); !unicode.IsUpper(first) || strings.HasSuffix(m.Summary, ".") || strings.Contains(m.Summary, "\n") {
		broken = append(broken, "has a summary that is no heading")
	}
	if m.Detail == "" {
		broken = append(broken, "has no detail")
	}
	return broken
}

var writing sync.Mutex

// write appends the message to the file of this process, where messages are wanted.
func (m Message) write() error {
	folder := os.Getenv(Variable)
	if folder == "" {
		return nil
	}
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	writing.Lock()
	defer writing.Unlock()
	name := filepath.Join(folder, strconv.Itoa(os.Getpid())+".jsonl")
	file, err := os.OpenFile(name, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(append(line, '\n'))
	return errors.Join(err, file.Close())
}
