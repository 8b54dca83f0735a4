package oauth_test

import (
	"errors"
	"strings"
	"testing"

	"handrail/mcp/mcptest"
	"handrail/mcp/oauth"
)

// A server that wants more rights than the token has is signed in to again with these as well, and
// keeps them from then on; one that has been given all that it named does not go in a circle.
func TestRightsThatAServerWantsLater(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*mcptest.Lodge)
		scopes []string // of the settings
		signIn bool     // it helps
		says   string
	}{
		"wanted later":             {func(l *mcptest.Lodge) { l.Wants = "notes:write" }, nil, true, `wants the rights "notes:write" as well`},
		"never enough":             {func(l *mcptest.Lodge) { l.Wants, l.Never = "notes:read", true }, nil, false, "which were asked for when you signed in"},
		"not named":                {func(l *mcptest.Lodge) { l.Wants, l.Never = " ", true }, nil, true, "wants more rights than you gave it"},
		"not sound":                {func(l *mcptest.Lodge) { l.Wants = `a\x7fb` }, nil, false, "in no sound way"},
		"too many":                 {func(l *mcptest.Lodge) { l.Wants = strings.Repeat("a ", 101) }, nil, false, "in no sound way"},
		"not those of the person":  {func(l *mcptest.Lodge) { l.Wants = "notes:write" }, []string{"notes:read"}, false, "oauth_scopes"},
		"those of the person also": {func(l *mcptest.Lodge) { l.Wants, l.Never = "notes:read", true }, []string{"notes:read"}, false, "which were asked for when you signed in"},
	} {
		t.Run(name, func(t *testing.T) {
			l := mcptest.NewLodge(t, c.change)
			v := &mcptest.Vault{}
			s := oauth.SignIn{Vault: v, Scopes: c.scopes}
			in := func() error { return oauth.Authorize(t.Context(), l.MCPServer(), s, "Handrail", mcptest.Browser(t)) }
			if err := in(); err != nil {
				t.Fatal(err)
			}
			err := mcptest.List(t, l, s)
			if err == nil || !strings.Contains(err.Error(), c.says) || errors.Is(err, oauth.ErrSignIn) != c.signIn {
				t.Fatalf("it says %v", err)
			}
			if !c.signIn || l.Never {
				return
			}
			for range 2 { // also the next time, when the token has run out
				if err := in(); err != nil {
					t.Fatal(err)
				}
				if scope := l.Query().Get("scope"); scope != "notes:read notes:write" {
					t.Errorf("asked for %q", scope)
				}
				if err := mcptest.List(t, l, s); err != nil {
					t.Errorf("after it: %v", err)
				}
			}
		})
	}
}
