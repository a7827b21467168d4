package languagemodel

import (
	"slices"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer"
)

// privateKey is the key of privateState.
const privateKey = "language_model"

// privateState is what Terraform remembers of a model, and the state does not show.
type privateState struct {
	// Condition says whether the state can be trusted.
	Condition condition `json:"condition,omitempty"`
	// IsAdopted means that Terraform has not created the model, which the default deletion_policy therefore leaves.
	IsAdopted bool `json:"adopted,omitempty"`
	// Files are facts about files that the files of the state do not have.
	Files []fileFact `json:"files,omitempty"`
	// Answered is what the last answer said beyond what was planned; Read takes it into the state.
	Answered *answered `json:"answered,omitempty"`
}

// condition is how far a state can be trusted.
type condition string

const (
	inStep condition = ""
	// unread means that an answer was lost and could not be asked for again: the service may hold something else.
	unread condition = "unread"
	// imported lasts until the first apply after an import that could not read: it takes files of the configured names over.
	imported condition = "imported"
	// gone means that the service itself said that there is no such model.
	gone condition = "gone"
)

// answered are the values that the service changes by itself when it trains a model.
type answered struct {
	State             string `json:"state,omitempty"`
	LinguisticModelID string `json:"linguistic_model_id,omitempty"`
}

// fileFact is one fact about a file, and what it needs to identify the file or its content.
type fileFact struct {
	Fact   fact   `json:"fact"`
	ID     string `json:"id,omitempty"`
	Name   string `json:"name,omitempty"`
	SHA256 string `json:"sha256,omitempty"`
	URL    string `json:"url,omitempty"`
}

type fact string

const (
	// wasSent: the upload had no readable answer. A file of that name that is not in the state is Terraform's, whatever its id.
	wasSent fact = "sent"
	// wasReplaced: Terraform's file with that id has a successor, and is still to be deleted.
	wasReplaced fact = "replaced"
	// wasRefused: the service refused this content while the model had an older file of that name.
	wasRefused fact = "refused"
	// isAlone: the service took a file of that name only when the older one was deleted. It takes one file of a name.
	isAlone fact = "alone"
	// wasFound: an import has found the file with that id. SHA256 is of its normalized text.
	wasFound fact = "found"
	// isOthers: users have added the file with that id, while files is not configured. The first apply that manages files
	// deletes it, as its plan says.
	isOthers fact = "others"
)

// all are the facts of a kind.
func (p *privateState) all(kind fact) []fileFact {
	return slices.DeleteFunc(slices.Clone(p.Files), func(f fileFact) bool { return f.Fact != kind })
}

func (p *privateState) add(facts ...fileFact) { p.Files = append(p.Files, facts...) }

// forget removes the facts of a kind.
func (p *privateState) forget(kind fact) {
	p.Files = slices.DeleteFunc(slices.Clone(p.Files), func(f fileFact) bool { return f.Fact == kind })
}

// afterFailure notes that a request has failed, and that the model could not be read since.
func (p *privateState) afterFailure(err error) {
	switch {
	case isGone(err):
		p.Condition = gone
	case p.Condition != imported:
		p.Condition = unread
	}
}

// isUnfinished reports whether there is something to do that state and configuration do not show.
func (p *privateState) isUnfinished() bool {
	return p.Condition == unread || p.Condition == imported || len(p.all(wasReplaced)) > 0
}

// deletesFirst reports whether the older file of this name has to be deleted before this one is uploaded. The content may
// be the reason for a refusal: only if the same content is sent again, its name counts as the reason.
func (p *privateState) deletesFirst(name string, file fileModel) bool {
	return slices.ContainsFunc(p.Files, func(f fileFact) bool {
		return f.Fact == isAlone || f.Fact == wasRefused && f.Name == name && file.fingerprint() != "" && f.SHA256+f.URL == file.fingerprint()
	})
}

// noteOthers replaces the files of others.
func (p *privateState) noteOthers(files []videoindexer.LanguageModelFile) {
	p.forget(isOthers)
	for _, file := range files {
		p.add(fileFact{Fact: isOthers, ID: file.ID, Name: file.Name})
	}
}
