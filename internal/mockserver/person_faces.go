package mockserver

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

func faceEndpoints() []*endpoint {
	account := []scopeKind{scopeAccount}
	return []*endpoint{
		{
			number: X(20), method: http.MethodPost, pattern: personsPath + "/{personId}/Faces", scopes: account, write: true,
			body: bodyJSON, handle: addFaces,
		},
		{
			number: X(21), method: http.MethodDelete, pattern: personsPath + "/{personId}/Faces/{faceId}", scopes: account,
			write: true, handle: deleteFace,
		},
	}
}

// addFaces is X20. It takes all of the pictures or none.
func addFaces(s *Server, c *call) {
	members, ok := c.object(c.body, "the body", []string{"urls"}, nil)
	var addresses []string
	if !ok || !c.member(members, "urls", &addresses) {
		return
	}
	_, p, ok := c.person()
	if !ok || !c.takesPictures(addresses) {
		return
	}
	ids := []string{}
	for _, address := range addresses {
		face := Face{ID: s.newID("face", p.ID, address), State: c.opts.extended.persons.facesBegin, SourceType: UploadedPicture, URL: address}
		p.faces = append(p.faces, face)
		ids = append(ids, face.ID)
	}
	p.LastModified, p.LastModifierName = c.now(), DefaultUserName
	c.json(http.StatusCreated, ids)
}

// takesPictures refuses what X20 cannot make faces of.
func (c *call) takesPictures(addresses []string) bool {
	refuse := func(errorType, message string) bool {
		c.fail(http.StatusBadRequest, errorType, message)
		return false
	}
	if c.opts.extended.persons.notApproved {
		return refuse("FACE_IDENTIFICATION_NOT_ALLOWED", "the account is not approved for faces")
	}
	if len(addresses) == 0 {
		return refuse("INVALID_INPUT", "urls is empty")
	}
	for i, address := range addresses {
		u, err := url.Parse(address)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return refuse("INVALID_INPUT", fmt.Sprintf("urls[%d] is not an http or https URL", i))
		}
		for _, refused := range c.opts.extended.persons.refusedPictures {
			if strings.Contains(address, refused.part) {
				return refuse(refused.errorType, fmt.Sprintf("the picture of urls[%d] cannot be used", i))
			}
		}
	}
	return true
}

// deleteFace is X21.
func deleteFace(_ *Server, c *call) {
	_, p, ok := c.person()
	if !ok {
		return
	}
	at := slices.IndexFunc(p.faces, func(f Face) bool { return strings.EqualFold(f.ID, c.path("faceId")) })
	if at < 0 {
		c.notFound("the face was not found")
		return
	}
	p.faces = slices.Delete(p.faces, at, at+1)
	c.empty(http.StatusNoContent)
}

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
