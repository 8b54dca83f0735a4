package hooks

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestAnswers(t *testing.T) {
	yes, no := PreTool, PostTool
	tests := []struct {
		phase   Phase
		printed string
		want    string // the answer in short
	}{
		{yes, ``, ``},
		{yes, "looks fine\n", `text`},
		{yes, `[1,2]`, `text`},
		{yes, `"block"`, `broken`},
		{yes, `{"block": false}`, `text`},
		{yes, ` {"block": true} `, `block`},
		{yes, `{"block": true, "message": "no"}`, `block "no"`},
		{yes, `{"block": true, "message": {"a":1}}`, `block "{\"a\":1}"`},
		{yes, `{"block": false, "modified_input": {"x": 1}}`, `input {"x":1}`},
		{yes, `{"modified_input": {"x": 1}}`, `input {"x":1}`},
		{yes, `{"block": false, "modified_input": null}`, `text`},
		{yes, `{"block": false, "modified_output": "x"}`, `text`}, // only after a call
		{yes, `{"block": false, "modified_input": "x"}`, `broken`},
		{yes, `{"tool": "bash", "input": {"command": "ls"}}`, `input {"command":"ls"}`},
		{yes, `{"input": {"command": "ls"}, "note": "x"}`, `input {"command":"ls"}`},
		{yes, `{"tool": "write", "input": {}}`, `broken`},
		{yes, `{"tool": 1, "input": {}}`, `broken`},
		{yes, `{"tool": "bash", "input": "ls"}`, `broken`},
		{yes, `{"command": "ls"}`, `text`},
		{no, `{"tool":"bash","input":{},"content":"new"}`, `output "new"`},
		{no, `{"tool":"bash","input":{},"content":{"a": 1}}`, `output "{\"a\":1}"`},
		{no, `{"tool":"bash","input":{},"content":"new","error":"less"}`, `output "new" error "less"`},
		{no, `{"block":false,"modified_output":"new"}`, `output "new"`},
		{no, `{"block":true,"message":"private","modified_output":"new"}`, `block "private" output "new"`},
		{no, `{"tool":"bash","input":{"x":1}}`, `text`},
		{no, `{"block":false,"modified_input":{"x":1}}`, `text`}, // only before a call
		// what may have been a no
		{yes, `{"block": true`, `broken`},
		{yes, `{"block": true} and more`, `broken`},
		{yes, `{"block": false} {"block": true}`, `broken`},
		{yes, `{"block": false, "block": true}`, `broken`},
		{yes, `{"block": "true"}`, `broken`},
		{yes, `{"block": 1}`, `broken`},
		{yes, `{"block": null}`, `broken`},
		{yes, `{"Block": true}`, `broken`},
		{yes, "checking\n{\"block\": true}", `broken`},
		{yes, "{", `broken`},
	}
	for _, tt := range tests {
		e := Event{Phase: tt.phase, Tool: "bash", Error: "it failed"}
		if got := inShort(readAnswer(Hook{Type: tt.phase}, e, tt.printed, true)); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.phase, tt.printed, got, tt.want)
		}
	}
	if a := readAnswer(Hook{}, Event{}, `{"block": false}`, false); a.broken == "" {
		t.Error("JSON of which a part is gone is not broken")
	}
}

// A no in the other format, in other letters or in UTF-16 is no yes: the error says which format it seems to be.
func TestAnswersOfTheOtherFormat(t *testing.T) {
	wide := func(s string) string {
		var b strings.Builder
		for _, c := range s {
			b.WriteString(string(c) + "\x00")
		}
		return b.String()
	}
	for _, tt := range []struct {
		format  Format
		printed string
		want    string // in the error; "": there is none
	}{
		{Handrail, `{"decision":"block","reason":"no"}`, `"format": "claude" in its entry in agent/hooks/h.json`},
		{Handrail, `{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}`, `"format": "claude"`},
		{Handrail, `{"continue":false}`, `"format": "claude"`},
		{Handrail, `{"Decision":"block"}`, `"format": "claude"`},
		{Handrail, `{"decision":"block","input":{"command":"ls"}}`, `"format": "claude"`},
		{Handrail, "note\n{\"decision\": \"block\"}", "alone on standard output"},
		{Handrail, `note {'block': True}`, "alone on standard output"},
		{Handrail, `note {"bl\u006fck": true}`, "alone on standard output"},
		{Handrail, `{"Modified_Input":{}}`, `the key is "modified_input"`},
		{Handrail, "\ufeff" + wide(`{"block":true}`), "UTF-8"},
		{Handrail, "\xff\xfe" + wide(`{"block":true}`), "UTF-8"},
		{Handrail, "\x00" + wide(`{"decision":"block"}`), "UTF-8"},
		{Claude, `{"block":true}`, `"format": "handrail"`},
		{Claude, `{"Block":true,"message":"x"}`, `"format": "handrail"`},
		{Claude, `{"modified_input":{"command":"ls"}}`, `"format": "handrail"`},
		{Claude, `{"Decision":"block"}`, `the key is "decision"`},
		{Claude, `{"permissionDecision":"deny"}`, "belongs into it"},
		{Claude, `{"hookSpecificOutput":{"block":true}}`, `the key there is "permissionDecision"`},
		{Claude, `{"hookSpecificOutput":{"decision":{"behavior":"deny"}}}`, `the key there is "permissionDecision"`},
		{Claude, "note {\"block\": true}", "alone on standard output"},
		{Claude, wide(`{"continue":false}`), "UTF-8"},
		// no decisions
		{Handrail, `{"systemMessage":"x"}`, ""},
		{Handrail, `{"input":{"decision":"block","continue":true}}`, ""},
		{Handrail, `we "continue": no, this "decision" is none`, `alone`},
		{Handrail, `the "decision" to "continue" was good`, ""},
		{Handrail, "a\x00b\x00", ""},
		{Claude, `a "block" of text`, ""},
	} {
		a := readAnswer(Hook{Type: PreTool, Format: tt.format, File: "agent/hooks/h.json"}, Event{Phase: PreTool, Tool: "bash"}, tt.printed, true)
		if (tt.want == "") != (a.broken == "") || !strings.Contains(a.broken, tt.want) || a.block {
			t.Errorf("%s %q: %q, block %v; want %q", tt.format, tt.printed, a.broken, a.block, tt.want)
		}
	}
	for _, printed := range []string{`{"block":true,"decision":"block"}`, `{"block":true,"continue":true}`} {
		if a := readAnswer(Hook{Type: PreTool}, Event{Phase: PreTool, Tool: "bash"}, printed, true); !a.block {
			t.Errorf("%s: no block", printed)
		}
	}
}

func inShort(a answer) string {
	var parts []string
	add := func(yes bool, text string) {
		if yes {
			parts = append(parts, text)
		}
	}
	quote := func(s string) string {
		raw, _ := json.Marshal(s) // text is always JSON
		return string(raw)
	}
	add(a.broken != "", "broken")
	if a.broken == "" {
		add(a.block && !a.halt, "block")
		add(a.halt, "halt")
		add(a.ask, "ask")
		add(a.message != "", quote(a.message))
		add(a.input != nil, "input "+string(a.input))
		add(a.output != nil, "output "+quote(deref(a.output)))
		add(a.failure != nil, "error "+quote(deref(a.failure)))
		add(a.text != "", "text")
	}
	return strings.Join(parts, " ")
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// TestClaude: what hooks for Claude Code read and print.
func TestClaude(t *testing.T) {
	tests := []struct {
		name, command string
		phase         Phase
		result        Result
		want          string // in the reason, the new input or output
		stop          bool
	}{
		{"exit 2 blocks with stderr", `echo "not that" >&2; exit 2`, PreTool, Blocked, "not that", false},
		{"exit 1 is an error, which a blocking hook may not be", `exit 1`, PreTool, Failed, "exit code 1", true},
		{"deny", `echo '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no rm"}}'`, PreTool, Blocked, "no rm", false},
		{"ask", `echo '{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"sure?"}}'`, PreTool, Asks, "sure?", false},
		{"allow loosens nothing", `echo '{"hookSpecificOutput":{"permissionDecision":"allow"}}'`, PreTool, OK, "", false},
		{"another word", `echo '{"hookSpecificOutput":{"permissionDecision":"maybe"}}'`, PreTool, Failed, "maybe", true},
		{"the older words", `echo '{"decision":"block","reason":"older"}'`, PreTool, Blocked, "older", false},
		{"approve", `echo '{"decision":"approve"}'`, PreTool, OK, "", false},
		{"continue: false stops the run", `echo '{"continue":false,"stopReason":"enough"}'`, PreTool, Blocked, "enough", true},
		{"half of it", `printf '{"hookSpecificOutput":{"permissionDe'`, PreTool, Failed, "cannot be read", true},
		{"an input of its own", `jq -c '{hookSpecificOutput:{permissionDecision:"allow",updatedInput:(.tool_input+{command:"ls",timeout:2500,run_in_background:true})}}'`,
			PreTool, Changed, `{"background":true,"command":"ls","timeout":2.5}`, false},
		{"the same input", `jq -c '{hookSpecificOutput:{updatedInput:.tool_input}}'`, PreTool, OK, "", false},
		{"it reads Claude's words", `jq -e '.tool_name=="Bash" and .hook_event_name=="PreToolUse" and .tool_input.command=="make" and .tool_input.timeout==30000 and .session_id=="s_1" and .cwd==env.CLAUDE_PROJECT_DIR and .tool_use_id=="c_1"' >/dev/null || exit 2`, PreTool, OK, "", false},
		{"after a call", `jq -e '.hook_event_name=="PostToolUse" and .tool_response.stdout=="out" and .tool_response.success' >/dev/null || exit 2`, PostTool, OK, "", false},
		{"decision: block after a call", `echo '{"decision":"block","reason":"private"}'`, PostTool, Blocked, "private", false},
		{"more for the model", `echo '{"hookSpecificOutput":{"hookEventName":"PostToolUse","additionalContext":"lint: fine"}}'`, PostTool, Changed, "lint: fine", false},
		{"another output", `echo '{"hookSpecificOutput":{"updatedToolOutput":"less"}}'`, PostTool, Changed, "less", false},
		{"a message for the person", `echo '{"systemMessage":"look at this"}'`, PreTool, OK, "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			h := blocking(hook("a", tt.phase, tt.command))
			h.Format = Claude
			s := bench(t, h)
			e := s.event(tt.phase, `{"command":"make","timeout":30}`)
			if tt.phase == PostTool {
				e.Content = `{"exit_code":0,"stdout":"out","stderr":""}`
			}
			d := s.see(t, e)
			got := d.Reason + d.Ask + string(d.Input)
			if d.Output != nil {
				got += *d.Output
			}
			if d.Ran[0].Result != tt.result || !strings.Contains(got, tt.want) || d.Stop != tt.stop || d.Block != (tt.result == Blocked || tt.result == Failed) {
				t.Errorf("%+v, %s", d, got)
			}
		})
	}
	h := hook("a", PreTool, `echo no >&2; exit 2`)
	h.Format = Claude
	if d := bench(t, h).run(t, PreTool, `{}`); d.Block {
		t.Errorf("one that is not blocking: %+v", d)
	}
}

// File tools have Claude's field names, and absolute paths.
func TestClaudeInputs(t *testing.T) {
	for _, tt := range []struct{ tool, source, input, name, want string }{
		{"write", "builtin", `{"path":"a.txt","content":"x"}`, "Write", `{"content":"x","file_path":"/space/a.txt"}`},
		{"edit", "builtin", `{"path":"/x/a","old_string":"1","new_string":"2"}`, "Edit", `{"file_path":"/x/a","new_string":"2","old_string":"1"}`},
		{"grep", "builtin", `{"pattern":"x","context":2,"ignore_case":true}`, "Grep", `{"-C":2,"-i":true,"pattern":"x"}`},
		{"create_issue", "mcp:github", `{"title":"x"}`, "mcp__github__create_issue", `{"title":"x"}`},
		{"write", "custom", `{"path":"a.txt"}`, "write", ``},
	} {
		e := Event{Tool: tt.tool, Source: tt.source, Space: "/space", Input: json.RawMessage(tt.input)}
		if tt.source == "mcp:github" {
			e.Qualified = "github__create_issue"
		}
		if got := claudeName(e); got != tt.name {
			t.Errorf("%s of %s is %s", tt.tool, tt.source, got)
		}
		if tt.want == "" {
			continue
		}
		got, err := marshal(claudeInput(e))
		if err != nil || string(got) != tt.want {
			t.Errorf("%s: %s, %v", tt.tool, got, err)
		}
		if back, err := ourInput(e, got); err != nil || back != nil {
			t.Errorf("%s: unchanged, but taken as %s, %v", tt.tool, back, err)
		}
	}
}

// FuzzAnswer: whatever a hook prints, reading it never fails over, and what says
// "block": true at exit 0 never passes a blocking hook.
func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		`{"block": true}`, `{"block": true, "message": "x"}`, "text\n{\"block\": true}", `{"block": tru`, `{"a":{"block":true}}`, `{"tool":"bash","input":{"block":true}}`,
		`{"hookSpecificOutput":{"permissionDecision":"deny"}}`, `{"continue":false}`, `{"block":false,"block":true}`, "\xff{\"block\": true}", "{\"block\"\t:\ntrue,}",
	} {
		f.Add(seed, false, true)
		f.Add(seed, true, false)
	}
	f.Fuzz(func(t *testing.T, printed string, claude, pre bool) {
		h := Hook{ID: "a", Type: PostTool, Blocking: true, Format: Handrail}
		if claude {
			h.Format = Claude
		}
		if pre {
			h.Type = PreTool
		}
		e := Event{Phase: h.Type, Tool: "bash", Input: json.RawMessage(`{}`), Space: "/space"}
		a := readAnswer(h, e, printed, true)
		passes := a.broken == "" && !a.block
		var o map[string]json.RawMessage
		switch {
		case !claude && passes && json.Unmarshal([]byte(printed), &o) == nil && strings.TrimSpace(string(o["block"])) == "true":
			t.Errorf("%q passes", printed)
		case !claude && passes && strings.Contains(printed, `{"block": true`) && !strings.HasPrefix(strings.TrimSpace(printed), "{"):
			t.Errorf("%q passes with a decision in it", printed)
		case a.input != nil && !json.Valid(a.input):
			t.Errorf("%q gives the input %s", printed, a.input)
		}
		c := chain{r: &Engine{}, e: e}
		result, _ := c.apply(&prepared{Hook: h}, shown{code: map[bool]int{true: codeError, false: codeAllow}[a.broken != ""], answer: a, why: a.broken})
		if stopped := result == Blocked || result == Failed; stopped == passes || c.d.Block != stopped {
			t.Errorf("%q: %s, block %v", printed, result, c.d.Block)
		}
	})
}
