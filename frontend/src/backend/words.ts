// Plain words and tones for what the backend says, so that every page calls a thing by the same name.

export { named, plural, sayBytes, sayDuration, sayTime, sentence } from "../words/format";
import { texts } from "../words/states";
import { sayClause } from "./clauses";
import type { Origin } from "./events";
import type { Call, CallStatus } from "./transcript";
import type { EffectView, JobView, PreviewView, RunState, RunView, ToolView } from "./wire";

/** Meanings that have a colour, an icon and a word. components/state.tsx draws them. */
export type Tone = "running" | "asking" | "done" | "failed" | "denied" | "warning" | "quiet";

export interface Said {
  tone: Tone;
  word: string;
}

const REFUSED: Record<string, string> = texts.refused;
const FAILED: Record<string, string> = texts.failed;

/** What became of a call, by its error code. */
export function sayCode(code: string): Said {
  if (code === "cancelled") return { tone: "quiet", word: texts.cancelled };
  const refused = REFUSED[code];
  if (refused) return { tone: "denied", word: refused };
  return { tone: code === "unknown" ? "warning" : "failed", word: FAILED[code] ?? texts.failed.execution_failed };
}

/** What became of a call. A program that says that it failed has failed, though the call itself went well. */
export function sayCall({ status, code, meta }: { status: CallStatus; code: string; meta?: Pick<Call["meta"], "exit_code"> }): Said {
  switch (status) {
    case "queued":
      return { tone: "quiet", word: texts.call.queued };
    case "running":
      return { tone: "running", word: texts.call.running };
    case "requires-action":
      return { tone: "asking", word: texts.call.asking };
    case "complete":
      return meta?.exit_code ? { tone: "failed", word: texts.call.exit(meta.exit_code) } : { tone: "done", word: texts.call.done };
    case "incomplete":
      return sayCode(code);
  }
}

/** The question that the details of a call answer. */
export function sayWhy({ status, started }: Pick<Call, "status" | "started">): string {
  if (status === "requires-action") return texts.why.asking;
  return started || status !== "incomplete" ? texts.why.allowed : texts.why.refused;
}

export function sayRun(state: RunState): Said {
  switch (state) {
    case "running":
      return { tone: "running", word: texts.run.running };
    case "done":
      return { tone: "done", word: texts.run.done };
    case "failed":
      return { tone: "failed", word: texts.run.failed };
    case "cancelled":
      return { tone: "quiet", word: texts.run.cancelled };
    case "halted":
      return { tone: "denied", word: texts.run.halted };
    case "unknown":
      return { tone: "warning", word: texts.run.unknown };
  }
}

/** What became of a run: one that is done, and did nothing but a call that came to nothing, is what the call is. */
export function sayRunWithCall({ state, callCode, callExit }: Pick<RunView, "state" | "callCode" | "callExit">): Said {
  if (state !== "done") return sayRun(state);
  return sayCall({ status: callCode ? "incomplete" : "complete", code: callCode, meta: { exit_code: Number(callExit) } });
}

export function sayJob(state: JobView["state"]): Said {
  switch (state) {
    case "running":
      return { tone: "running", word: texts.job.running };
    case "done":
      return { tone: "done", word: texts.job.done };
    case "failed":
      return { tone: "failed", word: texts.job.failed };
    case "stopped":
      return { tone: "quiet", word: texts.job.stopped };
    case "left":
      return { tone: "warning", word: texts.job.left };
  }
}

/** What a result's meta says of the walls: "enforced", "not enforced: files, network". Undefined if nothing ran behind any. */
export function sayWalls(sandbox: string | undefined): Said | undefined {
  if (!sandbox) return undefined;
  if (sandbox === "enforced") return { tone: "done", word: texts.sandbox.enforced };
  const missing = /^not enforced: (.*)$/.exec(sandbox)?.[1];
  return missing ? { tone: "warning", word: texts.sandbox.missing(missing) } : { tone: "quiet", word: sandbox };
}

/** Whether walls stopped a call that had begun: then the person can open them. */
export function stoppedByWalls({ code, started }: Pick<Call, "code" | "started">): boolean {
  return code === "network_disabled" || (code === "permission_denied" && started !== "");
}

const isOrigin = (kind: string): kind is keyof typeof texts.origin => Object.hasOwn(texts.origin, kind);

/** Where text comes from: "example.com", "the server notes", "what is in node_modules". */
export function sayOrigin({ kind, name = "", via = "" }: Origin): string {
  const said: (name: string) => string = isOrigin(kind) ? texts.origin[kind] : texts.origin.other;
  return via ? texts.originBy(said(name), via) : said(name);
}

export function sayTool(state: ToolView["state"]): Said {
  switch (state) {
    case "ready":
      return { tone: "done", word: texts.tool.ready };
    case "shadowed":
      return { tone: "quiet", word: texts.tool.shadowed };
    case "disabled":
      return { tone: "quiet", word: texts.tool.disabled };
    case "rejected":
      return { tone: "failed", word: texts.tool.rejected };
    case "held-back":
      return { tone: "warning", word: texts.tool.held };
    case "blocked":
      return { tone: "denied", word: texts.tool.blocked };
    case "unavailable":
      return { tone: "quiet", word: texts.tool.unavailable };
  }
}

export function sayDecision(decision: PreviewView["decision"]): Said {
  switch (decision) {
    case "run":
      return { tone: "done", word: texts.decision.run };
    case "ask":
      return { tone: "asking", word: texts.decision.ask };
    case "deny":
      return { tone: "denied", word: texts.decision.deny };
  }
}

/** The beginning of a text that may go on for pages: its first paragraph. */
export function firstParagraph(text: string): string {
  return text.trim().split(/\n\s*\n|\n(?=#)/, 1)[0] ?? "";
}

/** Who made a run. */
export function sayWho({ agent, origin }: Pick<RunView, "agent" | "origin">): string {
  if (agent) return agent;
  return { chat: texts.who.you, try: texts.who.you, cli: texts.who.terminal, mcp: texts.who.program, page: texts.who.page }[origin];
}

export function sayEffect(effect: EffectView): string {
  return sayClause({ code: effect.kind, args: [effect.target] }, `${effect.kind} ${effect.target}`);
}

/** "builtin" -> "Built in". */
export function saySource(source: string): string {
  if (source.startsWith("mcp:")) return texts.source.server(source.slice(4));
  const known: Record<string, unknown> = texts.source;
  const word = known[source];
  return typeof word === "string" ? word : source;
}

export function between(from: string, to: string): number {
  const span = Date.parse(to) - Date.parse(from);
  return Number.isFinite(span) ? Math.max(0, span) : 0;
}
