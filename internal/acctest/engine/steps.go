package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// saved is the file of a saved plan.
const saved = "it.plan"

// Write writes a file of the directory.
func (d *Directory) Write(name, content string) {
	d.t.Helper()
	file := filepath.Join(d.Folder, name)
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o750), os.WriteFile(file, []byte(content), 0o600)); err != nil {
		d.t.Fatal(err)
	}
}

// Plan plans a configuration and saves the plan.
func (d *Directory) Plan(_ context.Context, config string, how inprocess.Options) (*inprocess.Plan, error) {
	d.t.Helper()
	for _, address := range slices.Sorted(maps.Keys(how.Import)) {
		config += fmt.Sprintf("\nimport {\n  to = %s\n  id = %q\n}\n", address, how.Import[address])
	}
	d.Write("main.tf", config)
	arguments := []string{"plan", "-json", "-out=" + saved, fmt.Sprintf("-destroy=%t", how.IsDestroy), fmt.Sprintf("-refresh=%t", !how.NoRefresh)}
	for _, address := range how.Replace {
		arguments = append(arguments, "-replace="+address)
	}
	if err := d.Try(arguments...).err(); err != nil {
		return nil, err
	}
	return &inprocess.Plan{Changes: d.Changes(saved)}, nil
}

// Apply applies the saved plan.
func (d *Directory) Apply(context.Context, *inprocess.Plan) error {
	d.t.Helper()
	return d.Try("apply", "-json", saved).err()
}

// Changes are those of a plan in a file.
func (d *Directory) Changes(plan string) (all []inprocess.Change) {
	d.t.Helper()
	var shown struct {
		Changes []struct {
			Address, Type, Mode, Deposed string
			Change                       struct {
				Actions       []string
				Before, After map[string]any
				Unknown       json.RawMessage `json:"after_unknown"`
			}
		} `json:"resource_changes"`
	}
	d.show(&shown, plan)
	for _, c := range shown.Changes {
		if c.Mode != "managed" {
			continue
		}
		change := inprocess.Change{Address: c.Address, Type: c.Type, Action: c.Change.Actions[0], IsDeposed: c.Deposed != "", Before: c.Change.Before, After: c.Change.After}
		if len(c.Change.Actions) > 1 {
			change.Action, change.CreatesFirst = "replace", change.Action == "create"
		}
		_ = json.Unmarshal(c.Change.Unknown, &change.Unknown) // false for a destroy
		all = append(all, change)
	}
	return all
}

// show reads what the engine shows of the state, or of a plan.
func (d *Directory) show(into any, plan ...string) {
	d.t.Helper()
	decoder := json.NewDecoder(strings.NewReader(d.Run(append([]string{"show", "-json"}, plan...)...)))
	decoder.UseNumber()
	if err := decoder.Decode(into); err != nil {
		d.t.Fatal(err)
	}
}

// Instance is an instance of the state.
type Instance struct {
	Address   string
	Values    map[string]any
	IsTainted bool   `json:"tainted"`
	Deposed   string `json:"deposed_key"`
	Mode      string
}

// Instances are those of the root module's state, data sources included.
func (d *Directory) Instances() []Instance {
	d.t.Helper()
	var state struct {
		Values struct {
			Root struct{ Resources []Instance } `json:"root_module"`
		}
	}
	d.show(&state)
	return state.Values.Root.Resources
}

// Addresses are those of the instances in the state.
func (d *Directory) Addresses() (all []string) {
	d.t.Helper()
	for _, i := range d.Instances() {
		if i.Deposed == "" {
			all = append(all, i.Address)
		}
	}
	return all
}

// Values are those of an instance of the state by name; nil if there is no such instance.
func (d *Directory) Values(address string) map[string]any {
	d.t.Helper()
	for _, i := range d.Instances() {
		if i.Address == address && i.Deposed == "" {
			return i.Values
		}
	}
	return nil
}

// Output reads an output of the configuration.
func (d *Directory) Output(name string, into any) {
	d.t.Helper()
	if err := json.Unmarshal([]byte(d.Run("output", "-json", name)), into); err != nil {
		d.t.Fatal(err)
	}
}

// Taint marks an instance so that it is replaced.
func (d *Directory) Taint(address string) { d.t.Helper(); d.Run("taint", address) }

// Move gives an instance another address.
func (d *Directory) Move(from, to string) { d.t.Helper(); d.Run("state", "mv", from, to) }
