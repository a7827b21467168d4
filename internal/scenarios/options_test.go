package scenarios

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// readOption reads an option of the service. isOption is false if the word is none: something happens then.
func readOption(name string, arguments []string) (option mockserver.Option, isOption bool, err error) {
	read, isOption := serviceOptions[name]
	if !isOption {
		return nil, false, nil
	}
	option, err = read(arguments)
	return option, true, err
}

// serviceOptions are the options of the service that stories can set, by the word that sets them.
var serviceOptions = map[string]func(arguments []string) (mockserver.Option, error){
	"extended":                plain(mockserver.Extended()),
	"settings-answer-nothing": plain(mockserver.SettingsAnswer(mockserver.ShapeNothing)),
	"indexing-pace":           paced(mockserver.IndexingPace),
	"render-pace":             paced(mockserver.RenderPace),
	"cancel-pace":             paced(mockserver.CancelPace),
	"training-pace":           paced(mockserver.TrainingPace),
	"strict-transcripts":      plain(mockserver.StrictTranscripts()),
	"page-cap":                counted(mockserver.PageCap),
	"refuses-while-training":  counted(mockserver.RefusesUpdatesWhileTraining),
	"lists-no-files":          plain(mockserver.ListsFiles(mockserver.FilesAbsent)),
	"lists-all-locations":     plain(mockserver.ListsAllLocations()),
	"refuses-pictures": func(arguments []string) (mockserver.Option, error) {
		if len(arguments) != 2 {
			return nil, fmt.Errorf("%q: want a part of an address and an error type", arguments)
		}
		return mockserver.RefusesPictures(arguments[0], arguments[1]), nil
	},
}

func plain(option mockserver.Option) func([]string) (mockserver.Option, error) {
	return func(arguments []string) (mockserver.Option, error) {
		if len(arguments) > 0 {
			return nil, fmt.Errorf("%q: it has no arguments", arguments)
		}
		return option, nil
	}
}

func counted(option func(int) mockserver.Option) func([]string) (mockserver.Option, error) {
	return func(arguments []string) (mockserver.Option, error) {
		if len(arguments) != 1 {
			return nil, fmt.Errorf("%q: want a number", arguments)
		}
		n, err := strconv.Atoi(arguments[0])
		return option(n), err
	}
}

// paced is an option that says how long something runs: when-told, a number of requests, or a time.
func paced(option func(mockserver.Pace) mockserver.Option) func([]string) (mockserver.Option, error) {
	return func(arguments []string) (mockserver.Option, error) {
		text := strings.Join(arguments, " ")
		if text == "when-told" {
			return option(mockserver.WhenTold()), nil
		}
		if n, err := strconv.Atoi(text); err == nil {
			return option(mockserver.AfterRequests(n)), nil
		}
		d, err := time.ParseDuration(text)
		return option(mockserver.AfterTime(d)), err
	}
}
