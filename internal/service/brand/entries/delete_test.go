package entries_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var deletes = []acctest.Values{{"deletion_policy": "delete"}}

// newDeleting is a dictionary by id that deletes the brands 1001, 1002, … and has some of four.
func newDeleting(t *testing.T, brands []acctest.Values, opts ...mockserver.Option) *bench {
	t.Helper()
	b := newBench(t, many(4), acctest.Values{"extended_operations": true, "max_retries": 2}, append(opts, mockserver.Extended())...)
	b.Run(b.entries(deletes, brands...))
	return b
}

// has expects these brands in the account.
func (b *bench) has(want ...int32) {
	b.t.Helper()
	got := []int32{}
	for _, brand := range b.Brands(b.Account.ID) {
		got = append(got, brand.ID)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		b.t.Errorf("the account has %v, want %v", got, want)
	}
}

// TestDelete deletes the brands of entries that are removed, and all at the destroy.
func TestDelete(t *testing.T) {
	t.Parallel()
	b := newDeleting(t, []acctest.Values{one, one, one})
	b.Run(b.entries(deletes, one, nil, one))
	b.has(1001, 1003, 1004)
	b.RemoveBrand(b.Account.ID, 1003) // gone between the plan and the destroy
	b.Run(nil)
	b.has(1004)
}

// TestDelete_beforeItsNameIsTaken gives the name of a brand that is deleted to another one.
func TestDelete_beforeItsNameIsTaken(t *testing.T) {
	t.Parallel()
	b := newDeleting(t, []acctest.Values{one, one})
	b.Script(mockserver.Fault{Endpoint: mockserver.X(3), Do: mockserver.Status(http.StatusGatewayTimeout)})
	b.Run(b.entries(deletes, acctest.Values{"name": "Found 2"}))
	if brand, _ := b.Brand(b.Account.ID, 1001); brand.Name != "Found 2" {
		t.Errorf("brand %+v", brand)
	}
}

// TestDelete_ends deletes a brand with X3 in each way in which that can end. What could not be deleted is kept in the state.
func TestDelete_ends(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		opts  []mockserver.Option
		fault *mockserver.Action
		err   string
	}{
		"done":                 {},
		"no such operation":    {opts: []mockserver.Option{mockserver.Lacks(http.StatusNotFound, "X3")}, err: "lacks an operation of extended_operations"},
		"405":                  {opts: []mockserver.Option{mockserver.Lacks(http.StatusMethodNotAllowed, "X3")}, err: "extended_operations"},
		"501":                  {opts: []mockserver.Option{mockserver.Lacks(http.StatusNotImplemented, "X3")}, err: "extended_operations"},
		"refused":              {fault: new(mockserver.Status(http.StatusBadRequest)), err: "400 INVALID_INPUT"},
		"gateway's 404":        {fault: new(mockserver.GatewayHTML(http.StatusNotFound)), err: "does not mean that the object is gone"},
		"answer lost":          {fault: new(mockserver.ResetAfter())},
		"500, though deleted":  {fault: new(mockserver.StatusAfter(http.StatusInternalServerError))},
		"gone in the meantime": {},
	} {
		for of := range shapes {
			t.Run(name+", "+of, func(t *testing.T) {
				t.Parallel()
				var b *bench
				if of == "by id" {
					b = newDeleting(t, []acctest.Values{one}, test.opts...)
				} else {
					b = newCreating(t, of, test.opts...)
					b.Run(b.named(one, "Found 1"))
				}
				brands := len(b.Brands(b.Account.ID))
				destroy := b.Look(nil)
				if test.fault != nil {
					b.Script(mockserver.Fault{Endpoint: mockserver.X(3), Do: *test.fault})
				}
				if name == "gone in the meantime" {
					b.RemoveBrand(b.Account.ID, b.Brands(b.Account.ID)[0].ID)
				}
				b.restart()
				diags := b.Apply(t.Context(), destroy)
				if isDeleted := len(b.Brands(b.Account.ID)) < brands; isDeleted != (test.err == "") || b.Exists() == isDeleted {
					t.Errorf("deleted: %t, and in the state: %t", isDeleted, b.Exists())
				}
				if test.err == "" {
					acctest.Succeeds(t, diags)
				} else {
					acctest.Says(t, diags, acctest.Failure, "Unable to delete brand", test.err)
				}
			})
		}
	}
}

// TestDelete_notExtended says in the plan what a destroy needs.
func TestDelete_notExtended(t *testing.T) {
	t.Parallel()
	b := newDeleting(t, []acctest.Values{one})
	b.Instance.Protocol = b.Server.Protocol(t, nil)
	acctest.Succeeds(t, b.Refresh(t.Context()))
	acctest.Says(t, b.Plan(t.Context(), nil).Diagnostics, acctest.Failure, `deletion_policy = "delete" needs`, "extended_operations = true")
	acctest.Says(t, b.Plan(t.Context(), b.entries(deletes, one)).Diagnostics, acctest.Failure, `deletion_policy = "delete" needs`)
	b.Planned(b.entries(nil, one))
}

// TestOneList refreshes hundreds of brands, and plans their adoption, with one request.
func TestOneList(t *testing.T) {
	t.Parallel()
	b := newBench(t, many(300), acctest.Values{"extended_operations": true}, mockserver.Extended())
	config := b.config(acctest.Values{"description": "as found"})
	wantOne := func(what string) {
		t.Helper()
		if lists, reads := b.Count(mockserver.X(1)), b.Count(16); lists > 3 || reads > 0 {
			t.Errorf("%s: %d lists, %d reads", what, lists, reads)
		}
		b.ResetRequests()
	}
	plan := b.Planned(config)
	wantOne("plan of the adoption")
	acctest.Succeeds(t, b.Apply(t.Context(), plan))
	b.ResetRequests()
	b.IsUnchanged(config)
	wantOne("refresh")
}
