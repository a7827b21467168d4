package acctest

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
)

// Seed returns the seed of a random test: the one that RELIABILITY_SEED gives, or a new one with
// RELIABILITY=full. Otherwise it is always the same, so that a change is not blamed for bad luck.
func Seed(t *testing.T) uint64 {
	t.Helper()
	fallback := uint64(1)
	if IsFull() {
		fallback = rand.Uint64N(1_000_000)
	}
	seed := wholeNumber(t, "RELIABILITY_SEED", fallback)
	t.Logf("seed %d: repeat with RELIABILITY_SEED=%d", seed, seed)
	return seed
}

// Seeds returns the seeds of a random test that draws several times, from Seed on: as many as
// RELIABILITY_SEEDS gives, or, with RELIABILITY=full, as many as that takes.
func Seeds(t *testing.T, count, fullCount uint64) []uint64 {
	t.Helper()
	if IsFull() {
		count = fullCount
	}
	first := Seed(t)
	seeds := make([]uint64, wholeNumber(t, "RELIABILITY_SEEDS", count))
	for i := range seeds {
		seeds[i] = first + uint64(i)
	}
	return seeds
}

// wholeNumber returns the number in an environment variable, or the fallback if it is empty.
func wholeNumber(t *testing.T, variable string, fallback uint64) uint64 {
	t.Helper()
	text := os.Getenv(variable)
	if text == "" {
		return fallback
	}
	number, err := strconv.ParseUint(text, 10, 64)
	check.MustSucceed(t, err, "%s as a whole number", variable)
	return number
}
