package mockserver

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"unicode"
)

// ImageModel is the image-model account that is connected to an account.
type ImageModel struct {
	Endpoint             string
	PredictionResourceID string

	TrainingKey, PredictionKey string // from ConnectImageModel; no operation returns them
}

// animated returns the videos of an account in which an animation model has found characters; an id
// of "" means any model. The tags of a model are the names of these characters.
func (a *account) animated(modelID string) []*video {
	return slices.DeleteFunc(slices.Collect(maps.Values(a.videos)), func(v *video) bool {
		isOfOther := modelID != "" && v.AnimationModelID != modelID
		isAnimated := v.AnimationModelID != "" && len(v.Characters) > 0
		return isOfOther || !isAnimated
	})
}

// SetImageModel connects an image-model account to an account, or disconnects it when m is nil.
func (s *Server) SetImageModel(accountID string, m *ImageModel) {
	s.withAccount(accountID, func(a *account) {
		a.imageModel = nil
		if m != nil {
			a.imageModel = new(*m)
		}
	})
}

func connectionEndpoints() []*endpoint {
	return []*endpoint{
		{
			operation: GetImageModel, route: "GET " + accountPath + "/ImageModel",
			handle: getImageModel,
		},
		{
			operation: RenameAnimationCharacter, route: "PUT " + videoPath + "/Index/AnimationCharacters/{characterId}",
			keyListed: true, body: bodyJSON, handle: renameCharacter,
		},
		{
			operation: UpdateMediaConnection, route: "PATCH " + accountPath + "/MediaServices",
			body: bodyJSON, handle: changeMediaConnection,
		},
		{
			operation: ConnectImageModel, route: "PUT " + accountPath + "/ImageModel",
			body: bodyJSON, handle: connectImageModel,
		},
		{
			operation: DisconnectImageModel, route: "DELETE " + accountPath + "/ImageModel",
			handle: disconnectImageModel,
		},
	}
}

func getImageModel(c *call) {
	if !c.requirePaid() {
		return
	}
	m := c.imageModel()
	if m != nil {
		c.respondJSON(http.StatusOK, m.wire())
	}
}

func (m *ImageModel) wire() map[string]string {
	return map[string]string{"endpoint": m.Endpoint, "predictionResourceId": m.PredictionResourceID}
}

// imageModel returns the connected image model. Otherwise it answers the call and returns nil.
func (c *call) imageModel() *ImageModel {
	m := c.account.imageModel
	if m == nil {
		c.respondError(http.StatusBadRequest, "IMAGE_MODEL_ACCOUNT_NOT_FOUND",
			"no image-model account is connected to this account")
	}
	return m
}

// renameCharacter names an animated character. The contract has no response for a missing video, so
// the response is that of a video that is not a base playlist.
func renameCharacter(c *call) {
	var name string
	if !c.readObject(c.body, "the body", required("name", &name)) {
		return
	}
	v := c.account.videos[c.pathText("videoId")]
	if v == nil || v.Derived {
		c.respondError(http.StatusBadRequest, "BREAKDOWN_NOT_FOUND", "no base playlist has this id")
		return
	}
	c.settleIndexing(v)
	index := slices.IndexFunc(v.Characters, func(character Character) bool {
		return character.ID == c.pathNumber("characterId")
	})
	switch {
	case v.State != VideoProcessed:
		c.refuse("the video is not processed yet")
		return
	case v.AnimationModelID == "":
		c.refuse("the video was not indexed with an animation model")
		return
	case index < 0:
		c.respondError(http.StatusBadRequest, "NOT_FOUND", "the video has no such animation character")
		return
	}
	if c.imageModel() == nil {
		return
	}
	if !c.requireTagName(v, index, name) {
		return
	}
	v.Characters[index].Name = name
	v.LastModified = c.server.later(v.LastModified)
	c.respondEmpty(http.StatusNoContent)
}

// maxTagNameLength is the mock's own limit: the contract has an error for a bad name, but no rule.
const maxTagNameLength = 128

// requireTagName responds with a refusal if a tag cannot have the name, or if another tag of the
// model has it.
func (c *call) requireTagName(v *video, index int, name string) bool {
	hasLength := 0 < len(name) && len(name) <= maxTagNameLength
	isTidy := name == strings.TrimSpace(name) && !strings.ContainsFunc(name, unicode.IsControl)
	if !hasLength || !isTidy {
		return c.respondError(
			http.StatusBadRequest, "IMAGE_MODEL_INVALID_TAG_NAME", "the name cannot be the name of a tag",
		)
	}
	for _, other := range c.account.animated(v.AnimationModelID) {
		for i, character := range other.Characters {
			isOther := other != v || i != index
			if isOther && strings.EqualFold(character.Name, name) {
				return c.respondError(http.StatusBadRequest, "ALREADY_EXISTS", "the model has a tag of this name")
			}
		}
	}
	return true
}

// MediaConnection is the input of a client to UpdateMediaConnection, "" for missing values.
type MediaConnection struct {
	SubscriptionID, ResourceGroup, ApplicationID, ApplicationKey string
}

// changeMediaConnection changes the values in the body, and keeps the others.
func changeMediaConnection(c *call) {
	in, isValid := c.mediaConnection()
	if !isValid {
		return
	}
	if !c.requirePaid() {
		return
	}
	c.account.connections = append(c.account.connections, in)
	id := &c.account.MediaDirectoryConnectionApplicationID
	*id = cmp.Or(in.ApplicationID, *id)
	c.respondEmpty(http.StatusNoContent)
}

// mediaConnection reads the body of UpdateMediaConnection.
func (c *call) mediaConnection() (MediaConnection, bool) {
	var wanted MediaConnection
	var connection json.RawMessage
	isRead := c.readObject(c.body, "the body",
		optional("subscriptionId", &wanted.SubscriptionID), optional("resourceGroup", &wanted.ResourceGroup),
		optional("directoryConnection", &connection))
	if !isRead {
		return wanted, false
	}
	if connection != nil {
		if !c.readDirectoryConnection(connection, &wanted.ApplicationID, &wanted.ApplicationKey) {
			return wanted, false
		}
		if !isGUID(wanted.ApplicationID) || wanted.ApplicationKey == "" {
			return wanted, c.respondInvalid("directoryConnection is not valid")
		}
	}
	if wanted == (MediaConnection{}) {
		return wanted, c.respondInvalid("the body changes nothing")
	}
	if wanted.SubscriptionID != "" && !isGUID(wanted.SubscriptionID) {
		return wanted, c.respondInvalid("subscriptionId is not a GUID")
	}
	return wanted, true
}

// MediaConnections returns the inputs of UpdateMediaConnection for an account, oldest first. They
// contain keys, for tests only.
func (s *Server) MediaConnections(accountID string) []MediaConnection {
	var all []MediaConnection
	s.withAccount(accountID, func(a *account) { all = slices.Clone(a.connections) })
	return all
}

func connectImageModel(c *call) {
	var wanted ImageModel
	isRead := c.readObject(c.body, "the body",
		required("trainingKey", &wanted.TrainingKey), required("predictionKey", &wanted.PredictionKey),
		required("endpoint", &wanted.Endpoint), required("predictionResourceId", &wanted.PredictionResourceID))
	if !isRead {
		return
	}
	if !c.requirePaid() {
		return
	}
	_, isURL := webURL(wanted.Endpoint)
	values := []string{wanted.TrainingKey, wanted.PredictionKey, wanted.Endpoint, wanted.PredictionResourceID}
	isBlank := func(value string) bool { return strings.TrimSpace(value) == "" }
	switch {
	case slices.ContainsFunc(values, isBlank):
		c.refuse("all members are required")
	case !isURL:
		c.respondError(http.StatusBadRequest, "INVALID_URL", "the endpoint is not a URL")
	default:
		c.account.imageModel = &wanted
		c.respondJSON(http.StatusOK, wanted.wire())
	}
}

func disconnectImageModel(c *call) {
	if !c.requirePaid() {
		return
	}
	if c.imageModel() == nil {
		return
	}
	c.account.imageModel = nil
	c.respondEmpty(http.StatusNoContent)
}

// ImageModel returns the image model that is connected to an account. It contains keys, for tests
// only.
func (s *Server) ImageModel(accountID string) (ImageModel, bool) {
	var m ImageModel
	isFound := withObject(s, accountID, func(a *account) *ImageModel {
		return a.imageModel
	}, func(connected *ImageModel) { m = *connected })
	return m, isFound
}
