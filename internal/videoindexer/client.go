// Package videoindexer is a client of the Video Indexing Service API.
//
// Every operation is one method of Client, in the file of its kind of object. The number in a
// method's comment, such as (16) or (X1), is that of its operation in calls.md. Methods take and
// return plain Go values; durations that the service counts are in seconds, and times are texts in
// RFC 3339.
//
// These files call shared code (lists, pages, creations, decoding), which calls package transport.
// Package transport sends requests, and does not know the operations. Callers use its types by
// aliases.go.
//
// Errors have one of the types in aliases.go, or are an AccountNotListedError, FileUploadError or
// NotListedError. Find them with errors.As, or ask IsNotFound, HasType and the other functions
// whose names begin with Is. Every method can fail with an APIError, a TokenError, a NetworkError
// or an InterruptedError; a method's comment names what else it returns. If the object of a call,
// or the object that contains it, does not exist, IsNotFound is true for the error. For a delete,
// which may be repeated, this means success. The error of input that cannot be sent has no type.
package videoindexer

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// Client talks to the service. It is safe for concurrent use; its callers share one pool of
// connections, one pace and one store of tokens. It need not be closed: requests that a canceled
// call has started end within their time limits.
type Client struct {
	// transport sends the requests of all operations.
	transport *transport.Client

	recentWrites       *recentWrites
	brandLists         *sharedLists[Brand]
	languageModelLists *sharedLists[LanguageModel]
	personModelLists   *sharedLists[PersonModel]
	personLists        *sharedLists[Person]
	projectLists       *sharedLists[ProjectSummary]
	// lacksDirectToken means that the service has shown that it does not have X22.
	lacksDirectToken atomic.Bool
	// commandTimeout is the time limit of the program that prints tokens.
	commandTimeout time.Duration
	// maxStream is the largest number of bytes of a response that is decoded while it arrives.
	maxStream int64
}

// New checks a configuration and returns a client. It does not send requests. Its errors never
// contain a credential.
func New(cfg Config) (*Client, error) {
	c := &Client{recentWrites: newRecentWrites(), commandTimeout: commandTimeout, maxStream: maxStreamBytes}
	if strings.TrimSpace(cfg.AccessToken) != "" {
		value, err := tokenIn(cfg.AccessToken)
		if err != nil {
			return nil, fmt.Errorf("the access token cannot be used: %w", err)
		}
		cfg.AccessToken = value
	}
	c.brandLists = newSharedLists("brand", listOfAccount(c.ListBrands))
	c.languageModelLists = newSharedLists("language model", listOfAccount(c.ListLanguageModels))
	c.personModelLists = newSharedLists("person model", listOfAccount(c.listPersonModels))
	c.personLists = newSharedLists("person", c.listPersons)
	c.projectLists = newSharedLists("project", listOfAccount(c.listProjects))
	var err error
	c.transport, err = transport.New(cfg, c.newToken)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// AllowsExtended reports whether extended operations may be used.
func (c *Client) AllowsExtended() bool { return c.transport.Config.ExtendedOperations }
