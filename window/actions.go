package window

import (
	"fmt"

	"handrail/tools"
)

// ErrorText is an error of a bound method as the page shows it: with what to do about
// it, in the window.
func ErrorText(err error) any { return withAction(err.Error(), tools.ActionOf(err)) }

// withAction adds to a text where in the window something is done about it.
func withAction(text string, a tools.Action) string { return tools.WithWords(text, actionWords(a)) }

// actionWords words an action by where in the window it is done; "" if there is none.
func actionWords(a tools.Action) string {
	if words := serverActionWords(a) + webActionWords(a) + messageActionWords(a); words != "" {
		return words
	}
	switch a.Kind {
	case tools.TrustSpace:
		return "Review what it can run and trust it on the Trust page."
	case tools.ReviewChanges:
		return "Review the changes on the Trust page."
	case tools.RestoreChanges:
		return "Review or restore it on the Trust page."
	case tools.ListTrusted:
		return "The Trust page lists them."
	case tools.ReadProblems:
		return "The Problems page lists them."
	case tools.ReadDoctor:
		return "The Doctor page of the settings says what is missing."
	case tools.ChangeNetwork:
		return "Change it on the page Sandbox and network."
	case tools.AllowHost:
		return fmt.Sprintf("If it should be reached, allow %s on the page Sandbox and network.", a.Subject)
	case tools.RevokeRegistries:
		return "Revoke it on the page Sandbox and network."
	case tools.AskRegistries:
		return "To be asked again, revoke the answer on the page Sandbox and network."
	case tools.RevokePaths:
		return "Revoke them on the page Sandbox and network."
	case tools.ListTools:
		return "The Tools page lists them."
	case tools.EnableTool:
		return "Turn it on, on the Tools page."
	case tools.ListHooks:
		return "The Hooks page lists them."
	case tools.DisableHook:
		return fmt.Sprintf("Turn %s off on the Hooks page.", a.Subject)
	case tools.ListRules:
		return "The Rules page lists them."
	case tools.AddRule, tools.AnswerBeforehand:
		return "Try again while this window is open, or add a rule on the Rules page."
	case tools.RevokeRule:
		return "Remove that one first, on the Rules page."
	case tools.ListGrants:
		return "The Rules page lists what is always allowed."
	case tools.ListRuns, tools.ListCalls:
		return "The Runs page lists them."
	case tools.SetSecret:
		return fmt.Sprintf("Set %s on the Secrets page of the settings.", a.Subject)
	case tools.ListPrograms:
		return "The page Use Handrail in other programs lists them."
	case tools.ListTokens:
		return "The page Use Handrail in other programs lists them."
	}
	return ""
}

// webActionWords words an action on the web; "" if it is none.
func webActionWords(a tools.Action) string {
	switch a.Kind {
	case tools.TurnWebOn:
		if a.Subject != "" { // the space's own setting
			return "Change it on the page Sandbox and network of the space."
		}
		return "Turn it on, on the Web page of the settings, or for this space alone on the page Sandbox and network."
	case tools.AllowPages:
		return fmt.Sprintf("If pages of %s should be fetched, add it to the private hosts on the Web page of the settings.", a.Subject)
	case tools.CorrectPages:
		return "Correct the private hosts on the Web page of the settings."
	case tools.SetSearch:
		return "Choose one on the Web page of the settings."
	case tools.CorrectSearch:
		return "Correct it on the Web page of the settings."
	case tools.CheckWayOut:
		return "Set the proxy on the Proxy page of the settings; a company's certificate belongs into the system's list, or a file that SSL_CERT_FILE names."
	}
	return ""
}

// messageActionWords words an action on channels and the outbox; "" if it is none.
func messageActionWords(a tools.Action) string {
	switch a.Kind {
	case tools.AddChannel:
		return "Add one on the Channels page of the settings."
	case tools.CorrectChannel:
		return fmt.Sprintf("Look at %s on the Channels page of the settings.", a.Subject)
	case tools.ReadOutbox:
		return "The Channels page of the settings shows what waits, and lets you decide about it."
	}
	return ""
}

// serverActionWords words an action on a server; "" if it is none.
func serverActionWords(a tools.Action) string {
	switch a.Kind {
	case tools.ListServers:
		return "The Servers page lists your servers."
	case tools.AddServer:
		return "Add it on the Servers page."
	case tools.EnableServer:
		return fmt.Sprintf("Turn %s on, on the Servers page.", a.Subject)
	case tools.StartServer:
		return fmt.Sprintf("Start %s on the Servers page.", a.Subject)
	case tools.TestServer:
		return fmt.Sprintf("Test %s on the Servers page.", a.Subject)
	case tools.InspectServer:
		return fmt.Sprintf("The Servers page shows what %s printed; test it there to try again.", a.Subject)
	case tools.ReviewServer, tools.ApproveServer:
		return fmt.Sprintf("Review the tools of %s on the Servers page.", a.Subject)
	case tools.ApproveProgram:
		return fmt.Sprintf("Look at what changed, and approve the program of %s on the Servers page.", a.Subject)
	case tools.SignIn:
		return fmt.Sprintf("Sign in to %s on the Servers page.", a.Subject)
	case tools.SecureServer:
		return fmt.Sprintf("Move the keys of %s to your keychain on the Servers page.", a.Subject)
	case tools.AllowServer:
		return fmt.Sprintf("Allow %s again what it should have, on the Servers page.", a.Subject)
	case tools.GiveServerNeeds:
		if a.Detail == "" {
			return fmt.Sprintf("Edit %s on the Servers page: the preview offers what it needs.", a.Subject)
		}
		return fmt.Sprintf("Edit %s on the Servers page and add the argument %s.", a.Subject, a.Detail)
	case tools.AllowServerHost, tools.AllowRefusedHost:
		return fmt.Sprintf("If %s should reach %s, allow it on the Servers page.", a.Subject, a.Detail)
	case tools.AllowServerRead:
		return fmt.Sprintf("If %s should read %s, allow it on the Servers page.", a.Subject, a.Detail)
	case tools.AllowServerWrite:
		return fmt.Sprintf("If %s should write %s, allow it on the Servers page.", a.Subject, a.Detail)
	}
	return ""
}
