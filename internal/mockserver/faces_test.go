package mockserver_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	personModelID = "5f0f4d3e-57d8-4f0e-9a2a-0c6a3a2b1c0d"
	personID      = "9d3e2c1b-0a4f-4e5d-8c7b-6a5f4e3d2c1b"
	facesPath     = "/Customization/PersonModels/" + personModelID + "/Persons/" + personID + "/Faces"
)

type facesPage struct {
	Results []struct {
		ID, State, SourceType string
		SourceVideoID         *string
	}
	PageSize, Skip int
	TotalCount     *int
}

func (st *mediaServer) faces(query string) facesPage {
	st.t.Helper()
	got := st.send(http.MethodGet, facesPath+query, "")
	var page facesPage
	into := any(&page)
	if strings.HasPrefix(got.body, "[") {
		into = &page.Results
	}
	if err := json.Unmarshal([]byte(got.body), into); err != nil || got.status != http.StatusOK {
		st.t.Fatalf("%d %s: %v", got.status, got.body, err)
	}
	return page
}

func TestFacesPages(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		opts []mockserver.Option
		ask  int
		page int
	}{
		"the family's cap": {nil, 100, 25},
		"what was asked":   {nil, 7, 7},
		"a cap":            {[]mockserver.Option{mockserver.PageCap(10)}, 25, 10},
		"no cap":           {[]mockserver.Option{mockserver.PageCap(1000)}, 40, 40},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			st := newMediaServer(t, tc.opts...)
			st.SeedFaces(account, strings.ToUpper(personModelID), personID, 60)
			seen := map[string]bool{}
			for skip := 0; ; {
				page := st.faces(fmt.Sprintf("?pageSize=%d&skip=%d", tc.ask, skip))
				same(t, page.Skip, skip)
				same(t, *page.TotalCount, 60)
				same(t, len(page.Results), min(tc.page, 60-skip))
				if len(page.Results) == 0 {
					break
				}
				for _, face := range page.Results {
					seen[face.ID] = true
				}
				skip += len(page.Results)
			}
			same(t, len(seen), 60)
		})
	}
	st := newMediaServer(t)
	st.SeedFaces(account, personModelID, personID, 26)
	same(t, len(st.faces("").Results), 25)
	same(t, len(st.faces("?skip=2147483647").Results), 0)
}

func TestFacesShapes(t *testing.T) {
	t.Parallel()
	face := mockserver.Face{ID: "f1", State: "Ok", SourceType: mockserver.UploadedVideo, SourceVideoID: "v1"}
	const element = `[{"id":"f1","sourceType":"UploadedVideo","sourceVideoId":"v1","state":"Ok"}]`
	for shape, want := range map[mockserver.FacesShape]string{
		mockserver.FacesArray:              element,
		mockserver.FacesObject:             `{"pageSize":1,"results":` + element + `,"skip":0,"totalCount":1}`,
		mockserver.FacesObjectWithoutTotal: `{"pageSize":1,"results":` + element + `,"skip":0}`,
	} {
		st := newMediaServer(t, mockserver.Faces(shape))
		st.AddFaces(account, personModelID, personID, face)
		same(t, st.send(http.MethodGet, facesPath, "").body, want)
		st.RemoveFaces(account, personModelID, personID, func(f mockserver.Face) bool { return f.ID == "f1" })
		same(t, len(st.faces("").Results), 0)
	}
}

func TestFacesByTheirSource(t *testing.T) {
	t.Parallel()
	st := newMediaServer(t)
	st.SeedFaces(account, personModelID, personID, 10)
	pictures, videos := st.faces("?sourceType=UploadedPicture"), st.faces("?sourceType=UploadedVideo&pageSize=2")
	same(t, []int{len(pictures.Results), *pictures.TotalCount}, []int{7, 7})
	same(t, []int{len(videos.Results), *videos.TotalCount}, []int{2, 3})
	for _, face := range videos.Results {
		if face.SourceType != "UploadedVideo" || face.SourceVideoID == nil {
			t.Errorf("%+v", face)
		}
	}
	if pictures.Results[0].SourceVideoID != nil {
		t.Errorf("a picture of video %s", *pictures.Results[0].SourceVideoID)
	}
}

func TestFacesRefusals(t *testing.T) {
	t.Parallel()
	for query, path := range map[string]string{
		"?pageSize=0":          facesPath,
		"?pageSize=2147483648": facesPath,
		"?skip=-1":             facesPath,
		"?sourceType=Picture":  facesPath,
		"?orderBy=id":          facesPath,
		"":                     "/Customization/PersonModels/" + personModelID + "/Persons/me/Faces",
	} {
		st := newMediaServer(t)
		st.refuses = true
		st.AddFaces(account, personModelID, personID)
		st.wants(st.send(http.MethodGet, path+query, ""), http.StatusBadRequest, "INVALID_INPUT")
	}
	st := newMediaServer(t)
	st.wants(st.send(http.MethodGet, facesPath, ""), http.StatusNotFound, "NOT_FOUND")
	st.AddFaces(account, personModelID, personID)
	same(t, len(st.faces("").Results), 0)
	st.RemovePerson(account, personModelID, personID)
	st.wants(st.send(http.MethodGet, facesPath, ""), http.StatusNotFound, "NOT_FOUND")
}
