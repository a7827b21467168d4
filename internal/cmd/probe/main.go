// The command probe checks which operations beyond the base API a service has, for the account that
// the environment names, and explains what they mean for the provider. It only reads. Its output
// contains no ids, names or secrets, so it can be published.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Getenv, os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "probe:", err)
		os.Exit(1)
	}
}

// run sends requests to the service that the environment names, and writes the results.
func run(ctx context.Context, environment func(string) string, out io.Writer) error {
	var missing []error
	required := func(variable string) string {
		value := environment(variable)
		if value == "" {
			missing = append(missing, fmt.Errorf("the environment variable %s is not set", variable))
		}
		return value
	}
	config := videoindexer.Config{
		Endpoint:        required("VIDEOINDEXER_ENDPOINT"),
		SubscriptionKey: environment("VIDEOINDEXER_SUBSCRIPTION_KEY"),
		AccessToken:     environment("VIDEOINDEXER_ACCESS_TOKEN"),
		MaxRetries:      2,
		UserAgent:       "terraform-provider-videoindexer/probe",
	}
	account := videoindexer.AccountRef{
		Location: required("VIDEOINDEXER_LOCATION"), ID: required("VIDEOINDEXER_ACCOUNT_ID"),
	}
	if len(missing) > 0 {
		return errors.Join(missing...)
	}
	client, err := videoindexer.New(config)
	if err != nil {
		return fmt.Errorf("VIDEOINDEXER_ENDPOINT, VIDEOINDEXER_SUBSCRIPTION_KEY or VIDEOINDEXER_ACCESS_TOKEN: %w", err)
	}
	support, err := client.OperationSupport(ctx, account)
	if err != nil {
		return err // it says what was being done
	}
	return explain(out, support)
}

// explain writes the most important results first: the recommendation, the operations that decide
// it, the other operations that were checked, and then those that were not.
func explain(out io.Writer, support map[string]videoindexer.Support) error {
	asked := videoindexer.CoreOperationKeys()
	unasked := []string{}
	for _, name := range slices.Sorted(maps.Keys(support)) {
		if slices.Contains(videoindexer.CoreOperationKeys(), name) {
			continue
		}
		if support[name] == videoindexer.SupportUnknown {
			unasked = append(unasked, name)
		} else {
			asked = append(asked, name)
		}
	}
	advice := "Leave extended_operations off: "
	if videoindexer.HasCoreOperations(support) {
		advice = "Set extended_operations = true: "
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintf(table, "%sthe first three operations decide.\n\nOPERATION\tSUPPORT\n", advice)
	for _, name := range asked {
		_, _ = fmt.Fprintf(table, "%s\t%s\n", name, support[name])
	}
	var rows []string
	for row := range slices.Chunk(unasked, 4) {
		rows = append(rows, strings.Join(row, ", "))
	}
	_, _ = fmt.Fprintf(table, `
offered  The service has the operation.
missing  The service does not have it, or not for this kind of account.
refused  The credentials may not use it.
unknown  Not asked: it writes, or the account has no object to ask about. %d are unknown:
         %s
`, len(unasked), strings.Join(rows, ",\n         "))
	return table.Flush() // the error of out
}
