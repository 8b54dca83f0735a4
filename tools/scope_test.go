package tools_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"handrail/tools"
)

// everything is a registry with every tool that has an alias, a tool of a server
// that has the name of one, and one with a name that models do not accept.
func everything(t testing.TB, off ...string) *tools.Registry {
	t.Helper()
	var base []tools.Tool
	for _, name := range []string{"read", "write", "edit", "listdir", "bash", "grep"} {
		base = append(base, scopeTool(t, name, "builtin"))
	}
	return tools.Build(context.Background(), []tools.Provision{
		{Source: source{list: base}},
		{Source: source{list: []tools.Tool{scopeTool(t, "read_file", "custom"), scopeTool(t, "déployer", "custom")}}},
		{Source: source{namespace: "fs", list: []tools.Tool{scopeTool(t, "read_file", "mcp:fs"), scopeTool(t, "bash", "mcp:fs")}}},
	}, off)
}

func scopeTool(t testing.TB, name, from string) tools.Tool {
	t.Helper()
	tool, err := tools.Define[echoIn, string](tools.Info{Name: name, Source: from},
		func(_ context.Context, in echoIn) (string, error) { return in.Text, nil })
	if err != nil {
		t.Fatal(err)
	}
	return tool
}

// What a caller is told of a tool that it may not use, for every reason there is.
func TestEveryReasonWhyAToolIsNotThere(t *testing.T) {
	unavailable, err := tools.Define[echoIn, string](tools.Info{Name: "picker", Source: "bridge", Unavailable: "there is no desktop here"},
		func(_ context.Context, in echoIn) (string, error) { return in.Text, nil })
	if err != nil {
		t.Fatal(err)
	}
	one := func(name, from string) source { return source{list: []tools.Tool{scopeTool(t, name, from)}} }
	r := tools.Build(t.Context(), []tools.Provision{
		{Source: one("read", "builtin")},
		{Source: one("read", "custom"), Rejected: []tools.Entry{
			{Info: tools.Info{Name: "torn"}, Reason: "line 3: no command"},
			{Info: tools.Info{Name: "resting"}, State: tools.Disabled, Reason: "its author turned it off"},
		}},
		{Source: one("read_file", "custom")},
		{Source: one("changed", "custom"), State: tools.Held, Reason: "agent/tools/changed.md changed since you trusted this space"},
		{Source: one("strange", "custom"), State: tools.Barred, Reason: "this space is not trusted"},
		{Source: one("tired", "custom")},
		{Source: source{list: []tools.Tool{unavailable}}},
	}, []string{"tired"})
	at := tools.Scope{Blocked: []string{"exec_shell", "r*d"}, BlockedAt: "agent/ops.md:4"}
	only := tools.Scope{Allowed: []string{"bash"}, AllowedAt: "agent/ops.md:5"}
	for _, tt := range []struct {
		name, call string
		scope      tools.Scope
		want       string
	}{
		{"blocked", "read", at, `"read" is not available: the agent's blockedTools has "r*d" (agent/ops.md:4)`},
		{"blocked, by another spelling", "read", tools.Scope{Blocked: []string{"Re\u200bad"}}, `"read" is not available: the agent's blockedTools has "Re\u200bad"`},
		{"blocked, by another spelling of its alias", "read", tools.Scope{Blocked: []string{"Read_File"}}, `"read" is not available: the agent's blockedTools has "Read_File"`},
		{"allowed by no other spelling", "read", tools.Scope{Allowed: []string{"Read"}}, `"read" is not available: the agent's allowedTools does not list it`},
		{"blocked, by its alias", "read_file", at, `"read_file" is not available: the agent's blockedTools has "r*d" (agent/ops.md:4)`},
		{"not allowed", "read", only, `"read" is not available: the agent's allowedTools does not list it (agent/ops.md:5)`},
		{"not in the dispatch", "read", tools.Scope{Context: []string{"bash"}}, `"read" is not available: the dispatch's context.tools does not list it`},
		{"turned off", "tired", tools.Scope{}, "\"tired\" is not available: it is turned off. Ask the person to turn the tool tired on."},
		{"rejected", "torn", tools.Scope{}, `"torn" is not available: its definition is broken: line 3: no command`},
		{"off by its author", "resting", tools.Scope{}, `"resting" is not available: its author turned it off`},
		{"held back", "changed", tools.Scope{}, `"changed" is not available: agent/tools/changed.md changed since you trusted this space`},
		{"barred", "strange", tools.Scope{}, `"strange" is not available: this space is not trusted`},
		{"without its environment", "picker", tools.Scope{}, `"picker" is not available: there is no desktop here`},
		{"unknown", "zork", tools.Scope{}, "there is no tool \"zork\". Use one of the tools that you were offered."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e, err := r.Lookup(tt.call, tt.scope)
			if err == nil {
				t.Fatalf("found %s of %s", e.Qualified, e.Info.Source)
			}
			code := tools.NotFound
			if tt.name == "held back" || tt.name == "barred" { // a pin, or trust (docs/spec/01-command-line.md)
				code = tools.PermissionDenied
			}
			if got := tools.AsError(err).Code; got != code || tools.AsError(err).ForModel() != tt.want {
				t.Errorf("got %s %q\nwant %s %q", got, tools.AsError(err).ForModel(), code, tt.want)
			}
		})
	}
	shadowed := 0
	for _, e := range r.Entries() {
		if e.State == tools.Shadowed && e.Info.Source == "custom" && strings.Contains(e.Reason, `the name is taken by the builtin tool "read"`) {
			shadowed++
		}
	}
	if shadowed != 2 {
		t.Errorf("%d tools are shadowed by read and its alias, want 2", shadowed)
	}
	if e, err := r.Lookup("read_file", tools.Scope{}); err != nil || e.Info.Source != "builtin" {
		t.Errorf("an alias is the built-in tool's, whatever a file declares: %+v, %v", e.Info, err)
	}
}

func TestSwitchedOffByAnyName(t *testing.T) {
	for _, off := range []string{"bash", "exec_shell"} {
		for _, call := range []string{"bash", "exec_shell"} {
			if e, err := everything(t, off).Lookup(call, tools.Scope{}); err == nil {
				t.Errorf("with %s off, %s finds %s", off, call, e.Qualified)
			}
		}
	}
	if _, err := everything(t, "fs__bash").Lookup("bash", tools.Scope{}); err != nil {
		t.Errorf("a qualified name turns off that tool alone: %v", err)
	}
}

// Whatever the lists say and however a tool is spelled: blocked wins over
// allowed, every name of a tool is answered alike, and what is offered is what
// may be called.
func FuzzNoSpellingLeadsAroundAScope(f *testing.F) {
	f.Add("bash", "exec_shell,read", "bash")
	f.Add("*", "b*,fs__*", "")
	f.Add("read_file", "r?ad*", "read")
	f.Add("fs__read_file", "", "fs__*")
	f.Add("déployer", "d*", "*r")
	f.Fuzz(func(t *testing.T, allowed, blocked, context string) {
		r := everything(t)
		s := tools.Scope{Allowed: list(allowed), Blocked: list(blocked), Context: list(context)}
		var offered []string
		for _, e := range r.Offered(s) {
			offered = append(offered, e.Qualified)
		}
		for _, e := range r.Entries() {
			if e.State != tools.Ready {
				continue
			}
			_, refused := s.Refuses(e)
			for _, p := range s.Blocked {
				named := append(tools.Aliases(e.Info.Name), e.Info.Name, e.Qualified, e.Model)
				if slices.ContainsFunc(named, func(n string) bool { return tools.Match(p, n) }) && !refused {
					t.Fatalf("%s is let through although %q is blocked", e.Qualified, p)
				}
			}
			spellings := []string{e.Qualified, e.Model}
			if e.Info.Source == "builtin" {
				spellings = append(spellings, tools.Aliases(e.Info.Name)...)
			}
			for _, name := range spellings {
				found, err := r.Lookup(name, s)
				if (err == nil) == refused || err == nil && found.Qualified != e.Qualified {
					t.Fatalf("%s by the name %q: refused is %t, found %q, %v", e.Qualified, name, refused, found.Qualified, err)
				}
			}
			if slices.Contains(offered, e.Qualified) == refused {
				t.Fatalf("%s: refused is %t, and offered are %q", e.Qualified, refused, offered)
			}
			own := tools.Scope{Allowed: canonical(s.Allowed), Blocked: canonical(s.Blocked), Context: canonical(s.Context)}
			if _, no := own.Refuses(e); no && !refused && !strings.Contains(blocked, "*") {
				t.Fatalf("%s is let through, and by its canonical names %+v it would not be", e.Qualified, own)
			}
		}
	})
}

func list(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(text, ",")
}

func canonical(names []string) []string {
	var out []string
	for _, n := range names {
		out = append(out, tools.Canonical(n))
	}
	return out
}

// Internal tools are there where a pattern raises them by their whole name; to the
// person, with nil, all of them are. Being raised lifts no other list.
func TestInternalToolsAreRaised(t *testing.T) {
	long := "srv__" + strings.Repeat("n", 80)
	entry := tools.Entry{Info: tools.Info{Name: "search", Source: "mcp:mem", Internal: true}, Qualified: "mem__search", Model: "mem__search"}
	hashed := tools.Entry{Info: tools.Info{Name: long[5:], Source: "mcp:srv", Internal: true}, Qualified: long, Model: long[:55] + "_12345678"}
	open := tools.Entry{Info: tools.Info{Name: "search", Source: "mcp:mem"}, Qualified: "mem__search"}
	ours := tools.Entry{Info: tools.Info{Name: "find_tools", Source: "builtin", Internal: true}, Qualified: "find_tools", Model: "find_tools"}
	flow := tools.Entry{Info: tools.Info{Name: "memory_search", Source: "mcp:claude-flow", Internal: true}, Qualified: "claude-flow__memory_search", Model: "claude-flow__memory_search"}
	swarm := tools.Entry{Info: tools.Info{Name: "swarm_init", Source: "mcp:claude-flow", Internal: true}, Qualified: "claude-flow__swarm_init", Model: "claude-flow__swarm_init"}
	several := []string{"claude-flow__memory_*", "read_file", "write_file"}
	keyed := tools.Entry{Info: tools.Info{Name: "spawn_agent", Source: "builtin", Key: "canSpawn"}, Qualified: "spawn_agent", Model: "spawn_agent"}
	for _, c := range []struct {
		e     tools.Entry
		scope tools.Scope
		want  tools.Limits
	}{
		{entry, tools.Scope{}, ""},
		{entry, tools.Scope{Raised: []string{}}, tools.ByRaised},
		{open, tools.Scope{Raised: []string{}}, ""},
		{entry, tools.Scope{Raised: []string{"mem__search"}}, ""},
		{entry, tools.Scope{Raised: []string{"mem__*"}}, ""},
		{entry, tools.Scope{Raised: []string{"*"}}, ""},
		{entry, tools.Scope{Raised: []string{"mem*"}}, ""},
		{entry, tools.Scope{Raised: []string{"search"}}, tools.ByRaised},
		{entry, tools.Scope{Raised: []string{"mem__searc?"}}, ""},
		{entry, tools.Scope{Raised: []string{"mem__sear?"}}, tools.ByRaised},
		{entry, tools.Scope{Raised: []string{""}}, tools.ByRaised},
		{entry, tools.Scope{Raised: []string{"[m]em__search"}}, tools.ByRaised},
		{flow, tools.Scope{Raised: several}, ""},
		{swarm, tools.Scope{Raised: several}, tools.ByRaised},
		{hashed, tools.Scope{Raised: []string{long}}, ""},
		{hashed, tools.Scope{Raised: []string{hashed.Model}}, ""},
		{hashed, tools.Scope{Raised: []string{long[5:]}}, tools.ByRaised},
		{entry, tools.Scope{Raised: []string{"*"}, Blocked: []string{"mem__*"}}, tools.ByBlocked},
		{entry, tools.Scope{Raised: []string{"*"}, Allowed: []string{"read"}}, tools.ByAllowed},
		{entry, tools.Scope{Raised: []string{"*"}, Context: []string{"read"}}, tools.ByContext},
		{ours, tools.Scope{Raised: []string{}}, tools.ByTurn},
		{ours, tools.Scope{Raised: []string{"find_tools"}}, ""},
		{keyed, tools.Scope{}, tools.ByKey},
		{keyed, tools.Scope{Allowed: []string{"*"}, Raised: []string{"*"}}, tools.ByKey},
		{keyed, tools.Scope{Keys: []string{"canInvokeAgents"}}, tools.ByKey},
		{keyed, tools.Scope{Keys: []string{"canSpawn"}}, ""},
		{keyed, tools.Scope{Keys: []string{"*"}}, ""},
		{keyed, tools.Scope{Keys: []string{"canSpawn"}, Blocked: []string{"spawn_*"}}, tools.ByBlocked},
		{keyed, tools.Scope{Keys: []string{"canSpawn"}, Within: &tools.Scope{}}, tools.ByKey},
		{open, tools.Scope{Within: &tools.Scope{Within: &tools.Scope{Blocked: []string{"mem__*"}}}}, tools.ByBlocked},
		{open, tools.Scope{Blocked: []string{"mem__*"}, Within: &tools.Scope{Context: []string{}}}, tools.ByBlocked},
		{entry, tools.Scope{Raised: []string{}, Within: &tools.Scope{Raised: []string{"*"}}}, tools.ByRaised},
		{entry, tools.Scope{Raised: []string{"*"}, Within: &tools.Scope{Raised: []string{}}}, tools.ByRaised},
		{entry, tools.Scope{Raised: []string{"*"}, Within: &tools.Scope{Raised: []string{"*"}}}, ""},
		{entry, tools.Scope{Page: []string{}}, tools.ByPage},
		{entry, tools.Scope{Page: []string{"read"}}, tools.ByPage},
		{entry, tools.Scope{Page: []string{"mem__*"}}, ""},
	} {
		l, no := c.scope.Refuses(c.e)
		if l.List != c.want || no != (c.want != "") || no != (l.String() != "" && c.scope.Refusal(c.e) == l.String()) {
			t.Errorf("%s in %+v: %q, %v", c.e.Qualified, c.scope, l.List, no)
		}
	}
	for pattern, want := range map[string]bool{"*": false, "mem*": false, "search": false, "": false, "mem__*": true, "*__search": true} {
		if tools.NamesServer(pattern) != want {
			t.Errorf("%q is about a server's tools: %v", pattern, !want)
		}
	}
}

// A tool that stands for a server's is blocked with it.
func TestAStandInIsBlockedWithWhatItStandsFor(t *testing.T) {
	e := tools.Entry{Info: tools.Info{Name: "github-issue", Source: "custom", StandsFor: "github__create_issue"}, Qualified: "github-issue", Model: "github-issue"}
	if l, no := (tools.Scope{Blocked: []string{"github__*"}}).Refuses(e); !no || l.List != tools.ByBlocked {
		t.Errorf("%+v, %v", l, no)
	}
	if l, no := (tools.Scope{Allowed: []string{"github__*"}}).Refuses(e); !no || l.List != tools.ByAllowed {
		t.Errorf("%+v, %v", l, no)
	}
	if l, no := (tools.Scope{Blocked: []string{"mail__*"}, Raised: []string{}}).Refuses(e); no {
		t.Errorf("%+v", l)
	}
}

// What an author lends the agents of the space of an internal_only server is there for them, and for no other program.
func TestWhatIsLentIsForTheSpaceAlone(t *testing.T) {
	e := tools.Entry{Info: tools.Info{Name: "github-issue", Source: "custom", StandsFor: "github__create_issue", Lent: true}, Qualified: "github-issue", Model: "github-issue"}
	if l, no := (tools.Scope{Raised: []string{}, Foreign: true}).Refuses(e); !no || l.List != tools.ByRaised {
		t.Errorf("for another program: %v, %v", l, no)
	}
	if why := (tools.Scope{Raised: []string{}}).Refusal(e); why != "" {
		t.Errorf("for an agent of the space: %s", why)
	}
	e.Info.Lent = false
	if why := (tools.Scope{Raised: []string{}, Foreign: true}).Refusal(e); why != "" {
		t.Errorf("of a server that is offered: %s", why)
	}
}
