// One tool call as the journal tells it, event by event.

import { sayReason, sayRefusal, saySaid, type Clause } from "./clauses";
import { readDecided, sayBy, type Decided } from "./decider";
import type { EventOf, JournalEvent, Meta, ResultPart, Verdict } from "./events";
import { texts } from "../words/states";

/** queued: the model has asked for it, and it has not begun. */
export type CallStatus = "queued" | "running" | "requires-action" | "complete" | "incomplete";

/** A question that a running call asked, such as whether builds may reach the package registries. */
export interface Aside {
  title: string;
  reason: string;
  /** Undefined while it waits. */
  answer: { kind: "allowed" | "declined" | "expired"; decided: Decided } | undefined;
}

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
  /** Its place among the calls of its run: the model's answer, and which of its calls. */
  turn: number;
  ordinal: number;
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
  verdict: (Decided & Pick<Verdict, "reason" | "code"> & { /** Its reason is in another language than English. */ translated?: true }) | undefined;
  /** By what its input was changed. */
  changedBy: string;
  /** Journalled output of a call that has not finished. */
  output: string;
  content: string;
  /** The pictures that came out beside the content. */
  pictures: readonly ResultPart[];
  /** What the model was given, if it is not the content. */
  given: string | undefined;
  meta: Meta;
  called: string;
  started: string;
  finished: string;
  /** What the snapshot says, in a sentence; "" without one. */
  snapshot: string;
  undone: boolean;
  /** What it asked on its way, after it had started: the call itself stays what it is. */
  asides: readonly Aside[];
  /** All its events, in order. */
  events: readonly JournalEvent[];
}

/** The job in the background that a call has started, or "". */
export function jobOf({ input, meta }: Pick<Call, "input" | "meta">): string {
  const background = typeof input === "object" && input !== null && "background" in input && input.background === true;
  return background ? (meta.output ?? "") : "";
}

export function newCall(event: JournalEvent): Call {
  return {
    id: event.call, run: event.run, tool: "", title: "", detail: "", folder: "", effects: [], input: undefined, inputName: "", turn: 0, ordinal: 0, own: false,
    status: "running", code: "", message: "", why: "", verdict: undefined, changedBy: "", output: "", content: "", pictures: [],
    given: undefined, meta: {}, called: event.time, started: "", finished: "", snapshot: "", undone: false, asides: [], events: [],
  };
}

/** A call of an answer that has just been given: it is listed before its turn comes. */
export function queuedCall(event: EventOf<"replied">, id: string, asked: { name: string; input?: unknown }, ordinal: number): Call {
  return { ...newCall({ ...event, call: id }), status: "queued", tool: asked.name, title: asked.name, input: asked.input, turn: event.data.turn ?? 0, ordinal };
}

export function changeOf(call: Call, event: JournalEvent): Partial<Call> {
  switch (event.kind) {
    case "called":
      return {
        tool: event.data.tool ?? "", title: call.status === "queued" ? (event.data.tool ?? "") : call.title || (event.data.tool ?? ""), input: event.data.input, inputName: nameOf(event.data),
        turn: event.data.turn ?? 0, ordinal: event.data.ordinal ?? 0,
        own: event.data.caller === "person",
        // Of a call that runs again after its run was cut, nothing of the first attempt holds.
        status: "running", code: "", message: "", verdict: undefined, output: "", content: "", given: undefined, started: "", finished: "", pictures: [],
      };
    case "changed":
      return { changedBy: sayBy(readDecided(event.data)) || texts.call.aHook, input: event.data.input ?? call.input };
    case "asked":
      if (call.started) {
        const { title = "", heading, reason = "", because } = event.data;
        return { status: "requires-action", asides: [...call.asides, { title: saySaid(title, heading), reason: sayReason(because, reason), answer: undefined }] };
      }
      return {
        status: "requires-action", title: titleOf(event.data, call), detail: event.data.detail ?? call.detail,
        why: sayReason(event.data.because, event.data.reason ?? ""),
      };
    case "allowed":
      return call.started ? answered(call, event.kind, event.data) : { status: "running", verdict: verdict(event.data) };
    case "declined":
    case "expired":
      return call.started ? answered(call, event.kind, event.data) : refused(event);
    case "blocked":
      return refused(event);
    case "started":
      return {
        status: "running", started: event.time, tool: event.data.tool || call.tool, title: titleOf(event.data, call),
        detail: event.data.detail ?? call.detail, folder: event.data.folder ?? "", effects: event.data.effects ?? [],
      };
    case "output":
      return event.data.stream === "progress" ? {} : { output: call.output + (event.data.text ?? "") };
    case "finished":
      return {
        ...outcome(event.data), content: event.data.content ?? "", finished: event.time, output: "",
        pictures: (event.data.parts ?? []).filter(({ mime }) => mime.startsWith("image/")),
        ...(event.data.unknown ? UNKNOWN : {}),
      };
    case "returned":
      return {
        ...outcome(event.data), finished: call.finished || event.time, meta: { ...call.meta, ...event.data.meta },
        given: event.data.same ? undefined : event.data.content,
        message: (call.code === "declined" || call.code === "expired" ? "" : sayRefusal(event.data.error ?? "")) || call.message, code: event.data.code || call.code,
      };
    case "snapshot":
      return { snapshot: snapshotWords(event.data) };
    default:
      return {};
  }
}

const titleOf = ({ title = "", heading }: { title?: string; heading?: Clause }, call: Call): string => saySaid(title, heading) || call.title;

const UNKNOWN: Partial<Call> = {
  status: "incomplete", code: "unknown",
  message: texts.call.unknown,
};

function outcome(data: EventOf<"finished">["data"]): Partial<Call> {
  const failed = Boolean(data.code || data.error);
  return {
    status: failed ? "incomplete" : "complete",
    code: data.code || (failed ? "execution_failed" : ""),
    message: sayRefusal(data.error ?? ""),
    meta: data.meta ?? {},
  };
}

function nameOf({ size, sha256 }: EventOf<"called">["data"]): string {
  return sha256 ? texts.call.large(size ?? 0, sha256) : "";
}

function refused({ kind, data }: EventOf<"blocked"> | EventOf<"declined"> | EventOf<"expired">): Partial<Call> {
  return { status: "incomplete", code: data.code || kind, message: said(kind, data), verdict: verdict(data) };
}

/** Why it was refused, for a person: what the caller is told besides is not for them. */
function said(kind: "blocked" | "declined" | "expired", { cause, reason = "", because, decider, by }: Partial<Verdict>): string {
  if (cause) return cause;
  const person = kind === "declined" && (decider ? decider.kind === "person" : (by ?? "").startsWith("the person"));
  return person ? "" : sayReason(because, reason);
}

/** The call goes on, whatever the answer: what it makes of a no is its own affair. */
function answered(call: Call, kind: "allowed" | "declined" | "expired", data: Partial<Verdict>): Partial<Call> {
  return { status: "running", asides: call.asides.map((aside) => (aside.answer ? aside : { ...aside, answer: { kind, decided: readDecided(data) } })) };
}

function verdict(data: Partial<Verdict>): NonNullable<Call["verdict"]> {
  const reason = sayReason(data.because, data.reason ?? "");
  return { ...readDecided(data), ...(reason ? { reason } : {}), ...(data.reason && reason !== data.reason ? { translated: true as const } : {}), ...(data.code ? { code: data.code } : {}) };
}

function snapshotWords(data: EventOf<"snapshot">["data"]): string {
  if (data.failed) return texts.call.notKept(data.failed);
  const files = data.changed ?? 0;
  return files === 0 ? texts.call.noFiles : texts.call.files(files);
}
