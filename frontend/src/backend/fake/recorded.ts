// Plays what Go has answered: window/recorded_linux_test.go makes the calls on real spaces, in every state that a walk
// comes to, and writes src/testing/recorded.

import type { Asked } from "../wire";

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
  /** The state that follows; absent: the same. */
  next?: number;
}

/** By space; "" has the calls that are about none. */
export type Recording = Record<string, RecordedCall[]>;

export class RecordedSpaces {
  private readonly states = new Map<string, number>();

  /** Any space that is not recorded answers as `others` does. */
  constructor(
    private readonly recording: Recording,
    private readonly others: string,
  ) {}

  play<Method extends keyof Asked>(method: Method, ...given: Parameters<Asked[Method]>): Answer<Method> {
    const [first, ...rest] = given as unknown[];
    return typeof first === "string" && first.startsWith("/") ? this.answer(method, first, rest) : this.answer(method, "", given);
  }

  /** Whether that was recorded of a call that went through the door. */
  has(what: OfACall, space: string, ...args: string[]): boolean {
    return this.recording[space in this.recording ? space : this.others]?.some((known) => known.method === what && canonical(known.args) === canonical(args)) ?? false;
  }

  /** What was recorded of a call that went through the door: by tool, input and the person's answer. */
  through(what: OfACall, space: string, ...args: string[]): unknown {
    return this.answer(what as keyof Asked, space, args);
  }

  private answer<Method extends keyof Asked>(method: Method, space: string, args: readonly unknown[]): Answer<Method> {
    const like = space in this.recording ? space : this.others;
    const state = this.states.get(space) ?? 0;
    const asked = canonical(args);
    const calls = (this.recording[like] ?? []).filter((call) => call.method === method);
    const found = calls.find((call) => (call.state ?? state) === state && canonical(call.args) === asked);
    if (!found) {
      throw new Error(`Nothing is recorded of ${method} with ${asked} in ${like || "no space"}, state ${state}. Add it to a walk in window/recorded*_linux_test.go and run: go test ./window -run TestRecorded -update`);
    }
    if (found.next !== undefined) this.states.set(space, found.next);
    if (found.error !== undefined) throw new Error(found.error);
    const text = JSON.stringify(found.answer);
    return JSON.parse(space === like ? text : text.replaceAll(JSON.stringify(like).slice(1, -1), JSON.stringify(space).slice(1, -1))) as Answer<Method>;
  }
}

/** Arguments are the same in whatever order their fields stand, also those of an object that is text. */
function canonical(args: readonly unknown[]): string {
  return JSON.stringify(args.map(sorted));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value === "object" && value !== null) return Object.entries(value).sort().map(sorted);
  if (typeof value !== "string" || !value.startsWith("{")) return value;
  try {
    return sorted(JSON.parse(value));
  } catch {
    return value;
  }
}
