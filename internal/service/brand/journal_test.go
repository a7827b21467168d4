package brand_test

import (
	"context"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// journaledRunner is a working directory that writes down its plans and applies.
type journaledRunner struct {
	acctest.Runner
	*acctest.Journal
}

func (j *journaledRunner) Plan(ctx context.Context, config string, options inprocess.Options) (*inprocess.Plan, error) {
	plan, err := j.Runner.Plan(ctx, config, options)
	j.Keep("%s\nplan %+v: %v\n%v", config, options, err, plan)
	return plan, err
}

func (j *journaledRunner) Apply(ctx context.Context, plan *inprocess.Plan) error {
	err := j.Runner.Apply(ctx, plan)
	j.Keep("apply: %v", err)
	return err
}

// requestFailures are ways in which a request fails.
var requestFailures = []mockserver.Action{
	mockserver.Status(400), mockserver.Status(500), mockserver.StatusAfter(504),
	mockserver.ResetBefore(), mockserver.ResetAfter(),
}
