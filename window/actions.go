package window

import "handrail/tools"

// ErrorText is an error of a bound method as the page shows it: with what to do about
// it, in the window.
func ErrorText(err error) any {
	if words := actionWords(tools.ActionOf(err)); words != "" {
		return err.Error() + ". " + words
	}
	return err.Error()
}

// actionWords words an action by where in the window it is done; "" if there is none.
func actionWords(a tools.Action) string {
	switch a.Kind {
	case tools.TrustSpace:
		return "Review what it can run and trust it on the Trust page."
	case tools.ReviewChanges:
		return "Review the changes on the Trust page."
	case tools.ReadProblems:
		return "The Problems page lists them."
	case tools.ChangeNetwork:
		return "Change it on the page Sandbox and network."
	case tools.RevokeRegistries:
		return "Revoke it on the page Sandbox and network."
	case tools.AskRegistries:
		return "To be asked again, revoke the answer on the page Sandbox and network."
	case tools.RevokePaths:
		return "Revoke them on the page Sandbox and network."
	case tools.ListServers:
		return "The Servers page lists your servers."
	case tools.ListHooks:
		return "The Hooks page lists them."
	case tools.ListRuns, tools.ListCalls:
		return "The Runs page lists them."
	case tools.ListGrants:
		return "The Rules page lists what is always allowed."
	case tools.EnableServer:
		return "Turn " + a.Subject + " on, on the Servers page."
	case tools.TestServer:
		return "Test " + a.Subject + " on the Servers page."
	case tools.InspectServer:
		return "The Servers page shows what " + a.Subject + " printed; test it there to try again."
	case tools.ApproveServer:
		return "Review the tools of " + a.Subject + " on the Servers page."
	}
	return ""
}
