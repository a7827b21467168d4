package testbed

import (
	"slices"
	"testing"
)

// TestWithoutSettings keeps what is set on the machine for engines and providers out.
func TestWithoutSettings(t *testing.T) {
	t.Parallel()
	got := withoutSettings([]string{"PATH=/bin", "TF_LOG=TRACE", "VIDEOINDEXER_LOCATION=x", "TF_CLI_CONFIG_FILE=/missing", "CHECKPOINT_DISABLE="})
	for _, variable := range []string{"TF_LOG=TRACE", "VIDEOINDEXER_LOCATION=x", "TF_CLI_CONFIG_FILE=/missing", "CHECKPOINT_DISABLE="} {
		if slices.Contains(got, variable) {
			t.Errorf("%s is still there", variable)
		}
	}
	if !slices.Contains(got, "PATH=/bin") {
		t.Errorf("%v, want PATH kept", got)
	}
}
