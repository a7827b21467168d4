package scenarios

import (
	"cmp"
	"context"
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

// start notes a start of the provider.
func (s *said) start() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.starts = append(s.starts, len(s.lines))
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

// validation is a call in which the framework checks arguments in an order that differs from run to run.
const validation = "validation"

func (s *said) hear(call, kind string, diags []*tfprotov6.Diagnostic) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if call == validation {
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
		where := strings.TrimSpace(call + " of " + kind)
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

// listener notes all that the provider says.
type listener struct {
	tfprotov6.ProviderServer
	said *said
}

func (l *listener) ValidateProviderConfig(ctx context.Context, q *tfprotov6.ValidateProviderConfigRequest) (*tfprotov6.ValidateProviderConfigResponse, error) {
	a, err := l.ProviderServer.ValidateProviderConfig(ctx, q)
	if a != nil {
		l.said.hear(validation, "the provider", a.Diagnostics)
	}
	return a, err
}

func (l *listener) ConfigureProvider(ctx context.Context, q *tfprotov6.ConfigureProviderRequest) (*tfprotov6.ConfigureProviderResponse, error) {
	l.said.start()
	a, err := l.ProviderServer.ConfigureProvider(ctx, q)
	if a != nil {
		l.said.hear("start", "the provider", a.Diagnostics)
	}
	return a, err
}

func (l *listener) ValidateResourceConfig(ctx context.Context, q *tfprotov6.ValidateResourceConfigRequest) (*tfprotov6.ValidateResourceConfigResponse, error) {
	a, err := l.ProviderServer.ValidateResourceConfig(ctx, q)
	if a != nil {
		l.said.hear(validation, q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (l *listener) ValidateDataResourceConfig(ctx context.Context, q *tfprotov6.ValidateDataResourceConfigRequest) (*tfprotov6.ValidateDataResourceConfigResponse, error) {
	a, err := l.ProviderServer.ValidateDataResourceConfig(ctx, q)
	if a != nil {
		l.said.hear(validation, "data "+q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (l *listener) ReadResource(ctx context.Context, q *tfprotov6.ReadResourceRequest) (*tfprotov6.ReadResourceResponse, error) {
	a, err := l.ProviderServer.ReadResource(ctx, q)
	if a != nil {
		l.said.hear("refresh", q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (l *listener) PlanResourceChange(ctx context.Context, q *tfprotov6.PlanResourceChangeRequest) (*tfprotov6.PlanResourceChangeResponse, error) {
	a, err := l.ProviderServer.PlanResourceChange(ctx, q)
	if a != nil {
		l.said.hear("plan", q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (l *listener) ApplyResourceChange(ctx context.Context, q *tfprotov6.ApplyResourceChangeRequest) (*tfprotov6.ApplyResourceChangeResponse, error) {
	a, err := l.ProviderServer.ApplyResourceChange(ctx, q)
	if a != nil {
		l.said.hear("apply", q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (l *listener) ImportResourceState(ctx context.Context, q *tfprotov6.ImportResourceStateRequest) (*tfprotov6.ImportResourceStateResponse, error) {
	a, err := l.ProviderServer.ImportResourceState(ctx, q)
	if a != nil {
		l.said.hear("import", q.TypeName, a.Diagnostics)
	}
	return a, err
}

func (l *listener) ReadDataSource(ctx context.Context, q *tfprotov6.ReadDataSourceRequest) (*tfprotov6.ReadDataSourceResponse, error) {
	a, err := l.ProviderServer.ReadDataSource(ctx, q)
	if a != nil {
		l.said.hear("read", "data "+q.TypeName, a.Diagnostics)
	}
	return a, err
}
