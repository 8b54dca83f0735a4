package cli

import (
	"strings"

	"handrail/tools"
)

// errorText is an error with what to do about it.
func errorText(err error) string { return withAction(err.Error(), tools.ActionOf(err)) }

// withAction adds to a text what to do about it.
func withAction(text string, a tools.Action) string {
	words := actionWords(a)
	switch {
	case words == "":
		return text
	case text == "":
		return words
	case strings.HasSuffix(text, "."):
		return text + " " + words
	}
	return text + "; " + words
}

// actionWords words an action as a command; "" if there is none to do it.
func actionWords(a tools.Action) string {
	if words := serverActionWords(a) + webActionWords(a) + messageActionWords(a); words != "" {
		return words
	}
	switch a.Kind {
	case tools.TrustSpace:
		return "review what it can run and trust it: handrail space trust"
	case tools.ReviewChanges:
		return "review the changes: handrail space trust"
	case tools.RestoreChanges:
		return "to review it: handrail space trust; to put it back: handrail space restore"
	case tools.ListTrusted:
		return "`handrail space trust --show` lists them"
	case tools.ReadProblems:
		return "handrail check lists them."
	case tools.ReadDoctor:
		return "`handrail doctor` says what is missing"
	case tools.ChangeNetwork:
		return "handrail space network changes it."
	case tools.AllowHost:
		return "to allow " + a.Subject + ": `handrail space network` for this space, `handrail --network " + a.Subject + "` for one command"
	case tools.RevokeRegistries:
		return "To revoke: handrail space network --revoke"
	case tools.AskRegistries:
		return "To be asked again: handrail space network --revoke"
	case tools.RevokePaths:
		return "Revoke them on the space's page in the window."
	case tools.ListTools:
		return "`handrail tools` lists those there are"
	case tools.EnableTool:
		return "`handrail tools on " + a.Subject + "` turns it on again"
	case tools.ListHooks:
		return "`handrail hooks list` names them"
	case tools.DisableHook:
		return "to turn it off: handrail hooks disable " + a.Subject
	case tools.ListRules:
		return "`handrail rules list` shows the rules"
	case tools.AddRule:
		return "open Handrail's window and try again, or allow it beforehand with a rule: handrail rules add"
	case tools.AnswerBeforehand:
		return "handrail --confirm allow, or --confirm deny, answers beforehand"
	case tools.RevokeRule:
		return "remove that first: handrail rules revoke " + a.Subject + " '" + a.Detail + "'"
	case tools.ListGrants:
		return "`handrail grants list` shows your grants"
	case tools.ListRuns:
		return "`handrail runs list` lists them"
	case tools.ListCalls:
		return "`handrail runs show RUN` lists the calls of a run"
	case tools.SetSecret:
		return "set it with `handrail secrets set " + a.Subject + "`"
	case tools.ListPrograms:
		return "`handrail servers programs` lists the known programs"
	case tools.ListTokens:
		return "`handrail mcp token list` lists them"
	}
	return ""
}

// webActionWords words an action on the web; "" if it is none.
func webActionWords(a tools.Action) string {
	switch a.Kind {
	case tools.TurnWebOn:
		if a.Subject != "" {
			return "to turn it on here: `handrail web on --here`; to do as other spaces do: `handrail web follow`"
		}
		return "to turn it on: `handrail web on`, for this space alone `handrail web on --here`"
	case tools.AllowPages:
		return "to allow it: handrail web allow " + a.Subject
	case tools.CorrectPages:
		return "`handrail web` shows the list, `handrail web disallow` takes an entry from it"
	case tools.SetSearch:
		return "set one with `handrail web search`"
	case tools.CorrectSearch:
		return "correct it with `handrail web search`, and try it with `handrail web test`"
	case tools.CheckWayOut:
		return "set HTTPS_PROXY and NO_PROXY in your environment; a company's certificate belongs into the system's list, or a file that SSL_CERT_FILE names"
	}
	return ""
}

// messageActionWords words an action on channels and the outbox; "" if it is none.
func messageActionWords(a tools.Action) string {
	switch a.Kind {
	case tools.AddChannel:
		return "add one with `handrail channels add`"
	case tools.CorrectChannel:
		return "`handrail channels list` says what is wrong, `handrail channels test " + a.Subject + "` tries it"
	case tools.ReadOutbox:
		return "`handrail outbox list` shows what waits; `handrail outbox retry` and `handrail outbox drop` decide about it"
	}
	return ""
}

// serverActionWords words an action on a server; "" if it is none.
func serverActionWords(a tools.Action) string {
	switch a.Kind {
	case tools.ListServers:
		return "`handrail servers list` shows your servers"
	case tools.AddServer:
		return "add it with `handrail servers add`"
	case tools.EnableServer:
		return "`handrail servers on " + a.Subject + "` turns it on again"
	case tools.StartServer:
		return "start it on the Servers page of the window"
	case tools.TestServer:
		return "handrail servers test " + a.Subject
	case tools.InspectServer:
		return "handrail servers log " + a.Subject + " shows what it printed, handrail servers test " + a.Subject + " tries again."
	case tools.ReviewServer:
		return "`handrail servers changes " + a.Subject + "` shows the difference"
	case tools.ApproveServer:
		return "handrail servers approve " + a.Subject
	case tools.SignIn:
		return "to sign in: handrail servers sign-in " + a.Subject
	case tools.SecureServer:
		return "`handrail servers secure " + a.Subject + "` moves them to your keychain"
	case tools.AllowServer:
		return "to allow it again: `handrail servers allow " + a.Subject + "` or `handrail servers offer " + a.Subject + "`"
	case tools.GiveServerNeeds:
		return "to start it so: handrail servers needs " + a.Subject
	case tools.AllowServerHost, tools.AllowRefusedHost:
		return "to allow it: handrail servers allow " + a.Subject + " " + a.Detail
	case tools.AllowServerRead:
		return "to allow it: handrail servers allow " + a.Subject + " --read " + a.Detail
	case tools.AllowServerWrite:
		return "to allow it: handrail servers allow " + a.Subject + " --write " + a.Detail
	}
	return ""
}
