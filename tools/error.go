package tools

import (
	"errors"
	"fmt"
)

// Code is one of a closed set of reasons why a call did not succeed
// (docs/spec/01-command-line.md#error-codes).
type Code string

// The error codes. There are no others.
const (
	NotFound         Code = "not_found"         // no such tool, or not available, with the reason
	InvalidArgs      Code = "invalid_args"      // the input does not fit the schema
	ExecutionFailed  Code = "execution_failed"  // it ran and failed
	PermissionDenied Code = "permission_denied" // a deny rule, the mode, trust, a protected path, an unread file
	Blocked          Code = "blocked"           // a hook said no
	Declined         Code = "declined"          // the person said no, or nobody could be asked
	Expired          Code = "expired"           // no answer in time
	FileNotFound     Code = "file_not_found"
	InvalidPath      Code = "invalid_path" // outside the roots
	TooLarge         Code = "too_large"
	PatchFailed      Code = "patch_failed"
	Timeout          Code = "timeout"
	Cancelled        Code = "cancelled"
	NetworkDisabled  Code = "network_disabled"
	Unavailable      Code = "unavailable" // it cannot work here or now
)

// Codes returns the whole closed set, in the order of this file.
func Codes() []Code {
	return []Code{
		NotFound, InvalidArgs, ExecutionFailed, PermissionDenied, Blocked, Declined, Expired, FileNotFound,
		InvalidPath, TooLarge, PatchFailed, Timeout, Cancelled, NetworkDisabled, Unavailable,
	}
}

// Refused reports whether the code says that the act was not allowed to
// happen, rather than that it happened badly. The command line exits with 3.
func (c Code) Refused() bool {
	switch c {
	case PermissionDenied, Blocked, Declined, Expired, NotFound, Unavailable:
		return true
	}
	return false
}

// ErrInSpace says of what was to be granted that it lies in the space, where no grant gives anything.
var ErrInSpace = errors.New("it lies in the space, and nothing was granted: tools of the space reach it anyway")

// An Error is a refusal or failure that the agent can learn from. Message is a
// sentence that says what and why; what the caller itself can do about it stands
// there too, and what only a person can do is the Action. It never holds a secret.
type Error struct {
	Code    Code   `json:"code"`
	Message string `json:"message"`
	Action  Action `json:"-"`
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// ForModel is the message as an agent reads it: with what it can ask the person for.
func (e *Error) ForModel() string { return WithWords(e.Message, e.Action.ForModel()) }

func (e *Error) advice() Action { return e.Action }

// Errorf makes an Error. The message must not hold secrets. It has the Action of the
// error that it is made of, if there is one among args.
func Errorf(code Code, format string, args ...any) *Error {
	return &Error{Code: code, Message: fmt.Sprintf(format, args...), Action: ActionIn(args)}
}

// Advise says what a person can do about the error, and returns it.
func (e *Error) Advise(a Action) *Error {
	e.Action = a
	return e
}

// An Unfit is an error of Prepare, of an act that cannot be settled, with what it would have touched. What is denied is denied whether it
// could be settled or not: Would is judged, and the error is told only if that is not denied.
type Unfit struct {
	Err   error
	Would Preview
}

// Error implements error.
func (u *Unfit) Error() string { return u.Err.Error() }

// Unwrap makes AsError find the refusal.
func (u *Unfit) Unwrap() error { return u.Err }

// AsError finds the Error in err. Any other error becomes execution_failed
// with its text and its Action; nil stays nil.
func AsError(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{Code: ExecutionFailed, Message: err.Error(), Action: ActionOf(err)}
}
