package permits_test

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/tools"
)

func refuse(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
}

// withMore is a space to which the settings give folders beside its own.
func withMore(t *testing.T) (b *operatortest.Bench, more string) {
	t.Helper()
	b = operatortest.New(t, operatortest.Options{
		Walls: true, Trusted: true, Settings: `{"per_space":{"DIR":{"roots":["DIR-more","~/space-home","DIR/sub"]}}}`,
		Files: map[string]string{"sub/x": "x\n", "../space-more/a.txt": "one\n", "../space-more/.envrc": "true\n", "../space-more/build/x": "x\n", "../space-home/h.txt": "h\n", "../space-no/n.txt": "n\n"},
	})
	more = b.Dir + "-more"
	if out, err := exec.CommandContext(t.Context(), "git", "init", "-q", more).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b.Person.Answer = refuse
	return b, more
}

func input(t *testing.T, v map[string]string) string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// A folder that the settings give a space beside its own may be changed by its file tools and programs, and is protected as the space's own folder is.
func TestMoreRoots(t *testing.T) {
	b, more := withMore(t)
	home := filepath.Join(filepath.Dir(b.Dir), "space-home")
	if r := b.Bash(`echo two >"` + more + `/b.txt" && cat "` + more + `/a.txt" "` + home + `/h.txt" && echo x >"` + home + `/w"`); operatortest.Code(r) != "" || !strings.Contains(operatortest.Stdout(t, r), "one\nh\n") || b.Questions() != 0 {
		t.Errorf("a program works there: %+v", r)
	}
	if r := b.Call("read", input(t, map[string]string{"path": more + "/b.txt"})); !strings.Contains(r.Content, "two") {
		t.Errorf("a file tool reads there: %+v", r)
	}
	if r := b.Call("write", input(t, map[string]string{"path": more + "/c.txt", "content": "c"})); operatortest.Code(r) != "" || b.Questions() != 0 {
		t.Errorf("a file tool writes there: %+v", r)
	}
	if r := b.Bash(`cat "` + b.Dir + `-no/n.txt"; echo x >"` + b.Dir + `-no/w"`); strings.Contains(operatortest.Stdout(t, r), "n\n") {
		t.Errorf("a program reads another folder: %+v", r)
	}
	if _, err := os.Stat(b.Dir + "-no/w"); err == nil {
		t.Error("a program writes into another folder")
	}
	for _, command := range []string{
		`echo evil >>"` + more + `/.envrc"`, `rm -f "` + more + `/.envrc"`, `mv "` + more + `/.git" "` + more + `/old"`, `echo evil >"` + more + `/.git/hooks/pre-commit"`, `rm -rf "` + more + `/build"`, `rm -rf "` + more + `"`,
	} {
		b.Bash(command)
	}
	for name, want := range map[string]string{".envrc": "true\n", "build/x": "x\n"} {
		if got, err := os.ReadFile(filepath.Join(more, name)); err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	if _, err := os.Stat(filepath.Join(more, ".git", "hooks", "pre-commit")); err == nil {
		t.Error("a program has left a hook there")
	}
	b.Questions()
	if r := b.Call("write", input(t, map[string]string{"path": more + "/.vscode/tasks.json", "content": "{}"})); operatortest.Code(r) == "" || b.Questions() != 1 {
		t.Errorf("a file tool asks there, too: %+v", r)
	}
}

// What the settings no longer give a space is closed, unless the person has picked it; a pick that is taken back leaves what the settings give.
func TestMoreRootsFollowTheSettings(t *testing.T) {
	b, more := withMore(t)
	set := func(roots string) {
		t.Helper()
		raw, err := json.Marshal(map[string]any{"per_space": map[string]any{b.Dir: map[string]any{"roots": json.RawMessage(roots)}}})
		if err != nil {
			t.Fatal(err)
		}
		operatortest.WriteFile(t, filepath.Join(b.Options.Dirs.Config, "settings.json"), string(raw))
	}
	opens := func(want bool, when string) {
		t.Helper()
		file := more + "/" + strings.ReplaceAll(when, " ", "-")
		r := b.Bash(`echo x >"` + file + `"`)
		_, err := os.Stat(file)
		read := b.Call("read", input(t, map[string]string{"path": more + "/a.txt"}))
		if (err == nil) != want || (operatortest.Code(read) == "") != want {
			t.Errorf("%s: it is open: %v, want %v (%+v, %+v)", when, err == nil, want, r, read)
		}
	}
	quoted := `"` + more + `"`
	opens(true, "at first")
	set(`[]`)
	opens(false, "taken out")
	set(`[` + quoted + `]`)
	opens(true, "put in again")
	person := tools.Call{Space: b.Dir, Caller: tools.Caller{Kind: tools.CallerPerson}}
	if err := b.O.Permits().GrantPath(person, more, true); err != nil {
		t.Fatal(err)
	}
	if err := b.O.Permits().RevokePath(t.Context(), b.Dir, more); err != nil {
		t.Fatal(err)
	}
	opens(true, "a pick taken back")
	if err := b.O.Permits().GrantPath(person, more, true); err != nil {
		t.Fatal(err)
	}
	set(`[]`)
	opens(true, "picked")
}

// What cannot be opened is said, and opens nothing.
func TestMoreRootsThatAreRefused(t *testing.T) {
	b := benchAtHome(t)
	home := b.Options.Home
	b.File("../file", "x")
	b.File("../real/x", "x")
	if err := os.Symlink(home+"/real", home+"/link"); err != nil {
		t.Fatal(err)
	}
	for written, why := range map[string]string{
		home: "is or contains your home folder", "~": "is or contains your home folder", "/": "is or contains your home folder", "notes": "is not an absolute path", home + "/gone": "there is no folder", home + "/file": "is a file", home + "/link": "is behind a link; write where it leads, " + home + "/real",
		home + "/config": "keeps its own settings", home + "/data": "keeps its own settings",
	} {
		raw, err := json.Marshal(map[string]any{"per_space": map[string]any{b.Dir: map[string]any{"roots": []string{written, home + "/real"}}}})
		if err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(home, "config"), 0o700); err != nil {
			t.Fatal(err)
		}
		operatortest.WriteFile(t, filepath.Join(home, "config", "settings.json"), string(raw))
		b.Reload()
		said := ""
		for _, p := range b.S.Problems() {
			said += p.Text + "\n"
		}
		if !strings.Contains(said, "per_space.roots: ") || !strings.Contains(said, why) {
			t.Errorf("%s: %q", written, said)
		}
		if list := b.S.Roots().List(); len(list) != 3 || list[2] != home+"/real" {
			t.Errorf("%s opens %q", written, list)
		}
	}
}
