package guard

import (
	"path"
	"strings"
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
	const agents = "agents, as what they are told first"
	return []Unasked{
		{"agent/", "Handrail: agents, hooks, rules, memory", false},
		{"skills/", "Handrail: skills and their tools", false},
		{"pages/", "Handrail: pages", false},
		{"space.manifest.json", "Handrail: the space's tools", false},
		{"ctxnest.json", "Handrail: hands", false},
		{".mcp.json", "Handrail, Claude Code and others start these servers", false},

		{".git/", "git: settings, hooks and where to find both; every editor asks git all the time", true},
		{".gitmodules", "git: from where submodules come", true},
		{".husky/", "git, at each commit, where husky is set up", false},
		{".pre-commit-config.yaml", "git, at each commit, where pre-commit is set up", false},
		{".envrc", "direnv, in the shell that enters the folder", true},
		{"mise.toml", "mise, in the shell that enters the folder", true},
		{".mise.toml", "mise, in the shell that enters the folder", true},

		{".vscode/", "VS Code and its like: tasks, settings with programs, debuggers", true},
		{"*.code-workspace", "VS Code and its like, when it is opened", true},
		{".idea/", "JetBrains' editors: run configurations, file watchers", true},
		{".zed/", "Zed: tasks, settings with programs", true},
		{".devcontainer/", "editors, when they build the container", false},

		{".claude/", "Claude Code: hooks, permissions, commands", true},
		{".cursor/", "Cursor: rules, servers, hooks", true},
		{".github/workflows/", "GitHub, after a push", false},
		{".gitlab-ci.yml", "GitLab, after a push", false},

		{"AGENTS.md", agents, true},
		{"AGENTS.override.md", agents, true},
		{"CLAUDE.md", agents, true},
		{"CLAUDE.local.md", agents, true},
		{"GEMINI.md", agents, true},
		{".cursorrules", agents, true},
		{".windsurfrules", agents, true},
		{".clinerules", agents, true},
		{".github/copilot-instructions.md", agents, false},
		{".github/instructions/", agents, false},
	}
}

// Protected are the names that decide what runs later, here or in other programs,
// relative to a space. Folders end in a slash; a * stands for a part of one name. What
// git reads inside .git is more than a name tells: see package internal/git.
func Protected() []string {
	var names []string
	for _, u := range UnaskedNames() {
		names = append(names, u.Name)
	}
	return names
}

// unasked reports whether a path relative to a root is one of the names, or with
// above a folder around one. It compares without case: some file systems do.
func unasked(rel string, above bool) bool {
	rel = strings.ToLower(rel)
	for _, u := range UnaskedNames() {
		name := strings.ToLower(u.Name)
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
