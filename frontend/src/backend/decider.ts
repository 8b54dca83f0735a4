import { texts } from "../words/states";

// What decided a call, as a verdict names it, and what leads there.

/** What a verdict's "by" names: a rule, a grant, something built in or the mode. */
export type Decider = { kind: "rule" | "grant" | "builtin"; name: string } | { kind: "mode" } | undefined;

export function deciderOf(by: string): Decider {
  const rule = /^rule (.+?)(?: in [^()]*)?$/.exec(by)?.[1];
  if (rule) return { kind: "rule", name: rule };
  const grant = /^your grant: (.*)$/s.exec(by)?.[1];
  if (grant) return { kind: "grant", name: grant };
  const builtin = /^built-in (?:rule )?(.*)$/.exec(by)?.[1];
  if (builtin !== undefined) return { kind: "builtin", name: builtin };
  return by.startsWith("mode ") ? { kind: "mode" } : undefined;
}

/** What the button says that leads there; "" = there is nothing to show. */
export function sayDecider(by: string): string {
  switch (deciderOf(by)?.kind) {
    case "rule":
    case "builtin":
      return texts.decider.rule;
    case "grant":
      return texts.decider.grant;
    case "mode":
      return texts.decider.mode;
    default:
      return "";
  }
}
