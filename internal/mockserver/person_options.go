package mockserver

// personReadings are the variants of what the extended operations do with person models, persons and faces.
type personReadings struct {
	modelsQuota     int
	uniqueNames     bool
	pageCap         int
	showsTotal      bool
	refusedPictures []refusedPicture
	notApproved     bool
	facesBegin      string // state of a face that X20 has just made
}

// refusedPicture is the error type for pictures whose address contains part.
type refusedPicture struct{ part, errorType string }

func defaultPersonReadings() personReadings {
	return personReadings{modelsQuota: 50, pageCap: 1000, facesBegin: "Ok"}
}

// PersonModelsQuota sets the most person models of an account, the default one included. It is 50 without it.
func PersonModelsQuota(n int) Option { return func(o *options) { o.extended.persons.modelsQuota = n } }

// UniquePersonNames refuses, with 400 PERSON_NAME_NOT_UNIQUE, the name that another person of the model has (X16, X18).
func UniquePersonNames() Option { return func(o *options) { o.extended.persons.uniqueNames = true } }

// PersonsCap sets the most persons that X17 gives at a time, whatever pageSize asks for.
func PersonsCap(n int) Option { return func(o *options) { o.extended.persons.pageCap = n } }

// ShowsPersonsTotal adds totalCount to the answer of X17.
func ShowsPersonsTotal() Option { return func(o *options) { o.extended.persons.showsTotal = true } }

// RefusesPictures makes X20 refuse, with 400 and errorType (INVALID_PICTURE, INVALID_PICTURE_SIZE), pictures whose
// address contains part.
func RefusesPictures(part, errorType string) Option {
	return func(o *options) {
		o.extended.persons.refusedPictures = append(o.extended.persons.refusedPictures, refusedPicture{part, errorType})
	}
}

// NotApprovedForFaces makes X20 answer 400 FACE_IDENTIFICATION_NOT_ALLOWED.
func NotApprovedForFaces() Option { return func(o *options) { o.extended.persons.notApproved = true } }

// FacesBegin sets the state of a face that X20 has just made. Only the state Ok is described: a service may still be
// working on a picture that it has accepted.
func FacesBegin(state string) Option {
	return func(o *options) { o.extended.persons.facesBegin = state }
}
