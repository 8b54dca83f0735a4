package clients

import (
	"path/filepath"
	"runtime"
)

// A Program is another program that speaks MCP.
type Program struct {
	ID    string // names it on the command line: "claude-desktop"
	Title string // what people call it: "Claude Desktop"
	After string // what to do after its file has changed, in a sentence
}

// Programs are all programs that are known, in the order in which they are shown.
func Programs() []Program {
	return []Program{
		{"claude-desktop", "Claude Desktop", "Quit Claude Desktop and start it again: it reads this file only when it starts."},
		{"claude-code", "Claude Code", "Start Claude Code again, or type /mcp in a new session."},
		{"cursor", "Cursor", "Cursor notices the change by itself; if it does not, turn the server on in Cursor's settings under MCP."},
		{"vscode", "VS Code", "VS Code notices the change by itself; start the server with \"MCP: List Servers\" if it does not."},
		{"codex", "Codex", "Start Codex again: it reads this file only when it starts."},
		{"gemini", "Gemini CLI", "Start Gemini CLI again, or type /mcp reload."},
		{"lmstudio", "LM Studio", "LM Studio notices the change by itself; turn the server on in its Program tab."},
		{"windsurf", "Windsurf", "Press the refresh button in Windsurf's list of MCP servers."},
		{"zed", "Zed", "Zed notices the change by itself; its agent panel's settings list the server."},
		{"cline", "Cline", "Cline notices the change by itself; its list of MCP servers shows the server."},
		{"roo", "Roo Code", "Roo Code notices the change by itself; its list of MCP servers shows the server."},
		{"kiro", "Kiro", "Kiro notices the change by itself; its list of MCP servers shows the server."},
		{"opencode", "opencode", "Start opencode again: it reads this file only when it starts."},
		{"copilot", "Copilot CLI", "Start Copilot CLI again: it reads this file only when it starts."},
		{"amp", "Amp", "Start Amp again: it reads this file only when it starts."},
		{"crush", "Crush", "Start Crush again: it reads this file only when it starts."},
		{"qwen", "Qwen Code", "Start Qwen Code again, or type /mcp."},
		{"goose", "Goose", "Start a new session of Goose: it reads this file when one begins."},
		{"continue", "Continue", "Continue notices the change by itself; its list of tools shows the server."},
	}
}

// programOf is the program with an ID.
func programOf(id string) Program {
	for _, p := range Programs() {
		if p.ID == id {
			return p
		}
	}
	return Program{ID: id, Title: id}
}

// A World says where to look. Nothing is taken from the environment of this
// process.
type World struct {
	OS       string   // linux, darwin, windows
	Home     string   // the person's home folder
	Config   string   // where programs keep settings: ~/.config, ~/Library/Application Support, %APPDATA%
	Local    string   // %LOCALAPPDATA%; "" elsewhere
	Root     string   // of the file system: "/", `C:\`; what an administrator has set is below it
	Projects []string // folders whose own files count too
	// Getenv is what the person's environment says of a variable that moves a
	// program's folder (CLAUDE_CONFIG_DIR, CODEX_HOME); nil: none is set.
	Getenv func(name string) string
	// Form says that a text comes from a form of ours: ${secret:NAME} in it names a
	// secret of the person's. In any other text it is a placeholder that nobody fills in.
	Form bool
}

// NewWorld is the machine that this process runs on: home is the person's folder,
// getenv reads the person's environment.
func NewWorld(home string, getenv func(name string) string, projects []string) World {
	w := World{OS: runtime.GOOS, Home: home, Root: "/", Projects: projects, Getenv: getenv}
	either := func(set, usual string) string {
		if filepath.IsAbs(set) {
			return set
		}
		return usual
	}
	switch w.OS {
	case "windows":
		w.Config = either(getenv("APPDATA"), filepath.Join(w.Home, "AppData", "Roaming"))
		w.Local = either(getenv("LOCALAPPDATA"), filepath.Join(w.Home, "AppData", "Local"))
		w.Root = either(getenv("SystemDrive")+`\`, `C:\`)
	case "darwin":
		w.Config = filepath.Join(w.Home, "Library", "Application Support")
	default:
		w.Config = either(getenv("XDG_CONFIG_HOME"), filepath.Join(w.Home, ".config"))
	}
	return w
}

// A Place is a file in which a program keeps servers.
type Place struct {
	Program string // its ID
	Title   string // the program and, where there are several, which: "VS Code Insiders"
	Flatpak bool   // the program runs in a Flatpak
	Variant string // "insiders", "flatpak"; "" for the usual one
	File    string // absolute; it need not exist
	Project string // the folder whose servers these are; "" for everywhere
	Main    bool   // where Connect puts us
	Note    string // what to know before connecting; "" mostly

	shape shape
	signs []string // the program seems to be here if one of these exists
}

// ID names the program and its variant: "vscode", "vscode-insiders".
func (p Place) ID() string {
	if p.Variant == "" {
		return p.Program
	}
	return p.Program + "-" + p.Variant
}

// A shape is how a file is written.
type shape string

const (
	shapePlain    shape = "mcpServers"           // Claude Desktop, Cursor, LM Studio, .mcp.json
	shapeClaude   shape = "claude.json"          // mcpServers, and projects.<folder>.mcpServers
	shapeVSCode   shape = "servers"              // servers and inputs
	shapeSettings shape = "settings.json"        // VS Code's older mcp.servers and mcp.inputs
	shapeGemini   shape = "gemini/settings.json" // mcpServers with httpUrl
	shapeCodex    shape = "config.toml"          // [mcp_servers.x]
	shapeSeconds  shape = "mcpServers in s"      // Cline, Roo Code: mcpServers, with time-outs in seconds
	shapeZed      shape = "context_servers"      // Zed: the command as a text, or as a table with its path
	shapeOpencode shape = "mcp"                  // opencode: a command that is a list, environment, enabled
	shapeCrush    shape = "crush.json"           // Crush: mcp, with $NAME
	shapeCopilot  shape = "mcp-config.json"      // Copilot CLI: mcpServers, each with its tools
	shapeAmp      shape = "amp.mcpServers"       // Amp: one name with a dot
	shapeGoose    shape = "config.yaml"          // Goose: extensions, of which some are servers
	shapeContinue shape = "mcpServers.yaml"      // Continue: a list of servers with names
)
