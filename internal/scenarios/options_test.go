package scenarios

import (
	"fmt"
	"slices"
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
	"extended":                   plain(mockserver.Extended()),
	"brand-names-match-case":     plain(mockserver.BrandNamesMatchCase()),
	"keeps-empty-reference-url":  plain(mockserver.KeepsEmptyReferenceURL()),
	"created-brand-nothing":      plain(mockserver.CreatedBrandAnswer(mockserver.CreatedBrandNothing)),
	"created-brand-without-id":   plain(mockserver.CreatedBrandAnswer(mockserver.CreatedBrandWithoutID)),
	"created-brands-when-told":   plain(mockserver.CreatedBrandsListed(mockserver.WhenTold())),
	"brand-renames-refused":      plain(mockserver.BrandRenames(mockserver.RenameRefused)),
	"brand-renames-ignored":      plain(mockserver.BrandRenames(mockserver.RenameIgnored)),
	"settings-answer-nothing":    plain(mockserver.SettingsAnswer(mockserver.ShapeNothing)),
	"settings-state-missing":     plain(mockserver.ShowsSettingsState(mockserver.SettingsStateMissing)),
	"settings-state-always-true": plain(mockserver.ShowsSettingsState(mockserver.SettingsStateAlwaysTrue)),
	"brand-stores-lower-case": plain(mockserver.BrandStores(func(b *mockserver.Brand) {
		b.Name = strings.ToLower(b.Name)
		for i, tag := range b.Tags {
			b.Tags[i] = strings.ToLower(tag)
		}
	})),
	"brand-drops":                named(mockserver.BrandDrops),
	"brand-answer-omits":         named(mockserver.BrandAnswerOmits),
	"longest-brand-name":         counted(mockserver.LongestBrandName),
	"indexing-pace":              paced(mockserver.IndexingPace),
	"render-pace":                paced(mockserver.RenderPace),
	"cancel-pace":                paced(mockserver.CancelPace),
	"training-pace":              paced(mockserver.TrainingPace),
	"bare-conflict":              plain(mockserver.BareConflict()),
	"transcript-once-indexed":    plain(mockserver.TranscriptOnceIndexed()),
	"strict-transcripts":         plain(mockserver.StrictTranscripts()),
	"same-tag-exists":            plain(mockserver.SameTagExists()),
	"renders-end-without-result": plain(mockserver.RendersEndWithoutResult()),
	"ranges-with-fractions":      plain(mockserver.RangesWithFractions()),
	"lists-projects-as-videos":   plain(mockserver.ListsProjectsAsVideos()),
	"index-size":                 counted(mockserver.IndexSize),
	"index-lacks":                named(mockserver.IndexLacks),
	"page-cap":                   counted(mockserver.PageCap),
	"person-models-quota":        counted(mockserver.PersonModelsQuota),
	"persons-cap":                counted(mockserver.PersonsCap),
	"unique-person-names":        plain(mockserver.UniquePersonNames()),
	"not-approved-for-faces":     plain(mockserver.NotApprovedForFaces()),
	"faces-begin":                worded(mockserver.FacesBegin),
	"image-model-answer-nothing": plain(mockserver.ImageModelAnswer(mockserver.ShapeNothing)),
	"image-model-stays":          plain(mockserver.ImageModelStays()),
	"unique-model-names":         plain(mockserver.UniqueModelNames()),
	"trains-empty-models":        plain(mockserver.TrainsEmptyModels()),
	"refuses-while-training":     counted(mockserver.RefusesUpdatesWhileTraining),
	"lists-no-files":             plain(mockserver.ListsFiles(mockserver.FilesAbsent)),
	"shows-no-files":             plain(mockserver.ShowsFiles(mockserver.FilesAbsent)),
	"shows-empty-files":          plain(mockserver.ShowsFiles(mockserver.FilesEmpty)),
	"same-file-name-new-id":      plain(mockserver.SameFileNames(mockserver.SameNameNewID)),
	"same-file-name-second":      plain(mockserver.SameFileNames(mockserver.SameNameAddsSecond)),
	"same-file-name-refused":     plain(mockserver.SameFileNames(mockserver.SameNameRefused)),
	"ignores-enable":             plain(mockserver.IgnoresEnable()),
	"capital-language":           plain(mockserver.CapitalLanguage()),
	"lists-all-locations":        plain(mockserver.ListsAllLocations()),
	"widget-for-account-tokens":  plain(mockserver.WidgetForAccountTokens()),
	"refuses-pictures": func(arguments []string) (mockserver.Option, error) {
		if len(arguments) != 2 {
			return nil, fmt.Errorf("%q: want a part of an address and an error type", arguments)
		}
		return mockserver.RefusesPictures(arguments[0], arguments[1]), nil
	},
	"image-model-keys": func(arguments []string) (mockserver.Option, error) {
		if len(arguments) != 2 {
			return nil, fmt.Errorf("%q: want a training key and a prediction key", arguments)
		}
		return mockserver.ImageModelKeys(arguments[0], arguments[1]), nil
	},
	"lacks": func(arguments []string) (mockserver.Option, error) {
		if len(arguments) < 2 {
			return nil, fmt.Errorf("%q: want a status and operations", arguments)
		}
		status, err := strconv.Atoi(arguments[0])
		return mockserver.Lacks(status, arguments[1:]...), err
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

func named(option func(...string) mockserver.Option) func([]string) (mockserver.Option, error) {
	return func(arguments []string) (mockserver.Option, error) { return option(slices.Clone(arguments)...), nil }
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

func worded(option func(string) mockserver.Option) func([]string) (mockserver.Option, error) {
	return func(arguments []string) (mockserver.Option, error) { return option(strings.Join(arguments, " ")), nil }
}
