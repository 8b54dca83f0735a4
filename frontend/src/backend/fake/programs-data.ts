// The other programs of the fake's machine: the servers that they have, and whether they use Handrail.

import type { ClientsView, FoundServersView, ProgramView, ServerDraftView, SettingView } from "../wire";

/** A draft as Go would make it of a command or an address. */
export function draft(name: string, more: Partial<ServerDraftView>): ServerDraftView {
  const command = more.argv?.[0] ?? "";
  return {
    id: name, digest: `d-${name}`, name, taken: "", same: "", kind: more.url ? "remote" : "program", argv: [], url: "", folder: "", env: [], headers: [], disabled: false, asks: [], warnings: [], refused: "",
    profile: more.url ? [`It reaches ${hostOf(more.url)}.`] : ["It reads the space and the system.", "It writes to the space, and to a cache of its own.", command === "npx" || command === "uvx" ? "It reaches the package registries." : "It reaches nothing."],
    found: command && command !== "uvx" ? `/usr/bin/${command}` : "", ...more,
  };
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

export const hidden = (name: string, secret: string): SettingView => ({ name, value: "", hidden: true, secret });

const SECRET = "goes to the keychain; the settings only name it.";

const file = (program: string, title: string, path: string, more: Partial<FoundServersView> = {}): FoundServersView => ({ program, title, file: path, project: "", problem: "", notes: [], drafts: [], ...more });

export const FOUND: FoundServersView[] = [
  file("claude-desktop", "Claude Desktop", "/home/ada/.config/Claude/claude_desktop_config.json", {
    drafts: [
      draft("files", { argv: ["npx", "-y", "@modelcontextprotocol/server-filesystem", "/home/ada/welcome"], same: "files" }),
      draft("search", { argv: ["npx", "-y", "server-search"], env: [hidden("SEARCH_API_KEY", "search-search-api-key"), { name: "SEARCH_REGION", value: "eu", hidden: false, secret: "" }] }),
      draft("fetch", { argv: ["uvx", "mcp-server-fetch"], warnings: ["uvx was not found on your PATH. You can import it, but it won't start until uv is installed."] }),
      draft("sqlite", { argv: ["docker", "run", "-i", "--rm", "mcp/sqlite", "--db-path", "/home/ada/shop.db"] }),
    ],
  }),
  file("cursor", "Cursor", "/home/ada/.cursor/mcp.json", {
    drafts: [
      draft("docs-2", { id: "cursor-docs", taken: "docs", url: "https://other.example.com/mcp", headers: [hidden("Authorization", "docs-2-authorization")], warnings: [`Authorization ${SECRET}`] }),
      draft("linear", { url: "https://mcp.linear.example.com/sse" }),
      draft("broken", { refused: "It has neither a command nor a URL." }),
    ],
  }),
  file("claude-code", "Claude Code", "/home/ada/.claude.json", { problem: "/home/ada/.claude.json:14:3: a comma is missing. Fix the file and refresh." }),
  file("vscode", "VS Code", "/home/ada/.config/Code/User/mcp.json", {
    drafts: [draft("tickets", { argv: ["node", "/home/ada/tools/tickets.mjs"], env: [hidden("TICKETS_TOKEN", "tickets-token")], asks: [{ secret: "tickets-token", prompt: "The token of your ticket system", value: "" }] })],
  }),
];

export function programsOf(): ProgramView[] {
  const program = (id: string, title: string, path: string, more: Partial<ProgramView> = {}): ProgramView => ({ id, title, file: path, state: "not-connected", problem: "", space: "", undo: "", ...more });
  return [
    program("claude-desktop", "Claude Desktop", "/home/ada/.config/Claude/claude_desktop_config.json"),
    program("cursor", "Cursor", "/home/ada/.cursor/mcp.json", { state: "connected", space: "/home/ada/welcome", undo: "2026-11-18T10:20:00Z" }),
    program("vscode", "VS Code", "/home/ada/.config/Code/User/mcp.json", { state: "connected", space: "/home/ada/notes" }),
    program("claude-code", "Claude Code", "/home/ada/.claude.json", { state: "broken", problem: "/home/ada/.claude.json:14:3: a comma is missing. Fix the file and refresh." }),
    program("codex", "Codex", "/home/ada/.codex/config.toml", { state: "gone", space: "/home/ada/welcome" }),
    program("gemini", "Gemini CLI", "/home/ada/.gemini/settings.json", { state: "not-found" }),
    program("lmstudio", "LM Studio", "/home/ada/.lmstudio/mcp.json", { state: "not-found" }),
  ];
}

export const CLIENTS: ClientsView = {
  tokens: [{ name: "laptop-grace", created: "2026-11-02T09:00:00Z", used: "2026-11-20T11:40:00Z" }, { name: "nightly-script", created: "2026-10-14T18:20:00Z", used: "" }],
  connected: [
    { id: "c1", name: "claude-code", version: "2.1.4", token: "", space: "/home/ada/welcome", over: "app", since: "2026-11-20T11:02:00Z", calls: 41 },
    { id: "c2", name: "Cursor", version: "", token: "laptop-grace", space: "/home/ada/notes", over: "http", since: "2026-11-20T08:15:00Z", calls: 7 },
  ],
};
