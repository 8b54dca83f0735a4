package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"handrail/tools"
)

type echoIn struct {
	Text string `json:"text" doc:"what to say"`
}

func echo(t *testing.T, name, source string) tools.Tool {
	t.Helper()
	tool, err := tools.Define[echoIn, string](tools.Info{Name: name, Source: source, Description: "says it back"},
		func(_ context.Context, in echoIn) (string, error) { return in.Text, nil })
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

type source struct {
	namespace string
	list      []tools.Tool
	err       error
}

func (s source) Namespace() string                           { return s.namespace }
func (s source) Tools(context.Context) ([]tools.Tool, error) { return s.list, s.err }

func build(t *testing.T, off ...string) *tools.Registry {
	t.Helper()
	return tools.Build(context.Background(), []tools.Provision{
		{Source: source{list: []tools.Tool{echo(t, "read", "builtin"), echo(t, "bash", "builtin")}}},
		{Source: source{list: []tools.Tool{echo(t, "deploy", "custom"), echo(t, "read", "custom")}},
			Rejected: []tools.Entry{{Info: tools.Info{Name: "broken", Source: "custom"}, Reason: "line 3: no command"}}},
		{Source: source{list: []tools.Tool{echo(t, "publish", "manifest")}}, State: tools.Barred, Reason: "this space is not trusted"},
		{Source: source{namespace: "github", list: []tools.Tool{echo(t, "search", "mcp:github"), echo(t, "read", "mcp:github")}}},
		{Source: source{namespace: "web", list: []tools.Tool{echo(t, "search", "mcp:web"), echo(t, strings.Repeat("x", 80), "mcp:web")}}},
		{Source: source{namespace: "dead", err: errors.New("the server does not answer")}},
	}, off)
}

func TestRegistryListsEveryToolWithItsStateAndReason(t *testing.T) {
	want := map[string]tools.State{
		"read|builtin": tools.Ready, "read|custom": tools.Shadowed, "broken|custom": tools.Rejected, "publish|manifest": tools.Barred,
		"deploy|custom": tools.Ready, "read|mcp:github": tools.Ready, "dead|": tools.Missing,
	}
	seen := 0
	for _, e := range build(t).Entries() {
		state, ok := want[e.Info.Name+"|"+e.Info.Source]
		if !ok {
			continue
		}
		seen++
		if e.State != state {
			t.Errorf("%s from %s is %s, want %s", e.Info.Name, e.Info.Source, e.State, state)
		}
		if e.State != tools.Ready && e.Reason == "" {
			t.Errorf("%s from %s is %s without a reason", e.Info.Name, e.Info.Source, e.State)
		}
	}
	if seen != len(want) {
		t.Errorf("saw %d of %d entries", seen, len(want))
	}
}

func TestLookup(t *testing.T) {
	long := "web__" + strings.Repeat("x", 80)
	r := build(t, "deploy")
	tests := []struct {
		name, call string
		scope      tools.Scope
		want       string // qualified name, or part of the error
	}{
		{"bare", "bash", tools.Scope{}, "bash"},
		{"alias", "exec_shell", tools.Scope{}, "bash"},
		{"alias of the first source wins", "read_file", tools.Scope{}, "read"},
		{"qualified", "github__read", tools.Scope{}, "github__read"},
		{"bare name of two servers", "search", tools.Scope{}, `"search" is not unique: say which one, github__search or web__search`},
		{"long name", long, tools.Scope{}, long},
		{"turned off", "deploy", tools.Scope{}, "it is turned off"},
		{"held by its source", "publish", tools.Scope{}, "not trusted"},
		{"broken definition", "broken", tools.Scope{}, "line 3: no command"},
		{"blocked by name", "bash", tools.Scope{Blocked: []string{"bash"}}, `blockedTools has "bash"`},
		{"blocked by alias", "bash", tools.Scope{Blocked: []string{"exec_shell"}}, `blockedTools has "exec_shell"`},
		{"blocked by inner star", "github__read", tools.Scope{Blocked: []string{"git*__re*d"}}, "blockedTools"},
		{"deny wins over allowed", "bash", tools.Scope{Allowed: []string{"bash"}, Blocked: []string{"b*"}}, "blockedTools"},
		{"not in allowed", "bash", tools.Scope{Allowed: []string{"read"}}, "allowedTools does not list it"},
		{"allowed by alias", "read", tools.Scope{Allowed: []string{"read_file"}}, "read"},
		{"empty context narrows to nothing", "bash", tools.Scope{Context: []string{}}, "context.tools"},
		{"in context", "bash", tools.Scope{Context: []string{"bash"}}, "bash"},
		{"a slip of the finger", "bsh", tools.Scope{}, "did you mean bash?"},
		{"nothing near", "quux-zork-42", tools.Scope{}, "there is no tool"},
		{"empty", "", tools.Scope{}, "there is no tool"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := r.Lookup(tt.call, tt.scope)
			if err == nil {
				if e.Qualified != tt.want {
					t.Errorf("found %s, want %s", e.Qualified, tt.want)
				}
				return
			}
			code := tools.NotFound
			if tt.name == "held by its source" { // trust (docs/spec/01-command-line.md)
				code = tools.PermissionDenied
			}
			if got := tools.AsError(err).Code; got != code {
				t.Errorf("code is %s, want %s", got, code)
			}
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error is %q, want %q in it", err, tt.want)
			}
		})
	}
}

func TestModelNamesAreValidAndFindTheirTool(t *testing.T) {
	r := build(t)
	for _, e := range r.Offered(tools.Scope{}) {
		if len(e.Model) > 64 || strings.Trim(e.Model, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") != "" || e.Model == "" {
			t.Errorf("%q is offered as %q", e.Qualified, e.Model)
		}
		found, err := r.Lookup(e.Model, tools.Scope{})
		if err != nil || found.Qualified != e.Qualified {
			t.Errorf("the model's name %q finds %q, %v; want %q", e.Model, found.Qualified, err, e.Qualified)
		}
	}
}

func TestMatch(t *testing.T) {
	tests := []struct {
		pattern, name string
		want          bool
	}{
		{"*", "", true}, {"", "", true}, {"", "a", false}, {"a", "a", true}, {"a*", "abc", true}, {"*c", "abc", true},
		{"a*c", "abbc", true}, {"a*c", "abb", false}, {"?", "ä", true}, {"??", "ä", false}, {"a**b", "ab", true},
		{"[a]", "a", false}, {"[a]", "[a]", true}, {"git status*", "git status -s", true}, {`\*`, "*", false},
	}
	for _, tt := range tests {
		if got := tools.Match(tt.pattern, tt.name); got != tt.want {
			t.Errorf("Match(%q, %q) = %t", tt.pattern, tt.name, got)
		}
	}
}

func TestFit(t *testing.T) {
	list := `[` + strings.Repeat(`"short",`, 20_000) + `"end"]`
	object := `{"stdout":"` + strings.Repeat("ä", 90_000) + `","exit_code":0}`
	tests := []struct {
		name, content string
		cut, json     bool
	}{
		{"below", strings.Repeat("x", tools.ContentLimit-1), false, false},
		{"at", strings.Repeat("x", tools.ContentLimit), false, false},
		{"above", strings.Repeat("x", tools.ContentLimit+1), true, false},
		{"two-byte characters", strings.Repeat("ä", tools.ContentLimit), true, false},
		{"object with a long text", object, true, true},
		{"long list of short items", list, true, true},
		{"a long number is not cut to another", `{"n":` + strings.Repeat("1", 70_000) + `}`, true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, cut := tools.Fit(tt.content, tools.ContentLimit)
			if cut != tt.cut {
				t.Fatalf("cut is %t, want %t", cut, tt.cut)
			}
			if len(got) > tools.ContentLimit {
				t.Errorf("%d bytes are left", len(got))
			}
			if !utf8.ValidString(got) {
				t.Error("a character was cut in two")
			}
			if !cut && got != tt.content {
				t.Error("content that fits was changed")
			}
			if cut && !strings.Contains(got, "dropped here") {
				t.Error("it does not say what was dropped")
			}
			if tt.json && !json.Valid([]byte(got)) {
				t.Errorf("JSON became %.80q", got)
			}
		})
	}
}

func FuzzFit(f *testing.F) {
	f.Add("plain text", uint16(1024))
	f.Add(`{"a":["b","c"]}`, uint16(2000))
	f.Add(strings.Repeat("é", 900), uint16(1025))
	f.Fuzz(func(t *testing.T, s string, n uint16) {
		limit := int(n) + 1024
		s = strings.Repeat(s, 1+limit/(len(s)+1))
		got, cut := tools.Fit(s, limit)
		if len(got) > limit {
			t.Fatalf("%d bytes of at most %d", len(got), limit)
		}
		if cut == (len(s) <= limit) {
			t.Fatalf("cut is %t for %d bytes of at most %d", cut, len(s), limit)
		}
		if utf8.ValidString(s) && !utf8.ValidString(got) {
			t.Fatal("a character was cut in two")
		}
	})
}

func TestDefineWarnsOfAToolThatCannotRetrySafely(t *testing.T) {
	info := tools.Info{Name: "pay", SideEffect: true}
	careless, err := tools.Define[echoIn, string](info, func(_ context.Context, in echoIn) (string, error) { return in.Text, nil })
	if err != nil {
		t.Fatal(err)
	}
	if w := careless.Info().Warnings; len(w) != 1 || !strings.Contains(w[0], "call.Key") {
		t.Errorf("warnings are %q", w)
	}
	careful, err := tools.Define[echoIn, string](info, func(_ context.Context, c tools.Call, in echoIn) (string, error) { return c.Key, nil })
	if err != nil {
		t.Fatal(err)
	}
	if w := careful.Info().Warnings; len(w) != 0 {
		t.Errorf("a tool that takes the call is warned of: %q", w)
	}
	if careful.Info().Idempotent {
		t.Error("a side effect is not idempotent by itself")
	}
	if !echo(t, "e", "builtin").Info().Idempotent {
		t.Error("a pure read is idempotent")
	}
}

// What a tool does not say of itself, its name says; its function gets the input as it was
// read, the name and the key.
func TestDefineFillsIn(t *testing.T) {
	var got tools.Call
	tool, err := tools.Define[echoIn, string](tools.Info{Name: "shout", SideEffect: true}, func(_ context.Context, c tools.Call, in echoIn) (string, error) {
		got = c
		return strings.ToUpper(in.Text), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if i := tool.Info(); i.Title != "shout" || i.Description != "shout" || len(i.Input.Parameters()) != 1 || i.Input.Parameters()[0].Name != "text" {
		t.Errorf("it says of itself %+v", i)
	}
	in, err := tool.Info().Input.Check(json.RawMessage(`{"text":"hi"}`))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"k", "k", "another"} {
		inv, err := tool.Prepare(t.Context(), tools.Call{Tool: "shout", Key: key}, in)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := inv.Run(t.Context(), tools.Discard{}); err != nil || r.Content != "HI" || got.Tool != "shout" || got.Key != key {
			t.Errorf("it said %q, %v, and got the call %+v", r.Content, err, got)
		}
	}
	described, err := tools.Define[echoIn, string](tools.Info{Name: "shout", Title: "Shout", Description: "Says it loudly."}, func(context.Context, echoIn) (string, error) { return "", nil })
	if err != nil || described.Info().Title != "Shout" || described.Info().Description != "Says it loudly." {
		t.Errorf("its own words became %+v, %v", described.Info(), err)
	}
}

type answer struct {
	N int `json:"n"`
}

func TestDefinedResults(t *testing.T) {
	ctx := context.Background()
	for name, want := range map[string]string{"string": "hi", "struct": `{"n":2}`, "result": "r"} {
		var tool tools.Tool
		var err error
		switch name {
		case "string":
			tool = echo(t, "e", "builtin")
		case "struct":
			tool, err = tools.Define[echoIn, answer](tools.Info{Name: "n"}, func(_ context.Context, in echoIn) (answer, error) { return answer{len(in.Text)}, nil })
		case "result":
			tool, err = tools.Define[echoIn, tools.Result](tools.Info{Name: "r"}, func(context.Context, tools.Call, echoIn) (tools.Act[tools.Result], error) {
				return tools.Act[tools.Result]{Run: func(context.Context, tools.Output) (tools.Result, error) { return tools.Result{Content: "r"}, nil }}, nil
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		in, err := tool.Info().Input.Check(json.RawMessage(`{"text":"hi"}`))
		if err != nil {
			t.Fatal(err)
		}
		inv, err := tool.Prepare(ctx, tools.Call{}, in)
		if err != nil {
			t.Fatal(err)
		}
		if p := inv.Preview(); p.Title == "" || p.Detail == "" || p.Digest == "" {
			t.Errorf("%s: the preview is not whole: %+v", name, p)
		}
		got, err := inv.Run(ctx, tools.Discard{})
		if err != nil || got.Content != want {
			t.Errorf("%s: got %q, %v; want %q", name, got.Content, err, want)
		}
	}
}

func TestDigestsTellPartsApart(t *testing.T) {
	if tools.Digest("ab", "c") == tools.Digest("a", "bc") {
		t.Error("parts run into each other")
	}
	key := []byte("k")
	if tools.EnvDigest(key, []string{"A=1", "B=2"}) != tools.EnvDigest(key, []string{"B=2", "A=1"}) {
		t.Error("the order of an environment counts")
	}
	if tools.EnvDigest(key, []string{"A=1"}) == tools.EnvDigest(key, []string{"A=2"}) {
		t.Error("another value is the same act")
	}
	if tools.EnvDigest(key, []string{"A=1", "SHLVL=1", "_=/bin/sh", "PWD=/x", "OLDPWD=/y"}) != tools.EnvDigest(key, []string{"A=1", "SHLVL=2", "PWD=/z"}) {
		t.Error("what a shell says of itself counts")
	}
	for _, other := range []string{"PATH=/evil", "LD_PRELOAD=x", "__=1", "SHLVLS=1"} {
		if tools.EnvDigest(key, []string{"A=1"}) == tools.EnvDigest(key, []string{"A=1", other}) {
			t.Errorf("%s does not count", other)
		}
	}
	if tools.EnvDigest(key, nil) == tools.EnvDigest([]byte("other"), nil) {
		t.Error("the key does not count")
	}
}

func TestCodesAreClosed(t *testing.T) {
	codes := tools.Codes()
	slices.Sort(codes)
	if len(slices.Compact(codes)) != 15 {
		t.Errorf("%d codes, docs/spec/01-command-line.md has 15", len(codes))
	}
	if got := tools.AsError(errors.New("x")).Code; got != tools.ExecutionFailed {
		t.Errorf("any other error is %s", got)
	}
	if tools.AsError(nil) != nil {
		t.Error("no error became one")
	}
}

func TestSensitiveInputs(t *testing.T) {
	for input, want := range map[string]bool{
		`{"path":".env","content":"TOKEN=x"}`: true, `{"path":"config/.env.local"}`: true, `{"path":"a.md","content":"see .env"}`: false,
		`{"patch":"--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-a\n+b\n"}`: true, `{"patch":"--- a/x.md\n+++ b/x.md\n"}`: false, `{"pattern":"**/*.pem"}`: true,
		`{"patch":"diff --git a/.env b/x\ncopy from .env\ncopy to x\n"}`: true, `{"patch":"rename from x\nrename to d/.env\n"}`: true, `{"patch":"copy from \"\\056env\"\ncopy to x\n"}`: true,
		`{"patch":"copy from x\ncopy to y\n"}`: false,
		`{"path":"/home/kim/.ssh/id_rsa"}`:     true, `{"n":1}`: false, `[]`: false, `no`: false,
	} {
		if got := tools.SensitiveInput(json.RawMessage(input)); got != want {
			t.Errorf("SensitiveInput(%s) = %t", input, got)
		}
	}
}

func TestSensitiveNames(t *testing.T) {
	for name, want := range map[string]bool{
		".env": true, ".env.local": true, ".ENV": true, "credentials.json": true, "server.pem": true, "id_ed25519": true, ".netrc": true,
		".npmrc": true, "id_rsa.pub": false, ".env.example": false, "environment.md": false, "pem.txt": false, "main.go": false,
		"ca.pem": false, "fullchain.pem": false, "client-cert.pem": false, "pub_key.pem": false, "cert-key.pem": true, "public-private.pem": true,
	} {
		if got := tools.SensitiveName(name); got != want {
			t.Errorf("SensitiveName(%q) = %t", name, got)
		}
	}
}
