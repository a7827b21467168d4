package mockserver

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// The values of endpoint 22's sourceType.
const (
	UploadedPicture = "UploadedPicture"
	UploadedVideo   = "UploadedVideo"
)

// Face is one face of a person of a person model.
type Face struct {
	ID            string
	State         string // "" when added: Ok
	SourceType    string // "" when added: UploadedPicture
	SourceVideoID string // "" for a picture
}

func personEndpoints() []*endpoint {
	return []*endpoint{{
		number: 22, method: http.MethodGet,
		pattern: "/{location}/Accounts/{accountId}/Customization/PersonModels/{personModelId}/Persons/{personId}/Faces",
		scopes:  []scopeKind{scopeAccount}, query: []string{"pageSize", "skip", "sourceType"}, handle: listFaces,
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
	modelID, ok := c.guidPath("personModelId")
	if !ok {
		return
	}
	personID, ok := c.guidPath("personId")
	if !ok {
		return
	}
	size, skip, ok := c.page()
	if !ok {
		return
	}
	sourceType, ok := c.enumQuery("sourceType", UploadedPicture, UploadedVideo)
	if !ok {
		return
	}
	persons, known := c.account.media.persons[modelID]
	if !known {
		c.notFound("the person model was not found")
		return
	}
	faces, known := persons[personID]
	if !known {
		c.notFound("the person was not found")
		return
	}
	if sourceType != "" {
		faces = slices.DeleteFunc(slices.Clone(faces), func(f Face) bool { return f.SourceType != sourceType })
	}
	page := make([]wireFace, 0, size)
	for _, f := range faces[min(skip, len(faces)):min(skip+size, len(faces))] {
		page = append(page, f.wire())
	}
	c.faces(page, skip, len(faces))
}

// page reads how many faces to give and how many to pass over.
func (c *call) page() (size, skip int, ok bool) {
	asked, ok := c.int32Query("pageSize")
	if !ok {
		return 0, 0, false
	}
	passed, ok := c.int32Query("skip")
	if !ok {
		return 0, 0, false
	}
	size = c.opts.media.facesCap
	if asked != nil {
		if *asked < 1 {
			return 0, 0, c.invalid("pageSize is below 1")
		}
		size = min(size, int(*asked))
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

// AddFaces adds faces to a person, and the person and its model where they are not there yet: without faces it adds
// just these. Both are GUIDs. It reports whether the account is there.
func (s *Server) AddFaces(accountID, personModelID, personID string, faces ...Face) bool {
	added := slices.Clone(faces)
	for i := range added {
		added[i].State = cmp.Or(added[i].State, "Ok")
		added[i].SourceType = cmp.Or(added[i].SourceType, UploadedPicture)
	}
	personModelID, personID = strings.ToLower(personModelID), strings.ToLower(personID)
	return s.with(accountID, func(a *account) {
		persons := a.media.persons[personModelID]
		if persons == nil {
			persons = map[string][]Face{}
			a.media.persons[personModelID] = persons
		}
		persons[personID] = append(persons[personID], added...)
	})
}

// SeedFaces adds n faces to a person; every third of them comes from a video. Ids follow from their order.
func (s *Server) SeedFaces(accountID, personModelID, personID string, n int) bool {
	faces := make([]Face, n)
	for i := range faces {
		faces[i] = Face{ID: fmt.Sprintf("face0000-0000-4000-8000-%012d", i), SourceType: UploadedPicture}
		if i%3 == 2 {
			faces[i].SourceType, faces[i].SourceVideoID = UploadedVideo, fmt.Sprintf("video%05d", i%100)
		}
	}
	return s.AddFaces(accountID, personModelID, personID, faces...)
}

// RemoveFaces takes faces away from a person behind the clients' backs, all that remove says yes to.
func (s *Server) RemoveFaces(accountID, personModelID, personID string, remove func(Face) bool) {
	personModelID, personID = strings.ToLower(personModelID), strings.ToLower(personID)
	s.with(accountID, func(a *account) {
		if persons := a.media.persons[personModelID]; persons[personID] != nil {
			persons[personID] = slices.DeleteFunc(persons[personID], remove)
		}
	})
}

// RemovePerson takes a person and its faces away behind the clients' backs; the whole person model when personID is "".
func (s *Server) RemovePerson(accountID, personModelID, personID string) {
	personModelID, personID = strings.ToLower(personModelID), strings.ToLower(personID)
	s.with(accountID, func(a *account) {
		if personID == "" {
			delete(a.media.persons, personModelID)
			return
		}
		delete(a.media.persons[personModelID], personID)
	})
}
