package acctest

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/engine"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// workspace is a directory in which an engine plans and applies an instance.
type workspace struct {
	*Instance
	*engine.Directory
	// What the provider has last read and planned.
	read    *tfprotov6.ReadResourceResponse
	planned *tfprotov6.DynamicValue
}

// runner is a workspace with the configuration and the state of an instance. A case stays in process without ACCTEST_ENGINE, in virtual
// time, and with unknown values.
func (i *Instance) runner(config Values) instanceRunner {
	i.t.Helper()
	block := cty.NullVal(i.schema.Type)
	if config != nil {
		block = i.block(i.schema.Schema, config)
	}
	if !throughEngine(i.t) || len(i.IgnoreChanges) > 0 || !i.settings.IsWhollyKnown() || !block.IsWhollyKnown() {
		return i
	}
	w := &workspace{Instance: i}
	w.Directory = engine.Open(i.t, func() tfprotov6.ProviderServer { return listener{w.process.Start(), w} })
	file := hclwrite.NewEmptyFile()
	write(file.Body().AppendNewBlock("provider", []string{provider.TypeName}), i.process.Offered.Provider.Block, i.settings)
	if config != nil {
		resource := file.Body().AppendNewBlock("resource", []string{i.name, "it"})
		write(resource, i.schema.Block, block)
		resource.Body().AppendNewBlock("lifecycle", nil).Body().SetAttributeValue("create_before_destroy", cty.BoolVal(i.CreateBeforeDestroy))
	}
	w.Write("main.tf", string(file.Bytes()))
	if i.Exists() {
		w.Write("terraform.tfstate", string(i.stateFile()))
	}
	return w
}

// write writes the arguments of a block.
func write(block *hclwrite.Block, schema *tfprotov6.SchemaBlock, values cty.Value) {
	for _, a := range schema.Attributes {
		if value := values.GetAttr(a.Name); !value.IsNull() {
			block.Body().SetAttributeValue(a.Name, value)
		}
	}
	for _, b := range schema.BlockTypes {
		if value := values.GetAttr(b.TypeName); !value.IsNull() {
			write(block.Body().AppendNewBlock(b.TypeName, nil), b.Block, value)
		}
	}
}

// stateFile is a state that holds the instance.
func (i *Instance) stateFile() []byte {
	i.t.Helper()
	attributes, err := ctyjson.Marshal(i.Object.Value, i.schema.Type)
	i.succeeds(err)
	held := map[string]any{"attributes": json.RawMessage(attributes), "private": i.Object.Private}
	if i.Object.IsTainted {
		held["status"] = "tainted"
	}
	text, err := json.Marshal(map[string]any{"version": 4, "lineage": i.name, "resources": []any{map[string]any{
		"mode": "managed", "type": i.name, "name": "it", "provider": fmt.Sprintf("provider[%q]", engine.Address), "instances": []any{held},
	}}})
	i.succeeds(err)
	return text
}

// Look refreshes and plans the instance. What the provider read and planned is heard from the provider itself.
func (w *workspace) Look(Values) *Plan {
	w.t.Helper()
	w.Protocol = w.restart()
	said := w.must("plan", "-out=it.plan")
	plan := &Plan{by: w.Protocol, Planned: w.schema.Typed(cty.NullVal(w.schema.Type)), Diagnostics: diagnosticsOf(said)}
	for _, action := range said.Actions {
		plan.IsUpdate, plan.IsReplacement = action == "update", action == "replace"
	}
	if w.planned != nil {
		plan.Planned = w.typed(w.planned)
	}
	plan.planned.After = inprocess.ValueOf(plan.Planned)
	if w.read != nil {
		w.Object = &inprocess.Object{
			Kind: w.name, Value: inprocess.ValueOf(w.typed(w.read.NewState)), Private: w.read.Private, Identity: w.read.NewIdentity, IsTainted: w.Object.IsTainted,
		}
	}
	return plan
}

// apply applies what was planned, and takes the instance over from the state.
func (w *workspace) apply(*Plan) {
	w.t.Helper()
	w.must("apply", "it.plan")
	w.Forget()
	for _, held := range w.Instances() {
		value, err := ctyjson.Unmarshal(held.Attributes, w.schema.Type)
		w.succeeds(err)
		w.Object = &inprocess.Object{Kind: w.name, Value: value, Private: held.Private}
	}
}

// must runs a command of the engine, which must succeed.
func (w *workspace) must(command, argument string) engine.Result {
	w.t.Helper()
	said := w.Try(command, "-json", argument)
	if said.Code != 0 {
		w.t.Fatal(said)
	}
	return said
}

func (w *workspace) typed(value *tfprotov6.DynamicValue) tftypes.Value {
	w.t.Helper()
	typed, err := value.Unmarshal(w.schema.ValueType())
	w.succeeds(err)
	return typed
}

func diagnosticsOf(said engine.Result) (all []*tfprotov6.Diagnostic) {
	for _, d := range said.Diagnostics {
		all = append(all, &tfprotov6.Diagnostic{Severity: Warning, Summary: d.Summary, Detail: d.Detail})
	}
	return all
}

// listener keeps the last answers of a provider.
type listener struct {
	tfprotov6.ProviderServer
	to *workspace
}

func (l listener) ReadResource(ctx context.Context, q *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	a, err := l.ProviderServer.ReadResource(ctx, q)
	l.to.read = a
	return a, err
}

func (l listener) PlanResourceChange(ctx context.Context, q *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	a, err := l.ProviderServer.PlanResourceChange(ctx, q)
	if err == nil {
		l.to.planned = a.PlannedState
	}
	return a, err
}
