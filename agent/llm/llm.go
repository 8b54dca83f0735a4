// Package llm holds the nouns of talking to a language model: a Provider, what
// it is asked, and the events that it answers with. Providers live in packages
// below this one and never import each other. The package also has what all of
// them share: the kinds of errors, trying again, and the guard of an HTTP
// exchange. It imports nothing of ours.
package llm

import (
	"context"
	"encoding/json"
	"iter"
)

// A Provider streams the answers of a language model (docs/spec/14-agents.md).
type Provider interface {
	// Name is what the settings call the provider: "anthropic", "ollama", "guide".
	Name() string
	// Stream asks once and yields the answer as it comes. The rules:
	//
	//   - A whole answer ends with one Stop. Everything else ends with an error,
	//     which comes last and with a nil Event: an *Error, or ctx's own error.
	//   - Calls are numbered from 0 in the order in which they begin. Each begins
	//     with CallStart and is settled by one CallDone before Stop.
	//   - A Retry takes back every event before it but Usage: the provider asks again.
	//   - Text is valid UTF-8. No error holds a key.
	//   - Leaving the loop early closes the connection at once, and so does
	//     cancelling ctx.
	//
	// The sequence can be ranged over once. Collect checks these rules.
	Stream(ctx context.Context, req Request) iter.Seq2[Event, error]
}

// A Request is everything that a model needs to answer once.
type Request struct {
	Model     string // the provider's own name of the model, without the provider: "qwen3"
	System    string // the system prompt; may be empty
	Messages  []Message
	Tools     []Tool
	MaxTokens int // how long the answer may be; 0: the provider's default
}

// A Tool is what a model is told of a tool.
type Tool struct {
	Name        string // [A-Za-z0-9_-]{1,64}
	Description string
	Schema      json.RawMessage // JSON Schema of the input, of type object
}

// Role says who speaks in a Message.
type Role string

// The roles. A Results message follows the Assistant message whose calls it
// answers: one result for each call, in the same order.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	Results   Role = "results"
)

// A Message is one part of a conversation.
type Message struct {
	Role    Role
	Text    string   // of the person or the model
	Images  []Image  // of the person
	Calls   []Call   // of the model
	Results []Result // of a Results message
	Opaque  Opaque   // of the model: what its provider wants to see again
}

// A Call is a model's wish to use a tool, as the model wrote it.
type Call struct {
	ID        string // unique in the conversation
	Name      string
	Arguments string // a JSON object, if the model did as it was told; it may be any text
}

// A Result answers a Call.
type Result struct {
	CallID  string
	Name    string // of the tool
	Text    string
	Images  []Image
	IsError bool
}

// An Image is a picture for a model.
type Image struct {
	MIME string // image/png, image/jpeg, image/gif, image/webp
	Data []byte
}

// Opaque is what a provider put aside of an answer and must be given again
// with it: signed thinking, signatures of calls. It means something only to
// the provider and the model that made it, and may be dropped.
type Opaque struct {
	Provider string
	Model    string
	Data     json.RawMessage
}

// For returns the data if it was made by this provider and model, else nil.
func (o Opaque) For(provider, model string) json.RawMessage {
	if o.Provider != provider || o.Model != model {
		return nil
	}
	return o.Data
}

// Object returns the arguments as a JSON object, always: servers refuse a
// conversation in which a call's arguments are anything else. No arguments are
// an empty object; text that is not an object is put in one.
func (c Call) Object() json.RawMessage {
	if c.Arguments == "" {
		return json.RawMessage("{}")
	}
	var object map[string]json.RawMessage
	if err := json.Unmarshal([]byte(c.Arguments), &object); err == nil && object != nil {
		return json.RawMessage(c.Arguments)
	}
	raw, err := json.Marshal(map[string]string{"invalid_arguments": c.Arguments})
	if err != nil { // a string always marshals
		return json.RawMessage("{}")
	}
	return raw
}

// A Model is one entry of a provider's list of models.
type Model struct {
	ID     string
	Name   string // for people; ID if the provider has none
	Window int    // tokens of context; 0: the provider does not say
}

// Usage counts the tokens of one answer or of several.
type Usage struct {
	Input      int     // tokens read, without those from the cache
	Output     int     // tokens written, thinking included
	CacheRead  int     // tokens read from the provider's cache
	CacheWrite int     // tokens written to it
	Cost       float64 // US dollars, where the server itself says so; 0: not known
}

// Add sums two usages.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		Input: u.Input + v.Input, Output: u.Output + v.Output, CacheRead: u.CacheRead + v.CacheRead,
		CacheWrite: u.CacheWrite + v.CacheWrite, Cost: u.Cost + v.Cost,
	}
}

// Context is how many tokens the model read: what fills its window.
func (u Usage) Context() int { return u.Input + u.CacheRead + u.CacheWrite }
