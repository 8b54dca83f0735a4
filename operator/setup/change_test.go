package setup_test

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/operator/setup"

	"github.com/google/go-cmp/cmp"
)

// openSaved is a space with servers in the settings, as text.
func openSaved(t *testing.T, servers string) *operatortest.Bench {
	t.Helper()
	b := openFiles(t, map[string]string{".mcp.json": `{"mcpServers":{
		"own":{"command":"node"}}}`})
	writeSettings(t, b, servers)
	b.Reload()
	return b
}

func writeSettings(t *testing.T, b *operatortest.Bench, servers string) {
	t.Helper()
	operatortest.WriteFile(t, filepath.Join(b.Options.Dirs.Config, "settings.json"), `{"tools":{"mcp_servers":{`+servers+`}}}`)
}

// formOf is what a person sees who opens the form and changes nothing.
func formOf(t *testing.T, b *operatortest.Bench, name string) setup.Form {
	t.Helper()
	saved, err := b.S.Setup().Saved(name)
	if err != nil {
		t.Fatal(err)
	}
	internal := saved.Settings.IsInternal()
	f := setup.Form{Name: name, Was: saved.Digest, Transport: string(saved.Settings.Transport), Settings: settings.Server{
		Command: saved.Settings.Command, Args: saved.Settings.Args, Dir: saved.Settings.Dir, URL: saved.Settings.URL, Timeout: saved.Settings.Timeout, Internal: &internal,
	}}
	fill := func(vars []servers.Var) (plain, kept map[string]string) {
		plain, kept = map[string]string{}, map[string]string{}
		for _, v := range vars {
			if v.Secret {
				kept[v.Name] = v.Name
			} else {
				plain[v.Name] = v.Value
			}
		}
		return plain, kept
	}
	f.Settings.Env, f.KeptEnv = fill(saved.Env)
	f.Settings.Headers, f.KeptHeaders = fill(saved.Headers)
	return f
}

func change(t *testing.T, b *operatortest.Bench, f setup.Form) setup.Result {
	t.Helper()
	done, err := b.S.Setup().Change(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func savedAs(t *testing.T, b *operatortest.Bench, name string) settings.Server {
	t.Helper()
	all, err := b.O.Setup().Saved()
	if err != nil {
		t.Fatal(err)
	}
	return all[name]
}

// Everything that a form does not show is as it was when a server has been changed,
// also what this version does not know.
func TestServerFormKeepsWhatItDoesNotShow(t *testing.T) {
	for name, c := range map[string]struct{ entry, want string }{
		"a program": {
			`{"command":"node","args":["a.mjs"],"read":["/usr/share"],"write":["/tmp"],"network":["api.example.com"],"disabled":true,"later":{"x":1}}`,
			`{"command":"node","args":["b.mjs"],"read":["/usr/share"],"write":["/tmp"],"network":["api.example.com"],"disabled":true,"later":{"x":1}}`,
		},
		"a remote server": {
			`{"url":"https://a.example.com/mcp","transport":"sse","oauth_client_id":"id","oauth_client_secret":"plain-secret-1","oauth_scopes":["all"],"oauth_port":8123,"disabled":true,"internal_only":false}`,
			`{"url":"https://b.example.com/mcp","transport":"sse","oauth_client_id":"id","oauth_client_secret":"plain-secret-1","oauth_scopes":["all"],"oauth_port":8123,"disabled":true,"internal_only":false}`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := openSaved(t, `"shop":`+c.entry)
			f := formOf(t, b, "shop")
			if done := change(t, b, f); done.Outcome != setup.Same {
				t.Errorf("nothing was changed, and it says %+v", done)
			}
			if f.Settings.Command != "" {
				f.Settings.Args = []string{"b.mjs"}
			} else {
				f.Settings.URL = "https://b.example.com/mcp"
			}
			if done := change(t, b, f); done.Outcome != setup.Changed {
				t.Fatalf("%+v", done)
			}
			text, err := os.ReadFile(filepath.Join(b.Options.Dirs.Config, "settings.json"))
			if err != nil {
				t.Fatal(err)
			}
			var all struct {
				Tools struct {
					Servers map[string]any `json:"mcp_servers"`
				} `json:"tools"`
			}
			var want any
			if err := json.Unmarshal(text, &all); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(c.want), &want); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, all.Tools.Servers["shop"]); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A kept secret stays what it is, also under another name, unless there is a new value;
// a value that stood in the settings goes where secrets are.
func TestServerFormKeepsSecrets(t *testing.T) {
	b := openSaved(t, `"shop":{"command":"node","env":{"REGION":"eu","SHOP_TOKEN":"Bearer ${secret:shop.SHOP_TOKEN}","OLD_TOKEN":"${secret:other}","API_KEY":"abcdef-123456"}}`)
	for name, value := range map[string]string{"shop.SHOP_TOKEN": "one", "other": "two"} {
		if err := b.O.Secrets().Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	saved, err := b.S.Setup().Saved("shop")
	if err != nil {
		t.Fatal(err)
	}
	want := []servers.Var{
		{Name: "API_KEY", Secret: true}, {Name: "OLD_TOKEN", Value: "${secret:other}", Secret: true}, {Name: "REGION", Value: "eu"},
		{Name: "SHOP_TOKEN", Value: "Bearer ${secret:shop.SHOP_TOKEN}", Secret: true},
	}
	if diff := cmp.Diff(want, saved.Env); diff != "" || saved.Settings.Env != nil {
		t.Errorf("%s%v", diff, saved.Settings.Env)
	}
	f := formOf(t, b, "shop")
	delete(f.KeptEnv, "OLD_TOKEN")
	f.KeptEnv["NEW_TOKEN"] = "OLD_TOKEN"
	f.SecretEnv = map[string]string{"SHOP_TOKEN": "bearer three"} // as its page says it
	draft, err := b.S.Setup().DraftChange(t.Context(), f)
	if err != nil || draft.Refused != "" || draft.Name != "shop" || draft.Taken+draft.Same != "" {
		t.Fatalf("%+v, %v", draft, err)
	}
	if got := strings.Join(draft.Warnings, "\n"); !strings.Contains(got, "no longer uses the secret shop.SHOP_TOKEN") || strings.Contains(got, "a different server") {
		t.Errorf("it says\n%s", got)
	}
	if done := change(t, b, f); done.Outcome != setup.Changed || len(done.Secrets) != 2 {
		t.Fatalf("%+v", done)
	}
	got := savedAs(t, b, "shop").Env
	if diff := cmp.Diff(map[string]string{"REGION": "eu", "NEW_TOKEN": "${secret:other}", "API_KEY": "${secret:shop.API_KEY}", "SHOP_TOKEN": "Bearer ${secret:shop.SHOP_TOKEN-2}"}, got); diff != "" {
		t.Error(diff)
	}
	shown := map[string]string{}
	for _, v := range draft.Env {
		shown[v.Name] = v.Value
	}
	if diff := cmp.Diff(got, shown); diff != "" {
		t.Errorf("the draft showed something else: %s", diff)
	}
	for name, value := range map[string]string{"shop.SHOP_TOKEN": "one", "shop.SHOP_TOKEN-2": "three", "other": "two", "shop.API_KEY": "abcdef-123456"} {
		if kept, err := b.Secrets().Get(name); err != nil || kept != value {
			t.Errorf("%s is %q, %v", name, kept, err)
		}
	}
}

// How a server is spoken to can be left open again, also where another program's word
// says it.
func TestServerFormForgetsTheOldTransport(t *testing.T) {
	b := openSaved(t, `"shop":{"type":"sse","url":"https://a.example.com/mcp"}`)
	f := formOf(t, b, "shop")
	if f.Transport != "sse" {
		t.Fatalf("%+v", f)
	}
	f.Settings.Timeout = 7
	if done := change(t, b, f); done.Outcome != setup.Changed || savedAs(t, b, "shop").Transport != "sse" {
		t.Errorf("%+v, %+v", done, savedAs(t, b, "shop"))
	}
	f = formOf(t, b, "shop")
	f.Transport = ""
	if done := change(t, b, f); done.Outcome != setup.Changed || savedAs(t, b, "shop").Transport != "" {
		t.Errorf("%+v, %+v", done, savedAs(t, b, "shop"))
	}
}

// What somebody else has changed since is not overwritten, and no secret is kept.
func TestServerFormIsRefusedWhenChangedMeanwhile(t *testing.T) {
	b := openSaved(t, `"shop":{"command":"node"}`)
	f := formOf(t, b, "shop")
	f.Settings.Args, f.SecretEnv = []string{"mine.mjs"}, map[string]string{"TOKEN": "t0ken"}
	for name, servers := range map[string]string{"another": `"shop":{"command":"node","read":["/usr"]}`, "broken": `"shop":{"command":["node"]}`} {
		writeSettings(t, b, servers)
		before := savedAs(t, b, "shop")
		draft, err := b.S.Setup().DraftChange(t.Context(), f)
		if err != nil || !strings.Contains(draft.Refused, "changed while you were editing") {
			t.Errorf("%s: the draft says %q, %v", name, draft.Refused, err)
		}
		done := change(t, b, f)
		if done.Outcome != setup.Refused || !strings.Contains(done.Why, "review them") || savedAs(t, b, "shop").Digest() != before.Digest() {
			t.Errorf("%s: %+v", name, done)
		}
	}
	if kept, err := b.Secrets().List(); err != nil || len(kept) != 0 {
		t.Errorf("secrets were kept: %v, %v", slices.Collect(maps.Keys(kept)), err)
	}
	writeSettings(t, b, "")
	if _, err := b.S.Setup().Change(t.Context(), f); err == nil || !strings.Contains(err.Error(), "no server") && !strings.Contains(err.Error(), "settings.json") {
		t.Errorf("it is gone, and that says %v", err)
	}
}

// An entry of which something cannot be read keeps the rest.
func TestServerFormMendsWhatCannotBeRead(t *testing.T) {
	b := openSaved(t, `"shop":{"command":["node","a.mjs"],"cwd":"/tmp","read":["/usr/share"],"timeout":7}`)
	saved, err := b.S.Setup().Saved("shop")
	if err != nil || !strings.Contains(saved.Problem, "cannot be read") || saved.Settings.Dir != "/tmp" || saved.Settings.Timeout != 7 {
		t.Fatalf("%+v, %v", saved, err)
	}
	f := formOf(t, b, "shop")
	draft, err := b.S.Setup().DraftChange(t.Context(), f)
	if err != nil || !strings.Contains(draft.Refused, "neither a command") {
		t.Errorf("%+v, %v", draft, err)
	}
	f.Settings.Command, f.Settings.Args = "node", []string{"a.mjs"}
	if done := change(t, b, f); done.Outcome != setup.Changed {
		t.Fatalf("%+v", done)
	}
	if got := savedAs(t, b, "shop"); got.Broken != "" || got.Dir != "/tmp" || got.Timeout != 7 || len(got.Read) != 1 || len(got.Args) != 1 {
		t.Errorf("%+v", got)
	}
}

// What the form names as a secret is the person's own, and no placeholder of another program.
func TestServerFormKnowsItsSecrets(t *testing.T) {
	b := openSaved(t, `"shop":{"command":"node","args":["a.mjs"],"env":{"SHOP_KEY":"${secret:k}"}}`)
	if err := b.O.Secrets().Set("k", "v"); err != nil {
		t.Fatal(err)
	}
	f := formOf(t, b, "shop")
	draft, err := b.S.Setup().DraftChange(t.Context(), f)
	if err != nil || draft.Refused != "" || strings.Contains(strings.Join(draft.Warnings, " "), "${secret:") {
		t.Errorf("%+v, %v", draft, err)
	}
	read, err := b.O.Setup().Read(`{"shop":{"command":"node","env":{"SHOP_KEY":"${secret:k}"}}}`)
	if err != nil || len(read) != 1 || !strings.Contains(strings.Join(read[0].Notes, " "), "${secret:k}") {
		t.Errorf("a pasted text names a secret of the person's, and nobody says so: %+v, %v", read, err)
	}
}

// The draft says what the change does beside itself, and why it cannot be.
func TestServerFormSaysWhatAChangeDoes(t *testing.T) {
	b := openSaved(t, `"shop":{"url":"https://a.example.com/mcp","headers":{"Authorization":"Bearer ${secret:k}"}}`)
	for name, c := range map[string]struct {
		change  func(*setup.Form)
		refused string
		want    []string
		not     string
	}{
		"nothing":         {change: func(*setup.Form) {}, not: "a different server"},
		"another time":    {change: func(f *setup.Form) { f.Settings.Timeout = 7 }, not: "a different server"},
		"another host":    {change: func(f *setup.Form) { f.Settings.URL = "https://b.example.com/mcp" }, want: []string{"it a different server", "sent to b.example.com"}},
		"no address":      {change: func(f *setup.Form) { f.Settings.URL = "b" }, refused: "no address"},
		"another program": {change: func(f *setup.Form) { f.Settings.URL, f.Settings.Command, f.KeptHeaders = "", "node", nil }, want: []string{"it a different server", "no longer uses the secret k"}},
	} {
		f := formOf(t, b, "shop")
		c.change(&f)
		draft, err := b.S.Setup().DraftChange(t.Context(), f)
		if err != nil || !strings.Contains(draft.Refused, c.refused) || (c.refused == "") != (draft.Refused == "") || (draft.Same != "") != (name == "nothing") {
			t.Errorf("%s: %+v, %v", name, draft, err)
		}
		said := strings.Join(draft.Warnings, "\n")
		for _, want := range c.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: no %q in\n%s", name, want, said)
			}
		}
		if c.not != "" && strings.Contains(said, c.not) {
			t.Errorf("%s: it says\n%s", name, said)
		}
	}
}

// A server of the space's own file is changed there.
func TestServerFormIsForTheSettingsServers(t *testing.T) {
	b := openSaved(t, "")
	if _, err := b.S.Setup().Saved("own"); err == nil || !strings.Contains(err.Error(), ".mcp.json:2") || !strings.Contains(err.Error(), "edit it there") {
		t.Errorf("it says %v", err)
	}
	if _, err := b.S.Setup().Change(t.Context(), setup.Form{Name: "own", Settings: settings.Server{Command: "x"}}); err == nil {
		t.Error("it was changed")
	}
	if _, err := b.S.Setup().Saved("nobody"); err == nil {
		t.Error("nobody has a form")
	}
}
