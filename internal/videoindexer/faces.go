package videoindexer

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// DefaultFacesPageSize is the page size if the caller does not set one.
const DefaultFacesPageSize = 100

// FacesQuery selects faces of a person.
type FacesQuery struct {
	Person PersonRef
	// SourceType is one of FaceSourceTypes; empty for all.
	SourceType string
	// PageSize is the number of faces in a requested page; 0 for DefaultFacesPageSize. The service
	// may send fewer.
	PageSize int32
	// Limit is the maximum number; 0 for all faces.
	Limit int
}

// Face is a face of a person, with the members that all services return.
type Face struct {
	ID            string `json:"id"`
	State         string `json:"state"`
	SourceType    string `json:"sourceType"`
	SourceVideoID string `json:"sourceVideoId"`
	// JSON is the face as the service sent it, without white space between its members.
	JSON json.RawMessage `json:"-"`
}

// ListFaces lists the faces of a person in the service's order, with all pages, or as many as the
// limit needs (22, preview). If a service repeats one page, the error is an
// UnexpectedResponseError.
func (c *Client) ListFaces(ctx context.Context, account AccountRef, q FacesQuery) ([]Face, error) {
	r := accountRequest(OperationListFaces, account, q.Person.ModelID, q.Person.ID)
	setText(r.Query, "sourceType", q.SourceType)
	faces := newPager(c, r, "face", decodeFace)
	faces.size = cmp.Or(int(q.PageSize), DefaultFacesPageSize)
	faces.limit = q.Limit
	return collect(faces.each(ctx))
}

// AwaitFaces lists faces that exist according to the caller. It repeats the request of ListFaces
// until the list shows all of their ids, or for four seconds.
func (c *Client) AwaitFaces(
	ctx context.Context, account AccountRef, q FacesQuery, ids []string,
) (faces []Face, err error) {
	for range pollsUntilShown(ctx) {
		faces, err = c.ListFaces(ctx, account, q)
		if err != nil || showsAll(faces, ids) {
			return faces, err
		}
	}
	return faces, ctx.Err()
}

func showsAll(faces []Face, ids []string) bool {
	for _, id := range ids {
		isShown := slices.ContainsFunc(faces, func(f Face) bool { return strings.EqualFold(f.ID, id) })
		if !isShown {
			return false
		}
	}
	return true
}

// idAndName returns those of a face within a list, which may have no id.
func (f Face) idAndName() (id, name string) { return cmp.Or(f.ID, string(f.JSON)), "" }

func decodeFace(element []byte) (*Face, error) {
	if firstByte(element) != '{' {
		return nil, errors.New("it is not an object")
	}
	face := Face{JSON: compactJSON(element)}
	err := decodeJSON(element, &face)
	return &face, err
}

// AddFace adds a picture of a person by its address, and returns the id of the face (X20). The
// request is sent once. If its response is lost, the face is the only new one that is not from a
// video; before has the faces of the person before this process added any. If there is not exactly
// one, the error is an AmbiguousError. Refusals are APIErrors with status 400:
// ErrorTypeInvalidPicture, ErrorTypeInvalidPictureSize or ErrorTypeFaceIdentificationNotAllowed.
func (c *Client) AddFace(
	ctx context.Context, account AccountRef, person PersonRef, url string, before []Face,
) (id string, err error) {
	defer c.personLists.invalidate(account, person.ModelID)
	r := accountRequest(OperationAddFace, account, person.ModelID, person.ID)
	r.IsSentOnce = true
	r.JSON = map[string][]string{"urls": {url}}
	create := creation[Face]{
		recentWrites: c.recentWrites, collection: r.Path, before: before,
		list: func(ctx context.Context) ([]Face, error) {
			return c.ListFaces(ctx, account, FacesQuery{Person: person})
		},
		matches: func(f Face, _ bool) bool { return !strings.EqualFold(f.SourceType, "UploadedVideo") },
		send:    func() (*Face, error) { return doAndDecode(ctx, c, r, decodeFaceID) },
	}
	made, err := create.run(ctx)
	if err != nil {
		return "", err
	}
	return made.ID, nil
}

func decodeFaceID(body []byte) (*Face, error) {
	var ids []string
	err := decodeJSON(body, &ids)
	if err != nil {
		return nil, err
	}
	if len(ids) != 1 || ids[0] == "" {
		return nil, fmt.Errorf("the ids %q were returned for one picture", ids)
	}
	return &Face{ID: ids[0]}, nil
}

// DeleteFace deletes a face of a person (X21).
func (c *Client) DeleteFace(ctx context.Context, account AccountRef, person PersonRef, faceID string) error {
	defer c.personLists.invalidate(account, person.ModelID)
	r := accountRequest(OperationDeleteFace, account, person.ModelID, person.ID, faceID)
	return c.doAndConfirm(ctx, r)
}
