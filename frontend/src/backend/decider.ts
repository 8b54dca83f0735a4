import type { DeciderView } from "./wire";
import { sayDecided } from "./clauses";
import { texts } from "../words/states";

// Who or what decided a call, as Go names it; and what leads there.

/** Nothing that could be named. */
export const UNDECIDED: DeciderView = { kind: "", name: "" };

/** What a verdict, a question or a stage says of it. */
export interface Decided {
  /** In words: "mode workspace", "rule bash(git status*) in settings". */
  by: string;
  decider: DeciderView;
}

const LEADS: Partial<Record<string, string>> = { rule: texts.decider.rule, builtin: texts.decider.rule, grant: texts.decider.grant, mode: texts.decider.mode } satisfies Partial<Record<DeciderView["kind"], string>>;

/** What the button says that leads there; "" = there is nothing to show. */
export function sayDecider({ kind }: DeciderView): string {
  return LEADS[kind] ?? "";
}

/** Who has decided, said to the person: "you, in the window". */
export function sayBy({ by, decider: { kind, name } }: Decided): string {
  if (kind !== "person") return sayDecided(kind, name, by);
  return name ? texts.decider.you(name) : texts.decider.youBefore;
}

/** What an event says of it: lenient, as all reading of events is. */
export function readDecided({ by = "", decider }: { by?: string; decider?: Partial<DeciderView> }): Decided {
  return { by, decider: { ...UNDECIDED, ...decider } };
}

/** What an address names; UNDECIDED if nothing leads there. */
export function deciderOf(kind: string, name: string): DeciderView {
  return Object.hasOwn(LEADS, kind) ? { kind: kind as DeciderView["kind"], name } : UNDECIDED;
}
