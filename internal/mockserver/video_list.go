package mockserver

import (
	"net/http"
	"slices"
	"time"
)

// listedTime is the usual form of the times of videos and projects.
var listedTime = TimeForm{Zone: "+00:00", FractionDigits: 7}

func videoListEndpoints() []*endpoint {
	account := []scopeKind{scopeAccount}
	return []*endpoint{
		{
			number: X(34), method: http.MethodGet, pattern: "/{location}/Accounts/{accountId}/Videos", scopes: account,
			query: []string{"pageSize", "skip", "createdAfter", "createdBefore"}, handle: listVideos,
		},
		{
			number: X(35), method: http.MethodGet, pattern: videosPath + "/Index", scopes: account, query: []string{"language"},
			handle: getVideoIndex,
		},
	}
}

// listVideos is X34, newest first.
func listVideos(s *Server, c *call) {
	after, ok := c.timeQuery("createdAfter")
	if !ok {
		return
	}
	before, ok := c.timeQuery("createdBefore")
	if !ok {
		return
	}
	inside := func(t time.Time) bool {
		return (after.IsZero() || !t.Before(after)) && (before.IsZero() || t.Before(before))
	}
	type entry struct {
		id      string
		created time.Time
		item    map[string]any
	}
	var found []entry
	for id, v := range c.account.media.videos {
		if s.settleIndexing(c.account, v); inside(v.Created) {
			found = append(found, entry{id, v.Created, c.videoItem(v)})
		}
	}
	if c.opts.extended.videos.listsProjects {
		for id, p := range c.account.media.projects {
			if inside(p.Created) {
				found = append(found, entry{id, p.Created, c.projectAsVideo(p)})
			}
		}
	}
	slices.SortFunc(found, func(a, b entry) int { return byAge(a.created, b.created, a.id, b.id) })
	items := make([]map[string]any, len(found))
	for i, e := range found {
		items[i] = e.item
	}
	if page, ok := c.paged(items); ok {
		c.json(http.StatusOK, page)
	}
}

// timeQuery returns a time parameter, zero when it was not given.
func (c *call) timeQuery(name string) (time.Time, bool) {
	value, given := c.textQuery(name)
	if !given {
		return time.Time{}, true
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", time.DateOnly} {
		if t, err := time.Parse(layout, value); err == nil {
			return t, true
		}
	}
	return time.Time{}, c.invalid("%s is not a time", name)
}

func (c *call) videoItem(v *video) map[string]any {
	return map[string]any{
		"id": v.ID, "name": v.Name, "state": v.listedState(), "isBase": !v.Derived,
		"created": c.timestamp(v.Created, listedTime), "lastModified": c.timestamp(v.LastModified, listedTime),
		"lastIndexed": c.timestamp(v.LastIndexed, listedTime), "userName": v.UserName, "durationInSeconds": v.DurationInSeconds,
		"sourceLanguage": v.SourceLanguage, "indexingPreset": v.IndexingPreset, "personModelId": orNull(v.PersonModelID),
		"externalId": orNull(v.ExternalID),
	}
}

// projectAsVideo is a project in the list of videos.
func (c *call) projectAsVideo(p *project) map[string]any {
	item := c.projectItem(p)
	item["state"], item["isBase"], item["lastIndexed"] = VideoProcessed, false, item["created"]
	for _, name := range []string{"sourceLanguage", "indexingPreset", "personModelId", "externalId"} {
		item[name] = nil
	}
	return item
}

// listedState is a video's state as the extended operations show it.
func (v *Video) listedState() VideoState {
	if v.State == VideoUploadFailed {
		return VideoFailed
	}
	return v.State
}
