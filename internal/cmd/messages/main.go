// Command messages prints every message of the provider that tests have provoked, in one table to be read: "make messages"
// runs the tests and then this command, with the folder that the tests have written to.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: messages FOLDER")
		os.Exit(2)
	}
	if err := run(os.DirFS(os.Args[1]), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "messages:", err)
		os.Exit(1)
	}
}

// message is a line that internal/acctest/messages writes.
type message struct {
	Call, Type, Attribute, Severity, Summary, Detail string
}

// row is a message, with all places in which it came up.
type row struct {
	message
	where []string
}

// variable is what differs between two tests that provoke the same message: ids, numbers, names, addresses, times.
var variable = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f-]{27}|"[^"]*"|https?://\S+|\d+(\.\d+)?`)

func run(folder fs.FS, out io.Writer) error {
	files, err := fs.Glob(folder, "*.jsonl")
	if err != nil {
		return err
	}
	rows := map[string]*row{}
	for _, name := range files {
		lines, err := fs.ReadFile(folder, name)
		if err == nil {
			err = add(lines, rows)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
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

// add adds the messages of a file to rows. Messages that differ only in ids, numbers and names share a row.
func add(lines []byte, rows map[string]*row) error {
	for line := range bytes.Lines(lines) {
		var m message
		if err := json.Unmarshal(line, &m); err != nil {
			return err
		}
		key := m.Severity + variable.ReplaceAllString(m.Summary+"\n"+m.Detail, "*")
		r, ok := rows[key]
		if !ok {
			r = &row{message: m}
			rows[key] = r
		}
		if where := strings.TrimSpace(m.Call + " " + m.Type + " " + m.Attribute); !slices.Contains(r.where, where) {
			r.where = append(r.where, where)
		}
	}
	return nil
}

// cell is a text in a table of Markdown.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", "<br>").Replace(text)
}
