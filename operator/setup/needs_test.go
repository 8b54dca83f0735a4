package setup_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/setup"

	"github.com/google/go-cmp/cmp"
)

const wellKnown = `{"mcpServers": {
	"github": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-github"]},
	"memory": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"]},
	"browser": {"command": "npx", "args": ["@playwright/mcp@latest"]},
	"shop": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-postgres", "postgresql://localhost/shop"]},
	"slack": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-slack"], "env": {"SLACK_BOT_TOKEN": "xoxb-hidden"}},
	"ours": {"command": "npx", "args": ["-y", "a-server-of-our-own"]}}}`

// known is the servers of the file as the preview has them, by name.
func known(f setup.File) map[string]setup.Preview {
	out := map[string]setup.Preview{}
	for _, p := range f.Servers {
		out[p.Original] = p
	}
	return out
}

func needIDs(p setup.Preview) (ids []string) {
	for _, n := range p.Needs {
		ids = append(ids, n.ID)
	}
	return ids
}

// What a well-known server lacks is shown, and given it only as far as the person ticks it. Importing
// again finds what is there.
func TestWhatKnownServersNeed(t *testing.T) {
	b, _ := offered(t, wellKnown)
	kept := filepath.Join(b.Options.Home, ".npm", "_npx", "abc", "node_modules", "@modelcontextprotocol", "server-memory", "dist", "memory.jsonl")
	operatortest.WriteFile(t, kept, "what it knows\n")
	f := foundIn(t, b, "cursor")
	p := known(f)
	for name, want := range map[string][]string{
		"github": {"reach:api.github.com"}, "memory": {"set:MEMORY_FILE_PATH"}, "browser": {"reach:on", "argument:--no-sandbox"}, "shop": {"reach:localhost:5432"}, "slack": {"reach:slack.com"}, "ours": nil,
	} {
		if got := needIDs(p[name]); !slices.Equal(got, want) {
			t.Errorf("%s needs %v, want %v", name, got, want)
		}
	}
	asks := func(p setup.Preview) (list []string) {
		for _, a := range p.Asks {
			list = append(list, a.Secret)
		}
		return list
	}
	if diff := cmp.Diff([][]string{{"github.GITHUB_PERSONAL_ACCESS_TOKEN"}, {"slack.SLACK_TEAM_ID"}}, [][]string{asks(p["github"]), asks(p["slack"])}); diff != "" {
		t.Errorf("what only the person knows (-want +got):\n%s", diff)
	}
	if text := p["memory"].Needs[0].Text; !strings.Contains(text, kept) {
		t.Errorf("what is copied is not named: %s", text)
	}
	choice := func(name string, take []string, answers map[string]string) setup.Choice {
		return setup.Choice{ID: p[name].ID, Digest: p[name].Digest, Take: take, Answers: answers}
	}
	done, err := b.S.Setup().Import(t.Context(), []setup.Choice{
		choice("github", needIDs(p["github"]), nil), choice("memory", needIDs(p["memory"]), nil), choice("browser", []string{"argument:--no-sandbox"}, nil), choice("shop", nil, nil),
		choice("slack", needIDs(p["slack"]), map[string]string{"slack.SLACK_TEAM_ID": "T012"}), choice("ours", []string{"reach:evil.example.com"}, nil),
	})
	if err != nil {
		t.Fatal(err)
	}
	if last := done[5]; last.Outcome != setup.Refused || !strings.Contains(last.Why, "evil.example.com") {
		t.Errorf("what was never shown is taken: %+v", last)
	}
	if missing := done[0].Missing; !slices.Equal(missing, []string{"github.GITHUB_PERSONAL_ACCESS_TOKEN"}) {
		t.Errorf("github misses %v", missing)
	}
	saved, err := b.O.Setup().Saved()
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]any{
		"github": saved["github"].Network, "github env": saved["github"].Env, "memory env": saved["memory"].Env, "browser": saved["browser"].Args, "browser network": saved["browser"].Network,
		"shop": saved["shop"].Network, "slack env": saved["slack"].Env["SLACK_TEAM_ID"],
	}
	want := map[string]any{
		"github": append(saved["github"].Network[:0:0], "registry", "api.github.com"), "github env": map[string]string{"GITHUB_PERSONAL_ACCESS_TOKEN": "${secret:github.GITHUB_PERSONAL_ACCESS_TOKEN}"},
		"memory env": map[string]string{"MEMORY_FILE_PATH": "${HANDRAIL_SERVER_DATA}/memory.jsonl"}, "browser": []string{"@playwright/mcp@latest", "--no-sandbox"}, "browser network": saved["shop"].Network[:0:0],
		"shop": saved["shop"].Network[:0:0], "slack env": "T012",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("what was saved (-want +got):\n%s", diff)
	}
	brought, err := filepath.Glob(filepath.Join(b.Options.Dirs.Data, "servers", "settings", "memory@*", "memory.jsonl"))
	if err != nil || len(brought) != 1 {
		t.Fatalf("what another program's copy has kept is in %v, %v", brought, err)
	}
	if raw, err := os.ReadFile(brought[0]); err != nil || string(raw) != "what it knows\n" {
		t.Errorf("what another program's copy has kept: %q, %v", raw, err)
	}
	for name, p := range known(foundIn(t, b, "cursor")) {
		if name != "ours" && p.Same != name {
			t.Errorf("%s is offered again: %+v", name, p)
		}
	}
}

// What is ticked in the form is what is saved.
func TestNeedsOfAForm(t *testing.T) {
	b := openFiles(t, nil)
	form := setup.Form{Name: "search"}
	form.Settings.Command, form.Settings.Args = "npx", []string{"-y", "tavily-mcp@latest"}
	p, err := b.S.Setup().Draft(t.Context(), form)
	if err != nil || p.Known != "Tavily" || !slices.Equal(needIDs(p), []string{"reach:api.tavily.com"}) || len(p.Asks) != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	form.Take = needIDs(p)
	if done, err := b.S.Setup().Add(t.Context(), form); err != nil || done.Outcome != setup.Added {
		t.Fatalf("%+v, %v", done, err)
	}
	saved, err := b.O.Setup().Saved()
	if err != nil || !slices.Equal(saved["search"].Network, []string{"registry", "api.tavily.com"}) || len(saved["search"].Env) != 0 {
		t.Errorf("%+v, %v", saved["search"], err)
	}
	form.Name, form.Take = "again", []string{"reach:evil.example.com"}
	form.Settings.Args = append(form.Settings.Args, "--x")
	if done, err := b.S.Setup().Add(t.Context(), form); err != nil || done.Outcome != setup.Refused {
		t.Errorf("%+v, %v", done, err)
	}
}

// A file directly in the home folder, which no server gets to change there, is brought into the server's own data
// folder where the person wants that; the file itself stays for the program that it comes from.
func TestAFileThatLiesInTheHomeIsBroughtOver(t *testing.T) {
	b, _ := offered(t, `{"mcpServers": {"memory": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"], "env": {"MEMORY_FILE_PATH": "~/memory.jsonl"}}}}`)
	file := filepath.Join(b.Options.Home, "memory.jsonl")
	operatortest.WriteFile(t, file, "what it knows\n")
	p := known(foundIn(t, b, "cursor"))["memory"]
	if !slices.Equal(needIDs(p), []string{"move:MEMORY_FILE_PATH"}) || !strings.Contains(p.Needs[0].Text, file) {
		t.Fatalf("it needs %+v", p.Needs)
	}
	done, err := b.S.Setup().Import(t.Context(), []setup.Choice{{ID: p.ID, Digest: p.Digest, Take: needIDs(p)}})
	if err != nil || done[0].Outcome != setup.Added {
		t.Fatalf("%+v, %v", done, err)
	}
	saved, err := b.O.Setup().Saved()
	if got := saved["memory"].Env["MEMORY_FILE_PATH"]; err != nil || got != "${HANDRAIL_SERVER_DATA}/memory.jsonl" {
		t.Errorf("it is told %q, %v", got, err)
	}
	brought, err := filepath.Glob(filepath.Join(b.Options.Dirs.Data, "servers", "settings", "memory@*", "memory.jsonl"))
	if err != nil || len(brought) != 1 {
		t.Fatalf("it lies in %v, %v", brought, err)
	}
	for _, at := range append(brought, file) {
		if raw, err := os.ReadFile(at); err != nil || string(raw) != "what it knows\n" {
			t.Errorf("%s: %q, %v", at, raw, err)
		}
	}
	if p := known(foundIn(t, b, "cursor"))["memory"]; p.Same != "memory" {
		t.Errorf("it is offered again: %+v", p)
	}
}

// What may not be brought over is not offered: a link, a folder's file that the server can be let change, Handrail's own.
func TestWhatIsNotBroughtOver(t *testing.T) {
	for name, where := range map[string]string{"a link": "link.jsonl", "a file that is not there": "none.jsonl", "Handrail's own": "data/journal.db", "the home": ""} {
		b, _ := offered(t, `{"mcpServers": {"memory": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"], "env": {"MEMORY_FILE_PATH": "~/`+where+`"}}}}`)
		operatortest.WriteFile(t, filepath.Join(b.Options.Home, "data", "journal.db"), "x")
		if err := os.Symlink(filepath.Join(b.Options.Home, "data", "journal.db"), filepath.Join(b.Options.Home, "link.jsonl")); err != nil {
			t.Fatal(err)
		}
		if p := known(foundIn(t, b, "cursor"))["memory"]; slices.Contains(needIDs(p), "move:MEMORY_FILE_PATH") {
			t.Errorf("%s: it needs %v", name, needIDs(p))
		}
	}
}
