package mockserver

import (
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
	members, ok := c.object(c.body, "the body", []string{"name"}, nil)
	var name string
	if !ok || !c.member(members, "name", &name) {
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
