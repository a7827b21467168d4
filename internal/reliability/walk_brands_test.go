//go:build unix

package reliability

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zclconf/go-cty/cty"
)

// The resources of brands.
var (
	brandKind = &kind{
		name: "brand", policies: []string{"abandon", "disable", "restore", "delete"},
		draw: drawBrand, change: changeBrand,
		objects: func(values map[string]any) map[string]string {
			return map[string]string{brandObject(values["brand_id"]): ""}
		},
		wants: func(d *declared, _ string) fields { return brandFields(d.args) },
	}
	brandsKind = &kind{
		name: "brands", policies: []string{"abandon", "disable", "restore", "delete"},
		draw: drawBrands, change: changeBrands,
		objects: func(values map[string]any) map[string]string {
			found := map[string]string{}
			for id := range entriesAt(values, "brands") {
				found[brandObject(id)] = id
			}
			return found
		},
		wants: func(d *declared, id string) fields { return brandFields(entryAt(d.args, "brands", id)) },
	}
	dictionaryKind = &kind{
		name: "brand_dictionary", needsExtended: true, policies: []string{"abandon", "disable", "delete"},
		draw: drawDictionary, change: changeDictionary,
		objects: func(values map[string]any) map[string]string {
			found := map[string]string{}
			for name, entry := range entriesAt(values, "brands") {
				if entry, ok := entry.(map[string]any); ok {
					found[brandObject(entry["brand_id"])] = name
				}
			}
			return found
		},
		wants: func(d *declared, name string) fields {
			entry := entryAt(d.args, "brands", name)
			if entry == nil {
				return nil
			}
			wanted := brandFields(entry)
			wanted["name"] = name
			return wanted
		},
	}
	settingsKind = &kind{
		name: "brands_model_settings", policies: []string{"abandon", "disable"}, isSingle: true,
		draw:    drawSettings,
		change:  func(w *walk, d *declared) { maps.Copy(d.args, drawSettings(w)) },
		objects: func(map[string]any) map[string]string { return map[string]string{"settings": ""} },
		wants: func(d *declared, _ string) fields {
			return fields{"enabled": d.args["enabled"], "use_built_in": d.args["use_built_in"]}
		},
	}
)

func drawSettings(w *walk) args {
	return args{"enabled": chance(w.Rand, 2), "use_built_in": chance(w.Rand, 2)}
}

func brandObject(id any) string { return fmt.Sprintf("brand/%v", id) }

func entriesAt(values map[string]any, name string) map[string]any {
	entries, _ := values[name].(map[string]any)
	return entries
}

// entryAt is an entry of an argument that is a map; nil if there is none.
func entryAt(a args, name, key string) args {
	entries, _ := a[name].(args)
	entry, _ := entries[key].(args)
	return entry
}

// brandFields are the fields that the arguments of a brand manage.
func brandFields(a args) fields {
	managed := fields{}
	for _, name := range []string{"name", "enabled", "description", "reference_url", "tags"} {
		if value := plainly(a[name]); value != nil {
			managed[name] = value
		}
	}
	return managed
}

// brandArgs are arguments of a brand but its name; each may be left out.
func (w *walk) brandArgs() args {
	a := args{}
	if chance(w.Rand, 2) {
		a["enabled"] = chance(w.Rand, 2)
	}
	if chance(w.Rand, 2) {
		a["description"] = w.maybeLate(w.text())
	}
	if chance(w.Rand, 2) {
		a["reference_url"] = w.url()
	}
	if chance(w.Rand, 2) {
		a["tags"] = w.tags()
	}
	return a
}

// freeBrand is the id of a brand that no resource manages; 0 if there is none.
func (w *walk) freeBrand() int32 {
	taken := w.managedObjects()
	var free []int32
	for _, id := range w.service.brandIDs() {
		if !taken[brandObject(id)] {
			free = append(free, id)
		}
	}
	if len(free) == 0 {
		return 0
	}
	return pick(w.Rand, free...)
}

func drawBrand(w *walk) args {
	a := w.brandArgs()
	if id := w.freeBrand(); id != 0 && (!w.isExtended() || chance(w.Rand, 2)) {
		a["brand_id"] = int(id)
		if chance(w.Rand, 3) {
			a["name"] = w.maybeLate(w.name())
		}
		return a
	}
	if !w.isExtended() {
		return nil
	}
	a["name"] = w.maybeLate(w.name())
	return a
}

func changeBrand(w *walk, d *declared) {
	fresh := w.brandArgs()
	switch field := pick(w.Rand, "enabled", "description", "reference_url", "tags", "name", "all", "brand_id"); field {
	case "name":
		if d.args["brand_id"] == nil || chance(w.Rand, 2) {
			d.args["name"] = w.maybeLate(w.name())
		} else {
			d.args["name"] = nil
		}
	case "all":
		maps.Copy(d.args, fresh)
	case "brand_id": // another brand, or from one created to one adopted and back
		id := w.freeBrand()
		switch {
		case d.args["brand_id"] == nil && d.known(w, "brand_id") != "" && chance(w.Rand, 2):
			d.args["brand_id"] = reference(d.known(w, "brand_id"))
		case d.args["brand_id"] != nil && d.args["name"] != nil && w.isExtended() && chance(w.Rand, 2):
			d.args["brand_id"] = nil
		case id != 0 && d.args["brand_id"] != nil:
			d.args["brand_id"], d.args["name"] = int(id), nil // the old one may keep its name
		}
	default:
		d.args[field] = fresh[field]
	}
}

// known is a value of the declared instance in the state, as text; "" if there is none.
func (d *declared) known(w *walk, name string) string {
	value := w.dir.Values(d.address())[name]
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

func drawBrands(w *walk) args {
	entries := args{}
	for range w.IntN(4) {
		if id := w.freeBrand(); id != 0 {
			entries[fmt.Sprint(id)] = w.brandsEntry()
		}
	}
	if len(entries) == 0 {
		return nil
	}
	return args{"brands": entries, "parallelism": pick[any](w.Rand, nil, 1, 64)}
}

func (w *walk) brandsEntry() args {
	entry := w.brandArgs()
	if chance(w.Rand, 3) {
		entry["name"] = w.name()
	}
	return entry
}

func changeBrands(w *walk, d *declared) {
	entries, _ := d.args["brands"].(args)
	keys := slices.Sorted(maps.Keys(entries))
	switch pick(w.Rand, "add", "remove", "edit", "edit") {
	case "add":
		if id := w.freeBrand(); id != 0 {
			entries[fmt.Sprint(id)] = w.brandsEntry()
		}
	case "remove":
		if len(keys) > 0 {
			delete(entries, pick(w.Rand, keys...))
		}
	case "edit":
		if len(keys) > 0 {
			entries[pick(w.Rand, keys...)] = w.brandsEntry()
		}
	}
}

func drawDictionary(w *walk) args {
	entries := args{}
	for range w.IntN(5) {
		entries[w.dictionaryName()] = w.brandArgs()
	}
	return args{"brands": entries, "parallelism": pick[any](w.Rand, nil, 1, 64)}
}

// dictionaryName is a new name, or that of a brand which no resource manages.
func (w *walk) dictionaryName() string {
	if id := w.freeBrand(); id != 0 && chance(w.Rand, 3) {
		name, _ := w.service.holds()[brandObject(id)]["name"].(string)
		if name == cty.NormalizeString(name) { // others cannot be written in a configuration
			return name
		}
	}
	return w.name()
}

func changeDictionary(w *walk, d *declared) {
	entries, _ := d.args["brands"].(args)
	keys := slices.Sorted(maps.Keys(entries))
	switch pick(w.Rand, "add", "remove", "edit", "edit", "exclusive", "letter case") {
	case "add":
		entries[w.dictionaryName()] = w.brandArgs()
	case "remove":
		if len(keys) > 0 {
			delete(entries, pick(w.Rand, keys...))
		}
	case "edit":
		if len(keys) > 0 {
			entries[pick(w.Rand, keys...)] = w.brandArgs()
		}
	case "exclusive":
		d.args["exclusive"] = pick[any](w.Rand, nil, false, w.managesBrandsAlone(d) && len(keys) > 0)
	case "letter case": // which a service may take for the same name, so that the old brand must be deleted first
		adopted, _ := w.dir.Values(d.address())["adopted"].([]any)
		if policy := d.args["deletion_policy"]; len(keys) > 0 && (policy == nil || policy == "delete") {
			key := pick(w.Rand, keys...)
			if swapped := strings.ToUpper(key); swapped != key && strings.EqualFold(swapped, key) && !slices.Contains(adopted, any(key)) {
				entries[swapped] = entries[key]
				delete(entries, key)
			}
		}
	}
}

// managesBrandsAlone reports whether no other resource manages brands.
func (w *walk) managesBrandsAlone(d *declared) bool {
	return !slices.ContainsFunc(w.estate.all, func(other *declared) bool {
		return other != d && strings.HasPrefix(other.kind.name, "brand") && !other.kind.isSingle
	})
}
