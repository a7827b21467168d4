// Command plot draws time and memory over the number of brands: it reads the results of the command bench, as JSON, from
// standard input, and writes SVG to standard output. It stands in this module so that the provider's own has no plotting
// library among its dependencies.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"time"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

func main() {
	if err := run(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "plot:", err)
		os.Exit(1)
	}
}

// step is what is drawn of a step of bench.
type step struct {
	Wall     time.Duration
	Provider struct {
		PeakRSS float64 `json:"peak_rss"`
	}
}

func run(in io.Reader, out io.Writer) error {
	var results struct {
		Scale []struct {
			Kind    string
			Objects float64
			Steps   map[string]step
		}
		Extended struct {
			Large []struct {
				Brands float64
				Plan   step
			}
		}
	}
	if err := json.NewDecoder(in).Decode(&results); err != nil {
		return err
	}
	figures := []func(step) float64{
		func(s step) float64 { return s.Wall.Seconds() },
		func(s step) float64 { return s.Provider.PeakRSS / (1 << 20) },
	}
	canvas := vgsvg.New(26*vg.Centimeter, 13*vg.Centimeter)
	tiles := draw.Tiles{Rows: 1, Cols: len(figures), PadX: vg.Centimeter, PadRight: vg.Centimeter}
	for i, title := range []string{"Time (s)", "Peak memory of the provider (MiB)"} {
		var lines []any // names, each before its points
		for _, kind := range []string{"videoindexer_brand", "videoindexer_brands", "terraform_data"} {
			for _, name := range []string{"create", "plan"} {
				var points plotter.XYs
				for _, l := range results.Scale {
					if y := figures[i](l.Steps[name]); l.Kind == kind && y > 0 {
						points = append(points, plotter.XY{X: l.Objects, Y: y})
					}
				}
				if len(points) > 0 {
					lines = append(lines, kind+": "+name, points)
				}
			}
		}
		var points plotter.XYs
		for _, l := range results.Extended.Large {
			points = append(points, plotter.XY{X: l.Brands, Y: figures[i](l.Plan)})
		}
		if len(points) > 0 {
			lines = append(lines, "videoindexer_brand_dictionary: plan", points)
		}
		p := plot.New()
		p.Title.Text, p.X.Label.Text, p.Legend.Top, p.Legend.Left = title, "brands", true, true
		p.Add(plotter.NewGrid())
		if err := plotutil.AddLines(p, lines...); err != nil {
			return err
		}
		logarithmic(&p.X)
		if p.Y.Max < 2*p.Y.Min { // as memory
			p.Y.Min, p.Y.Max = 0, 1.3*p.Y.Max // the legend needs room
		} else {
			logarithmic(&p.Y)
		}
		p.Draw(tiles.At(draw.New(canvas), i, 0))
	}
	_, err := canvas.WriteTo(out)
	return err
}

// logarithmic spans whole powers of ten.
func logarithmic(axis *plot.Axis) {
	if axis.Min > axis.Max || axis.Min <= 0 { // no points
		axis.Min, axis.Max = 1, 10
	}
	low, high := math.Floor(math.Log10(axis.Min)), math.Ceil(math.Log10(axis.Max))
	axis.Min, axis.Max = math.Pow(10, low), math.Pow(10, max(high, low+1))
	axis.Scale, axis.Tick.Marker = plot.LogScale{}, plot.LogTicks{Prec: -1}
}
