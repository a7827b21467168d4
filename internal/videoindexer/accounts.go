package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// AccountTypes are the types of accounts in the contract.
var AccountTypes = []string{"Trial", "Paid"}

// AccountSummary is an account in a list of accounts.
type AccountSummary struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Location    string `json:"location"`
	AccountType string `json:"accountType"`
}

func (a AccountSummary) idAndName() (id, name string) { return a.ID, a.Name }

func (*AccountSummary) normalize() {}

// Account is an account with all of its values.
type Account struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	AccountType string `json:"accountType"`
	CName       string `json:"cName"`
	Description string `json:"description"`
	// Created is RFC 3339 in UTC, or the raw text if it is not a time.
	Created string `json:"createTime"`
	State   string `json:"state"`
	IsPaid  bool   `json:"isPaid"`
	// Location is nil for a trial account.
	Location *string `json:"location"`
	// MediaResource is nil for a trial account.
	MediaResource *string `json:"mediaResource"`
	// MediaDirectoryConnectionApplicationID is nil for a trial account.
	MediaDirectoryConnectionApplicationID *string `json:"mediaDirectoryConnectionApplicationId"`

	Owners              []AccountUser `json:"owners"`
	Contributors        []AccountUser `json:"contributors"`
	InvitedContributors []AccountUser `json:"invitedContributors"`
	Readers             []AccountUser `json:"readers"`
	InvitedReaders      []AccountUser `json:"invitedReaders"`
	// QuotaUsage is nil if the service does not return it.
	QuotaUsage *QuotaUsage `json:"quotaUsage"`
	// Extra holds all other members of the response, by their names in the service. The contract
	// does not describe those that IncludeMediaInfo and IncludeStatistics add.
	Extra map[string]json.RawMessage `json:",embed"`
}

// AccountUser is a user with a role in an account. If a service lists plain e-mail addresses, only
// Email is set.
type AccountUser struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

// UnmarshalJSONFrom reads a user from an object or from a plain e-mail address.
func (u *AccountUser) UnmarshalJSONFrom(d *jsontext.Decoder) error {
	if d.PeekKind() == jsontext.KindString {
		return jsonv2.UnmarshalDecode(d, &u.Email)
	}
	type user AccountUser
	return jsonv2.UnmarshalDecode(d, (*user)(u))
}

// QuotaUsage counts uploads against their limits; durations are seconds. A figure is nil if the
// service does not return it.
type QuotaUsage struct {
	DailyUploadCount                  *float64 `json:"dailyUploadCount"`
	DailyUploadCountLimit             *float64 `json:"dailyUploadCountLimit"`
	DailyUploadDurationInSeconds      *float64 `json:"dailyUploadDurationInSeconds"`
	DailyUploadDurationLimitInSeconds *float64 `json:"dailyUploadDurationLimitInSeconds"`
	EverUploadDurationInSeconds       *float64 `json:"everUploadDurationInSeconds"`
	EverUploadDurationLimitInSeconds  *float64 `json:"everUploadDurationLimitInSeconds"`
}

// AccountQuery selects optional parts of the response of GetAccount. A nil parameter is not sent.
type AccountQuery struct {
	IncludeUsage      *bool
	IncludeMediaInfo  *bool
	IncludeStatistics *bool
}

// ListAccounts lists the accounts of the key's user in a location, in the service's order (3). It
// does not request tokens, and discards those that a service sends nevertheless. Without a
// subscription key the error is a MissingCredentialError.
func (c *Client) ListAccounts(ctx context.Context, location string) ([]AccountSummary, error) {
	r := newRequest(OperationListAccounts, userAuth(location, PermissionRead), []string{location})
	return getList(ctx, c, r, "account", decodeObject[AccountSummary])
}

// GetAccount reads an account (5). A missing account is an APIError with status 400 and
// ErrorTypeAccountNotFound, for which IsNotFound is true; a response without the account that was
// asked for is an UnexpectedResponseError.
func (c *Client) GetAccount(ctx context.Context, account AccountRef, q AccountQuery) (*Account, error) {
	r := accountRequest(OperationGetAccount, account)
	setFlag(r.Query, "includeUsage", q.IncludeUsage)
	setFlag(r.Query, "includeMediaInfo", q.IncludeMediaInfo)
	setFlag(r.Query, "includeStatistics", q.IncludeStatistics)
	return doAndDecode(ctx, c, r, func(body []byte) (*Account, error) { return decodeAccount(body, account.ID) })
}

// decodeAccount reads the account with an id from an array of accounts or from one object.
func decodeAccount(data []byte, id string) (*Account, error) {
	elements, err := decodeElements(data)
	if err != nil {
		return nil, err
	}
	for _, element := range elements {
		var account Account
		err := decodeJSON(element, &account)
		if err != nil {
			return nil, &transport.PartError{Part: element, Err: err}
		}
		if !strings.EqualFold(account.ID, id) {
			continue
		}
		account.Created = parseTimestamp(account.Created)
		for name, value := range account.Extra {
			account.Extra[name] = compactJSON(value)
			if isNull(value) || strings.EqualFold(name, "accessToken") {
				delete(account.Extra, name)
			}
		}
		return &account, nil
	}
	return nil, errors.New("the response does not contain the account that was asked for")
}

// CheckAccess returns nil if the client's credentials can read an account. It sends as few requests
// as possible. With the subscription key, it obtains a token (2 and 3). With a configured access
// token, or that of a program, it reads the account (5). If the account has no id, it tries only
// the key (2).
func (c *Client) CheckAccess(ctx context.Context, account AccountRef) error {
	hasToken := c.transport.Config.AccessToken != "" || len(c.transport.Config.AccessTokenCommand) > 0
	authorization := accountAuth(account, PermissionRead)
	switch {
	case account.ID == "":
		authorization = userAuth(account.Location, PermissionRead)
	case hasToken:
		_, err := c.GetAccount(ctx, account, AccountQuery{})
		return err
	}
	const operation = "reach the account"
	if c.transport.Config.SubscriptionKey == "" {
		return &MissingCredentialError{Operation: operation}
	}
	_, err := c.transport.TokenFor(ctx, transport.Request{Operation: operation, Auth: authorization})
	return err
}

// PaidAccountFields are the values with which a paid account is created.
type PaidAccountFields struct {
	SubscriptionID string `json:"subscriptionId"`
	ResourceGroup  string `json:"resourceGroup"`
	// Resource names the media-services resource to connect.
	Resource            string              `json:"resource"`
	DirectoryTenantID   string              `json:"directoryTenantId"`
	DirectoryConnection DirectoryConnection `json:"directoryConnection"`
	// EncryptionKeyContract is a JSON object, or nil for none.
	EncryptionKeyContract json.RawMessage `json:"accountEncryptionKeyContract"`
	AutoScale             bool            `json:"autoScale"`
}

// DirectoryConnection is the directory application with which the service uses the media-services
// resource. The key is a secret: no error or log line of this package holds it.
type DirectoryConnection struct {
	ApplicationID  string `json:"applicationId"`
	ApplicationKey string `json:"applicationKey"`
}

// CreatePaidAccount creates a paid account and returns its id (4; paid regions only). The request
// is sent once.
//
// The contract does not describe the body of the response. If the response has no id, the new
// account is the only paid one that was not listed before the call. If there is not exactly one,
// the error is an UnexpectedResponseError. If the response is lost, the error is an AmbiguousError,
// and id is the account that has appeared since: keep the id, so that no second account is created.
//
// Refusals are APIErrors: 403 on trial; 400 with ErrorTypeInvalidInput, a media or directory type,
// or ErrorTypeOperationNotSupportedOnTrial.
func (c *Client) CreatePaidAccount(
	ctx context.Context, location string, fields PaidAccountFields,
) (id string, err error) {
	c.transport.AddSecret(fields.DirectoryConnection.ApplicationKey)
	before, err := c.ListAccounts(ctx, location)
	if err != nil {
		return "", err
	}
	r := newRequest(OperationCreatePaidAccount, userAuth(location, PermissionWrite), []string{location})
	r.IsSentOnce = true
	r.JSON = fields
	create := creation[AccountSummary]{
		recentWrites: c.recentWrites, collection: r.Path, before: before,
		// Ctrl-C stops the provider within two seconds, even if the service is busy.
		afterInterrupt: 1500 * time.Millisecond,
		list:           func(ctx context.Context) ([]AccountSummary, error) { return c.ListAccounts(ctx, location) },
		matches:        func(a AccountSummary, _ bool) bool { return !strings.EqualFold(a.AccountType, "Trial") },
		send:           func() (*AccountSummary, error) { return doAndDecode(ctx, c, r, decodeCreatedAccount) },
	}
	created, err := create.run(ctx)
	if err != nil {
		return "", err
	}
	isConfirmed := create.sendErr == nil || IsA[*unreadableError](create.sendErr)
	if !isConfirmed {
		return created.ID, create.sendErr
	}
	return created.ID, nil
}

// decodeCreatedAccount reads the id from an account object or an array of one.
func decodeCreatedAccount(data []byte) (*AccountSummary, error) {
	var created AccountSummary
	elements, err := decodeElements(data)
	if err != nil {
		return &created, err
	}
	hasOne := len(elements) == 1 && !isBlank(data)
	if hasOne {
		err = decodeJSON(elements[0], &created)
	}
	if err != nil {
		return &created, err
	}
	if created.ID == "" {
		return &created, errors.New("neither the response nor the list of accounts contains the id of the account")
	}
	return &created, nil
}

// MediaConnectionUpdate is a change of a paid account's connection to its media services. Empty and
// nil fields do not change.
type MediaConnectionUpdate struct {
	SubscriptionID      string               `json:"subscriptionId,omitempty"`
	ResourceGroup       string               `json:"resourceGroup,omitempty"`
	DirectoryConnection *DirectoryConnection `json:"directoryConnection,omitempty"`
}

// UpdateMediaConnection changes the media connection of a paid account (X24). Refusals are
// APIErrors with status 400: ErrorTypeInvalidInput, a media or directory type, or
// ErrorTypeOperationNotSupportedOnTrial. No error holds the key.
func (c *Client) UpdateMediaConnection(
	ctx context.Context, account AccountRef, m MediaConnectionUpdate,
) error {
	if m.DirectoryConnection != nil {
		c.transport.AddSecret(m.DirectoryConnection.ApplicationKey)
	}
	r := accountRequest(OperationUpdateMediaConnection, account)
	r.JSON = m
	return c.doAndConfirm(ctx, r)
}
