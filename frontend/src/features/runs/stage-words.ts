// What a stage of the door is called, and what came of it.

import type { AskedView, StageView } from "../../backend/backend";
import type { Call } from "../../backend/call";
import { sayBy } from "../../backend/decider";
import { sayCode, sayDuration, type Said } from "../../backend/words";
import { texts } from "../../words/runs";

const NAMES: Record<string, string> = {
  "look-up": texts.stage.lookUp, check: texts.stage.check, pre_tool: texts.stage.preTool, prepare: texts.stage.prepare, guard: texts.stage.guard, confirm: texts.stage.confirm, snapshot: texts.stage.snapshot,
  run: texts.stage.run, post_tool: texts.stage.postTool, fit: texts.stage.fit, return: texts.stage.return,
};

export function nameOf({ name }: Pick<StageView, "name">): string {
  return NAMES[name] ?? name;
}

const RESULTS: Record<string, Said> = {
  ok: { tone: "done", word: texts.result.ok },
  allow: { tone: "done", word: texts.result.allowed },
  allowed: { tone: "done", word: texts.result.allowed },
  "run once": { tone: "done", word: texts.result.once },
  always: { tone: "done", word: texts.result.always },
  released: { tone: "done", word: texts.result.released },
  ask: { tone: "asking", word: texts.result.asks },
  asked: { tone: "asking", word: texts.result.asks },
  deny: { tone: "denied", word: texts.result.denied },
  denied: { tone: "denied", word: texts.result.denied },
  refused: { tone: "denied", word: texts.result.refused },
  withdrawn: { tone: "quiet", word: texts.result.withdrawn },
  changed: { tone: "warning", word: texts.result.changed },
  cut: { tone: "warning", word: texts.result.cut },
  broken: { tone: "failed", word: texts.result.broken },
  error: { tone: "failed", word: texts.result.error },
  warning: { tone: "warning", word: texts.result.warning },
  failed: { tone: "failed", word: texts.result.failed },
  off: { tone: "quiet", word: texts.result.off },
  skipped: { tone: "quiet", word: texts.result.skipped },
};

export function sayResult({ result }: Pick<StageView, "result">): Said {
  return RESULTS[result] ?? sayCode(result);
}

/** What let a call run, or kept it from running: Go's sentence, or in another language what its codes say. */
export function sayVerdict({ verdict, why }: Pick<Call, "verdict" | "why">, text: string): string {
  if (!verdict?.translated) return text;
  const said = [sayBy(verdict), verdict.reason].filter(Boolean).join(": ");
  return why ? `${said}. ${texts.chain.because(why)}` : said;
}

/** "µs" below a millisecond. */
export function sayMicros(micros: number): string {
  return micros < 1000 ? `${micros} µs` : sayDuration(micros / 1000);
}

/** Who answered, where, and after how long. */
export function sayAnswer({ answer, by, decider, said, waitedMs }: AskedView): string {
  if (answer === "") return texts.answer.none;
  const who = sayBy({ by, decider });
  const what = { allowed: texts.answer.yes, declined: texts.answer.no, expired: texts.answer.expired, changed: texts.answer.changed }[answer];
  const after = waitedMs > 0 ? texts.answer.after(sayDuration(waitedMs)) : "";
  const words = said ? texts.answer.words(said.replace(/\.$/, "")) : "";
  return answer === "expired" ? `${what}${after}.` : texts.answer.given(what, who, after, words);
}
