package mockserver

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"unicode"
)

// ImageModel is the image-model account that is connected to an account.
type ImageModel struct {
	Endpoint             string
	PredictionResourceID string
	Problem              string              // error type that endpoints 6 and 10 answer in place of working
	Tags                 map[string][]string // by model id; the characters of the account's videos are added
	TagLimit             int                 // tags that one model can hold; 0: no limit

	TrainingKey, PredictionKey string // as X25 got them; no operation gives them back
}

func (m ImageModel) clone() ImageModel {
	tags := make(map[string][]string, len(m.Tags))
	for id, names := range m.Tags {
		tags[id] = slices.Clone(names)
	}
	m.Tags = tags
	return m
}

// tag makes the names of a video's characters tags of its animation model, as the indexing that found them did.
func (m *ImageModel) tag(v Video) {
	if v.AnimationModelID == "" {
		return
	}
	for _, character := range v.Characters {
		if !slices.Contains(m.Tags[v.AnimationModelID], character.Name) {
			m.Tags[v.AnimationModelID] = append(m.Tags[v.AnimationModelID], character.Name)
		}
	}
}

// has says whether the model exists, as far as the store knows models.
func (m *ImageModel) has(modelID string) bool {
	_, known := m.Tags[modelID]
	return known || len(m.Tags) == 0
}

// SetImageModel connects an image-model account to an account, or disconnects it when m is nil.
func (s *Server) SetImageModel(accountID string, m *ImageModel) {
	s.with(accountID, func(a *account) {
		if a.imageModel = nil; m != nil {
			a.connect(*m)
		}
	})
}

func (a *account) connect(m ImageModel) {
	connected := m.clone()
	a.imageModel = &connected
	for _, v := range a.videos {
		connected.tag(v.Video)
	}
}

func connectionEndpoints() []*endpoint {
	return []*endpoint{
		{number: 6, method: http.MethodGet, pattern: accountPath + "/ImageModel", handle: getImageModel},
		{
			number: 10, method: http.MethodPut, pattern: videoPath + "/Index/AnimationCharacters/{characterId}", keyListed: true,
			body: bodyJSON, handle: renameCharacter,
		},
		{number: X(24), method: http.MethodPatch, pattern: accountPath + "/MediaServices", body: bodyJSON, handle: changeMediaConnection},
		{number: X(25), method: http.MethodPut, pattern: accountPath + "/ImageModel", body: bodyJSON, handle: connectImageModel},
		{number: X(26), method: http.MethodDelete, pattern: accountPath + "/ImageModel", handle: disconnectImageModel},
	}
}

// getImageModel is endpoint 6.
func getImageModel(c *call) {
	if !c.paidOnly() {
		return
	}
	if m := c.imageModel(); m != nil {
		c.json(http.StatusOK, m.wire())
	}
}

func (m *ImageModel) wire() map[string]string {
	return map[string]string{"endpoint": m.Endpoint, "predictionResourceId": m.PredictionResourceID}
}

// imageModel returns the connected image model when it works. Otherwise it answers the call and returns nil.
func (c *call) imageModel() *ImageModel {
	m := c.account.imageModel
	switch {
	case m == nil:
		c.fail(http.StatusBadRequest, "IMAGE_MODEL_ACCOUNT_NOT_FOUND", "no image-model account is connected to this account")
	case m.Problem != "":
		c.fail(http.StatusBadRequest, m.Problem, "the image-model account cannot be used")
	default:
		return m
	}
	return nil
}

// renameCharacter is endpoint 10. The contract has no answer there for a missing video, which is therefore answered
// like a video that is not a base playlist.
func renameCharacter(c *call) {
	id, ok := c.int32Path("characterId")
	if !ok {
		return
	}
	var name string
	if !c.read(c.body, "the body", required("name", &name)) {
		return
	}
	v := c.account.videos[c.path("videoId")]
	if v == nil || v.Derived {
		c.fail(http.StatusBadRequest, "BREAKDOWN_NOT_FOUND", "no base playlist has this id")
		return
	}
	c.lookAt(v)
	at := slices.IndexFunc(v.Characters, func(character Character) bool { return character.ID == id })
	switch {
	case v.State != VideoProcessed:
		c.refuse("the video is not processed yet")
		return
	case v.AnimationModelID == "":
		c.refuse("the video was not indexed with an animation model")
		return
	case at < 0:
		c.fail(http.StatusBadRequest, "NOT_FOUND", "the video has no such animation character")
		return
	}
	m := c.imageModel()
	if m == nil {
		return
	}
	if errorType, message := m.rename(v.AnimationModelID, v.Characters[at].Name, name, c.opts.sameTagExists); errorType != "" {
		c.fail(http.StatusBadRequest, errorType, message)
		return
	}
	v.Characters[at].Name = name
	v.LastModified = c.s.later(v.LastModified)
	c.empty(http.StatusNoContent)
}

// longestTagName is the mock's own limit: the contract has an error for a bad name, but no rule.
const longestTagName = 128

// rename gives a tag of a model its new name, or returns the error of endpoint 10 that prevents it.
func (m *ImageModel) rename(modelID, from, to string, sameExists bool) (errorType, message string) {
	tags, known := m.Tags[modelID]
	if !known {
		return "NOT_FOUND", "the animation model of this video does not exist"
	}
	if to != strings.TrimSpace(to) || to == "" || len(to) > longestTagName || strings.ContainsFunc(to, unicode.IsControl) {
		return "IMAGE_MODEL_INVALID_TAG_NAME", "the name cannot be the name of a tag"
	}
	if to == from && !sameExists {
		return "", ""
	}
	if slices.ContainsFunc(tags, func(tag string) bool { return strings.EqualFold(tag, to) && (tag != from || sameExists) }) {
		return "ALREADY_EXISTS", "the model has a tag of this name"
	}
	// The service makes the new tag before it drops the old one, so a full model has no room for it.
	if m.TagLimit > 0 && len(tags) >= m.TagLimit {
		return "IMAGE_MODEL_MODEL_TAGS_LIMIT_EXCEEDED", "the model holds as many tags as it can"
	}
	if at := slices.Index(tags, from); at >= 0 {
		tags[at] = to
	} else {
		tags = append(tags, to)
	}
	m.Tags[modelID] = tags
	return "", ""
}

// MediaConnection is what a client gave X24; "" where it gave nothing.
type MediaConnection struct {
	SubscriptionID, ResourceGroup, ApplicationID, ApplicationKey string
}

// changeMediaConnection is X24. It changes what it is given and leaves the rest.
func changeMediaConnection(c *call) {
	in, ok := c.mediaConnection()
	if !ok || !c.paidOnly() {
		return
	}
	c.account.connections = append(c.account.connections, in)
	id := &c.account.MediaDirectoryConnectionApplicationID
	*id = cmp.Or(in.ApplicationID, *id)
	c.empty(http.StatusNoContent)
}

// mediaConnection reads the body of X24.
func (c *call) mediaConnection() (MediaConnection, bool) {
	var in MediaConnection
	var connection json.RawMessage
	if !c.read(c.body, "the body", optional("subscriptionId", &in.SubscriptionID), optional("resourceGroup", &in.ResourceGroup),
		optional("directoryConnection", &connection)) {
		return in, false
	}
	if connection != nil {
		if !c.read(connection, "directoryConnection", required("applicationId", &in.ApplicationID), required("applicationKey", &in.ApplicationKey)) {
			return in, false
		}
		if !isGUID(in.ApplicationID) || in.ApplicationKey == "" {
			return in, c.invalid("directoryConnection is not valid")
		}
	}
	if in == (MediaConnection{}) {
		return in, c.invalid("the body changes nothing")
	}
	if in.SubscriptionID != "" && !isGUID(in.SubscriptionID) {
		return in, c.invalid("subscriptionId is not a GUID")
	}
	return in, true
}

// MediaConnections returns what clients gave X24 for an account, oldest first. It holds keys: for tests only.
func (s *Server) MediaConnections(accountID string) []MediaConnection {
	var all []MediaConnection
	s.with(accountID, func(a *account) { all = slices.Clone(a.connections) })
	return all
}

// connectImageModel is X25.
func connectImageModel(c *call) {
	var m ImageModel
	if !c.read(c.body, "the body", required("trainingKey", &m.TrainingKey), required("predictionKey", &m.PredictionKey),
		required("endpoint", &m.Endpoint), required("predictionResourceId", &m.PredictionResourceID)) || !c.paidOnly() {
		return
	}
	if errorType, message := c.opts.refuses(m); errorType != "" {
		c.fail(http.StatusBadRequest, errorType, message)
		return
	}
	if before := c.account.imageModel; before != nil {
		m.Tags, m.TagLimit = before.Tags, before.TagLimit
	}
	c.account.connect(m)
	c.json(http.StatusOK, m.wire())
}

// refuses returns the error of X25 that an image model causes, or "" when it can be connected.
func (o *options) refuses(m ImageModel) (errorType, message string) {
	_, isURL := webURL(m.Endpoint)
	switch {
	case slices.ContainsFunc([]string{m.TrainingKey, m.PredictionKey, m.Endpoint, m.PredictionResourceID}, func(s string) bool {
		return strings.TrimSpace(s) == ""
	}):
		return "INVALID_INPUT", "all members are required"
	case !isURL:
		return "INVALID_URL", "the endpoint is not a URL"
	case o.trainingKey != "" && m.TrainingKey != o.trainingKey:
		return "IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY", "the training key was not accepted"
	case o.predictionKey != "" && m.PredictionKey != o.predictionKey:
		return "IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY", "the prediction key was not accepted"
	}
	return "", ""
}

// disconnectImageModel is X26. One that does not work any more is disconnected like any other.
func disconnectImageModel(c *call) {
	if !c.paidOnly() {
		return
	}
	if c.account.imageModel == nil {
		c.fail(http.StatusBadRequest, "IMAGE_MODEL_ACCOUNT_NOT_FOUND", "no image-model account is connected to this account")
		return
	}
	c.account.imageModel = nil
	c.empty(http.StatusNoContent)
}

// ImageModel returns the image model that is connected to an account. It holds keys: for tests only.
func (s *Server) ImageModel(accountID string) (ImageModel, bool) {
	var m ImageModel
	var ok bool
	s.with(accountID, func(a *account) {
		if ok = a.imageModel != nil; ok {
			m = a.imageModel.clone()
		}
	})
	return m, ok
}
