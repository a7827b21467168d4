package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestRun prints a table that holds nothing of the account, and names what the environment lacks.
func TestRun(t *testing.T) {
	t.Parallel()
	server := acctest.NewServer(t, mockserver.Extended(), mockserver.Lacks(404, "X34"))
	environment := map[string]string{
		"VIDEOINDEXER_ENDPOINT": server.URL, "VIDEOINDEXER_LOCATION": server.Account.Location,
		"VIDEOINDEXER_ACCOUNT_ID": server.Account.ID, "VIDEOINDEXER_SUBSCRIPTION_KEY": server.Key,
	}
	get := func(name string) string { return environment[name] }
	var out bytes.Buffer
	if err := run(t.Context(), get, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"list_brands                     offered", "list_videos                     missing", "create_brand                    unknown", "extended_operations recommended  false"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("without %q:\n%s", want, out.String())
		}
	}
	for variable, secret := range environment {
		if strings.Contains(out.String(), secret) {
			t.Errorf("the table holds the value of %s", variable)
		}
	}
	delete(environment, "VIDEOINDEXER_ACCOUNT_ID")
	if err := run(t.Context(), get, &out); err == nil || !strings.Contains(err.Error(), "VIDEOINDEXER_ACCOUNT_ID") {
		t.Errorf("error %v", err)
	}
}
