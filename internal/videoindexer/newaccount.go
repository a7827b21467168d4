package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
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

// CreatePaidAccount creates a paid account and returns its id (endpoint 4; paid regions only).
//
// The contract does not show the body of the answer. If it holds no id, the new account is the one that was not listed
// before the call. If that leaves open which account it is, the error is an UnexpectedAnswerError that names the
// candidates.
//
// The call is never repeated once it may have reached the service. Then the error is an AmbiguousError, and id is the
// account that appeared meanwhile when there is exactly one: keep it, so that no second account is ever made.
//
// Refusals are APIErrors: 403 on trial; 400 with ErrorTypeInvalidInput, a media or directory type,
// or ErrorTypeOperationNotSupportedOnTrial.
func (c *Client) CreatePaidAccount(ctx context.Context, location string, in NewPaidAccount) (id string, err error) {
	const operation = "create paid account"
	c.Hide(in.DirectoryConnection.ApplicationKey)
	before, err := c.ListAccounts(ctx, location)
	if err != nil {
		return "", fmt.Errorf("list the accounts there are before creating one: %w", err)
	}
	answer, err := c.Do(ctx, request{
		Operation: operation,
		Method:    http.MethodPost,
		Path:      []string{location, "Accounts"},
		Auth:      userAuth(location, Write),
		JSON:      in,
		OnlyOnce:  true,
	})
	if IsAmbiguous(err) {
		id, _ := c.findNewAccount(ctx, location, before, in.Resource)
		return id, err
	}
	if err != nil {
		return "", err
	}
	if id := createdAccountID(answer.Body); id != "" {
		return id, nil
	}
	id, err = c.findNewAccount(ctx, location, before, in.Resource)
	if err != nil {
		// Only the text, so that a failure of the list is not mistaken for the answer to this call.
		return "", c.Unexpected(operation, answer, errors.New("the account was created, but the answer does not say its id: "+err.Error()))
	}
	return id, nil
}

// createdAccountID reads the id from an account object or an array of one; empty for any other body.
func createdAccountID(data []byte) string {
	elements, err := decodeElements(data)
	if err != nil || len(elements) != 1 {
		return ""
	}
	var account struct{ ID string }
	if decodeJSON(elements[0], &account) != nil {
		return ""
	}
	return account.ID
}

// lookForAccountAfterInterrupt is less than other creates take: Ctrl-C stops the provider within two seconds, even if the
// service is busy.
const lookForAccountAfterInterrupt = 1500 * time.Millisecond

// findNewAccount returns the account that a call has made: the only one that was not listed before, that is no trial account, which the
// call cannot create, and that is not known to use another media-services resource.
func (c *Client) findNewAccount(ctx context.Context, location string, before []AccountSummary, resource string) (id string, err error) {
	found := lookFor(ctx, lookForAccountAfterInterrupt, func(ctx context.Context) (*string, error) {
		var listed []AccountSummary
		if listed, err = c.ListAccounts(ctx, location); err != nil {
			return nil, err
		}
		var candidates []string
		for _, account := range listed {
			isOld := slices.ContainsFunc(before, func(old AccountSummary) bool { return strings.EqualFold(old.ID, account.ID) })
			if isOld || strings.EqualFold(account.AccountType, "Trial") || c.usesOther(ctx, AccountRef{Location: location, ID: account.ID}, resource) {
				continue
			}
			id, candidates = account.ID, append(candidates, fmt.Sprintf("%s (%q)", account.ID, account.Name))
		}
		switch len(candidates) {
		case 0:
			err = errors.New("the list of accounts shows no new one")
			return nil, nil //nolint:nilnil // a service may list it a little later
		case 1:
			return &id, nil
		}
		err = fmt.Errorf("several accounts are new: %s", strings.Join(candidates, ", "))
		return nil, err
	})
	if found == nil {
		return "", err
	}
	return *found, nil
}

// usesOther reports whether an account is known to use another media-services resource. The service may give the bare name of a resource or
// its whole path.
func (c *Client) usesOther(ctx context.Context, a AccountRef, resource string) bool {
	account, err := c.GetAccount(ctx, a, AccountQuery{})
	return err == nil && account.MediaResource != nil && !strings.EqualFold(path.Base(*account.MediaResource), resource)
}
