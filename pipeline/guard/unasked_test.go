package guard

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/tools"
)

// What other programs run unasked asks, wherever they read it; what an agent edits all
// day does not.
func TestUnaskedNames(t *testing.T) {
	g := New(Config{Roots: func() []string { return []string{"/space"} }, Home: "/home/kim", Walls: func() string { return "" }, Protect: func() []string { return []string{"store/", "githooks/"} }})
	for path, asks := range map[string]bool{
		".git": true, ".git/config": true, ".GIT/Config": true, ".git/config.worktree": true, ".git/commondir": true, ".git/info/attributes": true, ".git/hooks/pre-commit": true, ".git/modules/a/b/config": true, "wt/.git": true, "a/b/.git/hooks/x": true,
		".gitmodules": true, ".husky/pre-commit": true, ".husky/_/h": true, ".claude/settings.json": true, "pkg/.claude/settings.json": true, ".cursor/mcp.json": true, ".zed/tasks.json": true, ".vscode/tasks.json": true, "pkg/.vscode/tasks.json": true, ".idea/x.xml": true, ".devcontainer/devcontainer.json": true,
		".pre-commit-config.yaml": true, "mise.toml": true, ".mise.toml": true, "pkg/.envrc": true, ".gitlab-ci.yml": true, ".github/workflows/ci.yml": true, "app.code-workspace": true, "pkg/app.code-workspace": true,
		"AGENTS.md": true, "agents.md": true, "pkg/AGENTS.md": true, "CLAUDE.md": true, "GEMINI.md": true, ".cursorrules": true, ".windsurfrules": true, ".github/copilot-instructions.md": true, "store/config": true, "githooks/pre-commit": true,
		"package.json": false, "src/main.go": false, "README.md": false, "docs/agents.md.txt": false, "src/agent/x.go": false, "src/pages/index.tsx": false, ".gitignore": false, ".gitattributes": false, ".github/dependabot.yml": false, "gitmodules": false, "x.git/config": false, "code-workspace": false, "src/skills/x.ts": false, "src/.husky": false,
		".devcontainer.json": true, "lefthook.yml": true, "lefthook-local.yml": true, ".lefthook.yml": true, "mise.local.toml": true, "pkg/.mise/config.toml": true, ".config/mise/config.toml": true, "mise/config.toml": true,
		".gemini/settings.json": true, ".codex/config.toml": true, "opencode.jsonc": true, ".kiro/hooks/x": true, ".github/actions/x/action.yml": true, ".circleci/config.yml": true, ".forgejo/workflows/x.yml": true, ".woodpecker/x.yml": true, ".woodpecker.yaml": true,
		"promise.toml": false, "codex/config.toml": false, "docs/lefthook.yml": false, ".config/starship.toml": false,
	} {
		e := entry("write", true)
		v := g.Judge(tools.Call{}, e, tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/" + path}}})
		if (v.Outcome == Ask) != asks {
			t.Errorf("%s: %s by %s", path, v.Outcome, v.By)
		}
	}
}

// What a protected name really leads to is protected, too, by whatever name; so is a folder
// around that, which would be moved away.
func TestProtectedNamesThatAreLinks(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"conf/vscode/tasks.json", "rules/claude.md", "hooks/run.sh", "free/x", ".config/y", "ci2/main.yml", ".circleci/deep/plain.yml"} {
		at := filepath.Join(root, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{".vscode": "conf/vscode", "CLAUDE.md": "rules/claude.md", "scripts": "hooks", ".github": "ci", ".zed": "free/none", ".circleci/config.yml": "../ci2/main.yml"} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	g := New(Config{Roots: func() []string { return []string{root} }, Walls: func() string { return "" }, Protect: func() []string { return []string{"scripts/run.sh"} }})
	for path, asks := range map[string]bool{
		"conf/vscode/tasks.json": true, "conf/vscode": true, "conf": false, "ci2": false, "rules/claude.md": true, "hooks/run.sh": true, "hooks/other.sh": false, "free/x": false, "free/none/tasks.json": true,
		"ci2/main.yml": true, "ci2/other.yml": false, "conf/vscodes": false, "rules/claude.md.bak": false, "conf/new": false, "ci/workflows/x.yml": true, "ci/README.md": false,
	} {
		for kind, want := range map[tools.EffectKind]bool{tools.EffectWrite: asks, tools.EffectDelete: asks || path == "conf" || path == "ci2"} {
			v := g.Judge(tools.Call{}, entry("write", true), tools.Preview{Effects: []tools.Effect{{Kind: kind, Target: filepath.Join(root, filepath.FromSlash(path))}}})
			if (v.Outcome == Ask) != want {
				t.Errorf("%s %s: %s by %s", kind, path, v.Outcome, v.By)
			}
		}
	}
}

// The table names each program, and each name once.
func TestTheTableOfUnaskedNames(t *testing.T) {
	var names []string
	for _, u := range UnaskedNames() {
		if u.By == "" || strings.HasPrefix(u.Name, "/") || u.Name == "" || slices.Contains(names, strings.ToLower(u.Name)) {
			t.Errorf("%+v", u)
		}
		names = append(names, strings.ToLower(u.Name))
	}
	if len(Protected()) != len(names) {
		t.Error("the names are not those of the table")
	}
}
