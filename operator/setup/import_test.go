package setup_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/settings"
	"handrail/operator/setup"

	"github.com/google/go-cmp/cmp"
)

// offered opens a space on a machine where Cursor has these servers.
func offered(t *testing.T, cursor string) (*operatortest.Bench, setup.File) {
	t.Helper()
	b := openFiles(t, nil)
	operatortest.WriteFile(t, filepath.Join(b.Options.Home, ".cursor", "mcp.json"), cursor)
	return b, foundIn(t, b, "cursor")
}

func foundIn(t *testing.T, b *operatortest.Bench, program string) setup.File {
	t.Helper()
	files, err := b.S.Setup().Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(files, func(f setup.File) bool { return f.Program == program })
	if i < 0 {
		t.Fatalf("nothing of %s in %+v", program, files)
	}
	return files[i]
}

// What looks secret is in no preview, and is kept as a secret by an import; what
// the person has answered is, too.
func TestImportKeepsSecrets(t *testing.T) {
	b, f := offered(t, `{"mcpServers": {"a": {"command": "x",
		"args": ["--api-key=hiddenkey1", "--token", "hiddenkey2", "--verbose", "postgres://kim:hiddenkey3@db.example.com/x", "--header", "Authorization: Bearer hiddenkey4.abcdefghijklmnop", "--key-file", "/etc/key", "plain"],
		"env": {"API_KEY": "hiddenkey5", "MODE": "fast"}},
		"b": {"url": "https://e.example.com/mcp?api_key=hiddenkey6&x=1", "headers": {"Authorization": "Bearer hiddenkey7.abcdefghijklmnop"}, "auth": {"CLIENT_SECRET": "hiddenkey8"}}}}`)
	for _, v := range f.Servers {
		if text := strings.Join(slices.Concat(v.Args, []string{v.URL}, values(v.Env), values(v.Headers)), " "); strings.Contains(text, "hiddenkey") {
			t.Errorf("the preview shows %s", text)
		}
	}
	done, err := b.S.Setup().Import(t.Context(), []setup.Choice{{ID: f.Servers[0].ID, Digest: f.Servers[0].Digest}, {ID: f.Servers[1].ID, Digest: f.Servers[1].Digest}})
	if err != nil || len(done) != 2 || done[0].Outcome != setup.Added || done[1].Outcome != setup.Added {
		t.Fatalf("%+v, %v", done, err)
	}
	raw, err := os.ReadFile(b.O.Settings().Path())
	if err != nil || strings.Contains(string(raw), "hiddenkey") {
		t.Errorf("the settings hold a secret: %s, %v", raw, err)
	}
	saved, err := b.O.Setup().Saved()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"--api-key=hiddenkey1", "--token", "hiddenkey2", "--verbose", "postgres://kim:hiddenkey3@db.example.com/x", "--header", "Authorization: Bearer hiddenkey4.abcdefghijklmnop", "--key-file", "/etc/key", "plain"}
	for i, arg := range saved["a"].Args {
		if got, err := b.Secrets().Expand(arg); err != nil || got != want[i] {
			t.Errorf("argument %d is %q (%v), want %q", i+1, got, err, want[i])
		}
	}
	if got, err := b.Secrets().Expand(saved["b"].URL); err != nil || got != "https://e.example.com/mcp?api_key=hiddenkey6&x=1" {
		t.Errorf("the address is %q, %v", got, err)
	}
	if saved["a"].Args[8] != "/etc/key" || saved["a"].Env["MODE"] != "fast" || saved["a"].IsInternal() {
		t.Errorf("saved %+v", saved["a"])
	}
	again := foundIn(t, b, "cursor") // with references in place of values it is still the same
	if again.Servers[0].Same != "a" || again.Servers[1].Same != "b" {
		t.Errorf("not the same any more: %+v", again.Servers)
	}
}

func values(list []setup.Value) (out []string) {
	for _, v := range list {
		out = append(out, v.Value)
	}
	return out
}

// A server that changed since it was shown is not added, and neither is one over
// another of that name.
func TestImportOfWhatWasShown(t *testing.T) {
	b, f := offered(t, `{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}`)
	operatortest.WriteFile(t, f.File, `{"mcpServers": {"a": {"command": "evil"}, "b": {"command": "y"}}}`)
	if _, err := b.O.Setup().Save(t.Context(), "mine", settings.Server{Command: "z"}, false); err != nil {
		t.Fatal(err)
	}
	done, err := b.S.Setup().Import(t.Context(), []setup.Choice{
		{ID: f.Servers[0].ID, Digest: f.Servers[0].Digest},
		{ID: "nothing"},
		{ID: f.Servers[1].ID, Digest: f.Servers[1].Digest, Name: "mine"},
		{ID: f.Servers[1].ID, Digest: f.Servers[1].Digest, Name: "bad__name"},
		{ID: f.Servers[1].ID, Digest: f.Servers[1].Digest, InternalOnly: true},
		{ID: f.Servers[1].ID, Digest: f.Servers[1].Digest},
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, d := range done {
		got = append(got, d.Outcome+" "+d.Name+" "+d.Why[:min(len(d.Why), 30)])
	}
	want := []string{
		"refused a it changed after you saw it: r", "refused  it no longer exists: refresh a", `refused mine there is already a server "min`,
		"refused bad__name the server's name \"bad__name\" ", "added b ", "same b ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	saved, err := b.O.Setup().Saved()
	if err != nil || saved["mine"].Command != "z" || len(saved) != 2 || !saved["b"].IsInternal() {
		t.Errorf("saved %+v, %v", saved, err)
	}
}

// Answers to what VS Code asks for are kept; a secret of that name that is there
// already is not changed.
func TestImportAnswers(t *testing.T) {
	b := openFiles(t, nil)
	if err := b.O.Secrets().Set("a.key", "of another"); err != nil {
		t.Fatal(err)
	}
	const text = `{"inputs": [{"id": "key", "description": "Your key"}], "servers": {"a": {"command": "x", "env": {"K": "${input:key}", "L": "${input:later}"}}}}`
	f, err := b.S.Setup().ReadText(t.Context(), text)
	if err != nil || len(f.Servers) != 1 || f.Servers[0].Asks[0].Prompt != "Your key" {
		t.Fatalf("%+v, %v", f, err)
	}
	done, err := b.S.Setup().ImportText(t.Context(), text, []setup.Choice{{ID: f.Servers[0].ID, Digest: f.Servers[0].Digest, Answers: map[string]string{"a.key": "mine"}}})
	if err != nil || done[0].Outcome != setup.Added {
		t.Fatalf("%+v, %v", done, err)
	}
	if diff := cmp.Diff([]string{"a.later"}, done[0].Missing); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
	saved, err := b.O.Setup().Saved()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := b.Secrets().Expand(saved["a"].Env["K"]); err != nil || got != "mine" {
		t.Errorf("its key is %q, %v", got, err)
	}
	if old, err := b.Secrets().Get("a.key"); err != nil || old != "of another" {
		t.Errorf("the other secret is %q, %v", old, err)
	}
}

// Names clash within one preview, too: what is the same is said to be, what is not
// gets a number.
func TestImportNames(t *testing.T) {
	b, _ := offered(t, `{"mcpServers": {"a": {"command": "x"}, "a__": {"command": "y"}, "": {"command": "z"}, "\u001b[31m": {"command": "q"}}}`)
	operatortest.WriteFile(t, filepath.Join(b.Options.Home, ".gemini", "settings.json"), `{"mcpServers": {"a": {"command": "x"}, "a_": {"command": "other"}}}`)
	var got []string
	files, err := b.S.Setup().Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		for _, v := range f.Servers {
			repeats := ""
			if v.Repeats != "" {
				repeats = " again"
			}
			got = append(got, v.Name+repeats)
		}
	}
	if diff := cmp.Diff([]string{"a", "a-2", "server", "31m", "a again", "a-3"}, got); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

// A project's server that starts its own program there gets that folder to read.
func TestImportOfAProject(t *testing.T) {
	b := openFiles(t, nil)
	shop := filepath.Join(b.Options.Home, "shop")
	operatortest.WriteFile(t, filepath.Join(shop, "tools", "db.js"), "")
	operatortest.WriteFile(t, filepath.Join(shop, ".mcp.json"), `{"mcpServers": {"db": {"command": "node", "args": ["tools/db.js"]}}}`)
	if _, err := b.O.AddSpace(t.Context(), shop); err != nil {
		t.Fatal(err)
	}
	f := foundIn(t, b, "claude-code")
	if len(f.Servers) != 1 || f.Servers[0].Dir != shop || !strings.Contains(f.Servers[0].Profile[0], shop) {
		t.Errorf("found %+v", f)
	}
}

// A text that names a secret, or asks for one under the name of one that is there, does not get it.
func TestAnImportGetsNoSecretThatIsThere(t *testing.T) {
	b, _ := offered(t, `{"mcpServers": {"a": {"command": "x", "env": {"STOLEN": "${secret:mine}", "KEY": "${secret:k}"}}}}`)
	for _, name := range []string{"mine", "a.k"} {
		if err := b.Secrets().Set(name, "hidden-"+name); err != nil {
			t.Fatal(err)
		}
	}
	f := foundIn(t, b, "cursor")
	done, err := b.S.Setup().Import(t.Context(), []setup.Choice{{ID: f.Servers[0].ID, Digest: f.Servers[0].Digest}})
	if err != nil || done[0].Outcome != setup.Added || len(done[0].Missing) != 2 {
		t.Fatalf("%+v, %v", done, err)
	}
	saved, err := b.O.Setup().Saved()
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range saved["a"].Env {
		if got, err := b.Secrets().Expand(value); err == nil {
			t.Errorf("%s is %q: %s", name, got, value)
		}
	}
}

// However a text comes to name a secret, it gets none that is there.
func TestNoTextChoosesASecret(t *testing.T) {
	b := openFiles(t, nil)
	for _, name := range []string{"mine", "a.mine", "github.GITHUB_PERSONAL_ACCESS_TOKEN"} {
		if err := b.Secrets().Set(name, "hidden-value-of-"+name); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"a variable of Codex that carries the token": "[mcp_servers.x]\nurl = \"https://example.com/mcp\"\nbearer_token_env_var = \"secret:mine\"\n",
		"a header of Codex":                          "[mcp_servers.x]\nurl = \"https://example.com/mcp\"\nenv_http_headers = {\"X-A\" = \"secret:mine\"}\n",
		"variables that Codex hands on":              "[mcp_servers.x]\ncommand = \"x\"\nenv_vars = [\"secret:mine\"]\n",
		"one placeholder in another":                 `{"mcpServers": {"x": {"command": "x", "args": ["${${X}}"], "env": {"X": "secret:mine"}}}}`,
		"the same in a header":                       `{"mcpServers": {"x": {"url": "https://example.com/mcp", "headers": {"A": "${${X}}"}, "env": {"X": "secret:mine"}}}}`,
		"opencode's":                                 `{"mcp": {"x": {"type": "local", "command": ["x", "${{env:X}}"], "environment": {"X": "secret:mine"}}}}`,
		"a name that becomes one":                    `{"mcpServers": {"mine": {"command": "x", "args": ["${secret:.}"]}}}`,
		"another server's":                           `{"mcpServers": {"a": {"command": "x", "args": ["${secret:mine}"]}}}`,
		"what a known server lacks":                  `{"mcpServers": {"github": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-github"]}}}`,
	} {
		f, err := b.S.Setup().ReadText(t.Context(), text)
		if err != nil || len(f.Servers) != 1 {
			t.Errorf("%s: %+v, %v", name, f, err)
			continue
		}
		p := f.Servers[0]
		done, err := b.S.Setup().ImportText(t.Context(), text, []setup.Choice{{ID: p.ID, Digest: p.Digest, Name: "imported"}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		saved, err := b.O.Setup().Saved()
		if err != nil {
			t.Fatal(err)
		}
		if set, ok := saved["imported"]; ok {
			for _, secret := range set.SecretNames() {
				if got, err := b.Secrets().Get(secret); err == nil {
					t.Errorf("%s: it is given %s: %s, %+v", name, secret, got, done)
				}
			}
			if err := b.O.Setup().Remove(t.Context(), "imported"); err != nil {
				t.Fatal(err)
			}
		}
		list, err := b.O.Setup().Read(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, one := range list {
			for _, secret := range one.Settings.SecretNames() {
				if _, err := b.Secrets().Get(secret); err == nil && one.Problem == "" {
					t.Errorf("%s: pasted, it is given %s", name, secret)
				}
			}
		}
	}
}
