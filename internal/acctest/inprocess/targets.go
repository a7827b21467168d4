package inprocess

import (
	"slices"
	"strings"
)

// targets are the instances that -target names, and what they need. The zero value contains all
// instances.
type targets struct {
	named []string
	// needed are the addresses of the blocks that a named instance refers to.
	needed []string
}

// targetsOf finds what is needed, among blocks that are sorted.
func targetsOf(named []string, blocks []*block) targets {
	t := targets{named: named}
	for _, b := range blocks {
		if t.haveBlock(b) && len(named) > 0 {
			t.needed = append(t.needed, b.needs...)
		}
	}
	return t
}

func (t targets) haveBlock(b *block) bool {
	return t.have(b.address) || slices.ContainsFunc(t.named, func(name string) bool {
		return blockOf(name) == b.address
	})
}

// have reports whether the targets contain an instance.
func (t targets) have(address string) bool {
	address, _, _ = strings.Cut(address, deposed)
	block := blockOf(address)
	if len(t.named) == 0 {
		return true
	}
	isNamed := slices.Contains(t.named, address) || slices.Contains(t.named, block)
	return isNamed || slices.Contains(t.needed, block)
}

// haveDestroy reports whether a destroy of the targets contains an instance: it also destroys those
// that need a target.
func (t targets) haveDestroy(address string, o *Object) bool {
	return t.have(address) || slices.ContainsFunc(t.named, func(name string) bool {
		return slices.Contains(o.needs, blockOf(name))
	})
}

// blockOf returns the address of the block of an instance.
func blockOf(address string) string {
	block, _, _ := strings.Cut(address, "[")
	return block
}
