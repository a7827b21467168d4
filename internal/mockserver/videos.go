package mockserver

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

const (
	videosPath = "/{location}/Accounts/{accountId}/Videos/{videoId}"
	videoGone  = "the video was not found"
)

// reindexParameters are the query parameters of endpoint 7, except for the token.
var reindexParameters = []string{
	"indexingPreset", "streamingPreset", "callbackUrl", "sourceLanguage", "sendSuccessEmail", "linguisticModelId",
	"personModelId", "animationModelId", "priority", "brandsCategories",
}

func videoEndpoints() []*endpoint {
	return []*endpoint{
		{
			number: 7, method: http.MethodPut, pattern: videosPath + "/ReIndex",
			scopes: []scopeKind{scopeAccount, scopeVideo}, write: true,
			query: reindexParameters, handle: reindexVideo,
		},
		{
			number: 8, method: http.MethodGet, pattern: videosPath + "/Captions",
			scopes: []scopeKind{scopeAccount, scopeVideo}, public: true,
			query: []string{"indexId", "format", "language"}, handle: getCaptions,
		},
		{
			number: 9, method: http.MethodPut, pattern: videosPath + "/Index/Transcript",
			scopes: []scopeKind{scopeAccount, scopeVideo}, write: true, body: bodyVTT,
			query:  []string{"language", "setAsSourceLanguage", "callbackUrl", "sendSuccessEmail"},
			handle: updateTranscript,
		},
		{
			number: 11, method: http.MethodDelete, pattern: videosPath,
			scopes: []scopeKind{scopeVideo, scopeAccount}, write: true, handle: deleteVideo,
		},
		{
			number: 12, method: http.MethodGet, pattern: videosPath + "/SourceFile/DownloadUrl",
			scopes: []scopeKind{scopeAccount, scopeVideo}, public: true, handle: getSourceFile,
		},
		{
			number: 13, method: http.MethodGet, pattern: videosPath + "/InsightsWidget",
			scopes: []scopeKind{scopeVideo, scopeAccount}, public: true,
			query: []string{"widgetType", "allowEdit"}, handle: getInsightsWidget,
		},
	}
}

// video returns the video of the path, after ending an indexing that is due. Otherwise it answers the call and returns
// nil.
func (c *call) video() *video { return c.videoByID(c.path("videoId")) }

func (c *call) videoByID(id string) *video {
	v := c.account.media.videos[id]
	if v == nil {
		c.notFound(videoGone)
		return nil
	}
	if v.Private && c.token == nil {
		c.fail(http.StatusUnauthorized, "USER_NOT_ALLOWED", "a private video wants an access token")
		return nil
	}
	if v.job != nil && v.job.look(c.now()) {
		c.s.settleIndexing(c.account, v)
	}
	return v
}

// reindexVideo is endpoint 7.
func reindexVideo(s *Server, c *call) {
	mail, ok := c.checkReindex()
	if !ok {
		return
	}
	v := c.video()
	if v == nil || !c.modelsExist() {
		return
	}
	switch {
	case v.State == VideoUploadFailed:
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the upload of the video failed: upload it again")
		return
	case v.job != nil && c.opts.media.bareConflict:
		c.empty(http.StatusConflict)
		return
	case v.job != nil:
		c.fail(http.StatusConflict, "VIDEO_ALREADY_IN_PROGRESS", "the video is being indexed already")
		return
	}
	language, _ := c.textQuery("sourceLanguage")
	animationModel, _ := c.textQuery("animationModelId")
	personModel, _ := c.textQuery("personModelId")
	preset, _ := c.textQuery("indexingPreset")
	callback, _ := c.textQuery("callbackUrl")
	c.empty(http.StatusNoContent)
	s.startIndexing(c.account, v, c.reindex(), notice{callback, mail}, func(v *Video) {
		v.AnimationModelID = cmp.Or(animationModel, v.AnimationModelID)
		v.PersonModelID, v.IndexingPreset = cmp.Or(personModel, v.PersonModelID), cmp.Or(preset, v.IndexingPreset)
		if slices.Contains(modelLanguages, language) && language != v.SourceLanguage {
			v.speak(language)
		}
	})
}

// checkReindex reads the parameters of endpoint 7, all of them optional.
func (c *call) checkReindex() (mail, ok bool) {
	for name, allowed := range map[string][]string{
		"indexingPreset":  {"Default", "AudioOnly", "VideoOnly", "BasicAudio", "Advanced", "AdvancedAudio", "AdvancedVideo"},
		"streamingPreset": {"NoStreaming", "Default", "SingleBitrate", "AdaptiveBitrate"},
		"sourceLanguage":  slices.Concat([]string{"auto", "multi"}, modelLanguages),
		"priority":        {"Low", "Normal", "High"},
	} {
		if _, ok := c.enumQuery(name, allowed...); !ok {
			return false, false
		}
	}
	mail, ok = c.flagQuery("sendSuccessEmail")
	if !ok || !c.checkCallback() {
		return false, false
	}
	for _, name := range []string{"linguisticModelId", "personModelId", "animationModelId"} {
		if value, given := c.textQuery(name); given && value == "" {
			return false, c.invalid("%s is empty", name)
		}
	}
	if _, given := c.textQuery("priority"); given && c.onTrial() {
		c.fail(http.StatusBadRequest, c.opts.media.priorityOnTrial, "priority can be used in paid regions only")
		return false, false
	}
	return mail, true
}

// checkCallback refuses a callbackUrl that nothing can be posted to.
func (c *call) checkCallback() bool {
	address, given := c.textQuery("callbackUrl")
	if !given {
		return true
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return c.invalid("callbackUrl is not an http or https URL")
	}
	return true
}

// modelsExist checks the model ids of endpoint 7 against what the account has.
func (c *call) modelsExist() bool {
	m := &c.account.media
	animation, wantsAnimation := c.textQuery("animationModelId")
	if wantsAnimation && m.imageModel == nil {
		c.fail(http.StatusNotFound, "IMAGE_MODEL_ACCOUNT_NOT_FOUND", "no image-model subscription is set for this account")
		return false
	}
	if c.opts.media.lenientModels {
		return true
	}
	if id, given := c.textQuery("linguisticModelId"); given && len(c.account.models) > 0 && !c.account.canSpeak(id) {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "linguisticModelId names no language model of this account")
		return false
	}
	if id, given := c.textQuery("personModelId"); given && len(m.persons) > 0 && m.personModel(id) == nil {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "personModelId names no person model of this account")
		return false
	}
	if wantsAnimation && !m.imageModel.has(animation) {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "animationModelId names no model of the image-model account")
		return false
	}
	return true
}

// canSpeak says whether an id is that of a language model, or of what its training gave.
func (a *account) canSpeak(linguisticModelID string) bool {
	return slices.ContainsFunc(a.models, func(m *LanguageModel) bool {
		trained := m.LanguageModelID != untrained && strings.EqualFold(m.LanguageModelID, linguisticModelID)
		return trained || strings.EqualFold(m.ID, linguisticModelID)
	})
}

// reindex is the record of the indexing that this call starts.
func (c *call) reindex() Reindex {
	parameters := maps.Clone(c.query())
	delete(parameters, "accessToken")
	return Reindex{Endpoint: c.endpoint.number, Parameters: parameters}
}

// getCaptions is endpoint 8.
func getCaptions(s *Server, c *call) {
	format, ok := c.enumQuery("format", slices.Sorted(maps.Keys(captionFormats))...)
	if !ok {
		return
	}
	if format == "" {
		format = "Vtt"
	}
	language, given := c.textQuery("language")
	if given {
		if language, ok = captionLanguage(language); !ok {
			c.invalid("language is not in the list of endpoint 8")
			return
		}
	}
	v := c.video()
	if v == nil {
		return
	}
	if id, given := c.textQuery("indexId"); given && id != v.ID {
		if v = c.videoByID(id); v == nil {
			return
		}
	}
	if v.State == VideoFailed || v.State == VideoUploadFailed {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the indexing of the video failed")
		return
	}
	if !given {
		language = v.SourceLanguage
	}
	c.captions(v.in(language), captionFormats[format])
}

func (c *call) captions(cues []Cue, format captionFormat) {
	style := c.opts.media.captionStyle
	body, err := format.render(cues, style)
	switch {
	case err != nil:
		c.fail(http.StatusInternalServerError, "GENERAL", err.Error())
	case style.JSON:
		c.json(http.StatusOK, body)
	default:
		c.text(http.StatusOK, format.mediaType, body)
	}
}

// updateTranscript is endpoint 9.
func updateTranscript(s *Server, c *call) {
	language, ok := c.enumQuery("language", captionLanguages...)
	if !ok {
		return
	}
	setsSource, ok := c.flagQuery("setAsSourceLanguage")
	if !ok {
		return
	}
	mail, ok := c.flagQuery("sendSuccessEmail")
	if !ok || !c.checkCallback() {
		return
	}
	cues, err := parseTranscript(string(c.body), c.opts.media.strictTranscripts)
	if errors.Is(err, errEmptyTranscript) {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", err.Error())
		return
	}
	if err != nil {
		c.fail(http.StatusBadRequest, "INVALID_VTT_INPUT", err.Error())
		return
	}
	v := c.video()
	if v == nil {
		return
	}
	if v.State == VideoUploadFailed {
		c.fail(http.StatusBadRequest, "INVALID_INPUT", "the upload of the video failed: upload it again")
		return
	}
	if language == "" {
		language = v.SourceLanguage
	}
	c.empty(http.StatusNoContent)
	if language != v.SourceLanguage && !setsSource {
		v.Transcripts[language] = cues
		return
	}
	if !c.opts.media.transcriptOnceIndexed {
		v.SourceLanguage, v.Transcripts[language] = language, cues
	}
	callback, _ := c.textQuery("callbackUrl")
	s.startIndexing(c.account, v, c.reindex(), notice{callback, mail}, func(v *Video) {
		v.Transcripts[language] = cues
		v.speak(language)
	})
}

// deleteVideo is endpoint 11.
func deleteVideo(s *Server, c *call) {
	v := c.video()
	if v == nil {
		return
	}
	delete(c.account.media.videos, v.ID)
	if len(v.FailedAssets) == 0 && !c.opts.media.listsFailedAssets {
		c.empty(http.StatusNoContent)
		return
	}
	c.json(http.StatusOK, map[string][]string{"failedAssets": append([]string{}, v.FailedAssets...)})
}
