// What a stage of the door is called, and what came of it.

import type { AskedView, StageView } from "../../backend/backend";
import { byPerson, sayCode, sayDuration, sentence, type Said } from "../../backend/words";

const NAMES: Record<string, string> = {
  "look-up": "Looked up", check: "Input checked", pre_tool: "Hook before it", prepare: "Settled", guard: "Judged", confirm: "You were asked", snapshot: "Files kept",
  run: "Ran", post_tool: "Hook after it", fit: "Fitted to the limit", return: "Given back",
};

export function nameOf({ name }: Pick<StageView, "name">): string {
  return NAMES[name] ?? name;
}

const RESULTS: Record<string, Said> = {
  ok: { tone: "done", word: "Fine" },
  allow: { tone: "done", word: "Allowed" },
  allowed: { tone: "done", word: "Allowed" },
  "run once": { tone: "done", word: "Run once" },
  always: { tone: "done", word: "Always" },
  released: { tone: "done", word: "Released" },
  ask: { tone: "asking", word: "Asks" },
  asked: { tone: "asking", word: "Asks" },
  deny: { tone: "denied", word: "Denied" },
  denied: { tone: "denied", word: "Denied" },
  refused: { tone: "denied", word: "Refused" },
  withdrawn: { tone: "quiet", word: "Taken back" },
  changed: { tone: "warning", word: "Changed it" },
  cut: { tone: "warning", word: "Cut" },
  broken: { tone: "failed", word: "Broken" },
  error: { tone: "failed", word: "Broke: blocked" },
  warning: { tone: "warning", word: "Warning" },
  failed: { tone: "failed", word: "Failed" },
  off: { tone: "quiet", word: "Off" },
  skipped: { tone: "quiet", word: "Skipped" },
};

export function sayResult({ result }: Pick<StageView, "result">): Said {
  return RESULTS[result] ?? sayCode(result);
}

/** The record's one sentence, said to the person whose answers it tells of. */
export function sayRecordWhy(why: string): string {
  const plain = why
    .replace(/^the person, ([^:;]+?) declined it/, "you said no, $1")
    .replace(/^the person, ([^:;]+?) allowed it/, "you said yes, $1")
    .replace(/^the question expired \(the person, [^)]*\)/, "nobody answered in time")
    .replace(": the call was declined: ", ": ")
    .replace(/(: )?nobody answered in time; the call did not run\..*$/, "")
    .replace("; it had asked because ", ". You were asked because ");
  return sentence(plain);
}

/** "µs" below a millisecond. */
export function sayMicros(micros: number): string {
  return micros < 1000 ? `${micros} µs` : sayDuration(micros / 1000);
}

/** Who answered, where, and after how long. */
export function sayAnswer({ answer, by, said, waitedMs }: AskedView): string {
  if (answer === "") return "No answer yet.";
  const who = byPerson(by) ? by.replace("the person", "you") : by;
  const what = { allowed: "Yes", declined: "No", expired: "Nobody answered", changed: "Another input" }[answer];
  const after = waitedMs > 0 ? `, after ${sayDuration(waitedMs)}` : "";
  const words = said ? `: “${said.replace(/\.$/, "")}”` : "";
  return answer === "expired" ? `${what}${after}.` : `${what} from ${who}${after}${words}.`;
}
