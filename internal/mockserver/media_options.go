package mockserver

// mediaOptions are the variants of the endpoints of videos, projects, persons and the image model.
type mediaOptions struct {
	indexing, rendering    Pace
	lenientModels          bool
	priorityOnTrial        string
	bareConflict           bool
	transcriptOnceIndexed  bool
	strictTranscripts      bool
	captionStyle           CaptionStyle
	sourceFileAsText       bool
	widgetRedirect         int
	widgetHandsTokenOn     bool
	widgetForAccountTokens bool
	sameTagExists          bool
	listsFailedAssets      bool
	rendersEndWithout      bool
	facesCap               int
	countsReindexing       bool
	facesShape             FacesShape
}

// FacesShape is one of the readings of endpoint 22's answer.
type FacesShape int

// The shapes that a list of faces may have.
const (
	FacesObject             FacesShape = iota // results, pageSize, skip and totalCount
	FacesObjectWithoutTotal                   // results, pageSize and skip
	FacesArray                                // the faces alone
)

func defaultMediaOptions() mediaOptions {
	return mediaOptions{priorityOnTrial: "OPERATION_NOT_SUPPORTED_ON_TRIAL", facesCap: 25}
}

// IndexingPace sets how long every indexing runs, those of endpoints 7 and 9 and of videos added as Processing.
func IndexingPace(p Pace) Option { return func(o *options) { o.media.indexing = p } }

// CountsReindexing adds every indexing that a client starts to the daily quota of the account (5). The contract does not
// say whether a service does.
func CountsReindexing() Option { return func(o *options) { o.media.countsReindexing = true } }

// RenderPace sets how long every render of endpoint 14 runs.
func RenderPace(p Pace) Option { return func(o *options) { o.media.rendering = p } }

// UncheckedModels lets endpoint 7 take ids of models that the server does not hold.
func UncheckedModels() Option { return func(o *options) { o.media.lenientModels = true } }

// PriorityOnTrial sets the error type that endpoint 7 gives a trial account that asks for a priority; the contract
// allows OPERATION_NOT_SUPPORTED_ON_TRIAL (the default) and INVALID_INPUT.
func PriorityOnTrial(errorType string) Option {
	return func(o *options) { o.media.priorityOnTrial = errorType }
}

// BareConflict answers endpoint 7's 409 with an empty body: the contract has no error type for it.
func BareConflict() Option { return func(o *options) { o.media.bareConflict = true } }

// TranscriptOnceIndexed shows a source-language transcript only when its re-indexing is done; without it, endpoint 8
// shows it at once.
func TranscriptOnceIndexed() Option { return func(o *options) { o.media.transcriptOnceIndexed = true } }

// StrictTranscripts accepts only transcripts as the contract describes them, and nothing else of WebVTT.
func StrictTranscripts() Option { return func(o *options) { o.media.strictTranscripts = true } }

// Captions sets how endpoint 8 writes captions.
func Captions(style CaptionStyle) Option { return func(o *options) { o.media.captionStyle = style } }

// SourceFileAsText answers endpoint 12 with bare text in place of a JSON string.
func SourceFileAsText() Option { return func(o *options) { o.media.sourceFileAsText = true } }

// WidgetRedirect answers endpoint 13 with a redirect (301 or 302) in place of a page. With handOnToken the address
// holds the access token that came with the request.
func WidgetRedirect(status int, handOnToken bool) Option {
	return func(o *options) { o.media.widgetRedirect, o.media.widgetHandsTokenOn = status, handOnToken }
}

// WidgetForAccountTokens lets endpoint 13 take a token of account scope too; the family of services wants video scope.
func WidgetForAccountTokens() Option {
	return func(o *options) { o.media.widgetForAccountTokens = true }
}

// SameTagExists answers ALREADY_EXISTS when endpoint 10 gives a character the name that it has already.
func SameTagExists() Option { return func(o *options) { o.media.sameTagExists = true } }

// DeletionLists answers every deletion of a video with 200 and failedAssets, also when that list is empty.
func DeletionLists() Option { return func(o *options) { o.media.listsFailedAssets = true } }

// RendersEndWithoutResult forgets renders that failed or were canceled: the next POST of endpoint 14 starts a new one.
// Without it, that POST answers 200 with the state and error of the render that ended.
func RendersEndWithoutResult() Option { return func(o *options) { o.media.rendersEndWithout = true } }

// FacesCap sets the most faces that endpoint 22 gives at a time, whatever pageSize asks for. It is 25 without it.
func FacesCap(n int) Option { return func(o *options) { o.media.facesCap = n } }

// Faces sets the shape of endpoint 22's answer.
func Faces(shape FacesShape) Option { return func(o *options) { o.media.facesShape = shape } }
