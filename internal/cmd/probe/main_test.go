package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestRun expects the deciding operations first, and no data of the account. An error names
// variables that are missing in the environment.
func TestRun(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.WithExtended(), mockserver.WithoutOperations(404, mockserver.ListVideos))
	environment := map[string]string{
		"VIDEOINDEXER_ENDPOINT": server.URL, "VIDEOINDEXER_LOCATION": server.Account.Location,
		"VIDEOINDEXER_ACCOUNT_ID": server.Account.ID, "VIDEOINDEXER_SUBSCRIPTION_KEY": server.Key,
	}
	get := func(name string) string { return environment[name] }
	var out bytes.Buffer
	err := run(t.Context(), get, &out)
	check.MustSucceed(t, err, "the probe")
	heading := "Leave extended_operations off: the first three operations decide.\n\n" +
		"OPERATION                  SUPPORT\n" +
		"list_brands                offered\n" +
		"list_language_models       offered\n" +
		"list_videos                missing\n" +
		"account_token              offered\n"
	explanation := " 23 are unknown:\n         add_face, cancel_language_model_training, "
	printed := out.String()
	check.Equal(t, heading, printed[:min(len(heading), len(printed))], "the beginning of the table")
	for _, part := range []string{"\nunknown  Not asked: ", explanation} {
		check.Contains(t, part, printed, "the table")
	}
	for variable, secret := range environment {
		_, after, has := strings.Cut(printed, secret)
		if has {
			t.Errorf("the table has the value of %s before %.50q, want it without", variable, after)
		}
	}
	delete(environment, "VIDEOINDEXER_ACCOUNT_ID")
	err = run(t.Context(), get, &out)
	check.ErrorSays(t, "VIDEOINDEXER_ACCOUNT_ID", err, "the probe without an account")
}
