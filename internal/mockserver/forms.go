package mockserver

import (
	"bytes"
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// The options of this file are the forms that a response may have where the contract leaves them
// open. The handlers write one form, and the options change it.

// edited returns an option that changes the successful responses of some operations.
func edited(edit func(*response), operations ...Operation) Option {
	return func(o *options) {
		for _, operation := range operations {
			o.edits[operation] = append(o.edits[operation], edit)
		}
	}
}

// inObjects changes each object of a body, which is one object or an array of them.
func inObjects(change func(object map[string]any)) func(*response) {
	return func(r *response) {
		decoder := json.NewDecoder(bytes.NewReader(r.body))
		decoder.UseNumber()
		var body any
		err := decoder.Decode(&body)
		if err != nil {
			return
		}
		elements, isArray := body.([]any)
		if !isArray {
			elements = []any{body}
		}
		for _, element := range elements {
			object, isObject := element.(map[string]any)
			if isObject {
				change(object)
			}
		}
		r.setJSON(body)
	}
}

// renamed changes the name of a member.
func renamed(from, to string) func(*response) {
	return inObjects(func(object map[string]any) {
		value, hasMember := object[from]
		if hasMember && to != from {
			delete(object, from)
			object[to] = value
		}
	})
}

func without(names ...string) func(*response) {
	return inObjects(func(object map[string]any) {
		maps.DeleteFunc(object, func(member string, _ any) bool {
			return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, member) })
		})
	})
}

func bodiless(r *response) {
	r.body = nil
	r.header.Del("Content-Type")
}

// asText removes the quotes from a JSON string.
func asText(r *response) {
	var text string
	err := json.Unmarshal(r.body, &text)
	if err == nil {
		r.setBody("text/plain; charset=utf-8", text)
	}
}

// WithBareTokens writes tokens without quotes, surrounded by white space.
func WithBareTokens() Option {
	return edited(func(r *response) {
		asText(r)
		r.body = []byte("\r\n\t " + string(r.body) + " \r\n")
	}, GetProjectAccessToken, GetUserAccessToken, GetAccountAccessToken, GetVideoAccessToken)
}

// WithCaptionsAsString writes captions as one JSON string.
func WithCaptionsAsString() Option {
	return edited(func(r *response) { r.setJSON(string(r.body)) }, GetCaptions)
}

// WithAccountAsObject answers GetAccount with one account instead of an array.
func WithAccountAsObject() Option {
	return edited(func(r *response) {
		r.body = bytes.TrimSuffix(bytes.TrimPrefix(r.body, []byte("[")), []byte("]"))
	}, GetAccount)
}

// WithoutBody omits the body from the successful responses of some operations (CreatePaidAccount,
// UpdateBrandsModelSettings, CreateBrand, ConnectImageModel). ConnectImageModel then answers 201.
func WithoutBody(operations ...Operation) Option {
	return func(o *options) {
		edited(bodiless, operations...)(o)
		if slices.Contains(operations, ConnectImageModel) {
			edited(func(r *response) { r.status = http.StatusCreated }, ConnectImageModel)(o)
		}
	}
}

// WithBrandCreatedMember names a brand's creation time: "create" (default) or "created".
func WithBrandCreatedMember(name string) Option {
	return edited(renamed("create", name), GetBrand, UpdateBrand, ListBrands, CreateBrand)
}

// WithoutUpdatedBrandMembers omits the named fields in the response of PUT brand, although they
// were stored.
func WithoutUpdatedBrandMembers(fields ...string) Option {
	return edited(without(fields...), UpdateBrand)
}

// WithCapitalBrandMembers writes the member names of brands with a first capital letter in the
// responses of ListBrands and CreateBrand.
func WithCapitalBrandMembers() Option {
	return edited(inObjects(func(brand map[string]any) {
		for _, name := range slices.Collect(maps.Keys(brand)) {
			value := brand[name]
			delete(brand, name)
			brand[capital(name)] = value
		}
	}), ListBrands, CreateBrand)
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// SettingsState is the value of state in GetBrandsModelSettings, a member that newer services
// deprecate.
type SettingsState int

const (
	SettingsStateShown SettingsState = iota
	SettingsStateMissing
	SettingsStateAlwaysTrue
)

// WithSettingsState sets how GetBrandsModelSettings shows state.
func WithSettingsState(form SettingsState) Option {
	return edited(inObjects(func(settings map[string]any) {
		switch form {
		case SettingsStateMissing:
			delete(settings, "state")
		case SettingsStateAlwaysTrue:
			settings["state"] = true
		}
	}), GetBrandsModelSettings)
}

// FilesShown is how ListLanguageModels shows the files of a model.
type FilesShown int

const (
	FilesInFull FilesShown = iota
	FilesAbsent            // no member
	FilesNull
)

// WithListedFiles sets how ListLanguageModels shows the files of a model. GetLanguageModel shows
// them in full.
func WithListedFiles(form FilesShown) Option {
	return edited(inObjects(func(model map[string]any) {
		switch form {
		case FilesAbsent:
			delete(model, "files")
		case FilesNull:
			model["files"] = nil
		}
	}), ListLanguageModels)
}

// WithFacesAsArray answers ListFaces with an array of the faces instead of an object around it.
func WithFacesAsArray() Option {
	return edited(func(r *response) {
		var page struct{ Results json.RawMessage }
		err := json.Unmarshal(r.body, &page)
		if err == nil {
			r.body = page.Results
		}
	}, ListFaces)
}

// WithProjectRangesMember names the member that shows a project's ranges in GetProject:
// "videosRanges" (default) or "videoRanges".
func WithProjectRangesMember(name string) Option {
	return edited(renamed("videosRanges", name), GetProject)
}

var rangeBound = regexp.MustCompile(`("(?:start|end)":"\d\d:\d\d:\d\d)(\.\d+)?"`)

// WithRangeFractions makes GetProject write the bounds of ranges with a fraction of seven digits.
func WithRangeFractions() Option {
	return edited(func(r *response) {
		r.body = rangeBound.ReplaceAllFunc(r.body, func(bound []byte) []byte {
			parts := rangeBound.FindSubmatch(bound)
			fraction := strings.TrimPrefix(string(parts[2]), ".") + "0000000"
			return []byte(string(parts[1]) + "." + fraction[:7] + `"`)
		})
	}, GetProject)
}

// TimeForm is how timestamps are written: Zone is "", "Z" or an offset such as "+00:00".
type TimeForm struct {
	Zone           string
	FractionDigits int
}

// WithTimeForm sets one form for all timestamps.
func WithTimeForm(form TimeForm) Option { return func(o *options) { o.timeForm = &form } }
