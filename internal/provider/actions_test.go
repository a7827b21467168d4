package provider_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/fixtures"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestActionsProveTheAccount plans every action with credentials that reach nothing, and without an
// account: an error of the plan, since what triggers an action has changed by the time it is
// invoked. What is not known yet is left to the invocation.
func TestActionsProveTheAccount(t *testing.T) {
	t.Parallel()
	for name := range acctest.Schema(t).ActionSchemas {
		configuration := uses["actions/"+name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, mockserver.WithExtended())
			plan := func(provider, more acctest.Values) []*tfprotov6.Diagnostic {
				settings := acctest.Values{"extended_operations": true}.With(provider)
				return server.Protocol(t, settings).PlanAction(t.Context(), name, configuration.With(more))
			}
			acctest.MustSucceed(t, plan(nil, nil))
			for _, credentials := range wrongCredentials {
				acctest.MustSay(t, plan(credentials.provider, nil), acctest.Failure, credentials.says)
			}
			for _, argument := range []string{"account_id", "location"} {
				diags := plan(acctest.Values{argument: nil}, nil)
				acctest.MustSay(t, diags, acctest.Failure, "Missing "+argument, "VIDEOINDEXER_"+strings.ToUpper(argument))
			}
			unknown := tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
			acctest.MustSucceed(t, plan(wrongCredentials["a wrong account"].provider, acctest.Values{"account_id": unknown}))
			check.Equal(t, 0, server.Writes(), "writes of the plans")
		})
	}
}

// TestActionsFailWhenStopped presses Ctrl-C while every action waits for the service, and while its
// request has no response: an error says what is in progress, what may be, and what was not begun.
func TestActionsFailWhenStopped(t *testing.T) {
	t.Parallel()
	type stop struct {
		config acctest.Values
		// writes is the operation; says are parts of the errors where it has no response, and
		// awaits where it has one. An action that does not wait has none.
		writes       mockserver.Operation
		says, awaits []string
	}
	stops := map[string]stop{
		"videoindexer_cancel_render": {
			acctest.Values{"project_id": "busy"},
			mockserver.CancelRender,
			[]string{"cancel the render", "interrupted"},
			[]string{"Render is still being canceled", "interrupted"},
		},
		"videoindexer_reindex_video": {
			acctest.Values{"video_id": mockserver.SampleVideoID, "wait_for_indexing": true},
			mockserver.ReindexVideo,
			[]string{"interrupted", "may have"},
			[]string{"wait for the indexing", "interrupted", "The service continues"},
		},
		"videoindexer_reindex_videos": {
			acctest.Values{"indexed_before": "2036-03-01", "max_videos": 9, "parallelism": 1, "ignore_quota": true},
			mockserver.ReindexVideo,
			[]string{"2 of 2 videos are not done. The run was interrupted", "Possibly running", "Not started: 1 video"},
			[]string{"2 of 2 videos are not done. The run was interrupted", "Still running in the service", "Not started: 1 video"},
		},
		"videoindexer_render_project": {
			acctest.Values{"project_id": mockserver.SampleProjectID},
			mockserver.RenderProject,
			[]string{"interrupted", "may have begun a render"},
			[]string{"interrupted", "The service continues the render"},
		},
		"videoindexer_train_language_model": {
			acctest.Values{"model_id": fixtures.ModelID},
			mockserver.TrainLanguageModel,
			[]string{"interrupted", "may be running"},
			[]string{"interrupted", "The service continues it"},
		},
		"videoindexer_update_transcript": {uses["actions/videoindexer_update_transcript"], mockserver.UpdateTranscript, []string{"interrupted", "may have"}, nil},
	}
	for name := range acctest.Schema(t).ActionSchemas {
		stop, hasCase := stops[name]
		if !hasCase {
			t.Errorf("%s has no row in stops, want one for each action", name)
		}
		run := func(t *testing.T, after time.Duration, says []string, faults ...mockserver.Fault) {
			t.Helper()
			acctest.InBubble(t, func(t *testing.T) {
				server := seededServer(t, mockserver.WithTrainingEnd(mockserver.WhenTold()), mockserver.WithRenderEnd(mockserver.WhenTold()),
					mockserver.WithCancellationEnd(mockserver.WhenTold()), mockserver.WithIndexingEnd(mockserver.WhenTold()))
				files := []mockserver.LanguageFile{{Name: "a.txt", Enabled: true}}
				server.AddLanguageModel(server.Account.ID, mockserver.LanguageModel{ID: fixtures.ModelID, Files: files})
				server.AddProject(server.Account.ID, mockserver.Project{ID: "busy", Render: mockserver.RenderInProgress})
				server.Script(faults...)
				protocol := server.Protocol(t, acctest.Values{"extended_operations": true, "request_timeout": "24h"})
				acctest.MustSay(t, protocol.StopAction(t.Context(), name, stop.config, after), acctest.Failure, says...)
			})
		}
		t.Run(name+" without a response", func(t *testing.T) {
			t.Parallel()
			hang := mockserver.Fault{Operation: stop.writes, Times: mockserver.Always, Do: mockserver.Hang()}
			run(t, time.Minute, stop.says, hang)
		})
		if stop.awaits != nil {
			t.Run(name+" waiting", func(t *testing.T) {
				t.Parallel()
				run(t, 90*time.Second, stop.awaits)
			})
		}
	}
}

// TestActionsAreValidatedWhenInvoked leaves out required arguments, in the plan and where their
// values were unknown in the plan. An engine has validated the action before that, while variables
// had no values, and does not do so again.
func TestActionsAreValidatedWhenInvoked(t *testing.T) {
	t.Parallel()
	for name, schema := range acctest.Schema(t).ActionSchemas {
		for _, argument := range schema.Schema.Block.Attributes {
			if !argument.Required {
				continue
			}
			t.Run(name+"."+argument.Name, func(t *testing.T) {
				t.Parallel()
				server := acctest.NewServer(t, mockserver.WithExtended())
				config := func(value any) acctest.Values {
					return uses["actions/"+name].With(acctest.Values{argument.Name: value})
				}
				protocol := server.Extended(t)
				const missing = "Missing Configuration for Required Attribute"
				acctest.MustSay(t, protocol.PlanAction(t.Context(), name, config(nil)), acctest.Failure, missing, argument.Name)
				_, diags := protocol.InvokePlannedAction(t.Context(), name, config(unknownOf(argument.Type)), config(nil))
				acctest.MustSay(t, diags, acctest.Failure, missing, argument.Name)
				check.Equal(t, 0, server.Writes(), "writes of the action")
			})
		}
	}
}

// isShort is the warning of a plan about a timeout.
const isShort = "Timeout is short"

// TestTimeoutsOfActions plans every action that has a timeout: one below a minute is a warning.
func TestTimeoutsOfActions(t *testing.T) {
	t.Parallel()
	for name, schema := range acctest.Schema(t).ActionSchemas {
		isTimeout := func(a *tfprotov6.SchemaAttribute) bool { return a.Name == "timeout" }
		if !slices.ContainsFunc(schema.Schema.Block.Attributes, isTimeout) {
			continue
		}
		for timeout, want := range map[string]bool{"59s": true, "1m": false} {
			config := uses["actions/"+name].With(acctest.Values{"timeout": timeout})
			messages := acctest.Texts(seededServer(t).Extended(t).PlanAction(t.Context(), name, config))
			got := strings.Contains(strings.Join(messages, "; "), isShort+": timeout is "+timeout)
			check.Equal(t, want, got, "%s: the timeout %s is called short by %v", name, timeout, messages)
		}
	}
}

// TestTimeoutsNameThemselves sets one timeout of a resource and has its operation run longer: the
// error names that timeout and no other one. The plan warns of a timeout below a minute.
func TestTimeoutsNameThemselves(t *testing.T) {
	t.Parallel()
	eachResource(t, func(t *testing.T, name string, configuration acctest.Values) {
		for _, block := range acctest.Schema(t).ResourceSchemas[name].Block.BlockTypes {
			if block.TypeName != "timeouts" {
				continue
			}
			for _, operation := range block.Block.Attributes {
				t.Run(operation.Name, func(t *testing.T) {
					acctest.InBubble(t, func(t *testing.T) {
						expire(t, name, operation.Name, configuration)
					})
				})
			}
		}
	})
}

func expire(t *testing.T, name, operation string, configuration acctest.Values) {
	timeouts := acctest.Values{"timeouts": acctest.Values{operation: "90s"}}
	waiting := fixtures.All[name].Extended[0].With(timeouts)
	server := seededServer(t, mockserver.WithTrainingEnd(mockserver.WhenTold()),
		mockserver.WithRenderEnd(mockserver.WhenTold()), mockserver.WithIndexingEnd(mockserver.WhenTold()))
	instance := server.Extended(t).Instance(name)
	switch operation {
	case "create":
	case "update":
		instance = created(t, server.Extended(t), name, configuration)
		waiting = configuration.With(fixtures.All[name].Extended[1]).With(timeouts)
	default:
		t.Fatalf("nothing is known of a timeout for %s, want a case for it here", operation)
	}
	short := instance.PlanWithRefresh(waiting.With(acctest.Values{"timeouts": acctest.Values{operation: "59s"}}))
	acctest.MustSay(t, short.Diagnostics, acctest.Warning, isShort, "timeouts."+operation+" is 59s")
	plan := instance.PlanWithRefresh(waiting)
	messages := acctest.Texts(plan.Diagnostics)
	if strings.Contains(strings.Join(messages, "; "), isShort) {
		t.Errorf("timeouts.%s of 90s: want no warning that it is short. Got: %v", operation, messages)
	}
	begun := time.Now()
	errors := acctest.Errors(instance.Apply(t.Context(), plan))
	waited := time.Since(begun)
	if waited > 5*time.Minute { // of the bubble's time
		t.Errorf("ended after %s, want after the 90s of timeouts.%s", waited, operation)
	}
	message := acctest.MustSay(t, errors, acctest.Failure, "timeouts."+operation)
	others := strings.ReplaceAll(message.Detail, "timeouts."+operation, "")
	if len(errors) != 1 || strings.Contains(others, "timeouts.") {
		t.Errorf("want one error that names timeouts.%s alone. Got: %v", operation, acctest.Texts(errors))
	}
}
