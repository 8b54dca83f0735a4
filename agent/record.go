package agent

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"handrail/agent/llm"
	"handrail/journal"
	"handrail/tools"
)

// What of a conversation the journal keeps (docs/spec/13-journal.md#events: no
// large inputs).
const (
	inputLimit = 16 << 10 // bytes of a call's input; the pipeline's "called" has the same limit
	textLimit  = 1 << 20  // bytes of an answer
	thoughts   = 64 << 10 // bytes of what is thought before one
)

// record journals one event of the run.
func (r *run) record(ctx context.Context, call string, kind journal.Kind, data any) error {
	if err := r.loop.Journal.Record(ctx, journal.New(r.id, call, kind, data)); err != nil {
		return fmt.Errorf("the journal cannot be written, so the run cannot go on: %w", err)
	}
	return nil
}

func (r *run) model() string { return r.loop.Provider.Name() + "/" + r.loop.Model }

// join is errors.Join that leaves a single error as it is.
func join(err, more error) error {
	switch {
	case more == nil:
		return err
	case err == nil:
		return more
	}
	return errors.Join(err, more)
}

// isClosing reports whether work ends because Handrail closes.
func isClosing(ctx context.Context) bool { return errors.Is(context.Cause(ctx), journal.ErrClosing) }

// stateOf is how a run ended: cancelled by the person, failed by itself, or
// halted by a hook or by this loop. One that was cut because Handrail closes can go on:
// nobody knows what would have come of it.
func stateOf(ctx context.Context, err error) journal.RunState {
	var silent *SilentError
	var input *InputError
	switch {
	case err == nil:
		return journal.Done
	case isClosing(ctx):
		return journal.Unknown
	case ctx.Err() != nil, errors.As(err, new(*HaltError)):
		return journal.Cancelled
	case llm.AsError(err) != nil, errors.As(err, &silent), errors.As(err, &input):
		return journal.Failed
	}
	return journal.Halted
}

// reasonOf is an error in the words of a person.
func reasonOf(err error) string {
	switch {
	case errors.Is(err, context.Canceled):
		return "it was cancelled"
	case errors.Is(err, context.DeadlineExceeded):
		return "its time was up"
	case errors.Is(err, journal.ErrClosing):
		return "Handrail closed before it"
	}
	return err.Error()
}

// forJournal bounds an answer's text.
func forJournal(text string) string {
	text, _ = tools.Fit(text, textLimit)
	return text
}

// thinkingForJournal bounds what a model has thought.
func thinkingForJournal(text string) string {
	text, _ = tools.Fit(text, thoughts)
	return text
}

// inputForJournal keeps a call's arguments as JSON: what is not an object
// becomes a JSON string, and long strings, then the whole, are named by size
// and SHA-256 where the input is large.
func inputForJournal(arguments string) json.RawMessage {
	raw := input(arguments)
	if raw[0] != '{' || !json.Valid(raw) {
		text, _ := tools.Fit(string(raw), inputLimit)
		quoted, err := json.Marshal(text)
		if err != nil { // a string always marshals
			return json.RawMessage("{}")
		}
		return quoted
	}
	if tools.SensitiveInput(raw) { // it names a file that holds secrets (docs/spec/13-journal.md)
		return named(raw)
	}
	if len(raw) <= inputLimit {
		return raw
	}
	if short, ok := shorten(raw, 1024, inputLimit, leftOut); ok {
		return short
	}
	return named(raw)
}

// named stands for an input that is not kept.
func named(raw json.RawMessage) json.RawMessage {
	all, err := json.Marshal(map[string]string{"left_out": leftOut(string(raw))})
	if err != nil { // texts always marshal
		return json.RawMessage("{}")
	}
	return all
}

func leftOut(s string) string {
	sum := sha256.Sum256([]byte(s))
	return fmt.Sprintf("[%d bytes left out, SHA-256 %s]", len(s), hex.EncodeToString(sum[:]))
}

// shorten replaces each string of a JSON value that has more than most bytes.
// It reports whether the value then fits into limit bytes.
func shorten(raw json.RawMessage, most, limit int, replace func(string) string) (json.RawMessage, bool) {
	var value any
	if json.Unmarshal(raw, &value) != nil {
		return raw, len(raw) <= limit
	}
	out, err := json.Marshal(walk(value, func(s string) string {
		if len(s) > most {
			return replace(s)
		}
		return s
	}))
	if err != nil {
		return raw, len(raw) <= limit
	}
	return out, len(out) <= limit
}

// walk applies f to every string in a JSON value but the keys.
func walk(v any, f func(string) string) any {
	switch v := v.(type) {
	case string:
		return f(v)
	case []any:
		for i := range v {
			v[i] = walk(v[i], f)
		}
	case map[string]any:
		for k := range v {
			v[k] = walk(v[k], f)
		}
	}
	return v
}
