// Command messages prints every message of the provider that tests have provoked, in one table to be read: "make messages"
// runs the tests and then this command, with the folder that the tests have written to.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest/messages"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: messages FOLDER")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "messages:", err)
		os.Exit(1)
	}
}

// row is a message, with all places in which it came up.
type row struct {
	messages.Message
	where []string
}

// variable is what differs between two tests that provoke the same message: ids, numbers, names, addresses, times.
var variable = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|"[^"]*"|https?://\S+|\d+(\.\d+)?`)

func run(folder string, out io.Writer) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil {
		return err
	}
	rows := map[string]*row{}
	for _, file := range files {
		if err := read(file, rows); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	var all []*row
	for _, r := range rows {
		slices.Sort(r.where)
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b *row) int {
		return cmp.Or(cmp.Compare(a.Severity, b.Severity), cmp.Compare(a.Summary, b.Summary), cmp.Compare(a.Detail, b.Detail))
	})
	fmt.Fprintf(out, "%d messages\n\n| | Summary | Detail | Where |\n|---|---|---|---|\n", len(all))
	for _, r := range all {
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", strings.ToLower(r.Severity), cell(r.Summary), cell(r.Detail), cell(strings.Join(r.where, ", ")))
	}
	return nil
}

// read adds the messages of a file, alike ones once.
func read(name string, rows map[string]*row) error {
	file, err := os.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var m messages.Message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			return err
		}
		key := m.Severity + variable.ReplaceAllString(m.Summary+"\n"+m.Detail, "*")
		r, ok := rows[key]
		if !ok {
			r = &row{Message: m}
			rows[key] = r
		}
		if where := strings.TrimSpace(m.Call + " " + m.Type + " " + m.Attribute); !slices.Contains(r.where, where) {
			r.where = append(r.where, where)
		}
	}
	return lines.Err()
}

// cell is a text in a table of Markdown.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", "<br>").Replace(text)
}
