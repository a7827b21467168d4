package engine

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hashicorp/terraform-exec/tfexec"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// Directory is a working directory of the engine on the PATH, with commands like those of inprocess.Directory. Each runs in a process of the
// provider of its own.
type Directory struct {
	*tfexec.Terraform
	t *testing.T
}

// Open makes an empty working directory.
func Open(t *testing.T) *Directory {
	t.Helper()
	withoutCollection()
	terraform, err := tfexec.NewTerraform(t.TempDir(), os.Getenv("TF_ACC_TERRAFORM_PATH"))
	if err != nil {
		t.Fatal(err)
	}
	return &Directory{terraform, t}
}

func (d *Directory) served() *tfexec.ReattachOption {
	return acctest.Serve(d.t, provider.NewServer("test"))
}

// Plan saves a plan of a configuration, and reports whether it changes nothing.
func (d *Directory) Plan(config string, how inprocess.Options) (isEmpty bool, err error) {
	if err := os.WriteFile(filepath.Join(d.WorkingDir(), "main.tf"), []byte(config), 0o600); err != nil {
		return false, err //nolint:wrapcheck // of a test
	}
	options := []tfexec.PlanOption{tfexec.Out("it.plan"), tfexec.Destroy(how.IsDestroy), tfexec.Refresh(!how.NoRefresh), d.served()}
	for _, address := range how.Replace {
		options = append(options, tfexec.Replace(address))
	}
	changes, err := d.Terraform.Plan(d.t.Context(), options...)
	return !changes, err //nolint:wrapcheck // of a test
}

// RefreshOnly plans a refresh alone, and reports whether it changes nothing.
func (d *Directory) RefreshOnly() (isEmpty bool, err error) {
	changes, err := d.Terraform.Plan(d.t.Context(), tfexec.RefreshOnly(true), d.served())
	return !changes, err //nolint:wrapcheck // of a test
}

// Apply applies the saved plan.
func (d *Directory) Apply() error {
	return d.Terraform.Apply(d.t.Context(), tfexec.DirOrPlan("it.plan"), d.served()) //nolint:wrapcheck // of a test
}

// Values are those of all instances of the state, by address.
func (d *Directory) Values() map[string]map[string]any {
	d.t.Helper()
	shown, err := d.Show(d.t.Context(), d.served())
	if err != nil {
		d.t.Fatal(err)
	}
	all := map[string]map[string]any{}
	if shown.Values != nil {
		for _, r := range shown.Values.RootModule.Resources {
			if r.DeposedKey == "" {
				all[r.Address] = r.AttributeValues
			}
		}
	}
	return all
}

// Taint marks an instance so that it is replaced.
func (d *Directory) Taint(address string) {
	d.t.Helper()
	if err := d.Terraform.Taint(d.t.Context(), address); err != nil {
		d.t.Fatal(err)
	}
}

// Move gives an instance another address.
func (d *Directory) Move(from, to string) {
	d.t.Helper()
	if err := d.StateMv(d.t.Context(), from, to); err != nil {
		d.t.Fatal(err)
	}
}
