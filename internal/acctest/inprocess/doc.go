// Package inprocess runs acceptance tests without an engine's processes: it speaks the plugin protocol to the provider
// as Terraform does, and demands of the provider what Terraform demands. A case that takes Terraform seconds takes it
// milliseconds.
//
// Process is the one that calls the provider, and holds it to the rules. Directory and acctest.Instance are two ways to say
// what is called: commands, and one call after the other.
//
// It knows the blocks of one provider, references between them, for_each and a few functions. Use the engine for modules,
// other providers, the output for people, and calls that overlap.
package inprocess
