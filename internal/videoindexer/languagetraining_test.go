package videoindexer

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"

	"github.com/videoindexer/terraform-provider-videoindexer/internal/videoindexer/transport"
)

func TestTraining(t *testing.T) {
	t.Parallel()
	for state, want := range map[string]Training{
		"None": TrainingNone, "NONE": TrainingNone, "Waiting": TrainingUnderWay, "PROCESSING": TrainingUnderWay, "Failed": TrainingFailed, "failed": TrainingFailed,
		"Complete": TrainingDone, "Succeeded": TrainingDone, "7": TrainingDone, "": TrainingNone,
	} {
		if got := (&LanguageModel{State: state}).Training(); got != want {
			t.Errorf("%q is %d, want %d", state, got, want)
		}
	}
	if got := (&LanguageModel{LinguisticModelID: "l"}).Training(); got != TrainingDone {
		t.Errorf("a model without a state, with a linguistic model, is %d", got)
	}
}

// TestLanguageModelRequests holds what each extended operation on language models sends against the description.
func TestLanguageModelRequests(t *testing.T) {
	t.Parallel()
	ctx := context.Background()
	path := "/" + testLocation + "/Accounts/" + testAccountID + "/Customization/Language"
	for name, test := range map[string]struct {
		call   func(*Client) error
		answer reply
		want   sent
	}{
		"X5": {func(c *Client) error { _, err := c.ListLanguageModels(ctx, testAccount); return err }, reply{body: `[]`}, sent{Method: "GET", Path: path}},
		"X6": {func(c *Client) error { _, err := c.GetLanguageModel(ctx, testAccount, "m"); return err }, reply{body: modelBody}, sent{Method: "GET", Path: path + "/m"}},
		"X7": {func(c *Client) error { return c.DeleteLanguageModel(ctx, testAccount, "m") }, reply{status: 204}, sent{Method: "DELETE", Path: path + "/m"}},
		"X8": {func(c *Client) error { _, err := c.TrainLanguageModel(ctx, testAccount, "m"); return err }, reply{body: modelBody}, sent{Method: "PUT", Path: path + "/m/Train"}},
		"X9": {func(c *Client) error {
			wasUnderWay, err := c.CancelLanguageModelTraining(ctx, testAccount, "m")
			if !wasUnderWay {
				return errors.New("no training was under way")
			}
			return err
		}, reply{status: 204}, sent{Method: "DELETE", Path: path + "/m/Train"}},
		"X10": {func(c *Client) error {
			file, content, err := c.GetLanguageModelFile(ctx, testAccount, "m", "f")
			if err == nil && (content != "a\r\n" || file.Name != "a.txt" || *file.Enabled) {
				return errors.New("read " + content + " of " + file.Name)
			}
			return err
		}, reply{body: `{"id":"f","name":"a.txt","enable":false,"content":"a\r\n"}`}, sent{Method: "GET", Path: path + "/m/Files/f"}},
		"X11": {func(c *Client) error {
			file, err := c.UpdateLanguageModelFile(ctx, testAccount, "m", "f", LanguageModelFileUpdate{Name: new("b & c"), Enabled: new(false)})
			if err == nil && file.Name != "b & c" {
				return errors.New("the answer has the name " + file.Name)
			}
			return err
		}, reply{body: `{"id":"f","name":"b & c"}`}, sent{Method: "PUT", Path: path + "/m/Files/f", Query: url.Values{"fileName": {"b & c"}, "enable": {"false"}}}},
		"X11, nothing": {func(c *Client) error {
			_, err := c.UpdateLanguageModelFile(ctx, testAccount, "m", "f", LanguageModelFileUpdate{})
			return err
		}, reply{body: `{}`}, sent{Method: "PUT", Path: path + "/m/Files/f"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := answering(t, test.answer)
			s.Config.ExtendedOperations = true
			if err := test.call(s.Client); err != nil {
				t.Fatal(err)
			}
			test.want.Key, test.want.Token = testKey, testToken
			if test.want.Query == nil {
				test.want.Query = url.Values{}
			}
			if diff := cmp.Diff([]sent{test.want}, s.requests()); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

// TestLanguageModelFileAnswers refuses files without content, and none that is empty.
func TestLanguageModelFileAnswers(t *testing.T) {
	t.Parallel()
	for body, isRead := range map[string]bool{
		`{"id":"f","name":"a","content":""}`: true, `{"id":"f","name":"a"}`: false, `{"content":null}`: false, `null`: false, `"text"`: false, ``: false,
	} {
		s := answering(t, reply{body: body})
		s.Config.ExtendedOperations = true
		if _, _, err := s.GetLanguageModelFile(t.Context(), testAccount, "m", "f"); isRead != (err == nil) || err != nil && !isA[*UnexpectedAnswerError](err) {
			t.Errorf("%s: %v", body, err)
		}
	}
	large := answering(t, reply{body: `{"id":"f","name":"a","content":"` + strings.Repeat("a", transport.DefaultMaxBytes) + `"}`})
	large.Config.ExtendedOperations = true
	if _, content, err := large.GetLanguageModelFile(t.Context(), testAccount, "m", "f"); err != nil || len(content) != transport.DefaultMaxBytes {
		t.Errorf("a large file: %d bytes, %v", len(content), err)
	}
	for name, isMade := range map[string]bool{"From transcript edits": true, "from transcript edits ": true, "From transcript edits.txt": false, "": false} {
		if got := (&LanguageModelFile{Name: name}).IsServiceMade(); got != isMade {
			t.Errorf("%q is of the service's own: %t", name, got)
		}
	}
}

// TestTrainRepeated loses the answer of X8 or X9 once: the refusal of the second attempt is about the first.
func TestTrainRepeated(t *testing.T) {
	t.Parallel()
	refuse := func(w http.ResponseWriter, status int) {
		answerJSON(w, status, map[string]any{"ErrorType": "INVALID_INPUT", "Message": "no"})
	}
	for name, test := range map[string]struct {
		isLost, isUnderWay bool
		status             int
		fails              bool
	}{
		"400 after a lost answer":          {isLost: true, isUnderWay: true, status: 400},
		"409 after a lost answer":          {isLost: true, isUnderWay: true, status: 409},
		"400, and no training":             {isLost: true, status: 400, fails: true},
		"400 at once":                      {isUnderWay: true, status: 400, fails: true},
		"403 after a lost answer":          {isLost: true, isUnderWay: true, status: 403, fails: true},
		"no answer at all that says where": {isLost: true, status: 409, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newLanguageService("One")
				if test.isUnderWay {
					s.models[0]["state"] = "processing"
				}
				attempts := 0
				s.intercept = func(w http.ResponseWriter, r *http.Request, _ func(http.ResponseWriter)) bool {
					if r.Method == http.MethodGet {
						return false
					}
					if attempts++; test.isLost && attempts == 1 {
						lose(w, nil)
					} else {
						refuse(w, test.status)
					}
					return true
				}
				c := serveInBubble(t, s.ServeHTTP, onlyToken, extended)
				model, err := c.TrainLanguageModel(t.Context(), testAccount, "m1")
				if test.fails != (err != nil) || err == nil && model.Training() != TrainingUnderWay {
					t.Errorf("%+v, %v", model, err)
				}
				attempts = 0
				wasUnderWay, err := c.CancelLanguageModelTraining(t.Context(), testAccount, "m1")
				if is400 := test.status == http.StatusBadRequest; is400 != (err == nil) || wasUnderWay != (is400 && test.isLost) {
					t.Errorf("canceled %t, %v", wasUnderWay, err)
				}
			})
		})
	}
}

// TestLanguageModelOperationsFail has each operation fail in the ways that its caller tells apart.
func TestLanguageModelOperationsFail(t *testing.T) {
	t.Parallel()
	operations := map[string]func(context.Context, *Client) error{
		"X5": func(ctx context.Context, c *Client) error {
			_, err := c.FindLanguageModels(ctx, testAccount, "a", "en-US")
			return err
		},
		"X6": func(ctx context.Context, c *Client) error {
			_, err := c.GetLanguageModel(ctx, testAccount, "m")
			return err
		},
		"X7": func(ctx context.Context, c *Client) error { return c.DeleteLanguageModel(ctx, testAccount, "m") },
		"X8": func(ctx context.Context, c *Client) error {
			_, err := c.TrainLanguageModel(ctx, testAccount, "m")
			return err
		},
		"X9": func(ctx context.Context, c *Client) error {
			_, err := c.CancelLanguageModelTraining(ctx, testAccount, "m")
			return err
		},
		"X10": func(ctx context.Context, c *Client) error {
			_, _, err := c.GetLanguageModelFile(ctx, testAccount, "m", "f")
			return err
		},
		"X11": func(ctx context.Context, c *Client) error {
			_, err := c.UpdateLanguageModelFile(ctx, testAccount, "m", "f", LanguageModelFileUpdate{})
			return err
		},
	}
	for name, call := range operations {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := func(status int, body string) *Client {
				return answers(t, status, body, onlyToken, noRetries, extended)
			}
			for _, status := range []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented} {
				if err := call(t.Context(), answer(status, "")); !IsUnsupported(err) || IsNotFound(err) || !strings.Contains(err.Error(), name) {
					t.Errorf("a service without it: %v", err)
				}
			}
			if err := call(t.Context(), answer(http.StatusBadRequest, `{"ErrorType":"INVALID_INPUT"}`)); (err == nil) != (name == "X9") {
				t.Errorf("refused: %v", err)
			}
			if err := call(t.Context(), answer(http.StatusBadRequest, "")); err == nil {
				t.Error("refused by a gateway, and no error")
			}
			for _, gone := range []*Client{answer(http.StatusNotFound, `{"ErrorType":"NOT_FOUND"}`), answer(http.StatusBadRequest, `{"ErrorType":"ACCOUNT_NOT_FOUND"}`)} {
				if err := call(t.Context(), gone); !IsNotFound(err) {
					t.Errorf("gone: %v", err)
				}
			}
			err := call(t.Context(), serve(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") }, onlyToken))
			if refused, ok := errors.AsType[*NotExtendedError](err); !ok || refused.Extended != name {
				t.Errorf("not extended: %v", err)
			}
		})
	}
}
