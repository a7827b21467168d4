package project

import (
	"context"
	"fmt"
	"iter"
	"regexp"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

const (
	describeNameRegex = "Regular expression ([RE2](https://github.com/google/re2/wiki/Syntax)) that the names of the projects must match. " +
		"Use `^` and `$` for the beginning and the end of the name, and `(?i)` in front to ignore letter case. Default: all."
)

// filter are the arguments that say which projects of an account are wanted.
type filter struct {
	NameRegex types.String `tfsdk:"name_regex"`
}

// of gives the projects that are wanted, as their pages come (X30). At most is how many are wanted; 0 for all.
func (f filter) of(ctx context.Context, client *videoindexer.Client, account videoindexer.AccountRef, atMost int64) iter.Seq2[videoindexer.ProjectSummary, error] {
	return func(yield func(videoindexer.ProjectSummary, error) bool) {
		name, err := regexp.Compile(f.NameRegex.ValueString())
		if err != nil {
			yield(videoindexer.ProjectSummary{}, fmt.Errorf("name_regex cannot be read: %w", err))
			return
		}
		given := int64(0)
		for project, err := range client.Projects(ctx, account) {
			if err == nil && project.Unreadable == nil && !name.MatchString(project.Name) {
				continue
			}
			if given++; !yield(project, err) || given == atMost {
				return
			}
		}
	}
}

func projectsSubject(account videoindexer.AccountRef) apidiag.Subject {
	return apidiag.Subject{Noun: "projects", Account: account}
}
