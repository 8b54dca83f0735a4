// What is said of a question: how long it may still be answered, and what became of it.

import type { AnswerForm } from "../backend/backend";
import type { ClosedQuestion } from "../backend/waiting";
import { sayBy } from "../backend/decider";
import type { Said } from "../backend/words";
import { texts } from "../words/widgets";

export const DENY: AnswerForm = { run: false, reason: "", offer: "", input: "", digest: "" };
export const RUN_ONCE: AnswerForm = { ...DENY, run: true };

/** "9 min left", "40 s left"; "" for a time that is none. */
export function sayLeft(expires: string, now: number): string {
  const seconds = Math.ceil((Date.parse(expires) - now) / 1000);
  if (Number.isNaN(seconds)) return "";
  if (seconds <= 0) return texts.left.none;
  return seconds < 60 ? texts.left.seconds(seconds) : texts.left.minutes(Math.ceil(seconds / 60));
}

/** Words for people come broken for a terminal of 80 columns: whole again where every line is as short as that. */
export function unbroken(text: string): string {
  const width = 74;
  const lines = text.split("\n");
  if (lines.some((line) => line.length > width)) return text;
  return lines.reduce((all, line, i) => {
    const before = lines[i - 1] ?? "";
    const broken = before !== "" && /^\S/.test(line) && /^\S/.test(before) && before.length + 1 + (line.split(" ")[0] ?? "").length > width;
    return i === 0 ? line : `${all}${broken ? " " : "\n"}${line}`;
  }, "");
}

export interface Closed extends Said {
  /** Who or what has closed it, and where: a clause. */
  by: string;
}

/** What became of a question: whoever has answered it, and wherever. */
export function sayClosed({ question, end }: ClosedQuestion): Closed {
  const by = end ? texts.closed.by(sayBy(end.decided)) : "";
  switch (end?.kind ?? question.state) {
    case "allowed":
      return end?.decided.decider.kind === "grant" ? { tone: "done", word: texts.closed.released, by } : { tone: "done", word: texts.closed.allowed, by };
    case "declined":
      return { tone: "denied", word: texts.closed.denied, by };
    case "blocked":
      return { tone: "denied", word: texts.closed.blocked, by };
    case "expired":
      return { tone: "quiet", word: texts.closed.expired, by: texts.closed.expiredWhy };
    default:
      return { tone: "quiet", word: texts.closed.withdrawn, by: question.ended || texts.closed.withdrawnWhy };
  }
}
