package brand_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var oneBrand = brandBlock(`description = "one"`)

// betweenPlanAndApply calls a function when an engine has planned and has not applied yet.
type betweenPlanAndApply func() error

func (f betweenPlanAndApply) CheckPlan(_ context.Context, _ plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	resp.Error = f()
}

func beforeApply(f func() error) resource.ConfigPlanChecks {
	return resource.ConfigPlanChecks{PreApply: []plancheck.PlanCheck{betweenPlanAndApply(f)}}
}

// TestAccBrand_requestsOfAdoption takes one GET in the plan, and one GET and one PUT in the apply.
func TestAccBrand_requestsOfAdoption(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	expect := func(reads, writes int) error {
		got := fmt.Sprint(server.Count(16), server.Count(17), len(server.Requests())-server.Count(2)-server.Count(3))
		server.ResetRequests()
		if want := fmt.Sprint(reads, writes, reads+writes); got != want {
			return fmt.Errorf("reads, writes and all apart from tokens: %s, want %s", got, want)
		}
		return nil
	}
	acctest.RunInProcess(t, resource.TestCase{Steps: []resource.TestStep{{
		Config:           server.Config(oneBrand),
		ConfigPlanChecks: beforeApply(func() error { return expect(1, 0) }),
		Check:            acctest.Remote(func() error { return expect(1, 1) }),
	}}})
}

// TestAccBrand_changedSincePlan has somebody change the value that the plan shows as overwritten before the apply.
func TestAccBrand_changedSincePlan(t *testing.T) {
	t.Parallel()
	server := newServer(t)
	acctest.RunInProcess(t, resource.TestCase{
		CheckDestroy: server.WritesNothing(),
		Steps: []resource.TestStep{{
			Config: server.Config(oneBrand),
			ConfigPlanChecks: beforeApply(func() error {
				server.ChangeBrand(server.Account.ID, id, func(b *mockserver.Brand) { b.Description = "of someone else" })
				return nil
			}),
			ExpectError: regexp.MustCompile(`(?s)inconsistent final plan.*overwritten`),
		}},
	})
}

// replacements are ways to replace an instance by one of the same brand. A block is given its policy, its brand and the
// generation; isSure says that the new instance knows what was overwritten before the first one.
var replacements = []struct {
	name, block string
	isSure      bool
}{
	{"tainted", `resource "videoindexer_brand" "tainted_%[1]s" {
  brand_id        = %[2]d
  description     = %[3]q == "" ? "" : "one"
  deletion_policy = %[1]q
}`, true},
	{"triggered", `resource "videoindexer_brand" "triggered_%[1]s" {
  brand_id        = %[2]d
  description     = %[3]q == "" ? "" : "one"
  deletion_policy = %[1]q
  lifecycle {
    replace_triggered_by = [terraform_data.generation]
  }
}`, true},
	{"created_first", `resource "videoindexer_brand" "created_first_%[1]s" {
  brand_id        = %[2]d
  description     = %[3]q == "" ? "" : "one"
  deletion_policy = %[1]q
  lifecycle {
    replace_triggered_by  = [terraform_data.generation]
    create_before_destroy = true
  }
}`, false},
	// For the provider, another name of the resource is the same as another key of for_each.
	{"renamed", `resource "videoindexer_brand" "renamed_%[1]s_%[3]s" {
  brand_id        = %[2]d
  description     = "one"
  deletion_policy = "abandon"
}`, false},
	{"renamed_and_changed", `resource "videoindexer_brand" "renamed_and_changed_%[1]s_%[3]s" {
  brand_id        = %[2]d
  description     = %[3]q
  deletion_policy = "abandon"
}`, false},
}

// TestAccBrand_replacedByItself has an engine replace instances in every way there is, at a service that is slow enough for
// their calls to meet: the brands end as they are configured. Tests over the protocol draw other orders.
func TestAccBrand_replacedByItself(t *testing.T) {
	t.Parallel()
	policies := []string{"restore", "disable", "abandon"}
	server := acctest.NewServer(t, mockserver.Latency(150*time.Millisecond))
	config := func(generation string) string {
		blocks := []string{fmt.Sprintf("resource \"terraform_data\" \"generation\" {\n  input = %q\n}", generation)}
		for i, replacement := range replacements {
			for j, policy := range policies {
				blocks = append(blocks, fmt.Sprintf(replacement.block, policy, id+10*i+j, generation))
			}
		}
		return server.Config(strings.Join(blocks, "\n"))
	}
	var tainted []string
	for i := range replacements {
		for j, policy := range policies {
			server.AddBrand(server.Account.ID, mockserver.Brand{ID: int32(id + 10*i + j), Name: fmt.Sprint(replacements[i].name, " ", j), Enabled: true, Description: "as found", Tags: []string{}})
			if i == 0 {
				tainted = append(tainted, "videoindexer_brand.tainted_"+policy)
			}
		}
	}
	acctest.Run(t, resource.TestCase{Steps: []resource.TestStep{
		{Config: config("first")},
		{Config: config("second"), Taint: tainted, Check: func(state *terraform.State) error {
			for i, replacement := range replacements {
				for j, policy := range policies {
					wanted := "one"
					if !strings.Contains(replacement.block, `"one"`) {
						wanted = "second"
					}
					b, _ := server.Brand(server.Account.ID, int32(id+10*i+j))
					if b.Description != wanted || !b.Enabled {
						return fmt.Errorf("%s under %s: described as %q, enabled %t", replacement.name, policy, b.Description, b.Enabled)
					}
					address := fmt.Sprintf("videoindexer_brand.%s_%s", replacement.name, policy)
					if brand, ok := state.RootModule().Resources[address]; replacement.isSure && (!ok || brand.Primary.Attributes["overwritten.description"] != "as found") {
						return fmt.Errorf("%s does not know what was overwritten", address)
					}
				}
			}
			return nil
		}},
	}})
}
