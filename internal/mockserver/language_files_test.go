package mockserver_test

import (
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

func TestReadLanguageModelFile(t *testing.T) {
	t.Parallel()
	st := newExtended(t)
	large := strings.Repeat("x", 2<<20)
	var made wireModel
	st.createModel("?modelName=m&language=en-US",
		file{name: "a.txt", content: "one\ntwo\n"}, file{name: "b.txt", url: "https://files.example/b.txt"}, file{name: "c.txt", content: large},
	).is(200).into(&made)
	for name, want := range map[string]string{"a.txt": "one\ntwo\n", "b.txt": "The text at https://files.example/b.txt\n", "c.txt": large} {
		got := st.send("GET", languagesPath+"/"+made.ID+"/Files/"+made.file(name).ID, "").is(200).object()
		same(t, keys(got), "content creationTime creator enable id name")
		same(t, []any{got["content"] == want, got["name"]}, []any{true, name})
	}
	st.send("GET", languagesPath+"/"+made.ID+"/Files/"+missing, "").fails(404, "NOT_FOUND")
	st.send("GET", languagesPath+"/"+missing+"/Files/"+made.Files[0].ID, "").fails(404, "NOT_FOUND")
}

func TestChangeLanguageModelFile(t *testing.T) {
	t.Parallel()
	st := newExtended(t)
	id, path := st.terms()
	m, _ := st.LanguageModel(account, id)
	path += "/Files/" + m.Files[0].ID
	got := st.send("PUT", path+"?fileName=b.txt&enable=false", "").is(200).object()
	same(t, keys(got), "creationTime creator enable id name")
	same(t, []any{got["name"], got["enable"]}, []any{"b.txt", false})
	same(t, st.send("PUT", path, "").is(200).object(), got)
	st.send("PUT", languagesPath+"/"+id+"/Files/"+missing, "").fails(404, "NOT_FOUND")

	st = newExtended(t, mockserver.SameFileNames(mockserver.SameNameRefused))
	_, path = st.terms()
	path += "/Files/" + m.Files[0].ID
	st.send("PUT", path+"?fileName=b.txt", "").fails(400, "INVALID_INPUT")
	st.send("PUT", path+"?fileName=a.txt", "").is(200)

	st.refuses = true
	st.send("PUT", path+"?fileName=", "").fails(400, "INVALID_INPUT")
	st.send("PUT", path+"?enable=on", "").fails(400, "INVALID_INPUT")
	st.expectViolations("fileName is empty", "enable is not a boolean")
}
