// The command probe asks a service which operations beyond the described API it has, for the account that the environment
// names, and prints them as a table. It only reads. The table has no ids, names or secrets, so that it can be published.
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

// run asks the service that the environment names, and writes the table.
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
	account := videoindexer.AccountRef{Location: required("VIDEOINDEXER_LOCATION"), ID: required("VIDEOINDEXER_ACCOUNT_ID")}
	if len(missing) > 0 {
		return errors.Join(missing...)
	}
	client, err := videoindexer.New(config)
	if err != nil {
		return fmt.Errorf("VIDEOINDEXER_ENDPOINT, VIDEOINDEXER_SUBSCRIPTION_KEY or VIDEOINDEXER_ACCESS_TOKEN: %w", err)
	}
	support, err := client.SupportedOperations(ctx, account)
	if err != nil {
		return err //nolint:wrapcheck // it says what was being done
	}
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "OPERATION\tSUPPORT")
	for _, name := range slices.Sorted(maps.Keys(support)) {
		_, _ = fmt.Fprintf(table, "%s\t%s\n", name, support[name])
	}
	_, _ = fmt.Fprintf(table, "\nextended_operations recommended\t%t\n", videoindexer.RecommendsExtended(support))
	return table.Flush() //nolint:wrapcheck // the error of out
}
