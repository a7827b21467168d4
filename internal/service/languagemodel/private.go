package languagemodel

import (
	"slices"
	"strings"
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
	// wasSent: no answer has shown the file yet. A file of that name that is not in the state is Terraform's, whatever its id.
	wasSent fact = "sent"
	// wasReplaced: Terraform's file with that id has a successor, and is still to be deleted.
	wasReplaced fact = "replaced"
	// isOthers: users have added the file with that id. An apply that manages files deletes it, as its plan says.
	isOthers fact = "others"
	// wasFound: an import has found the file with that id. SHA256 is of its normalized text.
	wasFound fact = "found"
)

// all are the facts of some kinds.
func (p *privateState) all(kinds ...fact) []fileFact {
	return slices.DeleteFunc(slices.Clone(p.Files), func(f fileFact) bool { return !slices.Contains(kinds, f.Fact) })
}

func (p *privateState) add(facts ...fileFact) { p.Files = append(p.Files, facts...) }

// forget removes the facts of a kind.
func (p *privateState) forget(kind fact) {
	p.Files = slices.DeleteFunc(slices.Clone(p.Files), func(f fileFact) bool { return f.Fact == kind })
}

// remove removes the facts about a file that is gone, or is Terraform's now.
func (p *privateState) remove(id string) {
	p.Files = slices.DeleteFunc(slices.Clone(p.Files), func(f fileFact) bool { return f.ID == id })
}

// isInDoubt reports whether the model may be other than the state says.
func (p *privateState) isInDoubt() bool {
	return p.Condition == unread || p.Condition == imported || len(p.all(wasSent)) > 0
}

// isUnfinished reports whether there is something to do that state and configuration do not show.
func (p *privateState) isUnfinished() bool { return p.isInDoubt() || len(p.all(wasReplaced)) > 0 }

// foundText is the hash of the normalized text of a file that an import has found; "" where the text is not known.
func (p *privateState) foundText(file fileModel) string {
	found := p.all(wasFound)
	i := slices.IndexFunc(found, func(f fileFact) bool { return strings.EqualFold(f.ID, file.FileID.ValueString()) })
	if i < 0 {
		return ""
	}
	return found[i].SHA256
}
