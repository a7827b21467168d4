package videoindexer

import "github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"

// What sends the client's requests, and what callers of the client need of it.
type (
	body     = transport.Body
	auth     = transport.Auth
	response = transport.Response
	token    = transport.Token

	// Config says where the service is and how to talk to it.
	Config = transport.Config
	// DialFunc opens a connection, as net.Dialer.DialContext does.
	DialFunc = transport.DialFunc
	// Permission is what a token allows.
	Permission = transport.Permission
	// Credential is one of the credentials of a client.
	Credential = transport.Credential

	// RequestIDs are the ids of a request and its response.
	RequestIDs = transport.RequestIDs

	// ErrorType is the type of an error of the service.
	ErrorType = transport.ErrorType
	// APIError is an unsuccessful response.
	APIError = transport.APIError
	// NetworkError means that no complete response arrived.
	NetworkError = transport.NetworkError
	// AmbiguousError means that it is unknown whether a request was carried out, and that it was
	// not repeated.
	AmbiguousError = transport.AmbiguousError
	// TokenError means that an access token could not be obtained.
	TokenError = transport.TokenError
	// MissingCredentialError means that an operation needs the subscription key.
	MissingCredentialError = transport.MissingCredentialError
	// UnexpectedResponseError is a successful response that cannot be used.
	UnexpectedResponseError = transport.UnexpectedResponseError
	// StateError means that an object reports by its state that work of the service has failed.
	StateError = transport.StateError
	// InterruptedError means that the caller's context ended first.
	InterruptedError = transport.InterruptedError
	// ExtendedDisabledError means that the configuration does not allow extended operations.
	ExtendedDisabledError = transport.ExtendedDisabledError
	// UnsupportedOperationError means that the service does not have an extended operation.
	UnsupportedOperationError = transport.UnsupportedOperationError
)

const (
	PermissionRead    = transport.PermissionRead
	PermissionWrite   = transport.PermissionWrite
	CredentialKey     = transport.CredentialKey
	CredentialToken   = transport.CredentialToken
	CredentialCommand = transport.CredentialCommand
)
