package mockserver

import "net/http"

// modelReadings are the variants of what the extended operations do with language models.
type modelReadings struct {
	training       Pace
	listedFiles    FilesShown
	uniqueNames    bool
	whileTraining  wireError // zero: updates are taken
	trainsEmpty    bool
	contentAnswers func(string) string
}

func defaultModelReadings() modelReadings {
	return modelReadings{contentAnswers: func(content string) string { return content }}
}

// TrainingPace sets how long a training (X8) runs. Only X6 asks about it: the first X6 that finds it running shows
// Waiting, the others Processing. With [WhenTold], a training runs until [Server.FinishTraining].
func TrainingPace(p Pace) Option { return func(o *options) { o.extended.models.training = p } }

// ListsFiles sets how X5 shows the files of a model. X6 shows them in full.
func ListsFiles(form FilesShown) Option {
	return func(o *options) { o.extended.models.listedFiles = form }
}

// UniqueModelNames refuses, with 400 ALREADY_EXISTS, the name that another language model of the account has (19, 20).
func UniqueModelNames() Option { return func(o *options) { o.extended.models.uniqueNames = true } }

// RefusesUpdatesWhileTraining refuses an update of a language model (20) that is being trained, with 400 or 409.
func RefusesUpdatesWhileTraining(status int) Option {
	errorType := "INVALID_INPUT"
	if status == http.StatusConflict {
		errorType = "GENERAL"
	}
	return func(o *options) { o.extended.models.whileTraining = wireError{status, errorType} }
}

// TrainsEmptyModels lets X8 train a model without enabled files, which is 400 INVALID_INPUT otherwise.
func TrainsEmptyModels() Option { return func(o *options) { o.extended.models.trainsEmpty = true } }

// FileContentAnswers changes the content of a file on its way out of X10, as a service that keeps text in a form of its
// own does.
func FileContentAnswers(f func(string) string) Option {
	return func(o *options) { o.extended.models.contentAnswers = f }
}
