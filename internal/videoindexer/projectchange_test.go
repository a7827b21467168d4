package videoindexer

import (
	"net/http"
)

var newProject = ProjectFields{Name: "A", VideoRanges: []VideoRange{{"v2", "0:00:01", "0:00:02"}}}

// discarded takes an answer that nobody reads.
type discarded struct{ header http.Header }

func (d discarded) Header() http.Header         { return d.header }
func (d discarded) Write(p []byte) (int, error) { return len(p), nil }
func (d discarded) WriteHeader(int)             {}
