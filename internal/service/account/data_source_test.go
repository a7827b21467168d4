package account_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/knownvalue"
	"github.com/hashicorp/terraform-plugin-testing/statecheck"
	"github.com/hashicorp/terraform-plugin-testing/tfjsonpath"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const dataAddress = "data.videoindexer_account.test"

func accountBlock(lines string) string {
	return "data \"videoindexer_account\" \"test\" {\n" + lines + "\n}\n"
}

// says matches a sentence of a diagnostic, however Terraform breaks its lines.
func says(parts ...string) *regexp.Regexp {
	for i, part := range parts {
		parts[i] = strings.Join(strings.Fields(regexp.QuoteMeta(part)), `\s+`)
	}
	return regexp.MustCompile(`(?s)` + strings.Join(parts, `.*`))
}

func shows(address, attribute string, check knownvalue.Check) statecheck.StateCheck {
	return statecheck.ExpectKnownValue(address, tfjsonpath.New(attribute), check)
}

func user(id, name, email knownvalue.Check) knownvalue.Check {
	return knownvalue.ObjectExact(map[string]knownvalue.Check{"id": id, "name": name, "email": email})
}

// TestAccAccount_everyField shows every field of an account, in both shapes of the answer.
func TestAccAccount_everyField(t *testing.T) {
	t.Parallel()
	for name, shape := range map[string]mockserver.Shape{"array": mockserver.ShapeArray, "object": mockserver.ShapeObject} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := acctest.NewServer(t, mockserver.AccountAnswer(shape))
			a := server.Account
			a.Contributors = []mockserver.AccountUser{{ID: "c", Name: "Contributor", Email: "c@example.com"}}
			a.InvitedContributors = []mockserver.AccountUser{{ID: "ic", Name: "Invited", Email: "ic@example.com"}}
			a.Readers = []mockserver.AccountUser{{ID: "r", Name: "Reader", Email: "r@example.com"}}
			a.InvitedReaders = []mockserver.AccountUser{{ID: "ir", Name: "Invited reader", Email: "ir@example.com"}}
			server.AddAccount(a)
			one := func(u mockserver.AccountUser) knownvalue.Check {
				return knownvalue.ListExact([]knownvalue.Check{user(knownvalue.StringExact(u.ID), knownvalue.StringExact(u.Name), knownvalue.StringExact(u.Email))})
			}
			acctest.RunInProcess(t, resource.TestCase{
				Steps: []resource.TestStep{{
					Config: server.Config(accountBlock("include_usage = true")),
					ConfigStateChecks: []statecheck.StateCheck{
						shows(dataAddress, "location", knownvalue.StringExact(a.Location)),
						shows(dataAddress, "account_id", knownvalue.StringExact(a.ID)),
						shows(dataAddress, "name", knownvalue.StringExact(a.Name)),
						shows(dataAddress, "cname", knownvalue.StringExact(a.CName)),
						shows(dataAddress, "description", knownvalue.StringExact(a.Description)),
						shows(dataAddress, "create_time", knownvalue.StringExact("2024-03-05T09:30:15.25Z")),
						shows(dataAddress, "state", knownvalue.StringExact("Active")),
						shows(dataAddress, "is_paid", knownvalue.Bool(true)),
						shows(dataAddress, "account_type", knownvalue.StringExact("Paid")),
						shows(dataAddress, "media_resource", knownvalue.StringExact(a.MediaResource)),
						shows(dataAddress, "media_directory_connection_application_id", knownvalue.StringExact(a.MediaDirectoryConnectionApplicationID)),
						shows(dataAddress, "owners", one(a.Owners[0])),
						shows(dataAddress, "contributors", one(a.Contributors[0])),
						shows(dataAddress, "invited_contributors", one(a.InvitedContributors[0])),
						shows(dataAddress, "readers", one(a.Readers[0])),
						shows(dataAddress, "invited_readers", one(a.InvitedReaders[0])),
						shows(dataAddress, "quota_usage", knownvalue.ObjectExact(map[string]knownvalue.Check{
							"daily_upload_count":                     knownvalue.Float64Exact(3),
							"daily_upload_count_limit":               knownvalue.Float64Exact(100),
							"daily_upload_duration_in_seconds":       knownvalue.Float64Exact(341.5),
							"daily_upload_duration_limit_in_seconds": knownvalue.Float64Exact(7200),
							"ever_upload_duration_in_seconds":        knownvalue.Float64Exact(91234.25),
							"ever_upload_duration_limit_in_seconds":  knownvalue.Float64Exact(1e9),
						})),
						shows(dataAddress, "media_info", knownvalue.Null()),
						shows(dataAddress, "statistics", knownvalue.Null()),
					},
				}},
			})
		})
	}
}

// TestAccAccount_trial shows what a trial account leaves out as null.
func TestAccAccount_trial(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	person := regexp.MustCompile(`\{"id":"[^"]*","name":"[^"]*","email":("[^"]*")\}`)
	server.Script(mockserver.Fault{Endpoint: 5, Times: mockserver.Always, Do: mockserver.Edit(func(body []byte) []byte { return person.ReplaceAll(body, []byte("$1")) })})
	a := server.Account
	a.AccountType, a.MediaResource, a.MediaDirectoryConnectionApplicationID = "Trial", "", ""
	server.AddAccount(a)
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{{
			Config: server.Config(accountBlock("include_usage = false")),
			ConfigStateChecks: []statecheck.StateCheck{
				shows(dataAddress, "location", knownvalue.StringExact(a.Location)),
				shows(dataAddress, "is_paid", knownvalue.Bool(false)),
				shows(dataAddress, "media_resource", knownvalue.Null()),
				shows(dataAddress, "media_directory_connection_application_id", knownvalue.Null()),
				shows(dataAddress, "quota_usage", knownvalue.Null()),
				// a service that lists plain addresses reports nothing else
				shows(dataAddress, "owners", knownvalue.ListExact([]knownvalue.Check{user(knownvalue.Null(), knownvalue.Null(), knownvalue.StringExact(a.Owners[0].Email))})),
				shows(dataAddress, "readers", knownvalue.ListSizeExact(0)),
			},
		}},
	})
}

// TestAccAccount_additions asks for what the contract leaves open, under names it does not give.
func TestAccAccount_additions(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	rename := strings.NewReplacer(`"mediaInfo"`, `"amsDetails"`, `"statistics"`, `"accountStatistics"`)
	server.Script(mockserver.Fault{Endpoint: 5, Times: mockserver.Always, Do: mockserver.Edit(func(body []byte) []byte { return []byte(rename.Replace(string(body))) })})
	media, numbers := `{"amsDetails":{"accountName":"mockmedia","streamingEndpointStarted":true}}`, `{"accountStatistics":{"personModelsCount":1,"videosCount":12}`
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{
			{
				Config: server.Config(accountBlock("include_media_info = true")),
				ConfigStateChecks: []statecheck.StateCheck{
					shows(dataAddress, "media_info", knownvalue.StringExact(media)),
					shows(dataAddress, "statistics", knownvalue.Null()),
				},
			},
			{
				Config: server.Config(accountBlock("include_statistics = true")),
				ConfigStateChecks: []statecheck.StateCheck{
					shows(dataAddress, "media_info", knownvalue.Null()),
					shows(dataAddress, "statistics", knownvalue.StringExact(numbers+"}")),
				},
			},
			{
				Config: server.Config(accountBlock("include_media_info = true\ninclude_statistics = true")),
				ConfigStateChecks: []statecheck.StateCheck{
					shows(dataAddress, "media_info", knownvalue.StringExact(media)),
					shows(dataAddress, "statistics", knownvalue.StringExact(numbers+`,"amsDetails":{"accountName":"mockmedia","streamingEndpointStarted":true}}`)),
				},
			},
		},
	})
}

// TestAccAccount_badDay has the read fail in every way that a retry heals.
func TestAccAccount_badDay(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t)
	for _, action := range []mockserver.Action{
		mockserver.Status(http.StatusTooManyRequests, "Retry-After", "0"), mockserver.Status(http.StatusInternalServerError),
		mockserver.Status(http.StatusGatewayTimeout), mockserver.ResetBefore(), mockserver.Status(http.StatusUnauthorized),
	} {
		server.Script(mockserver.Fault{Endpoint: 5, Do: action})
	}
	acctest.RunInProcess(t, resource.TestCase{
		Steps: []resource.TestStep{{
			Config:            server.Config(accountBlock("")),
			ConfigStateChecks: []statecheck.StateCheck{shows(dataAddress, "name", knownvalue.StringExact(server.Account.Name))},
		}},
	})
}

func TestAccAccount_doesNotExist(t *testing.T) {
	t.Parallel()
	const nowhere = "99999999-9999-4999-8999-999999999999"
	t.Run("not among the user's", func(t *testing.T) {
		t.Parallel()
		server := acctest.NewServer(t)
		acctest.RunInProcess(t, resource.TestCase{
			Steps: []resource.TestStep{{
				Config:      server.Config(accountBlock(fmt.Sprintf("account_id = %q", nowhere))),
				ExpectError: says("Unable to read account", "Could not read the account", "The subscription key cannot use this account", "Check account_id and location", "account "+nowhere+", location"),
			}},
		})
	})
	t.Run("unknown to the service", func(t *testing.T) {
		t.Parallel()
		server := acctest.NewServer(t, mockserver.KeyOnOperations(mockserver.KeyOptional))
		token := server.AccountToken(server.Account.Location, nowhere, false)
		acctest.RunInProcess(t, resource.TestCase{
			Steps: []resource.TestStep{{
				Config:      server.Config(accountBlock(fmt.Sprintf("account_id = %q", nowhere)), fmt.Sprintf("access_token = %q", token)),
				ExpectError: says("Unable to read account", "400 ACCOUNT_NOT_FOUND", "Check account_id and location", nowhere),
			}},
		})
	})
}
