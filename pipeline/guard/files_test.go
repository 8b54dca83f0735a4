package guard

import (
	"testing"

	"handrail/internal/builtins"
	"handrail/tools"
)

// A file that usually holds secrets is shown to an agent only when the person says
// so, by whichever tool; its name alone is no secret.
func TestReadingSecretsAsks(t *testing.T) {
	for _, c := range []struct {
		tool, source, path string
		set                map[string]Outcome
		want               Outcome
	}{
		{"read", "builtin", "/space/.env", nil, Ask},
		{"read", "builtin", "/space/deep/id_rsa", nil, Ask},
		{"grep", "builtin", "/space/credentials.json", nil, Ask},
		{"read", "builtin", "/space/notes.md", nil, Allow},
		{"listdir", "builtin", "/space/credentials", nil, Allow},
		{"glob", "builtin", "/space/.env", nil, Allow},
		{"glob", "mcp:files", "/space/.env", nil, Ask},
		{"read", "builtin", "/space/.env", map[string]Outcome{ruleRead: Allow}, Allow},
		{"read", "builtin", "/space/.env", map[string]Outcome{ruleRead: Deny}, Deny},
	} {
		for _, mode := range Modes() {
			g := New(Config{Mode: mode, Roots: func() []string { return []string{"/space"} }, Builtin: c.set})
			e := entry(c.tool, false)
			if e.Info.Source = c.source; c.source != "builtin" {
				e.Info.Facts = builtins.Facts{}
			}
			v := g.Judge(tools.Call{Space: "/space"}, e, tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectRead, Target: c.path}}})
			if v.Outcome != c.want {
				t.Errorf("%s of %s, %s: %s (%s), want %s", c.tool, c.path, mode, v.Outcome, v.By, c.want)
			}
		}
	}
}
