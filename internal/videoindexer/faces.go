package videoindexer

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
)

// FacesPageSize is the page size if the caller names none.
const FacesPageSize = 100

// FacesQuery says which faces of a person are wanted.
type FacesQuery struct {
	PersonModelID string
	PersonID      string
	// SourceType is one of FaceSourceTypes; empty for all.
	SourceType string
	// PageSize is how many faces are asked for at a time; 0 for FacesPageSize. The service may send fewer.
	PageSize int32
	// Limit ends the list early; 0 for all faces.
	Limit int
}

// Face is a face of a person, with the members that services agree on.
type Face struct {
	ID            string `json:"id"`
	State         string `json:"state"`
	SourceType    string `json:"sourceType"`
	SourceVideoID string `json:"sourceVideoId"`
	// JSON is the face as the service sent it, without white space between its members.
	JSON json.RawMessage `json:"-"`
}

// ListFaces lists the faces of a person in the service's order, following the pages to the end or to the limit
// (endpoint 22, preview). A service that sends one page over and over is an UnexpectedAnswerError.
func (c *Client) ListFaces(ctx context.Context, a AccountRef, q FacesQuery) ([]Face, error) {
	size := int(q.PageSize)
	if size <= 0 {
		size = FacesPageSize
	}
	r := onAccount("list faces", http.MethodGet, a, "Customization", "PersonModels", q.PersonModelID, "Persons", q.PersonID, "Faces")
	setText(r.Query, "sourceType", q.SourceType)
	faces := newPager(c, r, size, "face", decodeFace, Face.key)
	faces.limit = q.Limit
	return faces.all(ctx)
}

// key identifies a face within a list.
func (f Face) key() string {
	if f.ID != "" {
		return f.ID
	}
	return string(f.JSON)
}

func decodeFace(element []byte) (*Face, error) {
	if firstByte(element) != '{' {
		return nil, errors.New("it is not an object")
	}
	face := Face{JSON: compactJSON(element)}
	err := decodeJSON(element, &face)
	return &face, err
}

// AddFaces adds pictures of a person, by their addresses, and returns the faces' ids in the same order (X20). It is never
// repeated once it may have reached the service: then the error is an AmbiguousError, and ListFaces shows what was added.
// Refusals are APIErrors with status 400 about all of the pictures: ErrorTypeInvalidPicture,
// ErrorTypeInvalidPictureSize or ErrorTypeFaceIdentificationNotAllowed.
func (c *Client) AddFaces(ctx context.Context, a AccountRef, modelID, personID string, urls []string) ([]string, error) {
	c.personLists.written(a, modelID)
	r := onPersonModels("X20", "add faces", http.MethodPost, a, modelID, "Persons", personID, "Faces")
	r.OnlyOnce, r.JSON = true, map[string][]string{"urls": urls}
	return doAndDecode(ctx, c, r, func(body []byte) ([]string, error) { return decodeFaceIDs(body, len(urls)) })
}

// decodeFaceIDs reads the ids of the faces that were made from a number of pictures.
func decodeFaceIDs(body []byte, pictures int) ([]string, error) {
	var ids []string
	if err := decodeJSON(body, &ids); err != nil {
		return nil, err
	}
	if len(ids) != pictures {
		return nil, fmt.Errorf("%d ids were returned for %d pictures", len(ids), pictures)
	}
	if empty := slices.Index(ids, ""); empty >= 0 {
		return nil, fmt.Errorf("the id of face %d is empty", empty+1)
	}
	return ids, nil
}

// DeleteFace deletes a face of a person (X21).
func (c *Client) DeleteFace(ctx context.Context, a AccountRef, modelID, personID, faceID string) error {
	c.personLists.written(a, modelID)
	return c.send(ctx, onPersonModels("X21", "delete face", http.MethodDelete, a, modelID, "Persons", personID, "Faces", faceID))
}
