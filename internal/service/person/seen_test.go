package person_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// TestPerson_facesWithoutTimes reads the faces at every refresh where the list does not say when persons were modified.
func TestPerson_facesWithoutTimes(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t)
	config := called("Ada", "front", "a", "left", "b")
	ada := applied(t, server, person, config)
	id := ada.Texts()["person_id"]
	server.Script(mockserver.Fault{
		Endpoint: mockserver.X(17), Times: mockserver.Always,
		Do: mockserver.Body(http.StatusOK, "application/json", fmt.Sprintf(`{"results": [{"id": %q, "name": "Ada"}], "totalCount": 1}`, id)),
	})
	expectNoChange(t, ada, config)
	server.RemoveFaces(server.Account.ID, modelID, id, func(f mockserver.Face) bool { return f.URL == picture("b") })
	acctest.Restart(ada)
	acctest.Succeeds(t, ada.Refresh(t.Context()))
	if plan := ada.Planned(config); !plan.IsUpdate {
		t.Error("a face that is gone is no drift")
	}
}

// TestPerson_faceGoneSincePlan has a face deleted between a plan that keeps it and its apply, which adds another one: the next
// refresh finds it gone, although nothing that the list says of the person has changed since the apply.
func TestPerson_faceGoneSincePlan(t *testing.T) {
	t.Parallel()
	server := newPersonServer(t)
	ada := applied(t, server, person, called("Ada", "front", "a"))
	config := called("Ada", "front", "a", "left", "b")
	plan := ada.Planned(config)
	server.RemoveFaces(server.Account.ID, modelID, ada.Texts()["person_id"], func(f mockserver.Face) bool { return f.URL == picture("a") })
	acctest.Succeeds(t, ada.ApplyAsPlanned(t.Context(), plan))
	acctest.Restart(ada)
	acctest.Succeeds(t, ada.Refresh(t.Context()))
	if plan := ada.Planned(config); !plan.IsUpdate {
		t.Error("a face that is gone is no drift")
	}
}
