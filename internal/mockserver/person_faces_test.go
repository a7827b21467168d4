package mockserver_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func TestAddAndDeleteFaces(t *testing.T) {
	t.Parallel()
	st := newExtended(t)
	model, path := st.addPerson()
	modelID, personID := model[strings.LastIndex(model, "/")+1:], path[strings.LastIndex(path, "/")+1:]
	var ids []string
	st.send("POST", path+"/Faces", `{"urls":["https://a.example/1.jpg","https://a.example/2.jpg"]}`).is(201).into(&ids)
	faces := st.Faces(account, modelID, personID)
	same(t, []string{faces[0].ID, faces[1].ID}, ids)
	same(t, faces[1].URL, "https://a.example/2.jpg")
	sample, _ := st.persons(model, "").Results[0]["sampleFace"].(map[string]any)
	same(t, sample["id"], any(ids[0]))
	var page facesPage
	st.send("GET", path+"/Faces", "").is(200).into(&page)
	same(t, []any{len(page.Results), page.Results[1].ID, page.Results[1].State}, []any{2, ids[1], "Ok"})

	same(t, st.ChangeFaces(account, modelID, personID, func(f *mockserver.Face) { f.State = "Failed" }), true)
	same(t, st.Faces(account, modelID, personID)[0].State, "Failed")
	same(t, st.send("DELETE", path+"/Faces/"+ids[0], "").is(204).body, "")
	st.send("DELETE", path+"/Faces/"+ids[0], "").fails(404, "NOT_FOUND")
	same(t, len(st.Faces(account, modelID, personID)), 1)
	st.RemovePerson(account, modelID, personID)
	st.send("POST", path+"/Faces", `{"urls":["https://a.example/1.jpg"]}`).fails(404, "NOT_FOUND")
}

func TestFacesThatAreRefused(t *testing.T) {
	t.Parallel()
	st := newExtended(t, mockserver.RefusesPictures("blurred", "INVALID_PICTURE"), mockserver.RefusesPictures("large", "INVALID_PICTURE_SIZE"))
	_, path := st.addPerson()
	for urls, errorType := range map[string]string{
		`[]`:                          "INVALID_INPUT",
		`["ftp://a.example/1.jpg"]`:   "INVALID_INPUT",
		`["https://a.example/large"]`: "INVALID_PICTURE_SIZE",
		`["https://a.example/1.jpg","https://a.example/blurred"]`: "INVALID_PICTURE",
	} {
		st.send("POST", path+"/Faces", `{"urls":`+urls+`}`).fails(400, errorType)
	}
	same(t, st.State().Accounts[0].PersonModels[1].Faces, 0)
	st.refuses = true
	st.send("POST", path+"/Faces", `{"urls":["https://a.example/1.jpg"],"name":"x"}`).fails(400, "INVALID_INPUT")
	st.send("POST", path+"/Faces", `{"urls":null}`).fails(400, "INVALID_INPUT")
	st.expectViolations(`unknown member "name"`, "urls must not be null")

}
