// Package scripted is a provider that plays turns from a file: for tests,
// tours and demonstrations. It needs no network and understands nothing.
//
// # The format
//
// A script is JSON lines, UTF-8: one object a line, one line for each answer of
// the "model". Empty lines and lines that begin with # are skipped. An unknown
// field is an error, so that a typing mistake is seen. All fields are optional:
//
//	text       string   the answer's text
//	thinking   string   what it "thinks" before
//	calls      list     tool calls: {"name": "read", "arguments": {"path": "README.md"}, "id": "c1"}
//	                    "arguments" is an object; a string is sent as it is, so that a
//	                    script can play a model that writes broken JSON. "id" may be
//	                    left out: then it is "call_<turn>_<number>"
//	agent      string   the turn is only for the agent with this id, as sub-agents have them;
//	                    see "Which turn is played"
//	delay_ms   number   pause before each word and each call, in milliseconds (at most
//	                    10,000); without it, the provider's Delay
//	suggest    list     what the person may say next, as texts: a face shows them to be pressed
//	stop       string   end, calls, max_tokens, refusal, window; without it, calls if there
//	                    are calls, else end
//	usage      object   {"input": 120, "output": 30}: tokens that it claims to have used
//	retry      object   {"wait_ms": 2000, "reason": "the server said 429"}: first waits and
//	                    says why, as a busy provider does
//	error      object   {"kind": "rate_limited", "message": "…"}: after the text the answer
//	                    breaks off with this error; the kinds are those of package llm
//
// An example of three turns:
//
//	# The tour of examples/welcome
//	{"text": "I look at what is here.", "calls": [{"name": "listdir", "arguments": {"path": "."}}]}
//	{"text": "Now the notes.", "calls": [{"name": "read", "arguments": {"path": "notes.md"}}], "delay_ms": 40}
//	{"text": "That was it."}
//
// # Which turn is played
//
// The turn is chosen by the conversation alone: the first answer is line 1, and
// an answer is line n+1 if the conversation has n answers already. So one
// provider serves several conversations at once, and a resumed one goes on
// where it stopped. A turn without calls ends a run; what the person says next
// is answered by the next turn, whatever it was. After the last turn the
// provider says that the script is over.
//
// One script can play several agents: an agent of which a turn says that it is for it has
// the turns that do, counted from the first of these; all others have those that name nobody.
package scripted

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"handrail/agent/llm"
)

// Limits of a script.
const (
	maxScript = 10 << 20         // bytes of a file
	maxDelay  = 10 * time.Second // of delay_ms
)

// A Script is a parsed file.
type Script struct{ turns []turn }

// Len is the number of turns.
func (s *Script) Len() int { return len(s.turns) }

// For is the part of the script that plays one agent, by its id: the turns that are for
// it, or those that are for nobody if there are none.
func (s *Script) For(agent string) *Script {
	own, rest := &Script{}, &Script{}
	for _, t := range s.turns {
		switch t.Agent {
		case "":
			rest.turns = append(rest.turns, t)
		case agent:
			own.turns = append(own.turns, t)
		}
	}
	if len(own.turns) > 0 {
		return own
	}
	return rest
}

// A turn is one line of the file, by its documented names.
type turn struct {
	Text     string     `json:"text"`
	Thinking string     `json:"thinking"`
	Calls    []call     `json:"calls"`
	Agent    string     `json:"agent"`
	DelayMS  *int64     `json:"delay_ms"`
	Suggest  []string   `json:"suggest"`
	Stop     string     `json:"stop"`
	Usage    usage      `json:"usage"`
	Retry    *retry     `json:"retry"`
	Error    *turnError `json:"error"`
}

type call struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

type usage struct {
	Input  int `json:"input"`
	Output int `json:"output"`
}

type retry struct {
	WaitMS int64  `json:"wait_ms"`
	Reason string `json:"reason"`
}

type turnError struct {
	Kind    llm.Kind `json:"kind"`
	Message string   `json:"message"`
}

// Parse reads a script. name is the file's, for errors: "tour.jsonl:3: …". Its
// error is an *llm.Error of kind llm.BadScript that names the first bad line.
func Parse(name string, data []byte) (*Script, error) {
	if len(data) > maxScript {
		return nil, bad("%s: the script has %d bytes; at most %d are read", name, len(data), maxScript)
	}
	s := &Script{}
	number := 0
	for line := range bytes.Lines(data) {
		number++
		if line = bytes.TrimSpace(line); len(line) == 0 || line[0] == '#' {
			continue
		}
		t, err := parseTurn(line)
		if err != nil {
			return nil, bad("%s:%d: %v", name, number, err)
		}
		s.turns = append(s.turns, t)
	}
	if len(s.turns) == 0 {
		return nil, bad("%s: the script has no turn: write one JSON object a line, such as {\"text\": \"Hello\"}", name)
	}
	return s, nil
}

func bad(format string, args ...any) error {
	return &llm.Error{Kind: llm.BadScript, Message: fmt.Sprintf(format, args...), Final: true}
}

func parseTurn(line []byte) (turn, error) {
	var t turn
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&t); err != nil {
		return t, explain(err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return t, errors.New("there is text after the object: one object a line")
	}
	return t, t.check()
}

// explain says in plain words what is wrong with a line.
func explain(err error) error {
	var syntax *json.SyntaxError
	var typ *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON at character %d: %w", syntax.Offset, err)
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return errors.New("the JSON object is not finished: it must stand on one line")
	case errors.As(err, &typ) && typ.Field == "":
		return fmt.Errorf("the line is a JSON %s; it must be an object", typ.Value)
	case errors.As(err, &typ):
		return fmt.Errorf("%q cannot be a %s", typ.Field, typ.Value)
	}
	return err
}

func (t *turn) check() error {
	if t.DelayMS != nil && (*t.DelayMS < 0 || time.Duration(*t.DelayMS)*time.Millisecond > maxDelay) {
		return fmt.Errorf("delay_ms is %d; it may be 0 to %d", *t.DelayMS, maxDelay.Milliseconds())
	}
	if t.Retry != nil && (t.Retry.WaitMS < 0 || time.Duration(t.Retry.WaitMS)*time.Millisecond > maxDelay) {
		return fmt.Errorf("retry.wait_ms is %d; it may be 0 to %d", t.Retry.WaitMS, maxDelay.Milliseconds())
	}
	switch llm.StopReason(t.Stop) {
	case "", llm.StopEnd, llm.StopCalls, llm.StopLength, llm.StopRefusal, llm.StopWindow:
	default:
		return fmt.Errorf("stop is %q; it may be end, calls, max_tokens, refusal or window", t.Stop)
	}
	if t.Error != nil && t.Error.Kind == "" {
		return errors.New(`error needs a kind, such as "rate_limited"`)
	}
	for i, c := range t.Calls {
		if c.Arguments == nil {
			continue
		}
		if first := c.Arguments[0]; first != '{' && first != '"' {
			return fmt.Errorf("the arguments of call %d must be an object (or a string, sent as it is)", i+1)
		}
	}
	return nil
}

// text is the call's arguments as the "model" writes them.
func (c call) text() string {
	if c.Arguments == nil {
		return "{}"
	}
	var s string
	if json.Unmarshal(c.Arguments, &s) == nil {
		return s
	}
	var b bytes.Buffer
	if err := json.Compact(&b, c.Arguments); err != nil {
		return string(c.Arguments)
	}
	return b.String()
}
