package videoindexer

import (
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

// Client talks to the service. It is safe for concurrent use; its callers share one pool of connections, one pace and
// one store of tokens. There is nothing to close: what a canceled call leaves behind ends by itself.
type Client struct {
	*core

	accountCreates     claims
	brandLists         *sharedLists[Brand]
	languageModelLists *sharedLists[LanguageModel]
	personModelLists   *sharedLists[PersonModel]
	personLists        *sharedLists[Person]
	faceCreates        claims
	projectLists       *sharedLists[ProjectSummary]
	lacksAccountToken  atomic.Bool // the service was seen to lack X22
	commandTimeout     time.Duration
	maxStream          int64
}

// New checks a configuration and makes a client of it. It sends nothing. Its errors never hold a credential.
func New(cfg Config) (*Client, error) {
	c := &Client{commandTimeout: commandTimeout, maxStream: maxStreamBytes}
	if strings.TrimSpace(cfg.AccessToken) != "" {
		value, err := tokenIn(cfg.AccessToken)
		if err != nil {
			return nil, fmt.Errorf("the access token cannot be used: %w", err)
		}
		cfg.AccessToken = value
	}
	c.brandLists = shareLists(wholeAccount(c.ListBrands))
	c.languageModelLists = shareLists(wholeAccount(c.ListLanguageModels))
	c.personModelLists = shareLists(c.ListPersonModels)
	c.personLists = shareLists(c.listPersons)
	c.projectLists = shareLists(wholeAccount(c.listProjects))
	var err error
	if c.core, err = transport.New(cfg, c.newToken); err != nil {
		return nil, err
	}
	return c, nil
}

// Extended reports whether the operations beyond the contract may be used.
func (c *Client) Extended() bool { return c.Config.ExtendedOperations }
