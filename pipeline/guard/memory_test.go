package guard

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/tools"
)

// Whatever writes the memory is a way by which text acts later, in every form in which an act says so.
func TestWaysToTheMemory(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	write := func(kind tools.EffectKind, name string) tools.Preview {
		return tools.Preview{Effects: []tools.Effect{{Kind: kind, Target: filepath.Join(root, filepath.FromSlash(name))}}}
	}
	shell := func(text string) tools.Preview {
		return tools.Preview{Shell: text, Detail: text, Folder: root, Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/bin/bash"}}}
	}
	own := tools.Entry{Qualified: "write", Info: tools.Info{Source: "builtin", SideEffect: true}}
	bash := tools.Entry{Qualified: "bash", Info: tools.Info{Source: "builtin", SideEffect: true}}
	files := tools.Entry{Qualified: "files__write_file", Info: tools.Info{Source: "mcp:files", Claimed: true, SideEffect: true}}
	reads := tools.Entry{Qualified: "files__read_file", Info: tools.Info{Source: "mcp:files", Claimed: true}}
	for _, x := range []struct {
		name  string
		e     tools.Entry
		p     tools.Preview
		input string
		there bool // the memory is, and walls stand
		want  bool
	}{
		{"a file tool", own, write(tools.EffectWrite, "MEMORY.md"), `{}`, true, true},
		{"a file tool that removes it", own, write(tools.EffectDelete, "MEMORY.md"), `{}`, true, true},
		{"in other letters", own, write(tools.EffectWrite, "memory.MD"), `{}`, true, true},
		{"below", own, write(tools.EffectWrite, "notes/MEMORY.md"), `{}`, true, false},
		{"to read it", own, write(tools.EffectRead, "MEMORY.md"), `{}`, true, false},
		{"a program", bash, shell("cd . && echo x >> MEMORY.md"), `{}`, false, true},
		{"a program whose room holds it", bash, shell("echo x >> MEMORY.md"), `{}`, true, false},
		{"a program, with an absolute path", bash, shell("tee " + filepath.Join(root, "MEMORY.md")), `{}`, false, true},
		{"a program, in quotes", bash, shell(`cp a 'MEM'"ORY.md"`), `{}`, false, true},
		{"a program, of another folder", bash, shell("mkdir -p d && cd d && echo x > MEMORY.md"), `{}`, false, false},
		{"a program that reads it", bash, shell("cat MEMORY.md > copy.md"), `{}`, false, false},
		{"a server", files, tools.Preview{}, `{"path":"./MEMORY.md","content":"x"}`, true, true},
		{"a server, deep below", files, tools.Preview{}, `{"edits":[{"file":"/x\\memory.md"}]}`, true, true},
		{"a server's contents", files, tools.Preview{}, `{"path":"a.md","content":"see MEMORY.md, which is long"}`, true, false},
		{"a server that reads", reads, tools.Preview{}, `{"path":"MEMORY.md"}`, true, false},
	} {
		t.Run(x.name, func(t *testing.T) {
			walls := "there are none"
			path := filepath.Join(root, "MEMORY.md")
			if x.there {
				walls = ""
				if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
					t.Fatal(err)
				}
			} else if err := os.Remove(path); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			g := New(Config{Roots: func() []string { return []string{root} }, Walls: func() string { return walls }})
			way, out := g.WayOut(tools.Call{Caller: tools.Caller{Kind: tools.CallerAgent}}, x.e, x.p, json.RawMessage(x.input), chatWords{})
			if out != x.want || out && (way.Name != MemoryWay || way.Why.None()) {
				t.Errorf("%+v, %t", way, out)
			}
		})
	}
}

// An act that is two ways out is asked about once, with both named, and each needs an answer that lasts.
func TestTwoWaysOut(t *testing.T) {
	call := tools.Call{Caller: tools.Caller{Kind: tools.CallerAgent}, Space: "/space"}
	bash := tools.Entry{Qualified: "bash", Info: tools.Info{Source: "builtin", SideEffect: true}}
	act := Outward{
		Call: call, Entry: bash, From: []tools.Origin{{Kind: tools.FromWeb, Name: "a.example"}}, Words: chatWords{},
		Preview: tools.Preview{Shell: "echo x > MEMORY.md", Folder: "/space", Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/bin/bash"}}},
	}
	grant := func(way string) Grant {
		return Grant{ID: way, Space: "/space", Origins: []string{"web a.example"}, Way: way}
	}
	for _, x := range []struct {
		grants []Grant
		way    string
		asks   []string
	}{
		{nil, MemoryWay, []string{"later conversation", "any host"}},
		{[]Grant{grant(MemoryWay)}, AnyProgram, []string{"any host"}},
		{[]Grant{grant(AnyProgram)}, MemoryWay, []string{"later conversation"}},
		{[]Grant{grant(AnyProgram), grant(MemoryWay)}, MemoryWay, nil},
	} {
		g := New(Config{Outside: func() string { return anyHost }, Roots: func() []string { return []string{"/space"} }, Grants: func() []Grant { return x.grants }})
		v := g.Elsewhere(Verdict{Outcome: Allow, Stage: ByMode}, act)
		if (v.Outcome == Ask) != (len(x.asks) > 0) || v.Way.Name != x.way || len(x.asks) == 0 && len(v.Also) != 2 {
			t.Errorf("%d grants: %+v", len(x.grants), v)
		}
		for _, why := range []string{"later conversation", "any host"} {
			found := false
			for _, want := range x.asks {
				found = found || want == why
			}
			if strings.Contains(v.Reason.String(), why) != found {
				t.Errorf("%d grants: %q", len(x.grants), v.Reason)
			}
		}
	}
}
