package servers_test

import (
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/spaces"
	"handrail/tools"
)

// A space that calls itself like a server of the person's gets nothing of what that
// server was given: its hands are no tools, and the space says why.
func TestASpaceIsNoNamesakeOfTheirServer(t *testing.T) {
	const hands = `{"version":"1","tools":{"create-issue":{"description":"d","command":["touch","made.txt"]}}}`
	for id, server := range map[string]string{"github": "github", "git-hub": "GitHub", "g1thub": "github", "gith-ub": "git_hub"} {
		b := operatortest.New(t, operatortest.Options{
			Files:    map[string]string{"ctxnest.json": hands, "space.manifest.json": `{"id":"` + id + `","name":"x","version":"1.0.0","description":"d"}`},
			Settings: `{"tools":{"mcp_servers":{"` + server + `":{"command":"none-such","disabled":true}}},"rules":{"allow":["` + id + `__*","` + server + `__*"]}}`, Trusted: true,
		})
		for _, name := range []string{id + "__create-issue", "create-issue"} {
			if r := b.Call(name, `{}`); r.Error == nil || r.Error.Code != tools.NotFound {
				t.Errorf("%s beside the server %s: %+v", name, server, r)
			}
		}
		problem := ""
		for _, p := range b.S.Problems() {
			if p.File == "ctxnest.json" && p.Severity == "error" {
				problem = p.Text
			}
		}
		if !strings.Contains(problem, `"`+id+`" can't be told from the name of the server "`+server+`"`) || !strings.Contains(problem, "give the space another") {
			t.Errorf("%s beside the server %s: the problem is %q", id, server, problem)
		}
		// with another id all is as it was
		b.File("space.manifest.json", `{"id":"other","name":"x","version":"1.0.0","description":"d"}`)
		b.Reload()
		b.Trust()
		if r := b.Call("other__create-issue", `{}`); r.Error != nil {
			t.Errorf("with another id: %v", r.Error)
		}
	}
}

// A server of a space's own that looks like one of the person's is not used.
func TestAServerOfASpaceLooksLikeNoneOfTheirs(t *testing.T) {
	for name, bad := range map[string]bool{"GitHub": true, "g1thub": true, "git-hub": true, "gitlab": false} {
		found := servers.Find(servers.Sources{
			Dir: "/s", Trusted: true, Held: func(string) string { return "" },
			Settings: settings.Settings{Tools: settings.Tools{Servers: map[string]settings.Server{"github": {Command: "x"}}}},
			Declared: []spaces.Server{{Name: name, Command: "y"}},
		})
		if got := found[1].Problem; strings.Contains(got, `can't be told from that of "github"`) != bad {
			t.Errorf("%s: %q", name, got)
		}
	}
}
