package transport

import (
	"crypto/sha256"
	"runtime"
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
	key := sha256.Sum256([]byte(endpoint + "\x00" + credential))
	p := paces.known[key].Value()
	if p == nil {
		p = newPace()
		paces.known[key] = weak.Make(p)
		runtime.AddCleanup(p, forgetPace, key)
	}
	if perMinute > 0 {
		p.mu.Lock()
		p.ceiling = min(p.ceiling, float64(perMinute)/60)
		p.mu.Unlock()
	}
	return p
}

// forgetPace runs after the last client of a pace has gone, unless another one has come by then.
func forgetPace(key [sha256.Size]byte) {
	paces.mu.Lock()
	defer paces.mu.Unlock()
	if paces.known[key].Value() == nil {
		delete(paces.known, key)
	}
}
