package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/dev/effort"
	"handrail/tools"
)

// The schema as it was first published; what the code adds to it is listed in
// the test.
const publishedSchema = `{ "$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object", "required": ["version", "tools"], "properties": { "version": { "const": "1" },
"tools": { "type": "object", "patternProperties": { "^[a-z][a-z0-9-]*$": { "type": "object", "required": ["description", "command"], "properties": {
"description": { "type": "string", "minLength": 1 }, "command": { "type": "array", "items": { "type": "string" }, "minItems": 1 }, "workingDir": { "type": "string" },
"timeout": { "type": "number", "minimum": 1, "maximum": 300000 }, "danger": { "enum": ["safe", "moderate", "high"] }, "confirm": { "type": "boolean" }, "disabled": { "type": "boolean" },
"argSeparator": { "type": "boolean" }, "maxOutputBytes": { "type": "number", "minimum": 1, "maximum": 1000000 }, "env": { "type": "object", "additionalProperties": { "type": "string" } },
"params": { "type": "object", "additionalProperties": { "type": "object", "required": ["type"], "properties": { "type": { "enum": ["string", "number", "boolean"] },
"required": { "type": "boolean" }, "default": {}, "pattern": { "type": "string" }, "min": { "type": "number" }, "max": { "type": "number" } } } } } } } } } }`

// TestHandSchema holds our schema against the published one, and the loader
// against both: what the schema refuses, the loader rejects or clamps.
func TestHandSchema(t *testing.T) {
	t.Run("our schema is the published one, and what we add to it", func(t *testing.T) {
		var published, ours map[string]any
		if err := json.Unmarshal([]byte(publishedSchema), &published); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(HandsSchema()), &ours); err != nil {
			t.Fatal(err)
		}
		at := func(m map[string]any, keys ...string) map[string]any {
			for _, k := range keys {
				m = m[k].(map[string]any)
			}
			return m
		}
		tool := at(ours, "properties", "tools", "patternProperties", "^[a-z][a-z0-9-]*$", "properties")
		for _, added := range []string{"inheritEnv", "network", "sideEffect", "idempotent"} {
			if _, ok := tool[added]; !ok {
				t.Errorf("%s is not in the schema", added)
			}
			delete(tool, added)
		}
		delete(at(tool, "params"), "propertyNames")
		delete(at(tool, "params", "additionalProperties", "properties"), "description")
		if diff := cmp.Diff(published, ours); diff != "" {
			t.Errorf("(-published +ours)\n%s", diff)
		}
	})
	for _, tt := range []struct{ name, file, want string }{
		{"the file is an object", `[]`, "must be a JSON object"},
		{"version is required", `{"tools":{}}`, textVersion},
		{"tools is required", `{"version":"1"}`, textTools},
		{`version is the text "1"`, `{"version":1,"tools":{}}`, textVersion},
		{"tools is an object", `{"version":"1","tools":[]}`, textTools},
		{"names match the pattern", oneHand("A", `"command":["ls"]`), "tool 'A' rejected: tool name 'A' invalid"},
		{"a tool is an object", `{"version":"1","tools":{"a":[]}}`, "tool 'a' rejected: the tool must be an object"},
		{"description is required", `{"version":"1","tools":{"a":{"command":["ls"]}}}`, "description must be a non-empty string"},
		{"command is required", oneHand("a", `"confirm":false`), textCommand},
		{"description has at least one character", `{"version":"1","tools":{"a":{"description":"","command":["ls"]}}}`, "description must be a non-empty string"},
		{"description is a text", `{"version":"1","tools":{"a":{"description":1,"command":["ls"]}}}`, "description must be a text, not a number"},
		{"command is a list", oneHand("a", `"command":"ls"`), textCommand},
		{"command is a list of texts", oneHand("a", `"command":["ls",1]`), textCommand},
		{"command has at least one element", oneHand("a", `"command":[]`), textCommand},
		{"workingDir is a text", oneHand("a", `"command":["ls"],"workingDir":1`), "workingDir must be a text"},
		{"timeout is a number", oneHand("a", `"command":["ls"],"timeout":"60"`), "timeout must be a number, not a text"},
		{"timeout is at least 1", oneHand("a", `"command":["ls"],"timeout":0`), "timeout must be at least 1"},
		{"danger is safe, moderate or high", oneHand("a", `"command":["ls"],"danger":"low"`), "danger must be one of safe, moderate, high"},
		{"confirm is a boolean", oneHand("a", `"command":["ls"],"confirm":"true"`), "confirm must be true or false, not a text"},
		{"disabled is a boolean", oneHand("a", `"command":["ls"],"disabled":0`), "disabled must be true or false, not a number"},
		{"argSeparator is a boolean", oneHand("a", `"command":["ls"],"argSeparator":null`), "argSeparator must be true or false, not null"},
		{"maxOutputBytes is a number", oneHand("a", `"command":["ls"],"maxOutputBytes":true`), "maxOutputBytes must be a number"},
		{"maxOutputBytes is at least 1", oneHand("a", `"command":["ls"],"maxOutputBytes":-1`), "maxOutputBytes must be at least 1"},
		{"env is an object", oneHand("a", `"command":["ls"],"env":[]`), "env must be an object"},
		{"env holds texts", oneHand("a", `"command":["ls"],"env":{"A":1}`), "env.A must be a text"},
		{"params is an object", oneHand("a", `"command":["ls"],"params":[]`), "params must be an object"},
		{"a parameter is an object", oneHand("a", `"command":["ls"],"params":{"x":"string"}`), "params.x must be an object"},
		{"a parameter's type is required", oneHand("a", `"command":["ls","{{x}}"],"params":{"x":{}}`), "param 'x' has no type"},
		{"a parameter's type is string, number or boolean", oneHand("a", `"command":["ls","{{x}}"],"params":{"x":{"type":"array"}}`), "params.x.type must be one of string, number, boolean"},
		{"required is a boolean", oneHand("a", `"command":["ls","{{x}}"],"params":{"x":{"type":"string","required":"yes"}}`), "params.x.required must be true or false"},
		{"pattern is a text", oneHand("a", `"command":["ls","{{x}}"],"params":{"x":{"type":"string","pattern":1}}`), "params.x.pattern must be a text"},
		{"min is a number", oneHand("a", `"command":["ls","{{x}}"],"params":{"x":{"type":"number","min":"0"}}`), "params.x.min must be a number"},
		{"max is a number", oneHand("a", `"command":["ls","{{x}}"],"params":{"x":{"type":"number","max":[]}}`), "params.x.max must be a number"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := reasons(tt.file); !strings.Contains(got, tt.want) {
				t.Errorf("%s\ngot  %q\nwant %q", tt.file, got, tt.want)
			}
		})
	}
}

// one returns the only hand of a file.
func one(t *testing.T, fields string) Hand {
	t.Helper()
	hands, problems := ParseHands([]byte(oneHand("a-hand", fields)), HandsFile)
	if len(hands.List) != 1 {
		t.Fatalf("%s: %v", fields, problems)
	}
	return hands.List[0]
}

// TestHandFields has a test for each rule of docs/spec/07-hands.md#fields.
func TestHandFields(t *testing.T) {
	b := newBench(t)
	text := `,"params":{"x":{"type":"string"}}`
	t.Run(`version must be the string "1"`, func(t *testing.T) {
		for _, v := range []string{`1`, `"1.0"`, `"2"`, `null`, `"01"`, `" 1"`} {
			if got := reasons(`{"version":` + v + `,"tools":{"a":{"description":"d","command":["ls"]}}}`); !strings.Contains(got, textVersion) {
				t.Errorf("version %s: %q", v, got)
			}
		}
	})
	t.Run("tool name must match ^[a-z][a-z0-9-]*$", func(t *testing.T) {
		for name, ok := range map[string]bool{"a": true, "a1-b": true, "a--": true, "": false, "1a": false, "-a": false, "A": false, "a_b": false, "a b": false, "ä": false, "a\n": false, "__proto__": false} {
			want := ""
			if !ok {
				want = "tool '" + name + "' rejected: tool name '" + name + "' invalid"
			}
			if got := reasons(oneHand(name, `"command":["ls"]`)); !strings.HasPrefix(got, want) || ok != (got == "") {
				t.Errorf("%q: %q, want %q", name, got, want)
			}
		}
	})
	t.Run("exposed to the agent as <project>__<tool-name>", func(t *testing.T) {
		r := tools.Build(t.Context(), []tools.Provision{{Source: NewHandSource(b.c, "proj", []Hand{one(t, `"command":["ls"]`)})}}, nil)
		if e := r.Entries()[0]; e.Qualified != "proj__a-hand" || e.Model != "proj__a-hand" {
			t.Errorf("%s, %s", e.Qualified, e.Model)
		}
	})
	t.Run("description: shown to the agent", func(t *testing.T) {
		if got := b.hand(`"command":["ls"]`).Info().Description; got != "d" {
			t.Error(got)
		}
	})
	t.Run("command: element 0 is the executable, the remaining elements are argv", func(t *testing.T) {
		if r := b.ran(b.hand(`"command":["printf","%s|","a b","$HOME","*"]`), `{}`); r.Stdout != "a b|$HOME|*|" || r.Status != "success" {
			t.Errorf("%+v", r)
		}
	})
	t.Run("use {{name}} for parameter substitution", func(t *testing.T) {
		if diff := cmp.Diff([]string{"-n=v", "v-v"}, b.args(`"command":["echo","-n={{x}}","{{x}}-{{x}}"]`+text, `{"x":"v"}`)); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("element 0 may not contain substitutions", func(t *testing.T) {
		if got := reasons(oneHand("a", `"command":["{{x}}"]`+text)); !strings.Contains(got, textLiteral) {
			t.Error(got)
		}
	})
	t.Run("workingDir: relative to project root", func(t *testing.T) {
		b.file("sub/f", "", 0o600)
		if r := b.ran(b.hand(`"command":["pwd"],"workingDir":"sub"`), `{}`); r.Stdout != filepath.Join(b.dir, "sub")+"\n" || r.Folder != filepath.Join(b.dir, "sub") {
			t.Errorf("%+v", r)
		}
	})
	t.Run("workingDir: must not contain ..", func(t *testing.T) {
		for _, dir := range []string{"..", "a/..", "a/../b", `a\..\b`, "../x"} {
			if got := reasons(oneHand("a", `"command":["ls"],"workingDir":`+quoted(dir))); !strings.Contains(got, textWorkingDir) {
				t.Errorf("%s: %q", dir, got)
			}
		}
	})
	t.Run("workingDir: symlinks are resolved and verified to remain inside the project root", func(t *testing.T) {
		for link, target := range map[string]string{"inside": "sub", "outside": t.TempDir()} {
			if err := os.Symlink(target, filepath.Join(b.dir, link)); err != nil {
				t.Fatal(err)
			}
		}
		if r := b.ran(b.hand(`"command":["pwd"],"workingDir":"inside"`), `{}`); r.Stdout != filepath.Join(b.dir, "sub")+"\n" {
			t.Errorf("%+v", r)
		}
		if r := b.ran(b.hand(`"command":["pwd"],"workingDir":"outside"`), `{}`); r.code != tools.InvalidPath {
			t.Errorf("%+v", r)
		}
	})
	t.Run("timeout: milliseconds", func(t *testing.T) {
		if r := b.ran(b.hand(`"command":["sleep","1000"],"timeout":50`), `{}`); r.Status != "timeout" || r.code != tools.Timeout {
			t.Errorf("%+v", r)
		}
	})
	t.Run("timeout: default 60000", func(t *testing.T) {
		if got := b.hand(`"command":["ls"]`).Info().Timeout; got != time.Minute {
			t.Error(got)
		}
	})
	t.Run("timeout is clamped to 300000", func(t *testing.T) {
		for _, ms := range []string{"300000", "300001", "1e300"} {
			if got := one(t, `"command":["ls"],"timeout":`+ms).TimeLimit(); got != 5*time.Minute {
				t.Errorf("%s: %v", ms, got)
			}
		}
		if got := warnings(oneHand("a", `"command":["ls"],"timeout":300001`)); !strings.Contains(got, "timeout is clamped to 300000") {
			t.Error(got)
		}
	})
	t.Run("danger: default safe", func(t *testing.T) {
		if got := b.hand(`"command":["ls"]`).Info().Danger; got != tools.Safe {
			t.Error(got)
		}
	})
	t.Run("danger: informational, confirm is what pauses execution", func(t *testing.T) {
		for fields, want := range map[string]bool{`"danger":"high"`: false, `"danger":"safe","confirm":true`: true} {
			inv, err := b.prepare(b.hand(`"command":["ls"],`+fields), `{}`)
			if err != nil || inv.Preview().Confirm != want {
				t.Errorf("%s: %+v, %v", fields, inv, err)
			}
		}
	})
	t.Run("confirm: boolean, default false", func(t *testing.T) {
		if b.hand(`"command":["ls"]`).Info().Confirm || !b.hand(`"command":["ls"],"confirm":true`).Info().Confirm {
			t.Error("confirm is not what the author wrote")
		}
	})
	t.Run("disabled: default false, validated but never registered, the agent never sees them", func(t *testing.T) {
		if one(t, `"command":["ls"]`).Disabled {
			t.Error("disabled by default")
		}
		list, err := NewHandSource(b.c, "proj", []Hand{one(t, `"command":["ls"],"disabled":true`)}).Tools(t.Context())
		if err != nil || len(list) > 0 {
			t.Errorf("%d tools, %v", len(list), err)
		}
		if got := reasons(oneHand("a", `"command":["{{x}}"],"disabled":true`)); !strings.Contains(got, textLiteral) {
			t.Errorf("not validated: %q", got)
		}
	})
	t.Run("argSeparator: default false, -- is inserted before the first substituted element", func(t *testing.T) {
		for fields, want := range map[string][]string{
			`"command":["rm","-f","{{x}}","{{x}}"]`:                         {"-f", "v", "v"},
			`"command":["rm","-f","{{x}}","{{x}}"],"argSeparator":true`:     {"-f", "--", "v", "v"},
			`"command":["rm","--","{{x}}"],"argSeparator":true`:             {"--", "v"},
			`"command":["rm","{{y}}","a","{{x}}"],"argSeparator":true`:      {"a", "--", "v"},
			`"command":["rm","{{y}}","a"],"argSeparator":true`:              {"a"},
			`"command":["rm","a=--","p{{y}}q","{{x}}"],"argSeparator":true`: {"a=--", "--", "v"},
		} {
			got := b.args(fields+`,"params":{"x":{"type":"string"},"y":{"type":"string"}}`, `{"x":"v"}`)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s\n%s", fields, diff)
			}
		}
	})
	t.Run("maxOutputBytes: per-stream output cap", func(t *testing.T) {
		r := b.ran(b.hand(`"command":["sh","-c","head -c 5000 /dev/zero | tr '\\0' a; head -c 300 /dev/zero | tr '\\0' b >&2"],"maxOutputBytes":1000`), `{}`)
		if r.Dropped.Stdout < 4000 || r.Dropped.Stderr != 0 || len(r.Stderr) != 300 {
			t.Errorf("%+v", r)
		}
	})
	t.Run("maxOutputBytes: default 100000, max 1000000 (clamped)", func(t *testing.T) {
		for fields, want := range map[string]int{``: 100_000, `,"maxOutputBytes":1`: 1, `,"maxOutputBytes":1000000`: 1_000_000, `,"maxOutputBytes":1e18`: 1_000_000} {
			if got := one(t, `"command":["ls"]`+fields).OutputCap(); got != want {
				t.Errorf("%s: %d", fields, got)
			}
		}
	})
	t.Run("env: key/value strings", func(t *testing.T) {
		if r := b.ran(b.hand(`"command":["sh","-c","printf %s \"$A\""],"env":{"A":"one $B two"}`), `{}`); r.Stdout != "one $B two" {
			t.Errorf("%+v", r)
		}
	})
	t.Run("env: cannot include PATH, LD_PRELOAD, LD_LIBRARY_PATH, DYLD_*", func(t *testing.T) {
		for _, key := range []string{"PATH", "LD_PRELOAD", "LD_LIBRARY_PATH", "DYLD_INSERT_LIBRARIES", "DYLD_FOO", "LD_AUDIT"} {
			if got := reasons(oneHand("a", `"command":["ls"],"env":{"`+key+`":"x"}`)); !strings.Contains(got, "env key '"+key+"' is forbidden") {
				t.Errorf("%s: %q", key, got)
			}
		}
	})
}

// TestHandParams has a test for each rule of docs/spec/07-hands.md#values.
func TestHandParams(t *testing.T) {
	b := newBench(t)
	param := func(p string) string { return `"command":["echo","[{{x}}]"],"params":{"x":` + p + `}` }
	t.Run("type: string, number or boolean", func(t *testing.T) {
		for typ, value := range map[string]string{"string": `"v"`, "number": `5`, "boolean": `true`} {
			got := b.args(param(`{"type":"`+typ+`"}`), `{"x":`+value+`}`)
			if want := "[" + strings.Trim(value, `"`) + "]"; got[0] != want {
				t.Errorf("%s: %v", typ, got)
			}
		}
	})
	t.Run("required: boolean, default false", func(t *testing.T) {
		if got := b.args(param(`{"type":"string"}`), `{}`); len(got) > 0 { // its element goes with it
			t.Error(got)
		}
		if _, err := b.prepare(b.hand(param(`{"type":"string","required":true}`)), `{}`); err == nil || !strings.Contains(err.Error(), `missing required input "x"`) {
			t.Error(err)
		}
	})
	t.Run("default: used when the agent omits the param", func(t *testing.T) {
		for p, want := range map[string]string{
			`{"type":"string","default":"d"}`: "[d]", `{"type":"number","default":1e6}`: "[1000000]", `{"type":"boolean","default":true}`: "[true]",
			`{"type":"number"}`: "[0]", `{"type":"boolean"}`: "[false]",
		} {
			if got := b.args(param(p), `{}`); got[0] != want {
				t.Errorf("%s: %v", p, got)
			}
		}
	})
	t.Run("pattern: string params only", func(t *testing.T) {
		if got := warnings(oneHand("a", param(`{"type":"number","pattern":"^a$"}`))); !strings.Contains(got, "counts for strings only") {
			t.Error(got)
		}
	})
	t.Run("pattern: validated via RE2, linear-time", func(t *testing.T) {
		defer effort.Limit(t, 10*time.Second)()
		if _, err := b.prepare(b.hand(param(`{"type":"string","pattern":"^(a+)+$"}`)), `{"x":"`+strings.Repeat("a", 8000)+`!"}`); err == nil {
			t.Error("it matched")
		}
	})
	t.Run("empty-string values always pass pattern validation", func(t *testing.T) {
		if got := b.args(param(`{"type":"string","pattern":"^a+$"}`), `{"x":""}`); got[0] != "[]" {
			t.Error(got)
		}
	})
	t.Run("strings with no explicit pattern get a default of ^[^-].*", func(t *testing.T) {
		tool := b.hand(param(`{"type":"string"}`))
		for value, ok := range map[string]bool{"a": true, "a-b": true, " -x": true, "-": false, "-rf": false, "--x": false} {
			if _, err := b.prepare(tool, `{"x":`+quoted(value)+`}`); (err == nil) != ok {
				t.Errorf("%q: %v", value, err)
			}
		}
	})
	t.Run("min / max: number params only", func(t *testing.T) {
		tool := b.hand(param(`{"type":"number","min":1,"max":3}`))
		for value, ok := range map[string]bool{"0.999": false, "1": true, "2.5": true, "3": true, "3.001": false} {
			if _, err := b.prepare(tool, `{"x":`+value+`}`); (err == nil) != ok {
				t.Errorf("%s: %v", value, err)
			}
		}
		if got := warnings(oneHand("a", param(`{"type":"string","min":1}`))); !strings.Contains(got, "count for numbers only") {
			t.Error(got)
		}
	})
}
