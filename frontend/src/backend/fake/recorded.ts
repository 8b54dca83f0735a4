// Plays what Go has answered: window/recorded_linux_test.go makes the calls on real spaces, in every state that a walk
// comes to, and writes src/testing/recorded.

import type { Asked, ComparisonView, RehearsalView } from "../wire";

type Answer<Method extends keyof Asked> = Awaited<ReturnType<Asked[Method]>>;

type OfACall = "question" | "events" | "callRecord";

/** A call, and what came of it. */
export interface RecordedCall {
  /** Absent: in every state. */
  state?: number;
  method: string;
  /** After the space, if it is about one. */
  args: unknown[];
  answer?: unknown;
  error?: string;
  /** Words of its arguments in whose place the person may have typed any others. */
  typed?: string[];
  /** The state that follows; absent: the same. */
  next?: number;
}

/** By space; "" has the calls that are about none. */
export type Recording = Record<string, RecordedCall[]>;

/** What was rehearsed, and what would become of each of its items. */
export interface RecordedRehearsal {
  view: RehearsalView;
  /** By items. */
  texts: Record<string, ComparisonView>;
}

export class RecordedSpaces {
  private readonly states = new Map<string, number>();

  /** Any space that is not recorded answers as `others` does. */
  constructor(
    private readonly recording: Recording,
    private readonly others: string,
  ) {}

  play<Method extends keyof Asked>(method: Method, ...given: Parameters<Asked[Method]>): Answer<Method> {
    return this.playAbout("", method, ...given);
  }

  /** Plays a call about one thing of a space, such as a server, which has states of its own. */
  playAbout<Method extends keyof Asked>(about: string, method: Method, ...given: Parameters<Asked[Method]>): Answer<Method> {
    const [first, ...rest] = given as unknown[];
    return typeof first === "string" && first.startsWith("/") ? this.answer(about, method, first, rest) : this.answer(about, method, "", given);
  }

  /** Whether that was recorded of a call that went through the door. */
  has(what: OfACall, space: string, ...args: string[]): boolean {
    return (this.recording[space in this.recording ? space : this.others] ?? []).some((known) => known.method === what && fits(known.args, args));
  }

  /** What was recorded of a call that went through the door: by tool, input and the person's answer. */
  through(what: OfACall, space: string, ...args: string[]): unknown {
    return this.answer("", what as keyof Asked, space, args);
  }

  private answer<Method extends keyof Asked>(about: string, method: Method, space: string, args: readonly unknown[]): Answer<Method> {
    const key = keyOf(space, about);
    const like = key in this.recording ? space : this.others;
    const state = this.states.get(key) ?? 0;
    const calls = (this.recording[keyOf(like, about)] ?? []).filter((call) => call.method === method && (call.state ?? state) === state);
    const typed = new Map<string, string>();
    const found = calls.find((call) => fits(call.args, args)) ?? calls.find((call) => {
      typed.clear();
      return fits(call.args, args, { words: call.typed ?? [], typed });
    });
    if (!found) {
      throw new Error(`Nothing is recorded of ${method} with ${JSON.stringify(args)} in ${keyOf(like, about) || "no space"}, state ${state}. Add it to a walk in window/recorded*_linux_test.go and run: go test ./window -run TestRecorded -update`);
    }
    if (found.next !== undefined) this.states.set(key, found.next);
    if (found.error !== undefined) throw new Error(found.error);
    if (like !== space) typed.set(like, space);
    const inText = (text: string) => JSON.stringify(text).slice(1, -1);
    return JSON.parse([...typed].reduce((text, [word, now]) => text.replaceAll(inText(word), inText(now)), JSON.stringify(found.answer ?? null))) as Answer<Method>;
  }

  /** Whether a call about one thing of a space is answered now. */
  isThere<Method extends keyof Asked>(about: string, method: Method, ...given: Parameters<Asked[Method]>): boolean {
    const [space] = given as unknown[];
    const key = keyOf(String(space), about);
    const state = this.states.get(key) ?? 0;
    return (this.recording[key] ?? []).some((call) => call.method === method && call.state === state && call.error === undefined);
  }

  /** What of a space is recorded by itself. */
  things(space: string): string[] {
    return Object.keys(this.recording).flatMap((key) => (key.startsWith(`${space} `) ? [key.slice(space.length + 1)] : []));
  }
}

const keyOf = (space: string, about: string): string => `${space} ${about}`.trim();

/** What the person has typed in place of words of a recording. */
interface Typed {
  words: readonly string[];
  typed: Map<string, string>;
}

/** Whether arguments are those of a recording, in whatever order their fields stand, also those of an object that is text. */
function fits(recorded: unknown, asked: unknown, by?: Typed): boolean {
  if (recorded === asked) return true;
  if (typeof recorded === "string" && typeof asked === "string") {
    if (recorded.startsWith("{") && asked.startsWith("{")) return fits(objectIn(recorded), objectIn(asked), by);
    if (!by?.words.includes(recorded) || (by.typed.get(recorded) ?? asked) !== asked) return false;
    by.typed.set(recorded, asked);
    return true;
  }
  if (typeof recorded !== "object" || typeof asked !== "object" || !recorded || !asked) return false;
  const names = Object.keys(recorded);
  return names.length === Object.keys(asked).length && names.every((name) => fits((recorded as Record<string, unknown>)[name], (asked as Record<string, unknown>)[name], by));
}

/** The object that a text is; the text itself in a list if it is none. */
function objectIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return [text];
  }
}
