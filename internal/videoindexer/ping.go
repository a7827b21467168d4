package videoindexer

import "context"

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
