// Command bench measures the provider as users meet it: its own binary, run by Terraform or OpenTofu against a
// simulated service with 20 ms latency. It measures many brands, models and persons, the start, large uploads and long
// lists.
//
// It runs from the root of the repository. It needs a network only once, for the library that draws the plot. Nothing
// fails because it is slow: each target is printed beside its figure.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// The parts that -only chooses from.
var parts = []string{"scale", "extended", "customization", "start", "upload", "faces"}

// Where -guide writes.
const (
	guidePage = "templates/guides/limits.md.tmpl"
	readme    = "internal/cmd/bench/README.md"
	ownPlot   = "internal/cmd/bench/performance.svg"
)

type config struct {
	only           []string
	sizes          []int
	large          []int
	uploadMiB      []int
	repeats, pairs int
	out            string
	guide          bool
}

func main() {
	if path := os.Getenv(wrappedVariable); path != "" {
		os.Exit(wrap(path))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Args[1:])
	stop()
	if err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func parse(arguments []string, usage io.Writer) (config, error) {
	c := config{only: parts, sizes: []int{10, 100, 1000}, large: []int{1000, 2500, 5000, 10_000}, uploadMiB: []int{64, 512}}
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(usage)
	f.Func("only", "`parts` to measure: "+strings.Join(parts, ",")+" (default all)", func(text string) error {
		c.only = strings.Split(text, ",")
		for _, part := range c.only {
			if !slices.Contains(parts, part) {
				return fmt.Errorf("%q is none of %s", part, strings.Join(parts, ", "))
			}
		}
		return nil
	})
	f.Func("sizes", "`numbers` of brands (default 10,100,1000)", func(text string) (err error) {
		c.sizes, err = numbers(text)
		return err
	})
	f.Func("large", "`numbers` of brands in one dictionary that plans without changes are measured with (default 1000,2500,5000,10000)", func(text string) (err error) {
		c.large, err = numbers(text)
		return err
	})
	f.Func("uploads", "`sizes` of files to upload, in MiB (default 64,512)", func(text string) (err error) {
		c.uploadMiB, err = numbers(text)
		return err
	})
	f.IntVar(&c.repeats, "repeats", 1, "how often to measure each number of brands; medians are shown")
	f.IntVar(&c.pairs, "pairs", 15, "how many pairs of runs compare the start; a fifth of them compare uploads")
	f.StringVar(&c.out, "out", "", "`folder` to write results.json, results.md and performance.svg to")
	f.BoolVar(&c.guide, "guide", false, "put the results into "+readme+" and "+guidePage+"; then run \"make docs\"")
	if err := f.Parse(arguments); err != nil {
		return c, err
	}
	switch {
	case f.NArg() > 0:
		return c, fmt.Errorf("unexpected argument %q", f.Arg(0))
	case c.repeats < 1 || c.pairs < 1:
		return c, errors.New("-repeats and -pairs must be at least 1")
	case c.guide && len(c.only) < len(parts):
		return c, errors.New("-guide needs all parts: leave out -only")
	}
	return c, nil
}

func numbers(text string) ([]int, error) {
	var all []int
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 1 {
			return nil, fmt.Errorf("%q is not a number above 0", part)
		}
		all = append(all, n)
	}
	return all, nil
}

// run measures what the arguments say and shows it.
func run(ctx context.Context, arguments []string) error {
	c, err := parse(arguments, os.Stderr)
	if err != nil {
		return err
	}
	if !canMeasure {
		return errors.New("CPU time and peak memory of the provider are measured on Unix systems only")
	}
	r, err := measure(ctx, c)
	if err != nil {
		return err
	}
	text, err := r.markdown()
	if err != nil {
		return err
	}
	fmt.Print(text)
	if c.out == "" && !c.guide {
		return nil
	}
	plot := filepath.Join(c.out, "performance.svg")
	if c.guide {
		if err := r.intoPages(readme, guidePage); err != nil {
			return err
		}
		plot = ownPlot
	}
	file, err := r.write(cmp.Or(c.out, "bin"))
	if err != nil {
		return err
	}
	return draw(ctx, file, plot)
}

// measure runs the chosen parts in a folder of its own.
func measure(ctx context.Context, c config) (r *results, err error) {
	folder, err := os.MkdirTemp("", "videoindexer-bench-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	progress("building")
	t, err := newTools(ctx, folder)
	if err != nil {
		return nil, err
	}
	r = newResults(t)
	for _, part := range c.only {
		switch part {
		case "scale":
			r.Lifecycles, err = measureScale(ctx, t, c.sizes, c.repeats)
		case "extended":
			r.Extended, err = measureExtended(ctx, t, c.sizes[len(c.sizes)-1], c.large)
		case "customization":
			r.Customization, err = measureCustomization(ctx, t, largeEstate)
		case "start":
			r.Start, err = measureStart(ctx, t, c.pairs)
		case "upload":
			var bytes []int64
			for _, mib := range c.uploadMiB {
				bytes = append(bytes, int64(mib)<<20)
			}
			r.Uploads, err = measureUploads(ctx, t, bytes, max(c.pairs/5, 1))
		case "faces":
			r.Faces, err = measureFaces(ctx, t, 10_000, 100)
		}
		if errors.Is(err, errNoCurl) {
			r.Notes = append(r.Notes, "Uploads are not measured: curl, which they are compared with, is not on the PATH")
		} else if err != nil {
			return nil, err
		}
	}
	info, err := os.Stat(t.provider)
	if err != nil {
		return nil, err
	}
	r.BinaryBytes = info.Size()
	r.Targets = r.targets()
	return r, nil
}

// progress says on stderr what is measured now: the whole takes many minutes.
func progress(format string, arguments ...any) {
	fmt.Fprintf(os.Stderr, format+" ...\n", arguments...)
}
