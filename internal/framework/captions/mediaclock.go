package captions

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// mediaClock reads the time expressions of a TTML document.
type mediaClock struct {
	frameRate, tickRate float64 // a second
}

var (
	ttmlClock  = pattern(`^(\d{2,6}):([0-5]\d):([0-5]\d)(?:(\.\d{1,18})|:(\d{2,6}))?$`)
	ttmlOffset = pattern(`^(\d{1,12}(?:\.\d{1,18})?)(h|m|s|ms|f|t)$`)
	ttmlRate   = pattern(`^([1-9]\d{0,9})(?:[ :]([1-9]\d{0,9}))?$`)
)

// latest limits times, far above any video; even maxDepth times as much does not overflow.
const latest = 10_000 * time.Hour

// newMediaClock reads the rates that the outermost element sets.
func newMediaClock(attributes []xml.Attr) (mediaClock, error) {
	value := map[string]string{}
	for _, a := range attributes {
		value[a.Name.Local] = a.Value
	}
	if mode := value["dropMode"]; value["timeBase"] == "smpte" && mode != "" && mode != "nonDrop" {
		return mediaClock{}, fmt.Errorf("times of dropMode=%s are not supported", quote(mode))
	}
	rates := map[string]float64{"frameRate": 30, "frameRateMultiplier": 1, "tickRate": 0}
	for name := range rates {
		text, given := value[name]
		if !given {
			continue
		}
		m := ttmlRate().FindStringSubmatch(text)
		if m == nil {
			return mediaClock{}, fmt.Errorf("%s=%s is no rate", name, quote(text))
		}
		rates[name] = number(m[1]) / number(cmp.Or(m[2], "1"))
	}
	c := mediaClock{frameRate: rates["frameRate"] * rates["frameRateMultiplier"], tickRate: rates["tickRate"]}
	if c.tickRate == 0 {
		c.tickRate = 1
		if _, given := value["frameRate"]; given {
			c.tickRate = c.frameRate
		}
	}
	return c, nil
}

// parse reads a clock time (hh:mm:ss, with a fraction or frames) or an offset (12.5s, 300f), to the
// nearest millisecond.
func (c mediaClock) parse(text string) (time.Duration, error) {
	seconds, err := c.seconds(strings.TrimSpace(text))
	if err != nil {
		return 0, err
	}
	if seconds > latest.Seconds() {
		return 0, errors.New("the time is out of range")
	}
	return time.Duration(math.Round(seconds*1000)) * time.Millisecond, nil
}

func (c mediaClock) seconds(text string) (float64, error) {
	if m := ttmlClock().FindStringSubmatch(text); m != nil {
		frames := number(cmp.Or(m[5], "0"))
		if frames >= math.Ceil(c.frameRate) {
			return 0, errors.New("there are not that many frames in a second")
		}
		return number(m[1])*3600 + number(m[2])*60 + number(m[3]+m[4]) + frames/c.frameRate, nil
	}
	m := ttmlOffset().FindStringSubmatch(text)
	if m == nil {
		return 0, errors.New("expected a time such as 00:01:02.500 or 62.5s")
	}
	unit := map[string]float64{"h": 3600, "m": 60, "s": 1, "ms": 1. / 1000, "f": 1 / c.frameRate, "t": 1 / c.tickRate}
	return number(m[1]) * unit[m[2]], nil
}

// number is a number whose digits a pattern has checked.
func number(digits string) float64 {
	n, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		return 0
	}
	return n
}
