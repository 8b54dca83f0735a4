package guard

import (
	"testing"

	"handrail/tools"
)

// serverTool is a server's tool, which says that it only reads.
func serverTool(sideEffect bool) tools.Entry {
	e := entry("create_issue", sideEffect)
	e.Qualified, e.Info.Source, e.Info.Claimed, e.Info.Danger = "github__create_issue", "mcp:github", true, tools.Safe
	return e
}

// serverCall is what a call of it would do.
func serverCall(input string, effects ...tools.Effect) tools.Preview {
	return tools.Preview{
		Title: "Create issue (github)", Detail: tools.InputDetail("tool create_issue of the server github, with the input", []byte(input)),
		Effects: effects, Digest: "digest of " + input,
	}
}

func starts() tools.Effect { return tools.Effect{Kind: tools.EffectRun, Target: "/usr/bin/npx"} }

func reaching(h string) tools.Effect { return tools.Effect{Kind: tools.EffectReach, Target: h} }

// What a server says of its own tools never lets one run more freely, in any mode.
func TestAServersHintsLoosenNothing(t *testing.T) {
	anyhow := Config{Walls: standing, Reach: func(string) bool { return true }}
	for _, tt := range []struct {
		name    string
		config  Config
		effects []tools.Effect
		want    Outcome
	}{
		{"read-only", Config{Mode: ReadOnly, Walls: standing}, []tools.Effect{starts()}, Deny},
		{"read-only, a remote one", Config{Mode: ReadOnly}, []tools.Effect{reaching("mcp.example.com")}, Deny},
		{"not trusted", Config{Mode: ReadOnly, Why: "this space is not trusted"}, []tools.Effect{starts()}, Deny},
		{"ask", Config{Mode: AskAll, Walls: standing}, []tools.Effect{starts()}, Ask},
		{"workspace, walled", Config{Walls: standing}, []tools.Effect{starts()}, Allow},
		{"workspace, without walls", Config{}, []tools.Effect{starts()}, Ask},
		{"workspace, walled, reaching a host", Config{Walls: standing}, []tools.Effect{starts(), reaching("api.example.com")}, Ask},
		{"a host that the space may reach", anyhow, []tools.Effect{starts(), reaching("api.example.com")}, Ask},
		{"workspace, remote", anyhow, []tools.Effect{reaching("mcp.example.com")}, Ask},
		{"workspace, writing elsewhere", Config{Walls: standing}, []tools.Effect{starts(), {Kind: tools.EffectWrite, Target: "/home/kim/notes"}}, Ask},
		{"workspace, writing here", Config{Walls: standing}, []tools.Effect{starts(), {Kind: tools.EffectWrite, Target: "/space/notes"}}, Allow},
		{"no effects at all", Config{Walls: standing}, nil, Ask},
		{"an unknown mode", Config{Mode: "yolo", Walls: standing}, []tools.Effect{starts()}, Deny},
	} {
		for _, honest := range []bool{true, false} {
			got := space(tt.config).Judge(tools.Call{}, serverTool(honest), serverCall(`{}`, tt.effects...))
			if got.Outcome != tt.want {
				t.Errorf("%s, side effect %t: %s (%s: %s), want %s", tt.name, honest, got.Outcome, got.By, got.Reason, tt.want)
			}
		}
	}
}

// The corpus of rules about servers' tools.
func TestRulesAboutServers(t *testing.T) {
	cases := 0
	corpus(t, "testdata/servers.txt", func(n int, verdict, line, why string) {
		rule, input, found := cutLast(line)
		if !found {
			t.Fatalf("line %d: want rule => input", n)
		}
		for _, outcome := range []Outcome{Deny, Ask, Allow} {
			r, err := ParseRule(outcome, rule, "settings")
			if err != nil {
				t.Fatalf("line %d: %v", n, err)
			}
			want := Ask // by the mode
			fits := verdict == "all" || verdict == "forbids" && outcome != Allow
			if fits {
				want = outcome
			}
			e := serverTool(false)
			e.Info.Claimed = true
			got := space(Config{Mode: AskAll, Walls: standing, Rules: []Rule{r}}).Judge(tools.Call{}, e, serverCall(input, starts(), reaching("api.example.com")))
			if byRule := got.By.String() == r.String(); got.Outcome != want || byRule != fits {
				t.Errorf("line %d: %s %s makes %s of %s (%s), want %s: %s", n, outcome, rule, got.Outcome, input, got.By, want, why)
			}
		}
		cases++
	})
	if cases < 15 {
		t.Errorf("only %d cases were read", cases)
	}
}

func cutLast(line string) (rule, input string, found bool) {
	for i := len(line) - 4; i > 0; i-- {
		if line[i:i+4] == " => " {
			return line[:i], line[i+4:], true
		}
	}
	return "", "", false
}

// What the person allows in their settings is not for the tools of a server that a
// space declares under the same name; what they forbid is, and so is a grant.
func TestAllowRulesAreNotForASpacesOwnServers(t *testing.T) {
	own := serverTool(false)
	own.Info.Own = true
	act := serverCall(`{"title":"a"}`, starts(), reaching("api.example.com"))
	for _, rule := range []string{"github__*", "github__create_issue", "*", "*__*", `github__create_issue(*"a"*)`} {
		for outcome, verdict := range map[Outcome]Outcome{Allow: Ask, Ask: Ask, Deny: Deny} {
			for _, origin := range []string{"settings", "this trial", ""} {
				r, err := ParseRule(outcome, rule, origin)
				if err != nil {
					t.Fatal(err)
				}
				g := space(Config{Mode: AskAll, Walls: standing, Rules: []Rule{r}})
				theirs, ours := g.Judge(tools.Call{}, serverTool(false), act), g.Judge(tools.Call{}, own, act)
				if theirs.Outcome != outcome || ours.Outcome != verdict {
					t.Errorf("%s %s of %q: %s for the person's server, %s for the space's; want %s", outcome, rule, origin, theirs.Outcome, ours.Outcome, verdict)
				}
			}
		}
	}
	trusted := space(Config{Mode: AskAll, Walls: standing, Rules: []Rule{{Outcome: Allow, Tool: "github__*", Origin: SpaceOrigin}}})
	if v := trusted.Judge(tools.Call{}, own, act); v.Outcome != Allow {
		t.Errorf("the space's own trusted rule: %s", v.Outcome)
	}
	every := Grant{ID: "t", Tool: "github__create_issue", Pattern: EveryCall, Space: "/space"}
	granted := space(Config{Mode: AskAll, Walls: standing, Grants: func() []Grant { return []Grant{every} }})
	if v := granted.Judge(tools.Call{Space: "/space"}, own, act); v.Outcome != Allow {
		t.Errorf("a grant of this space: %s", v.Outcome)
	}
}

// An author's tool that stands for a server's is denied with it; nothing that is
// allowed for the one is allowed for the other.
func TestWhatStandsForAServersTool(t *testing.T) {
	e := entry("issue", true)
	e.Info.Source, e.Info.StandsFor = "custom", "github__create_issue"
	for rule, want := range map[string]map[Outcome]Outcome{
		"github__create_issue":               {Deny: Deny, Ask: Ask, Allow: Ask},
		"github__*":                          {Deny: Deny, Ask: Ask, Allow: Ask},
		`github__create_issue(*"a"*)`:        {Deny: Deny, Allow: Ask},
		`github__create_issue(*"b"*)`:        {Deny: Ask, Allow: Ask},
		"issue":                              {Deny: Deny, Allow: Allow},
		`issue({"title":"a"})`:               {Deny: Deny, Allow: Allow},
		`issue({"title":"a","body":"more"})`: {Deny: Ask, Allow: Ask},
	} {
		for outcome, verdict := range want {
			r, err := ParseRule(outcome, rule, "settings")
			if err != nil {
				t.Fatal(err)
			}
			got := space(Config{Mode: AskAll, Rules: []Rule{r}}).Judge(tools.Call{}, e, serverCall(`{"title":"a"}`, starts()))
			if got.Outcome != verdict {
				t.Errorf("%s %s: %s by %s, want %s", outcome, rule, got.Outcome, got.By, verdict)
			}
		}
	}
}

// An author who says that their tool has no side effect says nothing of the server that does its work: by every mode it
// counts as the server's own tool.
func TestWhatStandsForAServersToolMayChange(t *testing.T) {
	e := entry("issue", false)
	e.Info.Source, e.Info.StandsFor = "custom", "github__create_issue"
	for mode, want := range map[Mode]Outcome{ReadOnly: Deny, AskAll: Ask, Rehearse: Ask} {
		if got := space(Config{Mode: mode, Walls: standing}).Judge(tools.Call{}, e, serverCall(`{}`, starts())); got.Outcome != want {
			t.Errorf("%s: %s by %s, want %s", mode, got.Outcome, got.By, want)
		}
	}
	reach := Config{Mode: Workspace, Walls: standing, Reach: func(string) bool { return true }}
	if got := space(reach).Judge(tools.Call{}, e, serverCall(`{}`, starts(), reaching("api.example.com"))); got.Outcome != Ask {
		t.Errorf("where it reaches a host: %s by %s", got.Outcome, got.By)
	}
}

// What "Always…" says of a server's tool: exactly this act, or every call of it,
// in the space or session that goes with it.
func TestOffersForAServersTool(t *testing.T) {
	g := space(Config{Mode: AskAll, Walls: standing})
	act, call := serverCall(`{"title":"a"}`, starts(), reaching("api.example.com")), tools.Call{Space: "/space"}
	offers := g.Offers(call, serverTool(false), act, g.Judge(call, serverTool(false), act))
	if len(offers) != 2 || offers[0].Scope != ScopeAct || offers[1].Pattern != EveryCall || offers[1].Label.String() != "every call of github__create_issue" {
		t.Fatalf("offers are %+v", offers)
	}
	other := serverCall(`{"title":"b"}`, starts(), reaching("api.example.com"))
	exact := Grant{ID: "e", Tool: "github__create_issue", Digest: act.Digest, Space: "/space"}
	every := Grant{ID: "t", Tool: "github__create_issue", Pattern: EveryCall, Space: "/space"}
	elsewhere := serverTool(false)
	elsewhere.Qualified = "gitlab__create_issue"
	for name, tt := range map[string]struct {
		grant Grant
		entry tools.Entry
		call  tools.Call
		act   tools.Preview
		want  bool
	}{
		"this act":              {exact, serverTool(false), call, act, true},
		"another act":           {exact, serverTool(false), call, other, false},
		"every call":            {every, serverTool(false), call, other, true},
		"another server's":      {every, elsewhere, call, other, false},
		"in another space":      {every, serverTool(false), tools.Call{Space: "/other"}, act, false},
		"this act, asked about": {exact, confirming(serverTool(false)), call, act, true},
		"every call, likewise":  {every, confirming(serverTool(false)), call, act, false},
	} {
		g := space(Config{Mode: AskAll, Walls: standing, Grants: func() []Grant { return []Grant{tt.grant} }})
		if got := g.Judge(tt.call, tt.entry, tt.act); (got.Outcome == Allow) != tt.want {
			t.Errorf("%s: %s by %s", name, got.Outcome, got.By)
		}
	}
}

func confirming(e tools.Entry) tools.Entry {
	e.Info.Confirm = true
	return e
}
