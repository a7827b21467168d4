// Package inprocess runs acceptance tests without an engine's processes: it speaks the plugin protocol to the provider
// as Terraform does, and demands of the provider what Terraform demands. A case that takes Terraform seconds takes it
// milliseconds.
//
// Process calls the provider, and holds it to the rules. Directory carries out commands with it, the same that engine.Directory
// carries out with an engine. An acctest.Instance writes its configuration, and has either of them carry it out; what an engine does not
// offer, such as one call out of order, it calls of a Process.
//
// It knows the blocks of one provider, references between them, for_each and a few functions. Use the engine for modules,
// other providers, the output for people, and calls that overlap.
package inprocess
