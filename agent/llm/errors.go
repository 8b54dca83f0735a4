package llm

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Kind is one of a closed set of reasons why a model gave no whole answer. It
// is itself an error, so that errors.Is(err, llm.RateLimited) asks for it.
type Kind string

// The kinds of errors.
const (
	RateLimited    Kind = "rate_limited"     // too many requests; RetryAfter may say how long to wait
	Overloaded     Kind = "overloaded"       // the service has too much to do
	ServerFailed   Kind = "server_failed"    // any other failure on the other side
	Network        Kind = "network"          // no connection, or no answer
	BrokenStream   Kind = "broken_stream"    // the answer broke off or was not what the protocol says
	Auth           Kind = "auth"             // the key is missing, wrong, or may not do this
	Quota          Kind = "quota"            // the account has no credit left
	UnknownModel   Kind = "unknown_model"    // the server has no such model, or there is no such server path
	ContextTooLong Kind = "context_too_long" // the conversation does not fit into the model's window
	BadRequest     Kind = "bad_request"      // the server did not accept the request
	BadScript      Kind = "bad_script"       // a script of the scripted provider is broken
)

// Error implements error.
func (k Kind) Error() string { return strings.ReplaceAll(string(k), "_", " ") }

// An Error says why a model gave no whole answer, and what to do. It holds no
// key: what a server says is cleaned of it, and the HTTP request is not kept.
type Error struct {
	Kind       Kind
	Provider   string
	Status     int           // of HTTP; 0 where there was no answer
	Message    string        // what happened, in one line; may quote the server
	Hint       string        // what to do; may be empty
	RetryAfter time.Duration // what the server asked for; 0: it did not say
	Final      bool          // trying again is of no use, whatever the kind says
	Err        error         // the cause, where it is not the server; may be nil
}

// Error implements error.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Provider != "" {
		b.WriteString(e.Provider)
		b.WriteString(": ")
	}
	b.WriteString(e.what())
	if e.Status != 0 {
		fmt.Fprintf(&b, " (HTTP %d)", e.Status)
	}
	if e.Hint != "" {
		b.WriteString(". ")
		b.WriteString(e.Hint)
	}
	return b.String()
}

// what is the message, or the kind's name where there is none.
func (e *Error) what() string {
	if e.Message == "" {
		return e.Kind.Error()
	}
	return e.Message
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is reports whether target is the error's Kind.
func (e *Error) Is(target error) bool {
	return target == error(e.Kind)
}

// Passing reports whether the same request may succeed later.
func (e *Error) Passing() bool {
	if e.Final {
		return false
	}
	switch e.Kind {
	case RateLimited, Overloaded, ServerFailed, Network, BrokenStream:
		return true
	}
	return false
}

// AsError finds the *Error in err, or returns nil.
func AsError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return nil
}

// hint is what to do about an error of a kind, where there is something.
func hint(k Kind, provider string) string {
	switch k {
	case Auth:
		return fmt.Sprintf("Set its key: Settings, Models, or models.providers.%s.key in settings.json", provider)
	case Quota:
		return "Add credit to the account, or choose another model"
	case UnknownModel:
		return fmt.Sprintf("Choose a model that it has, or check models.providers.%s.url in settings.json", provider)
	case ContextTooLong:
		return "Start a new conversation, or choose a model with a larger window"
	case RateLimited, Overloaded, ServerFailed:
		return "Try again later, or choose another model"
	}
	return ""
}
