// What a program came to, of results that are made for a model: tools that run programs tell it as JSON.

import type { Call } from "./call";

export interface ProgramOutput {
  stdout: string;
  stderr: string;
  /** What the tool says about it; "" = nothing. */
  note: string;
}

/** The two streams of a program that a call has run; undefined if its result is something else. */
export function programOf({ content, meta, tool }: Pick<Call, "content" | "meta" | "tool">): ProgramOutput | undefined {
  const job = tool === "job_output";
  if ((meta.exit_code === undefined && !job) || !content.startsWith("{")) return undefined;
  const told = read(content);
  if (job) return typeof told.text === "string" ? { stdout: told.text, stderr: "", note: text(told.note) } : undefined;
  if (typeof told.stdout !== "string" || typeof told.stderr !== "string") return undefined;
  return { stdout: told.stdout, stderr: told.stderr, note: text(told.note) };
}

function read(content: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
