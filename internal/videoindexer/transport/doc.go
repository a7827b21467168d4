// Package transport sends requests: from a method, a path, a query and a body to an answer or a typed error.
//
// Client.Do reads as the steps of a call. An attempt waits for its turn (pace), takes a token (credential), is sent, and its
// answer is read within limits; then the call decides whether another attempt follows. Nothing here knows an object of the
// service, or an operation beyond what the caller says of it: how it is called in messages, whether it may be sent twice,
// which token it needs. New tokens come from a function of the caller.
package transport
