// What a hook's settings mean, in words (docs/spec/10-hooks.md).

import type { HookTestView, HookView, ReplayChangeView } from "../../backend/backend";
import type { Said } from "../../backend/words";

export function sayHook({ state }: Pick<HookView, "state">): Said {
  switch (state) {
    case "ready":
      return { tone: "done", word: "On" };
    case "off":
      return { tone: "quiet", word: "Switched off" };
    case "held-back":
      return { tone: "warning", word: "Held back" };
    case "broken":
      return { tone: "failed", word: "Broken" };
    case "untrusted":
      return { tone: "warning", word: "Not trusted" };
  }
}

export function sayOutcome(outcome: HookTestView["outcome"]): Said {
  switch (outcome) {
    case "passes":
      return { tone: "done", word: "Lets it go on" };
    case "changes":
      return { tone: "warning", word: "Changes it" };
    case "blocks":
      return { tone: "denied", word: "Blocks" };
    case "stops":
      return { tone: "failed", word: "Stops the run" };
    case "skips":
      return { tone: "quiet", word: "Skips the hooks after it" };
    case "warns":
      return { tone: "warning", word: "Goes on, with a warning" };
    case "asks":
      return { tone: "asking", word: "Has you asked" };
  }
}

/** past: as it was then. */
export function sayFate({ verdict }: ReplayChangeView["was"], past: boolean): Said {
  switch (verdict) {
    case "allow":
      return { tone: "done", word: past ? "Ran" : "Would run" };
    case "ask":
      return { tone: "asking", word: past ? "Asked" : "Would ask" };
    case "deny":
      return { tone: "denied", word: past ? "Denied" : "Would be denied" };
    case "blocked":
      return { tone: "denied", word: past ? "Blocked" : "Would be blocked" };
    case "changed":
      return { tone: "warning", word: past ? "Changed" : "Another input" };
    case "not_found":
      return { tone: "denied", word: past ? "Was not there" : "Not there" };
    case "stopped":
      return { tone: "failed", word: past ? "Stopped" : "Would stop the run" };
    case "invalid":
      return { tone: "failed", word: past ? "Did not fit" : "Would not fit" };
  }
}

export function sayPhase(phase: HookView["phase"]): string {
  return phase === "post_tool" ? "After the tool has run" : "Before the tool runs";
}

export function sayTools(tools: readonly string[]): string {
  return tools.length === 0 ? "every tool" : tools.join(", ");
}

export function placeOf({ file, line }: Pick<HookView, "file" | "line">): string {
  return line > 0 ? `${file}:${line}` : file;
}

export interface Meaning {
  code: string;
  means: string;
}

/** What the exit codes of this hook do in its phase. */
export function exitCodes({ phase, blocking, format }: Pick<HookView, "phase" | "blocking" | "format">): Meaning[] {
  const before = phase !== "post_tool";
  const goesOn = before ? "The call goes on." : "The agent gets the content.";
  const json = before ? "JSON that it prints may change the input." : "JSON that it prints may change the content.";
  const refused = before ? "The call is refused. The agent reads the message." : "The agent reads the message in place of the content, which stays in the record.";
  const skipped = `${goesOn} The hooks after this one that cannot block are skipped.`;
  const warned = `${goesOn} A warning is noted.`;
  const stopped = `${before ? "The call is refused" : "The content is withheld"}, and the run stops with the error.`;
  const zero = `${goesOn} ${json}${blocking && format === "handrail" ? ' With "block": true it counts as 1.' : ""}`;
  if (format === "claude") {
    return [
      { code: "0", means: zero },
      { code: "2", means: `${blocking ? refused : skipped} The message is what it prints on standard error.` },
      { code: "other", means: `An error, as running out of time and a missing program are. ${blocking ? stopped : warned}` },
    ];
  }
  return [
    { code: "0", means: zero },
    { code: "1", means: blocking ? refused : skipped },
    { code: "2", means: blocking ? stopped : warned },
    { code: "other", means: "Counts as 2. So do running out of time and a program that is missing." },
  ];
}

export interface Variable {
  name: string;
  means: string;
}

/** What a hook is given in its environment. */
export function variablesOf({ phase, input, format }: Pick<HookView, "phase" | "input" | "format">): Variable[] {
  const after = phase === "post_tool";
  const size = input === "stdin"
    ? " Left out where it is too large; standard input always has it."
    : ' Left out where it is too large; that is an error for a hook that can block, unless it says "input": "stdin".';
  return [
    { name: "TOOL_INPUT", means: `One line of JSON: {"tool", "input"}.${size}` },
    ...(after ? [{ name: "TOOL_OUTPUT", means: `One line of JSON: {"tool", "input", "content", "error"}.${size}` }] : []),
    { name: "standard input", means: after ? "The same as TOOL_OUTPUT." : "The same as TOOL_INPUT." },
    { name: "TOOL_NAME", means: "The tool that is called." },
    { name: "TOOL_ID", means: "Its name among all tools of the space, such as welcome__deploy." },
    { name: "AGENT_ID", means: "Who calls; empty if it is you." },
    { name: "SESSION_ID", means: "The chat, connection or command line." },
    { name: "USER_ID", means: "Your name on this machine." },
    { name: "SPACE_DIR", means: "The folder of the space. The hook runs in it." },
    ...(format === "claude" ? [{ name: "CLAUDE_PROJECT_DIR", means: "The same." }] : []),
  ];
}
