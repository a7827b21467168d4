package videoindexer

import (
	"errors"
	"net/http"
	"strings"
	"testing"
)

// TestNotExtended sends none of the operations beyond the contract without being allowed to, and reads by the
// contract's own operations.
func TestNotExtended(t *testing.T) {
	t.Parallel()
	for name, number := range map[string]string{
		"list brands": "X1", "create brand": "X2", "delete brand": "X3", "get settings": "X4", "list": "X34", "list again": "X34", "index": "X35",
	} {
		c := serve(t, func(_ http.ResponseWriter, r *http.Request) { t.Errorf("%s arrived", r.RequestURI) })
		err := callsOf(t, name)[name](t.Context(), c)
		refused, ok := errors.AsType[*NotExtendedError](err)
		if !ok || refused.Number != number || !strings.Contains(err.Error(), "needs extended_operations") || IsUnsupported(err) {
			t.Errorf("%s: error %v", name, err)
		}
	}
	t.Run("reads", func(t *testing.T) {
		t.Parallel()
		s := brandsOf("a")
		c := serve(t, s.ServeHTTP, onlyToken)
		readEach(t, c, "a")
		readEach(t, c, "a")
		s.wantAsked(t, aGet(1), aGet(1))
		if c.Extended() {
			t.Error("the client is extended")
		}
	})
}
