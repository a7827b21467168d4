package videoindexer

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

const (
	// commandTimeout bounds a run of the program that prints tokens.
	commandTimeout = time.Minute
	// minSecretLength is the length from which a word on stdout is masked everywhere. A shorter
	// word cannot be a token.
	minSecretLength = 8
)

// TokenCommandError means that the program of access_token_command did not print a token.
type TokenCommandError struct {
	Program string
	// Stderr is the beginning of the program's output on stderr, without secrets.
	Stderr string
	Err    error
}

func (e *TokenCommandError) Error() string {
	text := fmt.Sprintf("the program %q of access_token_command %v", e.Program, e.Err)
	if e.Stderr != "" {
		text += ". Its stderr: " + e.Stderr
	}
	return text
}

func (e *TokenCommandError) Unwrap() error { return e.Err }

// runTokenCommand returns the token that the program prints. Nothing of its stdout is in an error
// or a log line.
func (c *Client) runTokenCommand(ctx context.Context, authorization auth) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, c.commandTimeout)
	defer cancel()
	program := c.transport.Config.AccessTokenCommand[0]
	arguments := c.transport.Config.AccessTokenCommand[1:]
	var stdout, stderr prefixBuffer
	cmd := exec.CommandContext(ctx, program, arguments...) //nolint:gosec // the user's own command
	cmd.Env = append(os.Environ(),
		"VIDEOINDEXER_LOCATION="+authorization.Location, "VIDEOINDEXER_ACCOUNT_ID="+authorization.AccountID,
		"VIDEOINDEXER_ALLOW_EDIT="+strconv.FormatBool(bool(authorization.Permission)))
	cmd.Stdout = &stdout
	cmd.Stderr = &stderr
	// Other programs that this one has started may keep its stdout open.
	cmd.WaitDelay = time.Second
	runErr := cmd.Run()
	err := c.commandError(ctx, runErr)
	for word := range strings.FieldsSeq(string(stdout)) {
		if len(word) >= minSecretLength {
			c.transport.AddSecret(word)
		}
	}
	var value string
	if err == nil {
		value, err = printedToken(string(stdout))
	}
	c.transport.AddSecret(value)
	message := c.transport.Excerpt(stderr)
	c.transport.Config.Logger.DebugContext(ctx, "token command",
		slog.String("program", program), slog.String("stderr", message))
	if err != nil {
		return "", &TokenCommandError{Program: program, Stderr: message, Err: err}
	}
	return value, nil
}

// commandError says why a program did not run to its end; nil if it did. The program may have
// started others that still run: their output is not waited for.
func (c *Client) commandError(ctx context.Context, err error) error {
	exitErr, hasExited := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return fmt.Errorf("did not end within %s", c.commandTimeout)
	case hasExited:
		return fmt.Errorf("failed: %w", exitErr)
	case errors.Is(err, exec.ErrWaitDelay):
		return nil
	}
	// The errors of os/exec wrap the cause, which does not repeat the program's name.
	return fmt.Errorf("cannot be started: %w", cmp.Or(errors.Unwrap(err), err))
}

// printedToken reads the token that a program has printed.
func printedToken(stdout string) (string, error) {
	if strings.TrimSpace(stdout) == "" {
		return "", errors.New("printed nothing on stdout")
	}
	value, err := tokenIn(stdout)
	if err != nil {
		return "", fmt.Errorf("printed something other than a token: %w", err)
	}
	return value, nil
}

// prefixBuffer keeps the beginning of what a program writes.
type prefixBuffer []byte

func (b *prefixBuffer) Write(p []byte) (int, error) {
	room := max(0, maxTokenBytes-len(*b))
	*b = append(*b, p[:min(len(p), room)]...)
	return len(p), nil
}
