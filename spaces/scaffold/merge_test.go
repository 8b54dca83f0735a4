package scaffold

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/tools/command"
)

// FuzzMerge holds that hands are only ever put into a text: with what was put
// in taken out again, the old text is there, byte for byte.
func FuzzMerge(f *testing.F) {
	for _, old := range []string{
		"{}", "{}\v", "{ }", "{\n}", "{\r\n\t\"version\" : \"1\"\r\n}", `{"tools":{}}`, "{\"tools\" : {\n\n}\n}", "\ufeff{\"version\":\"1\"}\n\n",
		`{"tools":{}, "z": 1}`, `{"version":"1","tools":{"a":{"command":["x"]}}, "z": [1, {"tools": {}}]}`,
		"{\n  \"version\": \"1\",\n  \"tools\": {\n    \"a\": {\n      \"command\": [ \"x\" ]\n    }\n  },\n  \"version\": \"1\"\n}",
		"{\n\n\n      \"tools\"\n:\n{ \"a\" : 1.50e+3\n }, \"version\":\"1\" }", `{"version":"1","\u0074ools":{"\u0061":{}}}`, `{"tools":{"a":{},"a":{}}}`, "{\"a\":\"\\\"}{\"}",
	} {
		f.Add(old, "lint", "say \"hello\" \\ <b>")
	}
	f.Fuzz(func(t *testing.T, old, name, description string) {
		e, err := readHands(old, true)
		if err != nil {
			return // it is said, and nothing is written
		}
		hand := command.Hand{Description: description, Command: []string{"make", name}, Params: map[string]command.HandParam{"x": {Type: "string"}}}
		text, ins, err := e.add([]Proposed{{Name: name, Hand: hand}, {Name: name + "-2", Hand: hand}})
		if err != nil {
			t.Fatalf("nothing can be put into %q: %v", old, err)
		}
		if !json.Valid([]byte(strings.TrimPrefix(text, "\ufeff"))) {
			t.Fatalf("no JSON came out of\n%q\n%q", old, text)
		}
		var back strings.Builder
		at, grown := 0, 0
		for _, i := range ins {
			from := i.Start + grown
			if from < at || from+len(i.Text) > len(text) || text[from:from+len(i.Text)] != i.Text {
				t.Fatalf("the text does not have %q at %d:\n%q", i.Text, from, text)
			}
			back.WriteString(text[at:from])
			at = from + len(i.Text)
			grown += len(i.Text)
		}
		if back.WriteString(text[at:]); back.String() != old {
			t.Fatalf("the old text was changed:\n%q\n%q", old, back.String())
		}
		var top struct {
			Version string
			Tools   map[string]json.RawMessage
		}
		if err := json.Unmarshal([]byte(strings.TrimPrefix(text, "\ufeff")), &top); err == nil && (top.Version != "1" || len(top.Tools) == 0) {
			t.Fatalf("the hands are not in the tools:\n%q", text)
		}
	})
}

func TestKebab(t *testing.T) {
	tests := map[string]string{
		"test": "test", "build:prod": "build-prod", "buildProd": "build-prod", "HTTPServer": "httpserver", "a//b": "a-b", "-a-": "a", "2fa": "fa", "12": "",
		"__proto__": "proto", "a.b_c+d@e": "a-b-c-d-e", "e2e": "e2e", "test2Run": "test2-run", "": "", strings.Repeat("ab-", 30): strings.TrimSuffix(strings.Repeat("ab-", 17)[:50], "-"),
	}
	for in, want := range tests {
		if got := kebab(in); got != want {
			t.Errorf("kebab(%q) = %q, want %q", in, got, want)
		}
	}
}

// TestJudge holds how careful a hand is made, by its name and by what it runs.
func TestJudge(t *testing.T) {
	tests := []struct {
		name, text string
		danger     string
		confirm    bool
		disabled   bool
	}{
		{"test", "jest", safe, false, false},
		{"lint", "eslint .", safe, false, false},
		{"lint", "eslint . --fix", moderate, false, false},
		{"format", "prettier --write .", moderate, false, false},
		{"format:check", "prettier --check .", safe, false, false},
		{"build", "tsc", moderate, false, false},
		{"build", "tsc -w", moderate, false, true},
		{"build", "npm run build:x", moderate, false, false},
		{"build:vite", "vite build", moderate, false, false},
		{"web", "vite", moderate, false, true},
		{"web", "vite --host", moderate, false, true},
		{"unit", "vitest", safe, false, false},
		{"up", "docker compose up", moderate, false, true},
		{"up", "docker compose up --build", moderate, false, true},
		{"up", "docker compose up -d", moderate, false, false},
		{"dev", "x", moderate, false, true},
		{"devtools", "x", moderate, false, false},
		{"startup-check", "x", safe, false, false},
		{"deploy", "x", high, true, false},
		{"deployProd", "x", high, true, false},
		{"DEPLOY", "x", high, true, false},
		{"release:watch", "x", high, true, true},
		{"go-live", "git push origin main", high, true, false},
		{"go-live", "git  push", high, true, false},
		{"x", "npm publish --access public", high, true, false},
		{"x", "npm run deploy", high, true, false},
		{"x", "npm run deploy:prod", high, true, false},
		{"x", "make -C sub publish", high, true, false},
		{"x", "terraform -chdir=infra apply", high, true, false},
		{"x", "terraform plan", moderate, false, false},
		{"x", "kubectl get pods", moderate, false, false},
		{"x", "kubectl -n shop apply -f .", high, true, false},
		{"x", "docker build .", moderate, false, false},
		{"x", "docker push example.com/x", high, true, false},
		{"x", "sudo true", high, true, false},
		{"x", "psql -c 'DROP TABLE a'", high, true, false},
		{"db:seed", "x", moderate, true, false},
		{"install-deps", "npm ci", moderate, false, false},
		{"npm-thing", "npm ls", moderate, false, false},
		{"dropdown-demo", "x", moderate, false, false},
	}
	for _, tt := range tests {
		d := draft{hand: command.Hand{Description: "It."}}
		d.judge(tt.name, tt.text+"\n")
		h := d.hand
		if h.Danger != tt.danger || h.Confirm != tt.confirm || h.Disabled != tt.disabled {
			t.Errorf("%s (%s): %s, confirm %v, disabled %v; want %s, %v, %v", tt.name, tt.text, h.Danger, h.Confirm, h.Disabled, tt.danger, tt.confirm, tt.disabled)
		}
		if h.Timeout < timeoutShort || h.Timeout > command.MaxHandTimeout || len(d.why) == 0 {
			t.Errorf("%s (%s): %v ms, because %q", tt.name, tt.text, h.Timeout, d.why)
		}
	}
}
