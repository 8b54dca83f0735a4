// Plain words and tones for what the backend says, so that every page calls a thing by the same name.

import type { Call, CallStatus } from "./transcript";
import type { EffectView, JobView, PreviewView, RunState, RunView, ToolView } from "./wire";

/** Meanings that have a colour, an icon and a word. components/state.tsx draws them. */
export type Tone = "running" | "asking" | "done" | "failed" | "denied" | "warning" | "quiet";

export interface Said {
  tone: Tone;
  word: string;
}

const REFUSED: Record<string, string> = {
  blocked: "Blocked",
  permission_denied: "Not allowed",
  declined: "Denied",
  expired: "Not answered",
  network_disabled: "Network is off",
};

const FAILED: Record<string, string> = {
  not_found: "Not available",
  invalid_args: "Input does not fit",
  execution_failed: "Failed",
  file_not_found: "File not found",
  invalid_path: "Outside the space",
  too_large: "Too large",
  patch_failed: "Patch does not apply",
  timeout: "Ran out of time",
  unavailable: "Does not work here",
  unknown: "Outcome unknown",
};

/** What became of a call, by its error code. */
export function sayCode(code: string): Said {
  if (code === "cancelled") return { tone: "quiet", word: "Cancelled" };
  const refused = REFUSED[code];
  if (refused) return { tone: "denied", word: refused };
  return { tone: code === "unknown" ? "warning" : "failed", word: FAILED[code] ?? "Failed" };
}

export function sayCall(status: CallStatus, code: string): Said {
  switch (status) {
    case "running":
      return { tone: "running", word: "Running" };
    case "requires-action":
      return { tone: "asking", word: "Waiting for you" };
    case "complete":
      return { tone: "done", word: "Done" };
    case "incomplete":
      return sayCode(code);
  }
}

/** The question that the details of a call answer. */
export function sayWhy({ status, started }: Pick<Call, "status" | "started">): string {
  if (status === "requires-action") return "Why are you asked?";
  return started || status !== "incomplete" ? "Why was this allowed?" : "Why did this not run?";
}

export function sayRun(state: RunState): Said {
  switch (state) {
    case "running":
      return { tone: "running", word: "Running" };
    case "done":
      return { tone: "done", word: "Done" };
    case "failed":
      return { tone: "failed", word: "Failed" };
    case "cancelled":
      return { tone: "quiet", word: "Cancelled" };
    case "halted":
      return { tone: "denied", word: "Halted" };
    case "unknown":
      return { tone: "warning", word: "Cut off" };
  }
}

export function sayJob(state: JobView["state"]): Said {
  switch (state) {
    case "running":
      return { tone: "running", word: "Running" };
    case "done":
      return { tone: "done", word: "Ended" };
    case "failed":
      return { tone: "failed", word: "Failed" };
    case "stopped":
      return { tone: "quiet", word: "Stopped" };
  }
}

/** What a result's meta says of the walls: "enforced", "not enforced: files, network". Undefined if nothing ran behind any. */
export function sayWalls(sandbox: string | undefined): Said | undefined {
  if (!sandbox) return undefined;
  if (sandbox === "enforced") return { tone: "done", word: "All of them held" };
  const missing = /^not enforced: (.*)$/.exec(sandbox)?.[1];
  return missing ? { tone: "warning", word: `Not held: ${missing}` } : { tone: "quiet", word: sandbox };
}

/** Whether walls stopped a call that had begun: then the person can open them. */
export function stoppedByWalls({ code, started }: Pick<Call, "code" | "started">): boolean {
  return code === "network_disabled" || (code === "permission_denied" && started !== "");
}

export function sayTool(state: ToolView["state"]): Said {
  switch (state) {
    case "ready":
      return { tone: "done", word: "Ready" };
    case "shadowed":
      return { tone: "quiet", word: "Shadowed" };
    case "disabled":
      return { tone: "quiet", word: "Switched off" };
    case "rejected":
      return { tone: "failed", word: "Rejected" };
    case "held-back":
      return { tone: "warning", word: "Held back" };
    case "blocked":
      return { tone: "denied", word: "Blocked" };
    case "unavailable":
      return { tone: "quiet", word: "Not available" };
  }
}

export function sayDecision(decision: PreviewView["decision"]): Said {
  switch (decision) {
    case "run":
      return { tone: "done", word: "An agent may run this" };
    case "ask":
      return { tone: "asking", word: "An agent has to ask you" };
    case "deny":
      return { tone: "denied", word: "Not allowed" };
  }
}

/** Makes a sentence of a clause: "it changes nothing" -> "It changes nothing." A name of a file stays as it is. */
export function sentence(clause: string): string {
  if (clause === "") return "";
  const end = /[.!?…]$/.test(clause) ? "" : ".";
  return clause.replace(/^[a-z]+(?=[\s,;'])/, (word) => word.charAt(0).toUpperCase() + word.slice(1)) + end;
}

/** The same of a clause that may begin with a name, which stays as it is: "log is new" -> "log is new." */
export function named(name: string, clause: string): string {
  if (name === "" || !clause.startsWith(`${name} `)) return sentence(clause);
  return /[.!?…]$/.test(clause) ? clause : `${clause}.`;
}

/** The beginning of a text that may go on for pages: its first paragraph. */
export function firstParagraph(text: string): string {
  return text.trim().split(/\n\s*\n|\n(?=#)/, 1)[0] ?? "";
}

/** Who made a run. */
export function sayWho({ agent, origin }: Pick<RunView, "agent" | "origin">): string {
  if (agent) return agent;
  return { chat: "You", try: "You", cli: "You, in the terminal", mcp: "A program", page: "A page" }[origin];
}

/** Whether a verdict's "by" is the person: "the person, in the window". */
export function byPerson(by: string): boolean {
  return by.startsWith("the person");
}

export function sayEffect(effect: EffectView): string {
  return `${effect.kind} ${effect.target}`;
}

/** "builtin" -> "Built in". */
export function saySource(source: string): string {
  if (source.startsWith("mcp:")) return `Server ${source.slice(4)}`;
  const words: Record<string, string> = { builtin: "Built in", custom: "Space", manifest: "Manifest", hand: "Hand", bridge: "Desktop" };
  return words[source] ?? source;
}

export function sayDuration(ms: number): string {
  if (ms < 1) return "under 1 ms";
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function between(from: string, to: string): number {
  const span = Date.parse(to) - Date.parse(from);
  return Number.isFinite(span) ? Math.max(0, span) : 0;
}

/** "14:03" of today, "Tue 14:03" of this week, else "3 Nov" (with the year if it is another). */
export function sayTime(time: string, now: Date): string {
  const at = new Date(time);
  if (Number.isNaN(at.getTime())) return "";
  const clock = at.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === now.toDateString()) return clock;
  if (now.getTime() - at.getTime() < 6 * 86_400_000) return `${at.toLocaleDateString("en-GB", { weekday: "short" })} ${clock}`;
  const year = at.getFullYear() === now.getFullYear() ? {} : ({ year: "numeric" } as const);
  return at.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year });
}

/** "588.9 kB" */
export function sayBytes(bytes: number): string {
  if (bytes < 1000) return plural(bytes, "byte");
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
