package private

import "time"

// Mark is what a list showed of an object when the object was read. As long as the list shows the same, the object need not
// be read again.
type Mark struct {
	Shown string `json:"shown,omitempty"`
	// Since is when a refresh first saw this.
	Since time.Time `json:"since,omitzero"`
	// IsSettled says that the object was read long enough after Since that no later change can show the same.
	IsSettled bool `json:"is_settled,omitempty"`
}

// resolution is how long the times of two changes may be the same: services show whole seconds.
const resolution = 2 * time.Second

// Proves reports whether a list that shows this proves that the object has not changed.
func (m Mark) Proves(shown string) bool { return m.IsSettled && m.Shown == shown }

// After is the mark once the object was read now, together with a list that shows this: "" for none, which proves nothing.
func (m Mark) After(shown string, now time.Time) Mark {
	if shown == "" || shown != m.Shown {
		return Mark{Shown: shown, Since: now}
	}
	m.IsSettled = now.Sub(m.Since) >= resolution
	return m
}
