package mockserver

import (
	"strings"
	"time"
)

// Account is an account of the service, without its contents.
type Account struct {
	ID          string // GUID
	Name        string
	Location    string
	AccountType string // "Trial" or "Paid"
	CName       string
	Description string
	CreateTime  time.Time
	State       string

	Owners, Contributors, InvitedContributors, Readers, InvitedReaders []AccountUser

	MediaResource                         string // "" is null
	MediaDirectoryConnectionApplicationID string // "" is null
	Quota                                 Quota
	MediaInfo                             map[string]any // what includeMediaInfo adds
	Statistics                            map[string]any // what includeStatistics adds

	// OfAnotherUser hides the account from the user of the subscription key.
	OfAnotherUser bool
}

// AccountUser is a user in a list of an account.
type AccountUser struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Email string `json:"email"`
}

// Quota is the quotaUsage of an account.
type Quota struct {
	DailyUploadCount                  float64 `json:"dailyUploadCount"`
	DailyUploadCountLimit             float64 `json:"dailyUploadCountLimit"`
	DailyUploadDurationInSeconds      float64 `json:"dailyUploadDurationInSeconds"`
	DailyUploadDurationLimitInSeconds float64 `json:"dailyUploadDurationLimitInSeconds"`
	EverUploadDurationInSeconds       float64 `json:"everUploadDurationInSeconds"`
	EverUploadDurationLimitInSeconds  float64 `json:"everUploadDurationLimitInSeconds"`
}

// account is an account with all its objects.
type account struct {
	Account
	brands       map[int32]*Brand
	notYetListed map[any]*job // for objects that lists do not show yet, by their address
	settings     BrandsModelSettings
	models       []*languageModel // in the order of creation
	personModels []*personModel   // in the order of creation
	videos       map[string]*video
	projects     map[string]*project
	imageModel   *ImageModel       // nil where none is connected
	connections  []MediaConnection // what clients sent to UpdateMediaConnection
}

func (a *account) guid() string { return a.ID }

func (s *Server) newAccount(info Account) *account {
	created := &account{
		Account:      info,
		brands:       map[int32]*Brand{},
		notYetListed: map[any]*job{},
		settings:     BrandsModelSettings{State: true, UseBuiltIn: true},
		videos:       map[string]*video{},
		projects:     map[string]*project{},
	}
	if s.opts.extended {
		id := s.newID("person model", info.ID, "default")
		created.addPersonModel(PersonModel{ID: id, Name: "Default", IsDefault: true})
	}
	return created
}

// DefaultAccount returns a complete paid account for [Server.AddAccount].
func DefaultAccount() Account {
	return Account{
		ID:          DefaultAccountID,
		Name:        "mock-account",
		Location:    DefaultLocation,
		AccountType: "Paid",
		CName:       "mock-account",
		Description: "An account of the mock server",
		CreateTime:  time.Date(2024, time.March, 5, 9, 30, 15, 250e6, time.UTC),
		State:       "Active",
		Owners: []AccountUser{
			{ID: "1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed", Name: DefaultUserName, Email: DefaultUserEmail},
		},

		MediaResource:                         "mockmedia",
		MediaDirectoryConnectionApplicationID: "0a1b2c3d-4e5f-4607-8899-aabbccddeeff",
		Quota: Quota{
			DailyUploadCount: 3, DailyUploadCountLimit: 100,
			DailyUploadDurationInSeconds: 341.5, DailyUploadDurationLimitInSeconds: 7200,
			EverUploadDurationInSeconds: 91234.25, EverUploadDurationLimitInSeconds: 1e9,
		},
		MediaInfo:  map[string]any{"accountName": "mockmedia", "streamingEndpointStarted": true},
		Statistics: map[string]any{"videosCount": 12, "personModelsCount": 1},
	}
}

// AddAccount adds an account, or replaces the values of an existing one without changing its
// contents.
func (s *Server) AddAccount(a Account) {
	s.mu.Lock()
	defer s.mu.Unlock()
	held := findByID(s.accounts, a.ID)
	if held != nil {
		held.Account = a
		return
	}
	s.accounts = append(s.accounts, s.newAccount(a))
}

// Account returns an account.
func (s *Server) Account(id string) (Account, bool) {
	var found Account
	isFound := s.withAccount(id, func(a *account) { found = a.Account })
	return found, isFound
}

// Accounts returns every account in the order of creation.
func (s *Server) Accounts() []Account {
	s.mu.Lock()
	defer s.mu.Unlock()
	return mapAll(s.accounts, func(a *account) Account { return a.Account })
}

// RemoveAccount removes an account with its contents. Tokens for it stay valid, but requests do not
// find the account.
func (s *Server) RemoveAccount(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.accounts = removeByID(s.accounts, id)
}

// findAccount returns an account of a location.
func (s *Server) findAccount(location, id string) *account {
	found := findByID(s.accounts, id)
	if found != nil && strings.EqualFold(found.Location, location) {
		return found
	}
	return nil
}

// withAccount runs f on an account under the lock, and returns whether the account exists.
func (s *Server) withAccount(accountID string, f func(*account)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	found := findByID(s.accounts, accountID)
	if found != nil {
		f(found)
	}
	return found != nil
}
