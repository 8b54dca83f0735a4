// Makes a conversation of journal events: turns, with what was said and which calls were made.
// Leaves are replaced, never changed, so a component redraws only what an event touched.

import type { EventOf, JournalEvent, Meta, Verdict } from "./events";
import type { RunState } from "./views";

export type CallStatus = "running" | "requires-action" | "complete" | "incomplete";

export interface Call {
  id: string;
  run: string;
  tool: string;
  /** What a person reads; the tool's name until it is known better. */
  title: string;
  /** The command line, argv, path or difference, whole; "" before it was settled. */
  detail: string;
  folder: string;
  /** "write /path" */
  effects: readonly string[];
  input: unknown;
  /** What names an input that is not kept because it is large or holds a secret; "" if it is kept. */
  inputName: string;
  /** The person called it, not an agent. */
  own: boolean;
  status: CallStatus;
  /** Error code of an incomplete call, or "". */
  code: string;
  /** Why it is incomplete, in a sentence. */
  message: string;
  /** Why the person was asked. */
  why: string;
  /** Who let it run or stopped it. */
  verdict: Verdict | undefined;
  /** By what its input was changed. */
  changedBy: string;
  /** Journalled output of a call that has not finished. */
  output: string;
  content: string;
  /** What the model was given, if it is not the content. */
  given: string | undefined;
  meta: Meta;
  called: string;
  started: string;
  finished: string;
  /** What the snapshot says, in a sentence; "" without one. */
  snapshot: string;
  undone: boolean;
  /** All its events, in order. */
  events: readonly JournalEvent[];
}

export type Part = { kind: "text"; seq: number; text: string } | { kind: "call"; seq: number; call: string };

export interface Turn {
  key: string;
  run: string;
  /** "" for calls that nobody prompted, such as a try-it call. */
  prompt: string;
  agent: string;
  model: string;
  time: string;
  parts: readonly Part[];
  /** The reply that is still growing. */
  growing: string;
  state: RunState;
  reason: string;
  inputTokens: number;
  outputTokens: number;
}

export class Transcript {
  readonly turns: Turn[] = [];
  readonly calls = new Map<string, Call>();
  readonly events: JournalEvent[] = [];
  lastSeq = 0;

  /** Takes one event; false if it was known. */
  apply(event: JournalEvent): boolean {
    if (event.seq <= this.lastSeq) return false;
    this.lastSeq = event.seq;
    this.events.push(event);
    if (event.call) this.applyToCall(event);
    else this.applyToRun(event);
    return true;
  }

  /** Takes a piece of a reply that is being written. */
  grow(run: string, text: string): void {
    this.patchTurn(run, (turn) => ({ growing: turn.growing + text }));
  }

  private applyToRun(event: JournalEvent): void {
    switch (event.kind) {
      case "prompted":
        this.turns.push(newTurn(event, event.data));
        return;
      case "replied":
        this.turnOf(event);
        this.patchTurn(event.run, (turn) => ({
          growing: "",
          parts: event.data.text ? [...turn.parts, { kind: "text", seq: event.seq, text: event.data.text }] : turn.parts,
          inputTokens: turn.inputTokens + (event.data.input_tokens ?? 0),
          outputTokens: turn.outputTokens + (event.data.output_tokens ?? 0),
        }));
        return;
      case "halted":
      case "ended":
        this.endRun(event);
        return;
      default:
        return;
    }
  }

  private endRun(event: EventOf<"halted"> | EventOf<"ended">): void {
    const turn = this.turnOf(event);
    this.patchTurn(event.run, () => ({
      growing: "",
      state: event.data.state ?? (event.kind === "halted" ? "halted" : "done"),
      reason: event.data.reason || turn.reason,
    }));
    for (const call of this.calls.values()) {
      if (call.run !== event.run || call.status === "complete" || call.status === "incomplete") continue;
      this.calls.set(call.id, { ...call, status: "incomplete", code: "cancelled", message: "The run ended before this call did." });
    }
  }

  private applyToCall(event: JournalEvent): void {
    const before = this.calls.get(event.call);
    if (!before) {
      const turn = this.turnOf(event);
      this.patchTurn(turn.run, (t) => ({ parts: [...t.parts, { kind: "call", seq: event.seq, call: event.call }] }));
    }
    const call = before ?? newCall(event);
    this.calls.set(event.call, { ...call, ...changeOf(call, event), events: [...call.events, event] });
    if (event.kind === "undone" && event.data.call) {
      const undone = this.calls.get(event.data.call);
      if (undone) this.calls.set(undone.id, { ...undone, undone: true });
    }
  }

  /** The run's last turn, made if the run began without a prompt. */
  private turnOf(event: JournalEvent): Turn {
    const known = this.turns.findLast((turn) => turn.run === event.run);
    if (known) return known;
    const turn = newTurn(event, {});
    this.turns.push(turn);
    return turn;
  }

  private patchTurn(run: string, change: (turn: Turn) => Partial<Turn>): void {
    const at = this.turns.findLastIndex((turn) => turn.run === run);
    const turn = this.turns[at];
    if (turn) this.turns[at] = { ...turn, ...change(turn) };
  }
}

function newTurn(event: JournalEvent, data: EventOf<"prompted">["data"]): Turn {
  return {
    key: `${event.run}:${event.seq}`, run: event.run, prompt: data.text ?? "", agent: data.agent ?? "", model: data.model ?? "",
    time: event.time, parts: [], growing: "", state: "running", reason: "", inputTokens: 0, outputTokens: 0,
  };
}

function newCall(event: JournalEvent): Call {
  return {
    id: event.call, run: event.run, tool: "", title: "", detail: "", folder: "", effects: [], input: undefined, inputName: "", own: false,
    status: "running", code: "", message: "", why: "", verdict: undefined, changedBy: "", output: "", content: "",
    given: undefined, meta: {}, called: event.time, started: "", finished: "", snapshot: "", undone: false, events: [],
  };
}

function changeOf(call: Call, event: JournalEvent): Partial<Call> {
  switch (event.kind) {
    case "called":
      return {
        tool: event.data.tool ?? "", title: call.title || (event.data.tool ?? ""), input: event.data.input, inputName: nameOf(event.data),
        own: event.data.caller === "person",
      };
    case "changed":
      return { changedBy: event.data.by ?? "a hook", input: event.data.input ?? call.input };
    case "asked":
      return {
        status: "requires-action", title: event.data.title || call.title, detail: event.data.detail ?? call.detail,
        why: event.data.reason ?? "",
      };
    case "allowed":
      return { status: "running", verdict: verdict(event.data) };
    case "blocked":
    case "declined":
    case "expired":
      return { status: "incomplete", code: event.data.code || event.kind, message: event.data.reason ?? "", verdict: verdict(event.data) };
    case "started":
      return {
        status: "running", started: event.time, tool: event.data.tool || call.tool, title: event.data.title || call.title,
        detail: event.data.detail ?? call.detail, folder: event.data.folder ?? "", effects: event.data.effects ?? [],
      };
    case "output":
      return event.data.stream === "progress" ? {} : { output: call.output + (event.data.text ?? "") };
    case "finished":
      return {
        ...outcome(event.data), content: event.data.content ?? "", finished: event.time, output: "",
        ...(event.data.unknown ? UNKNOWN : {}),
      };
    case "returned":
      return {
        ...outcome(event.data), finished: call.finished || event.time, meta: { ...call.meta, ...event.data.meta },
        given: event.data.same ? undefined : event.data.content,
        message: event.data.error || call.message, code: event.data.code || call.code,
      };
    case "snapshot":
      return { snapshot: snapshotWords(event.data) };
    default:
      return {};
  }
}

const UNKNOWN: Partial<Call> = {
  status: "incomplete", code: "unknown",
  message: "Handrail ended while this ran. Nobody knows whether it was done: check before you run it again.",
};

function outcome(data: EventOf<"finished">["data"]): Partial<Call> {
  const failed = Boolean(data.code || data.error);
  return {
    status: failed ? "incomplete" : "complete",
    code: data.code || (failed ? "execution_failed" : ""),
    message: data.error ?? "",
    meta: data.meta ?? {},
  };
}

function nameOf({ size, sha256 }: EventOf<"called">["data"]): string {
  return sha256 ? `${(size ?? 0).toLocaleString("en")} bytes, SHA-256 ${sha256}` : "";
}

function verdict(data: Partial<Verdict>): Verdict {
  return { by: data.by ?? "", ...(data.reason ? { reason: data.reason } : {}), ...(data.code ? { code: data.code } : {}) };
}

function snapshotWords(data: EventOf<"snapshot">["data"]): string {
  if (data.reason) return data.reason;
  const files = data.files ?? 0;
  return files === 0 ? "Changed no files." : `Changed ${files === 1 ? "1 file" : `${files} files`}; can be undone.`;
}
