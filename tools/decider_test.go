package tools

import "testing"

// Every kind has words of its own, and names who it was; who has answered is told by
// where, and nobody has if the question expired there.
func TestDeciders(t *testing.T) {
	for want, d := range map[string]Decider{
		"":                                    {},
		"rule bash(a in b)":                   {Kind: ByRule, Name: "bash(a in b)"},
		"rule bash in settings":               {Kind: ByRule, Name: "bash", Origin: "settings"},
		"built-in rule sql-drop":              {Kind: ByBuiltin, Name: "sql-drop"},
		"your grant: Always allow ls":         {Kind: ByGrant, Name: "Always allow ls"},
		"mode workspace":                      {Kind: ByMode, Name: "workspace"},
		"confirm: true":                       {Kind: ByConfirm},
		"a hook":                              {Kind: ByHook},
		"limit in agent/hooks/x.json:2":       {Kind: ByHook, Name: "limit in agent/hooks/x.json:2"},
		"the person, in the terminal":         Answer{Verdict: RunOnce, Where: "terminal"}.Decider(),
		"nobody":                              Answer{Verdict: Expire, Where: "window"}.Decider(),
		"--confirm on the command line":       Answer{Verdict: RunOnce, Where: WhereFixed}.Decider(),
		"reload":                              {Kind: ByChange, Name: "reload"},
		"the person, who was shown it before": {Kind: ByPerson},
		"the asking program (in the person's name)": Answer{Verdict: Deny, Where: WhereClient}.Decider(),
	} {
		if got := d.String(); got != want {
			t.Errorf("%+v is %q, want %q", d, got, want)
		}
	}
	if d := (Answer{Verdict: Deny}).Decider(); d.Kind != ByNobody {
		t.Errorf("an answer from nowhere is by %+v", d)
	}
}
