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
