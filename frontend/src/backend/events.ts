// The journal's events as the page reads them: one entry per kind with the shape of its `data`.
// Reading is lenient: an unknown kind or a missing field never breaks the page.

import type { EffectView, EventView } from "./views";

/** SPEC 13. Everything is optional on the wire: the reader must say what it does without. */
export interface EventData {
  prompted: { session?: string; agent?: string; model?: string; text?: string };
  replied: { text?: string; input_tokens?: number; output_tokens?: number; cost?: number };
  called: { tool?: string; title?: string; input?: unknown; caller?: string };
  changed: { by?: string; file?: string; input?: unknown };
  blocked: { code?: string; message?: string; by?: string; file?: string };
  asked: { question?: string; title?: string; detail?: string; folder?: string; effects?: EffectView[]; why?: string; digest?: string };
  allowed: { by?: string; why?: string; file?: string };
  declined: { by?: string; reason?: string };
  expired: { after_ms?: number };
  started: { title?: string; detail?: string; folder?: string; effects?: EffectView[]; digest?: string; sandbox?: string };
  output: { stream?: "stdout" | "stderr"; text?: string; dropped?: number };
  finished: { code?: string; message?: string; content?: string; exit_code?: number; duration_ms?: number; dropped?: number };
  returned: { code?: string; message?: string; content?: string; truncated?: boolean; stages?: Stage[] };
  snapshot: { files?: number; skipped?: number; problem?: string };
  undone: { call?: string; files?: number };
  halted: { code?: string; message?: string };
  ended: { state?: "done" | "failed" | "cancelled" | "halted" | "unknown"; message?: string };
}

/** One step of a call through the door: who decided, and how long it took. */
export interface Stage {
  name: string;
  outcome?: string;
  by?: string;
  file?: string;
  duration_ms?: number;
}

export type EventKind = keyof EventData;

export interface JournalEvent<K extends EventKind = EventKind> {
  seq: number;
  run: string;
  call: string;
  time: string;
  kind: K;
  data: EventData[K];
}

type AnyEvent = { [K in EventKind]: JournalEvent<K> }[EventKind];

const KINDS: Record<EventKind, true> = {
  prompted: true, replied: true, called: true, changed: true, blocked: true, asked: true, allowed: true,
  declined: true, expired: true, started: true, output: true, finished: true, returned: true,
  snapshot: true, undone: true, halted: true, ended: true,
};

export const EVENT_KINDS = Object.keys(KINDS) as EventKind[];

/** Reads one event; undefined if this page does not know its kind (a newer Go side). */
export function readEvent(view: EventView): AnyEvent | undefined {
  if (!(view.kind in KINDS)) return undefined;
  const { seq, run, call, time } = view;
  return { seq, run, call, time, kind: view.kind, data: readData(view.data) } as AnyEvent;
}

function readData(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === "object" ? value : {};
  } catch {
    return {};
  }
}
