// Command bench measures the provider as users meet it: its own binary, run by Terraform or OpenTofu against a simulated
// service. It prints a table of figures. What is measured is in benchmarks.go and configurations.
//
// It runs from the root of the repository. Nothing fails because it is slow: targets are printed next to their figures.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// parts are what -only chooses from.
var parts = []string{"scale", "extended", "customization", "start", "upload", "faces"}

// config is what the arguments say, and how many persons and faces there are.
type config struct {
	only                  []string
	sizes, large, uploads []int
	persons, faces        int
	repeats, pairs        int
	guide                 bool
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse(arguments []string, usage io.Writer) (config, error) {
	c := config{
		only: parts, sizes: []int{10, 100, 1000}, large: []int{1000, 2500, 5000, 10_000}, uploads: []int{64, 512},
		persons: 2000, faces: 10_000,
	}
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(usage)
	f.Func("only", "`parts` to measure: "+strings.Join(parts, ",")+" (default all)", func(text string) error {
		c.only = strings.Split(text, ",")
		return nil
	})
	f.Func("sizes", "`numbers` of brands (default 10,100,1000)", into(&c.sizes))
	f.Func("large", "`numbers` of brands in one dictionary, to plan without changes (default 1000,2500,5000,10000)", into(&c.large))
	f.Func("uploads", "`sizes` of files to upload, in MiB (default 64,512)", into(&c.uploads))
	f.IntVar(&c.repeats, "repeats", 1, "how often to measure; medians are shown")
	f.IntVar(&c.pairs, "pairs", 15, "how often to compare the start with that of an empty provider; a fifth of it for uploads and curl")
	f.BoolVar(&c.guide, "guide", false, "put the figures into "+readme+" and "+guidePage+"; then run \"make docs\"")
	if err := f.Parse(arguments); err != nil {
		return c, err
	}
	isUnknown := func(part string) bool { return !slices.Contains(parts, part) }
	switch {
	case slices.ContainsFunc(c.only, isUnknown):
		return c, fmt.Errorf("-only chooses from %s", strings.Join(parts, ","))
	case f.NArg() > 0:
		return c, fmt.Errorf("unexpected argument %q", f.Arg(0))
	case c.repeats < 1 || c.pairs < 1:
		return c, errors.New("-repeats and -pairs must be at least 1")
	case c.guide && len(c.only) < len(parts):
		return c, errors.New("-guide needs all parts: leave out -only")
	}
	return c, nil
}

// into reads numbers above 0, separated by commas.
func into(numbers *[]int) func(string) error {
	return func(text string) error {
		*numbers = nil
		for part := range strings.SplitSeq(text, ",") {
			n, err := strconv.Atoi(strings.TrimSpace(part))
			if err != nil || n < 1 {
				return fmt.Errorf("%q is not a number above 0", part)
			}
			*numbers = append(*numbers, n)
		}
		return nil
	}
}

// run measures what the arguments say and shows it.
func run(ctx context.Context, arguments []string) (err error) {
	c, err := parse(arguments, os.Stderr)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "videoindexer-bench-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	t, err := newTools(ctx, folder)
	if err != nil {
		return err
	}
	rows, err := measure(ctx, t, c)
	if err != nil {
		return err
	}
	all := t.circumstances() + "\n\n" + results(rows)
	fmt.Print(all)
	if !c.guide {
		return nil
	}
	return errors.Join(intoPage(readme, all), intoPage(guidePage, t.circumstances()+"\n\n"+summary(rows)))
}
