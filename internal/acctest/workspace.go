package acctest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/hashicorp/terraform-exec/tfexec"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6/tf6server"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// address is what engines call a provider whose source no configuration names.
const address = "registry.terraform.io/hashicorp/" + provider.TypeName

// workspace is a directory in which an engine plans and applies an instance.
type workspace struct {
	*Instance
	*tfexec.Terraform
}

// workspace writes the configuration and the state of an instance into a directory. It is nil where the case stays in process:
// without ACCTEST_ENGINE, in virtual time, and with unknown values.
func (i *Instance) workspace(config Values) *workspace {
	i.t.Helper()
	_, isInBubble := bubbles.Load(i.t)
	block := cty.NullVal(i.schema.Type)
	if config != nil {
		block = i.block(i.schema.Schema, config)
	}
	if os.Getenv("ACCTEST_ENGINE") == "" || isInBubble || len(i.IgnoreChanges) > 0 || !i.settings.IsWhollyKnown() || !block.IsWhollyKnown() {
		return nil
	}
	engine, err := tfexec.NewTerraform(i.t.TempDir(), os.Getenv("TF_ACC_TERRAFORM_PATH"))
	i.succeeds(err)
	w := &workspace{i, engine}

	file := hclwrite.NewEmptyFile()
	write(file.Body().AppendNewBlock("provider", []string{provider.TypeName}), i.process.Offered.Provider.Block, i.settings)
	if config != nil {
		resource := file.Body().AppendNewBlock("resource", []string{i.name, "it"})
		write(resource, i.schema.Block, block)
		resource.Body().AppendNewBlock("lifecycle", nil).Body().SetAttributeValue("create_before_destroy", cty.BoolVal(i.CreateBeforeDestroy))
	}
	i.succeeds(os.WriteFile(w.file("main.tf"), file.Bytes(), 0o600))
	if i.Exists() {
		i.succeeds(os.WriteFile(w.file("terraform.tfstate"), i.stateFile(), 0o600))
	}
	return w
}

func (w *workspace) file(name string) string { return filepath.Join(w.WorkingDir(), name) }

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

// state is the part of an engine's state file that tests read.
type state struct {
	Resources []struct{ Instances []stateInstance }
}

type stateInstance struct {
	Status     string          `json:"status,omitempty"`
	Attributes json.RawMessage `json:"attributes"`
	Private    []byte          `json:"private,omitempty"`
}

// stateFile is a state that holds the instance.
func (i *Instance) stateFile() []byte {
	i.t.Helper()
	attributes, err := ctyjson.Marshal(i.object.Value, i.schema.Type)
	i.succeeds(err)
	held := stateInstance{Attributes: attributes, Private: i.object.Private}
	if i.Tainted {
		held.Status = "tainted"
	}
	text, err := json.Marshal(map[string]any{"version": 4, "lineage": i.name, "resources": []any{map[string]any{
		"mode": "managed", "type": i.name, "name": "it", "provider": fmt.Sprintf("provider[%q]", address), "instances": []any{held},
	}}})
	i.succeeds(err)
	return text
}

// load takes the instance over from the state.
func (w *workspace) load(identity *tfprotov6.ResourceIdentityData) {
	w.t.Helper()
	text, err := os.ReadFile(w.file("terraform.tfstate"))
	w.succeeds(err)
	var s state
	w.succeeds(json.Unmarshal(text, &s))
	w.Forget()
	for _, r := range s.Resources {
		held := r.Instances[0]
		value, err := ctyjson.Unmarshal(held.Attributes, w.schema.Type)
		w.succeeds(err)
		w.Tainted = held.Status == "tainted"
		w.object = &inprocess.Object{Kind: w.name, Value: value, Private: held.Private, Identity: identity, IsTainted: w.Tainted}
	}
}

// plan refreshes and plans the instance. What the provider read and planned is heard from the provider itself.
func (w *workspace) plan() *Plan {
	w.t.Helper()
	w.Protocol = w.restart()
	process := &listener{ProviderServer: w.process.Start()}
	plan := &Plan{by: w.Protocol, Planned: w.schema.Typed(cty.NullVal(w.schema.Type))}
	plan.Diagnostics = w.run(func(output *bytes.Buffer) error {
		_, err := w.PlanJSON(context.Background(), output, tfexec.Out("it.plan"), Serve(w.t, process))
		return err
	}, func(action string) { plan.IsUpdate, plan.IsReplacement = action == "update", action == "replace" })
	if process.planned != nil {
		plan.Planned = w.typed(process.planned)
	}
	plan.planned.After = inprocess.ValueOf(plan.Planned)
	if read := process.read; read != nil {
		w.object = &inprocess.Object{
			Kind: w.name, Value: inprocess.ValueOf(w.typed(read.NewState)), Private: read.Private, Identity: read.NewIdentity, IsTainted: w.Tainted,
		}
	}
	return plan
}

func (w *workspace) typed(value *tfprotov6.DynamicValue) tftypes.Value {
	w.t.Helper()
	typed, err := value.Unmarshal(w.schema.ValueType())
	w.succeeds(err)
	return typed
}

// apply applies what was planned.
func (w *workspace) apply() {
	w.t.Helper()
	process := &listener{ProviderServer: w.process.Start()}
	w.run(func(output *bytes.Buffer) error {
		err := w.ApplyJSON(context.Background(), output, tfexec.DirOrPlan("it.plan"), Serve(w.t, process))
		w.load(process.identity)
		return err
	}, func(string) {})
}

// run runs a command of the engine, which must succeed, and returns what it says.
func (w *workspace) run(command func(*bytes.Buffer) error, planned func(action string)) (diags []*tfprotov6.Diagnostic) {
	w.t.Helper()
	var output bytes.Buffer
	err := command(&output)
	for line := range bytes.Lines(output.Bytes()) {
		var said struct {
			Type       string
			Change     struct{ Action string }
			Diagnostic struct{ Severity, Summary, Detail string }
		}
		w.succeeds(json.Unmarshal(line, &said))
		switch said.Type {
		case "planned_change":
			planned(said.Change.Action)
		case "diagnostic":
			d := &tfprotov6.Diagnostic{Severity: tfprotov6.DiagnosticSeverityWarning, Summary: said.Diagnostic.Summary, Detail: said.Diagnostic.Detail}
			if said.Diagnostic.Severity == "error" {
				d.Severity = tfprotov6.DiagnosticSeverityError
			}
			diags = append(diags, d)
		}
	}
	Succeeds(w.t, diags)
	w.succeeds(err)
	return diags
}

// listener keeps the last answers of a provider that a plan needs, and the identity, which an engine before 1.12 drops.
type listener struct {
	tfprotov6.ProviderServer
	read     *tfprotov6.ReadResourceResponse
	planned  *tfprotov6.DynamicValue
	identity *tfprotov6.ResourceIdentityData
}

func (l *listener) ReadResource(ctx context.Context, q *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	a, err := l.ProviderServer.ReadResource(ctx, q)
	l.read = a
	return a, err
}

func (l *listener) PlanResourceChange(ctx context.Context, q *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	a, err := l.ProviderServer.PlanResourceChange(ctx, q)
	if err == nil {
		l.planned = a.PlannedState
	}
	return a, err
}

func (l *listener) ApplyResourceChange(ctx context.Context, q *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	a, err := l.ProviderServer.ApplyResourceChange(ctx, q)
	if err == nil {
		l.identity = a.NewIdentity
	}
	return a, err
}

// Serve serves a process of the provider to engines, as long as the test runs.
func Serve(t testing.TB, process tfprotov6.ProviderServer) *tfexec.ReattachOption {
	t.Helper()
	sink, _ := t.(*testing.T)
	ctx, stop := context.WithCancel(context.Background())
	started, ended, failed := make(chan *plugin.ReattachConfig), make(chan struct{}), make(chan error, 1)
	go func() {
		failed <- tf6server.Serve(address, func() tfprotov6.ProviderServer { return process }, tf6server.WithDebug(ctx, started, ended),
			tf6server.WithLoggingSink(sink), tf6server.WithoutLogStderrOverride())
	}()
	t.Cleanup(stop)
	var at *plugin.ReattachConfig
	select {
	case at = <-started:
	case err := <-failed:
		t.Fatalf("the provider cannot be served: %v", err)
	}
	t.Cleanup(func() { stop(); <-ended })
	return tfexec.Reattach(tfexec.ReattachInfo{address: {
		Protocol: string(at.Protocol), ProtocolVersion: at.ProtocolVersion, Pid: at.Pid, Test: at.Test,
		Addr: tfexec.ReattachConfigAddr{Network: at.Addr.Network(), String: at.Addr.String()},
	}})
}
