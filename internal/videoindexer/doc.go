// Package videoindexer is a client of the Video Indexing Service API.
//
// Every endpoint of the contract is one method of Client, in a file by its noun; the number in a method's comment is
// the endpoint's in the contract. Methods take and return plain Go values. Errors have one of the types in errors.go,
// or are a LanguageFileError or a SourceGoneError: find them with errors.As.
package videoindexer
