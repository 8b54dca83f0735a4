package guard

import (
	"path"
	"slices"
	"strings"
	"sync"
)

// An Unasked is a name in a space that some program reads, and acts on, without
// being told to (docs/spec/11-guard.md#protected-files).
type Unasked struct {
	Name     string // with slashes; a folder ends in one; * stands for a part of one name
	By       string // who reads it, and when
	Anywhere bool   // also in folders below
}

// UnaskedNames are all of them.
func UnaskedNames() []Unasked {
	const (
		mise  = "mise, in the shell that enters the folder"
		hooks = "git, at each commit, where it is set up"
	)
	names := []Unasked{
		{"agent/", "Handrail: agents, hooks, rules, memory", false},
		{"skills/", "Handrail: skills and their tools", false},
		{"pages/", "Handrail: pages", false},
		{"space.manifest.json", "Handrail: the space's tools", false},
		{"ctxnest.json", "Handrail: hands", false},
		{".mcp.json", "Handrail, Claude Code and others start these servers", true},

		{".git/", "git: settings, hooks and where to find both; every editor asks git all the time", true},
		{".gitmodules", "git: from where submodules come", true},
		{".husky/", hooks, false},
		{".pre-commit-config.y*ml", hooks, true},
		{".overcommit.yml", hooks, true},
		{".local-overcommit.yml", hooks, true},
		{".git-hooks/", "Overcommit, which runs the hooks there for git", true},
		{"hk.pkl", hooks, true},
		{"prek.toml", hooks, true},
		{"captainhook.json", hooks, true},
		{"grumphp.y*ml*", hooks, true},
		{".huskyrc*", hooks, true},
		{"husky.config.*", hooks, true},
		{".lintstagedrc*", hooks, true},
		{"lint-staged.config.*", hooks, true},
		{".simple-git-hooks.*", "simple-git-hooks, when packages are installed", true},
		{".lfsconfig", "git LFS: where it sends files, and from where it gets them", true},
		{".hg/hgrc", "Mercurial: hooks and aliases", true},
		{".hg/hgrc-not-shared", "Mercurial: hooks and aliases", true},
		{".hg/sharedpath", "Mercurial: another repository, whose settings count", true},
		{".sl/config", "Sapling: hooks and aliases", true},
		{".sl/sharedpath", "Sapling: another repository, whose settings count", true},
		{".jj/repo/config.toml", "Jujutsu: programs that it starts, and aliases", true},
		{jjPointer, "Jujutsu, as a file: another repository, whose settings count", true},
		{".jj/workspace-config.toml", "Jujutsu: programs that it starts, and aliases", true},
		{".lazygit.yml", "lazygit: commands, what shows differences", true},
		{".direnv/*.rc", "direnv, in the shell that enters the folder, by what loads Nix for it", true},
		{".envrc", "direnv, in the shell that enters the folder", true},
		{".autoenv.zsh", "autoenv, in the shell that enters the folder", true},
		{".autoenv_leave.zsh", "autoenv, in the shell that leaves the folder", true},
		{".lefthook/", hooks, true},
		{".lefthook-local/", hooks, true},
		{"mise*.toml", mise, true},
		{".mise*.toml", mise, true},
		{".mise/", mise, true},
		{"mise/config.toml", mise, false},
		{".config/mise.toml", mise, false},
		{".config/mise/", mise, false},
		{".tool-versions", "mise and asdf: which programs they start, also by a path", true},
	}
	for _, name := range []string{"lefthook", ".lefthook", ".config/lefthook", "lefthook-local", ".lefthook-local", ".config/lefthook-local"} {
		for _, ending := range []string{".yml", ".yaml", ".json", ".jsonc", ".toml"} {
			names = append(names, Unasked{name + ending, hooks, true})
		}
	}
	return slices.Concat(names, editorNames(), toolNames(), agentNames(), serverNames())
}

// jjPointer is read as the name of a folder where it is a file; as a folder it is the repository itself, which Jujutsu writes.
const jjPointer = ".jj/repo"

// toolNames are what debuggers, languages and builders read first, wherever they are started, and what projects seldom change: not what says how a
// project is built or checked, which an agent works on all day.
func toolNames() []Unasked {
	const (
		debugger = "a debugger, where it starts"
		language = "a language, where it starts and waits for input"
		maven    = "Maven, before it looks at the project"
		bazel    = "Bazel, before it looks at the project"
		rustup   = "rustup, which looks there for the compiler that it starts"
		jupyter  = "Jupyter, as code, where it starts"
	)
	return []Unasked{
		{".gdbinit", debugger, true},
		{".lldbinit", debugger, true},
		{".pdbrc", debugger, true},
		{".perldb", debugger, true},
		{".Rprofile", language, true},
		{".Renviron", language, true},
		{".RData", language, true},
		{".irbrc", language, true},
		{".pryrc", language, true},
		{".ghci", language, true},
		{".iex.exs", language, true},
		{".ocamlinit", language, true},
		{"rust-toolchain", rustup, true},
		{"rust-toolchain.toml", rustup, true},
		{"jupyter_notebook_config.*", jupyter, true},
		{"jupyter_server_config.*", jupyter, true},
		{"jupyter_lab_config.*", jupyter, true},
		{".yarnrc", "Yarn: the program that it starts in its own place", true},
		{".yarnrc.yml", "Yarn: the program that it starts in its own place, plugins", true},
		{".pnpmfile.*js", "pnpm, as code, at each install", true},
		{".mvn/extensions.xml", maven, true},
		{".mvn/jvm.config", maven, true},
		{".mvn/maven.config", maven, true},
		{".mvn/wrapper/maven-wrapper.properties", "Maven's wrapper: from where it gets what it starts", true},
		{".bazelrc", bazel, true},
		{".bazeliskrc", bazel, true},
		{"tools/bazel", bazel, false},
	}
}

// editorNames are what editors read, and what sets up a machine to work on.
func editorNames() []Unasked {
	const vim = "Vim or Neovim, where it starts, if exrc is set"
	return []Unasked{
		{".vscode/", "VS Code and its like: tasks, settings with programs, debuggers", true},
		{"*.code-workspace", "VS Code and its like, when it is opened", true},
		{".vs/", "Visual Studio: tasks, debuggers", true},
		{"tasks.vs.json", "Visual Studio, where it opens the folder", true},
		{"launch.vs.json", "Visual Studio, where it opens the folder", true},
		{".helix/", "Helix: settings, and languages with the programs that it starts for them", true},
		{".nvim.lua", vim, true},
		{".nvimrc", vim, true},
		{".exrc", vim, true},
		{".vimrc", vim, true},
		{".gvimrc", vim, true},
		{".lvimrc", "Vim's localvimrc, when it opens a file below", true},
		{".local.vimrc", "Vim's local_vimrc, when it opens a file below", true},
		{".lazy.lua", "Neovim's lazy.nvim, where it starts", true},
		{".neoconf.json", "Neovim's neoconf: programs that it starts for languages", true},
		{".vim/coc-settings.json", "Vim's coc: programs that it starts for languages", true},
		{"*.sublime-project", "Sublime Text, when it is opened: programs that it starts for languages", true},
		{".dir-locals.el", "Emacs, when it opens a file below", true},
		{".dir-locals-2.el", "Emacs, when it opens a file below", true},
		{".idea/", "JetBrains' editors: run configurations, file watchers", true},
		{".zed/", "Zed: tasks, settings with programs", true},
		{".fleet/", "Fleet: run configurations", true},
		{".theia/", "Theia: tasks, settings", true},
		{".gitpod.yml", "Gitpod, when it opens the folder", true},
		{".codesandbox/", "CodeSandbox, when it opens the folder", true},
		{".idx/", "Firebase Studio, when it opens the folder", true},
		{".replit", "Replit, when it opens the folder", true},
		{".devcontainer/", "editors, when they build the container", true},
		{".devcontainer.json", "editors, when they build the container", true},
		{"hie.yaml", "editors with Haskell's language server: the program that says how the project is built", true},
		{".bsp/", "editors of Scala and its like: the build servers that they start", true},
	}
}

// agentNames are what other agents read.
func agentNames() []Unasked {
	const agents = "agents, as what they are told first"
	return []Unasked{
		{".claude/", "Claude Code: hooks, permissions, commands", true},
		{".cursor/", "Cursor: rules, servers, hooks", true},
		{".codex/", "Codex: settings, servers", true},
		{".gemini/", "Gemini CLI: settings, servers, commands", true},
		{".qwen/", "Qwen Code: settings, servers", true},
		{".opencode/", "OpenCode: agents, plugins", true},
		{"opencode.json*", "OpenCode: servers, permissions", true},
		{".kiro/", "Kiro: hooks, servers, steering", true},
		{".windsurf/", "Windsurf: rules, workflows", true},
		{".roo/", "Roo Code: rules, servers", true},
		{".continue/", "Continue: rules, servers", true},
		{".amazonq/", "Amazon Q: rules, servers", true},
		{"crush.json", "Crush: servers, language servers, permissions", true},
		{".crush.json", "Crush: servers, language servers, permissions", true},
		{".crush/", "Crush: commands, what it remembers", true},
		{".junie/", "Junie: guidelines, servers", true},
		{".goosehints", "goose, as what it is told first", true},
		{".augment/", "Augment: rules, commands", true},
		{".factory/", "Factory: droids, hooks, servers", true},
		{".trae/", "Trae: rules, servers", true},
		{".clinerules/", "Cline: rules, workflows, hooks", true},
		{".agents/", "Amp, Codex and others: skills, commands", true},
		{".aider.conf.yml", "aider: programs that check and test", true},
		{".kilocode/", "Kilo Code: rules, servers", true},
		{".openhands/", "OpenHands: what it runs at the start, microagents", true},
		{".goose/", "goose: recipes", true},
		{".pi/", "pi: settings, extensions", true},
		{".qoder/", "Qoder: rules", true},
		{".lingma/", "Lingma: rules", true},
		{".aiassistant/", "JetBrains' AI Assistant: rules", true},
		{".tabnine/", "Tabnine: guidelines, servers", true},
		{".rovodev/", "Rovo Dev: settings, subagents", true},
		{".agent/", "Antigravity and others: rules, workflows, skills", true},
		{".gitlab/duo/", "GitLab Duo: rules, workflows, servers", true},

		{"AGENTS.md", agents, true},
		{"AGENTS.override.md", agents, true},
		{"CLAUDE.md", agents, true},
		{"CLAUDE.local.md", agents, true},
		{"GEMINI.md", agents, true},
		{"QWEN.md", agents, true},
		{"AGENT.md", agents, true},
		{"WARP.md", agents, true},
		{"CRUSH.md", agents, true},
		{".cursorrules", agents, true},
		{".windsurfrules", agents, true},
		{".roorules", agents, true},
		{".rules", agents, true},
		{"replit.md", agents, true},
		{".github/copilot-instructions.md", agents, true},
		{".github/instructions/", agents, true},
		{".github/agents/", "Copilot: agents, and their servers", true},
		{".github/chatmodes/", "Copilot: modes, and their tools", true},
		{".github/prompts/", "Copilot: commands", true},
		{".github/hooks/", "Copilot: hooks", true},
		{".github/skills/", "Copilot: skills", true},
		{".github/mcp.json", "Copilot: servers", true},
	}
}

// serverNames are what a server runs that the space is pushed to.
func serverNames() []Unasked {
	const server = "after a push, the server that runs it"
	return []Unasked{
		{".github/workflows/", server, true},
		{".github/actions/", server, true},
		{".forgejo/", server, true},
		{".gitea/", server, true},
		{".gitlab-ci.yml", server, true},
		{".circleci/", server, true},
		{".woodpecker/", server, true},
		{".woodpecker.y*ml", server, true},
		{".drone.y*ml", server, true},
		{".drone.jsonnet", server, true},
		{".drone.star", server, true},
		{".travis.yml", server, true},
		{".buildkite/", server, true},
		{".cirrus.y*ml", server, true},
		{".cirrus.star", server, true},
		{".semaphore/", server, true},
		{".tekton/", server, true},
		{".teamcity/", server, true},
		{"appveyor.yml", server, true},
		{".appveyor.yml", server, true},
		{"cloudbuild.y*ml", server, true},
		{"cloudbuild.json", server, true},
		{"buildspec.y*ml", server, true},
		{"azure-pipelines*.y*ml", server, true},
		{"bitbucket-pipelines.yml", server, true},
		{"codemagic.yaml", server, true},
		{".builds/", server, true},
		{".build.yml", server, true},
		{"Jenkinsfile", server, true},
		{".zuul.y*ml", server, true},
		{"zuul.y*ml", server, true},
		{".zuul.d/", server, true},
		{"zuul.d/", server, true},
		{".packit.y*ml", server, true},
		{".evergreen.yml", server, true},
		{".readthedocs.y*ml", server, true},
		{"netlify.toml", server, true},
		{"vercel.json", server, true},
		{"render.yaml", server, true},
	}
}

// Protected are the names that decide what runs later, here or in other programs,
// relative to a space. Folders end in a slash; a * stands for a part of one name. What
// git reads inside .git is more than a name tells: see package internal/git.
func Protected() []string {
	var names []string
	for _, u := range unaskedTable() {
		names = append(names, u.Name)
	}
	return names
}

// ProtectedElsewhere are the names that are protected in spaces other than the one whose act it is: there the memory is nobody's
// to write either, since the next conversation is told it.
func ProtectedElsewhere() []string { return append(Protected(), MemoryFile) }

// unaskedTable is UnaskedNames, made once: each file that a call has changed is held against it.
var unaskedTable = sync.OnceValue(UnaskedNames)

// unaskedLower are their names in small letters: those that are one name that counts anywhere, each with whether it is a folder, and the others.
var unaskedLower = sync.OnceValues(func() (plain map[string]bool, others []Unasked) {
	plain = map[string]bool{}
	for _, u := range unaskedTable() {
		u.Name = strings.ToLower(u.Name)
		if name, folder := strings.CutSuffix(u.Name, "/"); u.Anywhere && !strings.ContainsAny(name, "*/") {
			plain[name] = folder
		} else {
			others = append(others, u)
		}
	}
	return plain, others
})

// IsUnasked reports whether a path, relative to a space or a repository and with slashes, is one of the names.
func IsUnasked(rel string) bool { return unasked(rel, false) }

// unasked reports whether a path relative to a root is one of the names, or with
// above a folder around one. It compares without case: some file systems do.
func unasked(rel string, above bool) bool {
	rel = strings.ToLower(rel)
	plain, others := unaskedLower()
	for name, rest, more := strings.Cut(rel, "/"); ; name, rest, more = strings.Cut(rest, "/") {
		if folder, ok := plain[name]; ok && (folder || !more) {
			return true
		}
		if !more {
			break
		}
	}
	for _, u := range others {
		if covers(u.Name, rel, above) {
			return true
		}
		for rest := rel; u.Anywhere; {
			_, below, ok := strings.Cut(rest, "/")
			if !ok {
				break
			}
			if rest = below; covers(u.Name, rest, false) {
				return true
			}
		}
	}
	return false
}

// covers compares a path with one name, both in lower case.
func covers(name, rel string, above bool) bool {
	folder, isFolder := strings.CutSuffix(name, "/")
	if patterns := holds(name); patterns != nil && strings.HasPrefix(rel, name) {
		return readIn(rel[len(name):], patterns)
	}
	switch {
	case rel == folder, isFolder && strings.HasPrefix(rel, name), above && strings.HasPrefix(name, rel+"/"):
		return true
	case strings.Contains(name, "*"):
		ok, _ := path.Match(name, rel) // the names are sound
		return ok
	}
	return false
}
