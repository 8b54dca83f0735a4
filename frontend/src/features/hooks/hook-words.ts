// What a hook's settings mean, in words (docs/spec/10-hooks.md).

import type { HookTestView, HookView, ReplayChangeView } from "../../backend/backend";
import type { Said } from "../../backend/words";
import { texts } from "../../words/hooks";

export function sayHook({ state }: Pick<HookView, "state">): Said {
  switch (state) {
    case "ready":
      return { tone: "done", word: texts.state.on };
    case "off":
      return { tone: "quiet", word: texts.state.off };
    case "held-back":
      return { tone: "warning", word: texts.state.held };
    case "broken":
      return { tone: "failed", word: texts.state.broken };
    case "untrusted":
      return { tone: "warning", word: texts.state.untrusted };
  }
}

export function sayOutcome(outcome: HookTestView["outcome"]): Said {
  switch (outcome) {
    case "passes":
      return { tone: "done", word: texts.outcome.lets };
    case "changes":
      return { tone: "warning", word: texts.outcome.changes };
    case "blocks":
      return { tone: "denied", word: texts.outcome.blocks };
    case "stops":
      return { tone: "failed", word: texts.outcome.stops };
    case "skips":
      return { tone: "quiet", word: texts.outcome.skips };
    case "warns":
      return { tone: "warning", word: texts.outcome.warns };
    case "asks":
      return { tone: "asking", word: texts.outcome.asks };
  }
}

/** past: as it was then. */
export function sayFate({ verdict }: ReplayChangeView["was"], past: boolean): Said {
  switch (verdict) {
    case "allow":
      return { tone: "done", word: past ? texts.fate.ran : texts.fate.wouldRun };
    case "ask":
      return { tone: "asking", word: past ? texts.fate.asked : texts.fate.wouldAsk };
    case "deny":
      return { tone: "denied", word: past ? texts.fate.denied : texts.fate.wouldDeny };
    case "blocked":
      return { tone: "denied", word: past ? texts.fate.blocked : texts.fate.wouldBlock };
    case "changed":
      return { tone: "warning", word: past ? texts.fate.changed : texts.fate.wouldChange };
    case "not_found":
      return { tone: "denied", word: past ? texts.fate.missing : texts.fate.wouldMiss };
    case "stopped":
      return { tone: "failed", word: past ? texts.fate.stopped : texts.fate.wouldStop };
    case "invalid":
      return { tone: "failed", word: past ? texts.fate.invalid : texts.fate.wouldBeInvalid };
  }
}

export function sayPhase(phase: HookView["phase"]): string {
  return phase === "post_tool" ? texts.means.after : texts.means.before;
}

export function sayTools(tools: readonly string[]): string {
  return tools.length === 0 ? texts.hook.everyTool : tools.join(", ");
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
  const goesOn = before ? texts.means.callRuns : texts.means.contentPasses;
  const json = before ? texts.means.jsonInput : texts.means.jsonContent;
  const refused = before ? texts.means.refused : texts.means.replaced;
  const skipped = `${goesOn} ${texts.means.skipped}`;
  const warned = `${goesOn} ${texts.means.warned}`;
  const stopped = texts.means.stopped(before ? texts.means.callRefused : texts.means.withheld);
  const zero = `${goesOn} ${json}${blocking && format === "handrail" ? ` ${texts.means.asOne}` : ""}`;
  if (format === "claude") {
    return [
      { code: "0", means: zero },
      { code: "2", means: `${blocking ? refused : skipped} ${texts.means.stderr}` },
      { code: texts.means.other, means: `${texts.means.otherError} ${blocking ? stopped : warned}` },
    ];
  }
  return [
    { code: "0", means: zero },
    { code: "1", means: blocking ? refused : skipped },
    { code: "2", means: blocking ? stopped : warned },
    { code: texts.means.other, means: texts.means.otherIsTwo },
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
    ? texts.variable.left
    : texts.variable.leftIsError;
  return [
    { name: "TOOL_INPUT", means: `${texts.variable.input} ${size}` },
    ...(after ? [{ name: "TOOL_OUTPUT", means: `${texts.variable.output} ${size}` }] : []),
    { name: texts.variable.stdin, means: after ? texts.variable.sameAsOutput : texts.variable.sameAsInput },
    { name: "TOOL_NAME", means: texts.variable.toolName },
    { name: "TOOL_ID", means: texts.variable.toolId },
    { name: "AGENT_ID", means: texts.variable.agentId },
    { name: "SESSION_ID", means: texts.variable.sessionId },
    { name: "USER_ID", means: texts.variable.userId },
    { name: "SPACE_DIR", means: texts.variable.spaceDir },
    ...(format === "claude" ? [{ name: "CLAUDE_PROJECT_DIR", means: texts.variable.same }] : []),
  ];
}
