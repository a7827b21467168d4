package engine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// saved is the file of a saved plan.
const saved = "it.plan"

// Write writes a file of the directory.
func (d *Directory) Write(name, content string) {
	d.t.Helper()
	file := filepath.Join(d.Folder, name)
	err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o750), os.WriteFile(file, []byte(content), 0o600))
	check.MustSucceed(d.t, err, "%s", file)
}

// Plan plans a configuration and saves the plan.
func (d *Directory) Plan(_ context.Context, config string, options inprocess.Options) (*inprocess.Plan, error) {
	d.t.Helper()
	for _, address := range slices.Sorted(maps.Keys(options.Import)) {
		config += fmt.Sprintf("\nimport {\n  to = %s\n  id = %q\n}\n", address, options.Import[address])
	}
	d.Write("main.tf", config)
	arguments := []string{
		"plan", "-json", "-out=" + saved,
		fmt.Sprintf("-destroy=%t", options.IsDestroy),
		fmt.Sprintf("-refresh=%t", !options.NoRefresh),
	}
	for _, address := range options.Replace {
		arguments = append(arguments, "-replace="+address)
	}
	for _, address := range options.Target {
		arguments = append(arguments, "-target="+address)
	}
	d.last = d.Try(arguments...)
	if d.last.Code != 0 {
		return nil, d.last.err()
	}
	return &inprocess.Plan{Changes: d.Changes(saved)}, nil
}

// Apply applies the saved plan.
func (d *Directory) Apply(context.Context, *inprocess.Plan) error {
	d.t.Helper()
	d.last = d.Try("apply", "-json", saved)
	return d.last.err()
}

// Diagnostics returns the diagnostics of the last plan or apply.
func (d *Directory) Diagnostics() (all []*tfprotov6.Diagnostic) {
	for _, reported := range d.last.Diagnostics {
		diagnostic := &tfprotov6.Diagnostic{
			Severity: tfprotov6.DiagnosticSeverityWarning, Summary: reported.Summary, Detail: reported.Detail,
		}
		if reported.Severity == "error" {
			diagnostic.Severity = tfprotov6.DiagnosticSeverityError
		}
		all = append(all, diagnostic)
	}
	return all
}

// Changes returns the changes of a plan in a file.
func (d *Directory) Changes(plan string) (all []inprocess.Change) {
	d.t.Helper()
	shown := tfjson.Plan{}
	shown.UseJSONNumber(true)
	check.MustSucceed(d.t, json.Unmarshal([]byte(d.Run("show", "-json", plan)), &shown), "the plan")
	for _, c := range shown.ResourceChanges {
		if c.Mode != tfjson.ManagedResourceMode {
			continue
		}
		change := inprocess.Change{
			Address: c.Address, Type: c.Type, Action: string(c.Change.Actions[0]), IsDeposed: c.DeposedKey != "",
		}
		change.Before, _ = c.Change.Before.(map[string]any)
		change.After, _ = c.Change.After.(map[string]any)
		change.Unknown, _ = c.Change.AfterUnknown.(map[string]any) // false for a destroy
		if len(c.Change.Actions) > 1 {
			change.CreatesFirst = change.Action == "create"
			change.Action = "replace"
		}
		all = append(all, change)
	}
	return all
}

// Instance is an instance of the state.
type Instance struct {
	Address, Mode, Type string
	// Status is "tainted", or empty.
	Status string
	// Deposed is the key of an object that create_before_destroy has left; empty for most.
	Deposed string
	// Index is the key of the instance within its resource, or nil if the resource has only one
	// instance.
	Index      any `json:"index_key"`
	Attributes json.RawMessage
	Private    []byte
}

// Values returns the attributes by name.
func (i Instance) Values() (values map[string]any) {
	decoder := json.NewDecoder(bytes.NewReader(i.Attributes))
	decoder.UseNumber()
	_ = decoder.Decode(&values)
	return values
}

// Instances returns the instances in the state, data sources included.
func (d *Directory) Instances() (all []Instance) {
	d.t.Helper()
	text, err := os.ReadFile(filepath.Join(d.Folder, "terraform.tfstate"))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	var state struct {
		Resources []struct {
			Module, Mode, Type, Name string
			Instances                []Instance
		}
	}
	if err == nil {
		err = json.Unmarshal(text, &state)
	}
	check.MustSucceed(d.t, err, "the state")
	for _, r := range state.Resources {
		for _, i := range r.Instances {
			address := []string{r.Type, r.Name}
			if r.Mode == "data" {
				address = append([]string{r.Mode}, address...)
			}
			if r.Module != "" {
				address = append([]string{r.Module}, address...)
			}
			i.Address = strings.Join(address, ".")
			i.Mode = r.Mode
			i.Type = r.Type
			if i.Index != nil {
				i.Address += fmt.Sprintf("[%#v]", i.Index)
			}
			all = append(all, i)
		}
	}
	return all
}

// Addresses returns the addresses of the instances in the state.
func (d *Directory) Addresses() (all []string) {
	d.t.Helper()
	for _, i := range d.Instances() {
		if i.Deposed == "" {
			all = append(all, i.Address)
		}
	}
	return all
}

// Values returns the values of an instance in the state by name, or nil if there is no such
// instance.
func (d *Directory) Values(address string) map[string]any {
	d.t.Helper()
	for _, i := range d.Instances() {
		if i.Address == address && i.Deposed == "" {
			return i.Values()
		}
	}
	return nil
}

// Put writes a state that contains only this instance.
func (d *Directory) Put(address string, o *inprocess.Object) {
	d.t.Helper()
	if !o.Exists() {
		return
	}
	attributes, err := ctyjson.Marshal(o.Value, o.Value.Type())
	check.MustSucceed(d.t, err, "the object of the state")
	held := map[string]any{"attributes": json.RawMessage(attributes), "private": o.Private}
	if o.IsTainted {
		held["status"] = "tainted"
	}
	text, err := json.Marshal(map[string]any{"version": 4, "lineage": address, "resources": []any{map[string]any{
		"mode": "managed", "type": o.TypeName, "name": strings.TrimPrefix(address, o.TypeName+"."),
		"provider": fmt.Sprintf("provider[%q]", Address), "instances": []any{held},
	}}})
	check.MustSucceed(d.t, err, "the state of one object")
	d.Write("terraform.tfstate", string(text))
}

// Object returns an instance of the state, or otherwise if the state has no such instance.
func (d *Directory) Object(address string, otherwise *inprocess.Object) *inprocess.Object {
	d.t.Helper()
	for _, i := range d.Instances() {
		if i.Address != address || i.Deposed != "" {
			continue
		}
		value, err := ctyjson.Unmarshal(i.Attributes, otherwise.Value.Type())
		check.MustSucceed(d.t, err, "the object of %s", address)
		return &inprocess.Object{TypeName: i.Type, Value: value, Private: i.Private, IsTainted: i.Status != ""}
	}
	return otherwise
}

// Output reads an output of the configuration.
func (d *Directory) Output(name string, into any) {
	d.t.Helper()
	check.MustSucceed(d.t, json.Unmarshal([]byte(d.Run("output", "-json", name)), into), "the output %s", name)
}

// Taint marks an instance so that it is replaced.
func (d *Directory) Taint(address string) { d.t.Helper(); d.Run("taint", address) }

// Move gives an instance another address.
func (d *Directory) Move(from, to string) { d.t.Helper(); d.Run("state", "mv", from, to) }
