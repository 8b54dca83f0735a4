package trust_test

import (
	"strings"
	"testing"

	"handrail/operator/trust"
	"handrail/spaces"
)

func TestSavedIsTrusted(t *testing.T) {
	of := func(status string, i spaces.Item) trust.Deviation {
		return trust.Deviation{Key: trust.KeyOf(i), Status: status, Item: i}
	}
	hand := func(status, sha string) trust.Deviation {
		return of(status, spaces.Item{Kind: "hand", Name: "a", File: "ctxnest.json", SHA256: sha})
	}
	script := func(status string) trust.Deviation {
		return of(status, spaces.Item{Kind: "script", Name: "x.sh", File: "x.sh", SHA256: "1"})
	}
	agent := of(trust.StatusNew, spaces.Item{Kind: "agent", Name: "a", File: "agent/a.md", SHA256: "1"})
	namedBy := func(file string) []spaces.Item {
		return []spaces.Item{{Kind: "hand", File: file, Scripts: []string{"x.sh"}}}
	}
	for name, c := range map[string]struct {
		changes []trust.Deviation
		items   []spaces.Item
		busy    bool
		mine    int
		others  string
	}{
		"what was saved":                     {[]trust.Deviation{hand(trust.StatusChanged, "new"), hand(trust.StatusNew, "new"), hand(trust.StatusRemoved, "old")}, nil, true, 1, ""},
		"the file is another one again":      {[]trust.Deviation{hand(trust.StatusChanged, "third")}, nil, false, 0, "ctxnest.json changed"},
		"a script comes":                     {[]trust.Deviation{script(trust.StatusNew)}, namedBy("ctxnest.json"), false, 1, ""},
		"a script comes while a call runs":   {[]trust.Deviation{script(trust.StatusNew)}, namedBy("ctxnest.json"), true, 0, "could have written it"},
		"a script comes that a tool names":   {[]trust.Deviation{script(trust.StatusNew)}, namedBy("agent/tools/t.md"), false, 0, "x.sh is new"},
		"a script changed":                   {[]trust.Deviation{script(trust.StatusChanged)}, namedBy("ctxnest.json"), false, 0, "x.sh changed"},
		"a script goes":                      {[]trust.Deviation{script(trust.StatusRemoved)}, nil, true, 1, ""},
		"a script goes that is still needed": {[]trust.Deviation{script(trust.StatusRemoved)}, namedBy("agent/hooks/h.json"), true, 0, "x.sh was removed"},
		"an agent comes":                     {[]trust.Deviation{agent}, nil, false, 0, "agent/a.md is new"},
	} {
		mine, others := trust.Part(trust.Saved{File: "ctxnest.json", SHA256: "new", Busy: c.busy}, c.changes, c.items)
		if got := strings.Join(others, "; "); len(mine) != c.mine || !strings.Contains(got, c.others) || (c.others == "") != (got == "") {
			t.Errorf("%s: %d, %q, want %d, %q", name, len(mine), got, c.mine, c.others)
		}
	}
}
