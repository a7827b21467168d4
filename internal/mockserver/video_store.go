package mockserver

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"time"
)

// VideoState is how far a video is in its indexing. The contract shows only Processed; services of the family have the
// other states as well.
type VideoState string

// The states of a video.
const (
	VideoUploaded     VideoState = "Uploaded"     // never indexed
	VideoProcessing   VideoState = "Processing"   // an indexing runs
	VideoProcessed    VideoState = "Processed"    // indexed
	VideoFailed       VideoState = "Failed"       // the last indexing failed
	VideoUploadFailed VideoState = "UploadFailed" // there is nothing to index; lists show Failed
	VideoQuarantined  VideoState = "Quarantined"
)

// Character is an animation character that was found in a video.
type Character struct {
	ID   int32
	Name string
}

// Video is what a test puts into the server and reads from it.
type Video struct {
	ID               string
	Name             string     // "" when added: the id
	State            VideoState // "" when added: Processed
	Private          bool
	SourceLanguage   string           // "" when added: en-US
	Transcripts      map[string][]Cue // by language as endpoint 9 spells it; nil when added: one cue in the source language
	AnimationModelID string           // "" where the video was not indexed with one
	Characters       []Character
	Derived          bool       // made of other videos: not a base playlist
	FailsWith        VideoState // state that its next indexings end in; "": Processed
	SourceFileURL    string     // "": a new signed address at each request
	SourceFileGone   int        // 404 or 410: the status that endpoint 12 answers; 0: the file is there
	Widget           string     // body of endpoint 13's page; "": a page that names its parameters
	FailedAssets     []string   // deleting it answers 200 with these

	Created, LastModified, LastIndexed time.Time // zero when added: now
	UserName                           string    // "" when added: DefaultUserName
	DurationInSeconds                  int
	IndexingPreset                     string         // "" when added: Default
	PersonModelID                      string         // "" where the video was not indexed with one
	ExternalID                         string         // "" is null
	Insights                           map[string]any // members of the insights of X35, in place of those that it has otherwise
}

// Reindex is one indexing that a client started with endpoint 7, or with a transcript through endpoint 9.
type Reindex struct {
	Time       time.Time
	Endpoint   int
	Parameters url.Values // the query of the request, the access token apart
}

// video is a Video with the work that is done on it. The server's lock guards it.
type video struct {
	Video
	job        *job
	onIndexed  []func(*Video)
	toNotify   []notice
	callback   string // last one given: the receiver of events that come after the indexing
	reindexes  []Reindex
	signatures int
}

// notice is how one request asked to be notified of the end of the indexing.
type notice struct {
	callback string
	mail     bool
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

// in returns the captions in a language: those that the video has, or a translation of those in its source language.
func (v *Video) in(language string) []Cue {
	if cues, ok := v.Transcripts[language]; ok {
		return cues
	}
	return translated(v.Transcripts[v.SourceLanguage], language)
}

// speak makes language the source language, and makes the transcripts of all other languages anew from its own.
func (v *Video) speak(language string) {
	spoken := v.in(language)
	for other := range v.Transcripts {
		v.Transcripts[other] = translated(spoken, other)
	}
	v.SourceLanguage, v.Transcripts[language] = language, spoken
}

// startIndexing begins an indexing, or joins the one that runs; the caller holds the lock.
func (s *Server) startIndexing(a *account, v *video, by Reindex, n notice, onIndexed func(*Video)) {
	by.Time = s.now()
	if s.opts.media.countsReindexing {
		a.Quota.DailyUploadCount++
		a.Quota.DailyUploadDurationInSeconds += float64(v.DurationInSeconds)
	}
	v.reindexes = append(v.reindexes, by)
	v.toNotify = append(v.toNotify, n)
	v.onIndexed = append(v.onIndexed, onIndexed)
	if n.callback != "" {
		v.callback = n.callback
	}
	s.runIndexing(a, v)
}

func (s *Server) runIndexing(a *account, v *video) {
	v.State = VideoProcessing
	if v.job != nil {
		return
	}
	pace := s.opts.media.indexing.of(v.DurationInSeconds)
	v.job = &job{pace: pace, began: s.now()}
	if pace.after > 0 {
		// The callback goes out on time, even when no request asks for the video.
		running := v.job
		time.AfterFunc(pace.after, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			if v.job == running {
				s.settleIndexing(a, v)
			}
		})
	}
	s.settleIndexing(a, v)
}

// settleIndexing ends an indexing whose pace has run out.
func (s *Server) settleIndexing(a *account, v *video) {
	if v.job == nil || !v.job.over(s.now()) {
		return
	}
	outcome := v.FailsWith
	if outcome == "" {
		outcome = VideoProcessed
	}
	s.endIndexing(a, v, outcome)
}

func (s *Server) endIndexing(a *account, v *video, outcome VideoState) {
	apply, tell := v.onIndexed, v.toNotify
	v.LastModified = s.now()
	v.job, v.onIndexed, v.toNotify, v.State = nil, nil, nil, outcome
	if outcome == VideoProcessed {
		v.LastIndexed = s.now()
		for _, f := range apply {
			f(&v.Video)
		}
	}
	for _, n := range tell {
		if n.callback != "" {
			s.notify(n.callback, parameter{"id", v.ID}, parameter{"state", string(outcome)})
		}
		if n.mail && outcome == VideoProcessed {
			s.mail("indexing", a.ID, v.ID, string(outcome))
		}
	}
}

// AddVideo puts a video into an account, replacing one of the same id. It reports whether the account is there.
func (s *Server) AddVideo(accountID string, in Video) bool {
	v := &video{Video: in.clone()}
	v.State = cmp.Or(v.State, VideoProcessed)
	v.SourceLanguage = cmp.Or(v.SourceLanguage, "en-US")
	v.Name, v.UserName = cmp.Or(v.Name, v.ID), cmp.Or(v.UserName, DefaultUserName)
	v.IndexingPreset = cmp.Or(v.IndexingPreset, "Default")
	v.Created = cmp.Or(v.Created, s.now())
	v.LastModified, v.LastIndexed = cmp.Or(v.LastModified, v.Created), cmp.Or(v.LastIndexed, v.Created)
	if v.Transcripts == nil {
		v.Transcripts = map[string][]Cue{v.SourceLanguage: {{Start: 0, End: 2 * time.Second, Text: "Welcome."}}}
	}
	return s.with(accountID, func(a *account) {
		a.media.videos[v.ID] = v
		if m := a.media.imageModel; m != nil {
			m.tag(v.Video)
		}
		if v.State == VideoProcessing {
			s.runIndexing(a, v)
		}
	})
}

// Video returns a copy of a video as it is now.
func (s *Server) Video(accountID, id string) (Video, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, v := s.findVideo(accountID, id)
	if v == nil {
		return Video{}, false
	}
	s.settleIndexing(a, v)
	return v.clone(), true
}

// ChangeVideo changes a video outside of the API. Setting State to Processing starts an indexing; setting it to
// anything else ends the one that runs. It reports whether the video is there.
func (s *Server) ChangeVideo(accountID, id string, change func(*Video)) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, v := s.findVideo(accountID, id)
	if v == nil {
		return false
	}
	change(&v.Video)
	switch {
	case v.State == VideoProcessing:
		s.runIndexing(a, v)
	case v.job != nil:
		s.endIndexing(a, v, v.State)
	}
	return true
}

// FinishIndexing ends the indexing of a video in the given state, as Processed when that is empty. It reports whether
// one ran.
func (s *Server) FinishIndexing(accountID, id string, outcome VideoState) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	a, v := s.findVideo(accountID, id)
	if v == nil || v.job == nil {
		return false
	}
	if outcome == "" {
		outcome = VideoProcessed
	}
	s.endIndexing(a, v, outcome)
	return true
}

// RemoveVideo deletes a video outside of the API.
func (s *Server) RemoveVideo(accountID, id string) {
	s.with(accountID, func(a *account) { delete(a.media.videos, id) })
}

// Reindexes returns the indexings that clients started for a video, oldest first.
func (s *Server) Reindexes(accountID, id string) []Reindex {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, v := s.findVideo(accountID, id)
	if v == nil {
		return nil
	}
	out := slices.Clone(v.reindexes)
	for i := range out {
		out[i].Parameters = maps.Clone(out[i].Parameters)
	}
	return out
}

// IdentifyFace posts to the video's last callbackUrl that a face was recognized (the second event of the contract). It
// reports whether the video has such an address.
func (s *Server) IdentifyFace(accountID, videoID, faceID, personID, personName string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, v := s.findVideo(accountID, videoID)
	if v == nil || v.callback == "" {
		return false
	}
	s.notify(v.callback, parameter{"id", videoID}, parameter{"faceId", faceID},
		parameter{"knownPersonId", personID}, parameter{"personName", personName})
	return true
}

func (s *Server) findVideo(accountID, id string) (*account, *video) {
	a := s.accountByID(accountID)
	if a == nil {
		return nil, nil
	}
	return a, a.media.videos[id]
}
