package tools

import (
	"errors"
	"fmt"
)

// An Action is what a person can do about what they read. Each face words it: a
// command in a terminal, a page of the window; ForModel words it for an agent, which
// can only ask the person. The zero Action is none.
type Action struct {
	Kind    ActionKind `json:"kind"`
	Subject string     `json:"subject,omitempty"` // what it is done to: the name of a server; "" where the kind says it
	Detail  string     `json:"detail,omitempty"`  // what is to be allowed: a host, a path, a rule; "" for most kinds
}

// An ActionKind says what is to be done.
type ActionKind string

// The kinds of actions on a space.
const (
	TrustSpace     ActionKind = "trust-space"     // review what the space can run, and trust it
	ReviewChanges  ActionKind = "review-changes"  // of what was trusted in the space
	RestoreChanges ActionKind = "restore-changes" // review them, or put them back
	ListTrusted    ActionKind = "list-trusted"    // the files that were trusted
	ReadProblems   ActionKind = "read-problems"   // of the space's files
	ReadDoctor     ActionKind = "read-doctor"     // what works on this machine

	ChangeNetwork    ActionKind = "change-network"    // that programs of the space may reach
	AllowHost        ActionKind = "allow-host"        // Subject, for programs of the space
	RevokeRegistries ActionKind = "revoke-registries" // that were allowed for builds
	AskRegistries    ActionKind = "ask-registries"    // have the question asked again
	RevokePaths      ActionKind = "revoke-paths"      // that were granted beyond the space's folder
	TurnWebOn        ActionKind = "turn-web-on"       // pages may be fetched; Subject: the space that says otherwise itself, "" where the settings do for all
	AllowPages       ActionKind = "allow-pages"       // of the private host Subject
	CorrectPages     ActionKind = "correct-pages"     // the list of private hosts that pages may be fetched from
	SetSearch        ActionKind = "set-search"        // who is asked when the web is searched
	CorrectSearch    ActionKind = "correct-search"    // that, or its key
	CheckWayOut      ActionKind = "check-way-out"     // the proxy and the certificates of this machine
)

// The kinds of actions on tools, hooks, rules and the record.
const (
	ListTools        ActionKind = "list-tools"
	EnableTool       ActionKind = "enable-tool"
	ListHooks        ActionKind = "list-hooks"
	DisableHook      ActionKind = "disable-hook"
	ListRules        ActionKind = "list-rules"
	AddRule          ActionKind = "add-rule"          // that allows the act beforehand
	AnswerBeforehand ActionKind = "answer-beforehand" // for all questions of a command
	RevokeRule       ActionKind = "revoke-rule"       // Detail; Subject is what it says: deny, ask, allow
	ListGrants       ActionKind = "list-grants"
	ListRuns         ActionKind = "list-runs"
	ListCalls        ActionKind = "list-calls" // of a run
	SetSecret        ActionKind = "set-secret"

	ListPrograms ActionKind = "list-programs" // that Handrail can be added to
	ListTokens   ActionKind = "list-tokens"   // by which programs come over HTTP
)

// The kinds of actions on messages.
const (
	AddChannel     ActionKind = "add-channel"
	CorrectChannel ActionKind = "correct-channel" // Subject
	ReadOutbox     ActionKind = "read-outbox"     // decide what becomes of what waits there
)

// The kinds of actions on a server, which is the Subject.
const (
	ListServers    ActionKind = "list-servers" // there is no Subject
	AddServer      ActionKind = "add-server"   // likewise
	EnableServer   ActionKind = "enable-server"
	StartServer    ActionKind = "start-server" // that the person has stopped
	TestServer     ActionKind = "test-server"
	InspectServer  ActionKind = "inspect-server"  // read what it printed, then try again
	ReviewServer   ActionKind = "review-server"   // see how its tools changed
	ApproveServer  ActionKind = "approve-server"  // its tools that changed
	ApproveProgram ActionKind = "approve-program" // what it runs, which changed
	SignIn         ActionKind = "sign-in"
	SecureServer   ActionKind = "secure-server" // move its keys to the keychain

	AllowServer      ActionKind = "allow-server"       // once more what it was allowed, or offer it
	AllowServerHost  ActionKind = "allow-server-host"  // to reach Detail
	AllowRefusedHost ActionKind = "allow-refused-host" // likewise, after they have said no: agents are not to ask again
	AllowServerRead  ActionKind = "allow-server-read"  // Detail
	AllowServerWrite ActionKind = "allow-server-write" // Detail
	GiveServerNeeds  ActionKind = "give-server-needs"  // what well-known servers of its kind need: Detail is one thing of it
)

// ActionKinds returns the kinds of actions: each face has words for all of them.
func ActionKinds() []ActionKind {
	return []ActionKind{
		TrustSpace, ReviewChanges, RestoreChanges, ListTrusted, ReadProblems, ReadDoctor,
		ChangeNetwork, AllowHost, RevokeRegistries, AskRegistries, RevokePaths, TurnWebOn, AllowPages, CorrectPages, SetSearch, CorrectSearch, CheckWayOut,
		ListTools, EnableTool, ListHooks, DisableHook, ListRules, AddRule, AnswerBeforehand, RevokeRule, ListGrants, ListRuns, ListCalls, SetSecret,
		ListPrograms, ListTokens, AddChannel, CorrectChannel, ReadOutbox,
		ListServers, AddServer, EnableServer, StartServer, TestServer, InspectServer, ReviewServer, ApproveServer, ApproveProgram, SignIn, SecureServer,
		AllowServer, AllowServerHost, AllowRefusedHost, AllowServerRead, AllowServerWrite, GiveServerNeeds,
	}
}

// Advise makes an error about which a person can do something. Its text is fmt.Errorf's,
// and does not say what: that is the Action.
func Advise(a Action, format string, args ...any) error {
	return &advised{fmt.Errorf(format, args...), a}
}

// ActionOf is what a person can do about an error; none if the error does not know.
func ActionOf(err error) Action {
	var a interface{ advice() Action }
	if errors.As(err, &a) {
		return a.advice()
	}
	return Action{}
}

// ActionIn is the Action of the first error among what a text was made of; none if no
// error there has one.
func ActionIn(args []any) Action {
	for _, arg := range args {
		if err, ok := arg.(error); ok {
			if a := ActionOf(err); a != (Action{}) {
				return a
			}
		}
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

func (a *advised) advice() Action { return a.action }
