package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"
)

// NewPaidAccount describes a paid account to create.
type NewPaidAccount struct {
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

// DirectoryConnection is the directory application that the service uses the media-services
// resource with. The key is a secret: no error or log line of this package holds it.
type DirectoryConnection struct {
	ApplicationID  string `json:"applicationId"`
	ApplicationKey string `json:"applicationKey"`
}

// CreatePaidAccount creates a paid account and returns its id (endpoint 4; paid regions only). It is sent once.
//
// The contract does not show the body of the answer. If it holds no id, the new account is the only one that was not
// listed before the call, trial accounts apart, which the call cannot create. Otherwise the error is an
// UnexpectedAnswerError. If the answer is lost, the error is an AmbiguousError, and id is the account that appeared
// meanwhile: keep it, so that no second account is ever made.
//
// Refusals are APIErrors: 403 on trial; 400 with ErrorTypeInvalidInput, a media or directory type,
// or ErrorTypeOperationNotSupportedOnTrial.
func (c *Client) CreatePaidAccount(ctx context.Context, location string, in NewPaidAccount) (id string, err error) {
	c.Hide(in.DirectoryConnection.ApplicationKey)
	before, err := c.ListAccounts(ctx, location)
	if err != nil {
		return "", err
	}
	var lost error
	created, err := creation[AccountSummary]{
		claims: &c.accountCreates, account: AccountRef{Location: location}, before: before,
		afterInterrupt: 1500 * time.Millisecond, // Ctrl-C stops the provider within two seconds, even if the service is busy
		list:           func(ctx context.Context) ([]AccountSummary, error) { return c.ListAccounts(ctx, location) },
		isIt:           func(a AccountSummary) bool { return !strings.EqualFold(a.AccountType, "Trial") },
		send: func() (made *AccountSummary, err error) {
			made, err = doAndDecode(ctx, c, request{
				Number: "4", Operation: "create paid account", Method: http.MethodPost, Path: []string{location, "Accounts"},
				Auth: userAuth(location, Write), JSON: in, OnlyOnce: true,
			}, decodeCreatedAccount)
			if IsAmbiguous(err) {
				lost = err
			}
			return made, err
		},
	}.run(ctx)
	if err != nil {
		return "", err
	}
	return created.ID, lost
}

// decodeCreatedAccount reads the id from an account object or an array of one.
func decodeCreatedAccount(data []byte) (*AccountSummary, error) {
	var created AccountSummary
	elements, err := decodeElements(data)
	if err == nil && len(elements) == 1 && !isBlank(data) {
		err = decodeJSON(elements[0], &created)
	}
	if err == nil && created.ID == "" {
		err = errors.New("neither it nor the list of accounts says which id the account has")
	}
	return &created, err
}

// MediaConnectionChange is a change of how a paid account reaches its media services: empty and nil fields stay as they
// are.
type MediaConnectionChange struct {
	SubscriptionID      string               `json:"subscriptionId,omitempty"`
	ResourceGroup       string               `json:"resourceGroup,omitempty"`
	DirectoryConnection *DirectoryConnection `json:"directoryConnection,omitempty"`
}

// UpdateMediaConnection changes the media connection of a paid account (X24). Refusals are APIErrors with status 400:
// ErrorTypeInvalidInput, a media or directory type, or ErrorTypeOperationNotSupportedOnTrial. No error holds the key.
func (c *Client) UpdateMediaConnection(ctx context.Context, a AccountRef, m MediaConnectionChange) error {
	if m.DirectoryConnection != nil {
		c.Hide(m.DirectoryConnection.ApplicationKey)
	}
	r := onAccount("X24", "update the media connection", http.MethodPatch, a, "MediaServices")
	r.JSON = m
	return c.send(ctx, r)
}
