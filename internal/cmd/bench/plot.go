package main

import (
	"fmt"
	"math"
	"strings"
)

// curve is one line of a panel, a value for each number of objects.
type curve struct {
	name, color string
	dashed      bool
	values      []float64
}

const (
	panelWidth, panelHeight = 300, 260
	marginLeft, marginTop   = 60, 40
	panelGap, legendLine    = 80, 18
	gray                    = "#808080" // readable on light and dark
)

// Mid tones, for the same reason.
var colors = map[string]string{eachBrand: "#3b82f6", dictionary: "#e07b20", floor: "#808080"}

// plot draws time and memory over the number of objects, both axes logarithmic, as SVG without a background.
func (r *results) plot() string {
	var sizes []float64
	var times, memory []curve
	for _, kind := range []string{eachBrand, dictionary, floor} {
		create := curve{name: kind + ": create", color: colors[kind]}
		plan := curve{name: kind + ": plan", color: colors[kind], dashed: true}
		peak := curve{name: kind, color: colors[kind]}
		sizes = nil
		for _, l := range r.Lives {
			if l.Kind == kind {
				sizes = append(sizes, float64(l.Objects))
				create.values = append(create.values, l.Steps["create"].Wall.Seconds())
				plan.values = append(plan.values, l.Steps["plan"].Wall.Seconds())
				peak.values = append(peak.values, float64(l.peakRSS())/(1<<20))
			}
		}
		times = append(times, create, plan)
		if kind != floor {
			memory = append(memory, peak)
		}
	}
	height := marginTop + panelHeight + 60 + legendLine*len(times)
	var out strings.Builder
	fmt.Fprintf(&out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" font-size=\"12\" fill=%q>\n",
		2*marginLeft+2*panelWidth+panelGap, height, gray)
	panel(&out, marginLeft, "Time (s)", sizes, times)
	panel(&out, marginLeft+panelWidth+panelGap, "Peak memory of the provider (MiB)", sizes, memory)
	out.WriteString("</svg>\n")
	return out.String()
}

// panel draws curves beside their axes, and names them below.
func panel(out *strings.Builder, left int, title string, sizes []float64, curves []curve) {
	var all []float64
	for _, c := range curves {
		all = append(all, c.values...)
	}
	x := newAxis(sizes, float64(left), float64(left+panelWidth))
	y := newAxis(all, marginTop+panelHeight, marginTop)
	text := func(x, y float64, anchor, label string) {
		fmt.Fprintf(out, "<text x=\"%.0f\" y=\"%.0f\" text-anchor=%q>%s</text>\n", x, y, anchor, label)
	}
	rule := func(x1, y1, x2, y2 float64) {
		fmt.Fprintf(out, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=%q stroke-opacity=\"0.4\"/>\n", x1, y1, x2, y2, gray)
	}
	text(float64(left), marginTop-15, "start", title)
	for _, tick := range x.ticks() {
		rule(x.at(tick), marginTop, x.at(tick), marginTop+panelHeight)
		text(x.at(tick), marginTop+panelHeight+18, "middle", fmt.Sprintf("%g", tick))
	}
	for _, tick := range y.ticks() {
		rule(float64(left), y.at(tick), float64(left+panelWidth), y.at(tick))
		text(float64(left)-8, y.at(tick)+4, "end", fmt.Sprintf("%g", tick))
	}
	text(float64(left)+panelWidth/2, marginTop+panelHeight+36, "middle", "brands")
	for i, c := range curves {
		dashes := ""
		if c.dashed {
			dashes = ` stroke-dasharray="6 4"`
		}
		var points []string
		for j, value := range c.values {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x.at(sizes[j]), y.at(value)))
		}
		fmt.Fprintf(out, "<polyline points=%q fill=\"none\" stroke=%q stroke-width=\"2\"%s/>\n", strings.Join(points, " "), c.color, dashes)
		below := marginTop + panelHeight + 60 + legendLine*i
		fmt.Fprintf(out, "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=%q stroke-width=\"2\"%s/>\n", left, below-4, left+30, below-4, c.color, dashes)
		text(float64(left+38), float64(below), "start", c.name)
	}
}

// axis maps values to positions by their logarithms.
type axis struct{ low, high, from, to float64 }

// newAxis spans the values, from one of 1, 2 and 5 times a power of ten to another.
func newAxis(values []float64, from, to float64) axis {
	a := axis{low: math.Inf(1), high: math.Inf(-1), from: from, to: to}
	for _, value := range values {
		a.low, a.high = math.Min(a.low, value), math.Max(a.high, value)
	}
	if len(values) == 0 || a.low <= 0 {
		a.low, a.high = 1, 10
	}
	low, high := a.low, a.high
	for exponent := math.Floor(math.Log10(low)); exponent <= math.Ceil(math.Log10(high)); exponent++ {
		for _, step := range []float64{1, 2, 5} {
			tick := step * math.Pow(10, exponent)
			if tick <= low {
				a.low = tick
			}
			if tick >= high {
				a.high = tick
				return a
			}
		}
	}
	return a
}

func (a axis) at(value float64) float64 {
	if a.high <= a.low {
		return (a.from + a.to) / 2
	}
	return a.from + (a.to-a.from)*math.Log(value/a.low)/math.Log(a.high/a.low)
}

// ticks are 1, 2 and 5 times the powers of ten in between; where these are many, the powers alone.
func (a axis) ticks() []float64 {
	var all, powers []float64
	for exponent := math.Floor(math.Log10(a.low)); exponent <= math.Ceil(math.Log10(a.high)); exponent++ {
		for _, step := range []float64{1, 2, 5} {
			tick := step * math.Pow(10, exponent)
			if tick < a.low*0.999 || tick > a.high*1.001 {
				continue
			}
			all = append(all, tick)
			if step == 1 {
				powers = append(powers, tick)
			}
		}
	}
	if len(all) > 8 {
		return powers
	}
	return all
}
