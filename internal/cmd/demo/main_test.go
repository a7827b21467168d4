package main

import (
	"encoding/xml"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/check"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/inprocess"
)

// repository is the root of the repository, relative to this package.
const repository = "../../.."

// TestAccPictures compares the text of the README's pictures with what the demo prints.
func TestAccPictures(t *testing.T) {
	t.Parallel()
	if os.Getenv("TF_ACC") == "" {
		t.Skip("needs an engine: set TF_ACC=1")
	}
	demo := exec.CommandContext(t.Context(), "go", "run", "-trimpath", "./internal/cmd/demo")
	demo.Dir = repository
	var stderr strings.Builder
	demo.Stderr = &stderr
	printed, err := demo.Output()
	if err != nil {
		t.Fatalf("want the demo to succeed: %v. Got: %v", err, inprocess.Excerpt(stderr.String()))
	}
	for _, name := range []string{"plan-light.svg", "plan-dark.svg"} {
		rest := string(printed)
		lines := textOf(t, repository+"/.github/pictures/"+name)
		for _, line := range lines {
			if strings.TrimSpace(line) == "⋮" {
				continue
			}
			_, after, isPrinted := strings.Cut(rest, "\n"+line+"\n")
			if !isPrinted {
				t.Errorf("%s: the demo does not print %q (any more, or there), want all lines: make pictures draws them", name, line)
				continue
			}
			rest = "\n" + after
		}
		if len(lines) < 15 {
			t.Errorf("%s has %d lines, want 15 or more", name, len(lines))
		}
	}
}

// TestReadme compares the configuration in the README with the configuration of the demo, because
// the README's pictures show the demo's plan.
func TestReadme(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile(repository + "/README.md")
	check.MustSucceed(t, err, "the README")
	configuration, err := files.ReadFile("first/main.tf")
	check.MustSucceed(t, err, "the configuration of the demo")
	_, block, _ := strings.Cut(string(readme), "```terraform\n")
	block, _, _ = strings.Cut(block, "```\n")
	lines := strings.Split(string(configuration), "\n")
	check.Equal(t, lines, strings.Split(block, "\n"), "the first block of the README, as in first/main.tf")
}

// textOf reads the lines of a picture.
func textOf(t *testing.T, name string) (lines []string) {
	content, err := os.ReadFile(name)
	check.MustSucceed(t, err, "the picture")
	var picture struct {
		Lines []struct {
			Parts []string `xml:"tspan"`
		} `xml:"g>text"`
	}
	err = xml.Unmarshal(content, &picture)
	check.MustSucceed(t, err, "%s as XML", name)
	for _, line := range picture.Lines {
		lines = append(lines, strings.Join(line.Parts, ""))
	}
	return lines
}
