// Package lives describes an instance of each managed resource, once for all tests that walk the registry.
package lives

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// Life is what an instance of a resource goes through, at a server that Furnish has filled.
type Life struct {
	// Keys name an object of the server inside its account, in the order of an import id; nil where the account alone names it.
	Keys []Key
	// ImportID is what imports an object that its identity does not name.
	ImportID string
	// Arguments are those of an instance.
	Arguments acctest.Values
	// NeedsExtended says that the resource needs extended operations, whatever is configured.
	NeedsExtended bool
	// Changes differ from Arguments, and update the instance.
	Changes acctest.Values
	// Extended are configurations that follow each other, and that use what extended operations offer: objects that Terraform
	// creates, every nested argument, and waits. The second updates what the first has created. nil where there is nothing of the kind.
	Extended []acctest.Values
	// Variations say how each argument changes, in addition to those of Everywhere.
	Variations map[string]Variation
	// NotLive is what a life at a real service would need; empty where the tests of make live have one.
	NotLive string
}

// Key is a part of the name of an object.
type Key struct {
	Name  string
	Value any
}

// Identity names the object inside its account.
func (l Life) Identity() acctest.Values {
	identity := acctest.Values{}
	for _, key := range l.Keys {
		identity[key.Name] = key.Value
	}
	return identity
}

// ID is what imports the object from the provider's account.
func (l Life) ID(accountID string) string {
	switch {
	case l.ImportID != "":
		return l.ImportID
	case l.Keys == nil:
		return accountID
	}
	values := make([]string, len(l.Keys))
	for i, key := range l.Keys {
		values[i] = fmt.Sprint(key.Value)
	}
	return strings.Join(values, "/")
}

// Variation is how one argument of a resource changes.
type Variation struct {
	// Configured is another value than the instance has: in its configuration, or, where there are only two values, since others have changed it.
	Configured any
	// Others is a third value, which another working directory writes; nil where the service does not show it.
	Others any
	// Along holds further arguments that the instance has from the beginning.
	Along acctest.Values
}

const (
	// ModelID is that of a language model, which Furnish does not make.
	ModelID = "2f1d6a5e-0c3b-4f0e-9b1a-5d8c7e6f4a3b"
	// OtherGUID is the id of no object that Furnish makes.
	OtherGUID  = "0b8f2c66-9d1e-4a57-b2c3-6f5e4d3c2b1a"
	threeCues  = "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\ntrois\n"
	secondCues = "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\ndeux\n"
)

// Front holds the faces of a person.
var Front = map[string]acctest.Values{"front": {"url": "https://pictures.example/front.jpg"}}

// allOfBrand are all arguments of an entry of brands.
var allOfBrand = acctest.Values{"reference_url": "https://example.com", "description": "A", "tags": []string{"a"}, "enabled": true}

// paidAccount are the arguments of a paid account with a key of its application.
func paidAccount(key string) acctest.Values {
	return acctest.Values{
		"subscription_id": "5b1d3f6a-2222-4c3d-8e4f-111122223333", "resource_group": "media", "media_resource": "newmedia",
		"directory_tenant_id":  "6c2e4a7b-3333-4d4e-9f5a-222233334444",
		"directory_connection": acctest.Values{"application_id": "7d3f5b8c-4444-4e5f-8a6b-333344445555", "application_key": key},
		"deletion_policy":      "abandon",
	}
}

// pictures are faces by their labels.
func pictures(labels ...string) map[string]acctest.Values {
	faces := map[string]acctest.Values{}
	for _, label := range labels {
		faces[label] = acctest.Values{"url": "https://pictures.example/" + label}
	}
	return faces
}

// Everywhere lists the arguments that mean the same in each resource.
var Everywhere = map[string]Variation{
	"account_id":      {Configured: mockserver.SecondAccountID},
	"location":        {Configured: "elsewhere"},
	"deletion_policy": {Configured: "abandon"},
	"timeouts":        {Configured: acctest.Values{"create": "45m"}},
	"parallelism":     {Configured: 3},
	"callback_url":    {Configured: "https://callback.example/"},
}

// All are the lives of all managed resources, by type.
var All = map[string]Life{
	"videoindexer_animation_character": {
		Keys:      []Key{{"video_id", mockserver.SampleAnimatedVideoID}, {"character_id", 1}},
		Arguments: acctest.Values{"video_id": mockserver.SampleAnimatedVideoID, "character_id": 1, "name": "A"},
		Changes:   acctest.Values{"name": "B"},
		Variations: map[string]Variation{
			"video_id": {Configured: mockserver.SampleVideoID}, "character_id": {Configured: 2}, "name": {Configured: "B"},
		},
		NotLive: "an animation that was indexed with an animation model",
	},
	"videoindexer_brand": {
		Keys:      []Key{{"brand_id", 1001}},
		Arguments: acctest.Values{"brand_id": 1001, "name": "A"},
		Changes:   acctest.Values{"description": "B"},
		Extended: []acctest.Values{
			{"name": "New", "description": "A", "enabled": true, "reference_url": "https://example.com", "tags": []string{"a"}},
			{"name": "New", "description": "B", "tags": []string{"b"}},
			{"name": "Newer", "description": "B", "tags": []string{"b"}},
		},
		Variations: map[string]Variation{
			"brand_id": {Configured: 1002}, "name": {Configured: "B", Others: "C"}, "enabled": {Configured: true, Others: false},
			"description": {Configured: "B", Others: "C"}, "reference_url": {Configured: "https://b.example/", Others: "https://c.example/"},
			"tags": {Configured: []string{"b"}, Others: []string{"c"}}, "deletion_policy": {Configured: "disable"},
		},
	},
	"videoindexer_brands": {
		ImportID:  "1001",
		Arguments: acctest.Values{"brands": map[string]acctest.Values{"one": {"brand_id": 1001, "name": "A"}}},
		Changes:   acctest.Values{"brands": map[string]acctest.Values{"one": {"brand_id": 1001, "name": "B"}}},
		Extended: []acctest.Values{
			{"brands": map[string]acctest.Values{"Contoso": allOfBrand, "One": {}, "two": {"name": "Two", "description": "A"}}, "deletion_policy": "disable"},
			{"brands": map[string]acctest.Values{"Contoso": {"description": "B"}, "2": {"name": "Two", "description": "B"}, "Three": {}}, "deletion_policy": "restore"},
		},
		Variations: map[string]Variation{
			"brands": {
				Configured: map[string]acctest.Values{"one": {"brand_id": 1001, "name": "B"}, "two": {"brand_id": 1002}},
				Others:     map[string]acctest.Values{"one": {"brand_id": 1001, "name": "C"}},
			},
			`brands["one"].brand_id`:      {Configured: 1002},
			`brands["one"].name`:          {Configured: "B", Others: "C"},
			`brands["one"].description`:   {Configured: "B", Others: "C"},
			`brands["one"].enabled`:       {Configured: true, Others: false},
			`brands["one"].reference_url`: {Configured: "https://b.example/", Others: "https://c.example/"},
			`brands["one"].tags`:          {Configured: []string{"b"}, Others: []string{"c"}},
			"exclusive":                   {Configured: true}, "deletion_policy": {Configured: "disable"},
		},
	},
	"videoindexer_brands_model_settings": {
		Arguments: acctest.Values{"enabled": true, "use_built_in": true},
		Changes:   acctest.Values{"enabled": false},
		Extended: []acctest.Values{
			{"enabled": true, "use_built_in": true, "deletion_policy": "disable"}, {"enabled": true, "use_built_in": false, "deletion_policy": "disable"},
		},
		Variations: map[string]Variation{
			"enabled": {Configured: true, Others: false}, "use_built_in": {Configured: true, Others: false}, "deletion_policy": {Configured: "disable"},
		},
	},
	"videoindexer_image_model": {
		NeedsExtended: true,
		Arguments: acctest.Values{
			"endpoint": "https://images.example", "prediction_resource_id": "p", "training_key_wo": "t", "prediction_key_wo": "k", "keys_wo_version": 1,
		},
		Changes: acctest.Values{"keys_wo_version": 2},
		Variations: map[string]Variation{
			"endpoint":               {Configured: "https://b.example", Others: "https://c.example"},
			"prediction_resource_id": {Configured: "b", Others: "c"}, "keys_wo_version": {Configured: 2},
		},
		NotLive: "an image-model account with its keys",
	},
	"videoindexer_language_model": {
		Keys: []Key{{"model_id", ModelID}},
		Arguments: acctest.Values{
			"name": "A", "language": "en-US", "files": map[string]acctest.Values{"a.txt": {"content": "a"}},
		},
		Changes: acctest.Values{"name": "B"},
		Extended: []acctest.Values{
			{"name": "A", "language": "en-US", "train": true, "files": map[string]acctest.Values{
				"a.txt": {"content": "a", "enabled": true}, "b.txt": {"content": "b", "enabled": false},
			}},
			{"name": "B", "language": "en-US", "train": true, "files": map[string]acctest.Values{
				"a.txt": {"content": "c", "enabled": false}, "d.txt": {"content": "d"},
			}},
		},
		Variations: map[string]Variation{
			"name": {Configured: "B", Others: "C"}, "language": {Configured: "fr-FR"}, "enabled": {Configured: true, Others: false},
			"exclusive": {Configured: true}, "train": {Configured: true}, "wait_for_training": {Configured: false},
			"files": {
				Configured: map[string]acctest.Values{"a.txt": {"content": "b"}}, Others: map[string]acctest.Values{"a.txt": {"content": "c"}},
			},
			`files["a.txt"].content`: {Configured: "b", Others: "c"}, `files["a.txt"].enabled`: {Configured: true, Others: false},
			`files["a.txt"].source`: {}, `files["a.txt"].url`: {}, // in place of content
		},
	},
	"videoindexer_paid_account": {
		Arguments: paidAccount("k"),
		Extended:  []acctest.Values{paidAccount("k"), paidAccount("rotated")},
		Changes:   acctest.Values{"deletion_policy": "prevent"},
		Variations: map[string]Variation{
			"subscription_id": {Configured: OtherGUID}, "resource_group": {Configured: "b"}, "media_resource": {Configured: "othermedia"},
			"directory_tenant_id":                 {Configured: OtherGUID},
			"directory_connection":                {Configured: acctest.Values{"application_id": OtherGUID, "application_key": "b"}},
			"directory_connection.application_id": {Configured: OtherGUID}, "directory_connection.application_key": {Configured: "b"},
			"directory_connection.application_key_wo_version": {}, // needs a write-only key
			"encryption_key_contract":                         {Configured: `{"a":1}`}, "auto_scale": {Configured: true},
			"deletion_policy": {Configured: "prevent"},
		},
		NotLive: "a subscription, which is then charged, and an account that nobody can delete",
	},
	"videoindexer_person": {
		NeedsExtended: true,
		Keys:          []Key{{"person_model_id", mockserver.SamplePersonModelID}, {"person_id", mockserver.SamplePersonID}},
		Arguments:     acctest.Values{"person_model_id": mockserver.SamplePersonModelID, "name": "A"},
		Changes:       acctest.Values{"name": "B"},
		Extended: []acctest.Values{
			{"person_model_id": mockserver.SamplePersonModelID, "name": "A", "faces": pictures("one", "two")},
			{"person_model_id": mockserver.SamplePersonModelID, "name": "B", "faces": pictures("one", "three")},
		},
		Variations: map[string]Variation{
			"person_model_id": {Configured: OtherGUID}, "name": {Configured: "B", Others: "C"},
			"faces": {
				Configured: map[string]acctest.Values{"side": {"url": "https://pictures.example/side.jpg"}},
				Others: map[string]acctest.Values{
					"front": {"url": "https://pictures.example/front.jpg"}, "back": {"url": "https://pictures.example/back.jpg"},
				},
				Along: acctest.Values{"faces": Front},
			},
			`faces["front"].url`: {Configured: "https://pictures.example/b.jpg", Along: acctest.Values{"faces": Front}},
			"deletion_policy":    {Configured: "abandon"},
		},
	},
	"videoindexer_person_model": {
		NeedsExtended: true,
		Keys:          []Key{{"person_model_id", mockserver.SamplePersonModelID}},
		Arguments:     acctest.Values{"name": "A"},
		Changes:       acctest.Values{"name": "B"},
		Variations:    map[string]Variation{"name": {Configured: "B", Others: "C"}, "deletion_policy": {Configured: "abandon"}},
	},
	"videoindexer_project": {
		Keys:      []Key{{"project_id", mockserver.SampleProjectID}},
		Arguments: acctest.Values{"project_id": mockserver.SampleProjectID},
		Changes:   acctest.Values{"render": true},
		Extended: []acctest.Values{
			{"name": "A", "render": true, "video_ranges": Ranges("00:00:02")}, {"name": "B", "render": true, "video_ranges": Ranges("00:00:03")},
		},
		Variations: map[string]Variation{
			"project_id": {Configured: mockserver.SampleRenderedID}, "name": {Configured: "B", Others: "C"},
			"video_ranges": {
				Configured: Ranges("00:00:02"), Others: Ranges("00:00:03"),
			},
			"render": {Configured: true}, "send_completion_email": {Configured: true}, "wait_for_render": {Configured: false},
			"cancel_render_on_interrupt": {Configured: true}, "deletion_policy": {Configured: "delete"},
		},
	},
	"videoindexer_video": {
		Keys:      []Key{{"video_id", mockserver.SampleVideoID}},
		Arguments: acctest.Values{"video_id": mockserver.SampleVideoID, "indexing_preset": "Default"},
		Changes:   acctest.Values{"indexing_preset": "Advanced"},
		Extended: []acctest.Values{
			{"video_id": mockserver.SampleVideoID, "indexing_preset": "Default", "wait_for_indexing": true},
			{"video_id": mockserver.SampleVideoID, "indexing_preset": "Advanced", "wait_for_indexing": true, "deletion_policy": "delete"},
		},
		Variations: map[string]Variation{
			"video_id": {Configured: mockserver.SampleAnimatedVideoID}, "animation_model_id": {Configured: OtherGUID},
			"brands_categories": {Configured: []string{"Sports"}}, "indexing_preset": {Configured: "Advanced"}, "linguistic_model_id": {Configured: OtherGUID},
			"person_model_id": {Configured: mockserver.SamplePersonModelID}, "priority": {Configured: "Low"}, "reindex_triggers": {Configured: map[string]string{"b": "b"}},
			"send_success_email": {Configured: true}, "source_language": {Configured: "fr-FR"}, "streaming_preset": {Configured: "Default"},
			"wait_for_indexing": {Configured: true}, "deletion_policy": {Configured: "delete"},
		},
		NotLive: "a video, which is then indexed again at a cost",
	},
	"videoindexer_video_transcript": {
		Keys: []Key{{"video_id", mockserver.SampleVideoID}, {"language", "en-US"}},
		Arguments: acctest.Values{
			"video_id": mockserver.SampleVideoID, "language": "en-US", "content": "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nun\n",
		},
		Changes: acctest.Values{"content": "WEBVTT\n\n00:00:00.000 --> 00:00:01.000\ndeux\n"},
		Variations: map[string]Variation{
			"video_id": {Configured: mockserver.SampleAnimatedVideoID}, "language": {Configured: "fr-FR"},
			"content": {Configured: secondCues, Others: threeCues}, "send_success_email": {Configured: true}, "set_as_source_language": {Configured: true},
		},
		NotLive: "a video, whose transcript is then replaced",
	},
}

// Ranges is one range of a video that ends at a time.
func Ranges(end string) []acctest.Values {
	return []acctest.Values{{"video_id": mockserver.SampleVideoID, "start": "00:00:01", "end": end}}
}

// Block is the block of a resource called "it". What JSON writes, an engine reads as an expression.
func Block(resource string, arguments acctest.Values) string {
	lines := []string{fmt.Sprintf("resource %q \"it\" {", resource)}
	for _, argument := range slices.Sorted(maps.Keys(arguments)) {
		value, err := json.Marshal(arguments[argument])
		if err != nil {
			panic(err) //nolint:forbidigo // no provider runs this
		}
		lines = append(lines, fmt.Sprintf("  %s = %s", argument, value))
	}
	return strings.Join(append(lines, "}\n"), "\n")
}

// Furnish has a server hold what Keys and Arguments name.
func Furnish(server *acctest.Server) {
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1001, Name: "Contoso"})
	server.AddBrand(server.Account.ID, mockserver.Brand{ID: 1002, Name: "Fabrikam"})
	server.AddSampleMedia(server.Account.ID)
}
