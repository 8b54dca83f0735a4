// What a hook's settings mean, in words (seed 1, SPEC 10).

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
  if (format === "claude") {
    const two = blocking ? `${refused} The message is what it prints on standard error.` : `${goesOn} What it prints on standard error is logged.`;
    return [{ code: "0", means: `${goesOn} ${json}` }, { code: "2", means: two }, { code: "other", means: other(blocking, goesOn) }];
  }
  if (!blocking) {
    return [
      { code: "0", means: `${goesOn} ${json}` },
      { code: "1", means: `${goesOn} The hooks after this one are skipped.` },
      { code: "2", means: `${goesOn} A warning is logged.` },
      { code: "other", means: "Counts as 2. So do running out of time and a program that is missing." },
    ];
  }
  return [
    { code: "0", means: `${goesOn} ${json} With "block": true it counts as 1.` },
    { code: "1", means: refused },
    { code: "2", means: `${before ? "The call is refused" : "The content is withheld"}, and the run stops with the error.` },
    { code: "other", means: "Counts as 2. So do running out of time and a program that is missing." },
  ];
}

function other(blocking: boolean, goesOn: string): string {
  if (blocking) return "An error: the call is refused, and the run stops. So do running out of time and a program that is missing.";
  return `${goesOn} A warning is logged. So it is if it runs out of time or its program is missing.`;
}

export interface Variable {
  name: string;
  means: string;
}

/** What a hook is given in its environment. */
export function variablesOf({ phase, input }: Pick<HookView, "phase" | "input">): Variable[] {
  const after = phase === "post_tool";
  const size = input === "env" ? "" : " Left out where it is too large; standard input always has it.";
  return [
    { name: "TOOL_INPUT", means: `One line of JSON: {"tool", "input"}.${size}` },
    ...(after ? [{ name: "TOOL_OUTPUT", means: `One line of JSON: {"tool", "input", "content", "error"}.${size}` }] : []),
    { name: "standard input", means: after ? "The same as TOOL_OUTPUT." : "The same as TOOL_INPUT." },
    { name: "TOOL_NAME", means: "The tool that is called." },
    { name: "TOOL_ID", means: "The call's own id." },
    { name: "AGENT_ID", means: "Who calls; empty if it is you." },
    { name: "SESSION_ID", means: "The chat, connection or command line." },
    { name: "USER_ID", means: "Your name on this machine." },
    { name: "SPACE_DIR", means: "The folder of the space. The hook runs in it." },
  ];
}
