package hooks

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/builtins"
)

// claudeName is what Claude Code calls the tool.
func claudeName(e Event) string {
	if claude := claudeOf(e.Tool); claude.Name != "" && (e.Source == "" || e.Source == "builtin") {
		return claude.Name
	}
	if strings.HasPrefix(e.Source, "mcp:") {
		return "mcp__" + e.qualified()
	}
	return e.Tool
}

// claudeOf is a tool in Claude Code's words.
func claudeOf(tool string) builtins.Claude {
	facts, _ := builtins.Of(tool)
	return facts.Claude
}

// claudeInput renames the fields of an input to Claude Code's, and makes file
// names absolute, as it does. Its time-out is in milliseconds.
func claudeInput(e Event) map[string]any {
	in, claude := map[string]any{}, claudeOf(e.Tool)
	for key, value := range decoded(e.Input) {
		theirs := key
		if name, ok := claude.Fields[key]; ok {
			theirs = name
		}
		if path, ok := value.(string); ok && theirs == "file_path" && !filepath.IsAbs(path) {
			value = filepath.Join(e.Space, path)
		}
		if seconds, ok := value.(json.Number); ok && slices.Contains(claude.Millis, key) {
			if s, err := seconds.Float64(); err == nil {
				value = s * 1000
			}
		}
		in[theirs] = value
	}
	return in
}

// ourInput takes an input back from Claude Code's names.
func ourInput(e Event, raw json.RawMessage) (json.RawMessage, error) {
	if _, err := object(raw, "updatedInput"); err != nil {
		return nil, err
	}
	if same, err := json.Marshal(claudeInput(e)); err == nil && sameJSON(same, raw) {
		return nil, nil
	}
	back, claude := map[string]string{}, claudeOf(e.Tool)
	for ours, theirs := range claude.Fields {
		back[theirs] = ours
	}
	in := map[string]any{}
	for key, value := range decoded(raw) {
		if ours, ok := back[key]; ok {
			key = ours
		}
		if millis, ok := value.(json.Number); ok && slices.Contains(claude.Millis, key) {
			if ms, err := millis.Float64(); err == nil {
				value = ms / 1000
			}
		}
		in[key] = value
	}
	return marshal(in)
}

// claudeEvent is the JSON that Claude Code gives a hook.
func claudeEvent(e Event) ([]byte, error) {
	out := map[string]any{
		"session_id": e.Session, "transcript_path": "", "cwd": e.Space, "permission_mode": "default",
		"hook_event_name": "PreToolUse", "tool_name": claudeName(e), "tool_input": claudeInput(e), "tool_use_id": e.Call,
	}
	if e.Phase == PostTool {
		out["hook_event_name"] = "PostToolUse"
		response := decoded([]byte(e.Content))
		if response == nil {
			response = map[string]any{"content": e.Content}
		}
		if e.Error != "" {
			response["error"] = e.Error
		}
		response["success"] = e.Error == ""
		if path, ok := claudeInput(e)["file_path"]; ok {
			response["filePath"] = path
		}
		out["tool_response"] = response
	}
	return marshal(out)
}

// claudeAnswer reads what a hook for Claude Code prints: continue and stopReason,
// decision and reason, hookSpecificOutput. Its "allow" loosens nothing here.
func claudeAnswer(o map[string]json.RawMessage, e Event) (a answer, err error) {
	if raw, given := o["continue"]; given {
		goOn := true
		if !truth(raw, &goOn) {
			return answer{}, fmt.Errorf("its \"continue\" is %s; write true or false", short(raw))
		}
		if !goOn {
			a.block, a.halt, a.message = true, true, textOf(o["stopReason"])
			return a, nil
		}
	}
	if raw, given := o["decision"]; given && !isNull(raw) {
		switch textOf(raw) {
		case "block", "deny":
			a.block, a.message = true, textOf(o["reason"])
			return a, nil
		case "approve", "allow":
		default:
			return answer{}, fmt.Errorf("its \"decision\" is %s; write \"block\", or leave it out", short(raw))
		}
	}
	if raw, given := o["hookSpecificOutput"]; given && !isNull(raw) {
		if raw[0] != '{' {
			return answer{}, fmt.Errorf("its \"hookSpecificOutput\" is %s; it must be a JSON object", short(raw))
		}
		inner, err := readObject(string(raw))
		if err != nil {
			return answer{}, fmt.Errorf("its \"hookSpecificOutput\": %w", err)
		}
		if err := a.specific(inner, e); err != nil {
			return answer{}, err
		}
	}
	a.text = textOf(o["systemMessage"])
	return a, nil
}

// specific reads hookSpecificOutput.
func (a *answer) specific(o map[string]json.RawMessage, e Event) (err error) {
	for key := range o {
		if strings.EqualFold(key, "permissionDecision") && key != "permissionDecision" || strings.EqualFold(key, "decision") || strings.EqualFold(key, "block") {
			return fmt.Errorf("its \"hookSpecificOutput\" holds %q; the key there is \"permissionDecision\"", key)
		}
	}
	if raw, given := o["permissionDecision"]; given && !isNull(raw) {
		switch word := textOf(raw); word {
		case "deny":
			a.block = true
		case "ask", "defer":
			a.ask = true
		case "allow":
		default:
			return fmt.Errorf("its \"permissionDecision\" is %s; write allow, ask or deny", short(raw))
		}
		a.message = textOf(o["permissionDecisionReason"])
	}
	if raw := o["updatedInput"]; e.Phase == PreTool && raw != nil && !isNull(raw) {
		if a.input, err = ourInput(e, raw); err != nil {
			return err
		}
	}
	for _, key := range []string{"updatedToolOutput", "updatedMCPToolOutput"} {
		if raw := o[key]; e.Phase == PostTool && raw != nil && !isNull(raw) {
			text := asText(raw)
			a.output = &text
		}
	}
	if more := textOf(o["additionalContext"]); e.Phase == PostTool && more != "" {
		text := e.Content
		if a.output != nil {
			text = *a.output
		}
		text = strings.TrimRight(text, "\n") + "\n\n" + more
		a.output = &text
	}
	return nil
}

// textOf is the text of a JSON string; "" if it is none.
func textOf(raw json.RawMessage) string {
	var text string
	if raw == nil || json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}

// sameJSON reports whether two objects hold the same, whatever their order.
func sameJSON(a, b []byte) bool {
	x, errX := marshal(decoded(a))
	y, errY := marshal(decoded(b))
	return errX == nil && errY == nil && slices.Equal(x, y)
}
