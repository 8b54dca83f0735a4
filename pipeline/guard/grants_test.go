package guard

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

func at(hour int) time.Time { return time.Date(2026, 11, 22, hour, 0, 0, 0, time.UTC) }

// A grant lets through what its label says, and nothing else.
func TestGrants(t *testing.T) {
	act, other := shellAct("git status -s"), shellAct("git status --long")
	confirm := act
	confirm.Confirm = true
	call := tools.Call{Session: "s1", Space: "/space"}
	here := func(g Grant) Grant { g.ID, g.Label, g.Tool = "g", "the label", "bash"; return g }
	exact := here(Grant{Digest: act.Digest})
	tests := []struct {
		name   string
		grant  Grant
		call   tools.Call
		act    tools.Preview
		config Config
		want   bool
	}{
		{"exactly this act", exact, call, act, Config{}, true},
		{"another act", exact, call, other, Config{}, false},
		{"exactly this act lifts confirm", exact, call, confirm, Config{}, true},
		{"a pattern", here(Grant{Pattern: "git status*"}), call, other, Config{}, true},
		{"a pattern does not lift confirm", here(Grant{Pattern: "git status*"}), call, confirm, Config{}, false},
		{"a pattern must cover every command", here(Grant{Pattern: "git status*"}), call, shellAct("git status; ls"), Config{}, false},
		{"a pattern covers nothing undecided", here(Grant{Pattern: "*"}), call, shellAct("git status $X"), Config{}, false},
		{"a pattern does not lift a built-in ask", here(Grant{Pattern: "*"}), call, shellAct("rm -rf build"), Config{}, false},
		{"exactly this lifts a built-in ask", here(Grant{Digest: shellAct("rm -rf build").Digest}), call, shellAct("rm -rf build"), Config{}, true},
		{"nothing lifts a built-in deny", here(Grant{Digest: shellAct("rm -rf /").Digest}), call, shellAct("rm -rf /"), Config{}, false},
		{"nothing lifts a deny", exact, call, act, Config{Rules: []Rule{{Outcome: Deny, Tool: "bash"}}}, false},
		{"an ask rule is lifted", exact, call, act, Config{Rules: []Rule{{Outcome: Ask, Tool: "bash"}}}, true},
		{"the mode is lifted", exact, call, act, Config{Mode: ReadOnly}, true},
		{"but not a space that is not trusted", exact, call, act, Config{Mode: ReadOnly, Why: "you have not trusted this space yet"}, false},
		{"this session", here(Grant{Digest: act.Digest, Session: "s1"}), call, act, Config{}, true},
		{"another session", here(Grant{Digest: act.Digest, Session: "s2"}), call, act, Config{}, false},
		{"this space", here(Grant{Digest: act.Digest, Space: "/space"}), call, act, Config{}, true},
		{"another space", here(Grant{Digest: act.Digest, Space: "/spac"}), call, act, Config{}, false},
		{"until later", here(Grant{Digest: act.Digest, Until: at(13)}), call, act, Config{}, true},
		{"until now", here(Grant{Digest: act.Digest, Until: at(12)}), call, act, Config{}, false},
		{"until before", here(Grant{Digest: act.Digest, Until: at(11)}), call, act, Config{}, false},
		{"a grant of nothing", here(Grant{}), call, act, Config{}, false},
		{"of another tool", Grant{Tool: "spawn", Digest: act.Digest}, call, act, Config{}, false},
		{"a glob of tools is no tool", Grant{Tool: "*", Pattern: "*"}, call, act, Config{}, false},
		{"an empty digest is not the act's", here(Grant{Digest: ""}), call, tools.Preview{Shell: "ls"}, Config{}, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.config.Grants = func() []Grant { return []Grant{{Tool: "bash", Digest: "of another"}, tt.grant} }
			tt.config.Now = func() time.Time { return at(12) }
			if tt.config.Mode == "" {
				tt.config.Mode = AskAll
			}
			got := space(tt.config).Judge(tt.call, entry("bash", true), tt.act)
			if (got.Outcome == Allow) != tt.want {
				t.Errorf("got %s by %q (%s), want allowed: %t", got.Outcome, got.By, got.Reason, tt.want)
			}
			if tt.want && (got.Grant != "g" || got.By.String() != "your grant: the label") {
				t.Errorf("it does not say which grant: %+v", got)
			}
		})
	}
}

// A grant of a file or an address goes no further than it says.
func TestGrantsOfFilesAndHosts(t *testing.T) {
	server := tools.Entry{Info: tools.Info{Name: "post", Source: "mcp:chat", SideEffect: true}, Qualified: "chat__post", State: tools.Ready}
	for _, tt := range []struct {
		name  string
		grant Grant
		entry tools.Entry
		act   tools.Preview
		want  bool
	}{
		{"a folder", Grant{Tool: "write", Pattern: "notes/**"}, entry("write", true), writes("/space/notes/a/b"), true},
		{"beside it", Grant{Tool: "write", Pattern: "notes/**"}, entry("write", true), writes("/space/notes2/a"), false},
		{"out of it", Grant{Tool: "write", Pattern: "notes/**"}, entry("write", true), writes("/space/notes/../a"), false},
		{"one of two", Grant{Tool: "write", Pattern: "notes/**"}, entry("write", true), writes("/space/notes/a", "/space/b"), false},
		{"protected", Grant{Tool: "write", Pattern: "agent/**"}, entry("write", true), writes("/space/agent/tools/x.md"), false},
		{"a host", Grant{Tool: "fetch", Pattern: "docs.example.com"}, entry("fetch", true), reaches("docs.example.com", "https://docs.example.com/a"), true},
		{"another host", Grant{Tool: "fetch", Pattern: "docs.example.com"}, entry("fetch", true), reaches("evil.example", "https://docs.example.com/"), false},
		{"every call", Grant{Tool: "chat__post", Pattern: EveryCall}, server, tools.Preview{Digest: "x"}, true},
		{"every call of another", Grant{Tool: "chat__get", Pattern: EveryCall}, server, tools.Preview{Digest: "x"}, false},
		{"every call of the bare name", Grant{Tool: "post", Pattern: EveryCall}, server, tools.Preview{Digest: "x"}, false},
	} {
		g := space(Config{Mode: AskAll, Grants: func() []Grant { return []Grant{tt.grant} }})
		if got := g.Judge(tools.Call{}, tt.entry, tt.act); (got.Outcome == Allow) != tt.want {
			t.Errorf("%s: got %s by %q, want allowed: %t", tt.name, got.Outcome, got.By, tt.want)
		}
	}
}

// What "Always…" may say of an act.
func TestOffers(t *testing.T) {
	confirm := shellAct("git status")
	confirm.Confirm = true
	server := tools.Entry{Info: tools.Info{Name: "post", Source: "mcp:chat", SideEffect: true}, Qualified: "chat__post", State: tools.Ready}
	bash, write := entry("bash", true), entry("write", true)
	for _, tt := range []struct {
		name  string
		entry tools.Entry
		act   tools.Preview
		want  string // "pattern: label"; "": only exactly this
	}{
		{"a subcommand", bash, shellAct("git status -s"), "git status*: commands that begin with git status"},
		{"a test", bash, shellAct("npm test -- --watch"), "npm test*: commands that begin with npm test"},
		{"a script by its name", bash, shellAct("npm run build"), "npm run build*: commands that begin with npm run build"},
		{"a program that only reads", bash, shellAct("ls -la"), "ls*: commands that begin with ls"},
		{"npm run with nothing", bash, shellAct("npm run"), ""},
		{"an interpreter", bash, shellAct("python3 x.py"), ""},
		{"a shell", bash, shellAct("sh -c ls"), ""},
		{"rm", bash, shellAct("rm x"), ""},
		{"sudo", bash, shellAct("sudo ls"), ""},
		{"curl", bash, shellAct("curl example.com"), ""},
		{"wget", bash, shellAct("wget example.com"), ""},
		{"git push", bash, shellAct("git push"), ""},
		{"git -c", bash, shellAct("git -c a.b=c status"), ""},
		{"a redirection", bash, shellAct("git status > x"), ""},
		{"two commands", bash, shellAct("git status; ls"), ""},
		{"a pipe", bash, shellAct("ls | wc"), ""},
		{"a variable", bash, shellAct("git status $X"), ""},
		{"an assignment", bash, shellAct("A=1 git status"), ""},
		{"a program in a folder", bash, shellAct("./git status"), ""},
		{"confirm", bash, confirm, ""},
		{"what a built-in rule asks about", bash, shellAct("cat .env"), ""},
		{"a file", write, writes("/space/notes/a.md"), "notes/**: write in the folder notes and below"},
		{"a file of the space itself", write, writes("/space/a.md"), ""},
		{"files of two folders", write, writes("/space/a/x", "/space/b/x"), ""},
		{"a file outside", write, writes("/etc/x"), ""},
		{"a protected file", write, writes("/space/agent/tools/a.md"), ""},
		{"secrets", write, writes("/space/config/.env"), ""},
		{"a folder with a star", write, writes("/space/a*/x"), ""},
		{"a host", entry("web_fetch", true), reaches("docs.example.com", "https://docs.example.com/a"), "docs.example.com: web_fetch of docs.example.com"},
		{"any host", entry("x", true), reaches("any host", ""), ""},
		{"a server's tool", server, tools.Preview{Digest: "d"}, "*: every call of chat__post"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := space(Config{Mode: AskAll})
			call := tools.Call{Space: "/space"}
			v := g.Judge(call, tt.entry, tt.act)
			if v.Outcome != Ask {
				t.Fatalf("it does not ask: %+v", v)
			}
			offers := g.Offers(call, tt.entry, tt.act, v)
			type read struct{ Scope, Pattern, Label string }
			want := []read{{Scope: ScopeAct, Label: "exactly this"}}
			if pattern, label, ok := strings.Cut(tt.want, ": "); ok {
				want = append(want, read{Scope: ScopePattern, Pattern: pattern, Label: label})
			}
			var got []read
			for _, o := range offers {
				got = append(got, read{o.Scope, o.Pattern, o.Label.String()})
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("offers (-want +got):\n%s", diff)
			}
			for _, o := range offers { // each lets through what it is offered for
				grant := Grant{ID: "x", Tool: tt.entry.Qualified, Pattern: o.Pattern}
				if o.Scope == ScopeAct {
					grant.Digest = tt.act.Digest
				}
				with := space(Config{Mode: AskAll, Grants: func() []Grant { return []Grant{grant} }})
				if got := with.Judge(call, tt.entry, tt.act); got.Grant != "x" {
					t.Errorf("%s (%s) does not let it through: %+v", o.Label, o.Pattern, got)
				}
			}
		})
	}
	once := confirm
	once.Once = true
	if got := space(Config{}).Offers(tools.Call{}, bash, once, Verdict{Outcome: Ask}); got != nil {
		t.Errorf("an act that is asked about each time offers %v", got)
	}
	if got := space(Config{}).Offers(tools.Call{}, bash, shellAct("rm -rf /"), Verdict{Outcome: Deny}); got != nil {
		t.Errorf("something is offered for what is denied: %v", got)
	}
}

// What a grant of a pattern that was offered lets through is never what a built-in
// rule speaks about.
func TestOfferedPatternsAreNarrow(t *testing.T) {
	for _, pattern := range []string{"git status*", "npm test*", "ls*"} {
		g := space(Config{Mode: AskAll, Grants: func() []Grant { return []Grant{{ID: "x", Tool: "bash", Pattern: pattern}} }})
		corpus(t, "testdata/commands.txt", func(n int, verdict, command, _ string) {
			got := g.Judge(tools.Call{}, entry("bash", true), shellAct(command))
			if got.Grant != "" && (verdict != "pass" || !strings.HasPrefix(command, strings.TrimSuffix(pattern, "*"))) {
				t.Errorf("line %d: %s lets %s through", n, pattern, command)
			}
		})
	}
}

// A guard may be asked from many sides at once.
func TestJudgeAtOnce(t *testing.T) {
	g := space(Config{Rules: manyRules(100), Walls: standing, Grants: func() []Grant { return nil }})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := range 200 {
				e := entry([]string{"bash", "write", "github__tool_3"}[i%3], true)
				if v := g.Judge(tools.Call{}, e, shellAct("x=rm; cd / && $x -rf *")); v.Outcome != Deny {
					t.Errorf("got %+v", v)
				}
				if v := g.Judge(tools.Call{}, e, shellAct("ls -la")); v.Outcome == Deny && !slices.Contains([]string{"github__tool_3"}, e.Qualified) {
					t.Errorf("got %+v", v)
				}
			}
		})
	}
	all.Wait()
}
