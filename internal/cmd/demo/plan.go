package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// change is what a plan does to one resource. Its paths are of attributes, such as files["a.txt"].content_sha256.
type change struct {
	Address string
	Actions []string
	Changed []string // get another value
	Awaited []string // get the value that the service answers with
}

func (c change) String() string {
	return fmt.Sprintf("%s of %s\n  changes:           %s\n  known after apply: %s",
		strings.Join(c.Actions, " and "), c.Address, strings.Join(c.Changed, ", "), strings.Join(c.Awaited, ", "))
}

// planChanges lists what the plan changes, from the output of "show -json".
func planChanges(plan []byte) ([]change, error) {
	var document struct {
		ResourceChanges []struct {
			Address string `json:"address"`
			Change  struct {
				Actions      []string `json:"actions"`
				Before       any      `json:"before"`
				After        any      `json:"after"`
				AfterUnknown any      `json:"after_unknown"`
			} `json:"change"`
		} `json:"resource_changes"`
	}
	if err := json.Unmarshal(plan, &document); err != nil {
		return nil, fmt.Errorf("reading the plan: %w", err)
	}
	var changes []change
	for _, resource := range document.ResourceChanges {
		if slices.Equal(resource.Change.Actions, []string{"no-op"}) {
			continue
		}
		c := change{Address: resource.Address, Actions: resource.Change.Actions}
		c.compare("", resource.Change.Before, resource.Change.After, resource.Change.AfterUnknown)
		changes = append(changes, c)
	}
	return changes, nil
}

// compare adds the paths, below path, of all leaves that differ or are not known yet.
func (c *change) compare(path string, before, after, unknown any) {
	if unknown == true {
		c.Awaited = append(c.Awaited, path)
		return
	}
	b, bIsMap := before.(map[string]any)
	a, aIsMap := after.(map[string]any)
	u, _ := unknown.(map[string]any)
	if !bIsMap || !aIsMap {
		if !reflect.DeepEqual(before, after) {
			c.Changed = append(c.Changed, path)
		}
		return
	}
	names := maps.Clone(b)
	maps.Copy(names, a)
	maps.Copy(names, u) // what is unknown is missing from "after"
	for _, name := range slices.Sorted(maps.Keys(names)) {
		c.compare(join(path, name), b[name], a[name], u[name])
	}
}

// join appends a name to a path, as an attribute or as the key of a map.
func join(path, name string) string {
	switch {
	case path == "":
		return name
	case strings.ContainsAny(name, ". "):
		return fmt.Sprintf("%s[%q]", path, name)
	default:
		return path + "." + name
	}
}

// onlyFile returns an error unless the only change is an update of one language model, in which no file changes but
// the one of the given name.
func onlyFile(changes []change, file string) error {
	if len(changes) != 1 {
		return fmt.Errorf("%d resources change, want one", len(changes))
	}
	c := changes[0]
	if !strings.HasPrefix(c.Address, "videoindexer_language_model.") || !slices.Equal(c.Actions, []string{"update"}) {
		return fmt.Errorf("want an update of the language model, the plan has: %s", c)
	}
	if len(c.Changed) == 0 {
		return errors.New("the plan changes no attribute")
	}
	ours := func(path string) bool { return strings.HasPrefix(path, join("files", file)+".") }
	for _, path := range c.Changed {
		if !ours(path) {
			return fmt.Errorf("%s changes too, want %s alone", path, file)
		}
	}
	for _, path := range c.Awaited {
		// The service may report something new of the model itself: whether it is trained.
		if !ours(path) && strings.HasPrefix(path, "files") {
			return fmt.Errorf("%s is not known, want news of %s alone", path, file)
		}
	}
	return nil
}

// replacedNames lists the names of brands that a plan overwrites, old and new, from the output of "show -json".
func replacedNames(plan []byte) ([]string, error) {
	var document struct {
		ResourceChanges []struct {
			Change struct {
				After struct {
					BrandID     int    `json:"brand_id"`
					Name        string `json:"name"`
					Overwritten struct {
						Name string `json:"name"`
					} `json:"overwritten"`
				} `json:"after"`
			} `json:"change"`
		} `json:"resource_changes"`
	}
	if err := json.Unmarshal(plan, &document); err != nil {
		return nil, fmt.Errorf("reading the plan: %w", err)
	}
	var names []string
	for _, resource := range document.ResourceChanges {
		if brand := resource.Change.After; brand.Overwritten.Name != "" {
			names = append(names, fmt.Sprintf("brand %d: %q becomes %q", brand.BrandID, brand.Overwritten.Name, brand.Name))
		}
	}
	slices.Sort(names)
	return names, nil
}
