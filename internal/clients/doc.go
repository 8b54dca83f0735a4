// Package clients knows the other programs that speak MCP (Claude Desktop, Claude
// Code, Cursor, VS Code, Codex, Gemini CLI, LM Studio): where each keeps its
// servers, how to read them, and how to put one in and take it out again without
// touching anything else of the file (docs/spec/08-mcp.md#other-programs).
package clients
