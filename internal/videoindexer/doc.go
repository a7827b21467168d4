// Package videoindexer is a client of the Video Indexing Service API.
//
// Every operation is one method of Client, in the file of its kind of object. The number in a method's comment is that of the
// endpoint in the contract, or, with an X, that of an operation beyond the contract. Methods take and return plain Go
// values; durations that the service counts are in seconds, and times are texts in RFC 3339.
//
// Calls run one way: from those files to what they share (lists, pages, creations, decoding), and from there to package
// transport, which sends requests and knows none of these operations; aliases.go has what callers need of it.
//
// Errors have one of the types in aliases.go, or are an AccountNotListedError, LanguageFileError or
// NotListedError. Find them with errors.As, or ask IsNotFound, HasType and the other functions whose names begin with
// Is. Every method can fail with an APIError, a TokenError, a TransportError or an InterruptedError; a method's comment
// names what else it returns. If the object of a call, or what contains it, does not exist, IsNotFound is true for the
// error: for a delete, which may be repeated, this means success. Input that cannot be sent is an error without a type.
package videoindexer
