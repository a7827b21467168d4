package mockserver

import (
	"net/http"
	"slices"
)

// The values of endpoint 22's sourceType.
const (
	UploadedPicture = "UploadedPicture"
	UploadedVideo   = "UploadedVideo"
)

func personEndpoints() []*endpoint {
	return []*endpoint{{
		number: 22, method: http.MethodGet, pattern: personsPath + "/{personId}/Faces",
		scopes: []scopeKind{scopeAccount}, query: []string{"pageSize", "skip", "sourceType"}, handle: listFaces,
	}}
}

type wireFace struct {
	ID            string  `json:"id"`
	State         string  `json:"state"`
	SourceType    string  `json:"sourceType"`
	SourceVideoID *string `json:"sourceVideoId"`
}

// listFaces is endpoint 22.
func listFaces(_ *Server, c *call) {
	size, skip, ok := c.page(c.opts.media.facesCap, c.opts.media.facesCap)
	if !ok {
		return
	}
	sourceType, ok := c.enumQuery("sourceType", UploadedPicture, UploadedVideo)
	if !ok {
		return
	}
	_, p, ok := c.person()
	if !ok {
		return
	}
	faces := p.faces
	if sourceType != "" {
		faces = slices.DeleteFunc(slices.Clone(faces), func(f Face) bool { return f.SourceType != sourceType })
	}
	page := make([]wireFace, 0, size)
	for _, f := range faces[min(skip, len(faces)):min(skip+size, len(faces))] {
		page = append(page, f.wire())
	}
	c.faces(page, skip, len(faces))
}

// usualPage is the pageSize of the extended operations that are asked without one.
const usualPage = 25

// page reads how many elements to give, usual ones without being asked and most at a time, and how many to pass over.
func (c *call) page(usual, most int) (size, skip int, ok bool) {
	asked, ok := c.int32Query("pageSize")
	if !ok {
		return 0, 0, false
	}
	passed, ok := c.int32Query("skip")
	if !ok {
		return 0, 0, false
	}
	size = min(usual, most)
	if asked != nil {
		if *asked < 1 {
			return 0, 0, c.invalid("pageSize is below 1")
		}
		size = min(most, int(*asked))
	}
	if passed != nil {
		if *passed < 0 {
			return 0, 0, c.invalid("skip is below 0")
		}
		skip = int(*passed)
	}
	return size, skip, true
}

func (c *call) faces(page []wireFace, skip, total int) {
	if c.opts.media.facesShape == FacesArray {
		c.json(http.StatusOK, page)
		return
	}
	body := map[string]any{"results": page, "pageSize": len(page), "skip": skip}
	if c.opts.media.facesShape == FacesObject {
		body["totalCount"] = total
	}
	c.json(http.StatusOK, body)
}

func (f Face) wire() wireFace {
	out := wireFace{ID: f.ID, State: f.State, SourceType: f.SourceType}
	if f.SourceVideoID != "" {
		out.SourceVideoID = &f.SourceVideoID
	}
	return out
}
