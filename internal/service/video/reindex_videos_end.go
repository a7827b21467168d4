package video

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/apidiag"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/framework/wait"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/service/video/batch"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// ending is how a run ended.
type ending struct {
	videos   []videoindexer.Video
	outcomes []batch.Outcome
	// stopped is why the run sent nothing more, although nobody asked it to stop; nil if it went through.
	stopped error
	began   time.Time
	waited  bool
}

// end says what a run has done, and names each video that is not done with the reason.
func (r *reindexing) end(ctx context.Context, e ending) diag.Diagnostics {
	by := map[batch.Status][]int{}
	for i, outcome := range e.outcomes {
		by[outcome.Status] = append(by[outcome.Status], i)
	}
	done := "Indexed again: %s, in %s."
	if !e.waited {
		done = "Started to index again: %s, in %s."
	}
	if indexed := e.only(by[batch.Done]); len(indexed) > 0 {
		r.progress(fmt.Sprintf(done, batch.CostOf(indexed), time.Since(e.began).Round(time.Second)))
	}
	if n := len(by[batch.UpToDate]); n > 0 {
		r.progress(fmt.Sprintf("Something else has indexed %s since %s: not indexed again.", batch.Count(n), r.IndexedBefore.ValueString()))
	}
	left := len(e.videos) - len(by[batch.Done]) - len(by[batch.UpToDate])
	if left == 0 {
		return nil
	}
	paragraphs := []string{
		fmt.Sprintf("%d of %s are not done.", left, batch.Count(len(e.videos))),
		e.list("Failed", by[batch.Failed]),
		e.list("Under way in the service, and not stopped", by[batch.UnderWay]),
		e.list("Unclear, because the answer was lost: may be under way in the service", by[batch.Unclear]),
	}
	if unsent := e.only(by[batch.NotSent]); len(unsent) > 0 {
		paragraphs = append(paragraphs, fmt.Sprintf("Not begun: %s: %s.", batch.Count(len(unsent)), named(unsent)))
	}
	paragraphs = append(paragraphs, r.howToGoOn(e.began))
	said := slices.DeleteFunc(paragraphs, func(p string) bool { return p == "" })
	diags := diag.Diagnostics{diag.NewErrorDiagnostic(e.summary(ctx), strings.Join(said, "\n\n"))}
	if e.stopped != nil {
		apidiag.Add(&diags, "re-index", videosSubject(r.account), e.stopped)
	}
	return diags
}

func (e ending) only(indexes []int) []videoindexer.Video {
	var some []videoindexer.Video
	for _, i := range indexes {
		some = append(some, e.videos[i])
	}
	return some
}

// list names videos, with the reason of each unless it is the end of the run.
func (e ending) list(title string, indexes []int) string {
	if len(indexes) == 0 {
		return ""
	}
	var text strings.Builder
	text.WriteString(title + ":")
	for _, i := range indexes {
		text.WriteString("\n  - " + label(e.videos[i]))
		if err := e.outcomes[i].Err; !errors.Is(err, context.Canceled) && !errors.Is(err, wait.ErrTimeout) {
			text.WriteString(": " + err.Error())
		}
	}
	return text.String()
}

func (e ending) summary(ctx context.Context) string {
	switch {
	case errors.Is(context.Cause(ctx), wait.ErrTimeout):
		return "The time for indexing the videos is over"
	case ctx.Err() != nil:
		return "Indexing the videos was interrupted"
	case e.stopped != nil:
		return "Indexing the videos was stopped"
	}
	return "Some videos were not indexed"
}

func (r *reindexing) howToGoOn(began time.Time) string {
	if r.IndexedBefore.IsNull() {
		return fmt.Sprintf("To continue, set indexed_before = %q and invoke the action again: it leaves out what has been indexed since.", began.UTC().Format(time.RFC3339))
	}
	return "To continue, invoke the action again with the same indexed_before: it leaves out what has been indexed since."
}
