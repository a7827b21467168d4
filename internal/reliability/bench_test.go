//go:build unix

package reliability

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

var brandsOfBench = flag.Int("brands", 1000, "`number` of brands of BenchmarkEngine")

// BenchmarkEngine measures the provider as users meet it: create, plan, change and destroy of
// brands by the engine, at a service that answers after 20 ms. "make bench-process" runs it, and
// bench/README.md has what limits it.
func BenchmarkEngine(b *testing.B) {
	configurations, err := filepath.Glob("bench/*.tf")
	if err != nil || len(configurations) == 0 {
		b.Fatalf("%d configurations in bench (%v), want some", len(configurations), err)
	}
	for _, file := range configurations {
		b.Run(strings.TrimSuffix(filepath.Base(file), ".tf"), func(b *testing.B) {
			for range b.N {
				measure(b, file, *brandsOfBench)
			}
		})
	}
}

// TestBenchmarks runs every benchmark at its smallest.
func TestBenchmarks(t *testing.T) {
	t.Parallel()
	if os.Getenv("ACCTEST_ENGINE") == "" {
		t.Skip("it runs the engine twenty times: ACCTEST_ENGINE is not set")
	}
	configurations, _ := filepath.Glob("bench/*.tf")
	for _, file := range configurations {
		measure(t, file, 2)
	}
	check.Equal(t, 5, len(configurations), "configurations")
}

// measure reports how long the steps of a configuration take. Its variables are n, the number of
// objects, and edition, which a change changes. The first brands of a configuration are in the
// service, but for one that creates its brands.
func measure(t testing.TB, file string, n int) {
	t.Helper()
	w := newWorkspace(t, mockserver.WithExtended(), mockserver.WithLatency(20*time.Millisecond))
	// As users have it.
	w.Env = slices.DeleteFunc(w.Env, func(v string) bool {
		return v == "GOGC=off" || strings.HasPrefix(v, "TF_DISABLE_")
	})
	if strings.Contains(file, "_extended") {
		allowExtended(w)
	} else {
		w.AddBrands(w.Account.ID, n)
	}
	w.Write("main.tf", readFile(t, file))
	if !strings.Contains(file, "terraform_data") {
		w.Write("versions.tf", header)
	}
	w.setenv("TF_VAR_n", fmt.Sprint(n))
	for _, step := range []struct{ unit, edition, command, argument string }{
		{"s/create", "first", "apply", "-auto-approve"},
		{"s/plan", "first", "plan", "-detailed-exitcode"}, // fails where it has changes
		{"s/change", "second", "apply", "-auto-approve"},
		{"s/destroy", "second", "destroy", "-auto-approve"},
	} {
		w.setenv("TF_VAR_edition", step.edition)
		r := w.Try(step.command, step.argument)
		if r.Code != 0 {
			t.Fatalf("%s: want success: %s", step.unit, r)
		}
		b, isBenchmark := t.(*testing.B)
		if isBenchmark {
			b.ReportMetric(r.Took.Seconds(), step.unit)
		}
	}
}
