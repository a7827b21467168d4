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

test_forgotten if {
	before := {"brands": brands(["a"]), "deletion_policy": "delete", "account_id": here}
	count(main.deletions) == 1 with input as plan([change("videoindexer_brands", ["delete"], before, null)])
	count(main.deletions) == 0 with input as plan([change("videoindexer_brands", ["forget"], before, null)])
}

test_deposed if {
	before := {"deletion_policy": "delete", "model_id": "m"}
	deposed := object.union(change("videoindexer_language_model", ["delete"], before, null), {"deposed": "ab12cd34"})
	object.keys(main.deletions) == {"videoindexer_language_model.this (deposed)"} with input as plan([deposed])
}

test_default_person_model_stays if {
	before := {"deletion_policy": "delete", "is_default": true, "person_model_id": "m", "persons_count": 9}
	count(main.deletions) == 0 with input as plan([change("videoindexer_person_model", ["delete"], before, null)])
}

test_limit if {
	model := change("videoindexer_person_model", ["delete"], {"deletion_policy": "delete", "person_model_id": "m", "persons_count": 3}, null)
	main.deny == {"The plan deletes 4 objects, and max_deletions is 3: videoindexer_person_model.this and 3 persons."} with input as plan([model])
	count(main.deny) == 0 with input as plan([model]) with data.videoindexer.max_deletions as 4
}

test_account if {
	moved := change("videoindexer_person", ["delete", "create"], {"account_id": here, "location": "westus2"}, {"account_id": elsewhere, "location": "WestUS2"})
	main.deny == {sprintf("videoindexer_person.this: account_id changes from %s to %s.", [here, elsewhere])} with input as plan([moved])
	unknown := object.union(moved, {"change": {"after": {"account_id": null}, "after_unknown": {"account_id": true}}})
	main.deny == {sprintf("videoindexer_person.this: account_id changes from %s to (known after apply).", [here])} with input as plan([unknown])
	located := object.union(moved, {"change": {"after": {"account_id": here, "location": "trial"}}})
	main.deny == {"videoindexer_person.this: location changes from westus2 to trial."} with input as plan([located])
}
