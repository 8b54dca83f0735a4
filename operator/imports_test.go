package operator

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator/settings"

	"github.com/google/go-cmp/cmp"
)

// offered opens a space on a machine where Cursor has these servers.
func offered(t *testing.T, cursor string) (*Space, ImportFile) {
	t.Helper()
	s := openFiles(t, nil)
	writeFile(t, filepath.Join(s.o.c.Home, ".cursor", "mcp.json"), cursor)
	return s, foundIn(t, s, "cursor")
}

func foundIn(t *testing.T, s *Space, program string) ImportFile {
	t.Helper()
	files, err := s.FindImports(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(files, func(f ImportFile) bool { return f.Program == program })
	if i < 0 {
		t.Fatalf("nothing of %s in %+v", program, files)
	}
	return files[i]
}

// What looks secret is in no preview, and is kept as a secret by an import; what
// the person has answered is, too.
func TestImportKeepsSecrets(t *testing.T) {
	s, f := offered(t, `{"mcpServers": {"a": {"command": "x",
		"args": ["--api-key=hiddenkey1", "--token", "hiddenkey2", "--verbose", "postgres://kim:hiddenkey3@db.example.com/x", "--header", "Authorization: Bearer hiddenkey4.abcdefghijklmnop", "--key-file", "/etc/key", "plain"],
		"env": {"API_KEY": "hiddenkey5", "MODE": "fast"}},
		"b": {"url": "https://e.example.com/mcp?api_key=hiddenkey6&x=1", "headers": {"Authorization": "Bearer hiddenkey7.abcdefghijklmnop"}, "auth": {"CLIENT_SECRET": "hiddenkey8"}}}}`)
	for _, v := range f.Servers {
		if text := strings.Join(slices.Concat(v.Args, []string{v.URL}, values(v.Env), values(v.Headers)), " "); strings.Contains(text, "hiddenkey") {
			t.Errorf("the preview shows %s", text)
		}
	}
	done, err := s.Import(t.Context(), []ImportChoice{{ID: f.Servers[0].ID, Digest: f.Servers[0].Digest}, {ID: f.Servers[1].ID, Digest: f.Servers[1].Digest}})
	if err != nil || len(done) != 2 || done[0].Outcome != ImportAdded || done[1].Outcome != ImportAdded {
		t.Fatalf("%+v, %v", done, err)
	}
	raw, err := os.ReadFile(s.o.settings.Path())
	if err != nil || strings.Contains(string(raw), "hiddenkey") {
		t.Errorf("the settings hold a secret: %s, %v", raw, err)
	}
	saved, err := s.o.SavedServers()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"--api-key=hiddenkey1", "--token", "hiddenkey2", "--verbose", "postgres://kim:hiddenkey3@db.example.com/x", "--header", "Authorization: Bearer hiddenkey4.abcdefghijklmnop", "--key-file", "/etc/key", "plain"}
	for i, arg := range saved["a"].Args {
		if got, err := s.o.secrets.Expand(arg); err != nil || got != want[i] {
			t.Errorf("argument %d is %q (%v), want %q", i+1, got, err, want[i])
		}
	}
	if got, err := s.o.secrets.Expand(saved["b"].URL); err != nil || got != "https://e.example.com/mcp?api_key=hiddenkey6&x=1" {
		t.Errorf("the address is %q, %v", got, err)
	}
	if saved["a"].Args[8] != "/etc/key" || saved["a"].Env["MODE"] != "fast" || saved["a"].IsInternal() {
		t.Errorf("saved %+v", saved["a"])
	}
	again := foundIn(t, s, "cursor") // with references in place of values it is still the same
	if again.Servers[0].Same != "a" || again.Servers[1].Same != "b" {
		t.Errorf("not the same any more: %+v", again.Servers)
	}
}

func values(list []ImportValue) (out []string) {
	for _, v := range list {
		out = append(out, v.Value)
	}
	return out
}

// A server that changed since it was shown is not added, and neither is one over
// another of that name.
func TestImportOfWhatWasShown(t *testing.T) {
	s, f := offered(t, `{"mcpServers": {"a": {"command": "x"}, "b": {"command": "y"}}}`)
	writeFile(t, f.File, `{"mcpServers": {"a": {"command": "evil"}, "b": {"command": "y"}}}`)
	if _, err := s.o.SaveServer(t.Context(), "mine", settings.Server{Command: "z"}, false); err != nil {
		t.Fatal(err)
	}
	done, err := s.Import(t.Context(), []ImportChoice{
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
		"refused a it has changed since it was sh", "refused  it is not there any more: look", `refused mine there is another server "mine"`,
		"refused bad__name the server's name \"bad__name\" ", "added b ", "same b ",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	saved, err := s.o.SavedServers()
	if err != nil || saved["mine"].Command != "z" || len(saved) != 2 || !saved["b"].IsInternal() {
		t.Errorf("saved %+v, %v", saved, err)
	}
}

// Answers to what VS Code asks for are kept; a secret of that name that is there
// already is not changed.
func TestImportAnswers(t *testing.T) {
	s := openFiles(t, nil)
	if err := s.o.SetSecret("a.key", "of another"); err != nil {
		t.Fatal(err)
	}
	const text = `{"inputs": [{"id": "key", "description": "Your key"}], "servers": {"a": {"command": "x", "env": {"K": "${input:key}", "L": "${input:later}"}}}}`
	f, err := s.PasteImports(t.Context(), text)
	if err != nil || len(f.Servers) != 1 || f.Servers[0].Asks[0].Prompt != "Your key" {
		t.Fatalf("%+v, %v", f, err)
	}
	done, err := s.ImportPasted(t.Context(), text, []ImportChoice{{ID: f.Servers[0].ID, Digest: f.Servers[0].Digest, Answers: map[string]string{"a.key": "mine"}}})
	if err != nil || done[0].Outcome != ImportAdded {
		t.Fatalf("%+v, %v", done, err)
	}
	if diff := cmp.Diff([]string{"a.later"}, done[0].Missing); diff != "" {
		t.Errorf("missing (-want +got):\n%s", diff)
	}
	saved, err := s.o.SavedServers()
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.o.secrets.Expand(saved["a"].Env["K"]); err != nil || got != "mine" {
		t.Errorf("its key is %q, %v", got, err)
	}
	if old, err := s.o.secrets.Get("a.key"); err != nil || old != "of another" {
		t.Errorf("the other secret is %q, %v", old, err)
	}
}

// Names clash within one preview, too: what is the same is said to be, what is not
// gets a number.
func TestImportNames(t *testing.T) {
	s, _ := offered(t, `{"mcpServers": {"a": {"command": "x"}, "a__": {"command": "y"}, "": {"command": "z"}, "\u001b[31m": {"command": "q"}}}`)
	writeFile(t, filepath.Join(s.o.c.Home, ".gemini", "settings.json"), `{"mcpServers": {"a": {"command": "x"}, "a_": {"command": "other"}}}`)
	var got []string
	files, err := s.FindImports(t.Context())
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
	s := openFiles(t, nil)
	shop := filepath.Join(s.o.c.Home, "shop")
	writeFile(t, filepath.Join(shop, "tools", "db.js"), "")
	writeFile(t, filepath.Join(shop, ".mcp.json"), `{"mcpServers": {"db": {"command": "node", "args": ["tools/db.js"]}}}`)
	if _, err := s.o.AddSpace(t.Context(), shop); err != nil {
		t.Fatal(err)
	}
	f := foundIn(t, s, "claude-code")
	if len(f.Servers) != 1 || f.Servers[0].Dir != shop || !strings.Contains(f.Servers[0].Profile[0], shop) {
		t.Errorf("found %+v", f)
	}
}
