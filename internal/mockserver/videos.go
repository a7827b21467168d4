package mockserver

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"
)

const (
	videosPath = accountPath + "/Videos"
	videoPath  = videosPath + "/{videoId}"
	videoGone  = "the video was not found"
)

func videoEndpoints() []*endpoint {
	return []*endpoint{
		{
			operation: ReindexVideo, route: "PUT " + videoPath + "/ReIndex", alsoScope: scopeVideo,
			query: []string{
				"indexingPreset", "streamingPreset", "callbackUrl", "sourceLanguage", "sendSuccessEmail",
				"linguisticModelId",
				"personModelId", "animationModelId", "priority", "brandsCategories",
			},
			handle: forObject((*call).indexable, reindexVideo),
		},
		{
			operation: GetCaptions, route: "GET " + videoPath + "/Captions", alsoScope: scopeVideo, tokenIsOptional: true,
			query: []string{"indexId", "format", "language"}, languages: languagesOfGetCaptions,
			handle: forObject((*call).video, getCaptions),
		},
		{
			operation: UpdateTranscript, route: "PUT " + videoPath + "/Index/Transcript", alsoScope: scopeVideo,
			body:      bodyVTT,
			query:     []string{"language", "setAsSourceLanguage", "callbackUrl", "sendSuccessEmail"},
			languages: captionLanguages,
			handle:    forObject((*call).indexable, updateTranscript),
		},
		{
			operation: DeleteVideo, route: "DELETE " + videoPath,
			alsoScope: scopeVideo, handle: forObject((*call).video, deleteVideo),
		},
		{
			operation: GetSourceFileURL, route: "GET " + videoPath + "/SourceFile/DownloadUrl",
			alsoScope: scopeVideo, tokenIsOptional: true,
			handle: forObject((*call).video, getSourceFileAddress),
		},
		{
			operation: GetInsightsWidget, route: "GET " + videoPath + "/InsightsWidget",
			alsoScope: scopeVideo, tokenIsOptional: true,
			query: []string{"widgetType", "allowEdit"}, handle: forObject((*call).video, getInsightsWidget),
		},
		{
			operation: ListVideos, route: "GET " + videosPath,
			query:  []string{"pageSize", "skip", "createdAfter", "createdBefore"},
			handle: listVideos,
		},
		{
			operation: GetVideoIndex, route: "GET " + videoPath + "/Index", query: []string{"language"},
			languages: captionLanguages,
			handle:    forObject((*call).video, getVideoIndex),
		},
	}
}

// video returns the video of the path, after ending an indexing that is due. Otherwise it answers
// the call and returns nil.
func (c *call) video() *video { return c.videoByID(c.pathText("videoId")) }

func (c *call) videoByID(id string) *video {
	v := c.account.videos[id]
	if v == nil {
		c.respondNotFound(videoGone)
		return nil
	}
	if v.Private && c.token == nil {
		c.respondError(http.StatusUnauthorized, "USER_NOT_ALLOWED", "a private video wants an access token")
		return nil
	}
	c.settleIndexing(v)
	return v
}

// settleIndexing ends an indexing that is due, and counts the request otherwise.
func (c *call) settleIndexing(v *video) {
	hasEnded := v.job.poll(c.now())
	if hasEnded {
		c.server.settleIndexing(v)
	}
}

// indexable returns the video of the path for ReindexVideo and UpdateTranscript, which index it. It
// answers like video, and also refuses a video whose upload failed.
func (c *call) indexable() *video {
	v := c.video()
	if v != nil && v.State == VideoUploadFailed {
		c.refuse("the upload of the video failed: upload it again")
		return nil
	}
	return v
}

// reindexVideo starts an indexing. It neither calls back nor sends mail.
func reindexVideo(c *call, v *video) {
	_, hasPriority := c.queryText("priority")
	if hasPriority && c.onTrial() {
		c.respondError(
			http.StatusBadRequest, "OPERATION_NOT_SUPPORTED_ON_TRIAL", "priority can be used in paid regions only",
		)
		return
	}
	if !c.requireModels() {
		return
	}
	if v.job != nil {
		c.respondError(http.StatusConflict, "VIDEO_ALREADY_IN_PROGRESS", "the video is being indexed already")
		return
	}
	c.respondEmpty(http.StatusNoContent)
	given := c.query.Get
	c.server.startIndexing(v, c.reindex(), func(v *Video) {
		v.AnimationModelID = cmp.Or(given("animationModelId"), v.AnimationModelID)
		v.PersonModelID = cmp.Or(given("personModelId"), v.PersonModelID)
		v.IndexingPreset = cmp.Or(given("indexingPreset"), v.IndexingPreset)
		language := given("sourceLanguage")
		if language != v.SourceLanguage && slices.Contains(modelLanguages, language) {
			v.setSourceLanguage(language)
		}
	})
}

// requireModels responds with a refusal if the account lacks a model in the parameters of
// ReindexVideo.
func (c *call) requireModels() bool {
	account := c.account
	animation, wantsAnimation := c.queryText("animationModelId")
	if wantsAnimation && account.imageModel == nil {
		return c.respondError(
			http.StatusNotFound, "IMAGE_MODEL_ACCOUNT_NOT_FOUND", "no image-model subscription is set for this account",
		)
	}
	language, wantsLanguage := c.queryText("linguisticModelId")
	hasLanguage := len(account.models) == 0 || account.canSpeak(language)
	if wantsLanguage && !hasLanguage {
		return c.refuse("linguisticModelId names no language model of this account")
	}
	person, wantsPerson := c.queryText("personModelId")
	hasPerson := len(account.personModels) == 0 || findByID(account.personModels, person) != nil
	if wantsPerson && !hasPerson {
		return c.refuse("personModelId names no person model of this account")
	}
	hasAnimation := len(account.animated("")) == 0 || len(account.animated(animation)) > 0
	if wantsAnimation && !hasAnimation {
		return c.refuse("animationModelId names no model of the image-model account")
	}
	return true
}

// canSpeak reports whether an id is that of a language model or of its last training.
func (a *account) canSpeak(linguisticModelID string) bool {
	return slices.ContainsFunc(a.models, func(m *languageModel) bool {
		isTrained := m.LanguageModelID != untrained && strings.EqualFold(m.LanguageModelID, linguisticModelID)
		return isTrained || strings.EqualFold(m.ID, linguisticModelID)
	})
}

// reindex returns the record of the indexing that this call starts.
func (c *call) reindex() Reindex {
	parameters := maps.Clone(c.query)
	delete(parameters, "accessToken")
	return Reindex{Operation: c.endpoint.operation, Parameters: parameters}
}

func getCaptions(c *call, v *video) {
	format, given := c.queryText("format")
	if !given {
		format = "Vtt"
	}
	id, given := c.queryText("indexId")
	if given && id != v.ID {
		v = c.videoByID(id)
		if v == nil {
			return
		}
	}
	if v.State == VideoFailed || v.State == VideoUploadFailed {
		c.refuse("the indexing of the video failed")
		return
	}
	language, given := c.queryText("language")
	switch {
	case !given:
		language = v.SourceLanguage
	case language == bahrainInCaptions:
		language = bahrain
	}
	written := captionFormats[format]
	c.respondText(http.StatusOK, written.mediaType+"; charset=utf-8", written.write(v.captionsIn(language)))
}

// updateTranscript stores a transcript. Captions show a transcript in the source language once its
// indexing has ended.
func updateTranscript(c *call, v *video) {
	cues, err := parseTranscript(string(c.body), c.opts.strictTranscripts)
	switch {
	case errors.Is(err, errEmptyTranscript):
		c.refuse("%s", err)
		return
	case err != nil:
		c.respondError(http.StatusBadRequest, "INVALID_VTT_INPUT", err.Error())
		return
	}
	language := cmp.Or(c.query.Get("language"), v.SourceLanguage)
	c.respondEmpty(http.StatusNoContent)
	if language != v.SourceLanguage && !c.queryFlag("setAsSourceLanguage") {
		v.Transcripts[language] = cues
		v.LastModified = c.server.later(v.LastModified)
		return
	}
	c.server.startIndexing(v, c.reindex(), func(v *Video) {
		v.Transcripts[language] = cues
		v.setSourceLanguage(language)
	})
}

func deleteVideo(c *call, v *video) {
	delete(c.account.videos, v.ID)
	if len(v.FailedAssets) > 0 {
		c.respondJSON(http.StatusOK, map[string][]string{"failedAssets": v.FailedAssets})
		return
	}
	c.respondEmpty(http.StatusNoContent)
}

// listedTime is the default form of the times of videos and projects.
var listedTime = TimeForm{Zone: "+00:00", FractionDigits: 7}

// listVideos lists the videos, newest first.
func listVideos(c *call) {
	after := timeOf(c.query.Get("createdAfter"))
	before := timeOf(c.query.Get("createdBefore"))
	var found []*video
	for _, v := range c.account.videos {
		c.server.settleIndexing(v)
		isTooOld := v.Created.Before(after)
		isTooNew := !before.IsZero() && !v.Created.Before(before)
		if !isTooOld && !isTooNew {
			found = append(found, v)
		}
	}
	slices.SortFunc(found, func(a, b *video) int { return byAge(a.Created, b.Created, a.ID, b.ID) })
	respondPage(c, found, c.videoItem)
}

func (c *call) videoItem(v *video) map[string]any {
	return map[string]any{
		"id": v.ID, "name": v.Name, "state": v.listedState(), "isBase": !v.Derived,
		"created": c.timestamp(v.Created, listedTime), "lastModified": c.timestamp(v.LastModified, listedTime),
		"lastIndexed": c.timestamp(v.LastIndexed, listedTime), "userName": v.UserName,
		"durationInSeconds": v.DurationInSeconds,
		"sourceLanguage":    v.SourceLanguage, "indexingPreset": v.IndexingPreset,
		"personModelId": orNull(v.PersonModelID),
		"externalId":    orNull(v.ExternalID),
	}
}

// listedState returns a video's state as the extended operations show it.
func (v *Video) listedState() VideoState {
	if v.State == VideoUploadFailed {
		return VideoFailed
	}
	return v.State
}

func getVideoIndex(c *call, v *video) {
	language := cmp.Or(c.query.Get("language"), v.SourceLanguage)
	insights := c.insights(v, language)
	body := c.videoItem(v)
	body["accountId"] = c.account.ID
	body["videos"] = []map[string]any{{
		"id": v.ID, "accountId": c.account.ID, "state": v.listedState(), "sourceLanguage": v.SourceLanguage,
		"language": language, "insights": insights,
	}}
	body["summarizedInsights"] = map[string]any{
		"name": v.Name, "id": v.ID, "duration": map[string]any{"seconds": v.DurationInSeconds},
		"brands": insights["brands"], "faces": insights["faces"],
	}
	c.respondJSON(http.StatusOK, body)
}

// insights returns the insights of a video in a language, which are empty until the video was
// indexed.
func (c *call) insights(v *video, language string) map[string]any {
	transcript := []map[string]any{}
	insights := map[string]any{
		"language": language, "sourceLanguage": v.SourceLanguage, "brands": []any{}, "faces": []any{},
	}
	insights["transcript"] = transcript
	if v.State == VideoProcessed {
		for i, cue := range v.captionsIn(language) {
			transcript = append(transcript, map[string]any{
				"id": i + 1, "text": cue.Text, "confidence": 0.9, "language": language,
				"instances": []map[string]string{{"start": clockTime(cue.Start), "end": clockTime(cue.End)}},
			})
		}
		insights["transcript"] = transcript
		maps.Copy(insights, v.Insights)
	}
	return insights
}

// clockTime writes a moment of a video as h:mm:ss with a fraction.
func clockTime(d time.Duration) string {
	return fmt.Sprintf(
		"%d:%02d:%02d.%03d", int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60, d.Milliseconds()%1000,
	)
}
