package hooks

// Effect is what becomes of a call when a hook has ended.
type Effect string

// The effects.
const (
	Continue Effect = "continue" // the next hook, then the call, goes on
	Refuse   Effect = "refuse"   // pre_tool: the call is refused. post_tool: its content is withheld
	Halt     Effect = "halt"     // the same, and the run is stopped with the error
	Skip     Effect = "skip"     // the hooks after it that are not blocking are skipped
	Warn     Effect = "warn"     // a warning is noted, and the call goes on
)

// A Rule says what one exit code means.
type Rule struct {
	Code     int // 0, 1 or 2; anything else, a time-out and a missing program count as 2
	Blocking bool
	Phase    Phase
	Effect   Effect
	Means    string
}

// Rules is the table of exit codes (docs/spec/10-hooks.md#exit-codes), whole.
// The engine decides by it, and docs/reference/hooks.md is made from it.
func Rules() []Rule {
	return []Rule{
		{0, true, PreTool, Continue, "the call goes on, unless it printed \"block\": true"},
		{0, true, PostTool, Continue, "the model gets the content, unless it printed \"block\": true"},
		{1, true, PreTool, Refuse, "the call is refused (`blocked`) with the message"},
		{1, true, PostTool, Refuse, "the model gets `blocked` and the message instead of the content"},
		{2, true, PreTool, Halt, "the call is refused, and the run stops with the error"},
		{2, true, PostTool, Halt, "the content is withheld, and the run stops with the error"},
		{0, false, PreTool, Continue, "the call goes on"},
		{0, false, PostTool, Continue, "the model gets the content"},
		{1, false, PreTool, Skip, "the call goes on; the hooks after it that are not blocking are skipped"},
		{1, false, PostTool, Skip, "the model gets the content; the hooks after it that are not blocking are skipped"},
		{2, false, PreTool, Warn, "the call goes on; a warning is noted"},
		{2, false, PostTool, Warn, "the model gets the content; a warning is noted"},
	}
}

// effect looks a code up. What no rule covers is stopped.
func effect(code int, blocking bool, phase Phase) Effect {
	for _, r := range Rules() {
		if r.Code == code && r.Blocking == blocking && r.Phase == phase {
			return r.Effect
		}
	}
	return Halt
}

// What a code counts as.
const (
	codeAllow = 0
	codeBlock = 1
	codeError = 2
)

// counted is what an exit code counts as, by the hook's format. In Claude Code 2
// blocks, and anything else but 0 is an error.
func counted(exit int, f Format) int {
	switch {
	case exit == 0:
		return codeAllow
	case f == Claude && exit == 2, f != Claude && exit == 1:
		return codeBlock
	}
	return codeError
}

// A Variable is what a hook finds in its environment.
type Variable struct{ Name, Means string }

// Variables lists what a hook's environment holds beside the clean base of
// docs/spec/12-processes.md#environment. The engine sets these and no others.
func Variables() []Variable {
	return []Variable{
		{"TOOL_INPUT", "the call, as one line of JSON: `{\"tool\",\"input\"}`"},
		{"TOOL_OUTPUT", "post_tool only: what came of it, as one line of JSON: `{\"tool\",\"input\",\"content\",\"error\"?}`"},
		{"TOOL_NAME", "the tool's name"},
		{"TOOL_ID", "the tool's id, which no other tool of the space has: its qualified name, such as `shop__deploy`"},
		{"AGENT_ID", "the agent that calls; empty if you called yourself"},
		{"SESSION_ID", "the session of the call"},
		{"USER_ID", "your login name"},
		{"SPACE_DIR", "the space's folder, which is also the working folder"},
		{"CLAUDE_PROJECT_DIR", "the same, for hooks with `\"format\": \"claude\"`"},
	}
}
