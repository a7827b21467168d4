package mockserver

// connectionReadings are the variants of what the extended operations do with the media services and the image model of an
// account.
type connectionReadings struct {
	mediaBody        bool
	imageModelAnswer Shape
	trainingKey      string // "": any
	predictionKey    string
	staysConnected   bool
}

func defaultConnectionReadings() connectionReadings {
	return connectionReadings{imageModelAnswer: ShapeObject}
}

// MediaConnectionAnswered makes X24 answer 200 with an object in place of 204.
func MediaConnectionAnswered() Option {
	return func(o *options) { o.extended.connections.mediaBody = true }
}

// ImageModelAnswer sets the answer of X25: 200 with the image model, or, with [ShapeNothing], 201 without a body.
func ImageModelAnswer(s Shape) Option {
	return func(o *options) { o.extended.connections.imageModelAnswer = s }
}

// ImageModelKeys names the keys that X25 takes. Others are refused with
// IMAGE_MODEL_UNREACHABLE_OR_INVALID_TRAINING_KEY or IMAGE_MODEL_UNREACHABLE_OR_INVALID_PREDICTION_KEY.
func ImageModelKeys(training, prediction string) Option {
	return func(o *options) {
		o.extended.connections.trainingKey, o.extended.connections.predictionKey = training, prediction
	}
}

// ImageModelStays makes X26 answer 400 UNSUPPORTED.
func ImageModelStays() Option {
	return func(o *options) { o.extended.connections.staysConnected = true }
}
