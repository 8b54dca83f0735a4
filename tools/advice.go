package tools

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// ForModel words an action for an agent, in a sentence: mostly what it can ask the
// person for. It names no command and no page, because an agent must do none of it
// itself. "" if there is no action.
func (a Action) ForModel() string {
	switch a.Kind {
	case ListTools:
		return "Use one of the tools that you were offered."
	case AllowRefusedHost:
		return "Don't ask for it again."
	}
	if words := a.request(); words != "" {
		return "Ask the person to " + words + "."
	}
	return ""
}

// request is what the person is asked to do.
func (a Action) request() string {
	if words := a.serverRequest() + a.webRequest(); words != "" {
		return words
	}
	switch a.Kind {
	case AddChannel:
		return "add a channel, if messages should go there"
	case CorrectChannel:
		return "look at the settings of the channel " + a.Subject
	case ReadOutbox:
		return "look at the messages that wait in the outbox"
	case TrustSpace:
		return "review what this space can run and trust it"
	case ReviewChanges:
		return "review what changed in this space"
	case RestoreChanges:
		return "review what changed in this space, or to restore it"
	case ListTrusted:
		return "look which files of this space they have trusted"
	case ReadProblems:
		return "look at the problems in the files of this space"
	case ReadDoctor:
		return "look at what the doctor says of this machine"
	case ChangeNetwork:
		return "change what programs of this space may reach"
	case AllowHost:
		return "allow " + a.Subject + " for this space, if it should be reached"
	case RevokeRegistries, AskRegistries:
		return "revoke their answer about package registries"
	case RevokePaths:
		return "revoke the paths that are allowed outside of this space"
	case EnableTool:
		return "turn the tool " + a.Subject + " on"
	case ListHooks:
		return "look which hooks this space has"
	case DisableHook:
		return "turn the hook " + a.Subject + " off, if it should be off"
	case ListRules:
		return "look which rules there are"
	case AddRule:
		return "open Handrail and try again, or to add a rule that allows this"
	case AnswerBeforehand:
		return "open Handrail and try again"
	case RevokeRule:
		return "remove the rule " + a.Subject + " " + a.Detail
	case ListGrants:
		return "look at what is always allowed"
	case ListRuns, ListCalls:
		return "look at the runs of this space"
	case SetSecret:
		return "set the secret " + a.Subject
	case ListPrograms:
		return "look which programs can use Handrail"
	case ListTokens:
		return "look which tokens for HTTP clients there are"
	}
	return ""
}

// serverRequest is the request about a server; "" if the action is about none.
func (a Action) serverRequest() string {
	switch a.Kind {
	case ListServers:
		return "look which servers there are"
	case AddServer:
		return "add the server"
	case EnableServer:
		return "turn the server " + a.Subject + " on"
	case StartServer:
		return "start the server " + a.Subject + " again"
	case TestServer:
		return "test the server " + a.Subject
	case InspectServer:
		return "look at what the server " + a.Subject + " printed, and to try again"
	case ReviewServer, ApproveServer:
		return "review what changed in the tools of the server " + a.Subject
	case ApproveProgram:
		return "look at what the server " + a.Subject + " runs, and to approve it if it is theirs"
	case SignIn:
		return "sign in to the server " + a.Subject
	case SecureServer:
		return "move the keys of the server " + a.Subject + " to the keychain"
	case AllowServer:
		return "allow the server " + a.Subject + " again what it should have"
	case GiveServerNeeds:
		if a.Detail == "" {
			return "let the server " + a.Subject + " have what it needs"
		}
		return "start the server " + a.Subject + " with " + a.Detail
	case AllowServerHost:
		return "let the server " + a.Subject + " reach " + a.Detail + ", if it should"
	case AllowServerRead:
		return "let the server " + a.Subject + " read " + a.Detail + ", if it should"
	case AllowServerWrite:
		return "let the server " + a.Subject + " write " + a.Detail + ", if it should"
	}
	return ""
}

// A Note is a text with what a person can do about it. In JSON it is the text.
type Note struct {
	Text   string
	Action Action
}

// MarshalText implements encoding.TextMarshaler.
func (n Note) MarshalText() ([]byte, error) { return []byte(n.Text), nil }

// WithWords adds the words for an action to a text, as a sentence of its own.
func WithWords(text, words string) string {
	switch {
	case words == "":
		return text
	case text == "":
		return words
	case strings.ContainsAny(text[len(text)-1:], ".!?"):
		return text + " " + capital(words)
	}
	return text + ". " + capital(words)
}

func capital(words string) string {
	first, size := utf8.DecodeRuneInString(words)
	return string(unicode.ToUpper(first)) + words[size:]
}

// webRequest is the request about the web; "" if the action is about something else.
func (a Action) webRequest() string {
	switch a.Kind {
	case TurnWebOn:
		return "turn the web on for this space, if it should be"
	case AllowPages:
		return "name " + a.Subject + " as a private host that may be fetched from, if it should be"
	case CorrectPages:
		return "correct the list of private hosts that may be fetched from"
	case SetSearch:
		return "set a provider for searches"
	case CorrectSearch:
		return "correct the provider for searches, or its key"
	case CheckWayOut:
		return "look at the proxy and the certificates of this machine"
	}
	return ""
}
