package main_test

import data.main
import rego.v1

here := "7c2f9d54-6f0e-4f39-9d3c-2a1b5e8f4c10"

elsewhere := "2b6d3f80-91c4-4a57-8e2d-0f1e3c5a7b94"

change(type, actions, before, after) := {
	"address": concat(".", [type, "this"]), "mode": "managed", "type": type,
	"change": {"actions": actions, "before": before, "after": after, "after_unknown": {}},
}

plan(changes) := {"resource_changes": changes}

brands(names) := {name: {"brand_id": 1000 + i, "name": name, "adopted": false} | some i, name in names}

model(policy, adopted) := change("videoindexer_language_model", ["delete"], {"deletion_policy": policy, "adopted": adopted, "account_id": here}, null)

test_nothing_to_stop if {
	count(main.deny) == 0 with input as plan([
		change("videoindexer_brands", ["update"], {"brands": brands(["a"]), "account_id": here}, {"brands": brands(["a", "b"]), "account_id": upper(here)}),
		change("videoindexer_brands", ["no-op"], {"exclusive": true}, {"exclusive": true}),
		change("other_brands", ["update"], {}, {"exclusive": true}),
	])
}

test_exclusive if {
	some message in main.deny with input as plan([change("videoindexer_brands", ["create"], null, {"exclusive": true})])
	startswith(message, "videoindexer_brands.this: exclusive = true")
}

test_deleted_resources if {
	main.deleted == {"videoindexer_language_model.this"} with input as plan([model("delete", true)])
	main.deleted == {"videoindexer_language_model.this"} with input as plan([model("empty", true)])
	main.deleted == {"videoindexer_language_model.this"} with input as plan([model(null, false)])
	main.deleted == {"videoindexer_language_model.this"} with input as plan([model("restore", false)])
	count(main.deleted) == 0 with input as plan([model(null, true), model(null, null), model("abandon", false), model("disable", false)])
	count(main.deleted) == 0 with input as plan([change("videoindexer_video", ["delete"], {"deletion_policy": "delete"}, null)])
}

test_deleted_entries if {
	before := {"brands": brands(["a", "b", "c"]), "deletion_policy": null}
	main.deleted == {`videoindexer_brands.this.brands["c"]`} with input as plan([change("videoindexer_brands", ["update"], before, {"brands": brands(["a", "b"])})])
	count(main.deleted) == 3 with input as plan([change("videoindexer_brands", ["delete"], before, null)])
	main.deleted == {`videoindexer_brands.this.brands["a"]`} with input as plan([change("videoindexer_brands", ["update"], before, {"brands": {
		"a": {"brand_id": 7, "name": "a"}, # another brand under its label
		"new label": {"brand_id": 1001},
		"unknown": {"name": "c"},
	}})])
	count(main.deleted) == 0 with input as plan([change("videoindexer_brands", ["delete"], object.union(before, {"deletion_policy": "abandon"}), null)])
}

test_unlisted if {
	main.deleted == {`videoindexer_brands.this.unlisted["x"]`} with input as plan([change(
		"videoindexer_brands", ["update"],
		{"exclusive": true, "unlisted": ["x", "y"]}, {"exclusive": true, "unlisted": ["y"]},
	)])
	main.deleted == {`videoindexer_brands.this.unlisted["x"]`} with input as plan([change("videoindexer_brands", ["create"], null, {"exclusive": true, "unlisted": ["x"]})])
	main.deleted == {`videoindexer_brands.this.unlisted["x"]`} with input as plan([change("videoindexer_brands", ["update"], {"exclusive": false}, {"exclusive": true, "unlisted": ["x"]})])
	count(main.deleted) == 0 with input as plan([change("videoindexer_brands", ["delete"], {"exclusive": true, "unlisted": ["x"]}, null)])
}

test_limit if {
	all_but := change("videoindexer_brands", ["update"], {"brands": brands(["a", "b", "c", "d"]), "deletion_policy": "delete"}, {"brands": {}})
	some message in main.deny with input as plan([all_but])
	startswith(message, `The plan deletes 4 brands and models, and max_deletions is 3: videoindexer_brands.this.brands["a"], `)
	count(main.deny) == 0 with input as plan([all_but]) with data.videoindexer.max_deletions as 4
}

test_account if {
	moved := change("videoindexer_person", ["delete", "create"], {"account_id": here, "location": "westus2"}, {"account_id": elsewhere, "location": "WestUS2"})
	main.deny == {sprintf("videoindexer_person.this: account_id changes from %s to %s.", [here, elsewhere])} with input as plan([moved])
	unknown := object.union(moved, {"change": {"after": {"account_id": null}, "after_unknown": {"account_id": true}}})
	main.deny == {sprintf("videoindexer_person.this: account_id changes from %s to (known after apply).", [here])} with input as plan([unknown])
	located := object.union(moved, {"change": {"after": {"account_id": here, "location": "trial"}}})
	main.deny == {"videoindexer_person.this: location changes from westus2 to trial."} with input as plan([located])
}
