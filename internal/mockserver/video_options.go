package mockserver

// videoReadings are the variants of what the extended operations say of videos.
type videoReadings struct {
	listsProjects bool
	indexSize     int
	indexLacks    []string
}

// ListsProjectsAsVideos makes X34 list projects too, with isBase false, as services without X30 do.
func ListsProjectsAsVideos() Option {
	return func(o *options) { o.extended.videos.listsProjects = true }
}

// IndexSize makes the index of a video (X35) at least that many bytes long, by adding lines to its transcript.
func IndexSize(bytes int) Option { return func(o *options) { o.extended.videos.indexSize = bytes } }

// IndexLacks leaves members ("transcript", "brands", "faces") out of the insights of X35.
func IndexLacks(members ...string) Option {
	return func(o *options) { o.extended.videos.indexLacks = append(o.extended.videos.indexLacks, members...) }
}
