package videoindexer

import (
	"context"
	"strings"
	"testing"
)

// TestClaims lets creates of one name take turns, others not, and remembers what each has made.
func TestClaims(t *testing.T) {
	t.Parallel()
	var c claims
	end, err := c.begin(t.Context(), testAccount, "Ada")
	if err != nil {
		t.Fatal(err)
	}
	spelled := AccountRef{Location: strings.ToUpper(testAccount.Location), ID: strings.ToUpper(testAccount.ID)}
	waiting, giveUp := context.WithCancel(t.Context())
	giveUp()
	if _, err := c.begin(waiting, spelled, "Ada"); err == nil {
		t.Error("a second create of the name did not wait")
	}
	for name, account := range map[string]AccountRef{"Bea": testAccount, "Ada": {Location: "elsewhere", ID: testAccount.ID}} {
		endOther, err := c.begin(t.Context(), account, name)
		if err != nil {
			t.Errorf("%s waits in %v: %v", name, account, err)
			continue
		}
		endOther("")
	}
	if c.lose(testAccount, "Bea"); !c.hasLost(spelled, "Bea") || c.hasLost(testAccount, "Ada") {
		t.Error("a create that was lost is not known, or another one is")
	}
	end("A1")
	if !c.has(spelled, "a1") || c.has(testAccount, "") || c.has(testAccount, "Ada") {
		t.Error("what was made is not known, or something else is")
	}
	if end, err = c.begin(t.Context(), testAccount, "Ada"); err != nil {
		t.Fatal(err)
	}
	end("")
}
