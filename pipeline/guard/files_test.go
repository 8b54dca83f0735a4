package guard

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
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

// A folder of any name is a repository to git once it looks like one: a file tool that makes it one, or writes what git reads there,
// asks as one does that writes into .git.
func TestFilesOfARepositoryOfAnyName(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"bare/HEAD", "bare/objects/x", "bare/refs/x", "worktree/HEAD", "worktree/commondir", "nohead/objects/x", "nohead/refs/x", "norefs/HEAD", "norefs/objects/x",
		"nocommon/HEAD", "src/main.go", "src/config/app.json", "src/objects/x", "src/hooks/use.ts", "src/refs/x",
	} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		writes string
		want   bool
	}{
		{"bare/config", true}, {"bare/HEAD", true}, {"bare/hooks/pre-commit", true}, {"bare/info/attributes", true}, {"bare/refs/heads/main", true}, {"bare/objects/ab/cd", true},
		{"bare/modules/x/config", true}, {"bare/rebase-merge/git-rebase-todo", true}, {"bare/config.worktree", true}, {"bare/COMMIT_EDITMSG", true}, {"bare/logs/HEAD", true},
		{"bare/main/src/main.go", false}, {"bare/notes.txt", false}, {"worktree/config", true}, {"worktree/HEAD", true},
		{"nohead/HEAD", true}, {"nohead/config", false}, {"norefs/refs/heads/main", true}, {"norefs/refs", true}, {"norefs/Refs/heads/main", true}, {"norefs/config", false}, {"nocommon/commondir", true},
		{"new/HEAD new/objects/x new/refs/x new/config", true}, {"new/HEAD new/objects/x new/config", false}, {"new/deep/er.git/HEAD new/deep/er.git/refs/x new/deep/er.git/objects/x", true},
		{"src/config/app.json", false}, {"src/hooks/use.ts", false}, {"src/objects/y", false}, {"src/index", false}, {"HEAD", false}, {"config", false},
	} {
		g := New(Config{Roots: func() []string { return []string{dir} }, Home: "/home/kim", Walls: standing})
		for _, kind := range []tools.EffectKind{tools.EffectWrite, tools.EffectDelete} {
			var p tools.Preview
			for name := range strings.FieldsSeq(tt.writes) {
				p.Effects = append(p.Effects, tools.Effect{Kind: kind, Target: filepath.Join(dir, filepath.FromSlash(name))})
			}
			if kind == tools.EffectDelete && !strings.HasPrefix(tt.writes, "bare/") {
				continue
			}
			v := g.Judge(tools.Call{}, entry("patch", true), p)
			if got := v.Outcome == Ask && v.By.Name == ruleProtected; got != tt.want {
				t.Errorf("%s of %s asks: %t (%+v), want %t", kind, tt.writes, got, v, tt.want)
			}
		}
	}
}
