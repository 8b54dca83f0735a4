// The questions that wait, and what became of those that do no more.

import { spokenQuestion } from "./clauses";
import { readDecided, type Decided } from "./decider";
import type { JournalEvent } from "./events";
import type { FormView, QuestionView } from "./wire";
import { texts } from "../words/states";

export interface WaitingState {
  /** Oldest first. */
  questions: readonly QuestionView[];
  /** Those that were closed since somebody looked, the last one first, at most CLOSED_KEPT. */
  closed: readonly ClosedQuestion[];
  /** Forms of servers that wait, oldest first. */
  forms: readonly FormView[];
}

export interface ClosedQuestion {
  question: QuestionView;
  /** What became of the call, and by whom, as the journal says it; undefined until it does. */
  end: { kind: "allowed" | "declined" | "expired" | "blocked"; decided: Decided } | undefined;
}

export const CLOSED_KEPT = 20;

/** Names one asking: a call may be asked about again, when its input has become another act. */
export function askingOf({ id, asked }: Pick<QuestionView, "id" | "asked">): string {
  return `${id} ${asked}`;
}

/** Takes the news of one question. */
export function takeQuestion({ questions, closed }: WaitingState, news: QuestionView): Partial<WaitingState> {
  const question = spokenQuestion(news);
  const others = questions.filter(({ id }) => id !== question.id);
  if (question.state === "waiting") return { questions: [...others, question].sort((a, b) => Date.parse(a.asked) - Date.parse(b.asked)) };
  return { questions: others, closed: [{ question, end: undefined }, ...closed].slice(0, CLOSED_KEPT) };
}

/** Takes the news of one form. */
export function takeForm({ forms }: WaitingState, form: FormView): Partial<WaitingState> {
  if (form.state === "waiting") return { forms: forms.some(({ id }) => id === form.id) ? forms.map((known) => (known.id === form.id ? form : known)) : [...forms, form] };
  return { forms: forms.filter(({ id }) => id !== form.id) };
}

/** "2 calls waiting for you": all that waits, in words; "" = nothing. */
export function sayWaiting({ questions, forms }: Pick<WaitingState, "questions" | "forms">): string {
  const count = questions.length + forms.length;
  if (count === 0) return "";
  if (forms.length === 0) return texts.waiting.calls(count);
  return questions.length === 0 ? texts.waiting.forms(count) : texts.waiting.both(count);
}

/** The journal says who has answered, also where it was not this window. */
export function takeEnd({ closed }: WaitingState, event: JournalEvent): Partial<WaitingState> {
  const { kind, call } = event;
  if (kind !== "allowed" && kind !== "declined" && kind !== "expired" && kind !== "blocked") return {};
  const at = closed.findIndex(({ question, end }) => question.call === call && !end);
  if (at < 0) return {};
  const end = { kind, decided: readDecided(event.data) };
  return { closed: closed.map((known, i) => (i === at ? { ...known, end } : known)) };
}

/** Those of one chat stand together; the one that waits longest comes first. */
export function bySession(questions: readonly QuestionView[]): QuestionView[][] {
  const groups = new Map<string, QuestionView[]>();
  for (const question of questions) {
    const key = `${question.space}\n${question.session || question.run}`;
    groups.set(key, [...(groups.get(key) ?? []), question]);
  }
  return [...groups.values()];
}
