package setup_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/settings"
	"handrail/operator/setup"

	"github.com/google/go-cmp/cmp"
)

// A server that is filled in by hand is shown as it would be saved, its secrets
// are kept where secrets are, and nothing that is there is overwritten.
func TestAServerIsFilledInByHand(t *testing.T) {
	b := openFiles(t, nil)
	o := b.O
	form := setup.Form{
		Name: "shop", Settings: settings.Server{Command: "node", Args: []string{"shop.mjs"}, Env: map[string]string{"REGION": "eu"}, Disabled: true},
		SecretEnv: map[string]string{"SHOP_TOKEN": "t0ken-that-nobody-sees"},
	}
	draft, err := b.S.Setup().Draft(t.Context(), form)
	if err != nil {
		t.Fatal(err)
	}
	if draft.Name != "shop" || draft.Refused != "" || draft.Command != "node" {
		t.Errorf("%+v", draft)
	}
	if saved, err := o.Setup().Saved(); err != nil || len(saved) != 0 {
		t.Fatalf("a draft was saved: %v, %v", saved, err)
	}
	added, err := b.S.Setup().Add(t.Context(), form)
	if err != nil || added.Outcome != setup.Added || len(added.Secrets) != 1 {
		t.Fatalf("%+v, %v", added, err)
	}
	saved, err := o.Setup().Saved()
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"REGION": "eu", "SHOP_TOKEN": "${secret:" + added.Secrets[0] + "}"}
	if diff := cmp.Diff(want, saved["shop"].Env); diff != "" {
		t.Error(diff)
	}

	again, err := b.S.Setup().Add(t.Context(), form)
	if err != nil || again.Outcome != setup.Same || again.Name != "shop" {
		t.Errorf("the same twice: %+v, %v", again, err)
	}
	form.Settings.Args = []string{"other.mjs"}
	other, err := b.S.Setup().Add(t.Context(), form)
	if err != nil || other.Outcome != setup.Added || other.Name != "shop-2" {
		t.Errorf("another of the same name: %+v, %v", other, err)
	}
}

func TestAServerThatCannotBeIsNotSaved(t *testing.T) {
	b := openFiles(t, nil)
	o := b.O
	for why, form := range map[string]setup.Form{
		"neither":         {Name: "shop"},
		"address":         {Name: "shop", Settings: settings.Server{URL: "nope"}},
		"before the host": {Name: "shop", Settings: settings.Server{URL: "https://me:abcdef-123456@example.com/mcp"}},
	} {
		added, err := b.S.Setup().Add(t.Context(), form)
		if err != nil || added.Outcome != setup.Refused || !strings.Contains(added.Why, why) {
			t.Errorf("%s: %+v, %v", why, added, err)
		}
		draft, err := b.S.Setup().Draft(t.Context(), form)
		if err != nil || strings.Contains(fmt.Sprint(draft, added), "abcdef-123456") {
			t.Errorf("%s: %+v, %v", why, draft, err)
		}
	}
	if saved, err := o.Setup().Saved(); err != nil || len(saved) != 0 {
		t.Errorf("something was saved: %v, %v", saved, err)
	}
}

// What was filled in of what a server may do is what the draft shows.
func TestADraftShowsTheProfileThatWasFilledIn(t *testing.T) {
	b := openFiles(t, nil)
	folder := t.TempDir()
	form := setup.Form{Name: "shop", Settings: settings.Server{Command: "npx", Args: []string{"-y", "shop"}, Network: []string{"api.example.com"}, Write: []string{folder}}}
	draft, err := b.S.Setup().Draft(t.Context(), form)
	if err != nil || len(draft.Profile) != 3 || !strings.Contains(draft.Profile[1], folder) || !strings.Contains(draft.Profile[2], "api.example.com") {
		t.Errorf("%q, %v", draft.Profile, err)
	}
	if !strings.Contains(strings.Join(draft.Warnings, "\n"), "Its program is fetched by npx from the package registries") {
		t.Errorf("no word of the registries, which npx cannot reach so: %q", draft.Warnings)
	}
}

// What looks secret in arguments and in an address is shown with a mask, and saved as
// what was shown.
func TestSecretsInArgumentsAndAddressesAreNotSaved(t *testing.T) {
	b := openFiles(t, nil)
	for name, set := range map[string]settings.Server{
		"program": {Command: "node", Args: []string{"a.mjs", "--api-key", "abcdef-123456"}},
		"far":     {URL: "https://example.com/mcp?token=abcdef-123456"},
		"odd":     {URL: "https://example.com/mcp?region=eu&token=%zzabcdef-123456"},
		"part":    {URL: "https://example.com/mcp?region=eu#token=abcdef-123456"},
	} {
		form := setup.Form{Name: name, Settings: set}
		draft, err := b.S.Setup().Draft(t.Context(), form)
		if err != nil || strings.Contains(fmt.Sprint(draft), "abcdef-123456") {
			t.Errorf("%+v, %v", draft, err)
		}
		added, err := b.S.Setup().Add(t.Context(), form)
		if err != nil || added.Outcome != setup.Added || len(added.Secrets) != 1 {
			t.Errorf("%+v, %v", added, err)
		}
		again, err := b.S.Setup().Add(t.Context(), form)
		if err != nil || again.Outcome != setup.Same {
			t.Errorf("the same twice: %+v, %v", again, err)
		}
	}
	text, err := os.ReadFile(filepath.Join(b.Options.Dirs.Config, "settings.json"))
	if err != nil || strings.Contains(string(text), "abcdef") || strings.Count(string(text), "${secret:") != 4 || strings.Count(string(text), "region=eu") != 2 {
		t.Errorf("%s, %v", text, err)
	}
}

// What is filled in as its page says for programs that know no remote servers is saved as the
// remote server, with its token where secrets are.
func TestMcpRemoteIsFilledInAsTheRemoteServer(t *testing.T) {
	b := openFiles(t, nil)
	form := setup.Form{
		Name: "linear", Settings: settings.Server{Command: "npx", Args: []string{"-y", "mcp-remote", "https://mcp.example.com/sse", "--header", "Authorization:${AUTH}"}},
		SecretEnv: map[string]string{"AUTH": "t0ken-that-nobody-sees"},
	}
	draft, err := b.S.Setup().Draft(t.Context(), form)
	if err != nil || draft.Refused != "" || draft.Command != "" || draft.URL != "https://mcp.example.com/sse" || len(draft.Warnings) == 0 || !strings.Contains(draft.Warnings[0], "mcp-remote is left out") {
		t.Fatalf("%+v, %v", draft, err)
	}
	if added, err := b.S.Setup().Add(t.Context(), form); err != nil || added.Outcome != setup.Added {
		t.Fatalf("%+v, %v", added, err)
	}
	saved, err := b.O.Setup().Saved()
	if err != nil {
		t.Fatal(err)
	}
	got := saved["linear"]
	if got.Command != "" || got.URL != "https://mcp.example.com/sse" || got.Headers["Authorization"] != "${secret:linear.AUTH}" || len(got.Env) != 0 {
		t.Errorf("%+v", got)
	}
}
