//go:build unix

package reliability

import (
	"fmt"
	"slices"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// trainedModelLife is that of a language model that can be read, trained and deleted. It looks at the newest model: an older
// one is what a crash has left.
func trainedModelLife() life {
	block := func(name, files string) string {
		return fmt.Sprintf("resource \"videoindexer_language_model\" \"it\" {\n  name = %q\n  language = \"en-US\"\n  train = true\n  files = {\n%s\n}\n}\n", name, files)
	}
	return life{
		options: []mockserver.Option{mockserver.Extended(), mockserver.SameFileNames(mockserver.SameNameAddsSecond)},
		seed:    allowExtended,
		created: block("One", `"a.txt" = { content = "a" }, "b.txt" = { content = "b", enabled = false }, "c.txt" = { source = "file.txt" }`),
		changed: block("Two", `"a.txt" = { content = "a", enabled = false }, "c.txt" = { source = "file.txt" }, "d.txt" = { content = "d" }`),
		creates: true,
		holds: func(w *workspace) string {
			models := w.LanguageModels(w.Account.ID)
			if len(models) == 0 {
				return "nothing"
			}
			m := models[len(models)-1]
			var files []string
			for _, f := range m.Files {
				files = append(files, fmt.Sprintf("%s=%q %t", f.Name, f.Content, f.Enabled))
			}
			slices.Sort(files)
			slices.Sort(m.TrainedOn)
			return m.Name + ": " + strings.Join(files, "; ") + "; trained on " + strings.Join(m.TrainedOn, " ")
		},
		want: map[phase]string{
			create:  `One: a.txt="a" true; b.txt="b" false; c.txt="from a file\n" true; trained on a.txt c.txt`,
			update:  `Two: a.txt="a" false; c.txt="from an edited file\n" true; d.txt="d" true; trained on c.txt d.txt`,
			destroy: `nothing`,
		},
	}
}
