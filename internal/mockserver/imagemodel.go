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
		if a.media.imageModel = nil; m != nil {
			a.connect(*m)
		}
	})
}

func (a *account) connect(m ImageModel) {
	connected := m.clone()
	a.media.imageModel = &connected
	for _, v := range a.media.videos {
		connected.tag(v.Video)
	}
}

// ImageModelTags returns the tags of one model of the connected account, oldest first.
func (s *Server) ImageModelTags(accountID, modelID string) []string {
	var tags []string
	s.with(accountID, func(a *account) {
		if m := a.media.imageModel; m != nil {
			tags = slices.Clone(m.Tags[modelID])
		}
	})
	return tags
}

func imageModelEndpoints() []*endpoint {
	return []*endpoint{
		{
			number: 6, method: http.MethodGet, pattern: "/{location}/Accounts/{accountId}/ImageModel",
			scopes: []scopeKind{scopeAccount}, handle: getImageModel,
		},
		{
			number: 10, method: http.MethodPut, pattern: videosPath + "/Index/AnimationCharacters/{characterId}",
			scopes: []scopeKind{scopeAccount}, write: true, keyListed: true, body: bodyJSON, handle: renameCharacter,
		},
	}
}

// getImageModel is endpoint 6.
func getImageModel(_ *Server, c *call) {
	if !c.paidOnly() {
		return
	}
	m := c.imageModel()
	if m == nil {
		return
	}
	c.json(http.StatusOK, m.wire())
}

func (m *ImageModel) wire() map[string]string {
	return map[string]string{"endpoint": m.Endpoint, "predictionResourceId": m.PredictionResourceID}
}

// imageModel returns the connected image model when it works. Otherwise it answers the call and returns nil.
func (c *call) imageModel() *ImageModel {
	m := c.account.media.imageModel
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
func renameCharacter(s *Server, c *call) {
	id, ok := c.int32Path("characterId")
	if !ok {
		return
	}
	members, ok := c.object(c.body, "the body", []string{"name"}, nil)
	if !ok {
		return
	}
	var name string
	if !c.member(members, "name", &name) {
		return
	}
	v := c.account.media.videos[c.path("videoId")]
	if v == nil || v.Derived {
		c.fail(http.StatusBadRequest, "BREAKDOWN_NOT_FOUND", "no base playlist has this id")
		return
	}
	if v.job != nil && v.job.look(s.now()) {
		s.settleIndexing(c.account, v)
	}
	if v.State != VideoProcessed {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the video is not processed yet")
		return
	}
	if v.AnimationModelID == "" {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the video was not indexed with an animation model")
		return
	}
	at := slices.IndexFunc(v.Characters, func(character Character) bool { return character.ID == id })
	if at < 0 {
		c.fail(http.StatusBadRequest, "NOT_FOUND", "the video has no such animation character")
		return
	}
	m := c.imageModel()
	if m == nil {
		return
	}
	if errorType, message := m.rename(v.AnimationModelID, v.Characters[at].Name, name, s.opts.media.sameTagExists); errorType != "" {
		c.fail(http.StatusBadRequest, errorType, message)
		return
	}
	v.Characters[at].Name = name
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
