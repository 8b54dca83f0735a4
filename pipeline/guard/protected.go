package guard

import (
	"path/filepath"
	"strings"

	"handrail/tools"
)

// protectedFiles are what decides what runs later, here or in other programs
// (SPEC 11). They are relative to a root; a name that ends in / stands for
// everything below it.
func protectedFiles() []string {
	return []string{
		"agent/", "skills/", "pages/", "space.manifest.json", "ctxnest.json", ".mcp.json",
		".git/hooks/", ".git/config", ".envrc", ".vscode/", ".idea/", ".github/workflows/",
	}
}

// Protected are the files and folders, relative to a space, that decide what runs
// later, here or in other programs. Folders end in a slash.
func Protected() []string { return protectedFiles() }

// judgeProtected asks before a tool writes what decides what runs later. It sees
// what an act says of itself: a program is not seen.
func (g *Guard) judgeProtected(p tools.Preview) Verdict {
	for _, e := range p.Effects {
		if e.Kind != tools.EffectWrite && e.Kind != tools.EffectDelete {
			continue
		}
		for _, root := range g.c.Roots() {
			rel, err := filepath.Rel(root, e.Target)
			if err == nil && isProtected(filepath.ToSlash(rel)) {
				return Verdict{Outcome: Ask, By: "built-in rule", Reason: "it changes " + filepath.ToSlash(rel) + ", which decides what runs later"}
			}
		}
	}
	return Verdict{Outcome: Allow}
}

// isProtected compares without case: some file systems do.
func isProtected(rel string) bool {
	rel = strings.ToLower(rel)
	for _, name := range protectedFiles() {
		if folder, isFolder := strings.CutSuffix(name, "/"); rel == folder || isFolder && strings.HasPrefix(rel, name) {
			return true
		}
	}
	return false
}
