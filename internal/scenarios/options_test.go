package scenarios

import (
	"fmt"
	"slices"
	"strconv"

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
	"brand-drops":                named(mockserver.BrandDrops),
	"brand-answer-omits":         named(mockserver.BrandAnswerOmits),
	"longest-brand-name":         counted(mockserver.LongestBrandName),
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
