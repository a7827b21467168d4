// Package inprocess runs acceptance tests without an engine's processes: it speaks the plugin protocol to the provider
// as Terraform does, and demands of the provider what Terraform demands. A case that takes Terraform seconds takes it
// milliseconds.
//
// Process is the one that calls the provider, and holds it to the rules. Directory, Run and acctest.Instance are three ways to say
// what is called: commands, the test cases of terraform-plugin-testing, and one call after the other.
//
// It knows resources and data sources of one provider, references between them, for_each, count and a few functions.
// Use the engine for modules, other providers, the output for people, and the order in which an engine walks its graph.
package inprocess
