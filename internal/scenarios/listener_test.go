package scenarios

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// said are the diagnostics of the provider since the last command began.
type said struct {
	mu    sync.Mutex
	lines []string
	// summaries are those of the errors.
	summaries []string
	// starts are the numbers of lines before each start of the provider.
	starts []int
}

// forgetRefresh forgets what was said by the first of two runs of the provider: the plan of a destroy begins with an ordinary
// plan, whose warnings Terraform does not show.
func (s *said) forgetRefresh() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.starts) == 2 {
		s.lines = slices.Delete(s.lines, s.starts[0], s.starts[1])
	}
}

// hear notes all that the provider says.
func (s *said) hear(call, of string, diags []*tfprotov6.Diagnostic) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if call == "start" {
		s.starts = append(s.starts, len(s.lines))
	}
	if call == "validation" { // the framework checks arguments in an order that differs from run to run
		diags = slices.SortedStableFunc(slices.Values(diags), func(a, b *tfprotov6.Diagnostic) int {
			return cmp.Or(cmp.Compare(pathText(a.Attribute), pathText(b.Attribute)), cmp.Compare(a.Summary+a.Detail, b.Summary+b.Detail))
		})
	}
	for _, d := range diags {
		severity := "Warning"
		if d.Severity == tfprotov6.DiagnosticSeverityError {
			severity = "Error"
			s.summaries = append(s.summaries, d.Summary)
		}
		where := call + " of " + of
		if at := pathText(d.Attribute); at != "" {
			where += " at " + at
		}
		s.lines = append(s.lines, fmt.Sprintf("%s: %s (%s)", severity, d.Summary, where))
		for line := range strings.SplitSeq(strings.TrimRight(d.Detail, "\n"), "\n") {
			s.lines = append(s.lines, "    "+line)
		}
	}
}

// take returns the lines so far, and forgets them.
func (s *said) take() (lines, summaries []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	lines, summaries = s.lines, s.summaries
	s.lines, s.summaries, s.starts = nil, nil, nil
	return lines, summaries
}

// pathText is a path as configurations write it.
func pathText(at *tftypes.AttributePath) string {
	var text strings.Builder
	for _, step := range at.Steps() {
		switch step := step.(type) {
		case tftypes.AttributeName:
			text.WriteString("." + string(step))
		case tftypes.ElementKeyString:
			fmt.Fprintf(&text, "[%q]", string(step))
		case tftypes.ElementKeyInt:
			fmt.Fprintf(&text, "[%d]", int64(step))
		case tftypes.ElementKeyValue: // of a set
			var element string
			if tftypes.Value(step).As(&element) != nil {
				element = tftypes.Value(step).String()
			}
			fmt.Fprintf(&text, "[%q]", element)
		default:
			fmt.Fprintf(&text, "[%v]", step)
		}
	}
	return strings.TrimPrefix(text.String(), ".")
}
