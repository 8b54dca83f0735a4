package guard

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
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
		"package.json": false, "src/main.go": false, "README.md": false, "docs/agents.md.txt": false, "src/agent/x.go": false, "src/pages/index.tsx": false, ".gitignore": false, ".gitattributes": false, ".github/dependabot.yml": false, "gitmodules": false, "x.git/config": false, "code-workspace": false, "src/skills/x.ts": false, "src/husky": false, ".github/CODEOWNERS": false, ".github/ISSUE_TEMPLATE/bug.md": false,
		".devcontainer.json": true, "lefthook.yml": true, "lefthook-local.yml": true, ".lefthook.yml": true, "mise.local.toml": true, "pkg/.mise/config.toml": true, ".config/mise/config.toml": true, "mise/config.toml": true,
		".gemini/settings.json": true, ".codex/config.toml": true, "opencode.jsonc": true, ".kiro/hooks/x": true, ".github/actions/x/action.yml": true, ".circleci/config.yml": true, ".forgejo/workflows/x.yml": true, ".woodpecker/x.yml": true, ".woodpecker.yaml": true,
		"promise.toml": false, "codex/config.toml": false, "docs/lefthook.md": false, "mylefthook.yml": false, "crush/crush.go": false, "src/vs/x.ts": false, "helix/languages.toml": false, ".config/starship.toml": false, "cmd/agent.go": false, "docs/warp.txt": false, "buildspec.go": false, "src/.config/x.toml": false,
		"lefthook.yaml": true, "lefthook.toml": true, "lefthook.json": true, "lefthook.jsonc": true, ".lefthook.toml": true, "lefthook-local.yaml": true, ".lefthook-local.json": true, ".config/lefthook.yaml": true, ".config/lefthook-local.toml": true, "web/lefthook.yml": true, "web/.github/workflows/ci.yml": true,
		".overcommit.yml": true, ".git-hooks/pre_commit/x.rb": true, "hk.pkl": true, ".pre-commit-config.yml": true, ".helix/languages.toml": true, "web/.helix/config.toml": true, ".vs/tasks.vs.json": true, "web/tasks.vs.json": true, ".nvim.lua": true, ".nvimrc": true, ".exrc": true, "web/.exrc": true, ".dir-locals.el": true,
		"crush.json": true, ".crush.json": true, "CRUSH.md": true, "QWEN.md": true, "AGENT.md": true, "WARP.md": true, "pkg/AGENT.md": true, ".junie/guidelines.md": true, ".github/agents/a.md": true, ".github/hooks/x.json": true, ".agents/skills/x/SKILL.md": true, ".clinerules/x.md": true,
		".mcp.json": true, "web/.mcp.json": true, ".hg/hgrc": true, ".hg/store/data/x": false, ".jj/repo/config.toml": true, ".sl/config": true, ".huskyrc.json": true, "prek.toml": true, ".lintstagedrc": true, "lint-staged.config.mjs": true, "lint-staged.ts": false, "captainhook.json": true, "grumphp.yml.dist": true, ".lfsconfig": true,
		".gitpod.yml": true, ".replit": true, ".rules": true, "src/.rules": true, "rules": false, ".kilocode/rules/x.md": true, ".github/mcp.json": true, ".github/skills/x/SKILL.md": true, ".gitlab/duo/mcp.json": true, ".gitlab/issue_templates/x.md": false, ".lvimrc": true, "netlify.toml": true, ".readthedocs.yaml": true, "zuul.d/x.yaml": true, ".agent/rules/x.md": true, "src/.pip": false,
		".hg/sharedpath": true, ".hg/requires": false, ".jj/repo": true, ".jj/repo/store/x": false, "sub/.jj/repo": true, ".sl/sharedpath": true, ".lazygit.yml": true, ".direnv/flake-profile-1.rc": true, ".direnv/python-3.12/bin/x": false, ".gdbinit": true, "pkg/.lldbinit": true, ".Rprofile": true, ".pdbrc": true,
		".irbrc": true, ".pryrc": true, ".ghci": true, ".iex.exs": true, ".lazy.lua": true, ".vim/coc-settings.json": true, "app.sublime-project": true, ".mvn/jvm.config": true, ".mvn/x": false, ".bazelrc": true, "rust-toolchain.toml": true, ".yarnrc.yml": true, ".pnpmfile.cjs": true,
		".RData": true, ".yarnrc": true, ".tool-versions": true, "pkg/.tool-versions": true, "hie.yaml": true, ".bsp/sbt.json": true, "jupyter_notebook_config.py": true, "jupyter_server_config.json": true, "jupyter_lab_config.py": true, ".gvimrc": true, ".lefthook/pre-commit/x.sh": true, "web/.lefthook-local/pre-push/y": true,
		"x.RData": false, "yarnrc": false, "src/bsp/x": false, "jupyter_config.md": false, "lefthook/x": false,
		".npmrc": false, ".cargo/config.toml": false, "eslint.config.js": false, "tools/bazel": true, "tools/bazel.sh": false, "tools/build": false,
		"appveyor.yml": true, ".appveyor.yml": true, ".cirrus.yml": true, ".cirrus.star": true, ".semaphore/semaphore.yml": true, ".drone.jsonnet": true, ".drone.star": true, ".drone.yaml": true, "cloudbuild.yaml": true, "cloudbuild.json": true, ".gitea/actions/a/action.yml": true, ".forgejo/actions/a/action.yml": true, "buildspec.yml": true, ".builds/x.yml": true, ".tekton/x.yaml": true, "codemagic.yaml": true,
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

// A project's own folder of a name of ours counts only once something is in it that Handrail reads; names that would be read count always.
func TestFoldersOfAProjectsOwn(t *testing.T) {
	own := map[string]bool{ // of write; what is asked
		"pages/index.tsx": false, "pages/blog/[slug].tsx": false, "pages/index.html": true, "pages/Index.HTML": true,
		"agent/loop.go": false, "agent/README.md": false, "agent/tools/Readme.md": false, "skills/README.md": false, "agent/tools/search.py": false, "agent/tools/x.md": true, "agent/hooks/h.json": true, "agent/hooks": true, "agent/config.md": true, "agent/rules.json": true, "agent/tour.jsonl": true, "agent/skills/s.md": true, "agent": true,
		"skills/index.ts": false, "skills/pdf/run.py": false, "skills/pdf/SKILL.md": true, "skills/pdf/skill.md": true,
	}
	for name, x := range map[string]struct {
		files []string
		links map[string]string
		whole []string
	}{
		"a project's own":        {files: []string{"pages/index.tsx", "agent/loop.go", "agent/README.md", "agent/tools/readme.md", "agent/tools/search.py", "agent/hooks/x.sh", "skills/index.ts", "skills/pdf/run.py"}},
		"nothing":                {},
		"pages of ours":          {files: []string{"pages/index.tsx", "pages/overview.html"}, whole: []string{"pages/"}},
		"a tool of ours":         {files: []string{"agent/loop.go", "agent/tools/x.md"}, whole: []string{"agent/"}},
		"hooks of ours":          {files: []string{"agent/hooks/x.json"}, whole: []string{"agent/"}},
		"an agent, rules, tours": {files: []string{"agent/rules.json"}, whole: []string{"agent/"}},
		"a skill of ours":        {files: []string{"skills/pdf/SKILL.md"}, whole: []string{"skills/"}},
		"links":                  {files: []string{"elsewhere/x"}, links: map[string]string{"agent/tools": "../elsewhere", "skills/pdf": "../elsewhere", "pages": "elsewhere"}, whole: []string{"agent/", "skills/"}},
	} {
		t.Run(name, func(t *testing.T) {
			root, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range x.files {
				at := filepath.Join(root, filepath.FromSlash(file))
				if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, nil, 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			for at, to := range x.links {
				at = filepath.Join(root, filepath.FromSlash(at))
				if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.Symlink(to, at)); err != nil {
					t.Fatal(err)
				}
			}
			g := New(Config{Roots: func() []string { return []string{root} }, Walls: func() string { return "" }})
			other := New(Config{Roots: func() []string { return []string{filepath.Dir(root)} }, Walls: func() string { return "" }, Others: func() []Other { return []Other{{Dir: root}} }})
			for path, asks := range own {
				asks = asks || slices.ContainsFunc(x.whole, func(f string) bool { return strings.HasPrefix(path, f) })
				for who, g := range map[string]*Guard{"the space": g, "another space around it": other} {
					v := g.Judge(tools.Call{}, entry("write", true), tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: filepath.Join(root, filepath.FromSlash(path))}}})
					if (v.Outcome == Ask) != asks && (x.links["pages"] == "" || !strings.HasPrefix(path, "pages/")) {
						t.Errorf("%s: %s: %s by %s", who, path, v.Outcome, v.By)
					}
				}
			}
			for _, folder := range []string{"agent/", "skills/", "pages/"} {
				_, err := os.Lstat(filepath.Join(root, folder[:len(folder)-1]))
				want := slices.Contains(x.whole, folder) || folder == "pages/" && x.links["pages"] != ""
				if got := Counts(root, folder); got != want || got && err != nil {
					t.Errorf("%s counts: %v", folder, got)
				}
			}
		})
	}
}

func TestAFolderThatCannotBeReadCounts(t *testing.T) {
	root := t.TempDir()
	if err := os.MkdirAll(filepath.Join(root, "pages"), 0o700); err != nil {
		t.Fatal(err)
	}
	if Counts(root, "pages/") {
		t.Error("an empty folder counts")
	}
	for i := range mostInFolder + 1 {
		if err := os.WriteFile(filepath.Join(root, "pages", strconv.Itoa(i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if !Counts(root, "pages/") {
		t.Error("a folder with more names than are looked at does not count")
	}
}

// The memory of another known space is asked about; the space's own is what its agents write.
func TestTheMemoryOfAnotherSpace(t *testing.T) {
	g := New(Config{Roots: func() []string { return []string{"/space"} }, Walls: func() string { return "" }, Others: func() []Other { return []Other{{Dir: "/space/inner"}} }})
	for path, asks := range map[string]bool{"MEMORY.md": false, "inner/MEMORY.md": true, "inner/memory.md": true, "inner/notes/MEMORY.md": false} {
		v := g.Judge(tools.Call{}, entry("write", true), tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: "/space/" + path}}})
		if (v.Outcome == Ask) != asks {
			t.Errorf("%s: %s by %s", path, v.Outcome, v.By)
		}
	}
}
