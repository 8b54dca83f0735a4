package setup_test

import (
	"strings"
	"testing"

	"handrail/operator/settings"
	"handrail/operator/setup"
)

// What is filled in by hand is saved, so a draft does not say that it is left out.
func TestADraftLeavesNothingOut(t *testing.T) {
	b := openFiles(t, nil)
	internal := false
	for name, form := range map[string]setup.Form{
		"a program": {Name: "shop", Settings: settings.Server{
			Command: "node", Args: []string{"shop.mjs"}, Internal: &internal, Timeout: 7, Network: settings.Words{"shop.example.com"}, Read: []string{"/usr/share"}, Write: []string{b.Dir},
		}},
		"a remote server": {Name: "far", Settings: settings.Server{
			URL: "https://shop.example.com/mcp", Internal: &internal, OAuthClientID: "id", OAuthClientSecret: "${secret:X}", OAuthScopes: []string{"all"}, OAuthPort: 8123,
		}},
	} {
		draft, err := b.S.Setup().Draft(t.Context(), form)
		if err != nil {
			t.Fatal(err)
		}
		if all := strings.Join(draft.Warnings, "\n"); draft.Refused != "" || strings.Contains(all, "left out") || strings.Contains(all, "is taken as") {
			t.Errorf("%s: refused %q, and it says\n%s", name, draft.Refused, all)
		}
	}
}
