package person_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const (
	person      = "videoindexer_person"
	personModel = "videoindexer_person_model"
	modelID     = "11111111-2222-4333-8444-555555555555"
	personID    = "66666666-7777-4888-8999-aaaaaaaaaaaa" // of nobody
)

// extended are provider arguments that allow extended operations.
var extended = acctest.Values{"extended_operations": true}

// newServer returns a server with extended operations, whose account has the person models Default
// and Presenters, which is modelID.
func newServer(t *testing.T, options ...mockserver.Option) *acctest.Server {
	t.Helper()
	server := acctest.NewServer(t, append([]mockserver.Option{mockserver.WithExtended()}, options...)...)
	server.AddPersonModel(server.Account.ID, mockserver.PersonModel{ID: modelID, Name: "Presenters"})
	return server
}

// newInstance returns an instance that does not exist yet.
func newInstance(t *testing.T, server *acctest.Server, kind string) *acctest.Instance {
	t.Helper()
	return server.Protocol(t, extended).Instance(kind)
}

// applied returns an instance of a configuration.
func applied(t *testing.T, server *acctest.Server, kind string, config acctest.Values) *acctest.Instance {
	t.Helper()
	instance := newInstance(t, server, kind)
	instance.Run(config)
	return instance
}

// modelNamed returns a person model.
func modelNamed(name string) acctest.Values { return acctest.Values{"name": name} }

// personNamed returns a person with faces: labels and the names of pictures in turn. Without any,
// faces are not managed.
func personNamed(name string, faces ...string) acctest.Values {
	config := acctest.Values{"person_model_id": modelID, "name": name}
	if len(faces) > 0 {
		config["faces"] = pictures(faces...)
	}
	return config
}

func picture(name string) string { return "https://pictures.example/" + name + ".jpg" }

func pictures(faces ...string) map[string]acctest.Values {
	all := map[string]acctest.Values{}
	for i := 0; i+1 < len(faces); i += 2 {
		all[faces[i]] = acctest.Values{"url": picture(faces[i+1])}
	}
	return all
}

// wantPersons compares what the service has: a line for each person, with the names of the
// pictures.
func wantPersons(t *testing.T, server *acctest.Server, want ...string) {
	t.Helper()
	var got []string
	for _, p := range server.Persons(server.Account.ID, modelID) {
		var names []string
		for _, face := range server.Faces(server.Account.ID, modelID, p.ID) {
			names = append(names, strings.TrimSuffix(strings.TrimPrefix(face.URL, "https://pictures.example/"), ".jpg"))
		}
		slices.Sort(names)
		got = append(got, strings.TrimSpace(p.Name+": "+strings.Join(names, " ")))
	}
	check.Equal(t, want, got, "persons at the service")
}

// wantLabels compares the state with the labels that it should have, each with the face of its
// picture.
func wantLabels(t *testing.T, server *acctest.Server, instance *acctest.Instance, faces ...string) {
	urls := map[string]string{}
	for _, face := range server.Faces(server.Account.ID, modelID, instance.Texts()["person_id"]) {
		urls[face.ID] = face.URL
	}
	want := map[string]string{}
	got := map[string]string{}
	for label, face := range pictures(faces...) {
		want[label] = fmt.Sprintf("%s is a face of %[1]s", face["url"])
	}
	value := instance.State()["faces"]
	if !value.IsNull() {
		for label, face := range acctest.Parts(t, value) {
			members := acctest.Parts(t, face)
			got[label] = acctest.Text(members["url"]) + " is a face of " + urls[acctest.Text(members["face_id"])]
		}
	}
	check.Equal(t, want, got, "faces in the state, by label")
}

// unknown returns the values of a configuration with one that is not known yet.
func unknown(config acctest.Values, argument string) acctest.Values {
	config = maps.Clone(config)
	config[argument] = tftypes.NewValue(tftypes.String, tftypes.UnknownValue)
	return config
}
