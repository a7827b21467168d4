package mockserver

// projectReadings are the variants of what the extended operations do with projects and their renders.
type projectReadings struct {
	rangesMember string
	fractions    bool
	cancelling   Pace
}

// ProjectRangesMember names the member that shows a project's ranges in X29: "videosRanges" (default) or "videoRanges".
func ProjectRangesMember(name string) Option {
	return func(o *options) { o.extended.projects.rangesMember = name }
}

// RangesWithFractions makes X29 write the bounds of ranges with a fraction of seven digits.
func RangesWithFractions() Option { return func(o *options) { o.extended.projects.fractions = true } }

// CancelPace sets how long the cancellation of a render (X32) takes.
func CancelPace(p Pace) Option { return func(o *options) { o.extended.projects.cancelling = p } }
