// The journal's events as the page reads them: one entry per kind with the shape of its `data`,
// as journal/data.go writes it. Reading is lenient: a field may be missing, a kind may be newer than this page.

import type { Clause } from "./clauses";
import type { DeciderView, EventView, RunState, Stream } from "./wire";

export interface Verdict {
  /** "mode workspace", "rule bash(git status*)", "the person, in the window". */
  by: string;
  /** What that says, as data. */
  decider?: DeciderView;
  /** What the caller was told. */
  reason?: string;
  /** The reason as codes; absent: only it says it. */
  because?: Clause[];
  /** The reason alone: the person's own words of a no, or why nobody answered. */
  cause?: string;
  code?: string;
}

export interface ModelCall {
  id: string;
  call?: string;
  name: string;
  input?: unknown;
}

/** One step of a call on its way through the door: what was decided, by what, and how long it took. */
export interface Stage {
  name: string;
  result: string;
  by?: string;
  /** Where what decided stands: "agent/rules.json:3". */
  file?: string;
  reason?: string;
  micros?: number;
}

export interface Meta {
  digest?: string;
  duration_ms?: number;
  exit_code?: number;
  truncated?: boolean;
  /** What was enforced, in words. */
  sandbox?: string;
  /** Names the whole output, if more was printed than the content holds; for a job in the background, the job. */
  output?: string;
  /** The server has an app that shows the result. */
  app?: string;
  stages?: Stage[];
  /** Where the text of the result comes from, if not from the person or the space. */
  origins?: Origin[];
}

export interface Origin {
  /** server, web, search, program, file, clipboard, unknown, or one of another version. */
  kind: string;
  name?: string;
  /** The file by which it came; absent: from there itself. */
  via?: string;
}

interface Outcome {
  content?: string;
  error?: string;
  code?: string;
  meta?: Meta;
}

/** A piece of a result that is no text. */
export interface ResultPart {
  mime: string;
  /** Bytes. */
  size: number;
  /** Names it for picture(); absent: it is not kept. */
  kept?: string;
}

export interface EventData {
  prompted: {
    text: string; agent?: string; model?: string; aside?: string; skills?: string[];
    /** Of a task that an agent gives to another one: who gives it, in which run and by which call. */
    from?: string; parent?: string; parent_call?: string;
  };
  replied: {
    text: string; turn?: number; calls?: ModelCall[]; stop?: string; input_tokens?: number; output_tokens?: number; cost?: number;
    /** What the model thought before it answered, and how long. */
    thinking?: string; thought_ms?: number;
  };
  called: {
    tool: string; input?: unknown; size?: number; sha256?: string;
    caller?: string; name?: string; turn?: number; ordinal?: number; key?: string;
  };
  changed: { by?: string; decider?: DeciderView; reason?: string; input?: unknown };
  blocked: Verdict;
  asked: { title: string; heading?: Clause; detail: string; reason?: string; because?: Clause[]; digest?: string; where?: string };
  allowed: Verdict;
  declined: Verdict;
  expired: Verdict;
  started: { tool: string; title: string; heading?: Clause; detail: string; folder?: string; effects?: string[]; digest?: string };
  output: { stream: Stream; text: string };
  finished: Outcome & { unknown?: boolean; parts?: ResultPart[] };
  returned: Outcome & { same?: boolean; truncated?: boolean };
  /** How many names the call has changed, or why nothing is kept of it. */
  snapshot: { changed?: number; exact?: boolean; beside?: string[]; partial?: string[]; skipped?: string[]; failed?: string };
  undone: { calls?: string[]; changed?: number; left?: string[] };
  problem: { file: string; line?: number; severity: string; text: string };
  halted: { state?: RunState; reason?: string };
  ended: { state?: RunState; reason?: string };
  resumed: { model?: string; by?: string; decider?: DeciderView; calls?: { call: string; fate: string; told?: string }[] };
  titled: { title?: string; why?: string; model?: string };
}

export type EventKind = keyof EventData;

export interface EventOf<K extends EventKind> {
  seq: number;
  run: string;
  call: string;
  time: string;
  kind: K;
  data: Partial<EventData[K]>;
}

export type JournalEvent = { [K in EventKind]: EventOf<K> }[EventKind];

/** Every kind, in the order of the journal's own list. */
export const EVENT_KINDS = [
  "prompted", "replied", "called", "changed", "blocked", "asked", "allowed", "declined", "expired",
  "started", "output", "finished", "returned", "snapshot", "undone", "problem", "halted", "ended", "resumed", "titled",
] as const satisfies readonly EventKind[];

const known = new Set<string>(EVENT_KINDS);

/** Reads one event; undefined if this page does not know its kind. */
export function readEvent(view: EventView): JournalEvent | undefined {
  if (!known.has(view.kind)) return undefined;
  const { seq, run, call, time } = view;
  return { seq, run, call, time, kind: view.kind, data: readData(view.data) } as JournalEvent;
}

function readData(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}
