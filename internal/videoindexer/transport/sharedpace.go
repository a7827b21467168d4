package transport

import (
	"crypto/sha256"
	"maps"
	"sync"
	"weak"
)

// paces are those of this process, by endpoint and credential: the service limits a credential, however many clients
// use it. They are weak references, which end with the last client. Only the hash of a credential is kept.
var paces = struct {
	mu    sync.Mutex
	known map[[sha256.Size]byte]weak.Pointer[pace]
}{known: map[[sha256.Size]byte]weak.Pointer[pace]{}}

// sharedPace is the pace of all clients with this endpoint and credential. The lowest ceiling that one of them has, in
// requests a minute, holds for all; 0 is none.
func sharedPace(endpoint, credential string, perMinute int) *pace {
	paces.mu.Lock()
	defer paces.mu.Unlock()
	maps.DeleteFunc(paces.known, func(_ [sha256.Size]byte, p weak.Pointer[pace]) bool { return p.Value() == nil })
	key := sha256.Sum256([]byte(endpoint + "\x00" + credential))
	p := paces.known[key].Value()
	if p == nil {
		p = newPace()
		paces.known[key] = weak.Make(p)
	}
	if perMinute > 0 {
		p.mu.Lock()
		p.ceiling = min(p.ceiling, float64(perMinute)/60)
		p.mu.Unlock()
	}
	return p
}
