package captions

import (
	"encoding/xml"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"
)

// mediaClock reads the time expressions of a TTML document. It counts in fractions, so that frames and
// ticks come out to the nearest millisecond however long the video is.
type mediaClock struct {
	frameRate *big.Rat // frames a second
	tickRate  *big.Rat // ticks a second
}

var (
	ttmlClock  = pattern(`^(\d{2,6}):([0-5]\d):([0-5]\d)(?:(\.\d{1,18})|:(\d{2,6}))?$`)
	ttmlOffset = pattern(`^(\d{1,12}(?:\.\d{1,18})?)(h|m|s|ms|f|t)$`)
	wholeRate  = pattern(`^[1-9]\d{0,9}$`)
)

// latest bounds times, far above any video; deepest times it stays below what overflows.
const latest = 10_000 * time.Hour

// configure takes the rates that the outermost element sets.
func (c *mediaClock) configure(attributes []xml.Attr) error {
	value := map[string]string{}
	for _, a := range attributes {
		value[a.Name.Local] = a.Value
	}
	if mode := value["dropMode"]; value["timeBase"] == "smpte" && mode != "" && mode != "nonDrop" {
		return fmt.Errorf("times of dropMode=%s are not supported", quote(mode))
	}
	c.frameRate = big.NewRat(30, 1)
	if rate, given := value["frameRate"]; given {
		if !wholeRate().MatchString(rate) {
			return fmt.Errorf("frameRate=%s is no rate", quote(rate))
		}
		c.frameRate.SetString(rate)
	}
	if multiplier, given := value["frameRateMultiplier"]; given {
		parts := strings.FieldsFunc(multiplier, func(r rune) bool { return r == ' ' || r == ':' })
		if len(parts) != 2 || !wholeRate().MatchString(parts[0]) || !wholeRate().MatchString(parts[1]) {
			return fmt.Errorf("frameRateMultiplier=%s is no ratio", quote(multiplier))
		}
		ratio, _ := new(big.Rat).SetString(parts[0] + "/" + parts[1])
		c.frameRate.Mul(c.frameRate, ratio)
	}
	c.tickRate = big.NewRat(1, 1)
	if _, given := value["frameRate"]; given {
		c.tickRate.Set(c.frameRate)
	}
	if rate, given := value["tickRate"]; given {
		if !wholeRate().MatchString(rate) {
			return fmt.Errorf("tickRate=%s is no rate", quote(rate))
		}
		c.tickRate.SetString(rate)
	}
	return nil
}

// parse reads a clock time (hh:mm:ss, with a fraction or frames) or an offset (12.5s, 300f).
func (c *mediaClock) parse(text string) (time.Duration, error) {
	seconds, err := c.seconds(strings.TrimSpace(text))
	if err != nil {
		return 0, err
	}
	// To the nearest millisecond: floor(1000 s + 1/2).
	ms := new(big.Rat).Mul(seconds, big.NewRat(1000, 1))
	ms.Add(ms, big.NewRat(1, 2))
	whole := new(big.Int).Quo(ms.Num(), ms.Denom())
	if !whole.IsInt64() || whole.Int64() > latest.Milliseconds() {
		return 0, errors.New("the time is out of range")
	}
	return time.Duration(whole.Int64()) * time.Millisecond, nil
}

func (c *mediaClock) seconds(text string) (*big.Rat, error) {
	if m := ttmlClock().FindStringSubmatch(text); m != nil {
		whole, err := clockTime(m[1], m[2], m[3], "0")
		if err != nil {
			return nil, err
		}
		total := big.NewRat(int64(whole/time.Second), 1)
		if m[4] != "" {
			total.Add(total, rational("0"+m[4]))
		}
		if m[5] != "" {
			frames := rational(m[5])
			if frames.Cmp(ceiling(c.frameRate)) >= 0 {
				return nil, errors.New("there are not that many frames in a second")
			}
			total.Add(total, frames.Quo(frames, c.frameRate))
		}
		return total, nil
	}
	m := ttmlOffset().FindStringSubmatch(text)
	if m == nil {
		return nil, errors.New("expected a time such as 00:01:02.500 or 62.5s")
	}
	amount := rational(m[1])
	switch m[2] {
	case "h":
		return amount.Mul(amount, big.NewRat(3600, 1)), nil
	case "m":
		return amount.Mul(amount, big.NewRat(60, 1)), nil
	case "ms":
		return amount.Quo(amount, big.NewRat(1000, 1)), nil
	case "f":
		return amount.Quo(amount, c.frameRate), nil
	case "t":
		return amount.Quo(amount, c.tickRate), nil
	}
	return amount, nil
}

// rational is a number whose digits a pattern has checked.
func rational(digits string) *big.Rat {
	number, ok := new(big.Rat).SetString(digits)
	if !ok {
		return new(big.Rat)
	}
	return number
}

// ceiling is the next whole number: a rate of 29.97 numbers its frames up to 29.
func ceiling(rate *big.Rat) *big.Rat {
	whole := new(big.Int).Quo(rate.Num(), rate.Denom())
	if !rate.IsInt() {
		whole.Add(whole, big.NewInt(1))
	}
	return new(big.Rat).SetInt(whole)
}
