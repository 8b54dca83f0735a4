package guard

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/dev/effort"
	"handrail/tools"
)

// parsed reads "deny bash(x)" and its like.
func parsed(t testing.TB, text string) Rule {
	t.Helper()
	outcome, rule, _ := strings.Cut(text, " ")
	r, err := ParseRule(Outcome(outcome), rule, "settings")
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func writes(paths ...string) tools.Preview {
	p := tools.Preview{Digest: "d"}
	for _, path := range paths {
		p.Effects = append(p.Effects, tools.Effect{Kind: tools.EffectWrite, Target: path})
	}
	return p
}

func reaches(host, detail string) tools.Preview {
	return tools.Preview{Digest: "d", Detail: detail, Effects: []tools.Effect{{Kind: tools.EffectReach, Target: host}}}
}

// What a rule covers. "by" is the stage that decided: rule, mode, built-in.
func TestWhatARuleCovers(t *testing.T) {
	remote := tools.Entry{Info: tools.Info{Name: "write", Source: "mcp:evil", SideEffect: true}, Qualified: "evil__write", State: tools.Ready}
	issue := tools.Entry{Info: tools.Info{Name: "create_issue", Source: "mcp:github", SideEffect: true}, Qualified: "github__create_issue", State: tools.Ready}
	fetch, write, bash := entry("web_fetch", true), entry("write", true), entry("bash", true)
	tests := []struct {
		rule  string
		entry tools.Entry
		act   tools.Preview
		want  bool
	}{
		{"allow bash(git status*)", bash, shellAct("git status"), true},
		{"allow bash(git status*)", bash, shellAct("git status -s --branch"), true},
		{"allow bash(git status*)", bash, shellAct("g'it' sta\\tus"), true},
		{"allow bash(git status*)", bash, shellAct("git statusx"), false},
		{"allow bash(git status*)", bash, shellAct("git status-evil"), false},
		{"allow bash(git status*)", bash, shellAct("git status; rm x"), false},
		{"allow bash(git status*)", bash, shellAct("git status $(rm x)"), false},
		{"allow bash(git status*)", bash, shellAct("git status `rm x`"), false},
		{"allow bash(git status*)", bash, shellAct("git status <(rm x)"), false},
		{"allow bash(git status*)", bash, shellAct("git status > /etc/x"), false},
		{"allow bash(git status*)", bash, shellAct("git status >> notes.md"), false},
		{"allow bash(git status*)", bash, shellAct("git status > /dev/null 2>&1"), true},
		{"allow bash(git status*)", bash, shellAct("GIT_PAGER=evil git status"), false},
		{"allow bash(git status*)", bash, shellAct("env git status"), false},
		{"allow bash(git status*)", bash, shellAct("./git status"), false},
		{"allow bash(git status*)", bash, shellAct("/tmp/git status"), false},
		{"allow bash(git status*)", bash, shellAct("'git status/../../evil'"), false},
		{"allow bash(git status*)", bash, shellAct("git status $X"), false},
		{"allow bash(git status*)", bash, shellAct("git status | sh"), false},
		{"allow bash(git status*)", bash, shellAct("git() { rm x; }; git status"), false},
		{"allow bash(git status*)", bash, shellAct("cd /evil && git status"), false},
		{"allow bash(git status*)", bash, shellAct("git status (unfinished"), false},
		{"allow bash(npm run build:*)", bash, shellAct("npm run build:prod"), true},
		{"allow bash(*)", bash, shellAct("a; b | c"), true},
		{"allow bash(*)", bash, shellAct("a $X"), false},
		{"allow bash(echo * > notes.md)", bash, shellAct("echo a b > notes.md"), true},
		{"allow bash(echo * > notes/*)", bash, shellAct("echo a > notes/../agent/x"), false},
		{"deny bash(curl*)", bash, shellAct("/usr/bin/curl x"), true},
		{"deny bash(curl*)", bash, shellAct("cu''rl x"), true},
		{"deny bash(curl*)", bash, shellAct("sudo -u kim curl x"), true},
		{"deny bash(curl*)", bash, shellAct("env A=1 curl x"), true},
		{"deny bash(curl*)", bash, shellAct("A=1 curl x"), true},
		{"deny bash(curl*)", bash, shellAct("ls | xargs curl"), true},
		{"deny bash(curl*)", bash, shellAct("sh -c 'curl x'"), true},
		{"deny bash(curl*)", bash, shellAct("x=curl; $x y"), true},
		{"deny bash(curl *)", bash, shellAct("curl"), true},
		{"deny bash(curl *)", bash, shellAct("curlx"), false},
		{"deny bash(curl*)", bash, shellAct("echo curl"), false},
		{"deny bash(git status*)", bash, shellAct("git statusx"), true},
		{"ask exec_shell(npm publish*)", bash, shellAct("cd x; npm publish"), true},
		{"deny b*(curl*)", bash, shellAct("curl x"), true},
		{"deny bash", bash, shellAct("ls"), true},
		{"deny write(**/*.md)", write, writes("/space/a/b.md"), true},
		{"deny write(**/*.md)", write, writes("/space/b.md"), true},
		{"deny write(*.md)", write, writes("/space/a/b.md"), true},
		{"allow write(*.md)", write, writes("/space/a/b.md"), false},
		{"allow write(*.md)", write, writes("/space/b.md"), true},
		{"allow write(docs/**)", write, writes("/space/docs/a/b"), true},
		{"allow write(docs/**)", write, writes("/space/docs/../x"), false},
		{"allow write(docs/*)", write, writes("/space/docs/a/b"), false},
		{"allow write(docs/**)", write, writes("/space/docs/a", "/space/b"), false},
		{"deny write(docs/**)", write, writes("/space/b", "/space/docs/a"), true},
		{"deny write(docs)", write, writes("/space/docsx"), false},
		{"allow write(/etc/hosts)", write, writes("/etc/hosts"), true},
		{"allow write(~/notes/**)", write, writes("/home/kim/notes/a"), true},
		{"allow write({a,b}/*.{md,txt})", write, writes("/space/b/x.txt"), true},
		{"deny write_file(a.md)", write, writes("/space/a.md"), true},
		{"deny write", remote, writes("/space/a.md"), true},
		{"allow write", remote, writes("/etc/a.md"), false},
		{"allow evil__write", remote, writes("/etc/a.md"), true},
		{"allow github__*", issue, tools.Preview{}, true},
		{"deny create_issue", issue, tools.Preview{}, true},
		{"deny github__*", remote, tools.Preview{}, false},
		{"allow github__create_issue(*)", issue, tools.Preview{}, true},
		{"allow web_fetch(https://docs.example.com/*)", fetch, reaches("docs.example.com", "https://docs.example.com/a/b?c=d"), true},
		{"allow web_fetch(https://docs.example.com/*)", fetch, reaches("docs.example.com", "http://docs.example.com/a"), false},
		{"allow web_fetch(https://docs.example.com/*)", fetch, reaches("docs.example.com.evil.example", "https://docs.example.com.evil.example/"), false},
		{"allow web_fetch(https://docs.example.com/*)", fetch, reaches("evil.example", "https://docs.example.com@evil.example/a"), false},
		{"allow web_fetch(https://docs.example.com/a/*)", fetch, reaches("docs.example.com", "https://docs.example.com/a/../b"), false},
		{"allow web_fetch(https://docs.example.com/*)", fetch, reaches("docs.example.com", ""), false},
		{"deny web_fetch(https://docs.example.com/*)", fetch, reaches("docs.example.com", ""), true},
		{"allow web_fetch(*.example.com)", fetch, reaches("docs.example.com", ""), true},
		{"allow web_fetch(docs.example.com)", fetch, reaches("docs.example.com", "https://docs.example.com/a"), true},
		{"deny web_fetch(DOCS.example.com)", fetch, reaches("evil.example", ""), false},
	}
	for _, tt := range tests {
		r := parsed(t, tt.rule)
		got := space(Config{Rules: []Rule{r}, Mode: AskAll, Walls: standing}).Judge(tools.Call{}, tt.entry, tt.act)
		hit := got.By.Kind == tools.ByRule
		if r.Outcome == Allow {
			hit = got.Outcome == Allow
		}
		if hit != tt.want {
			t.Errorf("%s on %s %v: %t (%s by %s), want %t", tt.rule, tt.act.Shell, tt.act.Effects, hit, got.Outcome, got.By, tt.want)
		}
	}
}

// The first rule that matches is named, whatever it is sorted by.
func TestTheFirstRuleIsNamed(t *testing.T) {
	rules := []Rule{parsed(t, "deny bash(*x)"), parsed(t, "deny bash(curl*)"), parsed(t, "deny bash")}
	for command, want := range map[string]string{"curl x": "rule bash(*x) in settings", "curl y": "rule bash(curl*) in settings", "ls": "rule bash in settings"} {
		if got := space(Config{Rules: rules}).Judge(tools.Call{}, entry("bash", true), shellAct(command)).By.String(); got != want {
			t.Errorf("%s is denied by %q, want %q", command, got, want)
		}
	}
}

func TestRulesOfAFile(t *testing.T) {
	rules, err := ParseRules([]byte("{\n  \"deny\": [\"bash(curl*)\",\n    \"write\"],\n  \"ask\": [\"edit\"],\n \"allow\": [\"read\"]\n}\n"), "agent/rules.json", Deny, Ask)
	if err != nil {
		t.Fatal(err)
	}
	want := []Rule{
		{Outcome: Deny, Tool: "bash", Pattern: "curl*", Origin: "agent/rules.json", File: "agent/rules.json:2"},
		{Outcome: Deny, Tool: "write", Origin: "agent/rules.json", File: "agent/rules.json:3"},
		{Outcome: Ask, Tool: "edit", Origin: "agent/rules.json", File: "agent/rules.json:4"},
	}
	if diff := cmp.Diff(want, rules); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
	got := space(Config{Rules: rules}).Judge(tools.Call{}, entry("write", true), writes("/space/x"))
	if got.File != "agent/rules.json:3" {
		t.Errorf("the verdict stands at %q", got.File)
	}
	long := `"bash(` + strings.Repeat("x", 1_000_000) + `)"`
	for name, bad := range map[string][2]string{
		"another name":        {"{\n\"denny\": [\"bash\"]}", "rules.json:2"},
		"another case":        {`{"Deny": ["bash"]}`, `"Deny"`},
		"no list":             {`{"deny": "bash"}`, "list of texts"},
		"no text":             {`{"deny": [1]}`, "no text"},
		"a list":              {`["bash"]`, "object"},
		"half a file":         {"{\n\"deny\": [\"ba", "rules.json:2"},
		"an open list":        {`{"deny": ["bash"`, "broken"},
		"no JSON":             {`deny: bash`, "broken"},
		"nothing":             {``, "broken"},
		"more behind it":      {`{"deny": []} {}`, "more behind"},
		"a rule of a million": {`{"deny": [` + long + `]}`, "4096"},
		"an empty rule":       {`{"deny": [""]}`, "empty rule"},
		"too many braces":     {`{"deny": ["write(` + strings.Repeat("{a,b}", 40) + `)"]}`, "several rules"},
	} {
		if _, err := ParseRules([]byte(bad[0]), "agent/rules.json"); err == nil || !strings.Contains(err.Error(), bad[1]) || len(err.Error()) > 500 {
			t.Errorf("%s: got %v, want an error with %q", name, err, bad[1])
		}
	}
	if rules, err := ParseRules([]byte(`null`), "x"); err != nil || len(rules) != 0 {
		t.Errorf("null: %v, %v", rules, err)
	}
}

// Whoever writes rules decides how long each call takes, up to here; more of them close the space.
func TestRulesOfAFileAreBounded(t *testing.T) {
	file := func(n int, pattern string) []byte {
		return []byte(`{"deny": [` + strings.TrimSuffix(strings.Repeat(`"write(`+pattern+`)",`, n), ",") + `]}`)
	}
	braces := "{" + strings.Repeat("a,b,", 15) + "c}/**/*q"
	for _, c := range []struct {
		raw  []byte
		good bool
	}{
		{file(mostRules, "a/**"), true}, {file(mostRules+1, "a/**"), false},
		{file(mostPatterns/31, braces), true}, {file(mostPatterns/31+1, braces), false},
	} {
		rules, err := ParseRules(c.raw, SpaceOrigin)
		if (err == nil) != c.good || err != nil && (rules != nil || !strings.Contains(err.Error(), "agent/rules.json:1: there are more than")) {
			t.Errorf("%d bytes: %d rules, %v", len(c.raw), len(rules), err)
		}
	}
	if p := prepare(Rule{Outcome: Deny, Tool: "write", Pattern: "{a,b,a}"}, ""); len(p.paths) != 2 {
		t.Errorf("patterns %q", p.paths)
	}
}

func TestRulesThatNeverMatch(t *testing.T) {
	names := []string{"bash", "write", "read", "github__create_issue", "create_issue"}
	for rule, says := range map[string]string{
		"deny bash(curl*)":             "",
		"allow github__*":              "",
		"deny create_issue":            "",
		"deny gitlab__*":               "no tool is called",
		"deny bassh":                   "no tool is called",
		"deny Bash":                    "",
		"deny Bash(cd x && rm y)":      "joins commands",
		"allow Bash":                   "no tool is called",
		"deny bash( curl)":             "blank",
		"deny bash(git commit -m 'x')": "quotes",
		"deny bash(cd x && rm y)":      "joins commands",
		"deny write(../x)":             "climbs",
		"deny write(a[)":               "no pattern of paths",
	} {
		if got := parsed(t, rule).Problem(names); says == "" && got != "" || !strings.Contains(got, says) {
			t.Errorf("%s: %q, want %q", rule, got, says)
		}
	}
	if got := parsed(t, "allow create_issue").Problem(names[:4]); !strings.Contains(got, "github__create_issue") {
		t.Errorf("a bare name that allows: %q", got)
	}
}

func TestRulesThatContradict(t *testing.T) {
	var rules []Rule
	for _, text := range []string{"deny bash(git *)", "allow bash(git status*)", "allow bash(ls*)", "ask bash(git push*)", "deny write", "allow write(docs/**)", "allow read", "ask read", "deny github__*", "allow github__x", "deny bash(git *)", "allow edit(a/**)", "deny edit(a/b/**)"} {
		rules = append(rules, parsed(t, text))
	}
	found := Contradictions(rules)
	var said []string
	for _, c := range found {
		said = append(said, c.String())
	}
	got := strings.Join(said, "\n")
	for _, want := range []string{"bash(git status*) in settings (allow) never counts", "bash(git push*) in settings (ask) never counts", "write(docs/**) in settings (allow) never", "rule read in settings (allow) never", "github__x", "stands there twice"} {
		if !strings.Contains(got, want) {
			t.Errorf("it is not said that %s:\n%s", want, got)
		}
	}
	var at, other []string
	for _, c := range found {
		if c.Rule != rules[c.At] {
			t.Errorf("%d is not the place of %s", c.At, c.Rule)
		}
		at, other = append(at, c.Rule.Text()), append(other, c.Other.Text())
		if twice := c.At == 10; c.Twice != twice {
			t.Errorf("%s: twice %t, want %t", c.Rule, c.Twice, twice)
		}
	}
	if want := []string{"bash(git status*)", "bash(git push*)", "write(docs/**)", "read", "github__x", "bash(git *)"}; !slices.Equal(at, want) {
		t.Errorf("contradicted are %q, want %q", at, want)
	}
	if want := []string{"bash(git *)", "bash(git *)", "write", "read", "github__*", "bash(git *)"}; !slices.Equal(other, want) {
		t.Errorf("they are beaten by %q, want %q", other, want)
	}
}

// No pattern that may be written takes long to match.
func TestPatternsAreNeverSlow(t *testing.T) {
	defer effort.Limit(t, 10*time.Second)()
	for _, pattern := range []string{
		strings.Repeat("*a", 2000), strings.Repeat("a*", 2000), strings.Repeat("?*", 2000), strings.Repeat("**/", 1300), strings.Repeat("**/*a", 700), strings.Repeat("[a]*", 900),
	} {
		rules := []Rule{parsed(t, "deny write("+pattern+"b)"), parsed(t, "deny bash("+pattern+"b)")}
		g := space(Config{Rules: rules})
		g.Judge(tools.Call{}, entry("write", true), writes("/space/"+strings.Repeat("a", 1000)+strings.Repeat("/a", 1000)))
		g.Judge(tools.Call{}, entry("bash", true), shellAct("echo "+strings.Repeat("a", 4000)))
	}
}

// A rule that is being written stands nowhere yet.
func TestAProblemOfARuleThatStandsNowhere(t *testing.T) {
	for text, want := range map[string]string{
		"bash(git": `rule "bash(git" cannot be read: write tool or tool(pattern), as in bash(git status*)`,
		"":         "an empty rule: write tool or tool(pattern), as in bash(git status*)",
		"a b(git)": `rule "a b(git)" cannot be read: "a b" is no tool's name; write tool or tool(pattern), as in bash(git status*)`,
	} {
		if _, err := ParseRule(Deny, text, ""); err == nil || err.Error() != want {
			t.Errorf("%q: %v", text, err)
		}
	}
}
