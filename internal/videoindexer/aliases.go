package videoindexer

import "github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"

// What sends the client's requests, and what callers of the client need of it.
type (
	core    = transport.Client
	request = transport.Request
	body    = transport.Body
	auth    = transport.Auth
	attempt = transport.Attempt
	token   = transport.Token

	// Config says where the service is and how to talk to it.
	Config = transport.Config
	// DialFunc opens a connection, as net.Dialer.DialContext does.
	DialFunc = transport.DialFunc
	// Permission is what a token allows.
	Permission = transport.Permission
	// Credential is one of those that a client can be configured with.
	Credential = transport.Credential

	// ErrorType is the service's own name for what went wrong.
	ErrorType = transport.ErrorType
	// APIError is an answer that is not a success.
	APIError = transport.APIError
	// TransportError means that no whole answer came.
	TransportError = transport.TransportError
	// AmbiguousError means that a request may or may not have been carried out, and was not
	// repeated.
	AmbiguousError = transport.AmbiguousError
	// TokenError means that an access token could not be obtained.
	TokenError = transport.TokenError
	// MissingCredentialError means that an operation needs the subscription key.
	MissingCredentialError = transport.MissingCredentialError
	// UnexpectedAnswerError is a success that cannot be used.
	UnexpectedAnswerError = transport.UnexpectedAnswerError
	// InterruptedError means that the caller's context ended first.
	InterruptedError = transport.InterruptedError
	// ExtendedDisabledError means that an operation beyond the contract is not allowed.
	ExtendedDisabledError = transport.ExtendedDisabledError
	// UnsupportedOperationError means that the service does not have an operation beyond the
	// contract.
	UnsupportedOperationError = transport.UnsupportedOperationError
)

const (
	Read              = transport.Read
	Write             = transport.Write
	CredentialKey     = transport.CredentialKey
	CredentialToken   = transport.CredentialToken
	CredentialCommand = transport.CredentialCommand
)
