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
