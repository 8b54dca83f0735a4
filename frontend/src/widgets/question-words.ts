// What is said of a question: how long it may still be answered, and what became of it.

import type { AnswerForm } from "../backend/backend";
import type { ClosedQuestion } from "../backend/waiting";
import { byPerson, type Said } from "../backend/words";

export const DENY: AnswerForm = { run: false, reason: "", offer: "", input: "", digest: "" };
export const RUN_ONCE: AnswerForm = { ...DENY, run: true };

/** "9 min left", "40 s left"; "" for a time that is none. */
export function sayLeft(expires: string, now: number): string {
  const seconds = Math.ceil((Date.parse(expires) - now) / 1000);
  if (Number.isNaN(seconds)) return "";
  if (seconds <= 0) return "no time left";
  return seconds < 60 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`;
}

export interface Closed extends Said {
  /** Who or what has closed it, and where: a clause. */
  by: string;
}

/** What became of a question: whoever has answered it, and wherever. */
export function sayClosed({ question, end }: ClosedQuestion): Closed {
  const by = end && byPerson(end.by) ? end.by.replace("the person", "by you") : end ? `by ${end.by}` : "";
  switch (end?.kind ?? question.state) {
    case "allowed":
      return end?.by.startsWith("your grant") ? { tone: "done", word: "Released", by } : { tone: "done", word: "Allowed", by };
    case "declined":
      return { tone: "denied", word: "Denied", by };
    case "blocked":
      return { tone: "denied", word: "Not allowed", by };
    case "expired":
      return { tone: "quiet", word: "Not answered", by: "nobody answered in time, so it did not run" };
    default:
      return { tone: "quiet", word: "Withdrawn", by: "it was answered elsewhere, or its run was cancelled" };
  }
}
