// Madeup makes the changes of CONTRIBUTING in a copy of the repository, and runs the tests that pass with all of a change and fail without a part
// of it. See the files in changes: a file that exists gets lines, after the first line that has the text of the "@" before them.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/tools/txtar"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "madeup:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	changes, err := filepath.Glob("internal/cmd/madeup/changes/*.txtar")
	if err != nil || len(changes) == 0 {
		return errors.New("no changes: start this in the root of the repository")
	}
	for _, name := range changes {
		change, err := txtar.ParseFile(name)
		if err == nil {
			err = try(ctx, change)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// repository is a copy of the repository.
type repository struct {
	*os.Root
}

// try makes a change, and carries out the lines of its comment: commands that pass, and "without <file>: <command>: <text>" for one that fails
// with a text while that file is as it was. A line that begins with # says what the change is.
func try(ctx context.Context, change *txtar.Archive) error {
	dir, err := os.MkdirTemp("", "madeup")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if text, err := command(ctx, ".", "git ls-files -z --cached --others --exclude-standard | tar --null -T - -cf - | tar -xf - -C "+dir); err != nil {
		return fmt.Errorf("%w: %s", err, text)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	r, originals := repository{root}, map[string][]byte{}
	for _, file := range change.Files {
		if originals[file.Name], err = r.change(file); err != nil {
			return fmt.Errorf("%s: %w", file.Name, err)
		}
	}
	for line := range strings.Lines(string(change.Comment)) {
		line = strings.TrimSpace(line)
		if parts := strings.SplitN(strings.TrimPrefix(line, "without "), ": ", 3); len(parts) == 3 {
			if err := r.lacks(ctx, parts[0], originals[parts[0]], parts[1], parts[2]); err != nil {
				return fmt.Errorf("without %s: %w", parts[0], err)
			}
		} else if line != "" && line[0] != '#' {
			if text, err := command(ctx, dir, line); err != nil {
				return fmt.Errorf("%w\n%s", err, text)
			}
		}
	}
	return nil
}

// change writes a file, and returns what it was; nil for a new one.
func (r repository) change(file txtar.File) (original []byte, err error) {
	original, err = r.ReadFile(file.Name)
	if errors.Is(err, os.ErrNotExist) && !bytes.HasPrefix(file.Data, []byte("@ ")) {
		return nil, errors.Join(r.MkdirAll(filepath.Dir(file.Name), 0o700), r.WriteFile(file.Name, file.Data, 0o600))
	}
	if err != nil {
		return nil, err
	}
	text, at := original, 0
	for line := range bytes.Lines(file.Data) {
		after, isPlace := bytes.CutPrefix(line, []byte("@ "))
		if !isPlace {
			text = append(text[:at:at], append(bytes.Clone(line), text[at:]...)...)
			at += len(line)
			continue
		}
		i := bytes.Index(text, bytes.TrimSpace(after))
		if i < 0 {
			return nil, fmt.Errorf("no line has %q", bytes.TrimSpace(after))
		}
		at = i + bytes.IndexByte(text[i:], '\n') + 1
	}
	return original, r.WriteFile(file.Name, text, 0o600)
}

// lacks has a file as it was, be it nil, while a command fails with a text.
func (r repository) lacks(ctx context.Context, name string, original []byte, line, want string) error {
	changed, err := r.ReadFile(name)
	if err = errors.Join(err, r.Remove(name)); err == nil && original != nil {
		err = r.WriteFile(name, original, 0o600)
	}
	if err != nil {
		return err
	}
	if text, err := command(ctx, r.Name(), line); err == nil || !strings.Contains(text, want) {
		return fmt.Errorf("%s: want a failure with %q, got %w\n%s", line, want, err, text)
	}
	return r.WriteFile(name, changed, 0o600)
}

func command(ctx context.Context, dir, line string) (text string, err error) {
	began, c := time.Now(), exec.CommandContext(ctx, "sh", "-c", line)
	c.Dir, c.Env = dir, append(os.Environ(), "TF_ACC=1", "CGO_ENABLED=0", "GOFLAGS=-trimpath -vet=off -ldflags=-s")
	output, err := c.CombinedOutput()
	fmt.Fprintf(os.Stderr, "%4.0f s  %s\n", time.Since(began).Seconds(), line)
	return string(output), err
}
