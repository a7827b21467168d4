package scenarios

import (
	"errors"
	"fmt"
	"strings"

	"golang.org/x/tools/txtar"
)

// scenario is a file: what it is about, and its steps.
type scenario struct {
	about []byte
	steps []*step
}

// step is something that happens, and what it is expected to show.
type step struct {
	// name is the line of the step: a command and its arguments.
	name string
	// text is what belongs to it, such as a configuration.
	text string
	// shown is what the step has shown.
	shown string
}

// shownSection is the name of the section that expects what the step before it shows.
const shownSection = "shown"

func parseScenario(text string) (*scenario, error) {
	archive := txtar.Parse([]byte(text))
	told := &scenario{about: archive.Comment}
	if strings.TrimSpace(string(archive.Comment)) == "" {
		return nil, errors.New("a scenario begins with a line or two on what it is about")
	}
	for i, section := range archive.Files {
		switch {
		case section.Name != shownSection:
			told.steps = append(told.steps, &step{name: section.Name, text: string(section.Data)})
		case i == 0 || archive.Files[i-1].Name == shownSection:
			return nil, fmt.Errorf("section %d: nothing happens before what is shown", i+1)
		default:
			told.steps[len(told.steps)-1].shown = string(section.Data)
		}
	}
	return told, nil
}

// String is the file of the scenario, with what its steps have shown.
func (s *scenario) String() string {
	archive := txtar.Archive{Comment: s.about}
	for _, step := range s.steps {
		archive.Files = append(archive.Files, txtar.File{Name: step.name, Data: []byte(step.text)})
		if step.shown != "" {
			archive.Files = append(archive.Files, txtar.File{Name: shownSection, Data: []byte(step.shown)})
		}
	}
	return string(txtar.Format(&archive))
}

// words splits a line at spaces that are not between double quotes.
func words(line string) []string {
	isQuoted := false
	return strings.FieldsFunc(line, func(r rune) bool {
		if r == '"' {
			isQuoted = !isQuoted
		}
		return r == ' ' && !isQuoted
	})
}
