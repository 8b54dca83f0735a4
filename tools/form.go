package tools

import (
	"context"
	"encoding/json"
	"time"
)

// A Form is what a server wants to know from the person while one of its tools
// runs: MCP's elicitation (docs/spec/08-mcp.md). Its words are the server's:
// they are shown literally, as what the server says.
type Form struct {
	ID      string          // unique
	Server  string          // whose form it is
	Tool    string          // the qualified name of the tool that runs; "" if none does
	Call    string          // the journal's call id; "" if no call waits for it, or it could be one of several
	Calls   []string        // all calls of the server that it could belong to, the latest last
	Space   string          // the space's folder
	Message string          // what the server says
	Schema  json.RawMessage // a flat JSON Schema: text, numbers, booleans and choices; nil with URL
	Sent    json.RawMessage // the same as the server wrote it, for a program that shows it in our place
	URL     string          // a page that the person is asked to open instead
	Warning string          // what Handrail has to say of it, in whole sentences; "" is nothing. It is shown as ours
	Limit   time.Duration   // how long the answer may take, from when the form is shown
}

// FormAction is what the person does with a Form, in MCP's words.
type FormAction string

// The actions. Everything but Accept carries no content.
const (
	Accept  FormAction = "accept"
	Decline FormAction = "decline"
	Cancel  FormAction = "cancel" // closed, or no answer in time
)

// A FormAnswer is what became of a Form.
type FormAnswer struct {
	Action  FormAction
	Content json.RawMessage // an object that fits the schema, with Accept
}

// A Former shows a Form to the person and waits. An error means that nobody
// could be asked. When ctx ends the form is taken back and ctx's error returned.
type Former interface {
	Fill(ctx context.Context, f Form) (FormAnswer, error)
}
