package command

import (
	"fmt"

	"handrail/internal/jsonfile"
)

// A handField is one key of a tool or of a parameter: how it is read, and what
// the authoring reference says of it.
type handField struct {
	name   string
	schema string // JSON Schema
	doc    string
	read   func(r *handReader, field string, n jsonfile.Value)
}

// handFields are the keys of a tool (docs/spec/07-hands.md#fields), in the order of
// the reference.
func handFields() []handField {
	text := `{"type":"string"}`
	yesNo := `{"type":"boolean"}`
	return []handField{
		{"description", `{"type":"string","minLength":1}`, "required, non-empty. Shown to the agent.",
			func(r *handReader, f string, n jsonfile.Value) { r.text(&r.hand.Description, f, n) }},
		{"command", `{"type":"array","items":{"type":"string"},"minItems":1}`,
			"required, non-empty array of strings. Element 0 is the program: its bare name on PATH or its absolute path, never a placeholder. In the others `{{name}}`, written exactly so, is replaced by the parameter's value. An element that becomes empty is dropped, and so is one with a value that the agent has left out and that has no default: `--tag={{tag}}` without a tag.",
			func(r *handReader, f string, n jsonfile.Value) { r.command(f, n) }},
		{"workingDir", text, "relative to the project, without `..`. Links are followed and must stay inside the project; that is verified before the person is asked and again right before the program starts.",
			func(r *handReader, f string, n jsonfile.Value) { r.text(&r.hand.WorkingDir, f, n) }},
		{"timeout", fmt.Sprintf(`{"type":"number","minimum":1,"maximum":%d}`, MaxHandTimeout), fmt.Sprintf("milliseconds. Default %d, at most %d (clamped).", DefaultHandTimeout, MaxHandTimeout),
			func(r *handReader, f string, n jsonfile.Value) { r.amount(&r.hand.Timeout, MaxHandTimeout, f, n) }},
		{"danger", `{"enum":["safe","moderate","high"]}`, "default `safe`. It informs; `confirm: true` is what asks the person.",
			func(r *handReader, f string, n jsonfile.Value) {
				r.choice(&r.hand.Danger, []string{"safe", "moderate", "high"}, f, n)
			}},
		{"confirm", yesNo, "default false. When true, the person is asked at every call, in a native dialog that shows the resolved argv, one element a line, and the folder. No token is handed to the agent.",
			func(r *handReader, f string, n jsonfile.Value) { r.flag(&r.hand.Confirm, f, n) }},
		{"disabled", yesNo, "default false. A disabled tool is validated but never registered: the agent does not see it.",
			func(r *handReader, f string, n jsonfile.Value) { r.flag(&r.hand.Disabled, f, n) }},
		{"argSeparator", yesNo, "default false. When true, `--` is put in front of the first element with a placeholder that is not dropped, unless one stands there already.",
			func(r *handReader, f string, n jsonfile.Value) { r.flag(&r.hand.ArgSeparator, f, n) }},
		{"maxOutputBytes", fmt.Sprintf(`{"type":"number","minimum":1,"maximum":%d}`, MaxHandOutput), fmt.Sprintf("how many bytes of each stream are kept. Default %d, at most %d (clamped).", DefaultHandOutput, MaxHandOutput),
			func(r *handReader, f string, n jsonfile.Value) { r.amount(&r.hand.MaxOutputBytes, MaxHandOutput, f, n) }},
		{"env", `{"type":"object","additionalProperties":{"type":"string"}}`, "variables beside the clean base. `${secret:NAME}` in a value stands for a secret of the person. Forbidden keys are listed below.",
			func(r *handReader, f string, n jsonfile.Value) { r.env(f, n) }},
		{"inheritEnv", `{"anyOf":[{"const":true},{"type":"array","items":{"type":"string"}}]}`, "variables of the person's environment that the program gets as well: a list of names, or `true` for all but secrets and the doors to the desktop.",
			func(r *handReader, f string, n jsonfile.Value) { r.inherit(f, n) }},
		{"network", `{"anyOf":[{"enum":["off","on"]},{"type":"array","items":{"type":"string"}}]}`, "`off`, `on`, or a list of hosts that the program reaches.",
			func(r *handReader, f string, n jsonfile.Value) { r.network(f, n) }},
		{"sideEffect", yesNo, "default true. False says that the program only looks.",
			func(r *handReader, f string, n jsonfile.Value) {
				var acts bool
				r.flag(&acts, f, n)
				r.hand.SideEffect = &acts
			}},
		{"idempotent", yesNo, "default false. True says that running it twice is the same as once, so that it may be run again after a crash.",
			func(r *handReader, f string, n jsonfile.Value) { r.flag(&r.hand.Idempotent, f, n) }},
		{"params", "", "the parameters by name.", func(r *handReader, f string, n jsonfile.Value) { r.params(f, n) }},
	}
}

// paramFields are the keys of a parameter.
func paramFields() []handField {
	return []handField{
		{"type", `{"enum":["string","number","boolean"]}`, "required: `string`, `number` or `boolean`.",
			func(r *handReader, f string, n jsonfile.Value) {
				r.choice(&r.param.Type, []string{"string", "number", "boolean"}, f, n)
			}},
		{"description", `{"type":"string"}`, "shown to the agent.", func(r *handReader, f string, n jsonfile.Value) { r.text(&r.param.Description, f, n) }},
		{"required", `{"type":"boolean"}`, "default false.", func(r *handReader, f string, n jsonfile.Value) { r.flag(&r.param.Required, f, n) }},
		{"default", `{}`, "used when the agent leaves the parameter out; without one that is the empty text, 0 or false.", func(r *handReader, f string, n jsonfile.Value) { r.defaultValue(f, n) }},
		{"pattern", `{"type":"string"}`, "for strings: RE2 (linear time), searched in the value, so anchor it with ^ and $. The empty text always passes. Without a pattern a text may not start with a dash.",
			func(r *handReader, f string, n jsonfile.Value) { r.text(&r.param.Pattern, f, n) }},
		{"min", `{"type":"number"}`, "for numbers, inclusive.", func(r *handReader, f string, n jsonfile.Value) { r.bound(&r.param.Min, f, n) }},
		{"max", `{"type":"number"}`, "for numbers, inclusive.", func(r *handReader, f string, n jsonfile.Value) { r.bound(&r.param.Max, f, n) }},
	}
}
