package videoindexer

import (
	"bytes"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/go-json-experiment/json/jsontext"
)

// refusedNumbers is what may be said of a number in place of a string: where the contract has an object, a string is read as well.
var refusedNumbers = regexp.MustCompile(`(contributors|invitedContributors|readers|invitedReaders)/0 is a number, not an object|Unreadable: error sampleFace is a number, not an object`)

// TestAnswersWithNumbers gives each operation its answers with a number in place of each string, one at a time: it makes of the number what it makes
// of the string of its digits, or refuses it in listed words.
func TestAnswersWithNumbers(t *testing.T) {
	t.Parallel()
	count := 0
	for _, o := range allOperations() {
		if o.name == "captions" || o.name == "index" {
			continue // are kept as they are
		}
		for _, answer := range o.answers {
			count += len(stringsOf(answer.body))
		}
		t.Run(o.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				for _, answer := range o.answers {
					checkNumbers(t, o, answer)
				}
			})
		})
	}
	if count < 100 {
		t.Errorf("the answers have %d strings: this shows little", count)
	}
}

func checkNumbers(t *testing.T, o operation, answer reply) {
	t.Helper()
	if _, _, err := outcomeOf(t, o, answer); err != nil || answer.status >= http.StatusBadRequest {
		return
	}
	for _, at := range stringsOf(answer.body) {
		with := func(value string) string {
			changed := answer
			changed.body = answer.body[:at[0]] + value + answer.body[at[1]:]
			_, outcome, _ := outcomeOf(t, o, changed)
			return strings.ReplaceAll(strings.ReplaceAll(outcome, `\"7\"`, "7"), `"7"`, "7") // what is kept as JSON is kept as it is written
		}
		number, digits := with("7  "), with(`"7"`) // of one length, which may be a part of the value
		if number != digits && !refusedNumbers.MatchString(number) {
			t.Errorf("%s with 7 in place of %s is read as\n%s\nand with the string \"7\" as\n%s", answer.body, answer.body[at[0]:at[1]], number, digits)
		}
	}
}

// stringsOf are the places of the strings in a JSON value, without the names of members.
func stringsOf(body string) (places [][2]int) {
	decoder := jsontext.NewDecoder(bytes.NewReader([]byte(body)), jsontext.AllowDuplicateNames(true))
	for {
		isText := decoder.PeekKind() == jsontext.KindString
		if !isText {
			if _, err := decoder.ReadToken(); err != nil {
				return places
			}
			continue
		}
		text, err := decoder.ReadValue()
		if err != nil {
			return places
		}
		end := int(decoder.InputOffset())
		if kind, count := decoder.StackIndex(decoder.StackDepth()); kind != jsontext.KindBeginObject || count%2 == 0 {
			places = append(places, [2]int{end - len(text), end})
		}
	}
}
