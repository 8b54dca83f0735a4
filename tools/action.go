package tools

import (
	"errors"
	"fmt"
)

// An Action is what a person can do about what they read. Each face words it: a
// command in a terminal, a page of the window. The zero Action is none.
type Action struct {
	Kind    ActionKind
	Subject string // what it is done to: the name of a server; "" where the kind says it
}

// An ActionKind says what is to be done.
type ActionKind string

// The kinds of actions.
const (
	TrustSpace    ActionKind = "trust-space"    // review what the space can run, and trust it
	ReviewChanges ActionKind = "review-changes" // of what was trusted in the space
	ReadProblems  ActionKind = "read-problems"  // of the space's files

	ChangeNetwork    ActionKind = "change-network"    // that programs of the space may reach
	RevokeRegistries ActionKind = "revoke-registries" // that were allowed for builds
	AskRegistries    ActionKind = "ask-registries"    // have the question asked again
	RevokePaths      ActionKind = "revoke-paths"      // that were granted beyond the space's folder

	ListServers ActionKind = "list-servers"
	ListHooks   ActionKind = "list-hooks"
	ListRuns    ActionKind = "list-runs"
	ListCalls   ActionKind = "list-calls" // of a run
	ListGrants  ActionKind = "list-grants"

	EnableServer  ActionKind = "enable-server"
	TestServer    ActionKind = "test-server"
	InspectServer ActionKind = "inspect-server" // read what it printed, then try again
	ApproveServer ActionKind = "approve-server" // its tools that changed
)

// ActionKinds returns the kinds of actions: each face has words for all of them.
func ActionKinds() []ActionKind {
	return []ActionKind{
		TrustSpace, ReviewChanges, ReadProblems, ChangeNetwork, RevokeRegistries, AskRegistries,
		RevokePaths, ListServers, ListHooks, ListRuns, ListCalls, ListGrants, EnableServer, TestServer, InspectServer, ApproveServer,
	}
}

// Advise makes an error about which a person can do something. Its text is fmt.Errorf's,
// and does not say what: that is the Action.
func Advise(a Action, format string, args ...any) error {
	return &advised{fmt.Errorf(format, args...), a}
}

// ActionOf is what a person can do about an error; none if the error does not know.
func ActionOf(err error) Action {
	var a *advised
	if errors.As(err, &a) {
		return a.action
	}
	return Action{}
}

// advised is an error with an Action.
type advised struct {
	error
	action Action
}

// Unwrap makes errors.Is and errors.As find what the text was made of.
func (a *advised) Unwrap() error { return a.error }
