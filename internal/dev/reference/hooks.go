package reference

import (
	"fmt"
	"slices"
	"strings"

	"handrail/hooks"
	"handrail/internal/builtins"
	"handrail/spaces"
)

// hooksPage is a page of what a hook declares, finds, and may say: from the form
// that reads it, and from the lists and the table by which the engine works.
func hooksPage() (string, error) { //nolint:funlen // one page, from top to bottom
	var b strings.Builder
	b.WriteString("# Hooks\n\nHooks are declared in `agent/hooks/*.json`, as `{\"hooks\": [ … ]}`. They run in the order of the files' names, then of the entries.\n" +
		"[The guide](../guide/hooks.md) begins with one.\n\n## Fields\n")
	fields, err := spaces.HookFields()
	if err != nil {
		return "", err
	}
	parameters(&b, fields)
	b.WriteString("\nAliases count: a hook for `exec_shell` is one for `bash`. A hook for `bash` or `spawn` that runs after a call sees what `job_output` shows, too.\n" +
		"An entry that is wrong is left out, and a *blocking* one keeps its tools shut until it is fixed. A file that cannot be read\n" +
		"shuts every tool with a side effect.\n")

	fmt.Fprintf(&b, "\n## What it finds\n\nbash runs the command in the space's folder, in [a room of its own](../guide/hooks.md#what-a-hook-may-touch), for at most %v if it says no `timeout`.\n"+
		"Its environment is `PATH HOME USER LANG TZ TMPDIR HANDRAIL_IDEMPOTENCY_KEY` and:\n\n| variable | holds |\n|---|---|\n", hooks.DefaultTimeout)
	for _, v := range hooks.Variables() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", v.Name, cell(v.Means))
	}
	b.WriteString("\nStandard input has the same JSON: `TOOL_INPUT` before a call, `TOOL_OUTPUT` after it. A variable that is too large (128 KiB on Linux)\n" +
		"is absent, never cut: a blocking hook that has not said `\"input\": \"stdin\"` then counts as failed.\n")

	b.WriteString("\n## Exit codes\n\nAny other code, a time-out, a signal and a missing program count as 2.\n\n| code | blocking | when | what becomes of the call |\n|---|---|---|---|\n")
	for _, r := range hooks.Rules() {
		fmt.Fprintf(&b, "| %d | %v | `%s` | %s |\n", r.Code, r.Blocking, r.Phase, cell(r.Means))
	}
	b.WriteString("\nThe first refusal ends the chain. What a hook that is not blocking says never keeps a blocking one from being asked.\n")

	b.WriteString(`
## What it prints

On standard output, one of three:

- **A decision**: a JSON object with ` + "`block`" + `.

  | key | means |
  |---|---|
  | ` + "`block`" + ` | true: refuse, also at exit 0, if the hook is blocking |
  | ` + "`message`" + ` | why; the model reads it |
  | ` + "`modified_input`" + ` | pre_tool: the new input, a JSON object |
  | ` + "`modified_output`" + ` | post_tool: the new content; JSON that is no text becomes text |

- **What came in, changed**: ` + "`{\"tool\",\"input\"}`" + ` with another input; after a call ` + "`{\"tool\",\"input\",\"content\",\"error\"?}`" + ` with another content.
- **Anything else** is kept in short in the call's record.

A changed input is checked like the agent's own. JSON that breaks off, holds a key twice, or stands among other text with
` + "`\"block\"`" + ` in it, is an error of a blocking hook: it may have been a no.

## Hooks for Claude Code

With ` + "`\"format\": \"claude\"`" + ` a hook gets Claude Code's JSON on standard input (` + "`session_id cwd hook_event_name tool_name tool_input tool_use_id`" + `,
after a call ` + "`tool_response`" + `), and its words count: exit 2 blocks with standard error as the message; ` + "`hookSpecificOutput`" + ` with
` + "`permissionDecision`" + ` (deny; ask; allow, which loosens nothing), ` + "`permissionDecisionReason`, `updatedInput`, `additionalContext`" + `;
` + "`decision: \"block\"` with `reason`; `continue: false` with `stopReason`" + `, which stops the run. Exit 1, which Claude Code lets pass,
is an error of a blocking hook here.

| tool | in Claude Code |
|---|---|
`)
	rows := builtins.All()
	slices.SortFunc(rows, func(a, b builtins.Row) int { return strings.Compare(a.Name, b.Name) })
	for _, r := range rows {
		if r.Claude.Name != "" {
			fmt.Fprintf(&b, "| `%s` | `%s` |\n", r.Name, r.Claude.Name)
		}
	}
	b.WriteString("| `server__tool` of an MCP server | `mcp__server__tool` |\n")
	b.WriteString("\n## hook-states.json\n\n`agent/hooks/hook-states.json` is written at most once a second, and is exact when Handrail has ended: for each hook\n" +
		"`id enabled lastExecuted totalRuns blockedCount errorCount avgExecutionMs lastError?`. The counts themselves are in Handrail's own\n" +
		"data, so a file that is lost, broken or read-only loses none. An `enabled` that you set there counts from the next time the\n" +
		"space is read; `handrail hooks enable` and `disable` do the same at once.\n")
	return b.String(), nil
}
