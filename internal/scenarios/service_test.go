package scenarios

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/acctest"
	"github.com/videoindexer/terraform-provider-videoindexer/internal/mockserver"
)

// serviceStep is the name of the steps in which something happens at the service. That at the
// beginning of a scenario may also say what the service is like.
const serviceStep = "service"

// service is the mock server of a scenario.
type service struct {
	*acctest.Server
	isExtended bool
	setUp      int // lines of the first step that were carried out
	given      string

	mu     sync.Mutex
	failed []error // of what should have happened during a request
}

func (s *service) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = append(s.failed, err)
}

// broken returns what did not happen as the scenario says.
func (s *service) broken() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(s.failed...)
}

// latency makes requests that are sent one after the other come at different times, and those that
// are sent together at the same time.
const latency = time.Millisecond

// startService starts a service with the options that the first lines of its step name.
func startService(t *testing.T, text string) *service {
	s := &service{given: text}
	chosen := []mockserver.Option{mockserver.WithLatency(latency)}
	for line := range strings.Lines(text) {
		command := append(words(strings.TrimSpace(line)), "")
		named, isOption := options[command[0]]
		if !isOption {
			break
		}
		chosen = append(chosen, named(command[1:]...))
		s.isExtended = s.isExtended || command[0] == "extended"
		s.setUp++
	}
	s.Server = acctest.NewServer(t, chosen...)
	return s
}

// happen carries out the lines of a step.
func (s *service) happen(text string) error {
	s.given += text
	lines := strings.Split(strings.TrimSpace(text), "\n")
	skipped := min(s.setUp, len(lines))
	s.setUp = 0
	for _, line := range lines[skipped:] {
		err := s.carryOut(line)
		if err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
	}
	return nil
}

// carryOut does what a line says, such as `add brand {"Name": "Contoso"}`. The objects are those of
// package mockserver.
func (s *service) carryOut(line string) error {
	account := mockserver.DefaultAccountID
	rest, isInAccount := strings.CutPrefix(line, "in ")
	if isInAccount {
		account, line, _ = strings.Cut(rest, " ")
	}
	head, object, _ := strings.Cut(line, "{")
	if object != "" {
		object = "{" + object
	}
	command := words(head)
	if len(command) == 0 {
		return nil
	}
	isFault, err := s.script(line, command)
	if isFault {
		return err
	}
	if len(command) < 2 {
		return errors.New("want a verb and a kind; see README.md")
	}
	happens, isVerb := verbs[command[0]+" "+command[1]]
	if !isVerb {
		return errors.New("nothing is known of this; see README.md")
	}
	return happens(event{service: s, account: account, arguments: command[2:], object: object})
}

// script adds a fault, or ends all faults, if that is what the line says.
func (s *service) script(line string, command []string) (isFault bool, err error) {
	switch command[0] {
	case "heal":
		s.ClearFaults()
		return true, nil
	case "fail", "answer", "before", "after":
	default:
		return false, nil
	}
	head, rest, _ := strings.Cut(line, ": ")
	f, arguments, err := readFault(words(head)[1:])
	if err != nil {
		return true, err
	}
	perform := func(*http.Request) {
		err := s.carryOut(rest)
		if err != nil {
			s.fail(fmt.Errorf("%s: %w", line, err))
		}
	}
	switch command[0] {
	case "before":
		f.Do = mockserver.Before(perform)
	case "after":
		f.Do = mockserver.After(perform)
	case "answer":
		if len(arguments) != 1 {
			return true, errors.New("want: answer OPERATION STATUS: BODY")
		}
		status, err := strconv.Atoi(arguments[0])
		if err != nil {
			return true, err
		}
		f.Do = mockserver.Body(status, "application/json", rest)
	default:
		if len(arguments) != 1 {
			return true, errors.New("want: fail OPERATION HOW")
		}
		f.Do, err = readFailure(arguments[0])
		if err != nil {
			return true, err
		}
	}
	s.Script(f)
	return true, nil
}

// readFault reads which requests go wrong, and returns the arguments that say how.
func readFault(arguments []string) (f mockserver.Fault, rest []string, err error) {
	for i, argument := range arguments {
		name, value, isOption := strings.Cut(argument, "=")
		switch {
		case i == 0 && argument == "0": // any operation
		case i == 0:
			f.Operation = mockserver.Operation(argument)
			_, err = strconv.Atoi(strings.TrimPrefix(argument, "X"))
		case argument == "always":
			f.Times = mockserver.Always
		case isOption && name == "skip":
			f.Skip, err = strconv.Atoi(value)
		case isOption && name == "times":
			f.Times, err = strconv.Atoi(value)
		case isOption && name == "for":
			f.Match = func(r *http.Request) bool {
				return strings.Contains(r.URL.RequestURI(), strings.Trim(value, `"`))
			}
		default:
			rest = append(rest, argument)
		}
		if err != nil {
			return f, nil, err
		}
	}
	return f, rest, nil
}

// readFailure reads how a request goes wrong: a status, or one of a few words.
func readFailure(text string) (mockserver.Action, error) {
	switch text {
	case "reset":
		return mockserver.ResetBefore(), nil
	case "reset-after":
		return mockserver.ResetAfter(), nil
	case "hang":
		return mockserver.Hang(), nil
	}
	number, isAfter := strings.CutSuffix(text, "-after")
	status, err := strconv.Atoi(number)
	switch {
	case err != nil:
		return mockserver.Action{}, fmt.Errorf("%q is no status, and none of reset, reset-after and hang", text)
	case isAfter:
		return mockserver.StatusAfter(status), nil
	}
	return mockserver.Status(status), nil
}

// isGiven reports whether the scenario itself names an id.
func (s *service) isGiven(id string) bool {
	return id == mockserver.DefaultAccountID || strings.Contains(s.given, id)
}
