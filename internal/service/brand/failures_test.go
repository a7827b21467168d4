package brand

import (
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/field"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/brand/set"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// TestNotKeptAdvice says of each kind of write what helps where the service has kept another value.
func TestNotKeptAdvice(t *testing.T) {
	t.Parallel()
	sent := videoindexer.BrandFields{Name: "A", Tags: []string{}}
	renamed := sent
	enabled := sent
	renamed.Name = "B"
	enabled.Enabled = true
	for name, test := range map[string]struct {
		verb           set.Verb
		has            videoindexer.BrandFields
		argument, says string
	}{
		"a value": {
			verb: set.Update, has: enabled, argument: `brands["a"].enabled`,
			says: "enabled = true instead of false. Set enabled to a value that the service keeps",
		},
		"adoption": {
			verb: set.Adopt, has: renamed, argument: `brands["a"].name`,
			says: `name = "B" instead of "A". Set name to a value that the service keeps`,
		},
		"rename": {
			verb: set.Update, has: renamed, argument: `brands["a"].name`,
			says: `name = "B" instead of "A". If the service does not rename brands`,
		},
		"destroy": {
			verb: set.Disable, has: enabled, argument: "deletion_policy",
			says: `enabled = true instead of false. The brand stays in the state`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := &resourceModel{layout: mapLayout{}}
			r := &set.Result{
				Task: set.Task{Verb: test.verb, Label: "a"}, Sent: field.ValuesSent(sent),
				Remote: &videoindexer.Brand{BrandFields: test.has},
			}
			diags := m.resultErrors([]*set.Result{r})
			if len(diags) != 1 || !strings.Contains(diags[0].Detail(), test.says) {
				t.Fatalf("no error has %q. Got: %v", test.says, diags)
			}
			d, hasPath := diags[0].(interface{ Path() path.Path })
			if !hasPath || d.Path().String() != test.argument {
				t.Errorf("at %v, want %s", diags[0], test.argument)
			}
		})
	}
}

// TestSkipped counts the brands that were not tried, in the error of the one that was.
func TestSkipped(t *testing.T) {
	t.Parallel()
	for skipped, says := range map[int]string{0: "", 2: " (not tried: 2)."} {
		refused := &videoindexer.APIError{Status: 403, HasErrorObject: true}
		results := []*set.Result{{Task: set.Task{Verb: set.Update, Label: "a"}, Err: refused}}
		for range skipped {
			results = append(results, &set.Result{Task: set.Task{Verb: set.Update, Label: "b"}, Err: refused, IsSkipped: true})
		}
		diags := (&resourceModel{layout: mapLayout{}}).resultErrors(results)
		if len(diags) != 1 {
			t.Fatalf("%d skipped: %d errors, want one", skipped, len(diags))
		}
		detail := diags[0].Detail()
		counts := strings.Contains(detail, "not tried")
		if !strings.Contains(detail, says) || counts != (skipped > 0) {
			t.Errorf("%d skipped: want an error with %q. Got: %s", skipped, says, detail)
		}
	}
}
