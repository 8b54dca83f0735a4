import type { ToolView } from "../../backend/backend";

export interface ToolFilter {
  words: string;
  /** "" = all. Servers count as one source, "mcp". */
  source: string;
  state: "all" | "ready" | "not-ready";
}

export function sourceGroup(source: string): string {
  return source.startsWith("mcp:") ? "mcp" : source;
}

/** Tools that have every word somewhere in their name, title, description or category. */
export function filterTools(tools: readonly ToolView[], { words, source, state }: ToolFilter): ToolView[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return tools.filter((tool) => {
    if (source && sourceGroup(tool.source) !== source) return false;
    if (state !== "all" && (tool.state === "ready") !== (state === "ready")) return false;
    if (wanted.length === 0) return true;
    const text = `${tool.qualified} ${tool.title} ${tool.description} ${tool.category}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
