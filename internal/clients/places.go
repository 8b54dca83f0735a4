package clients

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Places are all files in which servers may be kept, those of the person first,
// then those of w.Projects, then those of an administrator. They need not exist.
func Places(w World) []Place {
	var out []Place
	for _, of := range []func(World) []Place{claudeDesktop, claudeCode, cursor, vscode, codex, gemini, lmStudio, windsurf, zed, cline, roo, kiro, opencode, copilot, amp, crush, qwen, goose, continueDev} {
		out = append(out, of(w)...)
	}
	for i := range out {
		if out[i].Title == "" {
			out[i].Title = programOf(out[i].Program).Title
		}
	}
	return out
}

// Here reports whether a place's program seems to be on this machine.
func (p Place) Here() bool {
	return slices.ContainsFunc(p.signs, func(sign string) bool {
		_, err := os.Stat(sign)
		return err == nil
	})
}

func claudeDesktop(w World) []Place {
	const file = "claude_desktop_config.json"
	dirs := []string{filepath.Join(w.Config, "Claude")}
	if w.OS == "windows" && w.Local != "" {
		// Since 2026 the installer makes a package, which sees a folder of its own
		// in place of %APPDATA%\Claude.
		packaged, _ := filepath.Glob(filepath.Join(globSafe(w.Local), "Packages", "Claude_*", "LocalCache", "Roaming", "Claude"))
		dirs = append(packaged, dirs...)
	}
	var out []Place
	for i, dir := range dirs {
		out = append(out, Place{Program: "claude-desktop", File: filepath.Join(dir, file), Main: i == 0, shape: shapePlain, signs: []string{dir}})
	}
	if w.OS == "linux" {
		dir := filepath.Join(w.Home, ".var", "app", "com.anthropic.Claude", "config", "Claude")
		out = append(out, flatpak(Place{Program: "claude-desktop", File: filepath.Join(dir, file), shape: shapePlain, signs: []string{dir}}))
	}
	return out
}

// flatpak marks a place of a program in a Flatpak.
func flatpak(p Place) Place {
	p.Flatpak, p.Title = true, programOf(p.Program).Title+" (Flatpak)"
	if p.Variant != "" {
		p.Title = fmt.Sprintf("%s %s (Flatpak)", programOf(p.Program).Title, p.Variant)
		p.Variant += "-flatpak"
	} else {
		p.Variant = "flatpak"
	}
	p.Main = true
	p.Note = "This program runs in a Flatpak's sandbox: it may not be allowed to start programs of yours. If Handrail does not come up in it, allow it with Flatseal or use its other package."
	return p
}

func claudeCode(w World) []Place {
	main := Place{Program: "claude-code", File: filepath.Join(w.Home, ".claude.json"), Main: true, shape: shapeClaude, signs: []string{filepath.Join(w.Home, ".claude.json"), filepath.Join(w.Home, ".claude")}}
	if dir := w.getenv("CLAUDE_CONFIG_DIR"); filepath.IsAbs(dir) {
		main.File, main.signs = filepath.Join(dir, ".claude.json"), []string{dir}
	}
	out := []Place{main}
	for _, dir := range w.Projects {
		out = append(out, Place{Program: "claude-code", File: filepath.Join(dir, ".mcp.json"), Project: dir, shape: shapePlain})
	}
	managed := map[string]string{
		"linux":   filepath.Join(w.Root, "etc", "claude-code"),
		"darwin":  filepath.Join(w.Root, "Library", "Application Support", "ClaudeCode"),
		"windows": filepath.Join(w.Root, "Program Files", "ClaudeCode"),
	}[w.OS]
	if managed != "" {
		out = append(out, Place{Program: "claude-code", File: filepath.Join(managed, "managed-mcp.json"), shape: shapePlain})
	}
	return out
}

func cursor(w World) []Place {
	dir := filepath.Join(w.Home, ".cursor")
	out := []Place{{Program: "cursor", File: filepath.Join(dir, "mcp.json"), Main: true, shape: shapePlain, signs: []string{dir, filepath.Join(w.Config, "Cursor")}}}
	for _, dir := range w.Projects {
		out = append(out, Place{Program: "cursor", File: filepath.Join(dir, ".cursor", "mcp.json"), Project: dir, shape: shapePlain})
	}
	return out
}

// vscode has a folder for each of its builds. A Snap of it is a classic one, which
// uses the same folders as the others.
func vscode(w World) []Place {
	var out []Place
	user := func(p Place, dir string) {
		p.Program, p.shape, p.signs = "vscode", shapeVSCode, []string{dir}
		p.File = filepath.Join(dir, "User", "mcp.json")
		out = append(out, p)
		old := p
		old.File, old.shape, old.Main = filepath.Join(dir, "User", "settings.json"), shapeSettings, false
		out = append(out, old)
		profiles, _ := filepath.Glob(filepath.Join(globSafe(dir), "User", "profiles", "*", "mcp.json"))
		for _, file := range profiles {
			profile := p
			profile.File, profile.Main = file, false
			out = append(out, profile)
		}
	}
	user(Place{Main: true}, filepath.Join(w.Config, "Code"))
	user(Place{Main: true, Variant: "insiders", Title: "VS Code Insiders"}, filepath.Join(w.Config, "Code - Insiders"))
	user(Place{Main: true, Variant: "vscodium", Title: "VSCodium"}, filepath.Join(w.Config, "VSCodium"))
	if w.OS == "linux" {
		apps := filepath.Join(w.Home, ".var", "app")
		user(flatpak(Place{Program: "vscode"}), filepath.Join(apps, "com.visualstudio.code", "config", "Code"))
		user(flatpak(Place{Program: "vscode", Variant: "insiders"}), filepath.Join(apps, "com.visualstudio.code.insiders", "config", "Code - Insiders"))
		user(flatpak(Place{Program: "vscode", Variant: "vscodium"}), filepath.Join(apps, "com.vscodium.codium", "config", "VSCodium"))
	}
	for _, dir := range w.Projects {
		out = append(out,
			Place{Program: "vscode", File: filepath.Join(dir, ".vscode", "mcp.json"), Project: dir, shape: shapeVSCode},
			Place{Program: "vscode", File: filepath.Join(dir, ".vscode", "settings.json"), Project: dir, shape: shapeSettings})
	}
	return out
}

func codex(w World) []Place {
	dir := filepath.Join(w.Home, ".codex")
	if moved := w.getenv("CODEX_HOME"); filepath.IsAbs(moved) {
		dir = moved
	}
	out := []Place{{Program: "codex", File: filepath.Join(dir, "config.toml"), Main: true, shape: shapeCodex, signs: []string{dir}}}
	for _, dir := range w.Projects {
		out = append(out, Place{Program: "codex", File: filepath.Join(dir, ".codex", "config.toml"), Project: dir, shape: shapeCodex})
	}
	if w.OS != "windows" {
		out = append(out, Place{Program: "codex", File: filepath.Join(w.Root, "etc", "codex", "config.toml"), shape: shapeCodex})
	}
	return out
}

func gemini(w World) []Place {
	dir := filepath.Join(w.Home, ".gemini")
	out := []Place{{Program: "gemini", File: filepath.Join(dir, "settings.json"), Main: true, shape: shapeGemini, signs: []string{dir}}}
	for _, dir := range w.Projects {
		out = append(out, Place{Program: "gemini", File: filepath.Join(dir, ".gemini", "settings.json"), Project: dir, shape: shapeGemini})
	}
	system := map[string]string{
		"linux":   filepath.Join(w.Root, "etc", "gemini-cli"),
		"darwin":  filepath.Join(w.Root, "Library", "Application Support", "GeminiCli"),
		"windows": filepath.Join(w.Root, "ProgramData", "gemini-cli"),
	}[w.OS]
	if system != "" {
		out = append(out, Place{Program: "gemini", File: filepath.Join(system, "settings.json"), shape: shapeGemini})
	}
	return out
}

// lmStudio keeps the older folder where it began with it.
func lmStudio(w World) []Place {
	now, old := filepath.Join(w.Home, ".lmstudio"), filepath.Join(w.Home, ".cache", "lm-studio")
	dirs := []string{now, old}
	if _, err := os.Stat(now); err != nil {
		if _, err := os.Stat(old); err == nil {
			dirs = []string{old, now}
		}
	}
	var out []Place
	for i, dir := range dirs {
		out = append(out, Place{Program: "lmstudio", File: filepath.Join(dir, "mcp.json"), Main: i == 0, shape: shapePlain, signs: []string{dir}})
	}
	return out
}

func (w World) getenv(name string) string {
	if w.Getenv == nil {
		return ""
	}
	return w.Getenv(name)
}

// globSafe keeps a folder's own characters out of a pattern.
func globSafe(dir string) string {
	if filepath.Separator == '\\' { // there is no way to escape; such names cannot be there
		return dir
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}
