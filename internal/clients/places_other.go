package clients

import "path/filepath"

// windsurf keeps its servers with Codeium's files.
func windsurf(w World) []Place {
	dir := filepath.Join(w.Home, ".codeium", "windsurf")
	return []Place{{Program: "windsurf", File: filepath.Join(dir, "mcp_config.json"), Main: true, shape: shapePlain, signs: []string{dir}}}
}

// zed keeps its servers among its other settings.
func zed(w World) []Place {
	dir := filepath.Join(w.Home, ".config", "zed") // also on a Mac
	if w.OS == "windows" {
		dir = filepath.Join(w.Config, "Zed")
	}
	if moved := w.getenv("XDG_CONFIG_HOME"); w.OS == "linux" && filepath.IsAbs(moved) {
		dir = filepath.Join(moved, "zed")
	}
	out := []Place{{Program: "zed", File: filepath.Join(dir, "settings.json"), Main: true, shape: shapeZed, signs: []string{dir}}}
	if w.OS == "linux" {
		dir := filepath.Join(w.Home, ".var", "app", "dev.zed.Zed", "config", "zed")
		out = append(out, flatpak(Place{Program: "zed", File: filepath.Join(dir, "settings.json"), shape: shapeZed, signs: []string{dir}}))
	}
	for _, dir := range w.Projects {
		out = append(out, Place{Program: "zed", File: filepath.Join(dir, ".zed", "settings.json"), Project: dir, shape: shapeZed})
	}
	return out
}

// extension is the places of an extension in VS Code's builds. Only the usual one is listed where it is
// not on this machine.
func extension(w World, program, id, file string) []Place {
	var out []Place
	for i, build := range []struct{ dir, variant, title string }{{"Code", "", ""}, {"Code - Insiders", "insiders", " (VS Code Insiders)"}, {"VSCodium", "vscodium", " (VSCodium)"}, {"Cursor", "cursor", " (Cursor)"}, {"Windsurf", "windsurf", " (Windsurf)"}} {
		dir := filepath.Join(w.Config, build.dir, "User", "globalStorage", id)
		p := Place{Program: program, Variant: build.variant, File: filepath.Join(dir, "settings", file), shape: shapeSeconds, signs: []string{dir}}
		p.Main = i == 0 || p.Here()
		if i > 0 {
			p.Title = programOf(program).Title + build.title
		}
		out = append(out, p)
	}
	return out
}

func cline(w World) []Place {
	out := extension(w, "cline", "saoudrizwan.claude-dev", "cline_mcp_settings.json")
	dir := filepath.Join(w.Home, ".cline", "data")
	cli := Place{Program: "cline", Variant: "cli", Title: "Cline CLI", File: filepath.Join(dir, "settings", "cline_mcp_settings.json"), shape: shapeSeconds, signs: []string{dir}}
	cli.Main = cli.Here()
	return append(out, cli)
}

func roo(w World) []Place {
	out := extension(w, "roo", "rooveterinaryinc.roo-cline", "mcp_settings.json")
	for _, dir := range w.Projects {
		out = append(out, Place{Program: "roo", File: filepath.Join(dir, ".roo", "mcp.json"), Project: dir, shape: shapeSeconds})
	}
	return out
}

func kiro(w World) []Place {
	dir := filepath.Join(w.Home, ".kiro")
	out := []Place{{Program: "kiro", File: filepath.Join(dir, "settings", "mcp.json"), Main: true, shape: shapePlain, signs: []string{dir}}}
	for _, dir := range w.Projects {
		out = append(out, Place{Program: "kiro", File: filepath.Join(dir, ".kiro", "settings", "mcp.json"), Project: dir, shape: shapePlain})
	}
	return out
}

// opencode reads both of its files.
func opencode(w World) []Place {
	dir := filepath.Join(w.Home, ".config", "opencode")
	if moved := w.getenv("XDG_CONFIG_HOME"); filepath.IsAbs(moved) {
		dir = filepath.Join(moved, "opencode")
	}
	out := []Place{
		{Program: "opencode", File: filepath.Join(dir, "opencode.json"), Main: true, shape: shapeOpencode, signs: []string{dir}},
		{Program: "opencode", File: filepath.Join(dir, "opencode.jsonc"), shape: shapeOpencode},
	}
	for _, dir := range w.Projects {
		for _, name := range []string{"opencode.json", "opencode.jsonc"} {
			out = append(out, Place{Program: "opencode", File: filepath.Join(dir, name), Project: dir, shape: shapeOpencode})
		}
	}
	return out
}

func copilot(w World) []Place {
	dir := filepath.Join(w.Home, ".copilot")
	if moved := w.getenv("COPILOT_HOME"); filepath.IsAbs(moved) {
		dir = moved
	}
	return []Place{{Program: "copilot", File: filepath.Join(dir, "mcp-config.json"), Main: true, shape: shapeCopilot, signs: []string{dir}}}
}

func amp(w World) []Place {
	dir := filepath.Join(w.Home, ".config", "amp")
	out := []Place{{Program: "amp", File: filepath.Join(dir, "settings.json"), Main: true, shape: shapeAmp, signs: []string{dir}}}
	for _, dir := range w.Projects {
		out = append(out, Place{Program: "amp", File: filepath.Join(dir, ".amp", "settings.json"), Project: dir, shape: shapeAmp})
	}
	return out
}

func crush(w World) []Place {
	dir := filepath.Join(w.Home, ".config", "crush")
	if w.OS == "windows" && w.Local != "" {
		dir = filepath.Join(w.Local, "crush")
	}
	if moved := w.getenv("XDG_CONFIG_HOME"); w.OS == "linux" && filepath.IsAbs(moved) {
		dir = filepath.Join(moved, "crush")
	}
	out := []Place{{Program: "crush", File: filepath.Join(dir, "crush.json"), Main: true, shape: shapeCrush, signs: []string{dir}}}
	for _, dir := range w.Projects {
		for _, name := range []string{".crush.json", "crush.json"} {
			out = append(out, Place{Program: "crush", File: filepath.Join(dir, name), Project: dir, shape: shapeCrush})
		}
	}
	return out
}

// qwen is made of Gemini CLI, and keeps its settings as that does.
func qwen(w World) []Place {
	dir := filepath.Join(w.Home, ".qwen")
	out := []Place{{Program: "qwen", File: filepath.Join(dir, "settings.json"), Main: true, shape: shapeGemini, signs: []string{dir}}}
	for _, dir := range w.Projects {
		out = append(out, Place{Program: "qwen", File: filepath.Join(dir, ".qwen", "settings.json"), Project: dir, shape: shapeGemini})
	}
	return out
}

func goose(w World) []Place {
	dir := filepath.Join(w.Home, ".config", "goose")
	if w.OS == "windows" {
		dir = filepath.Join(w.Config, "Block", "goose", "config")
	}
	return []Place{{Program: "goose", File: filepath.Join(dir, "config.yaml"), Main: true, shape: shapeGoose, signs: []string{dir}}}
}

// continueDev has its servers in config.yaml. Connect does not make that file: once it is there, Continue
// reads its older config.json, with the person's models, no more.
func continueDev(w World) []Place {
	file := filepath.Join(w.Home, ".continue", "config.yaml")
	out := []Place{{Program: "continue", File: file, Main: true, shape: shapeContinue, signs: []string{file}}}
	for _, top := range append([]string{w.Home}, w.Projects...) {
		project := top
		if top == w.Home {
			project = ""
		}
		for _, end := range []string{"*.yaml", "*.yml"} {
			files, _ := filepath.Glob(filepath.Join(globSafe(top), ".continue", "mcpServers", end)) // the pattern is sound
			for _, file := range files {
				out = append(out, Place{Program: "continue", File: file, Project: project, shape: shapeContinue})
			}
		}
		files, _ := filepath.Glob(filepath.Join(globSafe(top), ".continue", "mcpServers", "*.json"))
		for _, file := range files {
			out = append(out, Place{Program: "continue", File: file, Project: project, shape: shapePlain})
		}
	}
	return out
}
