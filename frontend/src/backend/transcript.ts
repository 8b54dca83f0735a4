// Makes a conversation of journal events: turns, with what was said and which calls were made.
// Leaves are replaced, never changed, so a component redraws only what an event touched.

import { changeOf, newCall, queuedCall, type Call } from "./call";
import { sayRefusal } from "./clauses";
import type { EventOf, JournalEvent } from "./events";
import type { RunState } from "./wire";
import { texts } from "../words/states";

export type { Call, CallStatus } from "./call";

/** turn: which answer of the run it is, from 1; 0 of records that do not say. */
export type Part = { kind: "text"; seq: number; text: string; turn: number } | { kind: "call"; seq: number; call: string } | { kind: "thinking"; seq: number; text: string; ms: number };

/** What a model thinks, while it does. */
export interface Thinking {
  /** The end of it. */
  text: string;
  /** When it began, and when it was over: milliseconds since 1970; 0 = not yet. */
  began: number;
  over: number;
}

/** Characters of it that are kept while it grows: a model may think a million words. */
const THINKING_KEPT = 20_000;
/** Characters of a reply that are kept while it grows, and how many remain when there are more: the end is in view, and the whole comes later. */
const GROWING_MOST = 400_000;
const GROWING_KEPT = 200_000;

export interface Turn {
  key: string;
  run: string;
  /** "" for calls that nobody prompted, such as a try-it call. */
  prompt: string;
  agent: string;
  model: string;
  /** Names of the skills that came up with the prompt. */
  skills: readonly string[];
  /** What the model was told behind the prompt; "" = nothing. */
  aside: string;
  /** The call that gave this turn its task, if it is a sub-agent's; "" if a person has prompted it. */
  parentCall: string;
  time: string;
  parts: readonly Part[];
  /** The reply that is still growing. */
  growing: string;
  /** What is thought before it; undefined = nothing so far. */
  thinking?: Thinking | undefined;
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

  /** Takes a piece of a reply that is being written. What comes late of one that broke off is in its record. */
  grow(run: string, text: string, now = Date.now()): void {
    this.patchTurn(run, ({ state, growing, thinking }) => (state === "running" ? { growing: bounded(growing + text), thinking: thinking && { ...thinking, over: thinking.over || now } } : {}));
  }

  /** Forgets the pieces of a reply that broke off: the model is asked again. */
  restart(run: string): void {
    this.patchTurn(run, ({ state }) => (state === "running" ? { growing: "", thinking: undefined } : {}));
  }

  /** Takes a piece of what the model thinks. */
  think(run: string, text: string, now = Date.now()): void {
    this.patchTurn(run, ({ state, thinking = { text: "", began: now, over: 0 } }) => (state === "running" ? { thinking: { ...thinking, over: 0, text: (thinking.text + text).slice(-THINKING_KEPT) } } : {}));
  }

  private applyToRun(event: JournalEvent): void {
    switch (event.kind) {
      case "prompted":
        this.turns.push(newTurn(event, event.data));
        return;
      case "replied":
        this.turnOf(event);
        this.patchTurn(event.run, (turn) => ({
          growing: "", thinking: undefined,
          parts: [...turn.parts, ...said(event), ...this.queue(event)],
          inputTokens: turn.inputTokens + (event.data.input_tokens ?? 0),
          outputTokens: turn.outputTokens + (event.data.output_tokens ?? 0),
        }));
        return;
      case "halted":
      case "ended":
        this.endRun(event);
        return;
      case "resumed":
        this.patchTurn(event.run, () => ({ state: "running", reason: "", growing: "", thinking: undefined }));
        return;
      default:
        return;
    }
  }

  /** Lists the calls that an answer asks for: some wait until others are through. */
  private queue(event: EventOf<"replied">): Part[] {
    return (event.data.calls ?? []).flatMap((asked, at): Part[] => {
      if (!asked.call || this.calls.has(asked.call)) return [];
      this.calls.set(asked.call, queuedCall(event, asked.call, asked, at + 1));
      return [{ kind: "call", seq: event.seq + 0.5, call: asked.call }];
    });
  }

  private endRun(event: EventOf<"halted"> | EventOf<"ended">): void {
    const turn = this.turnOf(event);
    this.patchTurn(event.run, () => ({
      growing: "", thinking: undefined,
      state: event.data.state ?? (event.kind === "halted" ? "halted" : "done"),
      reason: sayRefusal(event.data.reason ?? "") || turn.reason,
    }));
    for (const call of this.calls.values()) {
      if (call.run !== event.run || call.status === "complete" || call.status === "incomplete") continue;
      this.calls.set(call.id, { ...call, status: "incomplete", code: "cancelled", message: texts.call.runEnded });
    }
  }

  private applyToCall(event: JournalEvent): void {
    const before = this.calls.get(event.call);
    if (!before) {
      this.turnOf(event);
    }
    const call = before ?? newCall(event);
    const changed = { ...call, ...changeOf(call, event), events: [...call.events, event] };
    this.calls.set(event.call, changed);
    if (!before) this.patchTurn(event.run, ({ parts }) => ({ parts: this.withCall(parts, changed, event.seq) }));
    if (event.kind !== "undone") return;
    for (const id of event.data.calls ?? []) {
      const undone = this.calls.get(id);
      if (undone) this.calls.set(id, { ...undone, undone: true });
    }
  }

  /** Calls of one answer run side by side and begin in any order; they are shown in the order in which they were asked for. */
  private withCall(parts: readonly Part[], { id, turn, ordinal }: Call, seq: number): Part[] {
    const before = parts.findLastIndex((part) => {
      const other = part.kind === "call" ? this.calls.get(part.call) : undefined;
      return other?.turn !== turn || other.ordinal <= ordinal;
    });
    return parts.toSpliced(before + 1, 0, { kind: "call", seq, call: id });
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

/** Its end, from where a paragraph begins. */
function bounded(text: string): string {
  if (text.length <= GROWING_MOST) return text;
  const from = text.length - GROWING_KEPT;
  const paragraph = text.indexOf("\n\n", from);
  return text.slice(paragraph < 0 ? from : paragraph + 2);
}

/** What an answer says, and what was thought before it. */
function said({ seq, data: { text, thinking, thought_ms: ms = 0, turn = 0 } }: EventOf<"replied">): Part[] {
  return [...(thinking ? [{ kind: "thinking" as const, seq: seq - 0.5, text: thinking, ms }] : []), ...(text ? [{ kind: "text" as const, seq, text, turn }] : [])];
}

function newTurn(event: JournalEvent, data: EventOf<"prompted">["data"]): Turn {
  return {
    key: `${event.run}:${event.seq}`, run: event.run, prompt: data.text ?? "", agent: data.agent ?? "", model: data.model ?? "", skills: data.skills ?? [], aside: data.aside ?? "", parentCall: data.parent_call ?? "",
    time: event.time, parts: [], growing: "", state: "running", reason: "", inputTokens: 0, outputTokens: 0,
  };
}
