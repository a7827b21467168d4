package person_test

import (
	"math/big"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// extended are provider arguments that allow extended operations.
var extended = acctest.Values{"extended_operations": true}

const allow = "extended_operations = true" // the same in a configuration

// newAccountServer is a server with extended operations. Its account has the default person model.
func newAccountServer(t *testing.T, options ...mockserver.Option) *acctest.Server {
	t.Helper()
	return acctest.NewServer(t, append([]mockserver.Option{mockserver.Extended()}, options...)...)
}

// applied is an instance of a configuration, in a process of its own.
func applied(t *testing.T, server *acctest.Server, kind string, config acctest.Values) *acctest.Instance {
	t.Helper()
	instance := server.Protocol(t, extended).Instance(kind)
	acctest.Succeeds(t, instance.Apply(t.Context(), instance.Planned(config)))
	acctest.Restart(instance)
	return instance
}

// expectNoChange refreshes and plans an instance.
func expectNoChange(t *testing.T, instance *acctest.Instance, config acctest.Values) {
	t.Helper()
	acctest.Succeeds(t, instance.Refresh(t.Context()))
	if plan := instance.Planned(config); plan.IsUpdate || plan.IsReplacement {
		t.Errorf("planned: update %t, replacement %t, %s", plan.IsUpdate, plan.IsReplacement, plan.Planned)
	}
}

// number is a number of a state.
func number(t *testing.T, value tftypes.Value) int {
	t.Helper()
	var n *big.Float
	if err := value.As(&n); err != nil || n == nil {
		t.Fatalf("%s is no number (%v)", value, err)
	}
	whole, _ := n.Int64()
	return int(whole)
}

// idOf is the import id of a resource, whose id has a name of its own.
func idOf(address, attribute string) resource.ImportStateIdFunc {
	return func(s *terraform.State) (string, error) {
		return s.RootModule().Resources[address].Primary.Attributes[attribute], nil
	}
}
