package languagemodel_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

const address = "videoindexer_language_model.test"

// fixture is a mock server and a directory of text files.
type fixture struct {
	*acctest.Server
	t   *testing.T
	dir string
}

func newFixture(t *testing.T, opts ...mockserver.Option) *fixture {
	t.Helper()
	return &fixture{Server: acctest.NewServer(t, opts...), t: t, dir: t.TempDir()}
}

// write puts a text into a file of the directory, and returns the line that names it as a source.
func (f *fixture) write(name, text string) string {
	f.t.Helper()
	file := filepath.Join(f.dir, name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
	return fmt.Sprintf("source = %q", file)
}

// files are the files of a configuration: the line that says what each holds, by name.
type files map[string]string

// block is a videoindexer_language_model with the given lines and its name and language.
func block(m files, lines ...string) string {
	var b strings.Builder
	b.WriteString("resource \"videoindexer_language_model\" \"test\" {\n")
	all := strings.Join(lines, "\n")
	if !strings.Contains(all, "name ") {
		b.WriteString("  name = \"Terms\"\n")
	}
	if !strings.Contains(all, "language ") {
		b.WriteString("  language = \"en-US\"\n")
	}
	b.WriteString(all + "\n")
	if m != nil {
		b.WriteString("  files = {\n")
		for _, name := range slices.Sorted(maps.Keys(m)) {
			fmt.Fprintf(&b, "    %q = { %s }\n", name, m[name])
		}
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
	return b.String()
}

// only is the one model that the server must hold.
func (f *fixture) only() (mockserver.LanguageModel, error) {
	models := f.LanguageModels(f.Account.ID)
	if len(models) != 1 {
		return mockserver.LanguageModel{}, fmt.Errorf("the server holds %d models, want one", len(models))
	}
	return models[0], nil
}

// holds checks the files of the one model of the server, as name=content or name=address.
func (f *fixture) holds(want ...string) resource.TestCheckFunc {
	return acctest.Remote(func() error {
		model, err := f.only()
		if err != nil {
			return err
		}
		var got []string
		for _, file := range model.Files {
			got = append(got, file.Name+"="+string(file.Content)+file.URL)
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			return fmt.Errorf("files on the server (-want +got):\n%s", diff)
		}
		return nil
	})
}

func sha(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
