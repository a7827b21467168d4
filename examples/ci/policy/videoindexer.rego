# Stops plans that nobody should approve in passing:
#
#   terraform show -json tfplan | conftest test --policy policy -
#
# A file with {"videoindexer": {"max_deletions": 10}} raises the limit: conftest test --data limits.json …
package main

import rego.v1

# How many brands, language models and person models a plan may delete.
default max_deletions := 3

max_deletions := data.videoindexer.max_deletions

changes contains change if {
	some change in input.resource_changes
	change.mode == "managed"
	startswith(change.type, "videoindexer_")
	change.change.actions != ["no-op"]
}

deny contains message if {
	some change in changes
	change.change.after.exclusive == true
	message := sprintf("%s: exclusive = true deletes what others have added to the account.", [change.address])
}

deny contains message if {
	count(deleted) > max_deletions
	message := sprintf(
		"The plan deletes %d brands and models, and max_deletions is %d: %s.",
		[count(deleted), max_deletions, concat(", ", sort(deleted))],
	)
}

deny contains message if {
	some change in changes
	some argument in ["account_id", "location"]
	before := change.change.before[argument]
	after := planned(change.change, argument)
	lower(before) != lower(after)
	message := sprintf("%s: %s changes from %s to %s.", [change.address, argument, before, after])
}

planned(change, argument) := change.after[argument] if is_string(change.after[argument])

planned(change, argument) := "(known after apply)" if change.after_unknown[argument] == true

# Resources that end.
deleted contains change.address if {
	some change in changes
	change.type in {"videoindexer_brand", "videoindexer_language_model", "videoindexer_person_model"}
	"delete" in change.change.actions
	deletes(change.change.before, change.change.before)
}

# Brands that leave the map, and all brands of a map that ends.
deleted contains sprintf("%s.brands[%q]", [change.address, label]) if {
	some change in changes
	change.type == "videoindexer_brands"
	some label, brand in entries(change.change.before)
	not stays(label, brand, entries(change.change.after))
	deletes(change.change.before, brand)
}

# Brands of others, which an exclusive map deletes.
deleted contains sprintf("%s.unlisted[%q]", [change.address, name]) if {
	some change in changes
	change.type == "videoindexer_brands"
	some name in unlisted(change.change)
}

# What a destroy deletes: deletion_policy decides, and where it is not set, whether Terraform created the object.
deletes(resource, _) if resource.deletion_policy in {"delete", "empty"}

deletes(resource, object) if {
	resource.deletion_policy in {null, "restore"}
	object.adopted == false
}

entries(resource) := resource.brands

entries(resource) := {} if not resource.brands

# A brand stays under any label: by its id, or by its name while the id of the new entry is not known.
stays(_, brand, after) if {
	some other in after
	other.brand_id == brand.brand_id
}

stays(label, brand, after) if {
	some other_label, other in after
	not other.brand_id
	name_of(other_label, other) == name_of(label, brand)
}

name_of(_, brand) := brand.name if is_string(brand.name)

name_of(label, brand) := label if not is_string(brand.name)

unlisted(change) := {name | some name in change.before.unlisted} - {name | some name in change.after.unlisted} if {
	change.before.exclusive == true
	change.after.exclusive == true
}

unlisted(change) := {name | some name in change.after.unlisted} if {
	change.after.exclusive == true
	not change.before.exclusive == true
}
