package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// AccountTypes are the kinds of account the contract names.
var AccountTypes = []string{"Trial", "Paid"}

// AccountSummary is what the list of accounts says about one of them.
type AccountSummary struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Location    string `json:"location"`
	AccountType string `json:"accountType"`
}

func (a AccountSummary) keys() (id, name string) { return a.ID, a.Name }

func (*AccountSummary) tidy() {}

// Account is one account in full.
type Account struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	AccountType string `json:"accountType"`
	CName       string `json:"cName"`
	Description string `json:"description"`
	// CreateTime is RFC 3339 in UTC; the raw text where the service sent no time.
	CreateTime string `json:"createTime"`
	State      string `json:"state"`
	IsPaid     bool   `json:"isPaid"`
	// Location, MediaResource and MediaDirectoryConnectionApplicationID are nil for trial accounts.
	Location                              *string  `json:"location"`
	MediaResource                         *string  `json:"mediaResource"`
	MediaDirectoryConnectionApplicationID *string  `json:"mediaDirectoryConnectionApplicationId"`
	Owners                                []Member `json:"owners"`
	Contributors                          []Member `json:"contributors"`
	InvitedContributors                   []Member `json:"invitedContributors"`
	Readers                               []Member `json:"readers"`
	InvitedReaders                        []Member `json:"invitedReaders"`
	// QuotaUsage is nil where the service leaves it out.
	QuotaUsage *QuotaUsage `json:"quotaUsage"`
	// Extra holds every other member of the answer under the name the service gave it: what
	// IncludeMediaInfo and IncludeStatistics add has no shape in the contract.
	Extra map[string]json.RawMessage `json:",embed"`
}

// Member is someone with a role in an account. Services that list plain e-mail addresses fill Email alone.
type Member struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

// UnmarshalJSONFrom reads a member from an object or from a plain e-mail address.
func (m *Member) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == jsontext.KindString {
		return jsonv2.UnmarshalDecode(d, &m.Email)
	}
	type member Member
	return jsonv2.UnmarshalDecode(d, (*member)(m))
}

// QuotaUsage counts uploads against their limits; durations are seconds. A figure is nil where
// the service leaves it out.
type QuotaUsage struct {
	DailyUploadCount                  *float64 `json:"dailyUploadCount"`
	DailyUploadCountLimit             *float64 `json:"dailyUploadCountLimit"`
	DailyUploadDurationInSeconds      *float64 `json:"dailyUploadDurationInSeconds"`
	DailyUploadDurationLimitInSeconds *float64 `json:"dailyUploadDurationLimitInSeconds"`
	EverUploadDurationInSeconds       *float64 `json:"everUploadDurationInSeconds"`
	EverUploadDurationLimitInSeconds  *float64 `json:"everUploadDurationLimitInSeconds"`
}

// AccountQuery says what GetAccount asks for beyond the account itself; nil leaves a parameter out.
type AccountQuery struct {
	IncludeUsage      *bool
	IncludeMediaInfo  *bool
	IncludeStatistics *bool
}

// ListAccounts lists the accounts of the key's user in a location, in the service's order (endpoint 3). It never asks
// for tokens, and keeps none if a service sends them anyway. Without a subscription key the error is a
// MissingCredentialError.
func (c *Client) ListAccounts(ctx context.Context, location string) ([]AccountSummary, error) {
	r := request{
		Number: "3", Operation: "list accounts", Method: http.MethodGet, Path: []string{location, "Accounts"}, Auth: userAuth(location, Read),
	}
	return getList(ctx, c, r, "account", decodeObject[AccountSummary])
}

// GetAccount reads an account (endpoint 5). A missing account is an APIError with status 400 and
// ErrorTypeAccountNotFound, for which IsNotFound is true; an answer without the account that was
// asked for is an UnexpectedAnswerError.
func (c *Client) GetAccount(ctx context.Context, a AccountRef, q AccountQuery) (*Account, error) {
	r := onAccount("5", "get account", http.MethodGet, a)
	setFlag(r.Query, "includeUsage", q.IncludeUsage)
	setFlag(r.Query, "includeMediaInfo", q.IncludeMediaInfo)
	setFlag(r.Query, "includeStatistics", q.IncludeStatistics)
	return doAndDecode(ctx, c, r, func(body []byte) (*Account, error) { return decodeAccount(body, a.ID) })
}

// decodeAccount reads the account with an id from an array of accounts or from one object.
func decodeAccount(data []byte, id string) (*Account, error) {
	elements, err := decodeElements(data)
	if err != nil {
		return nil, err
	}
	for _, element := range elements {
		var account Account
		if err := decodeJSON(element, &account); err != nil {
			return nil, err
		}
		if !strings.EqualFold(account.ID, id) {
			continue
		}
		account.CreateTime = parseTimestamp(account.CreateTime)
		for name, value := range account.Extra {
			if account.Extra[name] = compactJSON(value); isNull(value) || strings.EqualFold(name, "accessToken") {
				delete(account.Extra, name)
			}
		}
		return &account, nil
	}
	return nil, errors.New("the answer does not contain the account that was asked for")
}

// Ping shows that the client's credentials reach an account for reading, with as few requests as possible. If tokens
// are obtained with the key, having a token shows it (endpoints 2 and 3); a configured access token, or that of a program, is
// tried on the account (endpoint 5). An account without an id stands for what belongs to no account: the key is tried (endpoint 2).
func (c *Client) Ping(ctx context.Context, a AccountRef) error {
	credential := accountAuth(a, Read)
	if a.ID == "" {
		credential = userAuth(a.Location, Read)
	} else if c.Config.AccessToken != "" || len(c.Config.AccessTokenCommand) > 0 {
		_, err := c.GetAccount(ctx, a, AccountQuery{})
		return err
	}
	const operation = "reach the account"
	if c.Config.SubscriptionKey == "" {
		return &MissingCredentialError{Operation: operation}
	}
	_, err := c.Credential(ctx, request{Operation: operation, Auth: credential})
	return err
}
