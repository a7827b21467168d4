package mockserver

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"time"
)

// VideoState is the state of a video's indexing. The contract shows only Processed; services of the
// family have the other states as well.
type VideoState string

// The states of a video.
const (
	VideoUploaded     VideoState = "Uploaded"     // never indexed
	VideoProcessing   VideoState = "Processing"   // an indexing runs
	VideoProcessed    VideoState = "Processed"    // indexed
	VideoFailed       VideoState = "Failed"       // the last indexing failed
	VideoUploadFailed VideoState = "UploadFailed" // there is nothing to index; lists show Failed
)

// Character is an animation character that was found in a video.
type Character struct {
	ID   int32
	Name string
}

// Video is a video that a test adds to the server, or reads from it.
type Video struct {
	ID             string
	Name           string     // "" when added: the id
	State          VideoState // "" when added: Processed
	Private        bool
	SourceLanguage string // "" when added: en-US
	// Transcripts are the transcripts by language, as UpdateTranscript spells it. A video without
	// transcripts gets one cue in its source language when it is added.
	Transcripts      map[string][]Cue
	AnimationModelID string // "" where the video was not indexed with one
	Characters       []Character
	Derived          bool       // made of other videos: not a base playlist
	IndexingEndsWith VideoState // state that its next indexings end in; "": Processed
	SourceFileURL    string     // "": a new signed address at each request
	SourceFileGone   int        // 404 or 410: the status that GetSourceFileURL answers; 0: the file is there
	Widget           string     // page of GetInsightsWidget; "": a page that names its parameters
	FailedAssets     []string   // deleting it answers 200 with these

	Created, LastModified, LastIndexed time.Time // zero when added: now
	UserName                           string    // "" when added: DefaultUserName
	DurationInSeconds                  int
	IndexingPreset                     string // "" when added: Default
	PersonModelID                      string // "" where the video was not indexed with one
	ExternalID                         string // "" is null
	// Insights replace members of the insights of GetVideoIndex.
	Insights map[string]any
}

// Reindex is one indexing that a client started with ReindexVideo, or with a transcript through
// UpdateTranscript.
type Reindex struct {
	Time       time.Time
	Operation  Operation
	Parameters url.Values // the query of the request, without the access token
}

// video is a Video with its work in progress. The server's lock guards it.
type video struct {
	Video
	job        *job // the indexing in progress
	onIndexed  []func(*Video)
	reindexes  []Reindex
	signatures int
}

func (v Video) clone() Video {
	v.Transcripts = maps.Clone(v.Transcripts)
	for language, cues := range v.Transcripts {
		v.Transcripts[language] = slices.Clone(cues)
	}
	v.Characters = slices.Clone(v.Characters)
	v.FailedAssets = slices.Clone(v.FailedAssets)
	v.Insights = maps.Clone(v.Insights)
	return v
}

// captionsIn returns the captions in a language, or a translation of the captions in the source
// language.
func (v *Video) captionsIn(language string) []Cue {
	cues, hasCaptions := v.Transcripts[language]
	if hasCaptions {
		return cues
	}
	return translated(v.Transcripts[v.SourceLanguage], language)
}

// setSourceLanguage sets the source language, and makes the transcripts of all other languages
// again from the transcript in this language.
func (v *Video) setSourceLanguage(language string) {
	spoken := v.captionsIn(language)
	for other := range v.Transcripts {
		v.Transcripts[other] = translated(spoken, other)
	}
	v.SourceLanguage = language
	v.Transcripts[language] = spoken
}

// startIndexing begins an indexing, or joins the one in progress. The caller holds the lock.
func (s *Server) startIndexing(v *video, by Reindex, onIndexed func(*Video)) {
	by.Time = s.now()
	v.reindexes = append(v.reindexes, by)
	v.onIndexed = append(v.onIndexed, onIndexed)
	s.runIndexing(v)
}

func (s *Server) runIndexing(v *video) {
	v.State = VideoProcessing
	if v.job == nil {
		v.job = s.begin(s.opts.indexing.forLength(v.DurationInSeconds))
		s.settleIndexing(v)
	}
}

// settleIndexing ends an indexing that is due to end.
func (s *Server) settleIndexing(v *video) {
	if v.job.isOver(s.now()) {
		s.endIndexing(v, v.IndexingEndsWith)
	}
}

// endIndexing ends the indexing of a video in a state; "" means Processed.
func (s *Server) endIndexing(v *video, outcome VideoState) {
	apply := v.onIndexed
	v.job = nil
	v.onIndexed = nil
	v.State = cmp.Or(outcome, VideoProcessed)
	v.LastModified = s.later(v.LastModified)
	if v.State == VideoProcessed {
		v.LastIndexed = s.later(v.LastIndexed)
		for _, f := range apply {
			f(&v.Video)
		}
	}
}

// AddVideo adds a video to an account, or replaces the one with its id. It reports whether the
// account exists.
func (s *Server) AddVideo(accountID string, given Video) bool {
	added := &video{Video: given.clone()}
	added.State = cmp.Or(added.State, VideoProcessed)
	added.SourceLanguage = cmp.Or(added.SourceLanguage, "en-US")
	added.Name = cmp.Or(added.Name, added.ID)
	added.UserName = cmp.Or(added.UserName, DefaultUserName)
	added.IndexingPreset = cmp.Or(added.IndexingPreset, "Default")
	added.Created = cmp.Or(added.Created, s.now())
	added.LastModified = cmp.Or(added.LastModified, added.Created)
	added.LastIndexed = cmp.Or(added.LastIndexed, added.Created)
	if added.Transcripts == nil {
		added.Transcripts = map[string][]Cue{added.SourceLanguage: {{Start: 0, End: 2 * time.Second, Text: "Welcome."}}}
	}
	return s.withAccount(accountID, func(a *account) {
		a.videos[added.ID] = added
		if added.State == VideoProcessing {
			s.runIndexing(added)
		}
	})
}

func videoOf(id string) func(*account) *video {
	return func(a *account) *video { return a.videos[id] }
}

// Video returns a copy of a video.
func (s *Server) Video(accountID, id string) (Video, bool) {
	var found Video
	isFound := withObject(s, accountID, videoOf(id), func(v *video) {
		s.settleIndexing(v)
		found = v.clone()
	})
	return found, isFound
}

// ChangeVideo changes a video outside of the API. Setting State to Processing starts an indexing.
// Setting it to another state ends an indexing in progress. It reports whether the video exists.
func (s *Server) ChangeVideo(accountID, id string, change func(*Video)) bool {
	return withObject(s, accountID, videoOf(id), func(v *video) {
		change(&v.Video)
		v.LastModified = s.later(v.LastModified)
		switch {
		case v.State == VideoProcessing:
			s.runIndexing(v)
		case v.job != nil:
			s.endIndexing(v, v.State)
		}
	})
}

// FinishIndexing ends the indexing of a video in the given state; "" means Processed. It reports
// whether an indexing was in progress.
func (s *Server) FinishIndexing(accountID, id string, outcome VideoState) bool {
	var ran bool
	withObject(s, accountID, videoOf(id), func(v *video) {
		ran = v.job != nil
		if ran {
			s.endIndexing(v, outcome)
		}
	})
	return ran
}

// RemoveVideo deletes a video outside of the API.
func (s *Server) RemoveVideo(accountID, id string) {
	s.withAccount(accountID, func(a *account) { delete(a.videos, id) })
}

// Reindexes returns the indexings that clients started for a video, oldest first.
func (s *Server) Reindexes(accountID, id string) []Reindex {
	var all []Reindex
	withObject(s, accountID, videoOf(id), func(v *video) { all = slices.Clone(v.reindexes) })
	return all
}
