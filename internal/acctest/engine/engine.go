// Package engine runs acceptance tests with the engine on the PATH. It is not in acctest, because most tests start no engine, and
// linking their binaries with the engine's test framework would take a quarter more time.
package engine

import (
	"os"
	"sync"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/provider"
)

// Run runs an acceptance test with the provider under test. The test calls t.Parallel itself, before
// it starts a server.
func Run(t *testing.T, test resource.TestCase) {
	t.Helper()
	test.ProtoV6ProviderFactories = map[string]func() (tfprotov6.ProviderServer, error){
		provider.TypeName: func() (tfprotov6.ProviderServer, error) { return provider.NewServer("test"), nil },
	}
	withoutCollection()
	resource.Test(t, test)
}

// withoutCollection has the engine's processes, which inherit this, collect no garbage: they end before it would pay.
var withoutCollection = sync.OnceFunc(func() { _ = os.Setenv("GOGC", "off") })
