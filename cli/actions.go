package cli

import "handrail/tools"

// errorText is an error with what to do about it.
func errorText(err error) string {
	if words := actionWords(tools.ActionOf(err)); words != "" {
		return err.Error() + "; " + words
	}
	return err.Error()
}

// actionWords words an action as a command; "" if there is none to do it.
func actionWords(a tools.Action) string {
	switch a.Kind {
	case tools.TrustSpace:
		return "review what it can run and trust it: handrail space trust"
	case tools.ReviewChanges:
		return "review the changes: handrail space trust"
	case tools.ReadProblems:
		return "handrail check lists them."
	case tools.ChangeNetwork:
		return "handrail space network changes it."
	case tools.RevokeRegistries:
		return "To revoke: handrail space network --revoke"
	case tools.AskRegistries:
		return "To be asked again: handrail space network --revoke"
	case tools.RevokePaths:
		return "Revoke them on the space's page in the window."
	case tools.ListServers:
		return "`handrail servers list` shows your servers"
	case tools.ListHooks:
		return "`handrail hooks list` names them"
	case tools.ListRuns:
		return "`handrail runs list` lists them"
	case tools.ListCalls:
		return "`handrail runs show RUN` lists the calls of a run"
	case tools.ListGrants:
		return "`handrail grants list` shows your grants"
	case tools.EnableServer:
		return "handrail servers on " + a.Subject
	case tools.TestServer:
		return "handrail servers test " + a.Subject
	case tools.InspectServer:
		return "handrail servers log " + a.Subject + " shows what it printed, handrail servers test " + a.Subject + " tries again."
	case tools.ApproveServer:
		return "handrail servers approve " + a.Subject
	}
	return ""
}
