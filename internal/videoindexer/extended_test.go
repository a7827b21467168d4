package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
)

// TestNotExtended sends none of the operations beyond the contract without being allowed to, and reads by the
// contract's own operations.
func TestNotExtended(t *testing.T) {
	t.Parallel()
	for name, call := range map[string]func(context.Context, *Client) error{
		"X1":          func(ctx context.Context, c *Client) error { _, err := c.ListBrands(ctx, testAccount); return err },
		"X1, by name": func(ctx context.Context, c *Client) error { _, err := c.FindBrand(ctx, testAccount, "a"); return err },
		"X2": func(ctx context.Context, c *Client) error {
			_, err := c.CreateBrand(ctx, testAccount, newFields())
			return err
		},
		"X3": func(ctx context.Context, c *Client) error { return c.DeleteBrand(ctx, testAccount, 1) },
		"X4": func(ctx context.Context, c *Client) error {
			_, err := c.GetBrandsModelSettings(ctx, testAccount)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newBrandService("a")
			c := serve(t, s.ServeHTTP, onlyToken)
			err := call(t.Context(), c)
			refused, ok := errors.AsType[*NotExtendedError](err)
			if !ok || !strings.HasPrefix(name, refused.Extended) || !strings.Contains(err.Error(), "needs extended_operations") || IsUnsupported(err) {
				t.Errorf("error %v", err)
			}
			wantRequests(t, s)
		})
	}
	t.Run("reads", func(t *testing.T) {
		t.Parallel()
		s := newBrandService("a")
		c := serve(t, s.ServeHTTP, onlyToken)
		readEach(t, c, "a")
		readEach(t, c, "a")
		wantRequests(t, s, aGet(1), aGet(1))
		if c.Extended() {
			t.Error("the client is extended")
		}
	})
	t.Run("tokens", func(t *testing.T) {
		t.Parallel()
		s, c := startIssuer(t)
		if _, err := c.GetAccountAccessToken(t.Context(), testAccount, Read); err != nil {
			t.Error(err)
		}
		wantAsked(t, s, askUser, askList)
	})
}

// TestContractIsNeverLacking keeps a gateway's 404, 405 and 501 of the contract's own operations plain errors.
func TestContractIsNeverLacking(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented} {
		s := answering(t, reply{status: status})
		s.Config.ExtendedOperations = true
		if _, err := s.GetBrand(t.Context(), testAccount, 7); err == nil || IsUnsupported(err) || IsNotFound(err) {
			t.Errorf("%d: %v", status, err)
		}
	}
}
