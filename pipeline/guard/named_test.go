package guard

import (
	"testing"

	"handrail/tools"
)

// An act that only reads is judged as one, though its tool may change something; one whose
// address the agent has not chosen need not ask.
func TestNamedAddresses(t *testing.T) {
	fetch := entry("web_fetch", true)
	ofServer := tools.Entry{Info: tools.Info{Name: "fetch", Source: "mcp:web", SideEffect: true}, Qualified: "web__fetch", State: tools.Ready}
	reading := ofServer
	reading.Info.SideEffect = false
	get := reaches("docs.example.com", "https://docs.example.com/a")
	get.Reads = true
	named := get
	named.Named = true
	post := reaches("docs.example.com", "https://docs.example.com/a")
	post.Confirm = true
	untrusted := Config{Mode: ReadOnly, Why: "this space is not trusted"}
	rule := func(o Outcome, pattern string) Config {
		r, err := ParseRule(o, "web_fetch("+pattern+")", "settings.json")
		if err != nil {
			t.Fatal(err)
		}
		return Config{Rules: []Rule{r}}
	}
	for name, c := range map[string]struct {
		config Config
		entry  tools.Entry
		act    tools.Preview
		want   Outcome
	}{
		"named":                      {Config{}, fetch, named, Allow},
		"named, ask":                 {Config{Mode: AskAll}, fetch, named, Allow},
		"named, read-only":           {Config{Mode: ReadOnly}, fetch, named, Allow},
		"named, untrusted":           {untrusted, fetch, named, Deny},
		"named, denied":              {rule(Deny, "docs.example.com"), fetch, named, Deny},
		"named, a rule asks":         {rule(Ask, "https://docs.example.com/*"), fetch, named, Ask},
		"chosen by the agent":        {Config{}, fetch, get, Ask},
		"chosen, read-only":          {Config{Mode: ReadOnly}, fetch, get, Ask},
		"chosen, untrusted":          {untrusted, fetch, get, Deny},
		"chosen, allowed":            {rule(Allow, "https://docs.example.com/*"), fetch, get, Allow},
		"chosen, the network leads":  {Config{Reach: func(string) bool { return true }}, fetch, get, Allow},
		"post":                       {Config{}, fetch, post, Ask},
		"post, read-only":            {Config{Mode: ReadOnly}, fetch, post, Deny},
		"post, allowed":              {rule(Allow, "https://docs.example.com/*"), fetch, post, Ask},
		"a server's word is no word": {Config{Mode: ReadOnly}, ofServer, named, Deny},
		"nor is its address":         {Config{}, reading, named, Ask},
	} {
		if got := space(c.config).Judge(tools.Call{}, c.entry, c.act); got.Outcome != c.want {
			t.Errorf("%s: %s (%s), want %s", name, got.Outcome, got.Reason, c.want)
		}
	}
}

// A message asks wherever the network leads; a rule by the channel's name allows it with all its chats, and a notification
// on this machine asks nobody.
func TestMessages(t *testing.T) {
	judge := func(mode Mode, target string, reads bool, rules ...Rule) Outcome {
		g := New(Config{Mode: mode, Rules: rules, Reach: func(string) bool { return true }, Walls: func() string { return "" }})
		e := tools.Entry{Qualified: "message", Info: tools.Info{Name: "message", Source: "builtin", SideEffect: true}}
		return g.Judge(tools.Call{Tool: "message"}, e, tools.Preview{Title: "t", Detail: "d", Reads: reads, Effects: []tools.Effect{{Kind: tools.EffectSend, Target: target}}}).Outcome
	}
	rule := func(o Outcome, text string) Rule {
		r, err := ParseRule(o, text, "test")
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	allow, deny := rule(Allow, "message(ops*)"), rule(Deny, "message(ops*)")
	for _, c := range []struct {
		mode   Mode
		target string
		reads  bool
		rules  []Rule
		want   Outcome
	}{
		{Workspace, "ops", false, nil, Ask},
		{AskAll, "ops", false, nil, Ask},
		{ReadOnly, "ops", false, nil, Deny},
		{Workspace, "ops", false, []Rule{allow}, Allow},
		{Workspace, "ops -1001", false, []Rule{allow}, Allow},
		{Workspace, "opsroom", false, []Rule{allow}, Ask},
		{Workspace, "ops -1001", false, []Rule{rule(Allow, "message(ops)")}, Ask},
		{Workspace, "ops", false, []Rule{allow, deny}, Deny},
		{Workspace, "desktop", true, nil, Allow},
		{Workspace, "desktop", true, []Rule{rule(Deny, "message(desktop)")}, Deny},
	} {
		if got := judge(c.mode, c.target, c.reads, c.rules...); got != c.want {
			t.Errorf("%s in %s with %v: %s, want %s", c.target, c.mode, c.rules, got, c.want)
		}
	}
}
