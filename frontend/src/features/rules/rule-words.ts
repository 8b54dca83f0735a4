// What is said of rules, and where a verdict's words lead to.

import type { GrantView, Outcome } from "../../backend/backend";
import { sayTime, type Said } from "../../backend/words";
import { texts } from "../../words/rules";

export const OUTCOMES: { value: Outcome; label: string }[] = [
  { value: "deny", label: texts.outcome.deny },
  { value: "ask", label: texts.outcome.ask },
  { value: "allow", label: texts.outcome.allow },
];

export function sayOutcome(outcome: Outcome): Said {
  switch (outcome) {
    case "deny":
      return { tone: "denied", word: texts.outcome.denies };
    case "ask":
      return { tone: "asking", word: texts.outcome.asks };
    case "allow":
      return { tone: "done", word: texts.outcome.allows };
  }
}

/** What is built in allows nothing: it only stops to speak, and the rules and the mode decide. */
export function sayBuiltin(outcome: Outcome): Said {
  return outcome === "allow" ? { tone: "quiet", word: texts.outcome.isOff } : sayOutcome(outcome);
}

const STRICT: Record<Outcome, number> = { allow: 0, ask: 1, deny: 2 };

export function looser(a: Outcome, b: Outcome): boolean {
  return STRICT[a] < STRICT[b];
}

export { MODES, sayMode, sayWider, wider } from "../../widgets/modes";

/** Where and how often: "Used 41 times, last 20 Nov." */
export function sayUse({ counted, uses, used }: GrantView, now: Date): string {
  if (!counted) return "";
  if (uses === 0) return texts.always.unused;
  return texts.always.used(uses, sayTime(used, now));
}

/** "Given in the window, 18 Nov, for Welcome." */
export function sayGiven({ source, made, space, spaceName, session, until }: GrantView, now: Date): string {
  const where = source === "" ? "" : source === "command line" ? texts.always.onCli : texts.always.inSource(source);
  const reach = space === "" ? texts.always.everySpace : session ? texts.always.oneChat(spaceName || space) : spaceName || space;
  const end = until ? texts.always.until(sayTime(until, now)) : "";
  return texts.always.given(where, made && `, ${sayTime(made, now)}`, reach, end);
}
