# Stops plans that nobody should approve in passing:
#
#   terraform show -json tfplan | conftest test --policy policy -
#
# A file with {"videoindexer": {"max_deletions": 10}} raises the limit: conftest test --data limits.json …
package main

import rego.v1

# How many brands, models, persons, projects and videos a plan may delete. Objects that it only stops managing, files of models and pictures
# of persons do not count.
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
	total := sum([number | some number in deletions])
	total > max_deletions
	names := concat(", ", sort([name | some name, _ in deletions]))
	message := sprintf("The plan deletes %d objects, and max_deletions is %d: %s.", [total, max_deletions, names])
}

deny contains message if {
	some change in changes
	some argument in ["account_id", "location"]
	before := change.change.before[argument]
	after := planned_value(change.change, argument)
	lower(before) != lower(after)
	message := sprintf("%s: %s changes from %s to %s.", [change.address, argument, before, after])
}

planned_value(change, argument) := change.after[argument] if is_string(change.after[argument])

planned_value(change, argument) := "(known after apply)" if change.after_unknown[argument] == true

# What the apply deletes, with the number of objects.
#
# A destroy, of a resource that is removed, replaced or tainted.
deletions[shown(change)] := 1 if {
	some change in changes
	keys[change.type] != "person_model_id"
	goes(change)
	not goes_with_model(change)
}

# A person model, with its persons: those that the service has counted, and those that the plan deletes as well.
deletions[name] := 1 + persons if {
	some change in changes
	change.type == "videoindexer_person_model"
	goes(change)
	persons := max({persons_count(change.change.before), count(persons_of(change))})
	name := sprintf("%s and %d persons", [shown(change), persons])
}

# Brands of a map that ends, and brands that leave a map.
deletions[sprintf("%s.brands[%q]", [shown(change), label])] := 1 if {
	some change in changes
	change.type == "videoindexer_brands"
	some label, brand in entries(change.change.before)
	deletes_entry(change, brand)
	not is_wanted(change, label, brand)
}

# Brands without an entry, which an exclusive map deletes.
deletions[sprintf("%s.unlisted[%q]", [shown(change), name])] := 1 if {
	some change in changes
	change.type == "videoindexer_brands"
	some name in unlisted(change.change)
}

# Objects of one resource, by the argument that has their id.
keys := {
	"videoindexer_brand": "brand_id",
	"videoindexer_language_model": "model_id",
	"videoindexer_person": "person_id",
	"videoindexer_person_model": "person_model_id",
	"videoindexer_project": "project_id",
	"videoindexer_video": "video_id",
}

# An object that another resource has, or that a replacement names by its id, stays.
goes(change) if {
	"delete" in change.change.actions
	deletes(change.change.before, change.change.before)
	not change.change.before.is_default
	not stays(change)
	not is_taken_again(change, change.change.before)
}

# A replacement does not delete an object that Terraform has not created. The create uses it again.
is_taken_again(change, object) if {
	"create" in change.change.actions
	not object.adopted == false
}

stays(change) if {
	some planned in input.resource_changes
	planned.type == change.type
	planned.change.after[keys[change.type]] == change.change.before[keys[change.type]]
}

stays(change) if {
	change.type == "videoindexer_brand"
	some planned in planned_brands
	planned == [account_of(change.change.before), change.change.before.brand_id]
}

# deletion_policy decides what a destroy deletes. If it is not set, the destroy deletes objects that Terraform created.
deletes(resource, _) if resource.deletion_policy in {"delete", "empty"}

deletes(resource, object) if {
	resource.deletion_policy in {null, "restore"}
	object.adopted == false
}

deletes_entry(change, brand) if {
	"delete" in change.change.actions
	deletes(change.change.before, brand)
	not is_taken_again(change, brand)
}

deletes_entry(change, brand) if {
	change.change.actions == ["update"]
	deletes(change.change.after, brand)
}

# Under exclusive, an entry that leaves the map is deleted, whoever created the brand.
deletes_entry(change, _) if {
	change.change.actions == ["update"]
	change.change.after.exclusive == true
}

goes_with_model(change) if {
	change.type == "videoindexer_person"
	some model in changes
	model.type == "videoindexer_person_model"
	goes(model)
	model.change.before.person_model_id == change.change.before.person_model_id
}

persons_of(model) := {change.address |
	some change in changes
	change.type == "videoindexer_person"
	goes(change)
	change.change.before.person_model_id == model.change.before.person_model_id
}

persons_count(before) := before.persons_count if is_number(before.persons_count)

persons_count(before) := 0 if not is_number(before.persons_count)

# A brand of a map stays if the plan has it under any address. While the id of an entry is not known, its name counts.
is_wanted(change, _, brand) if {
	some planned in planned_brands
	planned == [account_of(change.change.before), brand.brand_id]
}

is_wanted(change, label, brand) if {
	change.change.actions == ["update"]
	some planned_label, planned in entries(change.change.after)
	not planned.brand_id
	name_of(planned_label, planned) == name_of(label, brand)
}

planned_brands contains [account_of(change.change.after), brand.brand_id] if {
	some change in input.resource_changes
	change.type == "videoindexer_brands"
	some brand in entries(change.change.after)
}

planned_brands contains [account_of(change.change.after), change.change.after.brand_id] if {
	some change in input.resource_changes
	change.type == "videoindexer_brand"
}

account_of(resource) := lower(resource.account_id)

name_of(_, brand) := brand.name if is_string(brand.name)

name_of(label, brand) := label if not is_string(brand.name)

entries(resource) := resource.brands

entries(resource) := {} if not resource.brands

# An apply deletes what the state lists, and the plan no more.
unlisted(change) := {name | some name in change.before.unlisted} - {name | some name in change.after.unlisted} if {
	change.after.exclusive == true
	is_exclusive(change)
}

is_exclusive(change) if {
	change.actions == ["update"]
	change.before.exclusive == true
}

shown(change) := sprintf("%s (deposed)", [change.address]) if change.deposed

shown(change) := change.address if not change.deposed
