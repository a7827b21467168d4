package provider

import (
	"context"
	"os"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// acting is a server with one action, which stop cancels as the framework does.
type acting struct {
	server
	run  func(ctx context.Context, report func(string))
	stop context.CancelFunc
}

func (a *acting) StopProvider(context.Context, *tfprotov6.StopProviderRequest) (*tfprotov6.StopProviderResponse, error) {
	if a.stop != nil {
		a.stop()
	}
	return &tfprotov6.StopProviderResponse{}, nil
}

// InvokeAction has the action wait for each of its events to be received, as the framework does.
func (a *acting) InvokeAction(ctx context.Context, _ *tfprotov6.InvokeActionRequest) (*tfprotov6.InvokeActionServerStream, error) {
	ctx, a.stop = context.WithCancel(ctx)
	return &tfprotov6.InvokeActionServerStream{Events: func(yield func(tfprotov6.InvokeActionEvent) bool) {
		reports := make(chan string)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			a.run(ctx, func(message string) { reports <- message })
		}()
		for {
			select {
			case message := <-reports:
				if !yield(tfprotov6.InvokeActionEvent{Type: tfprotov6.ProgressInvokeActionEventType{Message: message}}) {
					return
				}
			case <-ended:
				yield(tfprotov6.InvokeActionEvent{Type: tfprotov6.CompletedInvokeActionEventType{}})
				return
			}
		}
	}}, nil
}

// untilCanceled reports each second until its context ends, and once more after that.
func untilCanceled(ctx context.Context, report func(string)) {
	for ctx.Err() == nil {
		select {
		case <-time.After(time.Second):
			report("goes on")
		case <-ctx.Done():
		}
	}
	report("ends")
}

// TestStopAction stops the provider while an action runs, in virtual time: the engine receives its
// end and no progress before StopProvider returns, since it ignores or breaks at what comes later.
func TestStopAction(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		run         func(ctx context.Context, report func(string))
		interrupted time.Duration // after which the process receives Ctrl-C as well; 0 for not
		stopped     time.Duration // after which StopProvider is called
		leaves      bool          // whether the engine leaves after the first event
		want        []string      // what the engine has received when StopProvider returns
		took        time.Duration
	}{
		"before":  {run: untilCanceled, want: []string{"end"}},
		"running": {run: untilCanceled, stopped: 2500 * time.Millisecond, want: []string{"goes on", "goes on", "end"}},
		"in a terminal": {
			run: untilCanceled, interrupted: 1500 * time.Millisecond, stopped: 2500 * time.Millisecond,
			want: []string{"goes on", "end"},
		},
		"nobody listens": {run: untilCanceled, stopped: 2500 * time.Millisecond, leaves: true, want: []string{"goes on"}},
		"ends in its time": {
			run: func(_ context.Context, _ func(string)) { <-time.After(5 * time.Second) }, stopped: time.Second,
			want: []string{"end"}, took: 4 * time.Second,
		},
		"heeds nothing":      {run: func(_ context.Context, _ func(string)) { <-time.After(time.Hour) }, stopped: time.Second, took: stopLimit},
		"has ended long ago": {run: func(context.Context, func(string)) {}, stopped: time.Second, want: []string{"end"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				interrupts := make(chan os.Signal, 1)
				s := newStoppableServer(&acting{run: test.run}, interrupts)
				defer close(interrupts)
				if test.interrupted > 0 {
					time.AfterFunc(test.interrupted, func() { interrupts <- os.Interrupt })
				}
				stop := func() {
					_, err := s.StopProvider(t.Context(), &tfprotov6.StopProviderRequest{})
					check.ErrorSays(t, "", err, "the stop")
				}
				if test.stopped == 0 {
					stop()
				}
				stream, err := s.InvokeAction(t.Context(), &tfprotov6.InvokeActionRequest{})
				check.MustSucceed(t, err, "the invocation")
				var received []string
				go func() {
					for event := range stream.Events {
						text := "end"
						progress, isProgress := event.Type.(tfprotov6.ProgressInvokeActionEventType)
						if isProgress {
							text = progress.Message
						}
						received = append(received, text)
						if test.leaves {
							break
						}
					}
				}()
				<-time.After(test.stopped)
				synctest.Wait()
				began := time.Now()
				stop()
				got := slices.Clone(received)
				check.Equal(t, test.took, time.Since(began), "StopProvider returned after")
				check.Equal(t, test.want, got, "received before StopProvider returned")
				stop() // of an impatient user
				<-time.After(time.Hour)
			})
		})
	}
}
