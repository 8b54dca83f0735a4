package guard

import (
	"os"
	"slices"
	"strings"
	"testing"

	"handrail/internal/builtins"
	"handrail/tools"
)

// entry is a tool as the registry would list it.
func entry(name string, sideEffect bool) tools.Entry {
	facts, _ := builtins.Of(name)
	return tools.Entry{Info: tools.Info{Name: name, Source: "builtin", SideEffect: sideEffect, Facts: facts}, Qualified: name, State: tools.Ready}
}

func space(c Config) *Guard {
	c.Roots = func() []string { return []string{"/space"} }
	c.Home = "/home/kim"
	return New(c)
}

// built is what the built-in rules say of a command in /space.
func built(g *Guard, command string) Verdict {
	return g.look(tools.Call{}, tools.Entry{}, tools.Preview{Shell: command, Folder: "/space"}).shell
}

// corpus reads lines of verdict, command and why; n is the number of the line.
func corpus(t testing.TB, file string, each func(n int, verdict, command, why string)) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range strings.Split(string(raw), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(strings.ReplaceAll(line, `\|`, "\x00"), " | ")
		if len(parts) != 3 {
			t.Fatalf("%s:%d has %d parts, want verdict | command | why", file, n+1, len(parts))
		}
		each(n+1, parts[0], strings.NewReplacer("\x00", "|", `\n`, "\n").Replace(parts[1]), parts[2])
	}
}

// Each command is judged with and without walls, and in the mode workspace.
func TestShellCommands(t *testing.T) {
	open, walled, cases := space(Config{}), space(Config{Walls: standing}), 0
	corpus(t, "testdata/commands.txt", func(n int, verdict, command, why string) {
		without, within, mode := Outcome(verdict), Outcome(verdict), Outcome(verdict)
		switch verdict {
		case "pass":
			without, within, mode = Allow, Allow, Allow
		case "mode":
			without, within, mode = Allow, Allow, Ask
		case "undecided":
			without, within, mode = Ask, Allow, Allow
		case "deny", "ask":
		default:
			t.Fatalf("line %d: there is no verdict %q", n, verdict)
		}
		got := built(open, command)
		if got.Outcome != without {
			t.Errorf("line %d: without walls %s is %s (%s: %s), want %s: %s", n, command, got.Outcome, got.By, got.Reason, without, why)
		}
		if got.Outcome != Allow && got.Reason == nil {
			t.Errorf("line %d: %s is %s without a reason", n, command, got.Outcome)
		}
		if got := built(walled, command); got.Outcome != within {
			t.Errorf("line %d: within walls %s is %s (%s: %s), want %s: %s", n, command, got.Outcome, got.By, got.Reason, within, why)
		}
		run := tools.Preview{Shell: command, Folder: "/space", Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/bin/bash"}}}
		if got := walled.Judge(tools.Call{}, entry("bash", true), run); got.Outcome != mode {
			t.Errorf("line %d: in the mode workspace %s is %s (%s: %s), want %s: %s", n, command, got.Outcome, got.By, got.Reason, mode, why)
		}
		cases++
	})
	if cases < 300 {
		t.Errorf("only %d cases were read", cases)
	}
}

// What runs unasked is told with what it may reach.
func TestWhatStaysAndWhatItMayReach(t *testing.T) {
	run := tools.Preview{Shell: "go build ./...", Folder: "/space", Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/bin/bash"}}}
	write := tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/a.md"}}}
	own := tools.Preview{Shell: run.Shell, Folder: "/space", Effects: append(slices.Clone(run.Effects), tools.Effect{Kind: tools.EffectReach, Target: "example.com"})}
	for _, tt := range []struct {
		outside   string
		rehearsed bool
		preview   tools.Preview
		want      string
	}{
		{"", false, run, "it stays in this space"},
		{anyHost, false, run, "it changes only this space, and may reach any host by your settings"},
		{"proxy.golang.org", false, run, "it changes only this space, and may reach proxy.golang.org by your settings"},
		{anyHost, true, run, "it stays in this space"},
		{anyHost, false, write, "it stays in this space"},
		{"", false, own, "it changes only this space, and may reach example.com by your settings"},
	} {
		c := Config{Walls: standing, Rehearsed: tt.rehearsed, Outside: func() string { return tt.outside }, Reach: func(string) bool { return true }}
		if got := space(c).Judge(tools.Call{}, entry("tool", true), tt.preview); got.Outcome != Allow || got.Reason.String() != tt.want {
			t.Errorf("%q, %v: %s because %q, want %q", tt.outside, tt.preview.Effects, got.Outcome, got.Reason, tt.want)
		}
	}
}

func TestModesAndPrecedence(t *testing.T) {
	rule := func(o Outcome, text string) Rule {
		r, err := ParseRule(o, text, "settings")
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	run := tools.Preview{Shell: "git status", Folder: "/space", Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/bin/bash"}}}
	write := func(path string) tools.Preview {
		return tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: path}}}
	}
	confirm := write("/space/a.md")
	confirm.Confirm = true
	shell := func(s string) tools.Preview { p := run; p.Shell = s; return p }
	sending := tools.Preview{Effects: append(slices.Clone(run.Effects), tools.Effect{Kind: tools.EffectReach, Target: "example.com"})}
	tests := []struct {
		name    string
		config  Config
		entry   tools.Entry
		preview tools.Preview
		want    Outcome
		by      string
	}{
		{"a read runs in every mode", Config{Mode: ReadOnly}, entry("read", false), tools.Preview{}, Allow, "mode read-only"},
		{"a write is denied in read-only", Config{Mode: ReadOnly}, entry("write", true), write("/space/a"), Deny, "mode read-only"},
		{"a write asks in ask", Config{Mode: AskAll}, entry("write", true), write("/space/a"), Ask, "mode ask"},
		{"a write asks in rehearse", Config{Mode: Rehearse}, entry("write", true), write("/space/a"), Ask, "mode rehearse"},
		{"a rehearsed write runs in it", Config{Mode: Rehearse, Rehearsed: true}, entry("write", true), write("/space/a"), Allow, "mode rehearse"},
		{"and what asks in workspace asks", Config{Mode: Rehearse, Rehearsed: true}, entry("write", true), write("/elsewhere/a"), Ask, "mode rehearse"},
		{"a read runs in rehearse", Config{Mode: Rehearse}, entry("read", false), tools.Preview{}, Allow, "mode rehearse"},
		{"a write inside runs in workspace", Config{}, entry("write", true), write("/space/a"), Allow, "mode workspace"},
		{"a write outside asks", Config{}, entry("write", true), write("/spaces/a"), Ask, "mode workspace"},
		{"a write by .. asks", Config{}, entry("write", true), write("/space/../etc/a"), Ask, "mode workspace"},
		{"an act without effects asks", Config{}, entry("x", true), tools.Preview{}, Ask, "mode workspace"},
		{"an effect of tomorrow asks", Config{}, entry("x", true), tools.Preview{Effects: []tools.Effect{{Kind: "melt", Target: "/space/a"}}}, Ask, "mode workspace"},
		{"a program asks without walls", Config{}, entry("bash", true), run, Ask, "mode workspace"},
		{"a program runs within walls", Config{Walls: standing}, entry("bash", true), run, Allow, "mode workspace"},
		{"the net asks", Config{}, entry("x", true), tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectReach, Target: "example.com"}}}, Ask, "mode workspace"},
		{"what the session started may be stopped", Config{}, entry("job_stop", true), tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectStop, Target: "abc: npm start"}}}, Allow, "mode workspace"},
		{"but not in read-only", Config{Mode: ReadOnly}, entry("job_stop", true), tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectStop, Target: "abc: npm start"}}}, Deny, "mode read-only"},
		{"a program that changes nothing runs within walls", Config{Walls: standing}, entry("lint", false), run, Allow, "mode workspace"},
		{"in read-only, too", Config{Mode: ReadOnly, Walls: standing}, entry("lint", false), run, Allow, "mode read-only"},
		{"without walls its author's word is not enough", Config{}, entry("lint", false), run, Ask, "mode workspace"},
		{"and in read-only it does not run", Config{Mode: ReadOnly}, entry("lint", false), run, Deny, "mode read-only"},
		{"the net asks, whatever its author says", Config{Walls: standing}, entry("lint", false), sending, Ask, "mode workspace"},
		{"in the mode ask", Config{Mode: AskAll, Walls: standing}, entry("lint", false), sending, Ask, "mode ask"},
		{"in read-only", Config{Mode: ReadOnly, Walls: standing}, entry("lint", false), sending, Ask, "mode read-only"},
		{"but where the space may reach it", Config{Mode: ReadOnly, Walls: standing, Reach: func(host string) bool { return host == "example.com" }}, entry("lint", false), sending, Allow, "mode read-only"},
		{"not where nothing is trusted", Config{Mode: ReadOnly, Why: "you have not trusted this space yet", Walls: standing}, entry("lint", false), sending, Deny, "mode read-only"},
		{"confirm asks", Config{}, entry("write", true), confirm, Ask, "confirm: true"},
		{"an allow rule does not lift confirm", Config{Rules: []Rule{rule(Allow, "write")}}, entry("write", true), confirm, Ask, "confirm: true"},
		{"an allow rule for a command", Config{Rules: []Rule{rule(Allow, "bash(git status*)")}}, entry("bash", true), run, Allow, "rule bash(git status*) in settings"},
		{"by its alias", Config{Rules: []Rule{rule(Allow, "exec_shell(git status*)")}}, entry("bash", true), run, Allow, "rule bash(git status*) in settings"},
		{"deny beats allow", Config{Rules: []Rule{rule(Allow, "bash"), rule(Deny, "bash(git*)")}}, entry("bash", true), run, Deny, "rule bash(git*) in settings"},
		{"ask beats allow", Config{Rules: []Rule{rule(Allow, "bash"), rule(Ask, "bash(git*)")}}, entry("bash", true), run, Ask, "rule bash(git*) in settings"},
		{"deny sees every part", Config{Rules: []Rule{rule(Deny, "bash(curl*)")}}, entry("bash", true), shell("ls && curl x"), Deny, "rule bash(curl*) in settings"},
		{"allow must cover every part", Config{Rules: []Rule{rule(Allow, "bash(git status*)")}}, entry("bash", true), shell("git status; touch x"), Ask, "mode workspace"},
		{"allow does not cover a substitution", Config{Rules: []Rule{rule(Allow, "bash(git status*)")}}, entry("bash", true), shell("git status $(touch x)"), Ask, "mode workspace"},
		{"allow does not cover an assignment", Config{Rules: []Rule{rule(Allow, "bash(git status*)")}}, entry("bash", true), shell("GIT_PAGER=x git status"), Ask, "built-in rule undecided"},
		{"not even a harmless one", Config{Rules: []Rule{rule(Allow, "bash(git status*)")}}, entry("bash", true), shell("X=x git status"), Ask, "mode workspace"},
		{"allow covers a redirection only if it says so", Config{Rules: []Rule{rule(Allow, "bash(git status)")}}, entry("bash", true), shell("git status > x"), Ask, "mode workspace"},
		{"allow never lifts the built-in rules", Config{Rules: []Rule{rule(Allow, "*")}}, entry("bash", true), shell("rm -rf /"), Deny, "built-in rule rm-outside"},
		{"nor do walls", Config{Walls: standing}, entry("bash", true), shell("rm -rf ~"), Deny, "built-in rule rm-outside"},
		{"a path rule", Config{Rules: []Rule{rule(Deny, "write(**/*.md)")}}, entry("write", true), write("/space/docs/a.md"), Deny, "rule write(**/*.md) in settings"},
		{"a path rule for another tool", Config{Rules: []Rule{rule(Deny, "read(*)")}}, entry("write", true), write("/space/a.md"), Allow, "mode workspace"},
		{"what runs later is protected", Config{}, entry("write", true), write("/space/agent/tools/x.md"), Ask, "built-in rule protected"},
		{"of other programs, too", Config{}, entry("write", true), write("/space/.git/hooks/pre-commit"), Ask, "built-in rule protected"},
		{"in any case", Config{}, entry("write", true), write("/space/.VSCode/tasks.json"), Ask, "built-in rule protected"},
		{"an allow rule does not lift it", Config{Rules: []Rule{rule(Allow, "write")}}, entry("write", true), write("/space/.envrc"), Ask, "built-in rule protected"},
		{"a name that only begins so is not", Config{}, entry("write", true), write("/space/agentx.md"), Allow, "mode workspace"},
		{"read-only denies it all the same", Config{Mode: ReadOnly}, entry("write", true), write("/space/.envrc"), Deny, "mode read-only"},
		{"an unknown mode is read-only", Config{Mode: "yolo"}, entry("write", true), write("/space/a"), Deny, "mode read-only"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := space(tt.config).Judge(tools.Call{}, tt.entry, tt.preview)
			if got.Outcome != tt.want || got.By.String() != tt.by {
				t.Errorf("got %s by %q (%s), want %s by %q", got.Outcome, got.By, got.Reason, tt.want, tt.by)
			}
		})
	}
}

func TestParseRule(t *testing.T) {
	for _, bad := range []string{"", "  ", "(x)", "bash(x", "bash(x)y"} {
		if r, err := ParseRule(Deny, bad, "settings"); err == nil {
			t.Errorf("%q was read as %v", bad, r)
		} else if !strings.Contains(err.Error(), "settings") {
			t.Errorf("the error does not say where the rule stands: %v", err)
		}
	}
	r, err := ParseRule(Ask, " read_file(a(b)c) ", "agent/rules.json")
	if err != nil || r.Tool != "read" || r.Pattern != "a(b)c" {
		t.Errorf("got %+v, %v", r, err)
	}
}

// A rule that names a page or an agent holds for it alone, and loosens nothing.
func TestRulesAboutCallers(t *testing.T) {
	rule := func(o Outcome, text string) Rule {
		t.Helper()
		r, err := ParseRule(o, text, "settings")
		if err != nil || r.Text() != text {
			t.Fatalf("%q is read as %q, %v", text, r.Text(), err)
		}
		return r
	}
	for text, says := range map[string]string{
		"bash from everywhere": "no caller", "bash from pages/a b.html": "no caller", "bash(x) from ": "cannot be read", "bash from agent": "no caller", "from pages/a.html": "no tool's name",
		"bash(x from pages/a.html": "cannot be read",
	} {
		if r, err := ParseRule(Deny, text, "settings"); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q is read as %+v, %v", text, r, err)
		}
	}
	if r, err := ParseRule(Allow, "bash from pages/a.html", "settings"); err == nil || !strings.Contains(err.Error(), "only deny or ask") {
		t.Errorf("an allow is read as %+v, %v", r, err)
	}
	if r, err := ParseRule(Allow, "bash(echo from pages/a.html)", "settings"); err != nil || r.Caller != "" {
		t.Errorf("a pattern is read as %+v, %v", r, err)
	}
	g := New(Config{Mode: Workspace, Roots: func() []string { return []string{"/space"} }, Rules: []Rule{
		rule(Deny, "bash(git*) from pages/find.html"), rule(Ask, "read from agent/ops"), rule(Deny, "write(keys/**) from pages/*"), rule(Allow, "bash"),
	}})
	page, agent := tools.Caller{Kind: tools.CallerPage, Name: "pages/find.html"}, tools.Caller{Kind: tools.CallerAgent, Name: "Ops", ID: "ops"}
	git := tools.Preview{Shell: "git status", Folder: "/space", Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "/bin/bash"}}}
	keys := tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/keys/a"}}}
	for _, c := range []struct {
		caller tools.Caller
		tool   string
		p      tools.Preview
		want   Outcome
	}{
		{page, "bash", git, Deny}, {agent, "bash", git, Allow}, {tools.Caller{Kind: tools.CallerPage, Name: "pages/other.html"}, "bash", git, Allow},
		{tools.Caller{Kind: tools.CallerMCP, Name: "pages/find.html"}, "bash", git, Allow}, {tools.Caller{Kind: tools.CallerPerson, Name: "pages/find.html"}, "bash", git, Allow},
		{agent, "read", tools.Preview{}, Ask}, {tools.Caller{Kind: tools.CallerAgent, Name: "ops", ID: "other"}, "read", tools.Preview{}, Allow}, {page, "read", tools.Preview{}, Allow},
		{page, "write", keys, Deny}, {agent, "write", keys, Allow},
	} {
		if v := g.Judge(tools.Call{Caller: c.caller}, entry(c.tool, c.tool != "read"), c.p); v.Outcome != c.want {
			t.Errorf("%s by %+v: %s (%s)", c.tool, c.caller, v.Outcome, v.By)
		}
	}
	if files := FileRules([]Rule{rule(Deny, "write(keys/**) from pages/*")}, "/home/ada", func() []string { return nil }); len(files) != 0 {
		t.Errorf("the programs of everybody are held to %+v", files)
	}
	both := []Rule{rule(Ask, "bash(git*)"), rule(Deny, "bash from pages/*"), rule(Ask, "bash(git*) from pages/find.html")}
	if c := Contradictions(both); len(c) != 1 || c[0].At != 2 {
		t.Errorf("contradictions are %v", c)
	}
}

func FuzzNoPanic(f *testing.F) {
	f.Add("find . -exec")
	f.Add("git -c")
	f.Add("sudo -u")
	f.Add("rm -rf ~")
	f.Add("timeout")
	f.Add("{a,b}{c,")
	for _, seed := range []string{"${a:-${b:=${c+d}}}", "x=$x$x; x=$x$x; eval $x", "f(){ f; f; }; f", "for i in {1..9}; do for j in {1..9}; do $i$j; done; done", "a=(1 2); ${a[@]:1}", "cd -; popd; pushd", "$(<x)", "\"${!x@}\"", "xargs -I", "parallel :::", "env -S", "git config alias.x", "IFS= ; $x"} {
		f.Add(seed)
	}
	corpus(f, "testdata/commands.txt", func(_ int, _, command, _ string) { f.Add(command) })
	g := space(Config{})
	f.Fuzz(func(t *testing.T, command string) {
		v := built(g, command)
		if v.Outcome != Allow && v.Reason == nil {
			t.Errorf("%s without a reason", v.Outcome)
		}
	})
}

// standing are walls that hold.
func standing() string { return "" }
