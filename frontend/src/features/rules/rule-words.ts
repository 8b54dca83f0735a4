// What is said of rules, and where a verdict's words lead to.

import type { GrantView, Outcome, RulesView, SpaceView } from "../../backend/backend";
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

export function sayMode(mode: RulesView["mode"]): { name: string; text: string } {
  switch (mode) {
    case "read-only":
      return { name: texts.mode.readOnly, text: texts.mode.readOnlyText };
    case "ask":
      return { name: texts.mode.ask, text: texts.mode.askText };
    case "rehearse":
      return { name: texts.mode.rehearse, text: texts.mode.rehearseText };
    case "workspace":
      return { name: texts.mode.workspace, text: texts.mode.workspaceText };
  }
}

/** From the strictest to the widest. */
export const MODES: readonly SpaceView["mode"][] = ["read-only", "ask", "rehearse", "workspace"];

export function wider(a: SpaceView["mode"], b: SpaceView["mode"]): boolean {
  return MODES.indexOf(a) > MODES.indexOf(b);
}

/** What a wider mode lets through that the one of now does not. */
export function sayWider(to: SpaceView["mode"], from: SpaceView["mode"]): string {
  if (to === "ask") return texts.mode.widerAsk;
  if (to === "rehearse") return texts.mode.widerRehearse;
  const now = from === "ask" ? texts.mode.askedNow : from === "rehearse" ? texts.mode.rehearsedNow : texts.mode.deniedNow;
  return texts.mode.widerWorkspace(now);
}

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
