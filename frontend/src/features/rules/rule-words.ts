// What is said of rules, and where a verdict's words lead to.

import type { GrantView, Outcome, RulesView, SpaceView } from "../../backend/backend";
import { plural, sayTime, type Said } from "../../backend/words";

export const OUTCOMES: { value: Outcome; label: string }[] = [
  { value: "deny", label: "Deny" },
  { value: "ask", label: "Ask me" },
  { value: "allow", label: "Allow" },
];

export function sayOutcome(outcome: Outcome): Said {
  switch (outcome) {
    case "deny":
      return { tone: "denied", word: "Denies" };
    case "ask":
      return { tone: "asking", word: "Asks" };
    case "allow":
      return { tone: "done", word: "Allows" };
  }
}

/** What is built in allows nothing: it only stops to speak, and the rules and the mode decide. */
export function sayBuiltin(outcome: Outcome): Said {
  return outcome === "allow" ? { tone: "quiet", word: "Is off" } : sayOutcome(outcome);
}

const STRICT: Record<Outcome, number> = { allow: 0, ask: 1, deny: 2 };

export function looser(a: Outcome, b: Outcome): boolean {
  return STRICT[a] < STRICT[b];
}

export function sayMode(mode: RulesView["mode"]): { name: string; text: string } {
  switch (mode) {
    case "read-only":
      return { name: "Read-only", text: "What changes nothing runs. All else is denied." };
    case "ask":
      return { name: "Ask", text: "What changes nothing runs. Every change asks you." };
    case "workspace":
      return { name: "Workspace", text: "What stays in this space, within walls, and can be undone runs. All else asks you." };
  }
}

/** From the strictest to the widest. */
export const MODES: readonly SpaceView["mode"][] = ["read-only", "ask", "workspace"];

export function wider(a: SpaceView["mode"], b: SpaceView["mode"]): boolean {
  return MODES.indexOf(a) > MODES.indexOf(b);
}

/** What a wider mode lets through that the one of now does not. */
export function sayWider(to: SpaceView["mode"], from: SpaceView["mode"]): string {
  if (to === "ask") return "Agents may then change things here: each change waits for your yes.";
  const now = from === "ask" ? "all of which asks you now" : "all of which is denied now";
  return `Agents may then change and delete files of this space and run programs within its walls without asking you, ${now}.`;
}

/** Where and how often: "Used 41 times, last 20 Nov." */
export function sayUse({ counted, uses, used }: GrantView, now: Date): string {
  if (!counted) return "";
  if (uses === 0) return "Not used yet.";
  return `Used ${plural(uses, "time")}, last ${sayTime(used, now)}.`;
}

/** "Given in the window, 18 Nov, for Welcome." */
export function sayGiven({ source, made, space, spaceName, session, until }: GrantView, now: Date): string {
  const where = source === "" ? "" : source === "command line" ? " on the command line" : ` in the ${source}`;
  const reach = space === "" ? "every space" : session ? `one chat of ${spaceName || space}` : spaceName || space;
  const end = until ? `, until ${sayTime(until, now)}` : "";
  return `Given${where}${made && `, ${sayTime(made, now)}`}, for ${reach}${end}.`;
}
