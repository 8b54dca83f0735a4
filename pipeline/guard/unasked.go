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
		{".mcp.json", "Handrail, Claude Code and others start these servers", false},

		{".git/", "git: settings, hooks and where to find both; every editor asks git all the time", true},
		{".gitmodules", "git: from where submodules come", true},
		{".husky/", hooks, false},
		{".pre-commit-config.yaml", hooks, false},
		{"lefthook*.yml", hooks, false},
		{".lefthook*.yml", hooks, false},
		{".config/lefthook.yml", hooks, false},
		{".envrc", "direnv, in the shell that enters the folder", true},
		{"mise*.toml", mise, true},
		{".mise*.toml", mise, true},
		{".mise/", mise, true},
		{"mise/config.toml", mise, false},
		{".config/mise.toml", mise, false},
		{".config/mise/", mise, false},

		{".vscode/", "VS Code and its like: tasks, settings with programs, debuggers", true},
		{"*.code-workspace", "VS Code and its like, when it is opened", true},
		{".idea/", "JetBrains' editors: run configurations, file watchers", true},
		{".zed/", "Zed: tasks, settings with programs", true},
		{".devcontainer/", "editors, when they build the container", false},
		{".devcontainer.json", "editors, when they build the container", false},
	}
	return slices.Concat(names, agentNames(), serverNames())
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
		{".aider.conf.yml", "aider: programs that check and test", true},

		{"AGENTS.md", agents, true},
		{"AGENTS.override.md", agents, true},
		{"CLAUDE.md", agents, true},
		{"CLAUDE.local.md", agents, true},
		{"GEMINI.md", agents, true},
		{".cursorrules", agents, true},
		{".windsurfrules", agents, true},
		{".clinerules", agents, true},
		{".roorules", agents, true},
		{".github/copilot-instructions.md", agents, false},
		{".github/instructions/", agents, false},
	}
}

// serverNames are what a server runs that the space is pushed to.
func serverNames() []Unasked {
	const server = "after a push, the server that runs it"
	return []Unasked{
		{".github/workflows/", server, false},
		{".github/actions/", server, false},
		{".forgejo/workflows/", server, false},
		{".gitea/workflows/", server, false},
		{".gitlab-ci.yml", server, false},
		{".circleci/", server, false},
		{".woodpecker/", server, false},
		{".woodpecker.y*ml", server, false},
		{".drone.yml", server, false},
		{".travis.yml", server, false},
		{".buildkite/", server, false},
		{"azure-pipelines.yml", server, false},
		{"bitbucket-pipelines.yml", server, false},
		{"Jenkinsfile", server, false},
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

// unaskedTable is UnaskedNames, made once: each file that a call has changed is held against it.
var unaskedTable = sync.OnceValue(UnaskedNames)

// unaskedLower are their names in small letters.
var unaskedLower = sync.OnceValue(func() []string {
	var names []string
	for _, u := range unaskedTable() {
		names = append(names, strings.ToLower(u.Name))
	}
	return names
})

// unasked reports whether a path relative to a root is one of the names, or with
// above a folder around one. It compares without case: some file systems do.
func unasked(rel string, above bool) bool {
	rel = strings.ToLower(rel)
	for i, name := range unaskedLower() {
		u := unaskedTable()[i]
		if covers(name, rel, above) {
			return true
		}
		for rest := rel; u.Anywhere; {
			_, below, ok := strings.Cut(rest, "/")
			if !ok {
				break
			}
			if rest = below; covers(name, rest, false) {
				return true
			}
		}
	}
	return false
}

// covers compares a path with one name, both in lower case.
func covers(name, rel string, above bool) bool {
	folder, isFolder := strings.CutSuffix(name, "/")
	switch {
	case rel == folder, isFolder && strings.HasPrefix(rel, name), above && strings.HasPrefix(name, rel+"/"):
		return true
	case strings.Contains(name, "*"):
		ok, _ := path.Match(name, rel) // the names are sound
		return ok
	}
	return false
}
