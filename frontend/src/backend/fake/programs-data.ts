// The other programs of the fake's machine: the servers that they have.

import type { FoundServersView, ServerDraftView, SettingView } from "../wire";

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
