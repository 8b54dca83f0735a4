package clients

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

func ourEntry() Entry { return Entry{Command: "/opt/handrail", Space: "/home/kim/shop"} }

// placeOf is a place of a shape that a file's name tells.
func placeOf(name string) Place {
	p := Place{Program: "cursor", Title: "Cursor", File: name, shape: shapePlain, signs: []string{"/"}}
	switch {
	case strings.HasSuffix(name, ".toml"):
		p.Program, p.shape = "codex", shapeCodex
	case strings.HasPrefix(name, "vscode"):
		p.Program, p.shape = "vscode", shapeVSCode
	case strings.HasPrefix(name, "claude"):
		p.Program, p.shape = "claude-code", shapeClaude
	}
	for prefix, s := range map[string]shape{"zed": shapeZed, "opencode": shapeOpencode, "copilot": shapeCopilot, "amp": shapeAmp, "crush": shapeCrush, "goose": shapeGoose, "continue": shapeContinue} {
		if strings.HasPrefix(name, prefix) {
			p.Program, p.shape = prefix, s
		}
	}
	return p
}

// Each file of testdata/edits is a file before, with our entry ("with …"), and after
// it was taken out again ("without", where it is not what it was before).
// UPDATE=1 writes what comes out.
func TestEdits(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join("testdata", "edits", "*.txtar"))
	if err != nil || len(cases) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, file := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			if err != nil || len(a.Files) == 0 {
				t.Fatalf("%v", err)
			}
			p := placeOf(a.Files[0].Name)
			before := strings.TrimPrefix(marks(string(a.Files[0].Data)), bom)
			got := []txtar.File{a.Files[0]}
			with, err := p.with([]byte(before), ourEntry())
			if err != nil {
				got = append(got, txtar.File{Name: "error", Data: []byte(err.Error() + "\n")})
			} else {
				got = append(got, txtar.File{Name: "with", Data: unmarked(with)})
				back, err := p.without(with)
				if err != nil {
					t.Fatalf("it cannot be taken out again: %v", err)
				}
				if string(back) != before {
					got = append(got, txtar.File{Name: "without", Data: unmarked(back)})
				}
			}
			out := txtar.Format(&txtar.Archive{Comment: a.Comment, Files: got})
			if os.Getenv("UPDATE") != "" {
				if err := os.WriteFile(file, out, 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(string(txtar.Format(a)), string(out)); diff != "" {
				t.Errorf("edits (-want +got):\n%s", diff)
			}
		})
	}
}

// unmarked is marks, the other way round.
func unmarked(text []byte) []byte {
	s := strings.ReplaceAll(string(text), "\r\n", "<CR>\n")
	if s != "" && !strings.HasSuffix(s, "\n") {
		s += "<NOEOL>\n"
	}
	return []byte(s)
}

// An entry that is there already is brought up to date; what a person has added to
// it stays.
func TestConnectAgain(t *testing.T) {
	tests := []struct{ name, before, want string }{
		{"json", `{"mcpServers": {"handrail": {"command": "/old/handrail", "args": ["mcp"], "env": {"A": "1"}}}}`, `{"mcpServers": {"handrail": {"command": "/opt/handrail", "args": ["mcp", "--space", "/home/kim/shop"], "env": {"A": "1"}}}}`},
		{"x.toml", "[mcp_servers.handrail]\ncommand = \"/old/handrail\" # mine\nargs = [\n  \"mcp\",\n]\nenabled = false\n", "[mcp_servers.handrail]\ncommand = \"/opt/handrail\" # mine\nargs = [\"mcp\", \"--space\", \"/home/kim/shop\"]\nenabled = false\n"},
		{"json", `{"mcpServers": {"handrail": {"command": "C:\\x\\Handrail.exe", "args": ["mcp", "--space=/a"]}}}`, `{"mcpServers": {"handrail": {"command": "/opt/handrail", "args": ["mcp", "--space", "/home/kim/shop"]}}}`},
		{"json", `{"mcpServers": {"handrail": {"command": "/opt/handrail", "args": ["mcp", "--space", "/home/kim/shop"], "x": 1}}}`, `{"mcpServers": {"handrail": {"command": "/opt/handrail", "args": ["mcp", "--space", "/home/kim/shop"], "x": 1}}}`},
	}
	for _, tt := range tests {
		got, err := placeOf(tt.name).with([]byte(tt.before), ourEntry())
		if err != nil {
			t.Errorf("%s: %v", tt.before, err)
		}
		if diff := cmp.Diff(tt.want, string(got)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

// What cannot be changed safely is refused, and says why.
func TestRefusedEdits(t *testing.T) {
	tests := []struct{ name, before, want string }{
		{"json", `{"mcpServers": {"handrail": {"command": "other", "args": ["mcp"]}}}`, "not Handrail's own"},
		{"json", `{"mcpServers": {"handrail": null}}`, "not Handrail's own"},
		{"json", `{"mcpServers": null}`, "is not an object"},
		{"json", `{"mcpServers": []}`, "is not an object"},
		{"json", `{"mcpServers": {}, "mcpServers": {}}`, "twice"},
		{"json", `{"a": 1`, "1:8: it is not valid JSON"},
		{"json", `[1]`, "must begin with {"},
		{"json", strings.Repeat(`{"a":`, 600), "nested deeper"},
		{"json", strings.Repeat(`[`, MaxFile), "nested deeper"},
		{"x.toml", "mcp_servers = { a = { command = \"x\" } }\n", "cannot change safely"},
		{"x.toml", "[[mcp_servers]]\ncommand = \"x\"\n", "cannot change safely"},
		{"x.toml", "mcp_servers = 1\n", "cannot change safely"},
		{"x.toml", "[mcp_servers]\nhandrail = { command = \"/old/handrail\", args = [\"mcp\"] }\n", "can't change"},
		{"x.toml", "a = " + strings.Repeat("[", 100000), "1:10005: it is not valid TOML"},
	}
	for _, tt := range tests {
		got, err := placeOf(tt.name).with([]byte(tt.before), ourEntry())
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%.80s: %s, error %v, want %q", tt.before, got, err, tt.want)
		}
	}
	if out, err := placeOf("json").without([]byte(`{"mcpServers": {"handrail": {"command": "other"}}}`)); err == nil {
		t.Errorf("an entry of somebody else was taken out: %s", out)
	}
	if out, err := placeOf("x.toml").without([]byte("mcp_servers = { handrail = { command = \"/a/handrail\", args = [\"mcp\"] } }\n")); err == nil {
		t.Errorf("an inline table was cut: %s", out)
	}
}

// Whatever stands in a file, our entry goes in and out without touching anything
// else.
func FuzzJSON(f *testing.F) {
	for _, seed := range []string{
		"{}", "", "{\n}", `{"mcpServers":{}}`, `{"mcpServers":{"a":{}},}`, "{\n  // c\n  \"mcpServers\": { // d\n    \"a\": 1, // e\n  },\n}\n",
		`{"mcpServers":{"a":1//x` + "\n}}", "{\"mcpServers\":\r\n{\t\"handrail\": {\"command\":\"/x/handrail\",\"args\":[\"mcp\"]}, \"b\":2}}", "{/* a */}", "{ // a\n}",
		`{"mcpServers":{"a":1 /*x*/ , /*y*/ }}`, `{"a":{"mcpServers":{}}}`, "{\"a\":1} // end", `{"mcpServers":{/*a*/"handrail"/*b*/:/*c*/{"command":"handrail","args":["mcp"]}/*d*/,/*e*/}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { checkRoundTrip(t, placeOf("json"), text) })
}

// The same for TOML.
func FuzzTOML(f *testing.F) {
	for _, seed := range []string{
		"", "a = 1", "a = 1\n\n\n", "[mcp_servers.a]\r\ncommand = 'x'\r\n", "mcp_servers.a.command = \"x\"\n", "[mcp_servers]\n", "# only\n", "[a]\nb = \"\"\"\n[mcp_servers.handrail]\n\"\"\"\n",
		"[mcp_servers.handrail]\ncommand = \"/x/handrail\"\nargs = [\"mcp\"] # c\n# d\n\n[mcp_servers.handrail.env]\nA = '1'\n[b]\n", "[[a]]\n[[a]]\nb.c = 2024-01-01\n", "\n", "[ mcp_servers . \"a\" ] # x",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) { checkRoundTrip(t, placeOf("x.toml"), text) })
}

// The same for YAML: a table by name, and a list of items with names.
func FuzzYAML(f *testing.F) {
	for _, seed := range []string{
		"", "a: 1", "a: 1\n\n\n", "---\na: 1\n...\n", "extensions:\n  a:\n    cmd: x # c\n  # d\nb: |\n  x\n", "extensions: {}\n", "extensions: {a: {cmd: x}} # c\n", "extensions:\r\n  a: {cmd: x}\r\n",
		"extensions:\n  handrail:\n    cmd: /x/handrail\n    args:\n    - mcp\n\n  b:\n    cmd: y\n", "mcpServers:\n- name: a\n  command: x\n", "mcpServers:\n  -\n    name: handrail\n    command: /x/handrail\n    args: [mcp]\n",
		"mcpServers: [ { name: a } ]", "mcpServers:\n", "# only\n", "? mcpServers\n: []\n", "mcpServers: &a\n  - name: a\nb: *a\n", "{mcpServers: []}", " extensions:\n  a:\n   cmd: x\n", "\"extensions\": !!map\n  'a': {}\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkRoundTrip(t, placeOf("goose.yaml"), text)
		checkRoundTrip(t, placeOf("continue.yaml"), text)
	})
}

// checkRoundTrip holds one text against what is promised. proves has compared
// everything else already; what is left are the bytes.
func checkRoundTrip(t *testing.T, p Place, text string) {
	if len(text) > 1<<16 || checkText("x", []byte(text)) != nil {
		return
	}
	without, err := p.without([]byte(text))
	if err != nil {
		return
	}
	with, err := p.with(without, ourEntry())
	if err != nil {
		return
	}
	back, err := p.without(with)
	if err != nil {
		t.Fatalf("%q became %q, and that cannot be undone: %v", without, with, err)
	}
	content, err := p.parse(without)
	if err != nil {
		t.Fatal(err)
	}
	list := content.node().get(p.list()...)
	filled := list != nil && len(list.members)+len(list.items) > 0
	if (p.shape == shapeCodex || filled) && string(back) != string(without) {
		t.Fatalf("%q came back as %q", without, back)
	}
	again, err := p.with(back, ourEntry())
	if err != nil || (filled || !isYAML(p)) && string(again) != string(with) && !strings.Contains(string(back), "{}") {
		t.Fatalf("%q is not the same a second time: %q, %q, %v", without, with, again, err)
	}
	sharp := p.shape == shapeCodex || isYAML(p)
	for _, kept := range []string{"//", "/*", "#"} { // comments stay
		if sharp == (kept == "#") && strings.Count(string(back), kept) != strings.Count(string(without), kept) {
			t.Fatalf("a comment is lost: %q, then %q", without, back)
		}
	}
}

func isYAML(p Place) bool { return p.shape == shapeGoose || p.shape == shapeContinue }
