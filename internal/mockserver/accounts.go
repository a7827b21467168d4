package mockserver

import (
	"encoding/json"
	"net/http"
	"strings"
)

func accountEndpoints() []*endpoint {
	return []*endpoint{
		{
			operation: ListAccounts, route: "GET /{location}/Accounts",
			query:  []string{"generateAccessTokens", "allowEdit"},
			handle: listAccounts,
		},
		{
			operation: CreatePaidAccount, route: "POST /{location}/Accounts",
			keyListed: true, body: bodyJSON, handle: createPaidAccount,
		},
		{
			operation: GetAccount, route: "GET " + accountPath, keyListed: true,
			query:          []string{"includeUsage", "includeMediaInfo", "includeStatistics"},
			missingAccount: contractError{http.StatusBadRequest, "ACCOUNT_NOT_FOUND"}, handle: getAccount,
		},
	}
}

func listAccounts(c *call) {
	generate := c.queryFlag("generateAccessTokens")
	allowEdit := c.queryFlag("allowEdit")
	if allowEdit && !c.token.write {
		c.respondNotAllowed()
		return
	}
	summaries := []map[string]any{}
	for _, listed := range c.server.accounts {
		isHere := c.opts.listsAllLocations || strings.EqualFold(listed.Location, c.pathText("location"))
		if listed.OfAnotherUser || !isHere {
			continue
		}
		summary := map[string]any{
			"id": listed.ID, "name": listed.Name, "location": listed.Location, "accountType": listed.AccountType,
		}
		if generate {
			summary["accessToken"] = c.server.issue(
				token{scope: scopeAccount, location: listed.Location, accountID: listed.ID, write: allowEdit},
			)
		}
		summaries = append(summaries, summary)
	}
	c.respondJSON(http.StatusOK, summaries)
}

func createPaidAccount(c *call) {
	wanted, isValid := c.newPaidAccount()
	if !isValid {
		return
	}
	if c.onTrial() {
		c.respondError(
			http.StatusForbidden, "OPERATION_NOT_SUPPORTED_ON_TRIAL",
			"a paid account cannot be created in a trial location",
		)
		return
	}
	server := c.server
	created := server.newAccount(Account{
		ID:          server.newID("account", c.pathText("location"), wanted.resource),
		Name:        wanted.resource,
		Location:    c.pathText("location"),
		AccountType: "Paid",
		CName:       wanted.resource,
		CreateTime:  server.now(),
		State:       "Active",
		Owners:      DefaultAccount().Owners,

		MediaResource:                         wanted.resource,
		MediaDirectoryConnectionApplicationID: wanted.applicationID,
		Quota: Quota{
			DailyUploadCountLimit: 100, DailyUploadDurationLimitInSeconds: 7200, EverUploadDurationLimitInSeconds: 1e9,
		},
	})
	server.accounts = append(server.accounts, created)
	c.respondJSON(http.StatusCreated, c.accountBody(created))
}

// newPaidAccount holds the values that the service stores from the body of CreatePaidAccount. It
// does not store the application key.
type newPaidAccount struct{ resource, applicationID string }

func (c *call) newPaidAccount() (newPaidAccount, bool) {
	var (
		wanted                           newPaidAccount
		subscription, group, tenant, key string
		autoScale                        bool
		contract                         *map[string]any
		connection                       json.RawMessage
	)
	isRead := c.readObject(c.body, "the body",
		required("subscriptionId", &subscription), required("resourceGroup", &group),
		required("resource", &wanted.resource), required("directoryTenantId", &tenant),
		required("directoryConnection", &connection), optional("autoScale", &autoScale),
		optional("accountEncryptionKeyContract", &contract).orNull())
	if !isRead {
		return wanted, false
	}
	if !c.readDirectoryConnection(connection, &wanted.applicationID, &key) {
		return wanted, false
	}
	for name, isGood := range map[string]bool{
		"subscriptionId":                     isGUID(subscription),
		"resourceGroup":                      group != "",
		"resource":                           wanted.resource != "",
		"directoryTenantId":                  tenant != "",
		"directoryConnection.applicationId":  isGUID(wanted.applicationID),
		"directoryConnection.applicationKey": key != "",
	} {
		if !isGood {
			return wanted, c.respondInvalid("%s is not valid", name)
		}
	}
	return wanted, true
}

// readDirectoryConnection reads the directory application of CreatePaidAccount and
// UpdateMediaConnection.
func (c *call) readDirectoryConnection(raw json.RawMessage, id, key *string) bool {
	return c.readObject(raw, "directoryConnection", required("applicationId", id), required("applicationKey", key))
}

func getAccount(c *call) {
	body := c.accountBody(c.account)
	usage := c.optionalQueryFlag("includeUsage")
	if usage != nil && !*usage {
		delete(body, "quotaUsage")
	}
	if c.queryFlag("includeMediaInfo") {
		body["mediaInfo"] = c.account.MediaInfo
	}
	if c.queryFlag("includeStatistics") {
		body["statistics"] = c.account.Statistics
	}
	c.respondJSON(http.StatusOK, []any{body})
}

func (c *call) accountBody(account *account) map[string]any {
	location := any(account.Location)
	if account.AccountType != "Paid" {
		location = nil
	}
	return map[string]any{
		"cName":               account.CName,
		"description":         account.Description,
		"createTime":          c.timestamp(account.CreateTime, TimeForm{FractionDigits: 2}),
		"owners":              append([]AccountUser{}, account.Owners...),
		"contributors":        append([]AccountUser{}, account.Contributors...),
		"invitedContributors": append([]AccountUser{}, account.InvitedContributors...),
		"readers":             append([]AccountUser{}, account.Readers...),
		"invitedReaders":      append([]AccountUser{}, account.InvitedReaders...),
		"quotaUsage":          account.Quota,
		"state":               account.State,
		"location":            location,
		"isPaid":              account.AccountType == "Paid",
		"mediaResource":       orNull(account.MediaResource),
		"id":                  account.ID,
		"name":                account.Name,
		"accountType":         account.AccountType,

		"mediaDirectoryConnectionApplicationId": orNull(account.MediaDirectoryConnectionApplicationID),
	}
}
