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

// The options of this file are the forms that an answer may have where the contract leaves them
// open. The handlers write one form, and the options change it.

// edited returns an option that changes the successful answers of some operations.
func edited(edit func(*answer), operations ...Operation) Option {
	return func(o *options) {
		for _, operation := range operations {
			o.edits[operation] = append(o.edits[operation], edit)
		}
	}
}

// inObjects changes each object of a body, which is one object or an array of them.
func inObjects(change func(object map[string]any)) func(*answer) {
	return func(a *answer) {
		decoder := json.NewDecoder(bytes.NewReader(a.body))
		decoder.UseNumber()
		var body any
		if err := decoder.Decode(&body); err != nil {
			return
		}
		elements, isArray := body.([]any)
		if !isArray {
			elements = []any{body}
		}
		for _, element := range elements {
			if object, ok := element.(map[string]any); ok {
				change(object)
			}
		}
		a.setJSON(body)
	}
}

// renamed changes the name of a member.
func renamed(from, to string) func(*answer) {
	return inObjects(func(object map[string]any) {
		if value, ok := object[from]; ok && to != from {
			delete(object, from)
			object[to] = value
		}
	})
}

func without(names ...string) func(*answer) {
	return inObjects(func(object map[string]any) {
		maps.DeleteFunc(object, func(member string, _ any) bool {
			return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(name, member) })
		})
	})
}

func bodiless(a *answer) {
	a.body = nil
	a.header.Del("Content-Type")
}

// asText removes the quotes from a JSON string.
func asText(a *answer) {
	var text string
	err := json.Unmarshal(a.body, &text)
	if err == nil {
		a.setBody("text/plain; charset=utf-8", text)
	}
}

// TokensAreBare writes tokens without quotes, surrounded by white space.
func TokensAreBare() Option {
	return edited(func(a *answer) {
		asText(a)
		a.body = []byte("\r\n\t " + string(a.body) + " \r\n")
	}, GetProjectAccessToken, GetUserAccessToken, GetAccountAccessToken, GetVideoAccessToken)
}

// CaptionsAsString writes captions as one JSON string.
func CaptionsAsString() Option {
	return edited(func(a *answer) { a.setJSON(string(a.body)) }, GetCaptions)
}

// AccountAsObject answers GetAccount with one account instead of an array.
func AccountAsObject() Option {
	return edited(func(a *answer) {
		a.body = bytes.TrimSuffix(bytes.TrimPrefix(a.body, []byte("[")), []byte("]"))
	}, GetAccount)
}

// WithoutBody omits the body from the successful answers of some operations (CreatePaidAccount,
// UpdateBrandsModelSettings, CreateBrand, ConnectImageModel). ConnectImageModel then answers 201.
func WithoutBody(operations ...Operation) Option {
	return func(o *options) {
		edited(bodiless, operations...)(o)
		if slices.Contains(operations, ConnectImageModel) {
			edited(func(a *answer) { a.status = http.StatusCreated }, ConnectImageModel)(o)
		}
	}
}

// BrandCreatedMember names a brand's creation time: "create" (default) or "created".
func BrandCreatedMember(name string) Option {
	return edited(renamed("create", name), GetBrand, UpdateBrand, ListBrands, CreateBrand)
}

// BrandAnswerOmits omits the named fields in the answer of PUT brand, although they were stored.
func BrandAnswerOmits(fields ...string) Option { return edited(without(fields...), UpdateBrand) }

// CapitalBrandMembers writes the member names of brands with a first capital letter in the answers
// of ListBrands and CreateBrand.
func CapitalBrandMembers() Option {
	return edited(inObjects(func(brand map[string]any) {
		for _, name := range slices.Collect(maps.Keys(brand)) {
			value := brand[name]
			delete(brand, name)
			brand[capital(name)] = value
		}
	}), ListBrands, CreateBrand)
}

func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// SettingsState is the value of state in GetBrandsModelSettings, a member that newer services deprecate.
type SettingsState int

const (
	SettingsStateShown SettingsState = iota
	SettingsStateMissing
	SettingsStateAlwaysTrue
)

// ShowsSettingsState sets how GetBrandsModelSettings shows state.
func ShowsSettingsState(form SettingsState) Option {
	return edited(inObjects(func(settings map[string]any) {
		switch form {
		case SettingsStateMissing:
			delete(settings, "state")
		case SettingsStateAlwaysTrue:
			settings["state"] = true
		}
	}), GetBrandsModelSettings)
}

// CapitalLanguage answers a model's language as En-US if en-US was sent.
func CapitalLanguage() Option {
	return edited(inObjects(func(model map[string]any) {
		if language, ok := model["language"].(string); ok {
			model["language"] = capital(language)
		}
	}), CreateLanguageModel, UpdateLanguageModel, ListLanguageModels, GetLanguageModel, TrainLanguageModel)
}

// FilesShown is how ListLanguageModels shows the files of a model.
type FilesShown int

const (
	FilesInFull FilesShown = iota
	FilesAbsent            // no member
	FilesNull
)

// ListsFiles sets how ListLanguageModels shows the files of a model. GetLanguageModel shows them in
// full.
func ListsFiles(form FilesShown) Option {
	return edited(inObjects(func(model map[string]any) {
		switch form {
		case FilesAbsent:
			delete(model, "files")
		case FilesNull:
			model["files"] = nil
		}
	}), ListLanguageModels)
}

// FacesAsArray answers ListFaces with an array of the faces instead of an object around it.
func FacesAsArray() Option {
	return edited(func(a *answer) {
		var page struct{ Results json.RawMessage }
		err := json.Unmarshal(a.body, &page)
		if err == nil {
			a.body = page.Results
		}
	}, ListFaces)
}

// ProjectRangesMember names the member that shows a project's ranges in GetProject: "videosRanges"
// (default) or "videoRanges".
func ProjectRangesMember(name string) Option {
	return edited(renamed("videosRanges", name), GetProject)
}

var rangeBound = regexp.MustCompile(`("(?:start|end)":"\d\d:\d\d:\d\d)(\.\d+)?"`)

// RangesWithFractions makes GetProject write the bounds of ranges with a fraction of seven digits.
func RangesWithFractions() Option {
	return edited(func(a *answer) {
		a.body = rangeBound.ReplaceAllFunc(a.body, func(bound []byte) []byte {
			parts := rangeBound.FindSubmatch(bound)
			fraction := strings.TrimPrefix(string(parts[2]), ".") + "0000000"
			return []byte(string(parts[1]) + "." + fraction[:7] + `"`)
		})
	}, GetProject)
}
